"""Where records are written: a file for each server, under a name of its own, complete or not there."""

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from tool_audit.cli.console import note
from tool_audit.errors import UsageError


def record_files(folder: Path | None, names: Sequence[str]) -> list[Path | None]:
    """Return the file for each server's record; None where nothing is recorded."""
    if folder is None:
        return [None] * len(names)
    files: list[Path | None] = []
    taken: set[str] = set()
    for name in names:
        stem = re.sub(r"[^\w.-]+", "-", name).strip("-.")[:60] or "server"
        # some file systems do not tell A from a
        while stem.lower() in taken:
            stem += "_"
        taken.add(stem.lower())
        files.append(folder / f"{stem}.jsonl")
    return files


@contextmanager
def writing(file: Path | None) -> Iterator[IO[str] | None]:
    """Yield a file to write to, which gets its name at the end, however that comes; None where there is none.

    What cannot be kept costs the record, and not the audit.
    """
    if file is None:
        yield None
        return
    part = file.with_suffix(".part")
    try:
        # replies hold what the server lets its user see, and nobody else on this machine
        descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    except OSError as error:
        raise UsageError(f"cannot record into {file}: {error.strerror}", hint="name another folder") from error
    stream = os.fdopen(descriptor, "w", encoding="utf-8")
    try:
        yield stream
    finally:
        with suppress(OSError):  # a disk that is full takes the last line no better than before: its writer has told
            stream.close()
        _keep(part, file)


def _keep(part: Path, file: Path) -> None:
    try:
        if part.stat().st_size:
            part.replace(file)
        else:
            part.unlink()
    except OSError as error:
        note(f"note: the record {file} could not be kept: {error.strerror}")
