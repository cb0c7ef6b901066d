"""Paths that a user wrote: any text will do, and none of these raises."""

from pathlib import Path


def expand(text: str | Path, folder: Path) -> Path:
    """Return the path with its ~ put in, relative to a folder; a ~name that is nobody's stays as it is."""
    try:
        return folder / Path(text).expanduser()
    except RuntimeError:
        return folder / text


def is_folder(path: Path) -> bool:
    """Whether there is such a folder, and we can see it."""
    try:
        return path.is_dir()
    except OSError:  # longer than a path can be, or behind a closed folder
        return False


def is_present(path: Path) -> bool:
    """Whether there is such a file or folder, and we can see it."""
    try:
        return path.exists()
    except OSError:  # see is_folder
        return False


def is_file(path: Path) -> bool:
    """Whether there is such a file, and we can see it."""
    try:
        return path.is_file()
    except OSError:  # see is_folder
        return False


def display(path: Path, cwd: Path) -> str:
    """Return the path as a reader who stands in `cwd` would write it."""
    return str(path.relative_to(cwd)) if path.is_relative_to(cwd) else str(path)
