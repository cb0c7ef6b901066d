"""Each setting of the arguments that choose how much is told."""

from collections.abc import Iterator, Sequence

from tool_audit.experiments.situation import Situation
from tool_audit.model import Json, Probe, SweepKind
from tool_audit.schema import Argument

MEMBERS = 8
DEEP = 5
"""The depth that is tried where the schema names no maximum: deep enough to see growth, shallow enough to come back."""


def probes(situation: Situation) -> Iterator[Probe]:
    """Yield every member of every detail-like argument, one argument at a time."""
    if situation.base is None:
        return
    for argument in situation.free:
        if argument.kind is SweepKind.DETAIL:
            for value in _values(argument):
                yield situation.vary(argument, value, "detail")


def _values(argument: Argument) -> Sequence[Json]:
    if argument.closed_set:
        return argument.closed_set[:MEMBERS]
    lowest = 1 if argument.minimum is None else max(int(argument.minimum), 0)
    highest = DEEP if argument.maximum is None else min(int(argument.maximum), 2 * DEEP)
    return sorted({lowest, highest})
