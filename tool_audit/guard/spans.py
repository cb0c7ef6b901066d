"""Where the values of a configuration stand in its text, so that one can be changed and every other byte left alone."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto

from tool_audit.model import Json


class Syntax(Enum):
    """How members of a table are written."""

    JSON = auto()
    """JSON, also with comments, trailing commas and all else that JSON5 allows."""
    TABLE = auto()
    """TOML, a member a line."""
    INLINE = auto()
    """TOML, in braces."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """A value, and the characters of the text from `start` to `end` that say it."""

    start: int
    end: int
    value: Json
    members: "Mapping[str, Member]" = field(default_factory=dict)
    items: "tuple[Node, ...]" = ()
    syntax: Syntax = Syntax.JSON


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """A member of an object or table; `key` is where its name stands, None where that is not beside its value."""

    key: tuple[int, int] | None
    node: Node


@dataclass(frozen=True, slots=True)
class Edit:
    """Put `text` in the place of the characters from `start` to `end`."""

    start: int
    end: int
    text: str


def edited(text: str, edits: Iterable[Edit]) -> str:
    """Return the text with all edits made; none of them may overlap another."""
    made, at = [], 0
    for edit in sorted(edits, key=lambda one: (one.start, one.end)):
        made += [text[at : edit.start], edit.text]
        at = edit.end
    return "".join([*made, text[at:]])
