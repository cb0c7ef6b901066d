"""What a server should refuse: values outside the bounds, of another type, of no known member, dates that are none."""

import re
from collections.abc import Iterator

from tool_audit.experiments.situation import Situation
from tool_audit.model import Json, Probe, SweepKind
from tool_audit.schema import Argument
from tool_audit.vocabulary import words_of

NO_MEMBER = "tool-audit-no-such-member"
NO_DATE = "2026-13-45"
NO_NUMBER = "many"
_MOST = 6
_DATE_WORDS = {"date", "since", "until", "after", "before", "from", "to", "day", "timestamp", "start", "end"}
_DATED = re.compile(r"\b(?:date|iso ?8601|yyyy|timestamp)\b", re.IGNORECASE)
_OR_NULL = re.compile(r"\bnull\b", re.IGNORECASE)


def probes(situation: Situation) -> Iterator[Probe]:
    """Yield wrong values, one argument at a time; where only a comparison tells, the right ones beside them."""
    if situation.base is None:
        return
    for argument in sorted(situation.free, key=_weight)[:_MOST]:
        for value in _values(argument):
            yield situation.vary(argument, value, "bad_input")


def _weight(argument: Argument) -> int:
    if argument.kind in {SweepKind.COUNT, SweepKind.SIZE, SweepKind.DETAIL}:
        return 0
    return 1 if argument.closed_set or is_date(argument) else 2


def _values(argument: Argument) -> Iterator[Json]:
    if argument.types == {"boolean"}:
        yield from ("false", False, True)
    elif argument.closed_set:
        yield NO_MEMBER
    elif argument.numeric:
        yield NO_NUMBER
        yield from _outside(argument)
    elif is_date(argument):
        yield NO_DATE
    elif isinstance(most := argument.schema.get("maxLength"), int) and 0 < most <= 10_000:
        yield "a" * most
        yield "a" * (most + 50)
    if allows_null(argument):
        yield None


def _outside(argument: Argument) -> Iterator[Json]:
    if argument.minimum is not None:
        yield int(argument.minimum) - 1
    if argument.maximum is not None:
        yield int(argument.maximum) + 1


def is_date(argument: Argument) -> bool:
    """Return whether an argument takes a date, by its format, its name or its description."""
    if argument.types and "string" not in argument.types:
        return False
    if argument.schema.get("format") in {"date", "date-time"}:
        return True
    return bool(set(words_of(argument.name)) & _DATE_WORDS and _DATED.search(f"{argument.name} {argument.description}"))


def allows_null(argument: Argument) -> bool:
    """Return whether the description promises that null may be sent."""
    return bool(_OR_NULL.search(argument.description))
