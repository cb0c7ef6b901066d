from builders import hits, server_run, tool

from tool_audit.rules.oversized_description import oversized_description


def test_all_long_descriptions_are_one_finding_worst_first():
    tools = [tool("short"), tool("long", description="a" * 2_049), tool("longest", description="b" * 20_000)]
    [hit] = hits(oversized_description, server_run(tools=tools))
    assert hit.tools == ("longest", "long")
    assert "longest (20,000 characters), long (2,049 characters)" in hit.message


def test_long_instructions_are_found_without_any_long_description():
    [hit] = hits(oversized_description, server_run(tools=[tool()], instructions="c" * 5_400))
    assert hit.tools == ()
    assert "instructions (5,400 characters)" in hit.message


def test_a_description_of_exactly_the_limit_is_left_alone():
    assert (
        hits(oversized_description, server_run(tools=[tool(description="a" * 2_048)], instructions="b" * 2_048)) == []
    )


def test_long_argument_descriptions_are_not_the_tools_own():
    long = {"query": {"type": "string", "description": "d" * 5_000}}
    assert hits(oversized_description, server_run(tools=[tool(properties=long)])) == []


def test_the_limit_is_an_option():
    run = server_run(tools=[tool(description="a" * 1_500)])
    assert hits(oversized_description, run) == []
    assert len(hits(oversized_description, run, chars=1_024)) == 1


def test_more_than_five_long_descriptions_are_counted():
    tools = [tool(f"t{n}", description="a" * 3_000) for n in range(8)]
    [hit] = hits(oversized_description, server_run(tools=tools))
    assert "8 tool descriptions" in hit.message
    assert "and 3 more" in hit.message
    assert len(hit.tools) == 8
