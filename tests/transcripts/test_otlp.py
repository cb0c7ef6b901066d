"""Spans: which of them are one call, what they stand in, in what order they are told, and what is not recorded."""

import json
import random

import pytest
from formats import FOREIGN, known_by, sample
from hypothesis import HealthCheck, given, settings
from sessions import mutated, read, said, tasks, text_of, used

from tool_audit.model import Form, NoReply, Refused, Replied, TimedOut, ToolFailed
from tool_audit.model.traffic import Names, Offered, Size
from tool_audit.transcripts.reader import Source
from tool_audit.transcripts.readers import otlp
from tool_audit.transcripts.readers.otlp import READER

WHOLE = sample("otlp.jsonl")
START = 1_764_000_000


def value(one):
    match one:
        case bool():
            return {"boolValue": one}
        case int():
            return {"intValue": str(one)}
        case float():
            return {"doubleValue": one}
        case list():
            return {"arrayValue": {"values": [value(member) for member in one]}}
        case dict():
            return {"kvlistValue": {"values": attributes(one)}}
        case _:
            return {"stringValue": one}


def attributes(members):
    return [{"key": key, "value": value(one)} for key, one in members.items()]


def span(own, members, begins=0.0, ends=1.0, parent="", trace="t1", **more):
    return {
        "traceId": trace,
        "spanId": own,
        "parentSpanId": parent,
        "startTimeUnixNano": str(int((START + begins) * 1_000_000_000)),
        "endTimeUnixNano": str(int((START + ends) * 1_000_000_000)),
        "attributes": attributes(members),
        **more,
    }


def document(*spans, service="agent"):
    resource = {"attributes": attributes({"service.name": service})}
    return {"resourceSpans": [{"resource": resource, "scopeSpans": [{"spans": list(spans)}]}]}


def tool(own, name="read", begins=0.0, ends=1.0, **more):
    told = {key.replace("__", "."): one for key, one in more.items() if "__" in key}
    rest = {key: one for key, one in more.items() if "__" not in key}
    return span(own, {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": name, **told}, begins, ends, **rest)


def mcp(own, name="read", begins=0.0, ends=1.0, **more):
    told = {key.replace("__", "."): one for key, one in more.items() if "__" in key}
    rest = {key: one for key, one in more.items() if "__" not in key}
    return span(own, {"mcp.method.name": "tools/call", "gen_ai.tool.name": name, **told}, begins, ends, **rest)


def model(own, begins=0.0, ends=0.1, operation="chat", **more):
    told = {key.replace("__", "."): one for key, one in more.items() if "__" in key}
    rest = {key: one for key, one in more.items() if "__" not in key}
    return span(own, {"gen_ai.operation.name": operation, **told}, begins, ends, **rest)


def messages(*told):
    return json.dumps([{"role": role, "parts": [{"type": "text", "content": text}]} for role, text in told])


def calls(*spans):
    return used(read(READER, [document(*spans)]))


def outcome(**more):
    (one,) = calls(tool("a", **more))
    return one.observation.outcome


def test_a_tools_span_is_a_call_with_what_is_recorded_in_it():
    (one,) = calls(tool("a", gen_ai__tool__call__id="c", gen_ai__tool__call__arguments='{"id": "n-1"}',
                        gen_ai__tool__call__result="Tea", gen_ai__conversation__id="conv"))  # fmt: skip
    assert (one.session, one.observation.probe.subject.tool) == ("conv", "read")
    assert (one.observation.probe.arguments, text_of(one), one.size, one.names) == ({"id": "n-1"}, "Tea", None, None)
    assert (one.time, one.observation.seconds) == (START, 1.0)


def test_what_is_not_recorded_is_not_made_up():
    (one,) = calls(tool("a"))
    assert one.observation.outcome == Replied(result=None)
    assert (one.size, one.names) == (Size(), Names())


@pytest.mark.parametrize("given_arguments", [{"a": 1, "b": [True, {"c": 0.5}]}, '{"a": 1, "b": [true, {"c": 0.5}]}'])
def test_arguments_are_read_as_an_object_or_as_text(given_arguments):
    (one,) = calls(tool("a", gen_ai__tool__call__arguments=given_arguments))
    assert one.observation.probe.arguments == {"a": 1, "b": [True, {"c": 0.5}]}


def test_arguments_that_are_no_object_are_none_and_the_call_says_so():
    (one,) = calls(tool("a", gen_ai__tool__call__arguments="tea"))
    assert (one.observation.probe.arguments, one.observation.probe.form) == ({}, Form.TEXT)


def test_a_result_of_mcp_is_kept_as_it_is_and_another_is_its_text():
    whole = {"content": [{"type": "text", "text": "x"}], "structuredContent": {"a": 1}}
    assert outcome(gen_ai__tool__call__result=json.dumps(whole)) == Replied(result=whole)
    assert outcome(gen_ai__tool__call__result=whole) == Replied(result=whole)
    (one,) = calls(tool("a", gen_ai__tool__call__result={"b": 1, "a": 2}))
    assert json.loads(text_of(one)) == {"a": 2, "b": 1}
    assert isinstance(outcome(gen_ai__tool__call__result=json.dumps({**whole, "isError": True})), ToolFailed)


def test_failures_are_told_apart():
    failed = {"code": 2, "message": "no"}
    assert outcome(status=failed, error__type="tool_error") == ToolFailed(
        result={"content": [{"type": "text", "text": "no"}], "isError": True}
    )
    assert outcome(status=failed, error__type="-32602") == Refused(code=-32602, message="no")
    assert outcome(status=failed, rpc__response__status_code="-32601") == Refused(code=-32601, message="no")
    assert outcome(status={"code": "STATUS_CODE_ERROR"}) == ToolFailed(result=None)
    assert outcome(error__type="timeout") == TimedOut(limit=1.0)
    thrown = {"name": "exception", "attributes": attributes({"exception.message": "broke"})}
    assert outcome(status={"code": 2}, events=[thrown]).result["content"][0]["text"] == "broke"
    assert isinstance(outcome(error__type="500"), ToolFailed)
    assert outcome(status={"code": 1}) == Replied(result=None)


ONE_CALL = [
    tool("a", "notes_read", 0, 1, gen_ai__tool__call__id="c"),
    mcp("b", "read", 0.1, 0.9, parent="a", server__address="notes.example", gen_ai__tool__call__arguments='{"id": 1}'),
    span("x", {"http.request.method": "POST"}, 0.2, 0.8, parent="b"),
    mcp("s", "read", 0.3, 0.7, parent="b", kind=2, gen_ai__tool__call__result="Tea"),
]


def test_the_spans_of_client_server_and_framework_are_one_call():
    (one,) = used(read(READER, [document(*ONE_CALL[:3]), document(ONE_CALL[3], service="notes")]))
    assert (one.observation.probe.subject.tool, one.server) == ("notes_read", "notes")
    assert (one.observation.probe.arguments, text_of(one), one.observation.seconds) == ({"id": 1}, "Tea", 1.0)


@pytest.mark.parametrize("seed", range(6))
def test_in_whatever_order_they_stand_in_the_file(seed):
    order = [ONE_CALL[0], ONE_CALL[1], ONE_CALL[3]]
    random.Random(seed).shuffle(order)
    calls_in = used(read(READER, [document(one) for one in order]))
    assert [text_of(one) for one in calls_in] == ["Tea"]


def test_a_failure_that_only_the_inner_span_tells_is_the_calls():
    inner = mcp("b", begins=0.1, parent="a", error__type="-32602", rpc__response__status_code="-32602")
    (one,) = calls(tool("a"), inner)
    assert one.observation.outcome == Refused(code=-32602, message="")


def test_a_tool_that_calls_another_is_two_calls():
    assert len(calls(tool("a", "research"), tool("b", "search", 0.1, parent="a"))) == 2


def test_an_agent_that_is_a_tool_may_use_that_tool_itself():
    spans = [tool("a", "ask"), model("b", 0.1, operation="invoke_agent", parent="a"), tool("c", "ask", 0.2, parent="b")]
    events = read(READER, [document(*spans)])
    assert len(used(events)) == 2
    assert tasks(events) == []


def test_a_span_that_was_exported_twice_is_one():
    assert len(calls(tool("a"), tool("a"))) == 1


def test_calls_after_one_answer_of_a_model_are_one_step():
    spans = [
        model("m", 0),
        tool("a", begins=1, ends=2),
        tool("b", begins=3, ends=4),
        model("n", 5),
        tool("c", begins=6),
    ]
    assert [one.step for one in calls(*spans)] == [1, 1, 2]


def test_without_spans_of_a_model_calls_that_overlap_are_one_step():
    spans = [tool("a", begins=0, ends=2), tool("b", begins=1, ends=3), tool("c", begins=2.5, ends=4)]
    assert [one.step for one in calls(*spans)] == [1, 1, 2]


def test_an_agents_span_is_a_task_though_it_comes_last():
    asked = messages(("user", "Before."), ("assistant", "Yes."), ("user", "Find tea."))
    inner = model("b", 0.1, operation="invoke_agent", parent="a")
    agent = model("a", 0, 9, operation="invoke_agent", gen_ai__input__messages=asked)
    events = read(READER, [document(tool("c", begins=1, parent="a")), document(inner), document(agent)])
    assert tasks(events) == ["Find tea."]
    assert type(events[0]).__name__ == "Task"


def test_messages_of_models_are_told_once_and_are_tasks_where_no_agent_is():
    first = messages(("system", "Be brief."), ("user", "Find tea."))
    second = messages(("system", "Be brief."), ("user", "Find tea."), ("assistant", "Reading."), ("user", "And?"))
    spans = [
        model("a", 0, gen_ai__input__messages=first, gen_ai__output__messages=messages(("assistant", "Reading."))),
        model("b", 2, gen_ai__input__messages=second, gen_ai__output__messages=messages(("assistant", "Slowly."))),
    ]
    events = read(READER, [document(*spans)])
    assert tasks(events) == ["Find tea.", "And?"]
    assert said(events) == ["Reading.", "Slowly."]
    assert said(events, by_model=False) == ["Be brief."]


def test_messages_of_older_conventions_are_events():
    def event(name, **told):
        return {"name": name, "attributes": attributes({key.replace("__", "."): one for key, one in told.items()})}

    events = [
        event("gen_ai.user.message", content="Find tea."),
        event("gen_ai.choice", message=json.dumps({"role": "assistant", "content": "Slowly."})),
        event("gen_ai.tool.message", content="not again"),
    ]
    found = read(READER, [document(model("a", events=events))])
    assert (tasks(found), said(found)) == (["Find tea."], ["Slowly."])
    details = event(
        "gen_ai.client.inference.operation.details", gen_ai__output__messages=messages(("assistant", "Yes."))
    )
    assert said(read(READER, [document(model("a", events=[details]))])) == ["Yes."]


def test_tools_that_a_model_is_offered_are_told_when_they_change():
    defined = json.dumps(
        [{"type": "function", "name": "read", "parameters": {"type": "object"}}, {"type": "web_search"}]
    )
    spans = [model("a", 0, gen_ai__tool__definitions=defined), model("b", 1, gen_ai__tool__definitions=defined)]
    (offered,) = [one for one in read(READER, [document(*spans)]) if isinstance(one, Offered)]
    assert [one.name for one in offered.tools] == ["read"]


def parts(role, *told):
    return {"role": role, "parts": list(told)}


CALLED = parts("assistant", {"type": "tool_call", "id": "c1", "name": "notes__read", "arguments": {"id": "n-1"}})
ANSWERED = parts("tool", {"type": "tool_call_response", "id": "c1", "response": "Tea"})
ASKED = parts("user", {"type": "text", "content": "Find tea."})


def spans_of_models():
    return [
        model("a", 0, gen_ai__input__messages=json.dumps([ASKED]), gen_ai__output__messages=json.dumps([CALLED])),
        model("b", 2, gen_ai__input__messages=json.dumps([ASKED, CALLED, ANSWERED])),
        model("c", 4, gen_ai__input__messages=json.dumps([ASKED, CALLED, ANSWERED])),
    ]


def test_calls_without_spans_are_read_from_the_messages():
    (one,) = calls(*spans_of_models())
    assert (one.server, one.observation.probe.subject.tool, one.step) == ("notes", "read", 1)
    assert (one.observation.probe.arguments, text_of(one)) == ({"id": "n-1"}, "Tea")
    (one,) = calls(*spans_of_models()[:1])
    assert one.observation.outcome == NoReply(reason="the log ends before its reply")


def test_calls_with_spans_are_not_read_from_the_messages_too():
    (one,) = calls(*spans_of_models(), tool("t", "notes__read", begins=1))
    assert one.observation.outcome == Replied(result=None)
    assert len(calls(tool("t", "other", begins=-1), *spans_of_models()[:1])) == 1


def test_what_users_say_to_a_model_in_an_agent_is_no_task_of_its_own():
    agent = model("z", operation="invoke_agent")
    events = read(
        READER, [document(agent, model("a", 1, parent="z", gen_ai__input__messages=messages(("user", "Hm."))))]
    )
    assert (tasks(events), said(events, by_model=False)) == ([""], ["Hm."])


def test_the_session_is_the_conversation_of_the_trace_else_the_trace_else_what_mcp_says():
    agent = model("a", operation="invoke_agent", gen_ai__conversation__id="conv")
    assert [one.session for one in calls(tool("b", parent="a"), agent)] == ["conv"]
    assert [one.session for one in calls(tool("b"))] == ["t1"]
    assert [one.session for one in calls(mcp("b", trace="x", mcp__session__id="s"))] == ["s"]
    assert [one.session for one in calls(mcp("b", mcp__session__id="s"), model("m"))] == ["t1"]


def test_the_server_is_what_names_itself_before_where_it_is():
    assert [one.server for one in calls(mcp("a", server__address="notes.example"))] == ["notes.example"]
    assert [one.server for one in calls(mcp("a", server__address="x", mcp__server__name="notes"))] == ["notes"]
    assert [one.server for one in calls(tool("a", "mcp__notes__read", server__address="model.example"))] == ["notes"]


def test_a_name_that_stands_only_in_the_spans_own_is_read():
    (one,) = calls(span("a", {"gen_ai.operation.name": "execute_tool"}, name="execute_tool read"))
    assert one.observation.probe.subject.tool == "read"


def test_a_call_of_no_tool_is_counted():
    source = Source(name="log")
    assert read(READER, [document(span("a", {"mcp.method.name": "tools/call"}))], source) == []
    assert source.broken == 1


def test_other_methods_and_other_spans_are_passed_over():
    source = Source(name="log")
    spans = [span("a", {"mcp.method.name": "tools/list"}), span("b", {"http.request.method": "GET"}), span("c", {})]
    assert read(READER, [document(*spans)], source) == []
    assert source.broken == 0


def test_no_more_spans_are_kept_than_the_window_holds(monkeypatch):
    monkeypatch.setattr(otlp, "_MOST_SPANS", 10)
    documents = (document(tool(f"s{n}", begins=n)) for n in range(100))
    events = READER.read(documents, Source(name="log"))
    assert next(iter(events)).time == START
    assert next(documents)["resourceSpans"][0]["scopeSpans"][0]["spans"][0]["spanId"] == "s11"


def test_long_contents_make_the_window_shorter(monkeypatch):
    monkeypatch.setattr(otlp, "_MOST_CHARS", 10_000)
    documents = (document(tool(f"s{n}", begins=n, gen_ai__tool__call__result="x" * 6000)) for n in range(9))
    next(iter(READER.read(documents, Source(name="log"))))
    assert next(documents)["resourceSpans"][0]["scopeSpans"][0]["spans"][0]["spanId"] == "s2"


def test_spans_that_stand_in_each_other_end_somewhere():
    assert len(calls(tool("a", "x", parent="b"), tool("b", "y", parent="a"), tool("c", "z", parent="c"))) == 3


def test_only_this_reader_knows_the_format_and_it_knows_no_other():
    assert known_by(WHOLE) == ["otlp"]
    assert not any(READER.recognises(lines) for lines in FOREIGN)


def test_the_sample_tells_the_calls_that_stand_in_it():
    source = Source(name="log")
    events = read(READER, WHOLE, source)
    assert [(one.server, one.observation.probe.subject.tool, one.step) for one in used(events)] == [
        ("notes", "search_notes", 1),
        ("", "read_note", 2),
        ("", "read_note", 2),
        ("", "add_note", 2),
    ]
    assert tasks(events) == ["What about beans?"]
    assert source.broken == 0


@given(mutated([*WHOLE, document(*ONE_CALL), document(*spans_of_models())]))
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_no_document_however_odd_makes_it_fail(documents):
    READER.recognises(documents)
    read(READER, documents)
