"""Logs of Anthropic's Messages API: what was said is told once however often it is sent, and belongs to one session."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from sessions import mutated, read, said, tasks, text_of, used

from tool_audit.model import NoReply, Replied, ToolFailed
from tool_audit.model.traffic import Offered
from tool_audit.transcripts.reader import Source
from tool_audit.transcripts.readers.anthropic_messages import READER

TOOLS = [
    {"name": "mcp__notes__search", "description": "Search", "input_schema": {"type": "object", "properties": {}}},
    {"name": "mcp__notes__read", "input_schema": {"type": "object"}},
    {"name": "calculate", "input_schema": {"type": "object"}},
    {"type": "web_search_20250305", "name": "web_search"},
]


def user(*content):
    return {"role": "user", "content": list(content) if content and isinstance(content[0], dict) else content[0]}


def answer(*content):
    blocks = [{"type": "text", "text": one} if isinstance(one, str) else one for one in content]
    return {"role": "assistant", "content": blocks}


def use(call_id="toolu_0123456789abcdef", name="mcp__notes__search", **arguments):
    return {"type": "tool_use", "id": call_id, "name": name, "input": arguments}


def result(content, call_id="toolu_0123456789abcdef", **more):
    return {"type": "tool_result", "tool_use_id": call_id, "content": content, **more}


def request(*messages, **more):
    return {"model": "m", "max_tokens": 9, "system": "Be brief", "messages": list(messages), **more}


def response(*content):
    return {"type": "message", "id": "msg_1", "usage": {"input_tokens": 1}, **answer(*content)}


def pair(*messages, says, **more):
    return {"request": request(*messages), "response": response(*says), **more}


FIRST = pair(user("Find it"), says=["Let me see", use(query="tea")], timestamp="2026-03-04T10:00:00Z")
SECOND = pair(
    user("Find it"),
    answer("Let me see", use(query="tea")),
    user(result("found")),
    says=["It is there"],
    timestamp="2026-03-04T10:00:02Z",
)


def test_a_history_that_is_sent_again_is_told_once():
    events = read(READER, [FIRST, SECOND])
    assert tasks(events) == ["Find it"]
    assert said(events) == ["Let me see", "It is there"]
    assert said(events, by_model=False) == ["Be brief"]
    (call,) = used(events)
    assert (call.session, call.server, call.observation.probe.subject.tool) == ("log", "notes", "search")
    assert call.observation.probe.arguments == {"query": "tea"}
    assert (text_of(call), call.step, call.observation.seconds) == ("found", 1, 2.0)


def test_marks_for_the_cache_make_no_other_history():
    later = json.loads(json.dumps(SECOND))
    later["request"]["messages"][0]["content"] = [
        {"type": "text", "text": "Find it", "cache_control": {"type": "ephemeral"}}
    ]
    assert tasks(read(READER, [FIRST, later])) == ["Find it"]


def test_requests_alone_are_enough():
    events = read(READER, [FIRST["request"], SECOND["request"]])
    assert [text_of(call) for call in used(events)] == ["found"]


def test_a_response_alone_belongs_to_the_request_before_it():
    events = read(READER, [request(user("Find it")), response("There")])
    assert (tasks(events), said(events)) == (["Find it"], ["There"])
    assert {event.session for event in events} == {"log"}


def test_the_same_task_given_again_is_another_session():
    other = "toolu_zzzzzzzzzzzzzzzz"
    lines = [FIRST, SECOND, pair(user("Find it"), says=[use(other, query="tea")])]
    events = read(READER, lines)
    assert tasks(events) == ["Find it", "Find it"]
    assert [call.session for call in used(events)] == ["log", "log#2"]


def test_conversations_that_are_mixed_in_one_log_are_told_apart():
    one, two = "toolu_1111111111111111", "toolu_2222222222222222"
    lines = [
        request(user("A")),
        request(user("B")),
        request(user("A"), answer(use(one)), user(result("a", one))),
        request(user("B"), answer(use(two)), user(result("b", two))),
    ]
    assert [(call.session, text_of(call)) for call in used(read(READER, lines))] == [("log", "a"), ("log#2", "b")]


def test_sessions_with_the_same_task_are_told_apart_by_their_calls():
    one, two = "toolu_1111111111111111", "toolu_2222222222222222"
    lines = [
        pair(user("A"), says=[use(one)]),
        pair(user("A"), says=[use(two)]),
        request(user("A"), answer(use(one)), user(result("1", one))),
        request(user("A"), answer(use(two)), user(result("2", two))),
    ]
    assert [(call.session, text_of(call)) for call in used(read(READER, lines))] == [("log", "1"), ("log#2", "2")]


def test_a_session_that_the_log_names_is_that_session():
    assert {event.session for event in read(READER, [{**FIRST, "session_id": "s9"}])} == {"s9"}


def test_tools_are_offered_server_by_server_and_once_while_they_stay_the_same():
    lines = [request(user("A"), tools=TOOLS), request(user("A"), answer("B"), user("C"), tools=TOOLS)]
    offers = [event for event in read(READER, lines) if isinstance(event, Offered)]
    by_server = {offer.server: [tool.name for tool in offer.tools] for offer in offers}
    assert by_server["notes"] == ["search", "read"]
    assert "calculate" in by_server[""]
    assert len(offers) == 2


def test_blocks_of_the_connector_carry_their_server():
    lines = [
        request(user("Find it")),
        response(
            {
                "type": "mcp_tool_use",
                "id": "mcptoolu_0123456789",
                "name": "search",
                "server_name": "notes",
                "input": {},
            },
            {
                "type": "mcp_tool_result",
                "tool_use_id": "mcptoolu_0123456789",
                "is_error": True,
                "content": [{"type": "text", "text": "no"}],
            },
        ),
    ]
    (call,) = used(read(READER, lines))
    assert (call.server, call.observation.probe.subject.tool) == ("notes", "search")
    assert isinstance(call.observation.outcome, ToolFailed)


def test_messages_alone_are_one_session():
    lines = [user("Find it"), answer(use()), user(result([{"type": "text", "text": "found"}])), answer("There")]
    assert READER.recognises(lines)
    events = read(READER, lines)
    assert (tasks(events), said(events)) == (["Find it"], ["There"])
    assert [text_of(call) for call in used(events)] == ["found"]


def test_a_list_of_messages_is_one_conversation():
    lines = [[user("Find it"), answer(use()), user(result("found"))]]
    assert READER.recognises(lines)
    assert [text_of(call) for call in used(read(READER, lines))] == ["found"]


def test_a_batch_is_read_by_its_own_ids():
    lines = [
        {"custom_id": "a", "params": request(user("A"))},
        {"custom_id": "b", "params": request(user("B"))},
        {"custom_id": "a", "result": {"type": "succeeded", "message": response("to A")}},
    ]
    assert READER.recognises(lines)
    events = read(READER, lines)
    assert [event.session for event in events if getattr(event, "text", "") in ("A", "to A")] == ["log", "log"]


def test_a_request_with_its_body_as_text_is_read():
    line = {"request": {"body": json.dumps(FIRST["request"])}, "response": {"body": json.dumps(FIRST["response"])}}
    assert READER.recognises([line])
    assert tasks(read(READER, [line])) == ["Find it"]


def test_a_note_beside_replies_is_no_task():
    lines = [request(user("Find it"), answer(use()), user(result("found"), {"type": "text", "text": "hurry"}))]
    events = read(READER, lines)
    assert tasks(events) == ["Find it"]
    assert "hurry" in said(events, by_model=False)


def test_a_call_without_a_reply_is_told_at_the_end():
    (call,) = used(read(READER, [FIRST]))
    assert isinstance(call.observation.outcome, NoReply)


def test_an_empty_reply_is_one():
    lines = [request(user("Find it"), answer(use()), user({**result(""), "content": None}))]
    assert used(read(READER, lines))[0].observation.outcome == Replied(result={"content": []})


def test_a_reply_without_a_call_is_counted_as_broken():
    source = Source(name="log")
    assert used(read(READER, [request(user(result("x")))], source)) == []
    assert source.broken == 1


@pytest.mark.parametrize(
    "line",
    [
        {"role": "user", "content": "x"},
        {"model": "m", "messages": [{"role": "system", "content": "x"}, {"role": "user", "content": "y"}]},
        {"role": "assistant", "content": None, "tool_calls": []},
        {"messages": []},
        {"role": []},
        [],
        None,
    ],
)
def test_what_another_api_has_as_well_is_left_to_others(line):
    assert not READER.recognises([line])


WHOLE = [
    FIRST,
    SECOND,
    request(user("A"), tools=TOOLS),
    response("x", {"type": "thinking", "thinking": "y"}, use("toolu_b")),
    {"custom_id": "a", "params": request(user("A"), answer(use("short")), user(result([{"type": "image"}], "short")))},
    {"custom_id": "a", "result": {"type": "succeeded", "message": response("to A")}},
    user("Find it"),
    answer(use()),
    [user("Find it"), answer(use())],
]


@given(mutated(WHOLE))
@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_no_line_however_odd_makes_it_fail(lines):
    READER.recognises(lines)
    read(READER, lines)
