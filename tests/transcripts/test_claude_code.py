"""Sessions of Claude Code: whose call it was, what came of it, what was a task and what only the client's words."""

import pytest
from hypothesis import HealthCheck, given, settings
from sessions import Claude, mutated, read, said, tasks, text_of, used

from tool_audit.model import (
    Disconnected,
    NoReply,
    Refused,
    Replied,
    TimedOut,
    TooLarge,
    ToolFailed,
)
from tool_audit.model.traffic import Size
from tool_audit.transcripts.reader import Source, Told
from tool_audit.transcripts.readers.claude_code import READER

ID = "toolu_0123456789abcdef"


def outcome(content, *, is_error=True, tool="mcp__notes__search", **more):
    session = Claude().calls(tool, ID).gets(ID, content, is_error=is_error, **more)
    (call,) = used(read(READER, session.lines))
    return call.observation.outcome


def test_a_call_is_told_with_its_server_its_arguments_its_reply_and_how_long_it_took():
    session = Claude().asks("Find it").calls("mcp__my_notes__search_all", ID, query="tea").gets(ID, "found")
    (call,) = used(read(READER, session.lines))
    assert (call.server, call.observation.probe.subject.tool) == ("my_notes", "search_all")
    assert call.observation.probe.arguments == {"query": "tea"}
    assert call.observation.outcome == Replied(result={"content": [{"type": "text", "text": "found"}]})
    assert (call.session, call.id, call.step, call.observation.seconds) == ("s1", ID, 1, 1.0)
    assert call.time == pytest.approx(1772618402.5)


@pytest.mark.parametrize(
    ("name", "server", "tool"),
    [
        ("Bash", "", "Bash"),
        ("mcp__notes__list", "notes", "list"),
        ("mcp__plugin_desk_notes__list", "plugin_desk_notes", "list"),
        ("mcp__notes__list__all", "notes", "list__all"),
        ("mcp__notes", "", "mcp__notes"),
    ],
)
def test_a_name_is_split_into_server_and_tool(name, server, tool):
    (call,) = used(read(READER, Claude().calls(name, ID).gets(ID, "x").lines))
    assert (call.server, call.observation.probe.subject.tool) == (server, tool)


def test_what_a_person_wrote_is_a_task_and_what_the_client_wrote_is_not():
    session = (
        Claude()
        .asks("Find the notes")
        .asks([{"type": "text", "text": "and"}, {"type": "image", "source": {}}, {"type": "text", "text": "tea"}])
        .asks("for your information", isMeta=True)
        .asks("what was said so far", isCompactSummary=True)
        .asks("<system-reminder>be brief</system-reminder>")
        .asks("[Request interrupted by user]")
        .asks("a job in the background is done", origin={"kind": "task-notification"})
        .asks("   ")
    )
    events = read(READER, session.lines)
    assert tasks(events) == ["Find the notes", "and\ntea"]
    assert len(said(events, by_model=False)) == 5


def test_a_slash_command_is_a_task_only_where_the_model_carries_it_out():
    command = "<command-name>/{}</command-name>"
    session = (
        Claude()
        .asks(command.format("clear"))
        .asks("<local-command-stdout>done</local-command-stdout>")
        .says("nothing to do")
        .asks(command.format("review"))
        .asks("Review it all", isMeta=True)
        .says("I will")
    )
    assert tasks(read(READER, session.lines)) == [command.format("review")]


def test_what_a_person_wrote_while_the_model_was_at_work_is_a_task():
    line = {
        "type": "attachment",
        "uuid": "u",
        "sessionId": "s1",
        "attachment": {"type": "queued_command", "prompt": "stop there", "commandMode": "prompt"},
    }
    assert tasks(read(READER, [line])) == ["stop there"]


def test_lines_of_one_answer_are_one_step():
    session = (
        Claude()
        .calls("Read", "toolu_a", answer="m1")
        .gets("toolu_a", "x")
        .calls("Read", "toolu_b", answer="m1")
        .gets("toolu_b", "x")
        .calls("Read", "toolu_c", answer="m2")
        .gets("toolu_c", "x")
    )
    assert [call.step for call in used(read(READER, session.lines))] == [1, 1, 2]


def test_what_the_model_wrote_and_thought_is_told_as_its_own():
    session = Claude().says("First", {"type": "thinking", "thinking": "hm"}).says("API Error", answer="x")
    session.lines[-1]["message"]["model"] = "<synthetic>"
    events = read(READER, session.lines)
    assert said(events) == ["First", "hm"]
    assert said(events, by_model=False) == ["API Error"]


def test_sub_agents_have_sessions_of_their_own():
    lines = [*Claude().asks("main").lines, *Claude(agent="a7").asks("sub").calls("Read", ID).gets(ID, "x").lines]
    events = read(READER, lines)
    assert [event.session for event in events] == ["s1", "s1/a7", "s1/a7"]


def test_the_reply_of_a_sub_agent_belongs_to_the_session_that_asked_it():
    session = Claude().calls("Task", ID).gets(ID, [{"type": "text", "text": "done"}], agentId="a7")
    session.asks("And now?", agentId="a7")
    assert {event.session for event in read(READER, session.lines)} == {"s1"}


def test_older_sub_agents_without_a_name_are_told_apart_by_where_their_messages_hang():
    lines = []
    for chain in "xy":
        for number in range(2):
            session = Claude()
            session.asks(f"{chain}{number}", uuid=f"{chain}{number}", isSidechain=True)
            session.lines[0]["parentUuid"] = f"{chain}0" if number else None
            lines += session.lines
    assert [event.session for event in read(READER, lines)] == ["s1/x0", "s1/x0", "s1/y0", "s1/y0"]


def test_the_stream_of_headless_mode_is_read_as_well():
    lines = Claude().calls("Read", ID).gets(ID, "x").lines
    for line in lines:
        line["session_id"] = line.pop("sessionId")
        line["parent_tool_use_id"] = None
        del line["timestamp"]
    (call,) = used(read(READER, lines))
    assert (call.session, call.time, call.observation.seconds) == ("s1", None, 0.0)


def test_blocks_become_those_of_mcp():
    image = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "QUJD"}}
    document = {"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": "all of it"}}
    result = outcome([{"type": "text", "text": "see"}, image, document], is_error=False).result
    assert result["content"] == [
        {"type": "text", "text": "see"},
        {"type": "image", "data": "QUJD", "mimeType": "image/png"},
        {"type": "text", "text": "all of it"},
    ]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("note 7 does not exist", ToolFailed),
        ("The user doesn't want to proceed with this tool use. The tool use was rejected", NoReply),
        ("[Request interrupted by user for tool use]", NoReply),
        ("Claude requested permissions to use mcp__notes__search, but you haven't granted it yet.", NoReply),
        ("<tool_use_error>Sibling tool call errored</tool_use_error>", NoReply),
        ("<tool_use_error>InputValidationError: search failed</tool_use_error>", Refused),
        ("<tool_use_error>Error: No such tool available: mcp__notes__find</tool_use_error>", Refused),
        ("MCP error -32602: Invalid arguments for tool search", Refused),
        ("MCP error -32001: Request timed out", TimedOut),
        ("MCP error -32000: Connection closed", Disconnected),
        ("the job failed: the upstream timed out after 5 s", ToolFailed),
    ],
)
def test_the_text_of_an_error_says_what_became_of_the_call(text, kind):
    assert isinstance(outcome(text), kind)


def test_an_error_keeps_its_text_and_a_refusal_its_code():
    assert outcome("no").result["content"][0]["text"] == "no"
    assert outcome("MCP error -32603: broken").code == -32603
    assert outcome("<tool_use_error>InputValidationError: x</tool_use_error>").code == -32602
    assert outcome("MCP server tool call timed out after 90s").limit == 90


def test_a_declined_call_is_known_in_any_language():
    assert isinstance(outcome("Abgelehnt", toolUseResult="User rejected tool use"), NoReply)
    assert isinstance(outcome("Abgelehnt", toolDenialKind="permission-rule"), NoReply)


def test_words_of_an_error_in_a_reply_that_is_none_mean_nothing():
    assert isinstance(outcome("MCP error -32602: is what we look for", is_error=False), Replied)


@pytest.mark.parametrize(
    ("text", "size", "limit"),
    [
        (
            "Error: result (71,204 characters) exceeds maximum allowed tokens. Output has been saved to /x",
            (71204, None),
            0,
        ),
        (
            'MCP tool "search" response (30112 tokens) exceeds maximum allowed tokens (25000). Please use pagination',
            (None, 30112),
            25000,
        ),
        ("<persisted-output>\nOutput too large (36.8KB). Full output saved to: /x\n\nPreview", (37683, None), 0),
    ],
)
@pytest.mark.parametrize("is_error", [True, False])
def test_a_reply_over_the_cap_is_told_with_the_size_that_the_note_gives(text, size, limit, is_error):
    (call,) = used(read(READER, Claude().calls("mcp__n__s", ID).gets(ID, text, is_error=is_error).lines))
    assert call.observation.outcome == TooLarge(limit=limit)
    assert call.size == Size(chars=size[0], tokens=size[1])


def test_a_call_without_a_reply_is_told_at_the_end():
    events = read(READER, Claude().calls("Read", ID).says("well").lines)
    assert isinstance(events[-1].observation.outcome, NoReply)
    assert events[-1].observation.outcome.reason == "the log ends before its reply"


def test_replies_are_told_in_the_order_in_which_they_came():
    session = Claude().calls("a", "toolu_a").calls("b", "toolu_b").gets("toolu_b", "2").gets("toolu_a", "1")
    assert [text_of(call) for call in used(read(READER, session.lines))] == ["2", "1"]


def test_a_line_that_came_before_in_another_file_is_not_told_again():
    lines = Claude().asks("Find it").says("yes").lines
    told = Told()
    assert len(read(READER, lines, Source(name="a", told=told))) == 2
    assert read(READER, lines, Source(name="b", told=told)) == []


def test_a_reply_without_a_call_is_counted_as_broken():
    source = Source(name="log")
    assert used(read(READER, Claude().gets("toolu_x", "?").lines, source)) == []
    assert source.broken == 1


@pytest.mark.parametrize(
    "line",
    [
        Claude().asks("x").lines[0],
        {"type": "summary", "summary": "about", "leafUuid": "u"},
        {"type": "file-history-snapshot", "messageId": "m", "snapshot": {}},
        {"type": "system", "subtype": "init", "session_id": "s"},
    ],
)
def test_it_knows_its_own_lines(line):
    assert READER.recognises([line])


@pytest.mark.parametrize(
    "line", [{"role": "user", "content": "x"}, {"type": "user", "message": "x"}, {"type": "message"}, [], "x", None]
)
def test_it_does_not_take_the_lines_of_others(line):
    assert not READER.recognises([line])


WHOLE = (
    Claude()
    .asks("<command-name>/x</command-name>")
    .says("a", {"type": "thinking", "thinking": "b"})
    .calls("mcp__n__t", "toolu_1", q=1)
    .calls("T", "toolu_2")
    .gets("toolu_1", [{"type": "text", "text": "x"}, {"type": "image", "source": {"type": "base64", "data": "QQ=="}}])
    .gets("toolu_2", "MCP error -32602: x", is_error=True)
    .asks([{"type": "text", "text": "more"}])
    .lines
)


@given(mutated(WHOLE))
@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_no_line_however_odd_makes_it_fail(lines):
    READER.recognises(lines)
    read(READER, lines)
