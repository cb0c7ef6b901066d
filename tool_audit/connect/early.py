"""A server that starts while what speaks to it is imported."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING

from tool_audit.connect.limits import ConnectLimits
from tool_audit.connect.process import ServerProcess, spawn
from tool_audit.model import ServerSpec, TransportKind

if TYPE_CHECKING:
    from tool_audit.connect.connection import Connection


@asynccontextmanager
async def connect_early(spec: ServerSpec, limits: ConnectLimits) -> AsyncIterator[Connection]:
    """Do what `connection.connect` does, with the server at work on its start before the SDK is imported."""
    process = _started(spec)
    try:
        # the SDK takes half a second: as long as many a server does
        from tool_audit.connect.connection import connect  # noqa: PLC0415

        async with connect(spec, limits, process=process) as connection:
            yield connection
    finally:
        if process is not None:
            await process.stop(limits.stop_grace)


def _started(spec: ServerSpec) -> ServerProcess | None:
    if spec.transport is TransportKind.STDIO:
        # why it cannot be started is told by whoever tries again
        with suppress(OSError, ValueError):
            return spawn(spec)
    return None
