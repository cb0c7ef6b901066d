"""Logs of Chat Completions: what is new in requests that repeat all, whose conversation each is, old and odd shapes."""

import json

import pytest
from formats import FOREIGN, known_by, sample
from hypothesis import HealthCheck, given, settings
from sessions import mutated, read, said, tasks, text_of, used

from tool_audit.model import Form, NoReply, Replied
from tool_audit.model.traffic import Offered
from tool_audit.transcripts.reader import Source
from tool_audit.transcripts.readers.openai_chat import READER

WHOLE = sample("openai-chat.jsonl")
SYSTEM = {"role": "system", "content": "Be brief."}


def user(text="Find tea."):
    return {"role": "user", "content": text}


def answer(content=None, *calls):
    made = [
        {"id": one, "type": "function", "function": {"name": name, "arguments": given}} for one, name, given in calls
    ]
    return {"role": "assistant", "content": content, **({"tool_calls": made} if made else {})}


def reply(call_id, text="Tea grows slowly."):
    return {"role": "tool", "tool_call_id": call_id, "content": text}


def pair(messages, message, **more):
    return {"request": {"messages": messages, **more}, "response": {"choices": [{"index": 0, "message": message}]}}


def one_id(number):
    return f"call_0123456789abcdef{number}"


SEARCH = answer(None, (one_id(1), "search", '{"query": "tea"}'))
READ = answer("Reading.", (one_id(2), "read", '{"id": "n-1"}'), (one_id(3), "read", '{"id": "n-2"}'))
FOUND, FIRST, SECOND = reply(one_id(1), "n-1, n-2"), reply(one_id(2)), reply(one_id(3))
HISTORY = [SYSTEM, user(), SEARCH, FOUND, READ, FIRST, SECOND, answer("Slowly.")]


def test_each_message_is_told_once_though_each_request_repeats_all():
    events = read(READER, [pair(HISTORY[:end], HISTORY[end]) for end in (2, 4, 7)])
    assert tasks(events) == ["Find tea."]
    assert said(events, by_model=False) == ["Be brief."]
    assert said(events) == ["Reading.", "Slowly."]
    assert [(one.observation.probe.subject.tool, one.step, text_of(one)) for one in used(events)] == [
        ("search", 1, "n-1, n-2"),
        ("read", 2, "Tea grows slowly."),
        ("read", 2, "Tea grows slowly."),
    ]
    assert {one.session for one in events} == {"log"}


@pytest.mark.parametrize(
    "log",
    [
        [{"messages": HISTORY}],
        [HISTORY],
        [[{"messages": HISTORY}]],
        HISTORY,
        [{"messages": HISTORY[:end]} for end in (2, 4, 7, 8)],
        [
            {"model": "m", "messages": HISTORY[:-1]},
            {"object": "chat.completion", "choices": [{"message": HISTORY[-1]}]},
        ],
        [{"custom_id": "1", "url": "/v1/chat/completions", "body": {"messages": HISTORY}}],
        [
            {
                "request": json.dumps({"messages": HISTORY[:-1]}),
                "response": json.dumps({"choices": [{"message": HISTORY[-1]}]}),
            }
        ],
        [{"request": {"body": {"messages": HISTORY}}, "response": {"status_code": 200, "body": {"choices": []}}}],
        [{"messages": HISTORY[:-1], "response": {"choices": [{"message": HISTORY[-1]}]}}],
    ],
    ids=["tuning", "list", "listed", "lines", "requests", "apart", "batch", "texts", "bodies", "beside"],
)
def test_the_same_conversation_in_any_of_the_shapes_is_the_same_events(log):
    assert READER.recognises(log)
    source = Source(name="log")
    events = read(READER, log, source)
    assert tasks(events) == ["Find tea."]
    assert said(events) == ["Reading.", "Slowly."]
    assert [(one.step, text_of(one)) for one in used(events)] == [
        (1, "n-1, n-2"),
        (2, "Tea grows slowly."),
        (2, "Tea grows slowly."),
    ]
    assert {one.session for one in events} == {"log"}
    assert source.broken == 0


def test_conversations_that_are_told_in_turns_do_not_mix():
    other = [SYSTEM, user("Find rain."), answer(None, (one_id(7), "search", "{}")), reply(one_id(7), "rain")]
    log = [
        pair(HISTORY[:2], SEARCH),
        pair(other[:2], other[2]),
        pair(HISTORY[:4], READ),
        pair(other, answer("It rains.")),
    ]
    events = read(READER, log)
    assert [(one.session, text_of(one)) for one in used(events)[:2]] == [("log", "n-1, n-2"), ("log#2", "rain")]
    assert tasks(events) == ["Find tea.", "Find rain."]


def test_the_same_task_given_again_is_another_conversation():
    again = [SYSTEM, user(), answer(None, (one_id(8), "search", "{}")), reply(one_id(8))]
    events = read(READER, [{"messages": HISTORY}, {"messages": again}])
    assert [one.session for one in used(events)] == ["log", "log", "log", "log#2"]
    assert tasks(events) == ["Find tea.", "Find tea."]


def test_a_history_whose_beginning_was_summed_up_is_still_the_same_conversation():
    shorter = [SYSTEM, user("Summary: tea was looked for."), READ, FIRST, SECOND, answer("Slowly."), user("Thanks.")]
    events = read(READER, [{"messages": HISTORY}, {"messages": shorter}])
    assert {one.session for one in events} == {"log"}
    assert len(used(events)) == 3
    assert tasks(events)[-1] == "Thanks."


def test_the_same_words_said_twice_are_told_twice():
    log = [SYSTEM, user("go on"), answer("ok"), user("go on"), answer("ok")]
    events = read(READER, [{"messages": log[:2]}, {"messages": log[:4]}, {"messages": log}])
    assert (tasks(events), said(events)) == (["go on", "go on"], ["ok", "ok"])


def test_an_id_that_comes_again_in_each_step_is_told_apart():
    log = [
        user(),
        *[part for n in range(2) for part in (answer(None, ("call_1", f"t{n}", "{}")), reply("call_1", str(n)))],
    ]
    calls = used(read(READER, [{"messages": log}]))
    assert [(one.observation.probe.subject.tool, text_of(one)) for one in calls] == [("t0", "0"), ("t1", "1")]
    assert calls[0].id != calls[1].id


def test_the_older_function_call_is_answered_by_name():
    called = {
        "role": "assistant",
        "content": None,
        "function_call": {"name": "search", "arguments": '{"query": "tea"}'},
    }
    (one,) = used(
        read(READER, [{"messages": [user(), called, {"role": "function", "name": "search", "content": "x"}]}])
    )
    assert (one.observation.probe.arguments, text_of(one)) == ({"query": "tea"}, "x")


@pytest.mark.parametrize("given_arguments", ["{", "tea", "[1]", '"tea"', "7", '{"a": n-1}'])
def test_arguments_that_are_no_object_are_none_and_the_call_says_so(given_arguments):
    (one,) = used(read(READER, [{"messages": [user(), answer(None, ("c", "t", given_arguments)), reply("c")]}]))
    assert (one.observation.probe.arguments, one.observation.probe.form) == ({}, Form.TEXT)


@pytest.mark.parametrize("given_arguments", ["", " ", None, "null", {}, "{}"])
def test_no_arguments_are_written_in_many_ways(given_arguments):
    (one,) = used(read(READER, [{"messages": [user(), answer(None, ("c", "t", given_arguments)), reply("c")]}]))
    assert (one.observation.probe.arguments, one.observation.probe.form) == ({}, Form.OBJECT)


@pytest.mark.parametrize(
    ("name", "server", "tool"),
    [
        ("notes__search", "notes", "search"),
        ("mcp__notes__search", "notes", "search"),
        ("mcp__notes__search__all", "notes", "search__all"),
        ("mcp_notes_search", "", "mcp_notes_search"),
        ("search", "", "search"),
        ("__search", "", "__search"),
        ("search__", "", "search__"),
        ("search____", "", "search____"),
        ("mcp__search", "", "mcp__search"),
    ],
)
def test_two_underscores_are_what_proves_a_server(name, server, tool):
    tools = [{"type": "function", "function": {"name": name, "parameters": {"type": "object"}}}]
    events = read(READER, [{"messages": [user(), answer(None, ("c", name, "{}")), reply("c")], "tools": tools}])
    (one,) = used(events)
    assert (one.server, one.observation.probe.subject.tool) == (server, tool)
    (listed,) = [one for one in events if isinstance(one, Offered)]
    assert (listed.server, [spec.name for spec in listed.tools]) == (server, [tool])


def test_tools_are_told_when_they_change_and_not_with_every_request():
    first = [{"type": "function", "function": {"name": "a", "description": "A", "parameters": {"type": "object"}}}]
    second = [*first, {"type": "function", "function": {"name": "b"}}]
    log = [{"messages": HISTORY[:end], "tools": tools} for end, tools in ((2, first), (4, first), (7, second))]
    lists = [one for one in read(READER, log) if isinstance(one, Offered)]
    assert [[spec.name for spec in one.tools] for one in lists] == [["a"], ["a", "b"]]
    assert lists[0].tools[0].description == "A"


def test_functions_of_old_requests_are_tools():
    log = [{"messages": [user()], "functions": [{"name": "a", "parameters": {"type": "object"}}]}]
    assert [one.tools[0].name for one in read(READER, log) if isinstance(one, Offered)] == ["a"]


def test_parts_of_a_content_are_texts_and_what_is_no_text_stays():
    image = {"type": "image_url", "image_url": {"url": "data:x"}}
    parts = [{"type": "text", "text": "a"}, image]
    log = [{"role": "user", "content": parts}, answer(None, ("c", "t", "{}")), reply("c", parts)]
    events = read(READER, log)
    assert tasks(events) == ["a"]
    assert used(events)[0].observation.outcome == Replied(result={"content": parts})


def test_what_a_model_thinks_is_said():
    thought = {"role": "assistant", "content": "Yes.", "reasoning_content": "Hm."}
    assert said(read(READER, [{"messages": [user(), thought]}])) == ["Hm.", "Yes."]


def test_a_log_that_names_its_conversations_is_believed():
    log = [pair([user()], SEARCH) | {"conversation_id": "a"}, pair([user()], READ) | {"conversation_id": "b"}]
    assert {one.session for one in read(READER, log)} == {"a", "b"}


def test_times_of_messages_tell_how_long_a_call_took_and_those_of_requests_do_not():
    lines = [user() | {"timestamp": 1764000000}, SEARCH | {"timestamp": 1764000001}, FOUND | {"timestamp": 1764000003}]
    (one,) = used(read(READER, lines))
    assert (one.time, one.observation.seconds) == (1764000001, 2.0)
    log = [
        pair(HISTORY[:2], SEARCH) | {"timestamp": 1764000001},
        pair(HISTORY[:4], HISTORY[-1]) | {"timestamp": 1764000009},
    ]
    (one,) = used(read(READER, log))
    assert (one.time, one.observation.seconds) == (1764000001, 0.0)


def test_a_call_that_the_log_ends_before_has_no_reply():
    (one,) = used(read(READER, [pair([user()], SEARCH)]))
    assert one.observation.outcome == NoReply(reason="the log ends before its reply")


def test_what_is_no_message_no_call_and_no_reply_to_a_call_is_counted():
    source = Source(name="log")
    log = [{"messages": [user(), 7, {"role": "no such"}, answer(None, ("c", "", "{}")), reply("d")]}, {"messages": 1}]
    assert tasks(read(READER, log, source)) == ["Find tea."]
    assert source.broken == 5


def test_many_conversations_are_not_all_kept():
    log = ({"messages": [user(str(number)), answer(None, (f"c{number}", "t", "{}"))]} for number in range(1200))
    source = Source(name="log")
    events = READER.read(log, source)
    first = next(one for one in events if type(one).__name__ == "Used")
    assert first.session == "log"
    assert len(used(events)) == 1199


def test_only_this_reader_knows_the_format_and_it_knows_no_other():
    assert known_by(WHOLE) == ["openai-chat"]
    assert not any(READER.recognises(lines) for lines in FOREIGN)


def test_the_sample_tells_the_calls_that_stand_in_it():
    source = Source(name="log")
    found = used(read(READER, WHOLE, source))
    assert [(one.session, one.server, one.step) for one in found] == [
        ("log", "notes", 1),
        ("log", "notes", 2),
        ("log", "notes", 2),
        ("log", "notes", 4),
        ("log#2", "notes", 1),
    ]
    assert source.broken == 0


@given(mutated([*WHOLE, *HISTORY, HISTORY, {"messages": HISTORY}]))
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_no_line_however_odd_makes_it_fail(lines):
    READER.recognises(lines)
    read(READER, lines)
