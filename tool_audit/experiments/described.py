"""Arguments that a description names and the schema lacks: whether they are understood all the same."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from tool_audit.experiments.situation import Situation
from tool_audit.model import ABSENT, Json, Probe, SweepKind, ToolSpec
from tool_audit.schema import arguments_of
from tool_audit.vocabulary import kind_of, pages

_SECTION = re.compile(
    r"^[ \t]*(?:args|arguments|parameters|params|inputs?|options)\s*:?[ \t]*\n((?:[ \t]*\S.*\n?)+)",
    re.IGNORECASE | re.MULTILINE,
)
_ENTRY = re.compile(
    r"^[ \t]*(?:[-*][ \t]*)?`?([a-z_][A-Za-z0-9_]{1,30})`?[ \t]*(?:\([^)\n]*\))?[ \t]*(?::|-|\u2013)[ \t]", re.MULTILINE
)
_CALLED_SO = re.compile(r"`([a-z_][A-Za-z0-9_]{1,30})`\s+(?:parameter|argument|option|flag)\b|"
    r"\b(?:parameter|argument|option|flag)\s+`([a-z_][A-Za-z0-9_]{1,30})`")  # fmt: skip
_INLINE = re.compile(
    r"(?:^|[.;(]\s*|\n\s*)`?([a-z_][A-Za-z0-9_]{1,30})`?\s*:\s+"
    r"(?:how many|number of|max(?:imum)?|the |a |an |whether|filter|optional|only|page|sort|default)",
    re.IGNORECASE,
)
_MOST = 2


def described_arguments(tool: ToolSpec) -> tuple[str, ...]:
    """Return the names that the description speaks of as arguments and the schema does not have, in their order."""
    known = {argument.name.lower() for argument in arguments_of(tool)} | _nested_names(tool.input_schema)
    text = tool.description
    named = [name for section in _SECTION.findall(text) for name in _ENTRY.findall(section)]
    named += [first or second for first, second in _CALLED_SO.findall(text)]
    named += [name for name in _INLINE.findall(text) if _chooses(name)]
    return tuple(name for name in dict.fromkeys(named) if name.lower() not in known)


def _chooses(name: str) -> bool:
    # in running text only the field's own words are taken for arguments: "note: the ..." is prose
    return kind_of(name, frozenset({"integer"}), (), "", required=False) is not None or pages(name)


def _nested_names(schema: Json) -> set[str]:
    names: set[str] = set()
    stack: list[Json] = [schema]
    for _ in range(2_000):
        if not stack:
            break
        node = stack.pop()
        if isinstance(node, Mapping):
            properties = node.get("properties")
            names |= {str(name).lower() for name in properties} if isinstance(properties, Mapping) else set()
            stack.extend(node.values())
        elif isinstance(node, list):
            stack.extend(node)
    return names


def probes(situation: Situation) -> Iterator[Probe]:
    """Yield the base with each argument that only the description knows."""
    if situation.base is None:
        return
    probe = situation.base.observation.probe
    for name in described_arguments(situation.tool)[:_MOST]:
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
