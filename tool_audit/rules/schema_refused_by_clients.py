"""Flags schemas that are valid, and that known clients or the model APIs behind them refuse all the same."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

from tool_audit.json_schema.faults import Place, subschemas
from tool_audit.model import Confidence, Construct, DefinitionLimits, Hit, Json, ServerRun, Severity, ToolSpec
from tool_audit.rule import server_rule
from tool_audit.rules._listing import counted, named

_COMBINATORS: Final = ("anyOf", "oneOf", "allOf")
_MOST = 3
_AT_MOST = 100_000  # subschemas of one tool: a bound for what nobody writes

_TOLD: Final[Mapping[Construct, tuple[str, str]]] = {
    Construct.ROOT_COMBINATOR: (
        "anyOf, oneOf or allOf at the root of an input schema",
        "Write one object with all arguments; say in descriptions, and in errors, which of them belong together.",
    ),
    Construct.ARRAY_WITHOUT_ITEMS: (
        'an array without `items`, written {"type": "array"}',
        "Declare `items`, if only as {}: z.array(z.unknown()) instead of z.array(z.any()), list[str] instead of list.",
    ),
    Construct.TUPLE_ITEMS: (
        "`items` as a list of schemas (a tuple of draft-07)",
        "Write one schema for all items with minItems and maxItems, or an object with a name for each.",
    ),
    Construct.PREFIX_ITEMS: (
        "`prefixItems` (a tuple of 2020-12)",
        "Write one schema for all items with minItems and maxItems, or an object with a name for each.",
    ),
    Construct.TYPE_ARRAY: (
        "several types in one `type`",
        "Choose one type, or write each in a branch of anyOf.",
    ),
    Construct.NULLABLE_TYPE: (
        "`type` as a list, such as a type and null",
        "Leave null out: an argument that may be left out does not have to be null.",
    ),
    Construct.EXTERNAL_REF: (
        "a $ref to another document",
        "Put the definition into the schema's own $defs, or write it where it is used.",
    ),
    Construct.PROPERTY_NAME: (
        "a name of an argument with other characters than a client takes, or too many",
        "Use a-z, A-Z, 0-9, _, . and - in names of arguments, and at most 64 of them.",
    ),
}
_MILD: Final = frozenset({Construct.PREFIX_ITEMS, Construct.NULLABLE_TYPE})
"""What code generators write everywhere, and few clients stumble over."""
_OF_OUTPUTS: Final = frozenset({Construct.PREFIX_ITEMS, Construct.EXTERNAL_REF})
"""Output schemas are read by clients only, and never reach a model's API."""


@dataclass(slots=True)
class _Seen:
    """Where a construct stands, and in which tools."""

    places: int = 0
    shown: list[str] = field(default_factory=list)
    tools: dict[str, None] = field(default_factory=dict)


@server_rule(group="J", severity=Severity.WARNING, confidence=Confidence.SEEN)
def schema_refused_by_clients(run: ServerRun, _: object) -> Iterator[Hit]:
    """A schema is valid, and written in a way that known clients refuse."""
    names = [re.compile(limits.property_pattern) for limits in run.clients if limits.property_pattern]
    seen: dict[Construct, _Seen] = {}
    for tool in run.listing.tools:
        for construct, place in _constructs(tool, names):
            found = seen.setdefault(construct, _Seen())
            found.places += 1
            if len(found.shown) < _MOST:
                found.shown.append(f"{tool.name} {place}")  # spelled out only here: a place may be 5,000 steps deep
            found.tools[tool.name] = None
    for construct in Construct:
        refusing = [limits for limits in run.clients if construct in limits.refuses]
        if construct in seen and refusing:
            yield _hit(construct, seen[construct], refusing, len(run.listing.tools))


def _hit(construct: Construct, seen: _Seen, refusing: Sequence[DefinitionLimits], listed: int) -> Hit:
    what, advice = _TOLD[construct]
    more = f" and {seen.places - len(seen.shown):,} more" if seen.places > len(seen.shown) else ""
    first = refusing[0]
    source = first.refuses[construct].partition(";")[0].split()[0]
    return Hit(
        message=(
            f"Allowed by JSON Schema, and refused by {named([limits.client for limits in refusing])}: {what}, in "
            f"{counted(seen.places, 'place')} of {len(seen.tools):,} of {counted(listed, 'tool')}: "
            f"{', '.join(seen.shown)}{more}. Known for {first.client} from {source} (checked {first.checked})."
        ),
        tools=tuple(seen.tools),
        advice=advice,
        severity=Severity.INFO if construct in _MILD else None,
    )


def _constructs(tool: ToolSpec, names: Sequence[re.Pattern[str]]) -> Iterator[tuple[Construct, Place]]:
    """Yield each construct of a tool that some client may refuse, and where it stands."""
    if isinstance(tool.input_schema, Mapping):
        yield from _of_root(tool.input_schema, names)
        yield from _inside("inputSchema", tool.input_schema)
    if isinstance(tool.output_schema, Mapping):
        inside = _inside("outputSchema", tool.output_schema)
        yield from ((construct, place) for construct, place in inside if construct in _OF_OUTPUTS)


def _of_root(schema: Mapping[str, Json], names: Sequence[re.Pattern[str]]) -> Iterator[tuple[Construct, Place]]:
    root = Place() / "inputSchema"
    if combinator := next((key for key in _COMBINATORS if isinstance(schema.get(key), list)), ""):
        yield Construct.ROOT_COMBINATOR, root / combinator
    properties = schema.get("properties")
    for name in map(str, properties if isinstance(properties, Mapping) else ()):
        if any(not pattern.fullmatch(name) for pattern in names):
            yield Construct.PROPERTY_NAME, root / "properties" / name[:80]


def _inside(name: str, root: Mapping[str, Json]) -> Iterator[tuple[Construct, Place]]:
    nodes = list(islice(subschemas(root, Place() / name), _AT_MOST))
    own = {str(node.schema["$id"]) for node in nodes if isinstance(node.schema, Mapping) and "$id" in node.schema}
    for node in nodes:
        if isinstance(node.schema, Mapping):
            for construct in _of_schema(node.schema, own):
                if node.schema is not root or construct is Construct.EXTERNAL_REF:  # the root is an object, or invalid
                    yield construct, node.place


def _of_schema(schema: Mapping[str, Json], own: set[str]) -> Iterator[Construct]:
    ref, types = schema.get("$ref"), schema.get("type")
    listed = [name for name in types if isinstance(name, str)] if isinstance(types, list) else []
    if listed:
        several = len(set(listed) - {"null"}) > 1
        yield Construct.TYPE_ARRAY if several else Construct.NULLABLE_TYPE
    if "prefixItems" in schema:
        yield Construct.PREFIX_ITEMS
    elif isinstance(schema.get("items"), list):
        yield Construct.TUPLE_ITEMS
    elif "array" in (types, *listed) and "items" not in schema and ref is None:
        yield Construct.ARRAY_WITHOUT_ITEMS
    if isinstance(ref, str) and not ref.startswith("#") and _leads_out(ref.partition("#")[0], own):
        yield Construct.EXTERNAL_REF


def _leads_out(document: str, own: set[str]) -> bool:
    return bool(document) and not any(name == document or name.endswith(f"/{document}") for name in own)
