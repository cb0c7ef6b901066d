"""One line on a terminal that says what goes on, and is gone at the end."""

import os
import time
from threading import Lock
from typing import Final, TextIO

from tool_audit.cli.console import plain
from tool_audit.report.safe import to_ascii

_UNTOLD: Final = 80
"""Columns of a terminal that does not tell."""


class StatusLine:
    """Shown only where the stream is a terminal. Several threads may write it."""

    def __init__(self, stream: TextIO, *, quiet: bool = False) -> None:
        self._stream = stream
        self.is_shown = not quiet and stream.isatty()
        self._began = time.monotonic()
        self._lock = Lock()

    def say(self, what: str, how_far: str) -> None:
        """Show what goes on, cut where there is no room, then how far it is, and for how long."""
        if not self.is_shown:
            return
        minutes, seconds = divmod(int(time.monotonic() - self._began), 60)
        end = f"  {how_far}   {minutes:02}:{seconds:02}"
        # a line that wraps is never taken away whole, and signs of other scripts are wider than one cell
        start = to_ascii(plain(what))[: max(self._columns() - len(end) - 1, 0)]
        with self._lock:
            self._stream.write(f"\r\x1b[K{start}{end}")
            self._stream.flush()

    def clear(self) -> None:
        """Take the line away."""
        if self.is_shown:
            self._stream.write("\r\x1b[K")
            self._stream.flush()

    def _columns(self) -> int:
        try:
            return os.get_terminal_size(self._stream.fileno()).columns or _UNTOLD
        except OSError:
            return _UNTOLD
