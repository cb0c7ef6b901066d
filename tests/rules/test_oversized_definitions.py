from builders import hits, server_run, tool

from tool_audit.rules.oversized_definitions import oversized_definitions

WORDS = "gives one account with its owner and its open orders, newest first. "


def many(count, repeat=20):
    return [tool(f"get_part_{n}", description=f"{n} {WORDS * repeat}") for n in range(count)]


def test_definitions_over_the_line_are_one_finding_that_names_the_five_heaviest_tools():
    tools = [*many(50), tool("get_everything", description=WORDS * 300), tool("ping", description="Answers.")]
    run = server_run(tools=tools)
    [hit] = hits(oversized_definitions, run)
    assert hit.tools[0] == "get_everything"
    assert len(hit.tools) == 5
    assert "ping" not in hit.tools
    assert f"{run.definitions.tokens:,} tokens" in hit.message
    assert "52 tools" in hit.message


def test_a_server_of_many_terse_tools_is_left_alone():
    assert hits(oversized_definitions, server_run(tools=many(60, repeat=1))) == []


def test_a_server_without_tools_is_left_alone():
    assert hits(oversized_definitions, server_run(tools=[])) == []


def test_the_line_itself_is_still_allowed():
    run = server_run(tools=many(3))
    size = run.definitions.tokens
    assert hits(oversized_definitions, run, tokens=size) == []
    assert len(hits(oversized_definitions, run, tokens=size - 1)) == 1


def test_the_number_of_tools_named_is_an_option():
    [hit] = hits(oversized_definitions, server_run(tools=many(9)), tokens=10, heaviest=2)
    assert len(hit.tools) == 2
