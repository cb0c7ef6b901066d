"""Whatever shape a reply has, it comes out as it was sent, and the next call works."""

import pytest
from hostile_servers import call, hostile, within

from tool_audit.model import ABSENT, NoReply, Refused, Replied, ToolFailed


@pytest.mark.parametrize(
    ("tool", "outcome"),
    [
        ("list", Replied(result=[1, 2])),
        ("text", Replied(result="just a text")),
        ("null", Replied(result=None)),
        ("no_content", Replied(result={"structuredContent": {"a": 1}})),
        ("content_null", Replied(result={"content": None})),
        ("failed", ToolFailed(result={"isError": True, "content": [{"type": "text", "text": "no"}]})),
        ("refused", Refused(code=-32602, message="bad\ud800", data={"x": 1})),
        ("error_text", Refused(code=0, message="simply no")),
        ("error_null_id", Refused(code=-32700, message="parse error", data=ABSENT)),
        ("id_as_text", Replied(result={"content": []})),
        ("no_jsonrpc", Replied(result={"content": []})),
        ("batch", Replied(result={"content": []})),
        ("batch_mixed", Replied(result={"content": []})),
        ("error_code", Refused(code=0, message="m")),
        ("error_code_true", Refused(code=0, message="m")),
        ("twice", Replied(result={"content": [{"type": "text", "text": "first"}]})),
        ("stray", Replied(result={"content": [{"type": "text", "text": "mine"}]})),
        ("invalid_utf8", Replied(result={"content": [{"type": "text", "text": "\ufffd\ufffd"}]})),
        ("surrogate", Replied(result={"content": [{"type": "text", "text": "\ud83d"}]})),
        ("huge_integer", Replied(result={"structuredContent": {"x": "9" * 20000}})),
        ("crlf", Replied(result={"content": []})),
        ("drip", Replied(result={"content": []})),
        ("flood", Replied(result={"content": [{"type": "text", "text": "after the flood"}]})),
    ],
)
def test_a_reply_comes_out_as_it_was_sent_and_the_same_process_goes_on(tool, outcome):
    async def story(connection):
        first = await connection.call_tool(tool, {})
        second = await connection.call_tool("next", {})
        return first, second, connection.restarts

    first, second, restarts = within(hostile("shapes"), story)
    assert first.outcome == outcome
    assert second.outcome == Replied(result={"content": [{"type": "text", "text": "next"}]})
    assert restarts == 0


def test_numbers_that_json_does_not_know_are_read():
    values = call(hostile("shapes"), "not_a_number").outcome.result["structuredContent"]
    assert values["x"] != values["x"]
    assert values["y"] == float("-inf")


@pytest.mark.parametrize(
    ("tool", "why"),
    [("deep", "nested too deeply"), ("rather_deep", "nested too deeply"), ("broken_json", "not valid JSON")],
)
def test_a_reply_that_cannot_be_read_ends_its_own_call_at_once(tool, why):
    async def story(connection):
        return await connection.call_tool(tool, {}), await connection.call_tool("next", {}), connection.restarts

    reply, following, restarts = within(hostile("shapes"), story)
    assert isinstance(reply.outcome, NoReply)
    assert why in reply.outcome.reason
    assert reply.seconds < 10
    assert isinstance(following.outcome, Replied)
    assert restarts == 0


def test_what_had_to_be_overlooked_is_remarked_on():
    async def story(connection):
        for tool in ("invalid_utf8", "stray", "invalid_utf8"):
            await connection.call_tool(tool, {})
        return connection.remarks

    assert within(hostile("shapes"), story) == {"invalid UTF-8": 2, "a reply to no request of ours": 1}


@pytest.mark.parametrize(
    "arguments", [{}, {"a": None, "b": {"c": None}}, {"n": 1.5, "t": "\ud800 김", "l": [True, None]}]
)
def test_arguments_arrive_as_they_were_given(arguments):
    sent = call(hostile("shapes"), "arguments", arguments).outcome.result["structuredContent"]["sent"]
    assert sent == arguments


def test_a_call_can_be_made_without_arguments():
    reply = within(hostile("shapes"), lambda connection: connection.call_tool("arguments", None))
    assert reply.outcome.result["structuredContent"] == {"sent": None}


def test_the_bytes_of_a_reply_are_counted_with_its_envelope_and_newline():
    reply = call(hostile("shapes"), "crlf")
    assert reply.bytes == len('{"jsonrpc":"2.0","id":2,"result":{"content":[]}}\r\n')


def test_lines_that_are_no_messages_are_kept_as_noise_and_cannot_move_a_terminal():
    async def story(connection):
        reply = await connection.call_tool("noisy", {})
        return reply, connection.noise.lines, connection.stderr_tail

    reply, noise, stderr = within(hostile("shapes"), story)
    assert reply.outcome == Replied(result={"content": [{"type": "text", "text": "quiet again"}]})
    assert noise == (
        "Welcome to the server!",
        "INFO handling a call",
        "\\x1b[31mred\\x1b[0m",
        "[1, 2]",
        "42",
    )
    assert stderr == ("said on stderr",)
