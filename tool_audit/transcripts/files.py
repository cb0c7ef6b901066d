"""What the user named -> the files that are logs; a file -> the JSON values that it holds, one by one."""

import os
import re
import stat
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from io import BufferedReader, RawIOBase
from itertools import chain, islice
from pathlib import Path
from typing import Any, Final, cast

from tool_audit import lazy_re
from tool_audit.errors import UsageError
from tool_audit.model import ABSENT, Json
from tool_audit.transcripts.parsing import parsed
from tool_audit.transcripts.unpacking import DamagedError, unpacked

STDIN: Final = "-"
LONGEST_LINE: Final = 256 << 20
"""Bytes of a line that is read; a longer one is passed over, so that memory stays bounded."""
LARGEST_DOCUMENT: Final = 1 << 30
"""Bytes of a file that is one JSON text over many lines: it has to be read as a whole."""
_BUFFER: Final = 1 << 20
_HEAD: Final = 20
_LIKE_A_LOG: Final = lazy_re.compile(r"\.(jsonl|ndjson|json|log)([.-]\d+)*(\.(gz|zst))?$", re.IGNORECASE)


@dataclass(slots=True)
class Tally:
    """What was found in one file while its documents were read."""

    bytes: int = 0
    """As unpacked."""
    lines: int = 0
    broken: int = 0
    """Lines that are no JSON, or too long to be read."""
    notes: list[str] = field(default_factory=list)


def files(named: Iterable[str], note: Callable[[str], None] = lambda _: None) -> Iterator[str]:
    """Yield each file once: those named, and those in named folders that are called as logs are, in sorted order.

    `note` hears of a folder without such files. Raises UsageError for a name that stands for nothing which can be read.
    """
    seen: set[tuple[int, int]] = set()
    for name in named:
        if name == STDIN:
            yield name
            continue
        try:
            found = Path(name).stat()
            if stat.S_ISREG(found.st_mode):
                Path(name).open("rb").close()
        except (OSError, ValueError) as error:
            raise UsageError(
                f"the log {name} cannot be read: {getattr(error, 'strerror', None) or error}",
                hint="name a file, a folder of them, or - for what comes in on stdin.",
            ) from None
        if stat.S_ISDIR(found.st_mode):
            empty = True
            for path in _walk(name, seen):
                empty = False
                yield path
            if empty:
                note(f"{name}: no file in it is called as logs are (.jsonl, .ndjson, .json, .log)")
        elif _is_new(found, seen):
            yield name


def _walk(folder: str, seen: set[tuple[int, int]]) -> Iterator[str]:
    closed: list[str] = []
    for here, folders, names in os.walk(folder, followlinks=True, onerror=lambda error: closed.append(error.filename)):
        # a link to a folder above would lead round for ever
        folders[:] = [name for name in sorted(folders) if _is_new(_stat(Path(here, name)), seen)]
        for path in (Path(here, name) for name in sorted(names) if _LIKE_A_LOG.search(name)):
            found = _stat(path)
            if found and stat.S_ISREG(found.st_mode) and _is_new(found, seen):
                yield str(path)
    yield from closed  # who reads them notes why that cannot be


def _stat(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except OSError:
        return None


def _is_new(found: os.stat_result | None, seen: set[tuple[int, int]]) -> bool:
    if found is None:
        return False
    key = (found.st_dev, found.st_ino)
    if key in seen:
        return False
    seen.add(key)
    return True


def documents(name: str, tally: Tally) -> Iterator[Json]:
    """Yield the JSON values of a file: one of each line, or those of the one array that it is.

    A line that is no JSON is counted and passed over. Where the file cannot be read to its end, a note says so.
    """
    with _noted(tally), _opened(name) as file:
        lines = _lines(file, tally)
        head = list(islice(lines, _HEAD))
        if _is_one_document(head):
            yield from _whole(head, file, tally)
        else:
            yield from _each(chain(head, lines), tally)


@contextmanager
def _noted(tally: Tally) -> Iterator[None]:
    """Note that a file could be read no further, where that is so."""
    try:
        yield
    except DamagedError as error:
        tally.notes.append(f"it is damaged, and was read as far as that goes: {error}")
    except OSError as error:
        tally.notes.append(f"it could not be read to its end: {error.strerror or error}")


@contextmanager
def _opened(name: str) -> Iterator["BufferedReader[Any]"]:
    # stdin is not ours to close
    with nullcontext(sys.stdin.buffer) if name == STDIN else Path(name).open("rb", buffering=0) as raw:
        file = BufferedReader(cast("RawIOBase", raw), _BUFFER)
        try:
            yield unpacked(file)
        finally:
            file.detach()


def _lines(file: "BufferedReader[Any]", tally: Tally) -> Iterator[bytes]:
    read = file.readline
    with _noted(tally):  # here as well: the lines before count
        while line := read(LONGEST_LINE):
            tally.lines += 1
            tally.bytes += len(line)
            if len(line) < LONGEST_LINE or line.endswith(b"\n"):
                yield line
                continue
            tally.broken += 1
            while (more := read(LONGEST_LINE)) and not more.endswith(b"\n"):
                tally.bytes += len(more)
            tally.bytes += len(more)


def _each(lines: Iterable[bytes], tally: Tally) -> Iterator[Json]:
    for line in lines:
        value = parsed(line)
        if value is not ABSENT:
            yield value
        elif not line.isspace():
            tally.broken += 1


def _is_one_document(head: Sequence[bytes]) -> bool:
    # where the first line is merely cut, others are texts of their own
    told = [line.strip() if place == 0 else line.rstrip() for place, line in enumerate(head) if not line.isspace()]
    if not told or told[0][:1] not in (b"{", b"["):
        return False
    if len(told) == 1 or told[0] in (b"{", b"["):
        return True
    return parsed(told[0]) is ABSENT and not any(
        line.startswith(b"{") and isinstance(parsed(line), dict) for line in told[1:]
    )


def _whole(head: Sequence[bytes], file: "BufferedReader[Any]", tally: Tally) -> Iterator[Json]:
    rest = file.read(LARGEST_DOCUMENT + 1)
    tally.bytes += len(rest)
    if len(rest) > LARGEST_DOCUMENT:
        tally.notes.append(f"it is one JSON text of over {LARGEST_DOCUMENT >> 20:,} MiB: too large to read")
        return
    tally.lines += rest.count(b"\n") + bool(rest and not rest.endswith(b"\n"))
    text = b"".join((*head, rest))
    value = parsed(text)
    if value is ABSENT:
        yield from _each(text.splitlines(), tally)
    elif isinstance(value, list):
        yield from value
    else:
        yield value
