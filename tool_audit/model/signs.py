"""What one reply says of its own completeness: that more exists, that it was cut, that it is all."""

from dataclasses import dataclass, field
from enum import StrEnum

from tool_audit.model.values import ABSENT, Json


class SignKind(StrEnum):
    """What a sign says."""

    TRUNCATED = "truncated"
    HAS_MORE = "has-more"
    NO_MORE = "no-more"
    CURSOR = "cursor"
    TOTAL = "total"
    COUNT = "count"
    REMAINING = "remaining"
    LIMIT_APPLIED = "limit-applied"
    TEXT = "text"
    LINK = "link"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sign:
    """One sign. `value` is what stands there: a flag, a number, a cursor, or for words the number they name."""

    kind: SignKind
    where: str
    """The JSON path, or the matched words (80 characters at most)."""
    value: Json = None
    position: int = 0
    """Characters of the reply's text before it; about right for JSON."""
    depth: int = 0
    """Levels of nesting above it: 1 for a member of the whole document, 0 for text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Signs:
    """All signs in one reply, and what they come to. Nothing in here is read off the items themselves."""

    all: tuple[Sign, ...] = ()
    says_more: bool = False
    """Something says that this is not all: that it was cut, that more follows, or a total above what is here."""
    says_complete: bool = False
    """Something says outright that this is all, and nothing says otherwise."""
    has_more: bool | None = None
    """What flags, cursors and page numbers say of a further page; None where they say nothing."""
    cursor: Json = field(default=ABSENT)
    """The value to continue with (a cursor, a link, a page or offset), or ABSENT."""
    cursor_path: str = ""
    next_offset: int | None = None
    total: int | None = None
    """How many there are, as stated."""
    count: int | None = None
    """How many are in this reply, as stated; below zero where the server says so."""
    limit_applied: int | None = None
    cut_json: bool = False
    """The text begins as JSON and ends before it closes."""
