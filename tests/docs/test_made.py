"""What the pages take from the program is what the program says today."""

import re
import subprocess
import sys

import pytest
import typer
from docs.places import ROOT

from tool_audit.cli.app import app
from tool_audit.clients import client_names


@pytest.mark.timeout(200)
def test_options_profiles_keys_inputs_and_the_picture_are_current():
    command = [sys.executable, str(ROOT / "docs" / "make.py"), "--check"]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_command_and_every_option_has_a_line():
    page = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    commands = {}
    for name, command in typer.main.get_command(app).commands.items():
        inner = {f"{name} {one}": each for one, each in getattr(command, "commands", {}).items()}
        commands |= inner or {name: command}
    assert re.findall(r"^## (.+)$", page, re.MULTILINE) == list(commands)
    for command in commands.values():
        for parameter in command.params:
            assert f"`{parameter.opts[0]}" in page or f"`{parameter.metavar}" in page


def test_every_client_has_a_line_with_a_source():
    page = (ROOT / "docs" / "clients.md").read_text(encoding="utf-8")
    for name in client_names():
        assert f"| `{name}` |" in page
        assert re.search(rf"^- `{name}`: <https://.*\d{{4}}-\d\d-\d\d(;.*)?$", page, re.MULTILINE)


def test_the_picture_loads_nothing_and_shows_no_time():
    picture = (ROOT / "docs" / "demo.svg").read_text(encoding="utf-8")
    assert re.findall(r"https?://(?!www\.w3\.org/)\S+", picture.replace("https://www.textualize.io", "")) == []
    assert not re.search(r"\bin&#160;\d|@font-face|<script", picture)
    assert "list_mental_models" in picture
