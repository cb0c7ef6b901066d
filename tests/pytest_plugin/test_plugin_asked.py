"""What a test names -> the words of a command line, and the runs that answer them."""

import json
from pathlib import Path

import pytest
import typer

from tool_audit.cli.app import app
from tool_audit.errors import UsageError
from tool_audit.pytest_plugin.asked import Answer, Options, listing, question


@pytest.mark.parametrize(
    ("target", "words"),
    [
        (["python", "a b.py"], ("--", "python", "a b.py")),
        ("python 'a b.py'", ("--", "python", "a b.py")),
        ("https://mcp.example.com/mcp?key=a%20b c", ("https://mcp.example.com/mcp?key=a%20b c",)),
        ("my servers.json", ("my servers.json",)),
        (Path("gone.json"), ("gone.json",)),
        ([Path("python"), Path("a b.py"), "x"], ("--", "python", "a b.py", "x")),
        ("gone.json", ("gone.json",)),
        ("python", ("--", "python")),
    ],
)
def test_a_target_is_a_command_a_url_or_a_file(target, words, tmp_path):
    (tmp_path / "my servers.json").touch()
    assert question(target, {}, tmp_path).words == words


def test_options_are_those_of_the_command_line(tmp_path):
    options = {
        "allow": ["run_*", "make_x"],
        "server": "github",
        "env": {"KEY": "a=b"},
        "header": {"X-Key": "v"},
        "args": {"get_x": {"limit": 5, "of": "5"}},
        "allow_writes": True,
        "show_indicated": False,
        "baseline": None,
        "max_calls": 3,
    }
    assert question("https://x.example", options, tmp_path).words == (
        *("--allow=run_*", "--allow=make_x", "--server=github", "--env=KEY=a=b", "--header=X-Key: v"),
        *("--arg=get_x.limit=5", '--arg=get_x.of="5"', "--allow-writes", "--max-calls=3", "https://x.example"),
    )
    assert "--args=args.json" in question("https://x.example", {"args": "args.json"}, tmp_path).words


def test_every_option_is_one_of_the_command_line():
    probe = typer.main.get_command(app).commands["probe"]
    assert set(Options.__annotations__) <= {parameter.name for parameter in probe.params}


def test_an_option_that_is_none_is_refused_with_the_nearest(tmp_path):
    with pytest.raises(UsageError) as error:
        question("https://x.example", {"clint": "cursor"}, tmp_path)
    assert error.value.hint == "did you mean client?"


@pytest.mark.parametrize(
    ("target", "options", "why"),
    [
        ("x://y", {"env": {"KEY": None}}, "env KEY: None is no text"),
        ("x://y", {"header": {"X-Key": None}}, "header X-Key: None is no text"),
        ("x://y", {"tool": {"get_x"}}, "tool: {'get_x'} is no text"),
        ("x://y", {"tool": (name for name in ("get_x",))}, "is no text"),
        ("x://y", {"tool": ["get_x", None]}, "tool: None is no text"),
        ("x://y", {"max_calls": True}, "max_calls: True is no text"),
        ("x://y", {"args": {"get_x": 5}}, "args get_x: 5 is no dict"),
        ("x://y", {"args": {"get_x": {"limit": {1}}}}, "args get_x.limit: Object of type set is not JSON serializable"),
        (["python", 5.0, None], {}, "the target: None is no text"),
        (5, {}, "the target 5 is no text"),
    ],
)
def test_what_is_no_text_is_refused_before_anything_is_started(target, options, why, tmp_path):
    with pytest.raises(UsageError) as error:
        question(target, options, tmp_path)
    assert why in error.value.message
    assert error.value.hint


def test_equal_questions_have_one_key_and_others_another(tmp_path):
    asked = question("python x.py", {}, tmp_path)
    assert asked.key == question(["python", "x.py"], {}, tmp_path).key
    others = {
        listing(asked).key,
        question("python y.py", {}, tmp_path).key,
        question("python x.py", {"client": "cursor"}, tmp_path).key,
        question("python x.py", {}, tmp_path.parent).key,
    }
    assert len(others) == 4
    assert asked.key not in others


def test_what_is_given_as_arguments_is_json(tmp_path):
    (word,) = [word for word in question("x://y", {"args": {"t": {"a": [1, "é"]}}}, tmp_path).words if "t.a" in word]
    assert json.loads(word.partition("t.a=")[2]) == [1, "é"]


def test_what_is_said_beside_a_report_are_its_notes(tmp_path):
    told = tmp_path / "told.txt"
    told.write_text("note: --arg x.y fits no tool\njson report: x.json\nnote: another\n")
    found = Answer(report=tmp_path, junit=tmp_path, told=told)
    assert found.notes == ("--arg x.y fits no tool", "another")
