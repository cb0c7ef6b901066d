"""How the tests here start the servers of fixtures/hostile, and see that nothing of them is left."""

import os
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import anyio

from tool_audit.connect.connection import Connection, connect
from tool_audit.connect.limits import ConnectLimits
from tool_audit.connect.session import Announced
from tool_audit.model import ServerSpec, TransportKind

HOSTILE = Path(__file__).parents[2] / "fixtures" / "hostile"
QUICK = ConnectLimits(start_timeout=20, call_timeout=20, stop_grace=0.3)


def hostile(script: str, *arguments: str, **fields: object) -> ServerSpec:
    """A spec for one of the scripts."""
    command = (sys.executable, str(HOSTILE / f"{script}.py"), *arguments)
    return ServerSpec(name=script, transport=TransportKind.STDIO, command=command, **fields)


def within(
    spec: ServerSpec,
    story: Callable[[Connection], Awaitable[object]],
    limits: ConnectLimits = QUICK,
    announced: Announced | None = None,
) -> object:
    """Connect, run the story, and return what it returns; fails if it takes a minute."""

    async def run() -> object:
        with anyio.fail_after(50):
            async with connect(spec, limits, announced=announced) as connection:
                return await story(connection)

    return anyio.run(run)


def call(spec: ServerSpec, tool: str, arguments: dict | None = None, limits: ConnectLimits = QUICK):
    """The reply to one call."""
    return within(spec, lambda connection: connection.call_tool(tool, arguments or {}), limits)


def is_running(pid: int) -> bool:
    """Whether a process with this id runs (a zombie does not)."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{pid}/stat")
    try:
        return not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
