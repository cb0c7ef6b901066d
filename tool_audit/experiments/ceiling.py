"""A limit that stopped being heeded, without a word: whether more exists, asked with the same limit in another way."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final

from tool_audit.bounds import value_in, with_value
from tool_audit.experiments.paging import NUMBERED, OFFSETS
from tool_audit.experiments.situation import Situation
from tool_audit.model import Call, Json, Probe, SweepKind
from tool_audit.schema import Argument
from tool_audit.vocabulary import english_words

FEWEST: Final = 5
_WHOLE: Final = frozenset("all any every both everything total none".split())
DIRECTIONS: Final = frozenset("asc desc ascending descending".split())
_MOST_MEMBERS: Final = 2


@dataclass(frozen=True, slots=True)
class Ceiling:
    """A number of items that was asked for in vain, and the call that was answered with fewer."""

    value: int
    count: int
    call: Call


def at_a_ceiling(situation: Situation, argument: Argument) -> Ceiling | None:
    """Return the smallest number of items that was asked for in vain; None where all was heeded.

    Only where the reply says nothing of it, and smaller numbers were heeded.
    """
    asked = list(_asked(situation, argument))
    if not any(0 < each.count == each.value for each in asked):
        return None
    stopped = [each for each in asked if FEWEST <= each.count < each.value and _says_nothing(each.call)]
    return min(stopped, key=lambda each: each.value, default=None)


def _asked(situation: Situation, argument: Argument) -> Iterator[Ceiling]:
    """Yield each call that is the base but for this argument."""
    base = situation.base
    if base is None:
        return
    for call in situation.calls:
        value, count = value_in(call.arguments, argument), _count(call)
        number = isinstance(value, int) and not isinstance(value, bool)
        if number and count is not None and with_value(base.arguments, argument, value) == dict(call.arguments):
            yield Ceiling(value, count, call)


def probes(situation: Situation) -> Iterator[Probe]:
    """Yield the call at the ceiling with what would show more: what comes behind it, another order, some of it."""
    for argument in situation.bounding:
        if argument.kind is not SweepKind.COUNT or argument.pages or not argument.numeric:
            continue
        found = at_a_ceiling(situation, argument)
        if found is not None:
            yield from islice(_further(situation, argument, found.value, found.count), 1)
            for other in situation.free:
                yield from _turned(situation, argument, found.value, other)


def _further(situation: Situation, limit: Argument, value: float, count: int) -> Iterator[Probe]:
    """Yield what comes behind the items at the ceiling."""
    for argument in situation.bounding:
        name = "".join(english_words(argument.key))
        if not argument.pages or not argument.numeric:
            continue
        if name in OFFSETS:
            from_one = argument.minimum == 1
            yield _probe(situation, limit, value, argument, count + from_one)
        elif name in NUMBERED:
            from_zero = 0 in (argument.default, argument.minimum)
            yield _probe(situation, limit, count, argument, 1 if from_zero else 2)


def _turned(situation: Situation, limit: Argument, value: float, other: Argument) -> Iterator[Probe]:
    """Yield the other ends of an order, and the members that an optional closed set chooses among the items."""
    if other.kind is not None or other.pages or other.required or not other.closed_set or other.types == {"boolean"}:
        return
    members = [member for member in other.closed_set if str(member).lower() not in _WHOLE]
    directed = [member for member in members if str(member).lower() in DIRECTIONS]
    for member in directed if len(directed) > 1 else members[:_MOST_MEMBERS]:
        yield _probe(situation, limit, value, other, member)


def _probe(situation: Situation, limit: Argument, value: float, other: Argument, told: Json) -> Probe:
    return situation.vary_both((limit, value), (other, told), "broad")


def _count(call: Call) -> int | None:
    reply = call.measurement if call.succeeded else None
    return None if reply is None or reply.items is None or reply.reads_failed else reply.items.count


def _says_nothing(call: Call) -> bool:
    signs = call.measurement.signs if call.measurement is not None else None
    return signs is not None and not (
        signs.says_more or signs.says_complete or signs.has_more is not None or signs.limit_applied is not None
    )
