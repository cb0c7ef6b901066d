"""The client that started us: it writes to our stdin and reads our stdout."""

import os
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from tool_audit.connect.framing import LineSplitter
from tool_audit.connect.pipes import Pipe
from tool_audit.guard.messages import one_line

LONGEST: Final = 64 * 2**20
"""Bytes of one message of a client."""


class StdioClient:
    """Lines on our own standard streams."""

    def __init__(self, stdin: Pipe, stdout: Pipe) -> None:
        """Take the two ends."""
        self._stdin = stdin
        self._stdout = stdout
        self._lines = LineSplitter(LONGEST)
        self._ready: deque[bytes] = deque()

    async def receive(self) -> bytes | None:
        """Return the next line that is not empty; None when stdin is closed."""
        while not self._ready:
            chunk = await self._stdin.receive()
            if not chunk:
                last = self._lines.rest()
                return last if last.strip() else None
            # of what is too long not even the request can be told
            self._ready.extend(line for line in self._lines.feed(chunk) if line and line.strip())
        return self._ready.popleft()

    async def send(self, message: bytes) -> None:
        """Write one line."""
        await self._stdout.send(one_line(message) + b"\n")


@contextmanager
def standard_streams() -> Iterator[StdioClient]:
    """Yield the client on descriptors 0 and 1, and leave them as they were: others may share them."""
    blocking = [os.get_blocking(number) for number in (0, 1)]
    stdin, stdout = (Pipe(os.fdopen(os.dup(number), mode)) for number, mode in ((0, "rb"), (1, "wb")))
    try:
        yield StdioClient(stdin, stdout)
    finally:
        stdin.close()
        stdout.close()
        for number, value in enumerate(blocking):
            os.set_blocking(number, value)
