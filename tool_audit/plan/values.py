"""Values for what a call needs, the most trustworthy source first, each with where it is from."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from tool_audit.experiments.situation import Filling
from tool_audit.model import ABSENT, Arguments, Json, Subject, ToolSpec
from tool_audit.plan.fitting import harvested
from tool_audit.plan.guesses import made_up, places
from tool_audit.plan.sources import ID_WORDS, NAME_WORDS, Sources
from tool_audit.plan.told import described, offered
from tool_audit.schema import Argument
from tool_audit.vocabulary import words_of

_TYPES: Mapping[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "array": (list,),
    "object": (dict,),
}
_CANDIDATES = 6


def fillings(
    subject: Subject, tool: ToolSpec, arguments: Sequence[Argument], sources: Sources, given: Arguments
) -> tuple[Filling, ...]:
    """Return ways to fill in what a call needs, then ways that also say which one is meant (`id`, `name`).

    All of them hold what the user gave for this tool.
    """
    own = Filling(arguments=given, origins=dict.fromkeys(given, "given by the user"))
    open_ = [a for a in arguments if a.name != subject.argument and a.name not in given]
    required = [argument for argument in open_ if argument.required]
    ways = [_joined(own, way) for way in _combined(required, tool, sources)] if required else [own] if given else []
    base = ways[0] if ways else own
    for argument in [a for a in open_ if not a.required and _points_at_one(a)][:3] if ways or not required else []:
        ways += [_joined(base, way) for way in islice(_combined([argument], tool, sources), 2) if not _is_made_up(way)]
    return tuple(ways)


def _joined(one: Filling, other: Filling) -> Filling:
    return Filling(arguments={**one.arguments, **other.arguments}, origins={**one.origins, **other.origins})


def _is_made_up(way: Filling) -> bool:
    return any(origin.startswith("made up") for origin in way.origins.values())


def _points_at_one(argument: Argument) -> bool:
    words = words_of(argument.name)
    return (
        bool(words)
        and (words[-1] in ID_WORDS | NAME_WORDS or words[-1] in {"path", "query", "symbol"})
        and not argument.closed_set
    )


def _combined(needed: Sequence[Argument], tool: ToolSpec, sources: Sources) -> Iterator[Filling]:
    if not needed:
        return
    choices = {a.name: list(islice(candidates(a, tool, sources), _CANDIDATES)) for a in needed}
    if not all(choices.values()):
        return
    for turn in range(max(len(values) for values in choices.values())):
        picked = {name: values[min(turn, len(values) - 1)] for name, values in choices.items()}
        yield Filling(
            arguments={name: value for name, (value, _) in picked.items()},
            origins={name: origin for name, (_, origin) in picked.items()},
        )


def candidates(argument: Argument, tool: ToolSpec, sources: Sources) -> Iterator[tuple[Json, str]]:
    """Yield values for one argument with their origins, the most trustworthy first; equal ones once."""
    seen: list[Json] = []
    for value, origin in _sources(argument, tool, sources):
        fitting = _fit(argument, value)
        if fitting is not ABSENT and fitting not in seen:
            seen.append(fitting)
            yield fitting, origin


def _sources(argument: Argument, tool: ToolSpec, sources: Sources) -> Iterator[tuple[Json, str]]:
    schema = argument.schema
    if "const" in schema:
        yield schema["const"], "const of the schema"
    if argument.default not in (ABSENT, None):
        yield argument.default, "default of the schema"
    for example in _examples(schema):
        yield example, "example of the schema"
    yield from (
        (value, "enum of the schema" if argument.closed_by_schema else "named in the description")
        for value in argument.closed_set
    )
    yield from offered(argument, sources.errors)
    yield from harvested(argument, tool, sources.found)
    yield from places(argument, tool, sources.surroundings)
    yield from described(argument, tool)
    yield from made_up(argument, sources.found)


def _examples(schema: Mapping[str, Json]) -> Iterator[Json]:
    if "example" in schema:
        yield schema["example"]
    if isinstance(schema.get("examples"), list):
        yield from schema["examples"]


def _fit(argument: Argument, value: Json) -> Json:
    """Return the value in a form that the argument's schema takes, or ABSENT."""
    if value is None:
        return ABSENT
    if "array" in argument.types and not isinstance(value, list):
        items = argument.schema.get("items")
        if isinstance(items, Mapping) and items.get("type") in {"object", "array"}:
            return ABSENT
        return [value]
    if argument.numeric and "string" not in argument.types:
        if isinstance(value, bool) or not isinstance(value, int | float):
            return ABSENT
        inside = (argument.minimum is None or value >= argument.minimum) and (
            argument.maximum is None or value <= argument.maximum
        )
        return value if inside else ABSENT
    if argument.types == {"string"}:
        if isinstance(value, Mapping | list | bool):
            return ABSENT
        return value if isinstance(value, str) else str(value)
    allowed = tuple(kind for name in argument.types for kind in _TYPES.get(name, ()))
    return value if not allowed or isinstance(value, allowed) else ABSENT
