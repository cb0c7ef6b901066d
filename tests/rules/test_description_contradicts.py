import pytest
from builders import call, hits, refused, tool, tool_run

from tool_audit.rules.description_contradicts import description_contradicts


def found(schema, value, error, name="limit", description="What it gives."):
    failed = (
        error
        if not isinstance(error, str)
        else call(error, error=True, arguments={name: value}, experiment="bad_input")
    )
    spec = tool(properties={name: schema}, description=description)
    return hits(description_contradicts, tool_run(call("[1]"), calls=[failed], spec=spec))


SCOPE = {"type": "string", "description": "A folder, or null to search all."}


def test_null_that_is_offered_and_refused_is_found():
    error = refused("scope: expected string, received null", arguments={"scope": None})
    [hit] = found(SCOPE, None, error, "scope")
    assert "offers null" in hit.message
    assert "-32602, before the tool ran" in hit.message


@pytest.mark.parametrize("text", ["A folder; must not be null.", "A folder.", "Returns null where there is none."])
def test_null_that_is_not_offered_may_be_refused(text):
    error = refused("scope: expected string, received null", arguments={"scope": None})
    assert found(SCOPE | {"description": text}, None, error, "scope") == []


BOUNDED = {"type": "integer", "minimum": 1, "maximum": 50}


def test_a_fallback_that_is_promised_and_refused_is_found():
    falls = BOUNDED | {"description": "1-50; out of range falls back to the default"}
    [hit] = found(falls, 99, "limit must be 1-50")
    assert "promises a fallback" in hit.message
    assert found(BOUNDED, 99, "limit must be 1-50") == []


def test_a_word_for_a_number_is_out_of_no_range():
    falls = BOUNDED | {"description": "out of range falls back to the default"}
    assert found(falls, "many", "limit must be an integer") == []
    falls = BOUNDED | {"description": "invalid values fall back to the default"}
    assert len(found(falls, "many", "limit must be an integer")) == 1


def test_a_promise_of_the_tools_description_counts_where_it_names_the_argument():
    text = "Lists notes. A limit above 50 is clamped."
    assert len(found(BOUNDED, 51, "limit must be 1-50", description=text)) == 1
    assert found(BOUNDED, 51, "limit must be 1-50", description="A size above 50 is clamped.") == []


def test_a_described_range_that_is_refused_is_found():
    told = {"type": "integer", "description": "up to 500"}
    assert len(found(told, 100, "limit must be at most 50")) == 1
    assert found(told, 1000, "limit must be at most 500") == []


def test_a_failure_of_another_kind_breaks_no_promise():
    assert found(SCOPE, None, "scope not found", "scope") == []


def test_null_that_the_schema_lets_in_is_another_rules():
    error = refused("scope: expected string, received null", arguments={"scope": None})
    assert found(SCOPE | {"type": ["string", "null"]}, None, error, "scope") == []


def test_a_range_in_prose_has_an_outside():
    told = {"type": "integer", "description": "Days, 2 to 7. What is outside is clamped to the nearest bound."}
    for beyond in (1, 8):
        [hit] = found(told, beyond, "limit must be between 2 and 7")
        assert "promises a fallback" in hit.message
    bare = {"type": "integer", "description": "Days, 2 to 7."}
    assert found(bare, 1, "limit must be between 2 and 7") == []
    assert len(found(bare, 3, "limit must be at least 5")) == 1


@pytest.mark.parametrize(
    "text",
    [
        "1-50. Values above 50 are reduced to 50.",
        "개수 (1-50). 50을 초과하면 50으로 조정됩니다.",
        "Werte über 50 werden auf 50 gesetzt.",
        "Au-delà de 50, la valeur est ramenée à 50.",
        "Los valores fuera del rango se ajustan.",
        "Valores acima de 50 são reduzidos a 50.",
        "超过50将被调整为50",
        "50 を超える値は 50 に切り詰めます",
    ],
)
def test_a_fallback_is_promised_in_many_tongues(text):
    assert len(found(BOUNDED | {"description": text}, 51, "limit must be 1-50")) == 1


@pytest.mark.parametrize(
    "text", ["1-50. Values above 50 are refused.", "The limit of the list.", "50을 초과할 수 없습니다."]
)
def test_what_is_no_fallback_may_be_refused(text):
    assert found(BOUNDED | {"description": text}, 51, "limit must be 1-50") == []


def test_other_values_of_a_number_are_other_numbers():
    moved = BOUNDED | {"description": "1 to 50; other values are moved to the nearest of these."}
    assert found(moved, "many", "limit: 'many' is not of type 'integer'") == []
    assert len(found(moved, 51, "limit must be 1-50")) == 1
