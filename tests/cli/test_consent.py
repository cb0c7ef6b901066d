"""What a server that notes its calls is asked: nothing that writes without consent, and never a thing that exists."""

import json
import sys
from collections import Counter

import pytest
from running import FIXTURES, calls, odd

SERVER = str(FIXTURES / "keeper.py")
READS = {"list_notes", "list_tasks", "get_note", "boxes"}
ASKED = {"delete_note", "delete_notes", "update_note", "archive_note", "cancel_task"}


@pytest.fixture
def audited(cli, tmp_path):
    """Runs `probe` on the keeper and returns (name, arguments) of each call, and what it holds afterwards."""

    def run(*options):
        ended = cli(
            "probe", "--no-config", "--output", "json=out.json", *options, "--", sys.executable, SERVER, tmp_path
        )
        assert ended.code in {0, 1}, ended.err
        return calls(tmp_path), json.loads((tmp_path / "state.json").read_text())

    return run


def names(made):
    return {name for name, _ in made}


def real(state):
    """All that is real: identifiers and names."""
    records = [*state["notes"].values(), *state["tasks"].values()]
    return {str(value) for record in records for value in record.values()} | set(state["boxes"]) | set(state["tasks"])


def is_whole(state):
    counts = [len(state[kind]) for kind in ("notes", "tasks", "boxes")]
    unchanged = all(note["name"] == f"note {key[2:]}" for key, note in state["notes"].items())
    return counts == [12, 8, 8] and unchanged and not state["created"] and not state["sent"]


def test_without_consent_nothing_that_writes_is_called(audited):
    made, state = audited()
    assert names(made) <= READS
    assert {sent["action"] for name, sent in made if name == "boxes"} <= {"list"}
    assert is_whole(state)


def test_with_consent_only_what_acts_on_a_thing_that_is_there_is_asked_and_only_once(audited):
    made, state = audited("--allow-writes")
    assert names(made) == READS | ASKED
    assert {name: count for name, count in Counter(name for name, _ in made).items() if name in ASKED} == dict.fromkeys(
        ASKED, 1
    )
    assert {sent["action"] for name, sent in made if name == "boxes"} == {"list", "delete"}
    assert is_whole(state)


def test_with_consent_no_writing_tool_is_sent_anything_that_is_real(audited):
    made, state = audited("--allow-writes")
    asked = [sent for name, sent in made if name in ASKED or sent.get("action") == "delete"]
    assert len(asked) == len(ASKED) + 1
    text = json.dumps(asked)
    assert [value for value in real(state) if f'"{value}"' in text or f": {value}}}" in text] == []


def test_what_is_asked_for_has_the_form_of_what_is_there(audited):
    made, _ = audited("--allow-writes")
    sent = {name: arguments for name, arguments in made if name in ASKED or arguments.get("action") == "delete"}
    assert sent["delete_note"]["note_id"].startswith("n-")
    assert sent["delete_notes"]["ids"][0].startswith("n-")
    assert sent["cancel_task"]["task_id"] > 1_000_000_000
    assert len(sent["boxes"]["box_id"]) == len("6f1c110e0-7b1d-4c55-9a51-0c7f5e21d110")


def test_two_audits_ask_for_the_same(audited, tmp_path):
    first, _ = audited("--allow-writes")
    (tmp_path / "calls.jsonl").unlink()
    assert audited("--allow-writes")[0] == first


def test_one_tool_can_be_asked_alone(audited):
    made, state = audited("--allow", "delete_note")
    assert names(made) == READS | {"delete_note"}
    assert is_whole(state)


def test_what_writes_by_its_words_and_is_allowed_by_name_is_still_sent_nothing_that_is_real(audited):
    made, state = audited("--allow", "create_note", "--allow", "publish_note", "--allow", "delete_note*")
    writers = {"create_note", "publish_note", "delete_note", "delete_notes"}
    assert names(made) == READS | writers
    assert [len(state[kind]) for kind in ("notes", "tasks", "boxes")] == [12, 8, 8]
    sent = json.dumps([arguments for name, arguments in made if name in writers])
    assert [value for value in real(state) if f'"{value}"' in sent] == []


def test_deny_wins_over_consent(audited):
    made, _ = audited("--allow-writes", "--deny", "delete_*", "--deny", "boxes*")
    assert names(made) == {"list_notes", "list_tasks", "get_note"} | ASKED - {"delete_note", "delete_notes"}


def test_an_experiment_that_was_not_chosen_asks_nothing(audited):
    made, _ = audited("--allow-writes", "--experiment", "limit")
    assert names(made) <= READS


def test_the_dry_run_tells_with_what_each_would_be_asked(cli, tmp_path):
    ended = cli("plan", "--no-config", "--allow-writes", "--", sys.executable, SERVER, tmp_path)
    told = " ".join(ended.out.split())
    assert "(6 of them only for what cannot exist)" in told
    assert 'once, such as {"task_id":21' in told
    assert not (tmp_path / "calls.jsonl").exists()
    without = cli("plan", "--no-config", "--", sys.executable, SERVER, tmp_path)
    assert "cannot exist" not in without.out


@pytest.mark.parametrize(
    ("option", "said"),
    [
        (("--deny", "list_thing"), "--deny list_thing has no effect: no tool is called so; did you mean list_things?"),
        (("--allow", "run_*"), "--allow run_* has no effect: no tool is called so"),
        (("--tool", "list_thin"), "--tool list_thin has no effect: no tool is called so; did you mean list_things?"),
        (("--deny", "list_*"), ""),
    ],
)
def test_a_name_that_fits_no_tool_is_told(option, said, cli, tmp_path):
    ended = cli("plan", *option, *odd(tmp_path, "list_things", "get_large"))
    assert (said in ended.err) if said else "has no effect" not in ended.err
