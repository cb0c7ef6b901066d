"""The help of every command fits the screen and names no type of a programming language."""

import re

import pytest
import typer

from tool_audit.cli.app import COMMANDS as LISTED
from tool_audit.cli.app import app

COMMANDS = sorted(typer.main.get_command(app).commands)
OF_THE_GUARD = sorted(typer.main.get_command(app).commands["guard"].commands)


@pytest.mark.parametrize("columns", [80, 140])
@pytest.mark.parametrize("argv", [(), *((one,) for one in COMMANDS), *(("guard", one) for one in OF_THE_GUARD)])
def test_help_fits_and_tells_no_types(argv, columns, cli, monkeypatch):
    monkeypatch.setenv("COLUMNS", str(columns))
    ended = cli(*argv, "--help")
    assert ended.code == 0
    assert not re.search(r"<[a-z]+(\[\w+\])?>|(?<!\$)\{\w|\.\.\.\.", ended.out, re.IGNORECASE)
    assert max(map(len, ended.out.splitlines())) <= columns


@pytest.mark.parametrize(
    ("command", "usage"),
    [
        ("probe", "probe [OPTIONS] [TARGET]... [-- COMMAND ARG...]"),
        ("plan", "plan [OPTIONS] [TARGET]... [-- COMMAND ARG...]"),
        ("report", "report [OPTIONS] RECORD..."),
        ("diff", "diff [OPTIONS] OLD NEW"),
        ("explain", "explain [OPTIONS] RULE"),
        ("config", "config [OPTIONS]"),
    ],
)
def test_the_usage_line_says_what_may_follow(command, usage, cli):
    assert f"Usage: tool-audit {usage}\n" in re.sub(r" +\n", "\n", cli(command, "--help").out)


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_of_commands_says_of_each_what_its_own_help_begins_with(name):
    command = typer.main.get_command(app).commands[name]
    assert LISTED[name].told == command.help.partition("\n\n")[0].replace("\n", " ")
