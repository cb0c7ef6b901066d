"""Bytes -> lines, in time linear in the bytes, whatever the length of a line."""

from collections.abc import Iterator


class LineSplitter:
    """Cuts a byte stream into lines; a line over `limit` bytes is dropped while it arrives.

    Every byte is looked at once for a newline, and a line is put together once, when it is complete.
    """

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._parts: list[bytes] = []
        self._size = 0
        self._over = False

    def feed(self, chunk: bytes) -> Iterator[bytes | None]:
        """Yield the lines that end in `chunk` (without their newline), None once for each that goes over the limit."""
        start = 0
        while (end := chunk.find(b"\n", start)) != -1:
            if self._over:
                self._over = False
            elif self._size + end - start > self.limit:
                self._forget()
                yield None
            else:
                yield self._complete(chunk[start:end])
            start = end + 1
        if start < len(chunk) and not self._over:
            self._parts.append(chunk[start:] if start else chunk)
            self._size += len(chunk) - start
            if self._size > self.limit:
                self._forget()
                self._over = True
                yield None

    def rest(self) -> bytes:
        """Return what came after the last newline, and forget it."""
        return self._complete(b"")

    def _complete(self, last: bytes) -> bytes:
        if not self._parts:
            return last
        self._parts.append(last)
        line = b"".join(self._parts)
        self._forget()
        return line

    def _forget(self) -> None:
        self._parts = []
        self._size = 0
