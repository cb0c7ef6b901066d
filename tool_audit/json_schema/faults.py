"""What makes a JSON Schema unusable, found without trusting it: no depth, no loop and no size makes this hang."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import unquote

from tool_audit.model import ABSENT, Json
from tool_audit.patterns import open_ended

TYPES: Final = frozenset("array boolean integer null number object string".split())
_MAPS = frozenset("properties patternProperties $defs definitions dependentSchemas dependencies".split())
_LISTS = frozenset("allOf anyOf oneOf prefixItems".split())
_SCHEMAS = frozenset(
    """
    items additionalItems additionalProperties unevaluatedItems unevaluatedProperties contains propertyNames not if
    then else contentSchema
    """.split()
)
_MAX_CHAIN = 20  # a chain of $ref longer than this is left alone: no writer makes one, and each link is a look-up


@dataclass(frozen=True, slots=True)
class Place:
    """Where a subschema stands: a chain of steps, spelled out only for those that are reported."""

    parent: "Place | None" = None
    step: str = ""

    def __truediv__(self, step: str) -> "Place":
        return Place(self, step)

    def __str__(self) -> str:
        steps = []
        place = self
        while place.parent is not None:
            steps.append(place.step)
            place = place.parent
        return ".".join(reversed(steps))


@dataclass(frozen=True, slots=True)
class Subschema:
    """One schema inside another; `resource` is what its local references start from."""

    place: Place
    schema: Json
    resource: Json


_HERE: Final = Place()


def subschemas(root: Json, place: Place = _HERE) -> Iterator[Subschema]:
    """Yield the root, which stands at `place`, and all schemas inside it; what is data (enum, default) is left out."""
    stack = [Subschema(place, root, root)]
    while stack:
        node = stack.pop()
        yield node
        if not isinstance(node.schema, Mapping):
            continue
        own = node.schema.get("$id")
        resource = node.schema if isinstance(own, str) and not own.startswith("#") else node.resource
        inner = [Subschema(place, schema, resource) for place, schema in _children(node)]
        stack.extend(reversed(inner))


def _children(node: Subschema) -> Iterator[tuple[Place, Json]]:
    for key, value in node.schema.items():
        place = node.place / str(key)
        if key in _MAPS and isinstance(value, Mapping):
            for name, schema in value.items():
                if not (key == "dependencies" and isinstance(schema, list)):
                    yield place / str(name), schema
        elif (key in _LISTS or key == "items") and isinstance(value, list):
            for number, schema in enumerate(value):
                yield place / str(number), schema
        elif key in _SCHEMAS:
            yield place, value


def structural_faults(nodes: Sequence[Subschema], root: Json) -> Iterator[tuple[Place, str, str]]:
    """Yield (place, keyword, fault): misplaced `required`, unknown types, open patterns, references to nowhere."""
    anchors = {f"#{name}" for node in nodes for name in _anchors(node.schema)}
    for node in nodes:
        place, schema = node.place, node.schema
        if not isinstance(schema, Mapping):
            if not isinstance(schema, bool):
                yield place, "", _not_a_schema(place, schema)
            continue
        for fault in _type_faults(schema):
            yield place, "type", fault
        if isinstance(schema.get("required"), bool):
            yield place, "required", "has `required` as true or false: it is a list of names beside `properties`"
        pattern = schema.get("pattern")
        if isinstance(pattern, str) and open_ended(pattern):
            yield place, "pattern", f"has a pattern that no engine takes: {pattern[:40]}"
        ref = schema.get("$ref")
        if isinstance(ref, str) and ref.startswith("#") and ref not in anchors:
            fault = _ref_fault(ref, node.resource, root)
            if fault:
                yield place, "$ref", fault


def _not_a_schema(place: Place, schema: Json) -> str:
    inside = place.step == "required" and place.parent is not None and place.parent.step == "properties"
    if inside and isinstance(schema, list):
        return "is a list: `required` stands inside `properties`, where it is taken for an argument of that name"
    return f"is {kind(schema)} where a schema must stand"


def _type_faults(schema: Mapping[str, Json]) -> Iterator[str]:
    if "type" not in schema:
        return
    types = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    for name in types:
        if not isinstance(name, str):
            yield f"has {kind(name)} as its type"
        elif name not in TYPES:
            yield f'has the type "{name[:40]}", which JSON Schema does not have'


def _anchors(schema: Json) -> Iterator[str]:
    if isinstance(schema, Mapping):
        for key in ("$anchor", "$dynamicAnchor", "$id", "id"):
            name = schema.get(key)
            if isinstance(name, str) and name:
                yield name.removeprefix("#")


def _ref_fault(ref: str, resource: Json, root: Json) -> str:
    seen: set[str] = set()
    step = ref
    while len(seen) < _MAX_CHAIN:
        if step in seen:
            return f"has a $ref that goes in a circle ({ref})"
        seen.add(step)
        target = _pointed(resource, step)
        if target is ABSENT:
            target = _pointed(root, step)
        if target is ABSENT:
            return f"has a $ref to {step}, which is not there"
        following = target.get("$ref") if isinstance(target, Mapping) else None
        if not isinstance(following, str) or not following.startswith("#/"):
            return ""
        step = following
    return ""


def _pointed(root: Json, ref: str) -> Json:
    node = root
    for step in ref.split("/")[1:]:
        key = unquote(step).replace("~1", "/").replace("~0", "~")
        if isinstance(node, Mapping) and key in node:
            node = node[key]
        elif isinstance(node, list) and key.isdecimal() and int(key) < len(node):
            node = node[int(key)]
        else:
            return ABSENT
    return ABSENT if ref[1:2] not in ("", "/") else node


def kind(value: Json) -> str:
    """Return what sort of JSON value it is, with its article."""
    match value:
        case None:
            return "null"
        case bool():
            return str(value).lower()
        case str():
            return "a string"
        case int() | float():
            return "a number"
        case list():
            return "a list"
    return "an object"
