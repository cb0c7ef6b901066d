import pytest
from builders import call, hits, refused, server_run, tool, tool_run

from tool_audit.rules.closed_set_as_text import closed_set_as_text


def found(schema, calls=(), name="level"):
    run = tool_run(call("[1]"), calls=calls, spec=tool(properties={name: schema}))
    return hits(closed_set_as_text, server_run(run))


TEXT = {"type": "string"}


def test_values_that_the_description_lists_are_told():
    [hit] = found(TEXT | {"description": "one of: low, medium, high"})
    assert hit.argument == "level"
    assert "low, medium and high" in hit.message


def test_values_that_an_error_lists_are_told():
    error = refused("level: must be one of: low, medium, high", arguments={"level": "x"})
    [hit] = found(TEXT, [error])
    assert "an error lists" in hit.message
    assert hit.calls == (error,)


def test_an_error_about_another_argument_tells_nothing():
    assert found(TEXT, [refused("mode: must be one of: low, high", arguments={"level": "x", "mode": 3})]) == []


QUOTED = '{"type": "integer", "minimum": 1, "maximum": 50, "description": "stop after so many"}'
PYTHON = "{'type': 'string', 'maxLength': 80, 'description': 'part of the title'}"


@pytest.mark.parametrize("schema", [QUOTED, PYTHON, QUOTED[:-9]])
def test_a_schema_that_an_error_quotes_lists_no_values(schema):
    said = f"Invalid argument level: 'zzz' is too long. Expected: {schema}"
    assert found(TEXT, [refused(said, arguments={"level": "zzz"})]) == []


def test_the_enum_of_a_schema_that_an_error_quotes_lists_values():
    said = "level is wrong. Expected: {'type': 'string', 'enum': ['low', 'high'], 'description': 'how much'}"
    [hit] = found(TEXT, [refused(said, arguments={"level": "zzz"})])
    assert "low and high" in hit.message


def test_members_that_are_words_of_schemas_are_values_all_the_same():
    [hit] = found(TEXT, [refused("level: must be one of: type, title, description", arguments={"level": "x"})])
    assert "type, title and description" in hit.message


def test_a_value_that_is_an_arguments_name_does_not_make_the_error_its_own():
    spec = tool(properties={"text": TEXT, "most": {"type": "integer"}})
    error = refused("most: must be one of: few, many", arguments={"text": "most", "most": 0})
    assert hits(closed_set_as_text, server_run(tool_run(call("[1]"), calls=[error], spec=spec))) == []


@pytest.mark.parametrize(
    "said", ["level: unknown. Allowed arguments: 'level', 'mode', 'size'", "level 'dark' 'moody'?"]
)
def test_names_of_arguments_and_words_that_were_sent_are_no_values(said):
    spec = tool(properties={"level": TEXT, "mode": {"type": "integer"}, "size": {"type": "integer"}})
    error = refused(said, arguments={"level": "dark moody"})
    assert hits(closed_set_as_text, server_run(tool_run(call("[1]"), calls=[error], spec=spec))) == []


def test_an_enum_is_what_is_asked_for():
    assert found({"type": "string", "enum": ["low", "high"], "description": "one of: low, high"}) == []


def test_examples_and_patterns_are_no_closed_sets():
    assert found(TEXT | {"description": "for example 'low' or 'high'"}) == []
    assert found(TEXT | {"pattern": "^(low|high)$", "description": "one of: low, high"}) == []
    assert found({"type": "array", "description": "one of: low, high"}) == []


def test_the_same_values_of_an_argument_of_many_tools_are_one_finding():
    level = {"level": TEXT | {"description": "one of: low, medium, high"}}
    others = {"level": TEXT | {"description": "one of: low, high"}}
    run = server_run(tools=[tool("a", level), tool("b", level), tool("c", others)])
    assert [hit.tools for hit in hits(closed_set_as_text, run)] == [("a", "b"), ("c",)]


def test_names_of_things_in_a_system_are_examples_of_more():
    assert found(TEXT | {"description": 'Full type: "nodes-base.httpRequest" or "nodes-langchain.agent"'}) == []
    assert found(TEXT | {"description": "The file: 'main.py' or 'test.py'"}) == []
