"""A tool as the server lists it -> as the guard lists it: what will be refused is said in the schema."""

from collections.abc import Mapping
from typing import Final

from tool_audit.guard.decide import instead, shown
from tool_audit.guard.policy import GuardPolicy, Line, ToolPolicy
from tool_audit.model import ABSENT, Json
from tool_audit.schema import resolve

_BRANCHES: Final = ("anyOf", "oneOf")


def tightened(policy: GuardPolicy, entry: Json) -> Json:
    """Return an entry of tools/list with the lines of its policy in it; the same object where there are none."""
    name = entry.get("name") if isinstance(entry, Mapping) else None
    tool = policy.tools.get(name) if isinstance(name, str) else None
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
    declared = root.get("properties")
    properties = dict(declared) if isinstance(declared, Mapping) else {}
    for line in tool.lines:
        properties[line.argument] = _property(line, properties.get(line.argument, {}), root)
    required = [*_strings(root.get("required"))]
    required += [line.argument for line in tool.lines if line.required and line.argument not in required]
    made = {**root}
    if properties:
        made["properties"] = properties
    if required:
        made["required"] = required
    if policy.refuse_unknown and tool.arguments is not None:
        made["additionalProperties"] = False
    return made


def _property(line: Line, declared: Json, root: Mapping[str, Json]) -> Json:
    schema = dict(resolve(declared, root))
    if line.allowed or line.most is not None:
        for key in _BRANCHES:
            # null is the default in other words: of `integer or null` the integer is what is left
            kept = [one for one in schema.pop(key, ()) if isinstance(one, Mapping) and one.get("type") != "null"]
            if len(kept) == 1:
                schema = {**resolve(kept[0], root), **schema}
        if isinstance(schema.get("type"), list):
            types = [one for one in schema["type"] if one != "null"]
            schema["type"] = types[0] if len(types) == 1 else types
    if line.allowed:
        schema["enum"] = list(line.allowed)
    elif line.most is not None:
        schema["minimum"] = max(line.least, _number(schema.get("minimum"), line.least))
        schema["maximum"] = min(line.most, _number(schema.get("maximum"), line.most))
    if line.required or not line.takes(schema.get("default", ABSENT)):
        schema.pop("default", None)
    return schema


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
    return [one for one in value if isinstance(one, str)] if isinstance(value, list) else []


def _number(value: Json, otherwise: float) -> float:
    return value if isinstance(value, int | float) and not isinstance(value, bool) else otherwise
