"""Values for what a call needs, the most trustworthy source first, each with where it is from."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import PurePosixPath

from tool_audit import lazy_re
from tool_audit.effects.verbs import Effect, verb_of
from tool_audit.experiments.situation import GIVEN, IF_EMPTY, Filling
from tool_audit.model import ABSENT, Arguments, Json, Subject, ToolSpec, canonical
from tool_audit.plan.declared import changes, declared, examples_of
from tool_audit.plan.fitting import fit, harvested
from tool_audit.plan.guesses import is_sql, made_up, only_reads, places, wants_path
from tool_audit.plan.sources import FOLDER_WORDS, ID_WORDS, NAME_WORDS, Candidate, Sources
from tool_audit.plan.together import together
from tool_audit.plan.told import described, exemplified, members_missed, named_for, offered
from tool_audit.refusals.demanded import demanded_of
from tool_audit.schema import Argument, arguments_of
from tool_audit.strangers import QUERY_WORDS, writes_somewhere
from tool_audit.vocabulary import words_of

_ABSOLUTE = lazy_re.compile(r"\babsolute\b", re.IGNORECASE)
_DRIVE = lazy_re.compile(r"[A-Za-z]:[\\/]")
_PLACES_FIRST = 2
_CANDIDATES = 8
_NESTED = 4
_WORDS = 3
"""Words that are looked for in one place."""
_IF_EMPTY = 4
_MEMBERS = 5
"""Members of a list that must not be empty; one that must be longer is left to the user."""


def fillings(
    subject: Subject, tool: ToolSpec, arguments: Sequence[Argument], sources: Sources, given: Arguments
) -> tuple[Filling, ...]:
    """Return ways to fill in what a call needs, then ways that also say which one is meant (`id`, `name`).

    All of them hold what the user gave for this tool.
    """
    given = {name: value for name, value in given.items() if name != subject.argument}
    own = Filling(arguments=given, origins=dict.fromkeys(given, GIVEN))
    open_ = [a for a in arguments if a.name != subject.argument and a.name not in given]
    # what its absence brought about, its default will bring about again
    demanded = demanded_of(tuple(a.name for a in arguments), sources.errors)
    asked = [a for a in open_ if a.required or a.name in demanded or members_missed(a, sources.errors)]
    required = [a if a.required else replace(a, default=ABSENT) for a in asked]
    ways = [_joined(own, way) for way in _combined(required, tool, sources)]
    if not ways and given:
        ways = [own]
    base = ways[0] if ways else own
    fewest = [a for a in open_ if a.required]
    if 0 < len(fewest) < len(required):  # a message may be misread: first what the schema requires, and no more
        ways[:0] = [_joined(own, way) for way in islice(_combined(fewest, tool, sources), 1)]
    for argument in (
        [a for a in open_ if not _among(a, required) and _points_at_one(a)][:3] if ways or not required else []
    ):
        ways += [_joined(base, way) for way in islice(_combined([argument], tool, sources), 2) if not _is_made_up(way)]
    return (*ways, *_if_empty(open_, tool, own)) if not required else tuple(ways)


def _if_empty(open_: Sequence[Argument], tool: ToolSpec, own: Filling) -> Iterator[Filling]:
    """Yield what a description names for an argument that may be left out: only of use where a call tells nothing."""
    texts = [argument for argument in open_ if argument.types == {"string"} and not argument.closed_set]
    for argument in texts[:2]:
        if argument.kind is None and not argument.pages and not writes_somewhere(argument):
            for value, origin in islice(named_for(argument, tool, alone=len(texts) == 1), _IF_EMPTY):
                if not changes(value) and value != argument.default:
                    yield _joined(
                        own, Filling(arguments={argument.name: value}, origins={argument.name: IF_EMPTY + origin})
                    )


def _among(argument: Argument, others: Sequence[Argument]) -> bool:
    return any(argument.name == other.name for other in others)


def _joined(one: Filling, other: Filling) -> Filling:
    return Filling(arguments={**one.arguments, **other.arguments}, origins={**one.origins, **other.origins})


def _is_made_up(way: Filling) -> bool:
    return any(origin.startswith("made up") for origin in way.origins.values())


def _points_at_one(argument: Argument) -> bool:
    words = words_of(argument.name)
    return (
        bool(words)
        and (words[-1] in ID_WORDS | NAME_WORDS | {"path", "query", "symbol"} or bool(FOLDER_WORDS & set(words)))
        and not argument.closed_set
    )


def _combined(needed: Sequence[Argument], tool: ToolSpec, sources: Sources, depth: int = 0) -> Iterator[Filling]:
    if not needed:
        return
    choices = {a.name: list(islice(candidates(a, tool, sources, depth), _CANDIDATES)) for a in needed}
    if not all(choices.values()):
        return
    searched = [name for name in choices if QUERY_WORDS & set(words_of(name))] if len(choices) > 1 else []
    turns = range(max(len(values) for values in choices.values()))
    ways: list[Mapping[str, Candidate]] = [
        *together(choices, sources.found, apart=searched),
        *({name: values[min(turn, len(values) - 1)] for name, values in choices.items()} for turn in turns),
    ]
    # what the first way found nothing with is looked for by other words before anywhere else
    others = [{**ways[0], name: value} for name in searched for value in choices[name][1:_WORDS]]
    for picked in (*ways[:1], *others, *ways[1:]):
        yield Filling(
            arguments={name: value for name, (value, _) in picked.items()},
            origins={name: origin for name, (_, origin) in picked.items()},
        )


def candidates(argument: Argument, tool: ToolSpec, sources: Sources, depth: int = 0) -> Iterator[Candidate]:
    """Yield values for one argument with their origins, the most trustworthy first; equal ones once.

    None for an argument that says where something is written: only the user can name such a place.
    """
    if writes_somewhere(argument) and argument.types != {"boolean"}:
        return
    seen: set[str] = set()
    carried_out = is_sql(argument, tool)
    absolute = wants_path(argument) and _ABSOLUTE.search(" ".join((argument.description, *sources.errors))) is not None
    for value, origin in _sources(argument, tool, sources, depth):
        fitting = fit(argument, value)
        if fitting is ABSENT or canonical(fitting) in seen or (carried_out and not only_reads(fitting)):
            continue
        if (
            absolute
            and isinstance(fitting, str)
            and not (PurePosixPath(fitting).is_absolute() or _DRIVE.match(fitting))
        ):
            continue
        seen.add(canonical(fitting))
        yield fitting, origin


def _sources(argument: Argument, tool: ToolSpec, sources: Sources, depth: int) -> Iterator[Candidate]:
    schema = argument.schema
    if "const" in schema:
        yield schema["const"], "const of the schema"
    if argument.default not in (ABSENT, None):
        yield argument.default, "default of the schema"
    for example in examples_of(schema):
        yield example, "example of the schema"
    origin = "enum of the schema" if argument.closed_by_schema else "named in the description"
    yield from ((value, origin) for value in _harmless(argument.closed_set))
    names = frozenset(a.name for a in arguments_of(tool))
    yield from (
        pair for pair in offered(argument, sources.errors, names) if verb_of(str(pair[0]))[0] is not Effect.WRITES
    )
    kept = harvested(argument, tool, sources.found)
    here = places(argument, tool, sources.surroundings, sources.errors)
    examples = exemplified(argument, tool)
    yield from kept.of_the_thing[:1]
    if not wants_path(argument):
        yield from examples
        yield from declared(argument, tool, sources)
    yield from (*kept.of_the_thing[1:], *kept.sure)
    yield from islice(here, 1)
    yield from examples  # a place that is there is surer than one that may be anywhere
    yield from islice(here, _PLACES_FIRST - 1)
    yield from kept.perhaps
    yield from here
    yield from described(argument, tool)
    built = tuple(_built(argument, tool, sources, depth + 1)) if depth < _NESTED else ()
    guessed = tuple(made_up(argument, tool, sources.found))
    needs_members = "object" in argument.types or schema.get("minItems")
    yield from (*built, *guessed) if needs_members else (*guessed, *built)


def _harmless(members: Sequence[Json]) -> Sequence[Json]:
    """Return the members that do not say that something is changed; all of them, where each does."""
    return [member for member in members if not changes(member)] or members


def _built(argument: Argument, tool: ToolSpec, sources: Sources, depth: int) -> Iterator[Candidate]:
    """Yield an object with what it requires, or a list of as many members as it must have, at least one."""
    schema = argument.schema
    missed = members_missed(argument, sources.errors)
    if "object" in argument.types and (schema.get("required") or missed):
        needed = [inner for inner in _inside(schema, tool) if inner.required or inner.name in missed]
        ways = list(islice(_combined(needed, tool, sources, depth), 1))
        yield from ((dict(way.arguments), _origin(way)) for way in ways)
    elif "array" in argument.types and isinstance(schema.get("items"), Mapping):
        least = schema.get("minItems")
        members = least if isinstance(least, int) and least > 0 else 1
        if members > _MEMBERS:
            return
        for member in _inside({"properties": {argument.name: schema["items"]}}, tool):
            for value, origin in islice(candidates(member, tool, sources, depth), 1):
                yield [value] * members, origin


def _origin(way: Filling) -> str:
    return "; ".join(f"{name}: {origin}" for name, origin in way.origins.items())


def _inside(schema: Mapping[str, Json], tool: ToolSpec) -> tuple[Argument, ...]:
    root = tool.input_schema if isinstance(tool.input_schema, Mapping) else {}
    definitions = {key: root[key] for key in ("$defs", "definitions") if key in root}
    return arguments_of(replace(tool, input_schema={**definitions, **schema}))
