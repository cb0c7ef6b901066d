"""Logs of the Responses API: chains, repeated inputs, functions, calls that have their reply in them, odd shapes."""

import json

import pytest
from formats import FOREIGN, known_by, sample
from hypothesis import HealthCheck, given, settings
from sessions import mutated, read, said, tasks, text_of, used

from tool_audit.model import NoReply, Refused, Replied, ToolFailed
from tool_audit.model.traffic import Offered, Size
from tool_audit.transcripts.reader import Source
from tool_audit.transcripts.readers.openai_responses import READER

WHOLE = sample("openai-responses.jsonl")
USER = {"role": "user", "content": "Find tea."}
THOUGHT = {"type": "reasoning", "id": "rs_1", "summary": [{"type": "summary_text", "text": "Hm."}]}
DONE = {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "Slowly."}]}


def function(number, name="search", arguments="{}"):
    return {"type": "function_call", "call_id": f"call_0123456789abcdef{number}", "name": name, "arguments": arguments}


def output(number, told="n-1"):
    return {"type": "function_call_output", "call_id": f"call_0123456789abcdef{number}", "output": told}


def response(items, name="", previous=None):
    return {
        "id": name,
        "object": "response",
        "created_at": 1764000000,
        "previous_response_id": previous,
        "output": items,
    }


def pair(given_input, items, name="", previous=None, **more):
    request = {"model": "m", "input": given_input, "previous_response_id": previous, **more}
    return {"request": request, "response": response(items, name, previous)}


ITEMS = [USER, THOUGHT, function(1), output(1), function(2, "read"), function(3, "read"), output(2), output(3), DONE]


def hosted(**fields):
    (one,) = used(read(READER, [response([{"type": "mcp_call", "id": "m", "name": "t", "arguments": "{}", **fields}])]))
    return one.observation.outcome


@pytest.mark.parametrize(
    "log",
    [
        [
            pair("Find tea.", ITEMS[1:3], "r1"),
            pair(ITEMS[3:4], ITEMS[4:6], "r2", "r1"),
            pair(ITEMS[6:8], [DONE], "r3", "r2"),
        ],
        [pair([USER], ITEMS[1:3]), pair(ITEMS[:4], ITEMS[4:6]), pair(ITEMS[:8], [DONE])],
        [{"model": "m", "input": ITEMS[:end]} for end in (1, 4, 8, 9)],
        [{"model": "m", "input": ITEMS[:8]}, response([DONE])],
        [
            {"model": "m", "input": [USER]},
            response(ITEMS[1:3], "r1"),
            {"model": "m", "input": ITEMS[3:4], "previous_response_id": "r1"},
            response(ITEMS[4:6], "r2", "r1"),
            {"model": "m", "input": ITEMS[6:8], "previous_response_id": "r2"},
            response([DONE], "r3", "r2"),
        ],
        ITEMS,
        [{"request": json.dumps({"input": ITEMS[:8]}), "response": {"status": 200, "body": response([DONE])}}],
        [{"custom_id": "1", "body": {"model": "m", "input": ITEMS}}],
    ],
    ids=["chain", "repeated", "requests", "apart", "chain-apart", "items", "texts", "batch"],
)
def test_the_same_conversation_in_any_of_the_shapes_is_the_same_events(log):
    assert READER.recognises(log)
    source = Source(name="log")
    events = read(READER, log, source)
    assert tasks(events) == ["Find tea."]
    assert said(events) == ["Hm.", "Slowly."]
    assert [(one.observation.probe.subject.tool, one.step, text_of(one)) for one in used(events)] == [
        ("search", 1, "n-1"),
        ("read", 2, "n-1"),
        ("read", 2, "n-1"),
    ]
    assert {one.session for one in events} == {"log"}
    assert source.broken == 0


def test_chains_that_are_told_in_turns_do_not_mix():
    log = [
        pair("a", [function(1)], "r1"),
        pair("b", [function(2)], "s1"),
        pair([output(1, "one")], [DONE], "r2", "r1"),
        pair([output(2, "two")], [DONE], "s2", "s1"),
    ]
    events = read(READER, log)
    assert [(one.session, text_of(one)) for one in used(events)] == [("log", "one"), ("log#2", "two")]


def test_a_response_that_is_logged_twice_is_told_once():
    log = [pair("a", [function(1)], "r1"), response([function(1)], "r1"), pair([output(1)], [DONE], "r2", "r1")]
    events = read(READER, [*log, response([DONE], "r2", "r1")])
    assert (len(used(events)), said(events)) == (1, ["Slowly."])


def test_each_response_is_a_step_though_nothing_is_known_of_what_was_asked():
    log = [response([function(1)], "r1"), response([function(2)], "r2", "r1")]
    assert [(one.step, one.session) for one in used(read(READER, log))] == [(1, "log"), (2, "log")]


def test_a_conversation_that_has_a_name_is_that_session():
    log = [{"request": {"input": "a", "conversation": {"id": "conv_1"}}, "response": response([function(1)], "r1")}]
    log.append({"request": {"input": [output(1)], "conversation": "conv_1"}, "response": response([DONE], "r2")})
    events = read(READER, log)
    assert {one.session for one in events} == {"conv_1"}
    assert text_of(*used(events)) == "n-1"


def test_a_response_of_a_stream_is_read_from_its_last_event():
    log = [{"type": "response.created", "response": response([], "r1")}]
    log.append({"type": "response.completed", "response": response([function(1)], "r1")})
    assert READER.recognises(log)
    assert len(used(read(READER, log))) == 1


def test_a_call_of_a_server_has_its_name_and_its_reply():
    item = {"type": "mcp_call", "id": "mcp_1", "server_label": "notes", "name": "read", "arguments": '{"id":"n-1"}'}
    (one,) = used(read(READER, [response([{**item, "output": "Tea", "error": None}])]))
    assert (one.server, one.observation.probe.subject.tool) == ("notes", "read")
    assert (one.observation.probe.arguments, text_of(one)) == ({"id": "n-1"}, "Tea")


def test_errors_of_a_servers_call_are_told_apart():
    refused = {"type": "mcp_protocol_error", "code": -32602, "message": "no"}
    assert hosted(error=refused) == Refused(code=-32602, message="no")
    assert hosted(error={"type": "http_error", "code": 503, "message": "away"}) == Refused(code=503, message="away")
    block = {"type": "text", "text": "no note"}
    failed = ToolFailed(result={"content": [block], "isError": True})
    assert hosted(error={"type": "mcp_tool_execution_error", "content": [block]}) == failed
    assert hosted(error="no note") == failed
    assert isinstance(hosted(error={"type": "else", "detail": 1}), ToolFailed)


def test_a_servers_call_without_output_and_error_has_no_reply():
    assert hosted(status="incomplete") == NoReply(reason="its reply is not in the log (incomplete)")
    assert isinstance(hosted(output=""), Replied)


def test_the_list_of_a_server_is_offered_by_it():
    listed = {
        "type": "mcp_list_tools",
        "server_label": "notes",
        "tools": [{"name": "read", "input_schema": {"type": "object"}}],
    }
    (offered,) = [one for one in read(READER, [response([listed])]) if isinstance(one, Offered)]
    assert offered.server == "notes"
    assert (offered.tools[0].name, offered.tools[0].input_schema) == ("read", {"type": "object"})


def test_functions_are_offered_by_the_client_and_what_the_provider_has_is_not():
    tools = [
        {"type": "function", "name": "search", "parameters": {"type": "object"}},
        {"type": "web_search"},
        {"type": "mcp"},
    ]
    (offered,) = [one for one in read(READER, [pair("a", [DONE], tools=tools)]) if isinstance(one, Offered)]
    assert (offered.server, [one.name for one in offered.tools]) == ("", ["search"])


def test_calls_that_have_their_reply_in_them_are_steps_of_their_own():
    item = {"type": "mcp_call", "server_label": "notes", "name": "read", "arguments": "{}", "output": "x"}
    log = [response([{**item, "id": "a"}, {**item, "id": "b"}, function(1), function(2)])]
    assert [one.step for one in used(read(READER, log))] == [1, 2, 3, 3]


def test_what_the_provider_does_itself_is_a_call_whose_reply_may_not_be_recorded():
    search = {
        "type": "web_search_call",
        "id": "ws",
        "status": "completed",
        "action": {"type": "search", "query": "tea"},
    }
    code = {"type": "code_interpreter_call", "id": "ci", "code": "1+1", "outputs": [{"type": "logs", "logs": "2"}]}
    first, second = used(read(READER, [response([search, code])]))
    assert (first.server, first.observation.probe.subject.tool, first.size) == ("", "web_search", Size())
    assert first.observation.probe.arguments == {"type": "search", "query": "tea"}
    assert (second.observation.probe.arguments, second.size) == ({"code": "1+1"}, None)


@pytest.mark.parametrize("kind", ["custom_tool", "computer", "local_shell", "shell", "apply_patch"])
def test_other_calls_wait_for_an_output_of_their_kind(kind):
    called = {"type": f"{kind}_call", "call_id": "c", "name": "t", "input": "x"}
    answered = {"type": f"{kind}_call_output", "call_id": "c", "output": "y"}
    (one,) = used(read(READER, [pair("a", [called], "r1"), pair([answered], [DONE], "r2", "r1")]))
    assert (text_of(one), one.observation.probe.arguments) == ("y", {"input": "x"})


def test_instructions_are_told_when_they_change():
    log = [pair("a", [DONE], "r1", instructions="Be brief."), pair("b", [DONE], "r2", "r1", instructions="Be brief.")]
    assert said(read(READER, log), by_model=False) == ["Be brief."]


def test_an_output_of_no_call_and_a_call_of_nothing_are_counted():
    source = Source(name="log")
    nameless = {"type": "function_call", "call_id": "c", "arguments": "{}"}
    read(READER, [{"input": [USER, output(9), nameless, 7, {"type": "no such"}]}, {"input": 7}], source)
    assert source.broken == 5


def test_only_this_reader_knows_the_format_and_it_knows_no_other():
    assert known_by(WHOLE) == ["openai-responses"]
    assert not any(READER.recognises(lines) for lines in FOREIGN)


def test_the_sample_tells_the_calls_that_stand_in_it():
    source = Source(name="log")
    found = used(read(READER, WHOLE, source))
    assert [(one.session, one.server, one.step) for one in found] == [
        ("log", "", 1),
        ("log", "", 2),
        ("log", "", 2),
        ("log#2", "shared", 1),
        ("log#2", "shared", 2),
        ("log#2", "shared", 3),
        ("log#2", "", 4),
    ]
    assert source.broken == 0


@given(mutated([*WHOLE, *ITEMS, response(ITEMS[1:], "r9")]))
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_no_line_however_odd_makes_it_fail(lines):
    READER.recognises(lines)
    read(READER, lines)
