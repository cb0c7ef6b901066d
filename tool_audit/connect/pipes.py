"""Our ends of a server's pipes: non-blocking descriptors, read in large pieces, closed once."""

import contextlib
import fcntl
import os
from typing import IO, Final

import anyio

_PIECE: Final = 2**20


class Pipe:
    """One end of a pipe. Waiting is cancellable, and `close` wakes whoever waits."""

    def __init__(self, end: IO[bytes]) -> None:
        """Take the descriptor out of the hands of `end`, which is closed."""
        self._descriptor = os.dup(end.fileno())
        end.close()
        self._closed = False
        os.set_blocking(self._descriptor, False)
        # fewer wake-ups on large replies, where the system lets us
        with contextlib.suppress(AttributeError, OSError):
            fcntl.fcntl(self._descriptor, fcntl.F_SETPIPE_SZ, _PIECE)

    async def receive(self) -> bytes:
        """Return the next bytes, b"" at the end. Other tasks get their turn even if bytes never cease to come."""
        await anyio.lowlevel.checkpoint()
        while not self._closed:
            try:
                return os.read(self._descriptor, _PIECE)
            except BlockingIOError:
                with contextlib.suppress(anyio.ClosedResourceError):
                    await anyio.wait_readable(self._descriptor)
            except OSError:
                break
        return b""

    async def send(self, data: bytes) -> None:
        """Write all of `data`. Raises anyio.BrokenResourceError where nobody reads any more."""
        rest = memoryview(data)
        await anyio.lowlevel.checkpoint()
        while rest:
            if self._closed:
                raise anyio.BrokenResourceError
            try:
                rest = rest[os.write(self._descriptor, rest) :]
            except BlockingIOError:
                with contextlib.suppress(anyio.ClosedResourceError):
                    await anyio.wait_writable(self._descriptor)
            except OSError:
                raise anyio.BrokenResourceError from None

    def close(self) -> None:
        """Close this end; again does nothing."""
        if not self._closed:
            self._closed = True
            anyio.notify_closing(self._descriptor)
            os.close(self._descriptor)
