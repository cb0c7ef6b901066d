"""MCP over a child process's stdin and stdout, linear in the length of a reply."""

import json
import math
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from types import TracebackType
from typing import Final, Self

import anyio
from anyio.abc import ObjectReceiveStream
from anyio.streams.memory import MemoryObjectSendStream
from mcp.shared.message import SessionMessage
from mcp_types import jsonrpc_message_adapter
from pydantic import ValidationError

from tool_audit.connect.framing import LineSplitter
from tool_audit.connect.noise import LastLines
from tool_audit.connect.process import ServerProcess, exit_text, spawn
from tool_audit.connect.tap import Tap
from tool_audit.model import Disconnected, ServerSpec, Survivor

_POLL: Final = 0.05
_ORPHANED: Final = 0.5
"""Seconds that a pipe held open by a grandchild is still read after the server itself has ended."""


class StdioChannel:
    """One process of the server, spoken to over its pipes."""

    def __init__(self, spec: ServerSpec, tap: Tap, stop_grace: float, process: ServerProcess | None = None) -> None:
        """`process`: where it was started before."""
        self._spec = spec
        self._grace = stop_grace
        self._tap = tap
        self._stderr = LastLines()
        self._process = process
        self._heard = 0.0

    @asynccontextmanager
    async def open(self) -> AsyncIterator[tuple[ObjectReceiveStream[SessionMessage | Exception], "_Stdin"]]:
        """Start the process, if that was not done, and yield its two streams; on leaving, nothing of it runs.

        Raises OSError, ValueError.
        """
        process = self._process = self._process or spawn(self._spec)
        send, receive = anyio.create_memory_object_stream[SessionMessage | Exception](math.inf)
        try:
            async with receive, anyio.create_task_group() as tasks:
                tasks.start_soon(self._read, process, send)
                tasks.start_soon(self._drain, process)
                tasks.start_soon(self._watch, process, send)
                try:
                    yield receive, _Stdin(process, self._tap)
                finally:
                    await process.stop(self._grace)
                    tasks.cancel_scope.cancel()
        finally:
            send.close()
            # spawned but never entered: a cancellation on the way in must not leave it running
            await process.stop(self._grace)

    async def ending(self) -> Disconnected:
        """Return how the process ended, or that it only stopped talking. Waits a moment for its exit code."""
        code = await self._process.exited(1.0) if self._process is not None else None
        reason = f"it {exit_text(code)}" if code is not None else "it closed its output and went on running"
        return Disconnected(reason=reason, exit_code=code, stderr=self.stderr)

    @property
    def exit_code(self) -> int | None:
        """The exit code, None while it runs."""
        return None if self._process is None else self._process.exit_code

    @property
    def needed_sigterm(self) -> bool:
        """Whether it went on running when its stdin had been closed."""
        return self._process is not None and self._process.needed_sigterm

    @property
    def left_a_process(self) -> bool:
        """Whether something that it had started, and that had left its group, went on running when it had ended."""
        return self._process is not None and self._process.left_a_process

    @property
    def survivor(self) -> Survivor | None:
        """What still ran after SIGTERM, too; None where nothing did."""
        return None if self._process is None else self._process.survivor

    @property
    def stderr(self) -> tuple[str, ...]:
        """The last lines on stderr."""
        return self._stderr.lines

    async def _read(self, process: ServerProcess, send: MemoryObjectSendStream[SessionMessage | Exception]) -> None:
        splitter = LineSplitter(self._tap.limit)
        while chunk := await process.stdout.receive():
            self._heard = anyio.current_time()
            for line in splitter.feed(chunk):
                self._pass_on(line, send)
        if last := splitter.rest():
            self._pass_on(last, send)
        send.close()

    def _pass_on(self, line: bytes | None, send: MemoryObjectSendStream[SessionMessage | Exception]) -> None:
        if line is None:
            self._tap.oversized()
            return
        for envelope in self._tap.incoming(line) if line.strip() else ():
            try:
                message = jsonrpc_message_adapter.validate_python(envelope)
                send.send_nowait(SessionMessage(message))
            except ValidationError:
                self._tap.noise.add(line)
            except (anyio.BrokenResourceError, anyio.ClosedResourceError):
                return  # the session is over; what still comes is read only to let the server end

    async def _drain(self, process: ServerProcess) -> None:
        while chunk := await process.stderr.receive():
            self._stderr.feed(chunk)

    async def _watch(self, process: ServerProcess, send: MemoryObjectSendStream[SessionMessage | Exception]) -> None:
        """End the session when the process has ended, even if a grandchild still holds its output open."""
        while process.exit_code is None:  # noqa: ASYNC110  # nobody else tells us portably
            await anyio.sleep(_POLL)
        self._heard = max(self._heard, anyio.current_time())
        while anyio.current_time() < self._heard + _ORPHANED:  # noqa: ASYNC110  # it moves while bytes come
            await anyio.sleep(_POLL)
        send.close()


class _Stdin:
    """The write stream that the session is given."""

    def __init__(self, process: ServerProcess, tap: Tap) -> None:
        self._process = process
        self._tap = tap
        self._one_at_a_time = anyio.Lock(fast_acquire=True)

    async def send(self, item: SessionMessage) -> None:
        """Write one message. Raises anyio.BrokenResourceError where the server no longer reads."""
        if not self._tap.outgoing(item.message):
            return
        text = json.dumps(item.message.model_dump(by_alias=True, exclude_unset=True), separators=(",", ":"))
        async with self._one_at_a_time:
            await self._process.stdin.send(text.encode() + b"\n")

    async def aclose(self) -> None:
        """Leave the pipe to the channel, which closes it as the first step of ending the process."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()
