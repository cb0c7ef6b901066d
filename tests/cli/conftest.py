"""Commands run in this process, in a folder of their own and an environment without settings."""

import os

import pytest
from running import Ended, is_running, started

from tool_audit.cli import main


@pytest.fixture
def cli(tmp_path, monkeypatch, capsys):
    """Run a command; no server of it may be left, and no traceback be seen."""
    folder = tmp_path / "work"
    folder.mkdir(exist_ok=True)
    monkeypatch.chdir(folder)
    for name in os.environ:
        if name.startswith("TOOL_AUDIT_"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("COLUMNS", "100")

    def run(*argv):
        capsys.readouterr()
        code = main([str(word) for word in argv])
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err, err
        assert not list(tmp_path.rglob("*.part"))
        return Ended(int(code), out, err)

    yield run
    assert [pid for pid in started(tmp_path) if is_running(pid)] == []
