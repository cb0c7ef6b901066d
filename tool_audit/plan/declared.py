"""Values that schemas declare: an argument's own examples, and what other tools take under the same name."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice

from tool_audit.effects.words import ACTS, WRITES
from tool_audit.model import ABSENT, Json, ToolSpec
from tool_audit.model.remembered import remembered
from tool_audit.plan.sources import ID_WORDS, NAME_WORDS, Candidate, Sources
from tool_audit.schema import Argument, arguments_of
from tool_audit.strangers import reaches_somebody, writes_somewhere
from tool_audit.vocabulary import words_of

_OF_ONE = 3
_MOST = 8
_OF_ANY_THING = ID_WORDS | NAME_WORDS | frozenset("type kind mode format status state value text input".split())
"""Words that mean something else in each tool, where they stand alone."""


def declared_by(tools: Iterable[ToolSpec]) -> Mapping[str, list[Candidate]]:
    """Return for the name of each argument what the schemas of tools declare for it: its members, examples, default."""
    values: dict[str, list[Candidate]] = {}
    for tool in tools:
        for name, candidates in _declared(tool):
            kept = values.setdefault(name, [])
            kept += candidates[: _MOST - len(kept)]
    return values


@remembered
def _declared(tool: ToolSpec) -> tuple[tuple[str, tuple[Candidate, ...]], ...]:
    return tuple(
        (argument.name, tuple((member, f"schema of {tool.name}") for member in members))
        for argument in arguments_of(tool)
        if (members := _members(argument)) and not _set_apart(argument, tool)
    )


def declared(argument: Argument, tool: ToolSpec, sources: Sources) -> Iterator[Candidate]:
    """Yield what other tools' schemas declare for an argument of the same name, where its own leaves it open."""
    known = sources.declared.get(argument.name, ())
    if not known or argument.closed_set or argument.default not in (ABSENT, None) or _set_apart(argument, tool):
        return
    own = f"schema of {tool.name}"
    yield from islice(((value, origin) for value, origin in known if origin != own), _OF_ONE)


def examples_of(schema: Mapping[str, Json]) -> Iterator[Json]:
    """Yield the examples of an argument's schema."""
    if "example" in schema:
        yield schema["example"]
    if isinstance(schema.get("examples"), list):
        yield from schema["examples"]


def changes(member: Json) -> bool:
    """Return whether a value says that something is changed."""
    return str(member).lower() in WRITES | ACTS


def _members(argument: Argument) -> list[Json]:
    if argument.types and not argument.types & {"string", "integer", "number"}:
        return []
    closed = argument.closed_set if argument.closed_by_schema else ()
    default = () if argument.default in (ABSENT, None, "") else (argument.default,)
    members = [*closed[:_OF_ONE], *islice(examples_of(argument.schema), _OF_ONE), *default]
    return [member for member in members if not changes(member)]


def _set_apart(argument: Argument, tool: ToolSpec) -> bool:
    """Return whether nothing is taken over: it bounds a reply, is of any thing, or would reach or write something."""
    words = words_of(argument.name)
    alone = len(words) == 1 and words[0] in _OF_ANY_THING
    chosen = argument.kind is not None or argument.pages or "boolean" in argument.types
    return not words or alone or chosen or writes_somewhere(argument) or reaches_somebody(argument, tool)
