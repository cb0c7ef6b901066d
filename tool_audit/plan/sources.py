"""Where values may come from, and the words by which an argument says what it wants."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from tool_audit.model import Json
from tool_audit.plan.harvest import Found

Candidate: TypeAlias = tuple[Json, str]
"""A value and where it is from."""

ID_WORDS = frozenset("id uid uuid key slug code number sha hash ref handle uri guid identifier permalink".split())
NAME_WORDS = frozenset("name title label".split())
FILE_WORDS = frozenset("file filename filepath document media".split())
FOLDER_WORDS = frozenset("folder directory dir repo root cwd workspace repository project tree".split())
CONTENT_WORDS = frozenset("content contents text line lines cat head tail blame".split())
"""Words of tools that tell what is in a file, and not what is in a folder."""
SEARCHING = frozenset("search find lookup query filter match grep discover locate".split())
"""Words of tools that look for something among many."""
OVER_FOLDERS = frozenset("search list find tree walk glob grep directory folder count".split())
"""Words of tools that look through a folder, whatever they look for in it."""
PATH_WORDS = FILE_WORDS | FOLDER_WORDS | {"path", "location"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """The places that a path may mean: those that the server's own command line or variables name, else where it is."""

    folders: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    repositories: tuple[str, ...] = ()
    """Of the folders, or inside them, those under version control."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sources:
    """All that a value may come from."""

    found: tuple[Found, ...] = ()
    errors: tuple[str, ...] = ()
    """What this subject's failed calls said."""
    surroundings: Surroundings = field(default_factory=Surroundings)
    declared: Mapping[str, Sequence[Candidate]] = field(default_factory=dict)
    """Name of an argument -> what the tools' schemas declare for arguments of this name."""
