"""Arguments that a description names and the schema lacks: whether they are understood all the same."""

from collections.abc import Iterator
from dataclasses import replace

from tool_audit.experiments.situation import Situation
from tool_audit.model import ABSENT, Json, Probe, SweepKind
from tool_audit.schema import undeclared_arguments
from tool_audit.vocabulary import kind_of

_MOST = 2


def probes(situation: Situation) -> Iterator[Probe]:
    """Yield the base with each argument that only the description knows."""
    if situation.base is None:
        return
    probe = situation.base.observation.probe
    for name in undeclared_arguments(situation.tool)[:_MOST]:
        value = described_value(name)
        if value is not ABSENT:
            arguments = {**probe.arguments, name: value}
            yield replace(probe, arguments=arguments, experiment="described", argument=name, value=value)


def described_value(name: str) -> Json:
    """Return a value that would show in the reply, or ABSENT where none can be told from the name."""
    match kind_of(name, frozenset({"integer"}), (), "", required=False):
        case SweepKind.COUNT:
            return 1
        case SweepKind.SIZE:
            return 256
        case _:
            return ABSENT
