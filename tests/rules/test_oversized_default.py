import json
from dataclasses import replace

from builders import call, hits, refused, sweep, tool, tool_run

from tool_audit.model import ABSENT, Lines, Severity, Subject, SweepKind, TooLarge
from tool_audit.rules.oversized_default import oversized_default

# "word " is one token: the cap is 50,000 characters or 25,000 tokens, the warning line 10,000 tokens
TIGHT = Lines(client="sample-client", cap_tokens=None, cap_chars=1_000, warn_tokens=50)


def test_a_default_over_the_cap_is_an_error_that_names_the_client_and_its_cap():
    (hit,) = hits(oversized_default, tool_run(call("word " * 12_000)))
    assert hit.severity is Severity.ERROR
    assert "60,000 characters" in hit.message
    assert "claude-code's cap (25,000 tokens or 50,000 characters)" in hit.message


def test_a_default_over_the_warning_line_only_is_a_warning():
    (hit,) = hits(oversized_default, tool_run(call("word " * 100), lines=TIGHT))
    assert hit.severity is Severity.WARNING
    assert "warning line of 50 tokens" in hit.message


def test_the_boundary_is_the_cap_itself():
    lines = Lines(client="sample-client", cap_tokens=None, cap_chars=1_000, warn_tokens=10_000)
    assert not hits(oversized_default, tool_run(call("x" * 1_000), lines=lines))
    assert hits(oversized_default, tool_run(call("x" * 1_001), lines=lines))


def test_who_raised_the_cap_is_said():
    raised = Lines(client="sample-client", cap_tokens=None, cap_chars=1_000, warn_tokens=50, raised_by="its own _meta")
    (hit,) = hits(oversized_default, tool_run(call("x" * 2_000), lines=raised))
    assert "its own _meta" in hit.message


def test_the_smallest_call_that_answers_is_offered_instead():
    default = call('{"ids": ["' + "long " * 12_000 + '"]}')
    replies = {"ids": '{"ids": ["a"]}', "none": '{"ids": []}', "zzz": "Error: no such level", "blank": ""}
    calls = {level: call(text, arguments={"detail": level}) for level, text in replies.items()}
    levels = sweep("detail", SweepKind.DETAIL, {ABSENT: default, "summary": call("word " * 500)} | calls)
    (hit,) = hits(oversized_default, tool_run(default, sweeps=[levels]))
    assert hit.send == (calls["ids"],)
    assert hit.advice == "send detail=ids: 14 characters"


BOARD = tool(
    properties={
        "column": {"type": "string", "enum": ["todo", "doing", "done"]},
        "owner": {"type": "string"},
        "page": {"type": "integer", "minimum": 1},
    }
)


def board(count, **arguments):
    return call(json.dumps([{"id": n, "text": "word " * 500} for n in range(count)]), arguments=arguments)


def test_a_part_that_a_filter_chooses_is_told_as_the_part_that_it_is():
    doing = board(12, column="doing")
    (hit,) = hits(oversized_default, tool_run(board(60), spec=BOARD, calls=[board(8, column="done"), doing]))
    assert hit.send == (doing,)
    assert hit.advice.startswith("Only a part of it is shorter (column=doing: 30,")


def test_values_of_the_data_at_hand_wrong_ones_and_pages_are_not_offered():
    others = [board(3, owner="Ida"), board(2, page=9), board(2, column="zzz"), board(0, column="todo")]
    (hit,) = hits(oversized_default, tool_run(board(60), spec=BOARD, calls=others))
    assert hit.send == ()
    assert hit.advice.startswith("Nothing that was tried makes it short enough: ")


def test_that_no_call_answers_with_less_is_said_only_where_it_is_so():
    (hit,) = hits(oversized_default, tool_run(board(60), spec=BOARD, calls=[board(0, column="todo")]))
    assert hit.advice.startswith("No call that was tried answers with less: ")


def test_calls_that_ask_for_nothing_are_not_offered():
    counts = sweep("limit", SweepKind.COUNT, {0: call("none", arguments={"limit": 0})})
    (hit,) = hits(oversized_default, tool_run(call("word " * 12_000), sweeps=[counts]))
    assert hit.send == ()


def test_required_arguments_are_named():
    default = call("word " * 12_000, arguments={"path": "src"})
    (hit,) = hits(oversized_default, tool_run(default))
    assert "only what is required (path=src)" in hit.message


def test_the_action_of_an_action_tool_is_not_taken_for_a_required_argument():
    run = tool_run(call("word " * 12_000, arguments={"action": "list"}))
    member = replace(run, subject=Subject(tool="manage", argument="action", member="list"))
    (hit,) = hits(oversized_default, member)
    assert hit.message.startswith("With nothing filled in,")


def test_a_default_too_large_to_be_read_is_an_error():
    (hit,) = hits(oversized_default, tool_run(calls=[call(outcome=TooLarge(limit=64 * 2**20))]))
    assert hit.severity is None
    assert "over 64 MiB" in hit.message


def test_a_large_reply_to_another_call_is_not_the_default():
    large = call(outcome=TooLarge(limit=64 * 2**20), arguments={"limit": 10**6}, experiment="limit")
    assert not hits(oversized_default, tool_run(call("short"), calls=[large]))


def test_small_defaults_images_and_refusals_are_silent():
    image = call(content=[{"type": "image", "data": "A" * 130_000, "mimeType": "image/png"}])
    for run in (tool_run(call("word " * 500)), tool_run(image), tool_run(calls=[refused("x" * 60_000)])):
        assert not hits(oversized_default, run)


def test_the_call_to_make_instead_is_the_fullest_that_stays_under_the_warning_line():
    default = call("word " * 12_000)
    rungs = {1: "word", 10: "word " * 900, 50: "word " * 9_000, 80: "word " * 9_995 + "a b c d e f g"}
    calls = {size: call(text, arguments={"limit": size}, experiment="limit") for size, text in rungs.items()}
    run = tool_run(default, sweeps=[sweep("limit", SweepKind.COUNT, {ABSENT: default, **calls})])
    (hit,) = hits(oversized_default, run)
    assert hit.send == (calls[50],)
    assert hit.advice == "send limit=50: 45,000 characters"
    assert "claude-code would" in hit.message


def test_a_cap_in_bytes_or_lines_is_named_in_its_unit():
    lines = Lines(client="c", cap_tokens=None, cap_chars=None, cap_bytes=2_000, cap_lines=900, warn_tokens=10_000)
    (hit,) = hits(oversized_default, tool_run(call("x" * 3_000), lines=lines))
    assert "over c's cap (2,000 bytes or 900 lines)" in hit.message
