import pytest
from builders import call, hits, refused, tool, tool_run

from tool_audit.rules.schema_value_rejected import schema_value_rejected


def found(schema, value, error, name="limit", description="What it gives.", base=None, **options):
    failed = (
        error
        if not isinstance(error, str)
        else call(error, error=True, arguments={**(base or {}), name: value}, experiment="limit")
    )
    spec = tool(properties={name: schema}, description=description, **options)
    return hits(schema_value_rejected, tool_run(call('[{"id": 1}]', arguments=base), calls=[failed], spec=spec))


LEVEL = {"type": "string", "enum": ["low", "high"]}


def test_a_member_that_is_refused_is_found():
    [hit] = found(LEVEL, "high", "Invalid level 'high'", name="level")
    assert hit.argument == "level"
    assert "from within the tool" in hit.message


def test_a_number_within_the_bounds_that_is_refused_is_found():
    bounded = {"type": "integer", "minimum": 1, "maximum": 1000}
    assert len(found(bounded, 1000, "limit must be at most 100")) == 1
    assert found(bounded, 1001, "limit must be at most 1000") == []


def test_a_bound_that_is_stated_nowhere_is_found():
    number = {"type": "integer"}
    assert len(found(number, 1000, "limit must be at most 100")) == 1
    assert found(number | {"description": "at most 100"}, 1000, "limit must be at most 100") == []
    assert found(number, 1000, "limit must be at most 100", description="Never more than 100 rows.") == []


@pytest.mark.parametrize("value", [0, -1])
def test_numbers_below_one_need_a_minimum_that_allows_them(value):
    assert found({"type": "integer"}, value, "limit must be positive") == []


def test_digits_are_a_text():
    assert (
        len(found({"type": "string"}, "12345", "name: 12345 is not of type 'string'", "name", base={"name": "x"})) == 1
    )
    assert found({"type": "string"}, "12345", "name: no such author", "name", base={"name": "x"}) == []


@pytest.mark.parametrize(
    "error",
    ["high not found", "Rate limit exceeded", "Response too large: 124,001 bytes", "level needs `fields`", "boom"],
)
def test_other_failures_are_no_refusals_of_the_value(error):
    assert found(LEVEL, "high", error, name="level") == []


def test_what_the_schema_does_not_allow_may_be_refused():
    assert found(LEVEL, "nope", "level must be one of low, high", name="level") == []
    assert found({"type": "integer"}, "many", "limit must be an integer") == []


def test_the_layer_that_refused_is_told():
    error = refused("Invalid params: level high", arguments={"level": "high"})
    [hit] = found(LEVEL, "high", error, name="level")
    assert "-32602, before the tool ran" in hit.message


def test_unknown_arguments_are_another_rules():
    error = refused("level: unknown argument", arguments={"level": "high"}, experiment="unknown_argument")
    assert found(LEVEL, "high", error, name="level") == []


def test_null_that_the_schema_lets_in_is_a_value():
    error = refused("within: expected string, received null", arguments={"within": None})
    assert len(found({"type": ["string", "null"]}, None, error, name="within")) == 1
    assert len(found({"anyOf": [{"type": "string"}, {"type": "null"}]}, None, error, name="within")) == 1
    assert found({"type": "string"}, None, error, name="within") == []


def test_the_bounds_themselves_are_within():
    least = {"type": "integer", "minimum": 0}
    assert len(found(least, 0, "limit must be at least 1")) == 1
    assert found(least, -1, "limit must be at least 1") == []
    above = {"type": "number", "exclusiveMinimum": 0}
    assert found(above, 0, "limit must be above 0") == []


def test_the_default_and_the_examples_are_allowed():
    when = {"type": "string", "default": "now", "examples": ["today"]}
    for value in ("now", "today"):
        assert len(found(when, value, f"Invalid date: {value}", name="when")) == 1
    assert found(when, "later", "Invalid date: later", name="when") == []


def test_a_text_as_long_as_allowed_may_not_be_too_long():
    title = {"type": "string", "maxLength": 40}
    assert len(found(title, "a" * 40, "title must be at most 20 characters", name="title")) == 1
    assert found(title, "a" * 41, "title must be at most 40 characters", name="title") == []
    assert found(title, "a" * 40, "title is not a valid code", name="title") == []


def test_a_date_as_the_schema_writes_it_may_not_be_of_another_form():
    day = {"type": "string", "format": "date"}
    assert len(found(day, "2037-12-31", "day: invalid date, expected DD.MM.YYYY", name="day")) == 1
    assert found(day, "2037-12-31", "day must not be in the future", name="day") == []
    assert found(day, "2026-13-45", "day: invalid date, expected YYYY-MM-DD", name="day") == []


def test_digits_are_a_text_where_numbers_are_taken_too():
    either = {"type": ["integer", "string"]}
    assert len(found(either, "12345", "id must be an integer, got '12345'", name="id", base={"id": 3})) == 1
    assert found(either, "12345", "id: there is no such item", name="id", base={"id": 3}) == []
