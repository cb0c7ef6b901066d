"""The folders that a user wants watched: what changed in them while a call was under way."""

import os
import stat
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Final, TypeAlias

from tool_audit.errors import UsageError
from tool_audit.model import FileChange
from tool_audit.settings.paths import is_folder

MOST_ENTRIES: Final = 5_000
"""Files and folders that are watched; what there is beyond is not, and that is told."""
LONGEST_READ: Final = 64 * 1024
"""Bytes of a file whose content is compared; of a longer one its size and its time are."""
MOST_READ: Final = 32 * 2**20
"""Bytes that are read in all for the first look."""
_DEEPEST: Final = 20


@dataclass(frozen=True, slots=True)
class _Entry:
    """A file as it was found; `content` is empty where it was not read."""

    size: int
    written: int
    content: bytes


_Snapshot: TypeAlias = Mapping[str, _Entry]


def check_folders(folders: Sequence[Path]) -> None:
    """Raise UsageError where one of them is no folder."""
    for folder in folders:
        if not is_folder(folder):
            raise UsageError(f"--watch {folder}: there is no such folder", hint="name a folder that is there")


class WatchedFolders:
    """Looked at before and after each call: `begin`, then `changes`."""

    def __init__(self, folders: Sequence[Path]) -> None:
        """Watch these folders."""
        self._folders = tuple(dict.fromkeys(folders))
        self._last: _Snapshot = {}
        self._read = 0
        self.notes: tuple[str, ...] = ()
        """What a reader should know: that there was more in the folders than is watched."""

    def begin(self) -> None:
        """Look at the folders before a call."""
        if self._folders:
            self._last = self._look()

    def changes(self) -> tuple[FileChange, ...]:
        """Return what has changed since `begin`, by path."""
        if not self._folders:
            return ()
        before, after = self._last, self._look()
        self._last = after
        return tuple(
            FileChange(path=path, what=what)
            for path in sorted(before.keys() | after.keys())
            if (what := _what(before.get(path), after.get(path)))
        )

    def _look(self) -> _Snapshot:
        """Return all entries: an unchanged file is not read again."""
        found: dict[str, _Entry] = {}
        for folder in self._folders:
            prefix = f"{folder.name}/" if len(self._folders) > 1 else ""
            for path, status in _entries(folder):
                if len(found) >= MOST_ENTRIES:
                    self.notes = (f"of the watched folders only {MOST_ENTRIES:,} files and folders were watched",)
                    return found
                name = prefix + path.relative_to(folder).as_posix()
                if stat.S_ISDIR(status.st_mode):
                    found[f"{name}/"] = _Entry(0, 0, b"")
                else:
                    found[name] = self._entry(name, path, status)
        return found

    def _entry(self, name: str, path: Path, status: os.stat_result) -> _Entry:
        known = self._last.get(name)
        if known is not None and (known.size, known.written) == (status.st_size, status.st_mtime_ns):
            return known
        content = b""
        if status.st_size <= LONGEST_READ and self._read < MOST_READ:
            self._read += status.st_size if known is None else 0
            content = _digest(path)
        return _Entry(status.st_size, status.st_mtime_ns, content)


def _entries(folder: Path) -> Iterator[tuple[Path, os.stat_result]]:
    """Yield regular files and folders below a folder in the order of their names; no link is followed."""
    stack = [(folder, 0)]
    while stack:
        place, depth = stack.pop()
        try:
            with os.scandir(place) as listed:
                inside = sorted(listed, key=lambda entry: entry.name)
        except OSError:
            continue  # gone in the meantime, or closed to us
        for entry in inside:
            try:
                status = entry.stat(follow_symlinks=False)
            except OSError:
                continue
            if stat.S_ISDIR(status.st_mode) and depth < _DEEPEST:
                stack.append((Path(entry.path), depth + 1))
            if stat.S_ISDIR(status.st_mode) or stat.S_ISREG(status.st_mode):
                yield Path(entry.path), status


def _digest(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return blake2b(file.read(LONGEST_READ + 1), digest_size=16).digest()
    except OSError:
        return b""


def _what(before: _Entry | None, after: _Entry | None) -> str:
    """Say what became of a file; "" where nothing did."""
    if before is None or after is None:
        return "new" if before is None else "gone"
    if before == after:
        return ""
    read = before.content and after.content
    return "rewritten" if read and before.content == after.content else "changed"
