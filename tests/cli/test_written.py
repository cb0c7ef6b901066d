"""What is written where: files for their user alone, and on every console the characters that it takes."""

import json
import stat
from pathlib import Path

import pytest
from running import end_of, launch, odd

from tool_audit.report import RENDERERS

FOREIGN = "n\u00f6-such-\uacb0\U0001f600"
"""A command of which no console of one byte a character can show all."""


def mode(path):
    return stat.S_IMODE(Path(path).stat().st_mode)


@pytest.mark.parametrize("format_", sorted(RENDERERS))
def test_a_new_report_is_for_its_user_alone_and_one_that_was_there_keeps_its_permissions(format_, cli, tmp_path):
    Path("there").touch()
    Path("there").chmod(0o644)
    cli("probe", "--output", f"{format_}=deep/new", "--output", f"{format_}=there", *odd(tmp_path, "get_view"))
    assert (mode("deep/new"), mode("there")) == (0o600, 0o644)
    assert Path("there").read_text() == Path("deep/new").read_text()


def test_each_file_that_was_written_is_named_on_stderr_unless_that_is_to_be_quiet(cli, tmp_path):
    files = ("--output", "markdown=a/b.md", "--output", f"json={tmp_path}/elsewhere.json")
    ended = cli("probe", *files, *odd(tmp_path, "get_view"))
    assert (ended.out, ended.err) == (
        "",
        f"markdown report: a/b.md\njson report: {tmp_path}/elsewhere.json\n",
    )
    assert cli("probe", "--quiet", *files, *odd(tmp_path, "get_view")).err == ""


CONSOLES = ("ascii", "cp1252")
COMMANDS = {
    "a server that is not there": (["probe", "--", FOREIGN], 3),
    "every call": (["probe", "--output", "markdown", "rec"], 1),
    "a record": (["report", "rec", "--verbose"], 1),
    "a plan": (["plan", "tools.json"], 0),
    "a file that is not there": (["probe", f"{FOREIGN}.json"], 2),
    "an option that is not there": (["probe", f"--{FOREIGN}"], 2),
    "a rule that is not there": (["explain", FOREIGN], 2),
    "the rules": (["rules"], 0),
    "a page": (["explain", "unicode-escaped"], 0),
}


@pytest.fixture
def folder(cli, tmp_path):
    tool = {"name": f"get_{FOREIGN}", "description": FOREIGN, "inputSchema": {"type": "object"}}
    Path("tools.json").write_text(json.dumps({"tools": [tool]}), encoding="utf-8")
    cli("probe", "--record", "rec", *odd(tmp_path, "get_half", "get_binary", "get_data"))
    return Path.cwd()


@pytest.mark.parametrize("console", CONSOLES)
def test_no_command_ends_because_a_console_has_few_characters(console, folder):
    processes = {name: launch(argv, folder, PYTHONIOENCODING=console) for name, (argv, _) in COMMANDS.items()}
    for name, process in processes.items():
        ended = end_of(process)
        assert ended.code == COMMANDS[name][1], (name, ended.err)
        assert ended.out + ended.err
        assert "Traceback" not in ended.err


@pytest.mark.parametrize("console", [*CONSOLES, "utf-8"])
def test_what_a_program_reads_is_the_same_on_every_console(console, folder):
    ended = end_of(launch(["probe", "--output", "json", "--", FOREIGN], folder, PYTHONIOENCODING=console))
    assert ended.json["failures"][0]["name"] == FOREIGN


def test_a_server_speaks_utf8_whatever_our_own_console_takes(folder, tmp_path):
    argv = ["probe", "--record", "again", *odd(tmp_path, "get_data")]
    assert end_of(launch(argv, folder, PYTHONIOENCODING="ascii")).code in {0, 1}
    assert "\\u00e9" in Path("again/odd.jsonl").read_text()
