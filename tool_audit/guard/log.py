"""The guard's log: a JSON line for each call, with the names of its arguments and a hash of them, and no value."""

import json
import logging
import sys
from collections.abc import Callable
from dataclasses import asdict
from datetime import UTC, datetime
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Final

from tool_audit.guard.entry import Entry

SCHEMA: Final = "tool-audit/guard-log/1"
MAX_BYTES: Final = 10 * 2**20
BACKUPS: Final = 4
"""Older files that are kept beside the one that is written: LOG.1 is the latest of them."""


class FileLog:
    """Writes one file, and begins another when it is full; without a path, calls go nowhere."""

    def __init__(
        self,
        server: str,
        path: Path | None,
        *,
        tell: Callable[[str], object] = lambda _: None,
        max_bytes: int = MAX_BYTES,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        """Open the file for appending; `tell` is how the operator hears of notes. Raises OSError."""
        self._server = server
        self._tell = tell
        self._now = now
        self._handler: _Rotating | None = None
        if path is not None:
            self._handler = _Rotating(path, max_bytes, tell)
            path.chmod(0o600)

    def call(self, entry: Entry) -> None:
        """Keep one call."""
        fields = {
            name: value for name, value in asdict(entry).items() if value not in (None, "") and value is not False
        }
        self._write({"arguments": [], **fields})

    def note(self, text: str) -> None:
        """Tell the operator, and keep it."""
        self._tell(text)
        self._write({"note": text})

    def close(self) -> None:
        """Close the file."""
        if self._handler is not None:
            self._handler.close()

    def _write(self, fields: dict[str, object]) -> None:
        if self._handler is None:
            return
        time = self._now().isoformat(timespec="milliseconds").replace("+00:00", "Z")
        line = json.dumps({"schema": SCHEMA, "time": time, "server": self._server, **fields}, ensure_ascii=True)
        self._handler.emit(logging.LogRecord("guard", logging.INFO, "", 0, line, None, None))


class _Rotating(RotatingFileHandler):
    """A file whose failure costs no call: it is told once, and the log goes on when there is room again."""

    def __init__(self, path: Path, max_bytes: int, tell: Callable[[str], object]) -> None:
        super().__init__(path, maxBytes=max_bytes, backupCount=BACKUPS, encoding="utf-8", errors="backslashreplace")
        self._tell = tell
        self._failed = False

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: ARG002, N802 - the library's
        """Tell once that a line could not be written."""
        if not self._failed:
            self._tell(f"cannot write the log {self.baseFilename}: {sys.exc_info()[1]}; calls go on without it")
        self._failed = True
