"""The set-up of the real servers makes what is missing or half made, and says clearly what it cannot."""

import json

import pytest
from servers import RECIPES, SetUpError, installed

pytestmark = [pytest.mark.real, pytest.mark.timeout(900)]


def test_a_folder_that_was_half_made_is_made_anew(tmp_path):
    half = tmp_path / "time"
    (half / "venv").mkdir(parents=True)
    (half / "venv" / "left-over").touch()

    server = installed("time", cache=tmp_path)

    assert not (half / "venv" / "left-over").exists()
    assert json.loads((half / "stamp.json").read_text())["packages"] == list(RECIPES["time"].packages)
    made = (half / "stamp.json").stat().st_mtime_ns
    assert installed("time", cache=tmp_path) == server
    assert (half / "stamp.json").stat().st_mtime_ns == made


def test_a_missing_node_fails_and_says_what_is_needed(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))

    with pytest.raises(SetUpError, match=r"server-memory@\S+ needs Node\.js 20 or newer with npm; found no node"):
        installed("memory", cache=tmp_path)

    assert not (tmp_path / "memory" / "stamp.json").exists()


def test_a_registry_that_cannot_be_reached_fails_with_what_pip_said(tmp_path, monkeypatch):
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")

    with pytest.raises(SetUpError, match=r"(?s)pip install .* ended with 1:.*mcp-server-time"):
        installed("time", cache=tmp_path)
