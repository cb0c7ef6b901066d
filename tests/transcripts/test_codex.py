"""Rollouts of Codex: one call however often it stands there, its server, how long it took, and what became of it."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from sessions import mutated, read, said, tasks, text_of, used

from tool_audit.model import Form, NoReply, Refused, Replied, TimedOut, ToolFailed
from tool_audit.transcripts.reader import Source, Told
from tool_audit.transcripts.readers.codex import READER

ID = "call_0123456789abcdefghijklmn"
META = {"timestamp": "2026-03-04T10:00:00Z", "type": "session_meta", "payload": {"id": "r1", "cwd": "/"}}


def line(kind, second=1, **payload):
    return {"timestamp": f"2026-03-04T10:00:{second:02d}Z", "type": kind, "payload": payload}


def item(kind, second=1, **payload):
    return line("response_item", second, **{"type": kind, **payload})


def event(kind, second=1, **payload):
    return line("event_msg", second, **{"type": kind, **payload})


def call(name="mcp__notes__search", second=1, call_id=ID, **arguments):
    return item("function_call", second, name=name, arguments=json.dumps(arguments), call_id=call_id)


def output(value, second=3, call_id=ID):
    return item("function_call_output", second, call_id=call_id, output=value)


def end(result, second=3, call_id=ID, server="notes", tool="search", **more):
    return event(
        "mcp_tool_call_end",
        second,
        call_id=call_id,
        invocation={"server": server, "tool": tool, "arguments": {"query": "tea"}},
        duration={"secs": 1, "nanos": 500_000_000},
        result=result,
        **more,
    )


def message(role, text, second=1):
    kind = "output_text" if role == "assistant" else "input_text"
    return item("message", second, role=role, content=[{"type": kind, "text": text}])


def ok(text, **more):
    return {"Ok": {"content": [{"type": "text", "text": text}], **more}}


def only(*lines):
    (found,) = used(read(READER, [META, *lines]))
    return found


def test_a_call_is_told_with_its_server_its_arguments_its_reply_and_how_long_it_took():
    found = only(call(query="tea"), output("found"))
    assert (found.session, found.server, found.id, found.step) == ("r1", "notes", ID, 1)
    assert found.observation.probe.subject.tool == "search"
    assert found.observation.probe.arguments == {"query": "tea"}
    assert found.observation.outcome == Replied(result={"content": [{"type": "text", "text": "found"}]})
    assert found.observation.seconds == 2


def test_an_event_of_its_end_gives_the_server_and_the_time_and_the_item_the_reply():
    found = only(call(name="search"), end(ok("found, and a lot more")), output("found, and"))
    assert (found.server, found.observation.probe.subject.tool) == ("notes", "search")
    assert found.observation.seconds == 1.5
    assert text_of(found) == "found, and"


def test_a_call_that_code_of_the_model_made_has_only_an_event():
    found = only(end(ok("found")))
    assert (found.server, text_of(found), found.observation.seconds) == ("notes", "found", 1.5)
    assert found.observation.probe.arguments == {"query": "tea"}


def test_an_event_that_is_repeated_is_one_call():
    source = Source(name="log")
    assert len(used(read(READER, [META, end(ok("x")), end(ok("x")), output("x")], source))) == 1
    assert source.broken == 0


def test_an_event_that_comes_after_the_reply_is_not_another_call():
    assert len(used(read(READER, [META, call(), output("x"), end(ok("x"))]))) == 1


def test_an_event_stands_for_the_reply_where_the_log_ends_before_it():
    assert text_of(only(call(), end(ok("found")))) == "found"


def test_items_of_newer_histories_are_read_as_events_are():
    done = {
        "type": "McpToolCall",
        "id": ID,
        "server": "notes",
        "tool": "search",
        "arguments": {"query": "tea"},
        "status": "failed",
        "error": {"message": "user rejected MCP tool call"},
    }
    assert isinstance(only(event("item_completed", item=done)).observation.outcome, NoReply)


@pytest.mark.parametrize(
    ("payload", "server", "tool"),
    [
        ({"name": "exec_command"}, "", "exec_command"),
        ({"name": "notes__search"}, "notes", "search"),
        ({"name": "mcp__my_notes__search"}, "my_notes", "search"),
        ({"name": "search", "namespace": "mcp__notes__"}, "notes", "search"),
        ({"name": "search", "namespace": "mcp__notes"}, "notes", "search"),
    ],
)
def test_a_name_is_split_into_server_and_tool(payload, server, tool):
    found = only(item("function_call", call_id=ID, arguments="{}", **payload), output("x"))
    assert (found.server, found.observation.probe.subject.tool) == (server, tool)


def test_calls_of_the_shell_and_of_patches_are_calls_of_the_client():
    lines = [
        item("local_shell_call", call_id="a" * 16, action={"type": "exec", "command": ["ls"]}),
        output("Exit code: 0\nOutput:\nx", call_id="a" * 16),
        item("custom_tool_call", call_id="b" * 16, name="apply_patch", input="*** Begin Patch"),
        item("custom_tool_call_output", call_id="b" * 16, output="done"),
    ]
    shell, patch = used(read(READER, [META, *lines]))
    assert (shell.server, shell.observation.probe.subject.tool) == ("", "local_shell")
    assert shell.observation.probe.arguments == {"type": "exec", "command": ["ls"]}
    assert patch.observation.probe.arguments == {"input": "*** Begin Patch"}


def test_arguments_that_are_no_json_are_a_text():
    found = only(item("function_call", name="n__s", arguments='{"query": ', call_id=ID), output("x"))
    assert (found.observation.probe.form, found.observation.probe.arguments) == (Form.TEXT, {})


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("Wall time: 0.12 seconds\nOutput:\nfound", "found"),
        ('[{"type":"text","text":"found"}]', "found"),
        ('[{"id":1}]', '[{"id":1}]'),
        ([{"type": "input_text", "text": "found"}], "found"),
        ({"content": "found", "success": True}, "found"),
    ],
)
def test_a_reply_is_read_in_each_of_its_forms(value, text):
    found = only(call(), output(value))
    assert isinstance(found.observation.outcome, Replied)
    assert text_of(found) == text


def test_an_image_in_a_reply_is_an_image():
    found = only(call(), output([{"type": "input_image", "image_url": "data:image/png;base64,QUJD"}]))
    assert found.observation.outcome.result["content"] == [{"type": "image", "data": "QUJD", "mimeType": "image/png"}]


@pytest.mark.parametrize(
    ("lines", "kind"),
    [
        ([end(ok("no such note", isError=True)), output("no such note")], ToolFailed),
        ([end({"Err": "tool call error: timed out awaiting tools/call after 60s"}), output("x")], TimedOut),
        ([end({"Err": "user rejected MCP tool call"}), output("x")], NoReply),
        ([output('err: "tool call error: tool call failed"')], ToolFailed),
        ([output("err: tool call failed for `notes`: Mcp error: -32602: no such argument")], Refused),
        ([output("failed to parse function arguments: missing field")], Refused),
        ([output("unsupported call: find")], Refused),
        ([output("aborted by user after 2.1s")], NoReply),
        ([output({"content": "no", "success": False})], ToolFailed),
        ([output("Chunk ID: 1\nProcess exited with code 2\nOutput:\nno")], ToolFailed),
        ([output("Chunk ID: 1\nProcess exited with code 0\nOutput:\nyes")], Replied),
        ([output('{"output":"no","metadata":{"exit_code":1,"duration_seconds":0.1}}')], ToolFailed),
        ([output('{"output":"yes","metadata":{"exit_code":0,"duration_seconds":0.1}}')], Replied),
        ([], NoReply),
    ],
)
def test_the_log_says_what_became_of_a_call(lines, kind):
    assert isinstance(only(call(), *lines).observation.outcome, kind)


def test_a_task_is_told_once_though_it_stands_there_twice():
    lines = [
        message("user", "Find it"),
        event("user_message", 2, message="Find it", images=[]),
        message("assistant", "ok"),
    ]
    assert tasks(read(READER, [META, *lines, *lines])) == ["Find it"]
    later = [message("user", "Find it", 9), event("user_message", 9, message="Find it")]
    assert tasks(read(READER, [META, *lines, *later])) == ["Find it", "Find it"]


def test_what_the_client_wrote_for_the_person_is_no_task():
    lines = [message("user", "<environment_context>x</environment_context>"), message("developer", "be brief")]
    events = read(READER, [META, *lines])
    assert tasks(events) == []
    assert len(said(events, by_model=False)) == 2


def test_a_step_is_one_answer_of_the_model():
    lines = [
        item("reasoning", summary=[{"type": "summary_text", "text": "hm"}]),
        call(call_id="a" * 16),
        call(call_id="b" * 16),
        output("1", call_id="a" * 16),
        output("2", call_id="b" * 16),
        message("assistant", "Now the other"),
        call(call_id="c" * 16),
        output("3", call_id="c" * 16),
    ]
    events = read(READER, [META, *lines])
    assert [one.step for one in used(events)] == [1, 1, 2]
    assert said(events) == ["hm", "Now the other"]


def test_the_older_bare_form_is_read():
    lines = [
        {"id": "r0", "timestamp": "2025-08-01T10:00:00Z", "instructions": None},
        {"record_type": "state"},
        {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "Find it"}]},
        {"type": "function_call", "name": "notes__search", "arguments": "{}", "call_id": ID},
        {"type": "function_call_output", "call_id": ID, "output": '{"output":"x","metadata":{"exit_code":0}}'},
    ]
    assert READER.recognises(lines)
    events = read(READER, lines)
    assert tasks(events) == ["Find it"]
    (found,) = used(events)
    assert (found.session, found.server, found.time) == ("r0", "notes", None)


def test_a_forked_session_keeps_its_own_name_and_repeats_no_task():
    lines = [META, event("user_message", message="Find it"), message("assistant", "ok")]
    fork = [{**META, "payload": {"id": "r2"}}, *lines, event("user_message", 8, message="And now?")]
    told = Told()
    read(READER, lines, Source(name="a", told=told))
    events = read(READER, fork, Source(name="b", told=told))
    assert tasks(events) == ["And now?"]
    assert {one.session for one in events} == {"r2"}


def test_what_was_kept_of_a_compacted_history_is_told_as_the_clients():
    events = read(READER, [META, line("compacted", message="what was said so far")])
    assert said(events, by_model=False) == ["what was said so far"]


def test_a_reply_without_a_call_is_counted_as_broken():
    source = Source(name="log")
    assert read(READER, [META, output("x")], source) == []
    assert source.broken == 1


@pytest.mark.parametrize("head", [[META], [event("token_count")], [{"record_type": "state"}]])
def test_it_knows_its_own_lines(head):
    assert READER.recognises(head)


@pytest.mark.parametrize("one", [{"type": "message", "role": "user"}, {"type": "session_meta"}, {"payload": {}}, [], 1])
def test_it_does_not_take_the_lines_of_others(one):
    assert not READER.recognises([one])


WHOLE = [
    META,
    event("user_message", message="x"),
    message("user", "y"),
    item("reasoning", summary=[{"type": "summary_text", "text": "hm"}]),
    call(query="tea"),
    end(ok("x")),
    output("Wall time: 1 s\nOutput:\nx"),
    call(name="shell", call_id="d" * 20),
    output({"content": [{"type": "input_image", "image_url": "data:x;base64,"}], "success": False}, call_id="d" * 20),
    item("custom_tool_call", call_id="b", name="exec", input="x"),
    item("custom_tool_call_output", call_id="b", output='{"output":"x","metadata":{"exit_code":1}}'),
    end({"Err": "no"}, call_id="e"),
    event(
        "item_completed", item={"type": "McpToolCall", "id": "f", "server": "n", "tool": "t", "error": {"message": "x"}}
    ),
    line("compacted", message="x"),
    {"id": "r0", "timestamp": "2025-08-01T10:00:00Z", "instructions": None},
]


@given(mutated(WHOLE))
@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_no_line_however_odd_makes_it_fail(lines):
    READER.recognises(lines)
    read(READER, lines)
