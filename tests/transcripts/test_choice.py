"""Which tool a task used, against the one that a label names."""

import json
from pathlib import Path

import pytest
from transcripts.happenings import Session, came_to

from tool_audit.errors import UsageError
from tool_audit.transcripts.expected import Label, read_labels


def _choice(session: Session, *labels: Label):
    return came_to(session, labels=labels).choice


def test_the_first_call_is_the_choice():
    session = Session().task("find it").call("search").call("get").task("read it").call("search").call("get")
    choice = _choice(session, Label(tools=("search",), task="find it"), Label(tools=("get",), task="read it"))
    assert (choice.first.count, choice.first.n, choice.ever.count) == (1, 2, 2)
    assert choice.confusion == {("search", "search"): 1, ("get", "search"): 1}


def test_calls_of_servers_that_no_label_is_about_are_no_choice():
    session = Session().task("find it").call("Plan", server="").call("search")
    assert _choice(session, Label(tools=("notes/search",), task="find it")).first.count == 1


def test_a_tool_may_be_named_with_its_server_or_without():
    session = Session().task("find it").call("search")
    for name in ("search", "notes/search"):
        assert _choice(session, Label(tools=(name,), task="find it")).first.count == 1
    assert _choice(session, Label(tools=("other/search",), task="find it")).first.count == 0


def test_no_tool_is_right_where_none_is_expected():
    session = Session().task("thanks").says("you are welcome").task("find it").call("search")
    labels = (Label(tools=(), task="thanks"), Label(tools=("search",), task="find it"))
    choice = _choice(session, *labels)
    assert (choice.first.count, choice.first.n) == (2, 2)


def test_a_task_is_found_by_its_session_and_number():
    session = Session().task("a").call("x").task("b").call("search")
    choice = _choice(session, Label(tools=("search",), session=session.name, turn=2))
    assert (choice.first.count, choice.first.n, choice.unmatched) == (1, 1, 0)


def test_labels_that_no_task_answers_to_are_counted():
    choice = _choice(Session().task("a").call("x"), Label(tools=("x",), task="other"))
    assert (choice.first.n, choice.unmatched) == (0, 1)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("labels.json", '[{"task": "find  it", "tool": "search"}, {"session": "s", "turn": 2, "tool": ["a", "b"]}]'),
        ("labels.jsonl", '{"task": "find it", "tool": "search"}\n{"session": "s", "turn": 2, "tool": ["a", "b"]}\n'),
    ],
)
def test_labels_are_read_from_json_and_json_lines(tmp_path: Path, name: str, text: str):
    (tmp_path / name).write_text(text)
    assert read_labels(tmp_path / name) == (
        Label(tools=("search",), task="find it"),
        Label(tools=("a", "b"), session="s", turn=2),
    )


def test_labels_are_read_from_csv(tmp_path: Path):
    path = tmp_path / "labels.csv"
    path.write_text('task,tool,session,turn\n"find, it",search,,\n,,s,3\n')
    assert read_labels(path) == (Label(tools=("search",), task="find, it"), Label(tools=(), session="s", turn=3))


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '[{"task": "x"}]', '[{"tool": "x"}]', '[{"task": "x", "tool": 3}]', "[3]", "nonsense"]
)
def test_what_is_no_label_is_named_and_the_form_is_shown(tmp_path: Path, text: str):
    path = tmp_path / "labels.json"
    path.write_text(text)
    with pytest.raises(UsageError) as told:
        read_labels(path)
    assert '{"task": "the prompt", "tool": "server/tool"}' in told.value.hint


def test_a_turn_that_is_no_number_is_named(tmp_path: Path):
    path = tmp_path / "labels.json"
    path.write_text(json.dumps([{"session": "s", "turn": "two", "tool": "x"}]))
    with pytest.raises(UsageError, match="turn that is no number: 'two'"):
        read_labels(path)
