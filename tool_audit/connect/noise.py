"""What a server says beside the protocol: a bounded, harmless memory of it."""

from collections import deque
from enum import Enum

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

    def add(self, raw: bytes) -> bool:
        """Note one line; an empty one is nothing, and not noted."""
        text = raw[: 4 * self._width + 4].decode("utf-8", "replace").strip()
        if not text:
            return False
        self.total += 1
        if len(self.lines) < self._count:
            self.lines.append(neutral(text, self._width))
        return True


class Stage(Enum):
    """When a line came."""

    START = "start"  # before the first process had answered our greeting
    SERVING = "serving"
    ASIDE = "aside"  # while a later process starts, or one ends: it says no more than the first did, or nobody listens


class CountedLines(FirstLines):
    """Keeps the first few lines, and counts them by the stage that the server is in."""

    def __init__(self) -> None:
        super().__init__()
        self.stage = Stage.START
        self.counts = dict.fromkeys(Stage, 0)

    def begin(self) -> None:
        """Be told that a process starts; where one failed to start before it, what that had said is forgotten."""
        if self.stage is Stage.START:
            self.lines, self.total, self.counts[Stage.START] = [], 0, 0

    def add(self, raw: bytes) -> bool:
        """Note one line; an empty one is nothing, and not noted."""
        noted = super().add(raw)
        self.counts[self.stage] += noted
        return noted


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
