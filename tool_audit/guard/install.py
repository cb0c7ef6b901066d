"""A client's configuration -> the same file, with the guard in front of one of its servers; and back again."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tool_audit.errors import UsageError
from tool_audit.guard.configuration_text import Configuration, read_configuration_text
from tool_audit.guard.entry_edits import put_in_front, started, take_away
from tool_audit.guard.in_front import Front, front_of, words_of
from tool_audit.guard.replaced_file import kept_beside, older_files, refuse_unwritable, replace_file
from tool_audit.guard.spans import Edit, Node, edited
from tool_audit.guard.url_edits import back_to_url, put_before_url

BACKUP: Final = ".before-guard"
"""Follows the name of a file as it was; a later one gets a number behind it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Changed:
    """What became of a configuration."""

    front: Front
    """The guard that stands there, or stood there."""
    changed: bool = True
    backup: Path | None = None
    was: str = ""
    """Where the entry was taken from by which it is as it was, if it is no matter of the entry itself."""


def install(config: Path, server: str, front: Sequence[str], folder: Path) -> Changed:
    """Put `front` (the guard's program and words) before a server. Raises UsageError, with nothing changed.

    `folder` chooses among the projects of a configuration that keeps several.
    """
    read, data = read_configuration_text(config, str(config))
    entry = read.entry(server, folder)
    there = front_of(words_of(entry.value))
    if there is not None:
        return Changed(front=there, changed=False)
    text = edited(read.text, _edits_to_guard(read, server, entry, front))
    made = _checked(read, text, server, folder)
    if made is None:
        raise _unchangeable(read)
    refuse_unwritable(config)
    backup = kept_beside(config, BACKUP, data)
    replace_file(config, read.data(text), data)
    return Changed(front=made, backup=backup)


def uninstall(config: Path, server: str, folder: Path) -> Changed:
    """Take the guard away from before a server. Raises UsageError, with nothing changed."""
    read, data = read_configuration_text(config, str(config))
    entry = read.entry(server, folder)
    there = front_of(words_of(entry.value))
    if there is None:
        raise UsageError(f"{server} in {config} does not stand behind the guard", hint="there is nothing to take back")
    was = next(_as_it_was(config, read, server, entry, there, folder), None)
    if was is not None:
        edits: list[Edit] = [Edit(entry.start, entry.end, was[1])]
    else:
        edits = _edits_back(read, server, entry, there)
    text = edited(read.text, edits)
    if _checked(read, text, server, folder) is not None:
        raise _unchangeable(read)
    refuse_unwritable(config)
    replace_file(config, read.data(text), data)
    return Changed(front=there, was="" if was is None else was[0].name)


def _edits_to_guard(read: Configuration, server: str, entry: Node, front: Sequence[str]) -> list[Edit]:
    with _told_of(server, read):
        place = started(entry)
        return put_before_url(read.text, entry, front) if place is None else put_in_front(read.text, place, front)


def _edits_back(read: Configuration, server: str, entry: Node, front: Front) -> list[Edit]:
    with _told_of(server, read):
        place = started(entry)
        if place is None or not front.starts:
            return back_to_url(read.text, entry, front)
        return take_away(read.text, place, front)


@contextmanager
def _told_of(server: str, read: Configuration) -> Iterator[None]:
    try:
        yield
    except UsageError as error:
        raise UsageError(f"{server} in {read.name}: {error.message}", hint=error.hint) from None


def _as_it_was(
    config: Path, read: Configuration, server: str, entry: Node, front: Front, folder: Path
) -> Iterator[tuple[Path, str]]:
    """Yield each backup, the latest first, of whose entry the guard makes the one that is there, and that entry."""
    if read.is_toml:  # there an entry is not in one place
        return
    for backup in older_files(config, BACKUP):
        try:
            older, _ = read_configuration_text(backup, backup.name)
            before = older.entry(server, folder)
            made = edited(older.text, _edits_to_guard(older, server, before, front.words))
        except UsageError:
            continue
        grown = len(made) - len(older.text)
        if made[before.start : before.end + grown] == read.text[entry.start : entry.end]:
            yield backup, older.text[before.start : before.end]


def _checked(read: Configuration, text: str, server: str, folder: Path) -> Front | None:
    """Return the guard that a text puts before a server. Raises UsageError where it does not say all else as before."""
    made = read.read_again(text)
    front = front_of(words_of(made.said_of(server, folder)))
    if made.others(server, folder) != read.others(server, folder):
        raise _unchangeable(read)
    return front


def _unchangeable(read: Configuration) -> UsageError:
    return UsageError(
        f"{read.name} is written in a way that cannot be changed and left as it is", hint="write it by hand"
    )
