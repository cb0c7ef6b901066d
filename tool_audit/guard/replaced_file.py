"""A file of the user's is replaced as a whole or not at all, and what it was before is kept beside it."""

import os
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from tempfile import mkstemp

from tool_audit.errors import UsageError


def refuse_unwritable(named: Path) -> None:
    """Raise UsageError where a file may not be written."""
    if not os.access(os.path.realpath(named), os.W_OK):
        raise _unwritten(named, "no permission to write it")


def replace_file(named: Path, data: bytes, before: bytes) -> None:
    """Write a file anew, with the mode that it has; a link stays, and what it leads to is written.

    Raises UsageError, and leaves the file as it is, where that cannot be, or where it does not hold `before` any more.
    """
    path = Path(os.path.realpath(named))
    part: Path | None = None
    try:
        was = path.stat()
        descriptor, name = mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
        part = Path(name)
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        with suppress(OSError):  # only root can give a file to somebody
            os.chown(part, was.st_uid, was.st_gid)
        part.chmod(was.st_mode & 0o7777)
        if path.read_bytes() != before:
            raise UsageError(f"{named} was changed by somebody else in the meantime", hint="do it again")
        part.replace(path)
        part = None
    except OSError as error:
        raise _unwritten(named, error.strerror or str(error)) from None
    finally:
        if part is not None:
            with suppress(OSError):
                part.unlink()


def kept_beside(named: Path, ending: str, data: bytes) -> Path:
    """Keep what a file holds beside it, with its mode, and return where: no older one is overwritten.

    Where the latest that was kept holds the same, that is it. Raises UsageError.
    """
    path = Path(os.path.realpath(named))
    try:
        latest = next(older_files(named, ending), None)
        if latest is not None and latest.read_bytes() == data:
            return latest
        for place in _places(path, ending):
            with suppress(FileExistsError):
                descriptor = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
                with os.fdopen(descriptor, "wb") as file:
                    file.write(data)
                place.chmod(path.stat().st_mode & 0o7777)
                return place
    except OSError as error:
        raise UsageError(
            f"a copy of {named} cannot be kept beside it: {error.strerror}", hint="check the permissions of its folder"
        ) from None
    raise AssertionError  # the numbers do not end


def older_files(named: Path, ending: str) -> Iterator[Path]:
    """Yield what was kept of a file, the latest first."""
    path = Path(os.path.realpath(named))
    kept = []
    for place in _places(path, ending):
        if not place.exists():
            break
        kept.append(place)
    yield from reversed(kept)


def _places(path: Path, ending: str) -> Iterator[Path]:
    yield path.with_name(path.name + ending)
    for number in count(2):
        yield path.with_name(f"{path.name}{ending}-{number}")


def _unwritten(named: Path, why: str) -> UsageError:
    return UsageError(f"cannot write {named}: {why}", hint="nothing was changed")
