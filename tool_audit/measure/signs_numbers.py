"""Signs that need no language: "37 ... 1-10" beside a list of ten is a total, "... cursor=9" a way to go on."""

import re
from collections.abc import Iterator
from typing import Final

from tool_audit import lazy_re
from tool_audit.model import Items, Sign, SignKind

_NUMBER: Final = r"\d{1,3}(?:[,.\u00a0\u202f ]\d{3})+|\d+"
_RANGE: Final = lazy_re.compile(rf"(?<![\d.:/-])({_NUMBER})\s?[-\u2013\u2014~\u301c\uff5e]\s?({_NUMBER})(?![\d.:/-])")
_ALONE: Final = lazy_re.compile(rf"(?<![\d.:/-])({_NUMBER})(?![\d/]|[.:-]\d)")
_LONGEST: Final = 120


def ranges(text: str, items: Items, begin: int) -> Iterator[Sign]:
    """Yield a total for each short line that holds one range, as long as the list, and one number above it."""
    at = begin
    for line in text.split("\n"):
        total = _total(line, items.count) if len(line) <= _LONGEST else None
        if total is not None:
            yield Sign(kind=SignKind.TOTAL, where=line.strip()[:80], value=total, position=at)
        at += len(line) + 1


_HANDLE: Final = lazy_re.compile(
    r"\b(?:next_?|start_?|end_?)?(?:cursor|page_?token|continuation(?:_?token)?)\s?[=:]\s?[\"'`]?([^\s\"'`,;)\]]{1,200})",
    re.IGNORECASE,
)


def handles(text: str, begin: int) -> Iterator[Sign]:
    """Yield the value of each cursor that a short line names as an argument would be: `cursor=9`."""
    at = begin
    for line in text.split("\n"):
        match = _HANDLE.search(line) if len(line) <= _LONGEST else None
        value = match.group(1).rstrip(".") if match is not None else ""
        if match is not None and value.lower() not in {"", "null", "none", "nil", "-"}:
            yield Sign(kind=SignKind.CURSOR, where=match.group()[:80], value=value, position=at + match.start())
        at += len(line) + 1


def _total(line: str, count: int) -> int | None:
    found = list(_RANGE.finditer(line))
    if len(found) != 1:
        return None
    first, last = (_value(group) for group in found[0].groups())
    rest = line[: found[0].start()] + " " + line[found[0].end() :]
    others = [_value(match.group(1)) for match in _ALONE.finditer(rest)]
    fits = count > 1 and last - first in {count - 1, count} and len(others) == 1 and others[0] >= last
    return others[0] if fits else None


def _value(text: str) -> int:
    return int(re.sub(r"\D", "", text))
