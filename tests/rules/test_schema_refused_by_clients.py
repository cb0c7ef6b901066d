from dataclasses import replace

import pytest
from builders import hits, server_run, tool

from tool_audit.clients import limits_of_clients
from tool_audit.model import Severity
from tool_audit.rules.schema_refused_by_clients import schema_refused_by_clients

DEFAULT = schema_refused_by_clients.severity
TEXT = {"type": "string"}


def with_schema(schema, name="t", **changes):
    return replace(tool(name), input_schema=schema, **changes)


def of(properties, **more):
    return {"type": "object", "properties": properties, **more}


def found(*tools, clients=None):
    run = server_run(tools=tools)
    return hits(schema_refused_by_clients, run if clients is None else replace(run, clients=clients))


REFUSED = {
    "anyOf at the root": (of({}, anyOf=[{"required": ["a"]}]), "anyOf, oneOf or allOf", "inputSchema.anyOf"),
    "oneOf at the root": ({"oneOf": [of({})]}, "anyOf, oneOf or allOf", "inputSchema.oneOf"),
    "allOf at the root": (of({}, allOf=[of({})]), "anyOf, oneOf or allOf", "inputSchema.allOf"),
    "array": (of({"a": {"type": "array"}}), "an array without `items`", "inputSchema.properties.a."),
    "array of arrays": (
        of({"a": {"type": "array", "items": {"type": "array"}}}),
        "without `items`",
        "properties.a.items",
    ),
    "array or null": (
        of({"a": {"anyOf": [{"type": "array"}, {"type": "null"}]}}),
        "without `items`",
        "inputSchema.properties.a.anyOf.0",
    ),
    "array in a definition": (
        of({"a": {"$ref": "#/$defs/A"}}, **{"$defs": {"A": {"type": "array"}}}),
        "without `items`",
        "inputSchema.$defs.A",
    ),
    "tuple": (of({"a": {"type": "array", "items": [TEXT, TEXT]}}), "`items` as a list", "properties.a"),
    "types": (of({"a": {"type": ["string", "number"]}}), "several types in one `type`", "properties.a"),
    "other document": (of({"a": {"$ref": "https://example.com/a.json#/x"}}), "a $ref to another", "properties.a"),
    "other file": (of({"a": {"$ref": "common.json"}}), "a $ref to another document", "properties.a"),
    "property with a dollar": (of({"$top": TEXT}), "a name of an argument", "inputSchema.properties.$top"),
    "long property": (of({"a" * 65: TEXT}), "a name of an argument", "inputSchema.properties.aaa"),
}


@pytest.mark.parametrize(("schema", "what", "place"), REFUSED.values(), ids=REFUSED.keys())
def test_what_clients_refuse_is_a_warning_with_its_path(schema, what, place):
    [hit] = found(with_schema(schema), tool("fine"))
    assert (hit.severity or DEFAULT) is Severity.WARNING
    assert what in hit.message
    assert place in hit.message
    assert "in 1 place of 1 of 2 tools" in hit.message
    assert hit.tools == ("t",)


@pytest.mark.parametrize(
    ("schema", "what"),
    [
        (of({"a": {"type": ["string", "null"]}}), "`type` as a list"),
        (of({"a": {"type": "array", "prefixItems": [TEXT], "items": False}}), "`prefixItems`"),
        (of({"a": {"type": "array", "prefixItems": [TEXT]}}), "`prefixItems`"),
    ],
)
def test_what_code_generators_write_and_few_refuse_is_only_told(schema, what):
    [hit] = found(with_schema(schema))
    assert hit.severity is Severity.INFO
    assert what in hit.message


FINE = {
    "no arguments": {"type": "object"},
    "array of anything": of({"a": {"type": "array", "items": {}}}),
    "anyOf of an argument": of({"a": {"anyOf": [TEXT, {"type": "null"}], "default": None}}),
    "oneOf of an argument": of({"a": {"oneOf": [{"const": "x"}, {"const": "y"}]}}),
    "allOf around a reference": of({"a": {"allOf": [{"$ref": "#/$defs/A"}]}}, **{"$defs": {"A": TEXT}}),
    "data that looks like a schema": of({"a": {"default": {"type": "array"}, "enum": [{"type": ["a", "b"]}]}}),
    "an argument called items": of({"items": TEXT, "anyOf": TEXT, "type": TEXT}),
    "its own document": of(
        {"a": {"$ref": "https://x.org/s#/$defs/A"}}, **{"$id": "https://x.org/s", "$defs": {"A": TEXT}}
    ),
    "a part of its own": of({"a": {"$ref": "a.json"}}, **{"$defs": {"A": {"$id": "https://x.org/a.json", **TEXT}}}),
    "dots and dashes": of({"a.b": TEXT, "a-b": TEXT}),
    "a schema that is none": [],
    "a root that is no object": {"type": "array"},
    "a root of two types": {"type": ["object", "null"]},
}


@pytest.mark.parametrize("schema", FINE.values(), ids=FINE.keys())
def test_what_clients_take_is_left_alone(schema):
    assert found(with_schema(schema)) == []


def test_the_same_cause_in_many_tools_is_one_finding_with_counts():
    tools = [with_schema(of({"a": {"type": "array"}, "b": {"type": "array"}}), f"t{n}") for n in range(4)]
    [hit] = found(*tools, tool("fine"))
    assert "in 8 places of 4 of 5 tools" in hit.message
    assert "and 5 more" in hit.message
    assert hit.tools == ("t0", "t1", "t2", "t3")


def test_an_array_that_may_be_null_needs_items_too():
    told = [hit.message for hit in found(with_schema(of({"a": {"type": ["array", "null"]}})))]
    assert [("without `items`" in text, "`type` as a list" in text) for text in told] == [(True, False), (False, True)]


def test_two_causes_are_two_findings():
    both = of({"a": {"type": "array"}}, anyOf=[{"required": ["a"]}])
    assert len(found(with_schema(both))) == 2


def test_the_clients_and_a_source_are_named():
    [hit] = found(with_schema(of({}, anyOf=[{}])))
    assert "refused by claude-code and codex" in hit.message
    assert "Known for claude-code from https://" in hit.message
    assert "(checked 20" in hit.message


def test_what_no_known_client_refuses_is_left_alone():
    lenient = tuple(limits for limits in limits_of_clients() if limits.client == "goose")
    assert found(with_schema(of({"$top": {"type": "array"}}, anyOf=[{}])), clients=lenient) == []


def test_a_users_own_client_counts():
    own = limits_of_clients({"ours": {"definitions": {"refuses": {"tuple-items": "our own test"}}}})
    [hit] = found(with_schema(of({"a": {"items": [TEXT]}})), clients=own)
    assert "ours and vscode-copilot" in hit.message


def test_of_output_schemas_only_counts_what_clients_read():
    unread = of({"a": {"type": "array"}, "b": {"type": ["string", "null"]}}, anyOf=[{}])
    assert found(replace(tool(), output_schema=unread)) == []
    [hit] = found(replace(tool(), output_schema=of({"a": {"type": "array", "prefixItems": [TEXT]}})))
    assert "outputSchema.properties.a" in hit.message


@pytest.mark.timeout(10)
def test_depth_and_size_neither_hang_nor_crash():
    deep = {"type": "array"}
    for _ in range(20_000):
        deep = {"type": ["object", "null"], "properties": {"a": deep}}
    wide = of({f"a{n}": {"type": "array"} for n in range(50_000)})
    hits_of_deep = found(with_schema({**deep, "type": "object"}, "deep"), with_schema(wide, "wide"))
    assert [len(hit.tools) for hit in hits_of_deep] == [2, 1]


def test_names_that_are_no_texts_do_not_crash():
    assert found(with_schema({"type": "object", "properties": {1: {"type": "array"}, None: TEXT}}))
