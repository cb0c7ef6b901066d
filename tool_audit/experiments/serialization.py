"""Each setting of the arguments that choose what a reply is written in. Re-encoding offline needs no call."""

from collections.abc import Iterator

from tool_audit.experiments.situation import Situation
from tool_audit.model import Probe, SweepKind

MEMBERS = 8


def probes(situation: Situation) -> Iterator[Probe]:
    """Yield every member of every format-like argument, one argument at a time."""
    if situation.base is None:
        return
    for argument in situation.free:
        if argument.kind is SweepKind.FORMAT:
            for value in argument.closed_set[:MEMBERS]:
                yield situation.vary(argument, value, "serialization")
