from builders import hits, server_run, tool

from tool_audit.rules.hints_missing import hints_missing


def found(*tools):
    return hits(hints_missing, server_run(tools=tools))


READS = {"readOnlyHint": True}


def test_tools_without_hints_are_one_finding_with_their_number():
    [hit] = found(tool("a"), tool("b"), tool("c", annotations=READS))
    assert hit.tools == ("a", "b")
    assert "2 of 3 tools without a hint (a and b)" in hit.message


def test_any_one_hint_is_enough():
    hints = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"]
    assert found(*[tool(hint, annotations={hint: False}) for hint in hints]) == []


def test_a_title_and_a_hint_that_is_no_boolean_are_none():
    [hit] = found(tool("a", annotations={"title": "A"}), tool("b", annotations={"readOnlyHint": "true"}))
    assert hit.tools == ("a", "b")


def test_a_server_without_tools_has_none_to_miss():
    assert found() == []
