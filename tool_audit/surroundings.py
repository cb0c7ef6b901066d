"""Where a server stands: the folders and files of this machine that its path arguments may mean."""

from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

from tool_audit.model import ServerSpec, TransportKind
from tool_audit.plan.sources import Surroundings

_FILES = 3
_FOLDERS_SEARCHED = 50


def surroundings_of(spec: ServerSpec) -> Surroundings:
    """Return the folders and files that a path may mean: those of the command line, else of the working folder."""
    if spec.transport is not TransportKind.STDIO:
        return Surroundings()
    home = Path(spec.cwd) if spec.cwd else Path.cwd()
    words = [word.partition("=")[2] or word for word in spec.command[1:]]
    named = [home / word for word in words if word]
    folders = [path for path in named if _is(path, Path.is_dir)] or [home]
    files = [path for path in named if _is(path, Path.is_file)]
    for folder in folders[:2]:
        files += islice(_files(folder), _FILES)
    return Surroundings(folders=tuple(map(str, folders)), files=tuple(map(str, files)))


def _is(path: Path, kind: Callable[[Path], bool]) -> bool:
    """Return whether a path is of this kind; one that we may not look at, or that can be none, is not."""
    try:
        return kind(path)
    except (OSError, ValueError):
        return False


def _files(folder: Path) -> Iterator[Path]:
    """Yield plain files, the nearest first; hidden ones and folders that we may not read are left out."""
    waiting = [folder]
    for _ in range(_FOLDERS_SEARCHED):
        if not waiting:
            return
        try:
            entries = sorted(path for path in waiting.pop(0).iterdir() if not path.name.startswith("."))
        except OSError:
            continue
        yield from (path for path in entries if _is(path, Path.is_file))
        waiting += [path for path in entries if _is(path, Path.is_dir) and not path.is_symlink()]
