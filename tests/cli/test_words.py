"""The words of a command reach the server one by one as they were written: none is joined, split or expanded."""

import json
import sys

import pytest
from running import FIXTURES

from tool_audit.record import read_record

ECHO = f"""
import json, os, sys
sys.path.insert(0, {str(FIXTURES)!r})
from stdio_server import definition, serve
told = lambda _: json.dumps([sys.argv[1:], os.environ.get("SAID")])
serve("echo", {{"get_words": (definition("Get the words."), told)}})
"""
WORDS = (
    "plain",
    "two words",
    "",
    "'single' and \"double\"",
    "C:\\Program Files\\x\\",
    "$HOME `id` $(id) ; & | > <",
    "*.py",
    "--help",
    "--",
    "line\nbreak\ttab",
    "\uacb0\uc81c \U0001f600",
    "%PATH% ^",
)


@pytest.fixture
def echo(tmp_path):
    path = tmp_path / "a folder with blanks" / "echo it.py"
    path.parent.mkdir()
    path.write_text(ECHO)
    return str(path)


def heard(folder):
    (record,) = folder.glob("*.jsonl")
    return json.loads(read_record(record).observations[0].outcome.result["content"][0]["text"])


def test_after_two_dashes(cli, echo, tmp_path):
    ended = cli("probe", "--record", tmp_path / "rec", "--env", "SAID=a = 'b'", "--", sys.executable, echo, *WORDS)
    assert ended.code == 0, ended.err
    assert heard(tmp_path / "rec") == [list(WORDS), "a = 'b'"]


def test_in_a_configuration(cli, echo, tmp_path):
    entry = {"command": sys.executable, "args": [echo, *WORDS], "env": {"SAID": "a = 'b'"}}
    (tmp_path / "mcp.json").write_text(json.dumps({"mcpServers": {"echo": entry}}))
    ended = cli("probe", "--record", tmp_path / "rec", tmp_path / "mcp.json")
    assert ended.code == 0, ended.err
    assert heard(tmp_path / "rec") == [list(WORDS), "a = 'b'"]


def test_a_program_is_looked_for_on_the_path_that_the_server_gets(cli, echo, tmp_path):
    program = tmp_path / "bin" / "start-echo"
    program.parent.mkdir()
    program.write_text(f"#!/bin/sh\nexec '{sys.executable}' '{echo}' \"$@\"\n")
    program.chmod(0o755)
    path = f"PATH={program.parent}:/usr/bin:/bin"
    assert cli("probe", "--", "start-echo", "a b").code == 3
    assert cli("probe", "--record", tmp_path / "rec", "--env", path, "--", "start-echo", "a b").code == 0
    assert heard(tmp_path / "rec") == [["a b"], None]
