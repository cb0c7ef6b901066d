"""However pytest ends while a server is audited for it, the server ends, too."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytest_plugins = ["pytester"]
pytestmark = pytest.mark.timeout(200)  # a pytest, two runs of ours and a server, on a machine that others use


def is_running(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{pid}/stat")
    return not state.exists() or state.read_text().rpartition(")")[2].split()[0] != "Z"


def wait_for(holds, seconds=90):
    until = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < until, "it never came"
        time.sleep(0.02)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL], ids=lambda number: number.name)
def test_no_server_outlives_pytest(project, number):
    server = project.server("list_things", "get_hang")
    project.pytester.makepyfile(f"def test_one(tool_audit): tool_audit({server!r})")
    plugins = ["-p", "no:hypothesispytest", "-p", "no:cacheprovider"]
    process = project.pytester.popen([sys.executable, "-m", "pytest", *plugins], stdin=subprocess.DEVNULL)
    wait_for(lambda: project.was_called and "get_hang" in (project.folder / "calls.jsonl").read_text())
    pids = [int(file.stem) for file in project.folder.glob("*.pid")]
    process.send_signal(number)
    out, _ = process.communicate(timeout=90)
    wait_for(lambda: not any(map(is_running, pids)))
    if number == signal.SIGINT:
        assert process.returncode == pytest.ExitCode.INTERRUPTED
        assert b"KeyboardInterrupt" in out
        assert not list((project.folder / "temporary").iterdir())
