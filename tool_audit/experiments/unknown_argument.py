"""An argument that the schema does not have, and a known one misspelled: a server should refuse both."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from tool_audit.experiments.situation import Situation
from tool_audit.model import ABSENT, Json, Probe, SweepKind
from tool_audit.schema import Argument, arguments_of, resolve
from tool_audit.vocabulary import words_of

UNKNOWN = "tool_audit_unknown"
"""A name that no server knows, and that its author finds again in a log."""
_MOST_INSIDE = 2


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
    """Yield values with a made-up key inside, for the arguments whose members are declared, and those without it."""
    asked = 0
    for argument in situation.free:
        value = situation.base.arguments.get(argument.name, ABSENT) if situation.base is not None else ABSENT
        root = situation.tool.input_schema
        members = argument.schema if "properties" in argument.schema else resolve(argument.schema.get("items"), root)
        if not isinstance(members.get("properties"), Mapping) or asked == _MOST_INSIDE:
            continue
        if value is ABSENT:
            value = _least(situation, members)
            if value is ABSENT:
                continue
            value = value if members is argument.schema else [value]
            if value:  # an empty object says what leaving it out says
                yield situation.vary(argument, value, "unknown_argument")
        if more := _with_one_more(value):
            asked += 1
            yield situation.vary(argument, more, "unknown_argument")


def _least(situation: Situation, members: Mapping[str, Json]) -> Json:
    """Return an object with what it requires, as far as the schema says what that can be; else ABSENT."""
    root = situation.tool.input_schema if isinstance(situation.tool.input_schema, Mapping) else {}
    defined = {key: root[key] for key in ("$defs", "definitions") if key in root}
    needed = [a for a in arguments_of(replace(situation.tool, input_schema={**defined, **members})) if a.required]
    values = {argument.name: _said(argument) for argument in needed}
    return ABSENT if ABSENT in values.values() else values


def _said(argument: Argument) -> Json:
    examples = argument.schema.get("examples")
    if argument.default is not ABSENT:
        return argument.default
    if argument.closed_set:
        return argument.closed_set[0]
    if isinstance(examples, list) and examples:
        return examples[0]
    return int(argument.minimum) if argument.numeric and argument.minimum is not None else ABSENT


def _with_one_more(value: Json) -> Json:
    if isinstance(value, Mapping):
        return {**value, UNKNOWN: "x"}
    if isinstance(value, list) and value and isinstance(value[0], Mapping):
        return [{**value[0], UNKNOWN: "x"}, *value[1:]]
    return None


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
