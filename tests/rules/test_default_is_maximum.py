import json
from dataclasses import replace

import pytest
from builders import call, hits, refused, sweep, tool, tool_run

from tool_audit.model import ABSENT, Confidence, Severity, SweepKind
from tool_audit.rules.default_is_maximum import default_is_maximum

DETAIL = {"detail": {"type": "string", "enum": ["metadata", "summary", "full"], "default": "full"}}


def rows(count, words=100):
    return json.dumps({"items": [{"id": f"row-{n}", "text": "word " * words} for n in range(count)]})


def detailed(default, properties=DETAIL, **levels):
    left = call(default)
    calls = {ABSENT: left} | {level: call(text, arguments={"detail": level}) for level, text in levels.items()}
    return tool_run(left, spec=tool(properties=properties), sweeps=[sweep("detail", SweepKind.DETAIL, calls)])


def counted(default, replies, schema, kind=SweepKind.COUNT, name="limit", **spec):
    left = call(default)
    calls = {ABSENT: left} | {n: call(text, arguments={name: n}) for n, text in replies.items()}
    properties = {name: {"type": "integer"} | schema}
    return tool_run(left, spec=tool(properties=properties, **spec), sweeps=[sweep(name, kind, calls)])


def listing(store, limits, default=None):
    """A listing's replies over a store of so many rows."""
    return rows(min(default or store, store)), {n: rows(min(n, store)) for n in limits}


def test_the_fullest_detail_by_default_is_an_error_over_the_warning_line():
    run = detailed(rows(120), metadata='{"ids": ["a"]}', summary=rows(20), full=rows(120))
    (hit,) = hits(default_is_maximum, run)
    assert hit.severity is Severity.ERROR
    assert hit.argument == "detail"
    assert f"Leaving detail out gives its largest setting (full): {len(rows(120)):,} characters" in hit.message
    assert hit.message.endswith("metadata gives 14.")
    assert [c.arguments for c in hit.send] == [{"detail": "metadata"}]
    assert hit.advice == "send detail=metadata: 14 characters"


def test_under_the_warning_line_it_is_a_warning():
    (hit,) = hits(default_is_maximum, detailed(rows(40), metadata="a, b, c", full=rows(40)))
    assert hit.severity is Severity.WARNING


def test_a_default_of_two_thousand_tokens_or_fewer_is_silent():
    run = detailed(rows(15), metadata="a, b, c", full=rows(15))
    assert not hits(default_is_maximum, run)
    assert hits(default_is_maximum, run, tokens=1_000)


def test_the_boundary_is_ten_times_smaller():
    full = "word " * 4_000
    assert hits(default_is_maximum, detailed(full, metadata="word " * 400, full=full))
    larger = detailed(full, metadata="word " * 401, full=full)
    assert not hits(default_is_maximum, larger)
    assert hits(default_is_maximum, larger, ratio=9)


def test_a_default_below_the_fullest_detail_is_silent():
    assert not hits(default_is_maximum, detailed(rows(40), metadata="a, b", full=rows(80)))


def test_empty_and_failed_settings_are_no_useful_smaller_ones():
    run = detailed(rows(40), none='{"items": []}', zero="", unknown="Error: unknown level", full=rows(40))
    said = detailed(rows(40), metadata='{"success": false, "message": "no such level"}')
    assert not hits(default_is_maximum, run)
    assert not hits(default_is_maximum, said)


def test_a_refused_setting_is_none():
    left = call(rows(40))
    levels = sweep("detail", SweepKind.DETAIL, {ABSENT: left, "metadata": refused(arguments={"detail": "metadata"})})
    assert not hits(default_is_maximum, tool_run(left, spec=tool(properties=DETAIL), sweeps=[levels]))


def test_a_switch_that_is_on_by_default_is_named_with_its_argument():
    left = call(rows(40))
    schema = {"include_text": {"type": "boolean", "default": True}}
    switch = sweep(
        "include_text",
        SweepKind.DETAIL,
        {
            False: call("a, b", arguments={"include_text": False}),
            True: call(rows(40), arguments={"include_text": True}),
        },
    )
    (hit,) = hits(default_is_maximum, tool_run(left, spec=tool(properties=schema), sweeps=[switch]))
    assert "(include_text=true)" in hit.message
    assert "include_text=false gives 4." in hit.message


def test_a_format_ten_times_longer_than_another_counts():
    left = call(rows(40))
    spec = tool(properties={"format": {"type": "string", "enum": ["json", "ids"]}})
    formats = sweep("format", SweepKind.FORMAT, {ABSENT: left, "ids": call("a, b", arguments={"format": "ids"})})
    (hit,) = hits(default_is_maximum, tool_run(left, spec=spec, sweeps=[formats]))
    assert hit.argument == "format"


def test_leaving_a_limit_out_returns_everything():
    default, replies = listing(48, [1, 5, 100])
    (hit,) = hits(default_is_maximum, counted(default, replies, {}))
    assert "48 items" in hit.message
    assert "as much as limit=100; limit=1 gives" in hit.message
    assert [c.arguments for c in hit.send] == [{"limit": 5}]
    assert hit.confidence is None


def test_a_default_that_larger_limits_exceed_is_silent():
    default, replies = listing(400, [1, 5, 100], default=50)
    assert not hits(default_is_maximum, counted(default, replies, {}))


@pytest.mark.parametrize("schema", [{"default": 100}, {"description": "How many to return (default: 100)."}])
def test_a_store_smaller_than_the_stated_default_is_silent(schema):
    default, replies = listing(48, [1, 5, 100, 1_000])
    assert not hits(default_is_maximum, counted(default, replies, schema))


def test_a_stated_default_that_is_the_maximum_counts_though_the_store_is_smaller():
    default, replies = listing(48, [1, 5, 100])
    assert hits(default_is_maximum, counted(default, replies, {"default": 100, "maximum": 100}))


def test_a_stated_default_that_is_not_kept_counts():
    default, replies = listing(48, [1, 5, 100])
    assert hits(default_is_maximum, counted(default, replies, {"default": 10}))


def test_limits_below_the_default_prove_nothing_about_what_is_above():
    default, replies = listing(48, [1, 5, 20])
    assert not hits(default_is_maximum, counted(default, replies, {}))


def test_few_items_under_an_unstated_default_are_only_indicated():
    run = counted(rows(15, words=300), {n: rows(min(n, 15), words=300) for n in (1, 100)}, {})
    (hit,) = hits(default_is_maximum, run)
    assert hit.confidence is Confidence.INDICATED
    (sure,) = hits(default_is_maximum, run, few_items=15)
    assert sure.confidence is None


def test_limits_of_zero_and_less_are_no_smaller_settings():
    default, _ = listing(48, [])
    replies = {0: '{"items": [{"id": "row-0"}]}', -1: '{"items": [{"id": "row-0"}]}', 100: default}
    assert not hits(default_is_maximum, counted(default, replies, {}))


def test_a_budget_that_the_default_stays_within_is_silent():
    text = "word " * 4_000
    replies = {100: "word " * 100, 100_000: text}
    size = {"kind": SweepKind.SIZE, "name": "max_tokens"}
    assert not hits(default_is_maximum, counted(text, replies, {"default": 8_000}, **size))
    assert hits(default_is_maximum, counted(text, replies, {}, **size))


def test_a_window_into_a_file_that_is_asked_for_whole_is_silent():
    default, replies = listing(400, [1, 1_000])
    run = counted(default, replies, {}, name="head", required=["path"])
    properties = {"path": {"type": "string"}, "head": {"type": "integer"}}
    assert not hits(default_is_maximum, replace(run, tool=tool("read_file", properties, required=["path"])))


def test_a_tool_whose_size_changes_is_only_indicated_and_says_so():
    run = replace(detailed(rows(40), metadata="a, b", full=rows(40)), volatile=True)
    for repeat in (None, call(rows(20))):
        (hit,) = hits(default_is_maximum, replace(run, repeat=repeat))
        assert hit.confidence is Confidence.INDICATED
        assert "changes from call to call" in hit.message


def test_a_tool_whose_words_change_but_not_its_size_is_proven():
    run = replace(detailed(rows(40), metadata="a, b", full=rows(40)), volatile=True)
    (hit,) = hits(default_is_maximum, replace(run, repeat=call(rows(40).replace("word", "term"))))
    assert hit.confidence is None


def test_levels_that_are_alike_because_the_store_is_empty_are_silent():
    assert not hits(default_is_maximum, detailed('{"items": []}', metadata='{"items": []}', full='{"items": []}'))
