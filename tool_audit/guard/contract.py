"""A tool as the server lists it -> as the guard lists it: what will be refused is said in the schema."""

from collections.abc import Mapping
from typing import Final

from tool_audit.guard.decide import instead, shown
from tool_audit.guard.policy import GuardPolicy, Line, ToolPolicy
from tool_audit.model import ABSENT, Json
from tool_audit.schema import resolve

_BRANCHES: Final = ("anyOf", "oneOf")
_SAYS_WHAT: Final = frozenset({"type", "enum", "const", "allOf", *_BRANCHES})
_NOT_NULL: Final = ("string", "number", "boolean", "object", "array")
_DEEPEST: Final = 5
"""Branches within branches."""


def tightened(policy: GuardPolicy, entry: Json) -> Json:
    """Return an entry of tools/list with the lines of its policy in it; the same object where there are none."""
    name = entry.get("name") if isinstance(entry, Mapping) else None
    tool = policy.of(name) if isinstance(name, str) else None
    if tool is None:
        return entry
    schema = entry.get("inputSchema")
    root = schema if isinstance(schema, Mapping) else {"type": "object"}
    made = _schema(policy, tool, root)
    told = _told(tool)
    if made == root and not told:
        return entry
    description = entry.get("description")
    text = f"{description}\n\n{told}" if isinstance(description, str) and description else told
    return {**entry, **({"description": text} if told else {}), "inputSchema": made}


def _schema(policy: GuardPolicy, tool: ToolPolicy, root: Mapping[str, Json]) -> Mapping[str, Json]:
    made = dict(resolve(root, root))  # beside a $ref, what we add would not count for every reader
    declared = made.get("properties")
    properties = dict(declared) if isinstance(declared, Mapping) else {}
    if policy.refuse_unknown and tool.arguments is not None:
        properties = {name: one for name, one in properties.items() if name in tool.arguments}
        for name in tool.arguments:
            properties.setdefault(name, {})  # declared in a part of the schema, or not at all any more
        made.pop("patternProperties", None)
        made["additionalProperties"] = False
    for line in tool.lines:
        properties[line.argument] = _property(line, properties.get(line.argument, {}), root)
    required = [*_strings(made.get("required"))]
    required += [line.argument for line in tool.lines if line.required and line.argument not in required]
    if properties:
        made["properties"] = properties
    if required:
        made["required"] = required
    return made


def _property(line: Line, declared: Json, root: Mapping[str, Json]) -> Json:
    # null is the default in other words: of `integer or null` the integer is what is left
    schema = _without_null(dict(resolve(declared, root)), root)
    if line.allowed:
        schema = _without_branches(schema)
        schema["enum"] = list(line.allowed)
    elif line.most is not None:
        types = _types(schema)
        schema = _without_branches(schema)
        schema["type"] = "integer" if "integer" in types and "number" not in types else "number"
        schema["minimum"] = max(line.least, _number(schema.get("minimum"), line.least))
        schema["maximum"] = min(line.most, _number(schema.get("maximum"), line.most))
        fitting = [one for one in _list(schema.pop("enum", None)) if line.takes(one)]
        if fitting:
            schema["enum"] = fitting
    elif line.required and not schema.keys() & _SAYS_WHAT:
        schema["type"] = [*_NOT_NULL]
    if line.required or not line.takes(schema.get("default", ABSENT)):
        schema.pop("default", None)
    return schema


def _without_null(schema: dict[str, Json], root: Mapping[str, Json], depth: int = 0) -> dict[str, Json]:
    """Return a schema that does not take null: a branch that is left alone takes the place of the branches."""
    if isinstance(schema.get("type"), list):
        types = [one for one in schema["type"] if one != "null"]
        schema["type"] = types[0] if len(types) == 1 else types
    if isinstance(schema.get("enum"), list):
        schema["enum"] = [one for one in schema["enum"] if one is not None]
    for key in _BRANCHES if depth < _DEEPEST else ():
        if not isinstance(schema.get(key), list):
            continue
        branches = [dict(resolve(one, root)) for one in schema.pop(key)]
        kept = [_without_null(one, root, depth + 1) for one in branches if not _is_null(one)]
        schema = {**kept[0], **schema} if len(kept) == 1 else {**schema, key: kept} if kept else schema
    return schema


def _is_null(schema: Mapping[str, Json]) -> bool:
    return schema.get("type") == "null" or schema.get("const", ABSENT) is None or schema.get("enum") == [None]


def _without_branches(schema: dict[str, Json]) -> dict[str, Json]:
    return {key: value for key, value in schema.items() if key not in _BRANCHES}


def _types(schema: Mapping[str, Json]) -> set[str]:
    own = schema.get("type")
    types = {own} if isinstance(own, str) else set(_strings(own))
    return types.union(*(_types(one) for key in _BRANCHES for one in _list(schema.get(key))))


def _told(tool: ToolPolicy) -> str:
    """Return the line that the description gets, empty where nothing is demanded."""
    parts = []
    for line in tool.lines:
        if line.required:
            measured = tool.as_measured(line.argument, ABSENT)
            without = "" if measured is None else f"; without it the reply was {measured.chars:,} characters"
            parts.append(f"{line.argument} is required{without}. {instead(tool, line)}")
        elif line.allowed:
            parts.append(f"{line.argument} is one of {', '.join(map(shown, line.allowed))}.")
        elif line.most is not None:
            parts.append(f"{line.argument} is from {line.least:g} to {line.most:g}.")
    return f"(guarded: {' '.join(parts)})" if parts else ""


def _strings(value: Json) -> list[str]:
    return [one for one in _list(value) if isinstance(one, str)]


def _list(value: Json) -> list[Json]:
    return value if isinstance(value, list) else []


def _number(value: Json, otherwise: float) -> float:
    return value if isinstance(value, int | float) and not isinstance(value, bool) else otherwise
