from builders import hits, server_run, tool

from tool_audit.rules.undescribed_parameter import undescribed_parameter

TEXT = {"type": "string"}


def found(*tools):
    return hits(undescribed_parameter, server_run(tools=tools))


def test_all_undescribed_arguments_are_one_finding_with_counts():
    tools = [
        tool("a", {"x": TEXT, "y": TEXT}),
        tool("b", {"x": TEXT | {"description": "What."}}),
        tool("c", {"z": TEXT}),
    ]
    [hit] = found(*tools)
    assert hit.tools == ("a", "c")
    assert "3 of 4 arguments have no description, on 2 of 3 tools: a.x, a.y and c.z" in hit.message
    assert hit.argument is None


def test_a_single_one_is_named():
    [hit] = found(tool("a", {"x": TEXT, "y": TEXT | {"description": "What."}}))
    assert hit.argument is None


def test_an_empty_description_is_none():
    assert found(tool("a", {"x": TEXT | {"description": "  "}}))


def test_a_description_in_a_definition_counts():
    definitions = {"$defs": {"X": TEXT | {"description": "What."}}}
    assert found(tool("a", {"x": {"$ref": "#/$defs/X"}, "y": {"anyOf": [{"$ref": "#/$defs/X"}]}}, **definitions)) == []


def test_what_the_tools_description_says_of_an_argument_counts():
    told = "Finds.\n\nArgs:\n    x: What to find.\n    y (int): How many."
    assert found(tool("a", {"x": TEXT, "y": TEXT}, description=told)) == []


def test_tools_without_arguments_lack_nothing():
    assert found(tool("a"), tool("b")) == []


def test_required_among_the_properties_is_no_argument():
    assert found(tool("a", {"x": TEXT | {"description": "What."}, "required": ["x"]})) == []
