"""What passes between client and server: as it came, but for what the policy says."""

# ruff: noqa: E501 - a message is read whole

import json

import pytest
from guard.policies import COUNTER, NOTES, Kept, answer, call, line, policy, relay, text

from tool_audit.guard.relay import Relay

LONG = "a word and another " * 2_000

AS_IT_CAME = {
    "a greeting": b'{"jsonrpc":"2.0", "id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}',
    "a method that nobody knows": b'{"jsonrpc": "2.0","method":"x/y","id":"a","params":[1,{"a":1,"a":2}]}',
    "a notification": b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}',
    "an answer to the server": b'{"jsonrpc":"2.0","id":3,"result":{"role":"assistant","x":[]}}',
    "a call that fits": b'{"id": 5, "method":"tools/call","params":{"name":"list_notes","arguments":{"limit": 5.0},"_meta":{"progressToken":1}},"jsonrpc":"2.0"}',
    "a call of a tool without a policy": b'{"jsonrpc":"2.0","id":6,"method":"tools/call","params":{"arguments":"odd","name":"other"}}',
    "a batch": b'[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"notifications/initialized"}]',
    "something that is no message": b'[1, null, "x"]',
}


@pytest.mark.parametrize("name", AS_IT_CAME)
def test_what_a_client_says_is_passed_on_byte_for_byte(name):
    passed = relay().from_client(AS_IT_CAME[name])
    assert (passed.on, passed.back) == ([AS_IT_CAME[name]], [])


FROM_THE_SERVER = {
    "progress": b'{"method":"notifications/progress","jsonrpc":"2.0","params":{"progressToken":1,"progress":0.5}}',
    "a question": b'{"jsonrpc":"2.0","id":1,"method":"sampling/createMessage","params":{"messages":[]}}',
    "noise": b"listening on 8080",
    "an answer to nobody": answer(text("small"), 99),
    "an answer with odd members": b'{"jsonrpc":"2.0","id":1,"x":1,"result":{"content":[{"type":"text","text":"\\u00e9\\ud83d"}],"n":1e400}}',
}


@pytest.mark.parametrize("name", FROM_THE_SERVER)
def test_what_a_server_says_is_passed_on_byte_for_byte(name):
    between = relay()
    between.from_client(call("other", request_id=1))
    assert between.from_server(FROM_THE_SERVER[name]) == FROM_THE_SERVER[name]


def refused(raw, **more):
    between = relay(**more)
    passed = between.from_client(raw)
    assert passed.on == []
    (back,) = passed.back
    return json.loads(back)


def test_a_refused_call_is_answered_as_a_result_that_is_an_error():
    told = refused(call("list_mental_models", {}, "id-1"))
    assert told["id"] == "id-1"
    assert told["result"]["isError"] is True
    assert told["result"]["content"][0]["text"] == told["result"]["structuredContent"]["message"]
    assert told["result"]["structuredContent"]["error"] == "unbounded-call"


def test_a_refused_call_is_answered_as_an_error_where_the_policy_says_so():
    told = refused(call("list_mental_models"), refuse_with="error")
    assert told["error"]["code"] == -32602
    assert told["error"]["message"] == told["error"]["data"]["message"]


def test_of_a_batch_only_the_calls_that_fit_go_on():
    good, bad = json.loads(call("list_notes", {"limit": 5}, 1)), json.loads(call("list_mental_models", {}, 2))
    passed = relay().from_client(json.dumps([good, bad]).encode())
    assert [json.loads(one) for one in passed.on] == [[good]]
    assert [json.loads(one)["id"] for one in passed.back] == [2]


ROUND = {
    "a name twice": b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_mental_models","name":"other"}}',
    "arguments twice": b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_mental_models","arguments":{},"arguments":{"detail":"metadata"}}}',
    "an argument twice": b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_mental_models","arguments":{"detail":"full","detail":"metadata"}}}',
    "a method twice": b'{"jsonrpc":"2.0","id":1,"method":"tools/call","method":"ping","params":{"name":"list_mental_models"}}',
    "a method in capitals": b'{"jsonrpc":"2.0","id":1,"Method":"tools/call","params":{"name":"list_mental_models"}}',
    "params in capitals": b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_notes"},"Params":{"name":"list_mental_models"}}',
    "arguments in capitals": b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_mental_models","arguments":{"detail":"metadata"},"Arguments":{}}}',
    "escaped names": b'{"jsonrpc":"2.0","id":1,"\\u006dethod":"tools\\/call","params":{"n\\u0061me":"list_mental_models"}}',
    "no JSON": b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_mental_models"},}',
    "no text": b"\xff\xfe{}",
    "nothing": b"",
    "a bomb": b"[" * 100_000,
}


@pytest.mark.parametrize("name", ROUND)
def test_there_is_no_way_round(name):
    told = refused(ROUND[name])
    assert "error" in told or told["result"]["isError"]


def test_a_reply_over_the_ceiling_is_not_cut_but_answered_with_its_size_and_the_narrower_call():
    log = Kept()
    between = relay(log)
    between.from_client(call("list_notes", {"limit": 50}))
    told = json.loads(between.from_server(answer(text(LONG))))["result"]
    assert told["isError"] is True
    body = told["structuredContent"]
    assert body["error"] == "reply-too-large"
    assert "list_notes returned 38,000 characters (about" in body["message"]
    assert "over the 2,000 tokens that may be passed on; nothing of it is shown" in body["message"]
    assert "a word" not in json.dumps(told)
    assert log.calls[-1].outcome == "reply-refused"
    assert log.calls[-1].chars == 38_000
    assert log.calls[-1].refused_by == "guard.toml: [ceiling]"


@pytest.mark.parametrize(
    "size",
    [
        {"structuredContent": {"text": LONG}},
        {"content": [{"type": "text", "text": "short"}], "structuredContent": {"text": LONG}},
        text(LONG, isError=True),
        {"content": [{"type": "resource", "resource": {"uri": "x:", "text": LONG}}]},
        LONG,
        {"odd": [LONG]},
    ],
)
def test_whatever_a_client_may_show_counts(size):
    between = relay()
    between.from_client(call("other"))
    assert json.loads(between.from_server(answer(size)))["result"]["structuredContent"]["error"] == "reply-too-large"


def test_an_error_of_any_length_and_the_result_of_a_task_count_too():
    between = relay()
    between.from_client(call("other"))
    error = json.dumps({"jsonrpc": "2.0", "id": 1, "error": {"code": -1, "message": LONG}}).encode()
    assert b"reply-too-large" in between.from_server(error)
    between.from_client(line("tasks/result", {"taskId": "t"}, 2))
    assert b"reply-too-large" in between.from_server(answer(text(LONG), 2))


def test_what_is_no_call_may_be_long():
    between = relay()
    between.from_client(line("resources/read", {"uri": "x:"}))
    raw = answer({"contents": [{"uri": "x:", "text": LONG}]})
    assert between.from_server(raw) == raw


def test_a_reply_that_nobody_asked_for_is_held_against_the_ceiling():
    assert b"reply-too-large" in relay().from_server(answer(text(LONG), 5))


def test_a_tool_with_a_ceiling_of_its_own_may_answer_at_length():
    between = relay(tools={"book": {"ceiling": {"cap_tokens": 90_000, "reason": "one page"}}})
    between.from_client(call("book"))
    raw = answer(text(LONG))
    assert between.from_server(raw) == raw


LISTED = {
    "name": "list_mental_models",
    "description": "List them.",
    "inputSchema": {
        "type": "object",
        "properties": {
            "detail": {"type": "string", "enum": ["metadata", "summary", "full"], "default": "full"},
            "limit": {"type": "integer"},
        },
    },
    "x-odd": [1],
}


def listed(*tools, **more):
    between = relay(**more)
    between.from_client(line("tools/list"))
    raw = json.dumps({"jsonrpc": "2.0", "id": 1, "result": {"tools": list(tools), "nextCursor": "c"}}).encode()
    return raw, between.from_server(raw)


def test_the_contract_says_what_is_enforced():
    _, given = listed(LISTED, {"name": "other", "inputSchema": {}})
    result = json.loads(given)["result"]
    assert result["nextCursor"] == "c"
    tool, other = result["tools"]
    assert other == {"name": "other", "inputSchema": {}}
    assert tool["inputSchema"]["required"] == ["detail"]
    assert tool["inputSchema"]["additionalProperties"] is False
    assert tool["inputSchema"]["properties"]["detail"] == {"type": "string", "enum": ["metadata", "summary"]}
    assert tool["inputSchema"]["properties"]["limit"] == {"type": "integer"}
    assert tool["x-odd"] == [1]
    assert tool["description"] == (
        "List them.\n\n(guarded: detail is required; without it the reply was 883,735 characters. "
        "Call again with detail=metadata (941) or detail=summary (16,769).)"
    )


def test_a_number_gets_its_maximum_and_loses_a_default_that_is_over_it():
    for declared, made in (
        ({"type": "integer", "default": 1_000}, {"type": "integer", "minimum": 1, "maximum": 50}),
        (
            {"anyOf": [{"type": "integer", "minimum": 0}, {"type": "null"}], "default": None},
            {"type": "integer", "minimum": 1, "maximum": 50},
        ),
        ({"type": ["integer", "null"], "maximum": 20}, {"type": "integer", "minimum": 1, "maximum": 20}),
        ({"$ref": "#/$defs/limit"}, {"type": "integer", "minimum": 1, "maximum": 50, "default": 10}),
    ):
        schema = {
            "type": "object",
            "properties": {"limit": declared},
            "$defs": {"limit": {"type": "integer", "default": 10}},
        }
        _, given = listed({"name": "list_notes", "inputSchema": schema})
        (tool,) = json.loads(given)["result"]["tools"]
        assert tool["inputSchema"]["properties"]["limit"] == made


def test_a_list_without_a_tool_of_the_policy_is_passed_on_byte_for_byte():
    raw, given = listed({"name": "other", "inputSchema": {"type": "object"}}, "odd", None)
    assert given == raw


def test_a_policy_that_the_list_does_not_bear_out_is_noted_once():
    log = Kept()
    between = relay(log)
    pages = [
        [{"name": "list_mental_modelz", "inputSchema": {}}],
        [{"name": "list_notes", "inputSchema": {"properties": {"limt": {}}}}],
    ]
    for _ in range(2):
        for number, page in enumerate(pages):
            between.from_client(line("tools/list", request_id=number))
            cursor = {} if number else {"nextCursor": "next"}
            between.from_server(answer({"tools": page, **cursor}, number))
    gone, *others = log.notes
    assert len(log.notes) == len(set(log.notes))
    assert gone.startswith(
        "the server does not list list_mental_models any more (is it called list_mental_modelz now?)"
    )
    assert any("list_notes does not declare limit any more" in one for one in others)


def test_a_list_that_agrees_with_the_policy_is_noted_nowhere():
    log = Kept()
    between = relay(log, tools={"list_notes": NOTES})
    between.from_client(line("tools/list"))
    declared = {"limit": {"type": "integer"}, "tags": {"type": "array"}}
    between.from_server(answer({"tools": [{"name": "list_notes", "inputSchema": {"properties": declared}}]}))
    assert log.notes == []


def test_the_log_holds_names_and_a_hash_and_no_value():
    log, times = Kept(), iter([1.0, 1.25])
    between = Relay(policy(), COUNTER, log, lambda: next(times))
    between.from_client(call("list_notes", {"limit": 5, "tags": "secret words"}))
    between.from_server(answer(text("short")))
    between.from_client(call("list_mental_models", {"query": "secret words"}))
    passed, refusal = log.calls
    assert (passed.tool, passed.arguments, passed.outcome, passed.chars) == (
        "list_notes",
        ["limit", "tags"],
        "replied",
        5,
    )
    assert passed.milliseconds == 250
    assert (refusal.outcome, refusal.refused_by) == ("refused", "guard.toml: [tools.list_mental_models.lines.detail]")
    assert "secret" not in repr(log.calls)


def test_the_warning_line_only_logs():
    log = Kept()
    between = relay(log)
    between.from_client(call("list_notes"))
    raw = answer(text("a word and another " * 300))
    assert between.from_server(raw) == raw
    assert log.calls[0].warned


def test_when_the_server_ends_every_request_is_answered():
    log = Kept()
    between = relay(log)
    between.from_client(call("list_notes", request_id=1))
    between.from_client(line("ping", request_id="two"))
    told = [json.loads(one) for one in between.server_ended("exited with 1")]
    assert [(one["id"], one["error"]["message"]) for one in told] == [
        (1, "The server behind the guard exited with 1."),
        ("two", "The server behind the guard exited with 1."),
    ]
    assert [one.outcome for one in log.calls] == ["server-ended"]
    assert between.server_ended("exited with 1") == []
