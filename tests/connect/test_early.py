"""A server starts while the SDK is imported, and nothing of it is left whatever comes of that."""

import subprocess
import sys
from dataclasses import replace

import anyio
import pytest
from hostile_servers import HOSTILE, QUICK, hostile, is_running

from tool_audit.connect import early
from tool_audit.connect.early import connect_early
from tool_audit.errors import NotAuditedError
from tool_audit.model import Replied

SCRIPT = f"""
import sys
sys.path.insert(0, {str(HOSTILE.parents[1] / "tests" / "connect")!r})
import anyio
from tool_audit.connect import early
from tool_audit.connect.limits import ConnectLimits
from tool_audit.model import ServerSpec, TransportKind

spawn = early.spawn
def noted(spec):
    print("at its start:", "mcp" in sys.modules)
    return spawn(spec)
early.spawn = noted

async def main():
    command = (sys.executable, {str(HOSTILE / "ends.py")!r})
    spec = ServerSpec(name="any", transport=TransportKind.STDIO, command=command)
    async with early.connect_early(spec, ConnectLimits()):
        print("when it is spoken to:", "mcp" in sys.modules)

anyio.run(main)
"""


def test_the_server_is_started_before_the_sdk_is_imported():
    ran = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines() == ["at its start: False", "when it is spoken to: True"]


@pytest.fixture
def started(monkeypatch):
    """The processes that were started early."""
    processes = []
    spawn = early.spawn
    monkeypatch.setattr(early, "spawn", lambda spec: processes.append(spawn(spec)) or processes[-1])
    return processes


def connected(spec, story):
    async def run():
        with anyio.fail_after(50):
            async with connect_early(spec, QUICK) as connection:
                return await story(connection)

    return anyio.run(run)


async def pid_of(connection):
    reply = await connection.call_tool("pid", {})
    assert isinstance(reply.outcome, Replied)
    return int(reply.outcome.result["content"][0]["text"])


def test_the_process_that_was_started_early_is_the_one_that_is_spoken_to(started):
    pid = connected(hostile("ends"), pid_of)
    assert [process._popen.pid for process in started] == [pid]
    assert not is_running(pid)


def test_a_server_that_ends_is_started_again_in_a_process_of_its_own(started):
    async def story(connection):
        first = await pid_of(connection)
        await connection.call_tool("crash", {})
        return first, await pid_of(connection)

    first, second = connected(hostile("ends"), story)
    assert [process._popen.pid for process in started] == [first]
    assert second != first
    assert not is_running(first)
    assert not is_running(second)


def test_nothing_runs_on_where_the_import_fails(started, monkeypatch):
    monkeypatch.setitem(sys.modules, "tool_audit.connect.connection", None)
    with pytest.raises(ImportError):
        connected(hostile("ends"), pid_of)
    assert not is_running(started[0]._popen.pid)


def test_a_command_that_does_not_exist_is_told_as_ever(started):
    with pytest.raises(NotAuditedError, match="no-such-command"):
        connected(replace(hostile("ends"), command=("no-such-command",)), pid_of)
    assert started == []
