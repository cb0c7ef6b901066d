"""Flags input and output schemas that are no valid JSON Schema of an object: clients drop the tool, or the server."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from tool_audit.json_schema.faults import kind, structural_faults, subschemas
from tool_audit.model import ABSENT, Confidence, Hit, Json, ServerRun, Severity, ToolSpec
from tool_audit.rule import server_rule
from tool_audit.rules._listing import counted, named

_ANY_OUTPUT = "2026-07-28"  # since this protocol, an output schema need not be an object's
_MOST = 3
_MOST_CHECKED = 5_000  # subschemas; checking all keywords of more takes over a second


@server_rule(group="J", severity=Severity.ERROR, confidence=Confidence.SEEN)
def schema_invalid(run: ServerRun, _: object) -> Iterator[Hit]:
    """An input or output schema is not a valid JSON Schema of an object."""
    alike: dict[tuple[str, ...], list[str]] = {}
    for tool in run.listing.tools:
        faults = tuple(_faults(tool, run.listing.protocol))
        if faults:
            alike.setdefault(faults, []).append(tool.name)
    for faults, names in alike.items():
        more = f" (and {counted(len(faults) - _MOST, 'more fault')})" if len(faults) > _MOST else ""
        yield Hit(
            message=f"{named(names)}: {'; '.join(faults[:_MOST])}{more}.",
            tools=tuple(dict.fromkeys(names)),
            advice="Mend the schema: strict clients drop the tool, and some drop every tool of the server with it.",
        )


def _faults(tool: ToolSpec, protocol: str) -> Iterator[str]:
    listed = tool.raw if isinstance(tool.raw, Mapping) else {}
    schema = tool.input_schema
    if schema is ABSENT or (listed and "inputSchema" not in listed):
        yield "inputSchema is missing"
    else:
        yield from _schema_faults("inputSchema", schema, of_object=True)
    output = listed.get("outputSchema", tool.output_schema)
    if output is not ABSENT:
        yield from _schema_faults("outputSchema", output, of_object=protocol < _ANY_OUTPUT)


def _schema_faults(name: str, schema: Json, *, of_object: bool) -> Iterator[str]:
    if not isinstance(schema, Mapping):
        yield f"{name} is {kind(schema)}, not an object"
        return
    told: set[str] = set()
    if of_object and schema.get("type", ABSENT) != "object":
        told.add("type")
        yield f'{name} does not have "type": "object" at its root'
    nodes = list(subschemas(schema))
    for place, keyword, fault in structural_faults(nodes, schema):
        at = str(place / keyword if keyword else place)
        if at not in told:
            told.add(at)
            yield f"{name}{'.' if place.parent else ''}{place} {fault}"
    if len(nodes) <= _MOST_CHECKED:
        for at, fault in _meta_faults(schema):
            if at not in told:
                told.add(at)
                yield f"{name}{at and '.'}{at} {fault}"


def _meta_faults(schema: Mapping[str, Json]) -> list[tuple[str, str]]:
    """Return (place, fault) for what no dialect in use allows; draft 3 and draft 4 only where the schema names them."""
    from jsonschema import Draft3Validator, Draft4Validator  # noqa: PLC0415 - slow, and the CLI must start without it

    dialect = str(schema.get("$schema", ""))
    if "draft-03" in dialect or "draft-04" in dialect:
        old = Draft3Validator if "draft-03" in dialect else Draft4Validator
        validator = old(old.META_SCHEMA)
    else:
        validator = _any_dialect()
    try:
        return [(".".join(map(str, error.absolute_path)), _said(error)) for error in validator.iter_errors(schema)]
    except RecursionError:  # nested deeper than a validator goes; the walk has looked at all of it
        return []


@cache
def _any_dialect() -> Any:
    """Return a validator for schemas written in draft 6 to 2020-12; whether `items` may be a list is another rule's."""
    from jsonschema import Draft7Validator  # noqa: PLC0415 - slow, and the CLI must start without it

    meta = {key: value for key, value in Draft7Validator.META_SCHEMA.items() if key != "$id"}
    known = meta["properties"]
    newer = {"$defs": known["definitions"], "dependentSchemas": known["definitions"], "prefixItems": known["allOf"]}
    newer |= {key: {"$ref": "#"} for key in ("unevaluatedItems", "unevaluatedProperties", "contentSchema")}
    newer["items"] = {
        "if": {"type": "array"},
        "then": known["allOf"],
        "else": {"$ref": "#"},
    }  # says what is wrong inside
    return Draft7Validator({**meta, "properties": known | newer})


def _said(error: Any) -> str:
    match error.validator:
        case "type":
            wanted = error.validator_value if isinstance(error.validator_value, list) else [error.validator_value]
            return f"is {kind(error.instance)} and must be of type {' or '.join(map(str, wanted))}"
        case "minimum" | "exclusiveMinimum":
            return "is below what JSON Schema allows there"
        case "uniqueItems":
            return "holds an entry twice"
    return f"breaks JSON Schema ({error.validator})"
