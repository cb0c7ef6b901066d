import pytest
from builders import hits, server_run, tool

from tool_audit.rules.ambiguous_parameter import ambiguous_parameter

TEXT = {"type": "string"}


def found(name, **schema):
    run = server_run(tools=[tool("t", {name: TEXT | schema})])
    return hits(ambiguous_parameter, run)


@pytest.mark.parametrize("name", ["user", "date", "id", "q", "data", "type", "name", "value"])
def test_a_bare_name_that_nothing_explains_is_found(name):
    [hit] = found(name)
    assert hit.tools == ("t",)
    assert hit.argument == name
    assert f"t.{name}" in hit.message


@pytest.mark.parametrize(
    ("name", "description"),
    [
        ("user", "The user."),
        ("id", "ID"),
        ("value", "The value"),
        ("data", "Input data (required)"),
        ("date", "The date of the visit"),
        ("date", "Datum des Besuchs"),
    ],
)
def test_a_description_that_repeats_the_name_explains_nothing(name, description):
    assert found(name, description=description)


@pytest.mark.parametrize(
    ("name", "description"),
    [
        ("user", "The login of the account that owns the repository"),
        ("id", "The issue's id, from list_issues"),
        ("q", "Search terms"),
        ("user", "사용자의 이메일 주소"),
        ("name", "Nom du fichier"),
        ("date", "YYYY-MM-DD"),
        ("date", "A date such as 2026-03-10"),
        ("date", "Datum im Format TT.MM.JJJJ"),
        ("date", "날짜 (형식: 년-월-일)"),
        ("date", "ISO 8601"),
    ],
)
def test_a_description_that_tells_meaning_or_form_is_enough(name, description):
    assert found(name, description=description) == []


@pytest.mark.parametrize(
    "schema",
    [
        {"format": "date"},
        {"pattern": "^U[0-9]+$"},
        {"enum": ["a", "b"]},
        {"const": "a"},
        {"examples": ["a"]},
        {"example": "a"},
        {"default": "today"},
        {"type": "boolean"},
        {"type": "object", "properties": {"a": TEXT}},
        {"type": "array", "items": {"type": "object", "properties": {"a": TEXT}}},
    ],
)
def test_a_schema_that_tells_is_enough(schema):
    assert found("date", **schema) == []


@pytest.mark.parametrize("name", ["user_id", "start_date", "query", "fileName", "limit", "path"])
def test_a_name_that_says_what_it_is_is_left_alone(name):
    assert found(name) == []


def test_all_are_one_finding_with_counts():
    tools = [
        tool("a", {"id": TEXT, "q": TEXT}),
        tool("b", {"id": TEXT | {"format": "uuid"}}),
        tool("c", {"type": TEXT}),
    ]
    [hit] = hits(ambiguous_parameter, server_run(tools=tools))
    assert hit.tools == ("a", "c")
    assert hit.argument is None
    assert "3 arguments" in hit.message
    assert "on 2 of 3 tools: a.id, a.q and c.type" in hit.message


def test_what_the_tools_description_says_of_it_counts():
    run = server_run(tools=[tool("t", {"id": TEXT}, description="Gets.\n\nArgs:\n    id: The number of the invoice.")])
    assert hits(ambiguous_parameter, run) == []


def test_the_names_are_an_option():
    run = server_run(tools=[tool("t", {"id": TEXT, "payload": TEXT})])
    [hit] = hits(ambiguous_parameter, run, names=("payload",))
    assert hit.argument == "payload"
