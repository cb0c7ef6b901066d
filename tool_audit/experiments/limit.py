"""A ladder of values for the arguments that bound a reply: how it grows, where it stops, what no bound at all gives."""

from collections.abc import Iterator

from tool_audit.bounds import value_in
from tool_audit.experiments.situation import Situation
from tool_audit.model import ABSENT, Call, Json, Probe, SweepKind
from tool_audit.schema import Argument

SMALLEST_BUDGET = 256
HIGHEST = 10_000
"""No ladder of a number of items climbs past this, unless the schema's own maximum is higher."""
HIGHEST_BUDGET = 1_048_576


def probes(situation: Situation) -> Iterator[Probe]:
    """Yield the next rung of each ladder; a ladder stops over the cap, at an error, or where nothing more comes."""
    if situation.base is None:
        return
    for argument in situation.bounding:
        if argument.kind in {SweepKind.COUNT, SweepKind.SIZE} and argument.numeric:
            for value in _next(situation, argument):
                yield situation.vary(argument, value, "limit")


def _next(situation: Situation, argument: Argument) -> Iterator[Json]:
    before: Call | None = None
    for rung in _rungs(argument):
        call = situation.answer(argument, rung)
        if call is None:
            yield rung
            return
        if not call.succeeded or (before is not None and rung > 2 and _stalled(before, call)):
            break
        # a budget climbs one rung further than the cap: how much a default left out is seen only with room for it
        if _over(situation, call) and (argument.kind is SweepKind.COUNT or before is None or _over(situation, before)):
            break
        before = call
    yield from _as_left_out(situation, argument)
    yield from _beyond(argument)


def _rungs(argument: Argument) -> tuple[int, ...]:
    """Return the values to climb, rising: small ones, the default said aloud, then four or ten times more each.

    Of a closed set all of its numbers.
    """
    if argument.closed_set:
        return tuple(sorted({value for value in argument.closed_set if isinstance(value, int) and value is not True}))
    sizes = argument.kind is SweepKind.SIZE
    default = argument.default if isinstance(argument.default, int) and not isinstance(argument.default, bool) else None
    lowest = 1 if argument.minimum is None else max(1, int(argument.minimum))
    values = {SMALLEST_BUDGET} if sizes else {lowest, lowest + 1, 10}
    factor, ceiling = (4, HIGHEST_BUDGET) if sizes else (10, HIGHEST)
    start = default or (4 * SMALLEST_BUDGET if sizes else 10)
    if start > 0:
        values.add(start)
        while (start := start * factor) <= ceiling:
            values.add(start)
    if argument.maximum is not None:
        values = {value for value in values if value <= argument.maximum} | {int(argument.maximum)}
    return tuple(sorted(value for value in values if argument.minimum is None or value >= argument.minimum))


def _as_left_out(situation: Situation, argument: Argument) -> Iterator[Json]:
    """Yield the number of items that came with the argument left out: whether that number is its default."""
    base = situation.base
    reply = base.measurement if base is not None else None
    if argument.kind is not SweepKind.COUNT or base is None or value_in(base.arguments, argument) is not ABSENT:
        return
    count = reply.items.count if reply is not None and reply.items is not None else 0
    lowest = 1 if argument.minimum is None else max(1, int(argument.minimum))
    if lowest <= count <= (HIGHEST if argument.maximum is None else argument.maximum):
        yield count


def _beyond(argument: Argument) -> Iterator[Json]:
    """Yield what the schema, or sense, does not allow: a server should refuse these."""
    if argument.kind is SweepKind.COUNT:
        if argument.maximum is not None:
            yield int(argument.maximum) + 1
        yield 0
        yield -1


def _over(situation: Situation, call: Call) -> bool:
    return call.measurement is None or situation.lines.over_cap(call.measurement)


def _stalled(before: Call, call: Call) -> bool:
    small, large = before.measurement, call.measurement
    if small is None or large is None:
        return True
    if small.items and large.items:
        return large.items.count <= small.items.count
    return large.chars <= small.chars
