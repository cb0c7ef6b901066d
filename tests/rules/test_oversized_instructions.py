from builders import hits, server_run, tool

from tool_audit.rules.oversized_instructions import oversized_instructions

LONG = "Ask for one account at a time and wait for the answer. " * 400


def test_long_instructions_are_found_with_their_size():
    run = server_run(tools=[tool()], instructions=LONG)
    [hit] = hits(oversized_instructions, run)
    assert f"{run.definitions.instructions_tokens:,} tokens" in hit.message
    assert f"{len(LONG):,} characters" in hit.message


def test_short_instructions_and_none_are_left_alone():
    assert hits(oversized_instructions, server_run(tools=[tool()], instructions="Ask for one account at a time.")) == []
    assert hits(oversized_instructions, server_run(tools=[tool()])) == []


def test_long_descriptions_are_not_instructions():
    assert hits(oversized_instructions, server_run(tools=[tool(description=LONG)])) == []


def test_the_line_is_an_option_and_is_itself_allowed():
    run = server_run(tools=[tool()], instructions="One rule for all accounts.")
    size = run.definitions.instructions_tokens
    assert hits(oversized_instructions, run, tokens=size) == []
    assert len(hits(oversized_instructions, run, tokens=size - 1)) == 1
