"""A server over stdio: a process of our own, which gets our whole environment, for it was meant for the server."""

import os
from collections import deque
from collections.abc import Callable
from typing import Final

import anyio

from tool_audit.connect.framing import LineSplitter
from tool_audit.connect.process import exit_text, spawn
from tool_audit.errors import NotAuditedError
from tool_audit.guard.messages import one_line
from tool_audit.model import ServerSpec, TransportKind

LONGEST: Final = 256 * 2**20
"""Bytes of one message that are held; of a longer one nothing can be said but that it was there."""
_GRACE: Final = 1.7
"""Seconds, twice: whoever starts the guard kills it four seconds after it closed its stdin, as the SDKs do."""
_POLL: Final = 0.05
_ORPHANED: Final = 0.5
"""Seconds that a pipe held open by a grandchild is still read after the server itself has ended."""


class ProcessServer:
    """One process of the server."""

    def __init__(self, command: tuple[str, ...], heard: Callable[[bytes], object] = lambda _: None) -> None:
        """Start it; `heard` gets what it says on stderr. Raises NotAuditedError where it cannot be started."""
        self._heard = heard
        spec = ServerSpec(name=command[0], transport=TransportKind.STDIO, command=command, env=dict(os.environ))
        try:
            self._process = spawn(spec)
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or str(error)
            raise NotAuditedError(f"the server {command[0]} cannot be started: {why}", hint="check its path") from None
        self._lines = LineSplitter(LONGEST)
        self._ready: deque[bytes | None] = deque()

    async def receive(self) -> bytes | None:
        """Return the next line, b"" for one that was too long; None at the end of its output."""
        while not self._ready:
            chunk = await self._process.stdout.receive()
            if not chunk:
                last = self._lines.rest()
                return last if last.strip() else None
            self._ready.extend(line for line in self._lines.feed(chunk) if line is None or line.strip())
        return self._ready.popleft() or b""

    async def send(self, message: bytes) -> None:
        """Write one line."""
        await self._process.stdin.send(one_line(message) + b"\n")

    async def look_after(self) -> None:
        """Pass on what it says on stderr, and end its output when it has ended, whoever still holds it open."""
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(self._pass_stderr_on)
            while self._process.exit_code is None:  # noqa: ASYNC110  # nobody else tells us portably
                await anyio.sleep(_POLL)
            await anyio.sleep(_ORPHANED)
            self._process.stdout.close()
            self._process.stderr.close()

    async def ending(self) -> str:
        """Return how it ended; waits a moment for its exit code."""
        code = await self._process.exited(1.0)
        return exit_text(code) if code is not None else "closed its output and went on running"

    async def stop(self) -> None:
        """End its group and all that it started."""
        await self._process.stop(_GRACE)

    async def _pass_stderr_on(self) -> None:
        while chunk := await self._process.stderr.receive():
            self._heard(chunk)
