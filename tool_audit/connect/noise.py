"""What a server says beside the protocol: a bounded, harmless memory of it."""

from collections import deque

_SHOWN = {"\t"}


def neutral(text: str, limit: int) -> str:
    """Return at most `limit` characters of `text`, fit for a terminal: control characters are written out."""
    cut = text[: limit + 1]
    clean = "".join(c if c in _SHOWN or (c.isprintable()) else _written_out(c) for c in cut)
    return clean if len(clean) <= limit else clean[: limit - 1] + "…"


def _written_out(character: str) -> str:
    point = ord(character)
    return f"\\x{point:02x}" if point < 0x100 else f"\\u{point:04x}"


class FirstLines:
    """Keeps the first few lines."""

    def __init__(self, count: int = 20, width: int = 200) -> None:
        self._count = count
        self._width = width
        self.lines: list[str] = []
        self.total = 0

    def add(self, raw: bytes) -> None:
        """Note one line; an empty one is nothing."""
        text = raw[: 4 * self._width + 4].decode("utf-8", "replace").strip()
        if not text:
            return
        self.total += 1
        if len(self.lines) < self._count:
            self.lines.append(neutral(text, self._width))


class LastLines:
    """Keeps the last few lines of a byte stream that may never end a line."""

    def __init__(self, count: int = 20, width: int = 300) -> None:
        self._width = width
        self._lines: deque[str] = deque(maxlen=count)
        self._open = b""

    def feed(self, chunk: bytes) -> None:
        """Take the next bytes."""
        *complete, last = (self._open + chunk).split(b"\n")
        for line in complete[-(self._lines.maxlen or 0) :]:
            self._add(line)
        # only the head of a line is shown, so only that much of an endless one is kept
        self._open = last[: 4 * self._width]

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines, oldest first, the unfinished one included."""
        open_line = self._text(self._open)
        return (*self._lines, open_line) if open_line else tuple(self._lines)

    def _add(self, line: bytes) -> None:
        if text := self._text(line):
            self._lines.append(text)

    def _text(self, line: bytes) -> str:
        return neutral(line[: 4 * self._width].decode("utf-8", "replace").rstrip(), self._width)
