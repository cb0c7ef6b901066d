from builders import hits, server_run, tool

from tool_audit.rules.duplicate_tool_name import duplicate_tool_name


def test_one_name_for_two_tools_is_found():
    tools = [tool("plan"), tool("plan", {"day": {"type": "string"}}), tool("other")]
    [hit] = hits(duplicate_tool_name, server_run(tools=tools))
    assert hit.tools == ("plan",)
    assert "plan 2 times (with different arguments)" in hit.message


def test_a_listing_that_repeats_itself_is_one_finding():
    tools = [tool("a"), tool("b"), tool("c")] * 3
    [hit] = hits(duplicate_tool_name, server_run(tools=tools))
    assert hit.tools == ("a", "b", "c")
    assert "a 3 times (the same each time)" in hit.message


def test_names_that_differ_in_case_are_two_names():
    assert hits(duplicate_tool_name, server_run(tools=[tool("plan"), tool("Plan"), tool("plans")])) == []


def test_tools_without_a_name_are_another_rules():
    assert hits(duplicate_tool_name, server_run(tools=[tool(""), tool("")])) == []


def test_an_endlessly_nested_schema_does_no_harm():
    deep = {}
    for _ in range(5_000):
        deep = {"items": deep}
    tools = [tool("plan", {"a": deep}), tool("plan", {"a": deep})]
    assert len(hits(duplicate_tool_name, server_run(tools=[]))) == 0
    run = server_run(tools=[tool("plan"), tool("plan")])
    listing = type(run.listing)(name="s", version="1", protocol="", transport=run.listing.transport, tools=tuple(tools))
    nested = type(run)(spec=run.spec, listing=listing, definitions=run.definitions, tools=(), lines=run.lines)
    assert len(hits(duplicate_tool_name, nested)) == 1
