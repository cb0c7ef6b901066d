"""MCP traffic as lines: bare and wrapped, whose request a reply answers, lists in pages, sessions and steps."""

import json

import pytest
from formats import FOREIGN, known_by, sample
from hypothesis import HealthCheck, given, settings
from sessions import mutated, read, used

from tool_audit.model import Form, NoReply, Refused, Replied, ToolFailed
from tool_audit.model.traffic import Offered
from tool_audit.transcripts.reader import Source
from tool_audit.transcripts.readers.mcp_lines import READER

WHOLE = sample("mcp-traffic.jsonl")


def rpc(**fields):
    return {"jsonrpc": "2.0", **fields}


def call(number=1, name="read", **arguments):
    return rpc(id=number, method="tools/call", params={"name": name, "arguments": arguments})


def text(number=1, told="x", **more):
    return rpc(id=number, result={"content": [{"type": "text", "text": told}], **more})


def hello(number=0, name="notes"):
    return [rpc(id=number, method="initialize", params={}), rpc(id=number, result={"serverInfo": {"name": name}})]


def calls(*lines):
    return used(read(READER, lines))


def outcomes(*lines):
    return [one.observation.outcome for one in calls(*lines)]


def told(one):
    result = one.observation.outcome.result
    return result["content"][0]["text"]


def test_bare_messages_one_a_line_are_calls_with_the_result_as_it_was_sent():
    (one,) = calls(*hello(), call(1, id="n-1"), text(1, "Tea", structuredContent={"a": 1}))
    assert (one.server, one.session, one.step, one.time) == ("notes", "log", 1, None)
    assert one.observation.probe.arguments == {"id": "n-1"}
    assert one.observation.outcome == Replied(
        result={"content": [{"type": "text", "text": "Tea"}], "structuredContent": {"a": 1}}
    )


WRAPPERS = {
    "ts-direction-message": lambda out, body: {
        "ts": 1764000000 + out,
        "direction": ("c2s", "s2c")[out],
        "message": body,
    },
    "time-dir-msg": lambda out, body: {"time": "2026-01-01T00:00:00Z", "dir": ("out", "in")[out], "msg": body},
    "t-dir-raw": lambda out, body: {"t": "2026-01-01T00:00:00Z", "dir": ("in", "out")[out], "raw": body},
    "from-payload-text": lambda out, body: {"from": ("client", "server")[out], "payload": json.dumps(body)},
    "frame": lambda out, body: {"type": "frame", "t": 12, "dir": ("c2s", "s2c")[out], "frame": body},
    "data": lambda out, body: {
        "timestamp": 1764000000123 + out,
        "direction": ("->", "<-")[out],
        "data": json.dumps(body),
    },
    "json": lambda out, body: {"direction": ("client->server", "server->client")[out], "json": body},
    "nothing-known": lambda out, body: {"message": body},
    "one-word-for-both": lambda out, body: {"stream": "mcp", "message": body},
    "kinds": lambda out, body: {"dir": ("req", "res")[out], "message": body},
    "nested": lambda out, body: {
        "level": "info",
        "msg": "traffic",
        "data": {"direction": ("a", "b")[out], "raw": body},
    },
    "no-version": lambda out, body: {
        "ts": 1764000000,
        "dir": ("tx", "rx")[out],
        **{key: value for key, value in body.items() if key != "jsonrpc"},
    },
}


@pytest.mark.parametrize("wrap", WRAPPERS.values(), ids=WRAPPERS)
def test_whatever_stands_around_the_messages_is_read(wrap):
    asked, greeted = hello()
    lines = [wrap(0, asked), wrap(1, greeted), wrap(0, call(1, id="n-1")), wrap(1, text(1, "Tea"))]
    assert READER.recognises(lines)
    (one,) = calls(*lines)
    assert (one.server, told(one)) == ("notes", "Tea")


@pytest.mark.parametrize("wrap", [wrap for name, wrap in WRAPPERS.items() if name != "one-word-for-both"])
def test_both_sides_number_their_requests(wrap):
    lines = [
        wrap(0, call(1)),
        wrap(1, rpc(id=1, method="elicitation/create", params={})),
        wrap(0, rpc(id=1, result={"action": "accept", "content": {}})),
        wrap(1, text(1, "the reply")),
    ]
    (one,) = calls(*lines)
    assert told(one) == "the reply"


def test_a_text_and_a_number_are_two_ids():
    first, second = calls(call(1, id="a"), call("1", id="b"), text("1", "to the text"), text(1, "to the number"))
    assert (first.observation.probe.arguments, told(first)) == ({"id": "b"}, "to the text")
    assert (second.observation.probe.arguments, told(second)) == ({"id": "a"}, "to the number")


def test_calls_made_before_any_of_their_replies_are_one_step():
    lines = [call(1), call(2), text(2), call(3), text(1), text(3), call(4), text(4)]
    assert {one.observation.probe.subject.tool for one in calls(*lines)} == {"read"}
    assert [one.step for one in calls(*lines)] == [1, 1, 2, 3]


def test_times_tell_when_a_call_was_made_and_how_long_it_took():
    lines = [{"ts": 1764000000.0, "message": call()}, {"ts": 1764000001.5, "message": text()}]
    (one,) = calls(*lines)
    assert (one.time, one.observation.seconds) == (1764000000.0, 1.5)


def test_a_time_since_the_recording_began_is_none():
    (one,) = calls({"t": 12, "frame": call()}, {"t": 40, "frame": text()})
    assert (one.time, one.observation.seconds) == (None, 0.0)


def test_errors_are_refusals_and_is_error_is_a_tool_that_failed():
    refused, failed = outcomes(
        call(1),
        rpc(id=1, error={"code": -32602, "message": "no", "data": {"a": 1}}),
        call(2),
        text(2, "no", isError=True),
    )
    assert refused == Refused(code=-32602, message="no", data={"a": 1})
    assert isinstance(failed, ToolFailed)


def test_a_cancelled_call_has_no_reply_and_what_comes_late_is_nobodys():
    lines = [call(1), rpc(method="notifications/cancelled", params={"requestId": 1}), text(1), call(2), text(2)]
    first, second = calls(*lines)
    assert first.observation.outcome == NoReply(reason="the client cancelled it")
    assert isinstance(second.observation.outcome, Replied)
    assert [first.step, second.step] == [1, 2]


def test_a_cancellation_by_the_server_is_of_its_own_request():
    def wrap(who, body):
        return {"from": who, "message": body}

    lines = [
        wrap("client", call(1)),
        wrap("server", rpc(id=1, method="sampling/createMessage", params={})),
        wrap("server", rpc(method="notifications/cancelled", params={"requestId": 1})),
        wrap("server", text(1)),
    ]
    assert [type(one) for one in outcomes(*lines)] == [Replied]


def test_a_call_that_the_log_ends_before_has_no_reply():
    assert outcomes(call(1)) == [NoReply(reason="the log ends before its reply")]


def test_the_pages_of_a_list_are_one_list():
    def tools(*names, **more):
        return {"tools": [{"name": name, "inputSchema": {"type": "object"}} for name in names], **more}

    lines = [
        *hello(),
        rpc(id=1, method="tools/list"),
        rpc(id=1, result=tools("a", "b", nextCursor="2")),
        rpc(id=2, method="tools/list", params={"cursor": "2"}),
        rpc(id=2, result=tools("c")),
        rpc(id=3, method="tools/list"),
        rpc(id=3, result=tools("d", nextCursor="2")),
        call(4),
    ]
    lists = [one for one in read(READER, lines) if isinstance(one, Offered)]
    assert [[tool.name for tool in one.tools] for one in lists] == [["a", "b", "c"], ["d"]]
    assert {one.server for one in lists} == {"notes"}


def test_a_list_that_is_not_asked_for_to_its_end_is_told_before_the_first_call():
    page = {"tools": [{"name": "a"}], "nextCursor": "2"}
    first, *_ = read(READER, [rpc(id=1, method="tools/list"), rpc(id=1, result=page), call(2), text(2)])
    assert isinstance(first, Offered)


def test_a_list_that_is_asked_for_anew_is_another():
    def page(number, name, **more):
        return [rpc(id=number, method="tools/list"), rpc(id=number, result={"tools": [{"name": name}], **more})]

    lists = [one for one in read(READER, [*page(1, "a", nextCursor="2"), *page(2, "b")]) if isinstance(one, Offered)]
    assert [[tool.name for tool in one.tools] for one in lists] == [["a"], ["b"]]


def test_words_that_say_what_a_message_is_are_no_direction():
    lines = [
        {"dir": "request", "msg": call(1)},
        {"dir": "request", "msg": rpc(id=1, method="elicitation/create", params={})},
        {"dir": "request", "msg": call(2)},
        {"dir": "response", "msg": rpc(id=1, result={"action": "accept"})},
        {"dir": "response", "msg": text(1, "one")},
        {"dir": "response", "msg": text(2, "two")},
    ]
    assert [told(one) for one in calls(*lines)] == ["one", "two"]


def test_what_stands_deep_in_a_line_is_no_traffic():
    assert not READER.recognises([{"data": {"payload": {"message": call()}}}])
    assert not READER.recognises([{"data": {"message": json.dumps(call())}}])
    assert READER.recognises([{"data": {"message": call()}}])


def test_initialize_begins_a_new_session():
    lines = [*hello(), call(1), *hello(0, "notes 2"), call(1), text(1)]
    first, second = calls(*lines)
    assert (first.session, second.session) == ("log", "log#2")
    assert (first.server, second.server) == ("notes", "notes 2")
    assert first.observation.outcome == NoReply(reason="a new session began before its reply")
    assert second.step == 1


def test_sessions_and_servers_that_the_wrapper_names_do_not_mix():
    def wrap(session, body):
        return {"session_id": session, "server": f"at-{session}", "message": body}

    lines = [wrap("a", call(1)), wrap("b", call(1)), wrap("b", text(1, "b")), wrap("a", text(1, "a"))]
    assert [(one.session, one.server, told(one)) for one in calls(*lines)] == [("b", "at-b", "b"), ("a", "at-a", "a")]


def test_batches_and_whole_recordings_in_one_document_are_read():
    assert [told(one) for one in calls([call(1), call(2)], [text(2, "two"), text(1, "one")])] == ["two", "one"]
    entries = [{"ts": 1764000000.0, "direction": "client->server", "payload": call(1)}]
    entries.append({"ts": 1764000001.0, "direction": "server->client", "payload": text(1, "one")})
    recording = {"session_id": "a1", "started_at": "2026-01-01T00:00:00Z", "entries": entries}
    assert READER.recognises([recording])
    (one,) = calls(recording)
    assert (one.session, told(one), one.observation.seconds) == ("a1", "one", 1.0)


@pytest.mark.parametrize("given_arguments", ["{}", '{"id": "n-1"}', 7, [1], True])
def test_arguments_that_are_no_object_are_none_and_the_call_says_so(given_arguments):
    (one,) = calls(rpc(id=1, method="tools/call", params={"name": "read", "arguments": given_arguments}), text(1))
    assert (one.observation.probe.arguments, one.observation.probe.form) == ({}, Form.TEXT)


@pytest.mark.parametrize("params", [{}, {"arguments": {}}])
def test_a_call_without_arguments_is_one_with_none(params):
    (one,) = calls(rpc(id=1, method="tools/call", params={"name": "read", **params}), text(1))
    assert (one.observation.probe.arguments, one.observation.probe.form) == ({}, Form.OBJECT)


def test_a_call_of_no_tool_and_a_reply_that_is_none_are_counted():
    source = Source(name="log")
    lines = [rpc(id=1, method="tools/call", params={}), call(2), rpc(id=2, error="no"), rpc(id=3), text(9)]
    assert len(read(READER, lines, source)) == 1
    assert source.broken == 3


def test_an_id_that_is_asked_again_before_its_reply_leaves_the_first_without_one():
    first, second = outcomes(call(1, id="a"), call(1, id="b"), text(1))
    assert (type(first), type(second)) == (NoReply, Replied)


def test_many_calls_that_nobody_answers_are_not_all_kept():
    events = READER.read((call(number) for number in range(20_000)), Source(name="log"))
    assert next(iter(events)).observation.outcome == NoReply(reason="the log ends before its reply")


def test_only_this_reader_knows_the_format_and_it_knows_no_other():
    assert known_by(WHOLE) == ["mcp-lines"]
    assert not any(READER.recognises(lines) for lines in FOREIGN)


def test_the_sample_tells_the_calls_that_stand_in_it():
    source = Source(name="log")
    found = used(read(READER, WHOLE, source))
    assert [one.step for one in found] == [1, 2, 2, 2, 3, 4, 5, 6, 7]
    assert source.broken == 0


@given(mutated(WHOLE))
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_no_line_however_odd_makes_it_fail(lines):
    READER.recognises(lines)
    read(READER, lines)
