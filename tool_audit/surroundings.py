"""Where a server stands: the folders and files of this machine that its path arguments may mean."""

import os
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path

from tool_audit import lazy_re
from tool_audit.model import ServerSpec, TransportKind
from tool_audit.plan.sources import Surroundings

_FILES = 3
"""Of one folder, whatever they are; and one more of each suffix that none of these has."""
_SUFFIXES = 12
_PROGRAMS = frozenset({".py", ".js", ".mjs", ".cjs", ".ts", ".sh", ".rb", ".jar"})
_FOLDERS_SEARCHED = 50
_FILES_SEARCHED = 2_000
_ASIDE = frozenset("path home pwd oldpwd tmpdir tmp temp shell".split())
"""Variables of any process: where they point is not what a server is about."""
_BESIDE = lazy_re.compile(r"log|cache|tmp|temp|config|venv|node_modules", re.IGNORECASE)


def surroundings_of(spec: ServerSpec) -> Surroundings:
    """Return the folders and files that a path may mean: those of the command line and of the server's variables.

    Where neither names one, the working folder is meant. Folders that are repositories, and those near the top that
    hold one, are named apart.
    """
    if spec.transport is not TransportKind.STDIO:
        return Surroundings()
    home = Path(spec.cwd) if spec.cwd else Path.cwd()
    words = [word.partition("=")[2] or word for word in spec.command[1:]]
    words += [value for name, value in spec.env.items() if name.lower() not in _ASIDE and not _BESIDE.search(name)]
    named = [home / word for word in dict.fromkeys(words) if word]
    folders = [path for path in named if _is(path, Path.is_dir)] or [home]
    files = [path for path in named if _is(path, Path.is_file) and not _is_program(path)]
    repositories: list[Path] = []
    for folder in folders[:2]:
        seen = tuple(islice(_entries(folder), _FILES_SEARCHED))
        repositories += [path.parent for path in seen if path.name == _REPOSITORY]
        files += _varied([path for path in seen if path.name != _REPOSITORY])
    return Surroundings(
        folders=tuple(map(str, folders)), files=tuple(map(str, files)), repositories=tuple(map(str, repositories[:2]))
    )


def _is(path: Path, kind: Callable[[Path], bool]) -> bool:
    """Return whether a path is of this kind; one that we may not look at, or that can be none, is not."""
    try:
        return kind(path)
    except (OSError, ValueError):
        return False


def _is_program(path: Path) -> bool:
    """Return whether a file of the command line is what is run, rather than what it is run on."""
    return path.suffix in _PROGRAMS or os.access(path, os.X_OK)


def _varied(files: Sequence[Path]) -> Iterator[Path]:
    """Yield the first few files, then one of each other suffix."""
    yield from files[:_FILES]
    suffixes = {path.suffix.lower() for path in files[:_FILES]} | {""}
    for path in files[_FILES:]:
        if path.suffix.lower() not in suffixes and len(suffixes) < _SUFFIXES:
            suffixes.add(path.suffix.lower())
            yield path


_REPOSITORY = ".git"


def _entries(folder: Path) -> Iterator[Path]:
    """Yield plain files and what marks a repository, the nearest first.

    Other hidden entries are left out, and so are folders that we may not read.
    """
    waiting = [folder]
    for _ in range(_FOLDERS_SEARCHED):
        if not waiting:
            return
        try:
            entries = sorted(waiting.pop(0).iterdir())
        except OSError:
            continue
        shown = [path for path in entries if not path.name.startswith(".")]
        yield from (path for path in entries if path.name == _REPOSITORY)
        yield from (path for path in shown if _is(path, Path.is_file))
        waiting += [path for path in shown if _is(path, Path.is_dir) and not path.is_symlink()]
