"""Ways round the guard that a caller or a server might find: none leads past it, and none stops it."""

# ruff: noqa: E501 - a message is read whole

import json

import jsonschema
import pytest
from guard.policies import answer, call, document, line, policy, relay, text
from hypothesis import given, settings
from hypothesis import strategies as st

from tool_audit.guard.contract import tightened
from tool_audit.guard.decide import refusal_of
from tool_audit.guard.load import policy_of

LONG = "a word and another " * 2_000
BOOK = {"book": {"ceiling": {"cap_tokens": 90_000, "reason": "one page"}}}
ODD_CALLS = {
    "a letter that is folded to another": '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_notes"},"param\u017f":{"name":"list_mental_models"}}',
    "wide letters in a name of the protocol": '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_mental_models","\uff41rguments":{},"arguments":{"detail":"metadata"}}}',
    "wide letters in the tool": '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"\uff4cist_mental_models"}}',
    "something invisible in the tool": '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_mental\u200b_models"}}',
    "something invisible in the argument": '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_notes","arguments":{"lim\u200bit":1000}}}',
    "wide digits": '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_notes","arguments":{"limit":"\uff15\uff10"}}}',
    "a name in a list": '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":["list_mental_models"]}}',
    "params in order": '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":["list_mental_models",{}]}',
    "params as a text": '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":"{\\"name\\":\\"list_mental_models\\"}"}',
    "a method in a list": '{"jsonrpc":"2.0","id":1,"method":["tools/call"],"params":{"name":"list_mental_models"}}',
    "a method in other letters": '{"jsonrpc":"2.0","id":1,"method":"Tools/Call ","params":{"name":"list_mental_models"}}',
    "a batch in a batch": '[[{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_mental_models"}}]]',
    "a call that is a notification": '{"jsonrpc":"2.0","method":"tools/call","params":{"name":"list_mental_models"}}',
    "a call as a task": '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_mental_models","task":{"ttl":1000}}}',
    "a number beyond all": '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_notes","arguments":{"limit":1e400}}}',
}


@pytest.mark.parametrize("name", ODD_CALLS)
@pytest.mark.parametrize("strict", [True, False])
def test_no_odd_call_gets_through(name, strict):
    passed = relay(refuse_unknown_arguments=strict).from_client(ODD_CALLS[name].encode())
    assert passed.on == []
    (told,) = map(json.loads, passed.back)
    assert "error" in told or told["result"]["isError"]


@pytest.mark.parametrize(
    "raw",
    [
        b'{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"Name":"x","name":"y"}}',
        b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"\xe6\x97\xa5\xe8\xa8\x98"}}',
        b'{"jsonrpc":"2.0","id":1,"method":"tools/call"}',
    ],
)
def test_what_is_only_odd_is_passed_on(raw):
    assert relay().from_client(raw).on == [raw]


@pytest.mark.parametrize("depth", [100, 600, 5_000, 50_000, 200_000])
def test_no_depth_of_a_call_stops_the_guard(depth):
    nested = b"[" * depth + b"]" * depth
    for tool in (b"list_notes", b"other"):
        for member in (b'"arguments":{"limit":%s}', b'"arguments":%s', b'"_meta":%s'):
            raw = b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"%s",%s}}' % (tool, member % nested)
            passed = relay().from_client(raw)
            assert passed.on or passed.back
    relay().from_client(b'{"jsonrpc":"2.0","id":%s,"method":"ping"}' % nested)
    assert relay().from_server(b'{"jsonrpc":"2.0","id":%s,"result":%s}' % (nested, nested))


SHARED = {
    "a ping under the id of a call": [call("other"), line("ping")],
    "a call under the id of a ping": [line("ping"), call("other")],
    "a tool that may answer at length under the id of another": [call("other"), call("book")],
    "the other way round": [call("book"), call("other")],
    "an id that is cancelled and used again": [
        call("other"),
        b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}',
        line("ping"),
    ],
    "a number written in another way": [call("other"), line("ping", request_id=1.0)],
}


@pytest.mark.parametrize("name", SHARED)
@pytest.mark.parametrize("position", [0, 1])
def test_no_request_under_the_same_id_lifts_the_ceiling(name, position):
    between = relay(tools=BOOK)
    for raw in SHARED[name]:
        between.from_client(raw)
    given = [between.from_server(answer(text(LONG if one == position else "short"))) for one in range(2)]
    assert b"reply-too-large" in given[position]
    assert given[1 - position] == answer(text("short"))
    assert not between.waits


@pytest.mark.parametrize(("asked", "answered"), [(1, "1"), ("1", 1), (1.0, 1), (1, 1.0), ("a-1", "a-1")])
def test_an_id_that_a_server_writes_in_another_way_is_the_same(asked, answered):
    between = relay(tools=BOOK)
    between.from_client(call("book", request_id=asked))
    raw = answer(text(LONG), answered)
    assert between.from_server(raw) == raw
    assert not between.waits
    between.from_client(call("other", request_id=asked))
    assert b"reply-too-large" in between.from_server(raw)


def test_ids_that_differ_only_in_their_kind_are_told_apart():
    between = relay(tools=BOOK)
    between.from_client(call("book", request_id=1))
    between.from_client(call("other", request_id="1"))
    raw = answer(text(LONG), 1)
    assert between.from_server(raw) == raw
    assert b"reply-too-large" in between.from_server(answer(text(LONG), "1"))


ODD_ANSWERS = {
    "a method beside the result": {"method": "notifications/message", "result": text(LONG)},
    "an error beside the result": {"error": {"code": 1, "message": "x"}, "result": text(LONG)},
    "a result beside the error": {"error": {"code": 1, "message": LONG}, "result": text("x")},
    "an empty error beside the result": {"error": None, "result": text(LONG)},
    "the data of an error": {"error": {"code": 1, "message": "x", "data": {"all": LONG}}},
    "an error that is a text": {"error": LONG},
}


@pytest.mark.parametrize("name", ODD_ANSWERS)
def test_no_odd_answer_gets_past_the_ceiling(name):
    for wrap in (lambda one: one, lambda one: [{"jsonrpc": "2.0", "method": "x"}, one]):
        between = relay()
        between.from_client(call("other"))
        raw = json.dumps(wrap({"jsonrpc": "2.0", "id": 1, **ODD_ANSWERS[name]})).encode()
        given = between.from_server(raw)
        assert b"reply-too-large" in given
        assert len(given) < 2_000


def test_the_state_of_a_task_that_holds_its_result_counts():
    between = relay()
    between.from_client(line("tasks/get", {"taskId": "t"}))
    raw = answer({"taskId": "t", "status": "completed", "result": text(LONG)})
    assert b"reply-too-large" in between.from_server(raw)


def test_an_answer_that_cannot_be_read_is_found_beside_that_of_a_ping_and_is_the_last():
    between = relay()
    between.from_client(line("ping", request_id=1))
    between.from_client(call("other", request_id=2))
    deep = "[" * 600 + json.dumps(LONG) + "]" * 600
    raw = f'[{{"jsonrpc":"2.0","id":1,"result":{{}}}},{{"jsonrpc":"2.0","id":2,"result":{deep}}}]'.encode()
    assert b"reply-too-large" in between.from_server(raw)
    assert [json.loads(one)["id"] for one in between.server_ended("exited with 1")] == [1]


def test_a_request_that_was_cancelled_is_not_waited_for():
    between = relay()
    between.from_client(call("other", request_id=7))
    between.from_client(b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}')
    assert not between.waits
    assert b"reply-too-large" in between.from_server(answer(text(LONG), 7))


def test_a_number_beyond_all_is_still_json_where_a_message_is_changed():
    def refuses(word):
        raise AssertionError(word)

    between = relay()
    between.from_client(line("tools/list"))
    raw = b'{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"list_notes","description":"Infinity \\" -Infinity","x":[1e400,-1e400]}]}}'
    told = json.loads(between.from_server(raw), parse_constant=refuses)["result"]["tools"][0]
    assert told["x"] == [float("inf"), -float("inf")]
    assert told["description"].startswith('Infinity " -Infinity\n')


def test_the_contract_of_a_tool_that_is_spelled_as_one_of_the_policy_says_what_is_enforced():
    listed = {"name": "List-Notes", "inputSchema": {"type": "object", "properties": {"limit": {"type": "integer"}}}}
    assert tightened(policy(), listed)["inputSchema"]["properties"]["limit"]["maximum"] == 50
    assert refusal_of(policy(), "List-Notes", {"limit": 51})


NUMBER = {"$ref": "#/$defs/number"}
DECLARED = [
    {},
    True,
    NUMBER,
    {"allOf": [NUMBER]},
    {"type": "integer"},
    {"type": ["integer", "null"], "default": 1_000},
    {"type": ["integer", "string"]},
    {"type": "number", "exclusiveMinimum": 0},
    {"type": "boolean"},
    {"type": "string", "enum": ["a", "b", None]},
    {"enum": [10, 100, 1_000]},
    {"enum": [100, None]},
    {"oneOf": [{"const": "a"}, {"const": "b"}]},
    {"anyOf": [NUMBER, {"type": "null"}]},
    {"anyOf": [{"type": "integer"}, {"type": "string"}]},
    {"anyOf": [{"type": "integer"}, {"type": "number"}, {"type": "null"}]},
    {"anyOf": [{"type": ["integer", "null"]}, {"type": "string"}]},
    {"anyOf": [{"enum": ["a", "b"]}, {"const": None}]},
    {"anyOf": [{"anyOf": [NUMBER, {"type": "null"}]}, {"type": "string"}]},
]
LINES = [
    {"most": 50},
    {"most": 50, "least": 0},
    {"most": 50, "required": True},
    {"required": True},
    {"allowed": ["a"]},
    {"allowed": ["a"], "required": True},
    {"allowed": [10, True]},
    {"allowed": [["x"]]},
]
VALUES = [None, 0, 1, -1, 3.5, 10, 10.0, 50, 51, 1e3, True, False, "", "a", "b", "1", ["x"], {}]


def shaped(shape, declared):
    root = {"type": "object", "properties": {"x": declared, "y": {"type": "integer"}}}
    names, numbers = ["x", "y"], {"number": {"type": "integer"}}
    match shape:
        case "in $ref":
            return names, {"$ref": "#/$defs/input", "$defs": {"input": root, **numbers}}
        case "in allOf":
            return names, {"type": "object", "allOf": [root], "$defs": numbers}
        case "by pattern":
            return names, {**root, "patternProperties": {"^z": {}}, "$defs": numbers}
        case "an argument is new":
            return names, {**root, "properties": {**root["properties"], "z": {}}, "$defs": numbers}
        case "an argument is gone":
            return [*names, "z"], {**root, "$defs": numbers}
        case _:
            return names, {**root, "$defs": numbers}


@settings(max_examples=600, deadline=None)
@given(
    st.sampled_from(["plain", "in $ref", "in allOf", "by pattern", "an argument is new", "an argument is gone"]),
    st.sampled_from(DECLARED),
    st.sampled_from(LINES),
    st.booleans(),
    st.fixed_dictionaries({}, optional={"x": st.sampled_from(VALUES), "y": st.just(5), "z": st.just(1)}),
)
def test_what_is_listed_is_what_is_enforced(shape, declared, bound, strict, sent):
    names, root = shaped(shape, declared)
    tools = {"tool": {"arguments": names, "lines": {"x": bound}}}
    made = policy_of(document(tools=tools, refuse_unknown_arguments=strict), "guard.toml")
    listed = tightened(made, {"name": "tool", "inputSchema": root})["inputSchema"]
    fits = jsonschema.Draft202012Validator(listed).is_valid(sent)
    passes = refusal_of(made, "tool", sent) is None
    if fits:
        assert passes
    elif passes and sent.get("x", 0) is not None:  # null is the default in other words, and need not be said
        assert not jsonschema.Draft202012Validator(root).is_valid(sent)
