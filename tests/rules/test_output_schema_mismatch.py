import pytest
from builders import call, hits, tool, tool_run

from tool_audit.model import Confidence
from tool_audit.rules.output_schema_mismatch import output_schema_mismatch

WEATHER = {
    "type": "object",
    "properties": {"temp": {"type": "number"}, "unit": {"type": "string"}},
    "required": ["temp"],
}


def found(*replies, schema=WEATHER, error=False, **options):
    calls = [
        call("It is mild.", structured=reply, error=error, arguments={"n": n} if n else {})
        for n, reply in enumerate(replies)
    ]
    return hits(output_schema_mismatch, tool_run(calls[0], calls=calls, spec=tool(output_schema=schema)), **options)


@pytest.mark.parametrize(
    ("reply", "told"),
    [
        ({"temp": "21"}, '$.temp is "21" (a string) and the schema says number'),
        ({"temp": 21, "unit": None}, "$.unit is null and the schema says string"),
        ({"unit": "C"}, "$ lacks temp, which is required"),
        ([], "$ is a list of 0 entries and the schema says object"),
    ],
)
def test_what_breaks_the_schema_is_told_with_its_place(reply, told):
    [hit] = found(reply)
    assert told in hit.message


def test_a_member_too_many_is_told_where_the_schema_is_closed():
    assert found({"temp": 1, "wind": 3}) == []
    [hit] = found({"temp": 1, "wind": 3}, schema=WEATHER | {"additionalProperties": False})
    assert "$ has wind, which the schema does not allow" in hit.message


def test_a_place_in_a_list_is_told_once():
    schema = {"type": "object", "properties": {"rows": {"type": "array", "items": WEATHER}}}
    [hit] = found({"rows": [{"temp": 1}, {"temp": "2"}, {"temp": "3"}]}, schema=schema)
    assert hit.message.count("rows[") == 1


def test_a_reply_that_keeps_the_schema_is_left_alone():
    assert found({"temp": 21.5, "unit": "C"}) == []
    assert hits(output_schema_mismatch, tool_run(call("x", structured={"temp": "21"}))) == []


def test_an_error_reply_may_have_another_shape():
    assert found({"reason": "no such town"}, error=True) == []


def test_two_replies_prove_it():
    [hit] = found({"temp": "21"}, {"temp": "minus 3"})
    assert hit.confidence is Confidence.PROVEN
    assert "2 of 2 different replies" in hit.message


def test_how_many_places_are_told_is_an_option():
    [hit] = found({"temp": "21", "unit": 3}, shown=1)
    assert "1 more place" in hit.message


def test_the_draft_that_the_schema_names_is_used():
    tuples = {"type": "object", "properties": {"at": {"items": [{"type": "number"}, {"type": "number"}]}}}
    old = tuples | {"$schema": "http://json-schema.org/draft-07/schema#"}
    [hit] = found({"at": [1, "x"]}, schema=old)
    assert "$.at[1]" in hit.message


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "nonsense"},
        {"$ref": "#/$defs/gone"},
        {"$ref": "https://example.invalid/schema.json"},
        {"$ref": "#"},
        True,
        [],
    ],
)
def test_a_schema_that_cannot_be_used_is_another_rules(schema):
    assert found({"temp": "21"}, schema=schema) == []


def test_no_schema_makes_it_hang():
    doubling = {f"d{n}": {"allOf": [{"$ref": f"#/$defs/d{n + 1}"}] * 2} for n in range(40)}
    bomb = {"$ref": "#/$defs/d0", "$defs": {**doubling, "d40": {"type": "object"}}}
    slow = {"type": "object", "properties": {"temp": {"type": "string", "pattern": "^(a+)+$"}}}
    deep: object = 1
    for _ in range(3_000):
        deep = {"a": deep}
    nested = {"type": "object", "properties": {"a": {"$ref": "#"}}}
    assert found({"temp": 1}, schema=bomb) == []
    assert found({"temp": "a" * 40 + "!"}, schema=slow) == []
    assert found(deep, schema=nested) == []


def test_long_lists_are_checked_at_their_beginning():
    rows = {"type": "object", "properties": {"rows": {"type": "array", "items": WEATHER, "minItems": 1000}}}
    assert found({"rows": [{"temp": 1}] * 200_000}, schema={**rows, "properties": {"rows": {"items": WEATHER}}}) == []
