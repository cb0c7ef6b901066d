"""An argument that the schema does not have, and a known one misspelled: a server should refuse both."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from tool_audit.experiments.situation import Situation
from tool_audit.model import Json, Probe, SweepKind
from tool_audit.schema import Argument
from tool_audit.vocabulary import words_of

UNKNOWN = "tool_audit_unknown"
"""A name that no server knows, and that its author finds again in a log."""


def probes(situation: Situation) -> Iterator[Probe]:
    """Yield the base with a made-up argument, and with a misspelling of the argument that would change most."""
    if situation.base is None:
        return
    yield _with(situation, UNKNOWN, "x")
    yield from _inside(situation)
    known = {argument.name for argument in situation.arguments}
    for argument in sorted(situation.free, key=_weight):
        name, value = misspelled(argument.name), _telling_value(argument)
        if name not in known and value is not None:
            yield _with(situation, name, value)
            return


def _inside(situation: Situation) -> Iterator[Probe]:
    """Yield the base with a made-up key inside the first object argument whose members are declared."""
    for argument in situation.free:
        value = situation.base.arguments.get(argument.name) if situation.base is not None else None
        if isinstance(value, Mapping) and isinstance(argument.schema.get("properties"), Mapping):
            yield situation.vary(argument, {**value, UNKNOWN: "x"}, "unknown_argument")
            return


def _with(situation: Situation, name: str, value: Json) -> Probe:
    if situation.base is None:
        raise ValueError(f"{situation.subject.label} has no base to vary")
    probe = situation.base.observation.probe
    arguments = {**probe.arguments, name: value}
    return replace(probe, arguments=arguments, experiment="unknown_argument", argument=name, value=value)


def misspelled(name: str) -> str:
    """Return a name as a model misremembers it: in the other style of writing, or with a letter doubled."""
    words = words_of(name)
    if len(words) > 1:
        return "".join([words[0], *(word.capitalize() for word in words[1:])]) if "_" in name else "_".join(words)
    return name + name[-1:]


def _weight(argument: Argument) -> int:
    order = (SweepKind.COUNT, SweepKind.SIZE, SweepKind.DETAIL)
    return order.index(argument.kind) if argument.kind in order else len(order)


def _telling_value(argument: Argument) -> Json:
    """Return a value that would show in the reply if it were understood, or None."""
    if argument.kind is SweepKind.COUNT and argument.numeric:
        return 1
    if argument.kind is SweepKind.SIZE and argument.numeric:
        return 256
    if argument.kind is SweepKind.DETAIL and argument.numeric:
        return 1 if argument.minimum is None else int(argument.minimum)
    return argument.closed_set[0] if argument.closed_set else None
