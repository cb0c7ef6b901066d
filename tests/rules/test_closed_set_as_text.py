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


def test_an_enum_is_what_is_asked_for():
    assert found({"type": "string", "enum": ["low", "high"], "description": "one of: low, high"}) == []


def test_examples_and_patterns_are_no_closed_sets():
    assert found(TEXT | {"description": "for example 'low' or 'high'"}) == []
    assert found(TEXT | {"pattern": "^(low|high)$", "description": "one of: low, high"}) == []
    assert found({"type": "array", "description": "one of: low, high"}) == []
