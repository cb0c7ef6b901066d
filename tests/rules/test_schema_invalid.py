from dataclasses import replace

import pytest
from builders import hits, server_run, tool

from tool_audit.model import ABSENT
from tool_audit.rules.schema_invalid import schema_invalid


def with_schema(schema, name="t", **changes):
    return replace(tool(name), input_schema=schema, raw={"name": name, "inputSchema": schema}, **changes)


def found(*tools, **listing):
    run = server_run(tools=[])
    return hits(schema_invalid, replace(run, listing=replace(run.listing, tools=tools, **listing)))


def said(schema):
    [hit] = found(with_schema(schema))
    return hit.message


def of(properties, **more):
    return {"type": "object", "properties": properties, **more}


VALID = {
    "no arguments": {"type": "object"},
    "closed": {"type": "object", "properties": {}, "additionalProperties": False},
    "definitions": of({"a": {"$ref": "#/$defs/A"}}, **{"$defs": {"A": {"type": "string"}}}),
    "recursive": of({"n": {"$ref": "#/$defs/N"}}, **{"$defs": {"N": of({"next": {"$ref": "#/$defs/N"}})}}),
    "recursive root": of({"inner": {"$ref": "#"}}),
    "reference into a property": of(
        {"a": {"type": "array", "items": {"enum": [1]}}, "b": {"$ref": "#/properties/a/items"}}
    ),
    "reference with escapes": of({"a": {"$ref": "#/$defs/x~1y%20z"}}, **{"$defs": {"x/y z": {}}}),
    "reference into a list": of({"a": {"anyOf": [{"type": "null"}, {}]}, "b": {"$ref": "#/properties/a/anyOf/1"}}),
    "anchor": of({"a": {"$ref": "#here"}}, **{"$defs": {"A": {"$anchor": "here"}}}),
    "external reference": of({"a": {"$ref": "https://example.com/a.json"}}),
    "property called $ref": of({"$ref": {"type": "string"}, "type": {"type": "string"}}),
    "property called required": of({"required": {"type": "boolean"}}, required=["required"]),
    "data that looks like a schema": of({"a": {"enum": [{"type": "strng"}], "default": {"$ref": "#/nowhere"}}}),
    "tuple of draft 7": of({"a": {"type": "array", "items": [{"type": "integer"}]}}),
    "tuple of 2020-12": of({"a": {"type": "array", "prefixItems": [{"type": "integer"}], "items": False}}),
    "nullable": of({"a": {"type": ["string", "null"]}}),
    "draft 4": of(
        {"a": {"type": "number", "minimum": 0, "exclusiveMinimum": True}},
        **{"$schema": "http://json-schema.org/draft-04/schema#"},
    ),
    "draft 7": of({"a": {"const": 1}}, **{"$schema": "http://json-schema.org/draft-07/schema#"}),
    "2020-12": of({"a": {"type": "string"}}, **{"$schema": "https://json-schema.org/draft/2020-12/schema"}),
    "a dialect of its own": of({"a": {"x-hint": 3}}, **{"$schema": "https://example.com/dialect"}),
    "pattern of another engine": of({"a": {"type": "string", "pattern": r"^\p{L}+$"}}),
    "pattern with an empty class": of({"a": {"type": "string", "pattern": "^[^]*[]?$"}}),
    "pattern with named groups of another engine": of({"a": {"type": "string", "pattern": "(?<year>[0-9]{4})"}}),
    "root combinator beside the type": {"type": "object", "anyOf": [{"required": ["a"]}, {"required": ["b"]}]},
}


@pytest.mark.parametrize("schema", VALID.values(), ids=VALID.keys())
def test_a_valid_schema_is_left_alone(schema):
    assert found(with_schema(schema)) == []


@pytest.mark.parametrize(
    ("schema", "part"),
    [
        ({}, 'does not have "type": "object"'),
        ({"anyOf": [{"type": "object"}]}, 'does not have "type": "object"'),
        ({"type": ["object", "null"]}, 'does not have "type": "object"'),
        ({"type": "array", "items": {}}, 'does not have "type": "object"'),
        (None, "inputSchema is null, not an object"),
        ([], "inputSchema is a list, not an object"),
        (True, "inputSchema is true, not an object"),
        (of({"coin": {"type": "strng"}}), 'inputSchema.properties.coin has the type "strng"'),
        (
            of({"coin": {"pattern": "^[A-Z{3}$"}}),
            "inputSchema.properties.coin has a pattern that no engine takes: ^[A-Z{3}$",
        ),
        (of({"coin": {"pattern": "^(EUR|USD$"}}), "coin has a pattern that no engine takes"),
        (of({"coin": {"pattern": "EUR)"}}), "coin has a pattern that no engine takes"),
        (of({"coin": {"type": None}}), "properties.coin has null as its type"),
        (of({"coin": {"type": "string", "required": True}}), "properties.coin has `required` as true or false"),
        (of({"coin": {}, "required": ["coin"]}), "`required` stands inside `properties`"),
        (of({"coin": "string"}), "properties.coin is a string where a schema must stand"),
        (of({"coin": {"$ref": "#/$defs/Coin"}}), "properties.coin has a $ref to #/$defs/Coin, which is not there"),
        (of({}, **{"$defs": {"A": {"$ref": "#/$defs/A"}}}), "goes in a circle"),
        (of(["coin"]), "inputSchema.properties is a list"),
        (of({}, required="coin"), "inputSchema.required is a string"),
        (of({"n": {"minimum": "0"}}), "properties.n.minimum is a string"),
        (of({"n": {"exclusiveMinimum": True}}), "properties.n.exclusiveMinimum is true"),
        (of({}, **{"$defs": {"A": {"maxLength": -1}}}), "$defs.A.maxLength is below"),
        (of({"l": {"items": {"maxLength": "9"}}}), "properties.l.items.maxLength is a string"),
        (of({"l": {"items": {"anyOf": [{"type": "int"}]}}}), 'properties.l.items.anyOf.0 has the type "int"'),
    ],
)
def test_what_is_wrong_with_a_schema_is_said_once(schema, part):
    message = said(schema)
    assert part in message
    assert ";" not in message


def test_a_missing_input_schema_is_found():
    assert "inputSchema is missing" in found(replace(tool(), input_schema=ABSENT, raw={"name": "t"}))[0].message
    assert "inputSchema is missing" in found(replace(tool(), input_schema={}, raw={"name": "t"}))[0].message


def test_one_fault_on_many_tools_is_one_finding():
    tools = [with_schema({}, name) for name in ("a", "b", "c")]
    [hit] = found(*tools, with_schema({"type": "object"}, "fine"))
    assert hit.tools == ("a", "b", "c")
    assert hit.message.startswith("a, b and c: ")


def test_an_output_schema_is_looked_at_too():
    [hit] = found(replace(tool(), output_schema={"type": "object", "properties": {"x": {"type": "float"}}}))
    assert 'outputSchema.properties.x has the type "float"' in hit.message
    assert found(replace(tool(), output_schema={"type": "object"})) == []


def test_an_output_schema_must_be_an_objects_until_the_protocol_that_lifts_it():
    listed = replace(tool(), output_schema={"type": "array", "items": {}})
    assert len(found(listed, protocol="2025-11-25")) == 1
    assert found(listed, protocol="2026-07-28") == []


def test_deep_nesting_neither_hangs_nor_hides_a_fault():
    schema = {"type": "strng"}
    for _ in range(20_000):
        schema = {"properties": {"a": schema}}
    assert '"strng"' in said({"type": "object", **schema})


def test_a_long_chain_of_references_ends():
    chain = {f"d{n}": {"$ref": f"#/$defs/d{n + 1}"} for n in range(2_000)} | {"d2000": {"type": "string"}}
    assert found(with_schema(of({"a": {"$ref": "#/$defs/d0"}}, **{"$defs": chain}))) == []


def test_a_very_large_schema_is_still_searched():
    many = {f"a{n}": {"type": "string"} for n in range(30_000)} | {"bad": {"type": "strng"}}
    assert "properties.bad" in said(of(many))


def test_more_faults_than_can_be_shown_are_counted():
    message = said(of({f"a{n}": {"type": "strng"} for n in range(10)}))
    assert "7 more faults" in message
