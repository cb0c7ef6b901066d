import json

import pytest
from builders import call, hits, sweep, tool, tool_run

from tool_audit.model import ABSENT, Severity, SweepKind
from tool_audit.rules.unbounded_listing import unbounded_listing


def rows(count, words=1, **members):
    return json.dumps({"items": [{"id": f"row-{n}", "text": "word " * words} for n in range(count)], **members})


def test_a_long_list_from_a_tool_without_arguments_is_a_warning():
    (hit,) = hits(unbounded_listing, tool_run(call(rows(120))))
    assert hit.severity is Severity.WARNING
    assert "lists 120 items" in hit.message


def test_over_the_cap_it_is_an_error():
    (hit,) = hits(unbounded_listing, tool_run(call(rows(120, words=100))))
    assert hit.severity is Severity.ERROR
    assert "claude-code's cap" in hit.message


def test_the_boundary_is_fifty_items_and_an_option():
    assert hits(unbounded_listing, tool_run(call(rows(50))))
    assert not hits(unbounded_listing, tool_run(call(rows(49))))
    assert hits(unbounded_listing, tool_run(call(rows(49))), items=49)


def test_a_short_list_over_the_warning_line_fires():
    assert hits(unbounded_listing, tool_run(call(rows(20, words=600))))


@pytest.mark.parametrize(
    "argument",
    [
        {"limit": {"type": "integer"}},
        {"max_tokens": {"type": "integer"}},
        {"cursor": {"type": "string"}},
        {"offset": {"type": "integer"}},
        {"days": {"type": "integer", "default": 7}},
        {"sql": {"type": "string"}},
    ],
)
def test_a_declared_bound_is_believed_until_it_was_tried(argument):
    assert not hits(unbounded_listing, tool_run(call(rows(120)), spec=tool(properties=argument)))


def test_lines_that_the_server_cut_by_itself_are_bounded():
    lines = "\n".join(f"[{n:04}] step {n % 17}: compiling unit {n * 3}" for n in range(120))
    assert hits(unbounded_listing, tool_run(call(lines)))
    assert not hits(unbounded_listing, tool_run(call(f"{lines}\n... output truncated, 280 lines not shown")))


def test_few_items_that_another_setting_makes_short_are_no_long_list():
    full, names = call(rows(24, words=600)), call(rows(24), arguments={"view": "names"})
    views = sweep("view", SweepKind.DETAIL, {ABSENT: full, "names": names})
    spec = tool(properties={"view": {"type": "string", "enum": ["names", "full"]}})
    assert hits(unbounded_listing, tool_run(full, spec=spec))
    assert not hits(unbounded_listing, tool_run(full, spec=spec, sweeps=[views]))
    many = call(rows(60, words=300))
    views = sweep("view", SweepKind.DETAIL, {ABSENT: many, "names": names})
    assert hits(unbounded_listing, tool_run(many, spec=spec, sweeps=[views]))


@pytest.mark.parametrize("name", ["state", "repo_root", "include_text"])
def test_a_filter_is_no_bound(name):
    assert hits(unbounded_listing, tool_run(call(rows(120)), spec=tool(properties={name: {"type": "string"}})))


def test_a_limit_that_works_is_a_bound_and_one_that_does_nothing_is_none():
    spec = tool(properties={"page_size": {"type": "integer"}})
    default = call(rows(120))

    def limited(reply):
        calls = {ABSENT: default, 1: call(reply, arguments={"page_size": 1})}
        return tool_run(default, spec=spec, sweeps=[sweep("page_size", SweepKind.COUNT, calls)])

    assert not hits(unbounded_listing, limited(rows(1)))
    (hit,) = hits(unbounded_listing, limited(rows(120)))
    assert "varying page_size does not shorten it" in hit.message
    assert len(hit.calls) == 2


def test_a_limit_above_the_number_of_items_does_not_show_that_it_is_ignored():
    spec = tool(properties={"page_size": {"type": "integer"}})
    default = call(rows(120))
    large = sweep("page_size", SweepKind.COUNT, {500: call(rows(120), arguments={"page_size": 500})})
    assert not hits(unbounded_listing, tool_run(default, spec=spec, sweeps=[large]))


@pytest.mark.parametrize(
    "members",
    [{"has_more": True}, {"next_cursor": "abc"}, {"truncated": True}, {"total": 500}, {"page": {"hasNext": True}}],
)
def test_a_reply_that_says_it_is_a_part_was_bounded_by_the_server(members):
    assert not hits(unbounded_listing, tool_run(call(rows(120, **members))))


@pytest.mark.parametrize("members", [{"has_more": False}, {"next_cursor": None}, {"truncated": False}, {"total": 120}])
def test_a_reply_that_says_it_is_all_was_not(members):
    assert hits(unbounded_listing, tool_run(call(rows(120, **members))))


def test_a_file_or_record_that_holds_a_list_is_no_listing():
    for name, needed in [("read_file", "path"), ("get_order", "order_id"), ("fetch_page", "url")]:
        spec = tool(name, {needed: {"type": "string"}}, required=[needed])
        assert not hits(unbounded_listing, tool_run(call(rows(120), arguments={needed: "x"}), spec=spec))


def test_a_record_named_by_an_optional_argument_is_no_listing():
    spec = tool("get_community", {"community_name": {"type": "string"}})
    assert not hits(unbounded_listing, tool_run(call(rows(120), arguments={"community_name": "x"}), spec=spec))


def test_a_limit_that_gives_more_when_raised_is_a_bound():
    default = call(rows(120))
    more = sweep("limit", SweepKind.COUNT, {500: call(rows(500), arguments={"limit": 500})})
    spec = tool(properties={"limit": {"type": "integer"}})
    assert not hits(unbounded_listing, tool_run(default, spec=spec, sweeps=[more]))


def test_a_listing_of_a_named_folder_or_channel_is_one():
    for name, needed in [("list_directory", "path"), ("get_messages", "channel_id"), ("directory_tree", "path")]:
        spec = tool(name, {needed: {"type": "string"}}, required=[needed])
        assert hits(unbounded_listing, tool_run(call(rows(120), arguments={needed: "x"}), spec=spec))


def test_a_manual_with_many_bullets_is_no_listing():
    manual = "# Manual\n\n" + "\n".join(f"- point {n} of the manual" for n in range(80))
    assert not hits(unbounded_listing, tool_run(call(manual), spec=tool("show_manual")))
    assert hits(unbounded_listing, tool_run(call(manual), spec=tool("list_notes")))


def test_plain_text_and_short_lists_are_silent():
    assert not hits(unbounded_listing, tool_run(call("word " * 300)))
    assert not hits(unbounded_listing, tool_run(call(rows(3))))
    assert not hits(unbounded_listing, tool_run())


def test_the_points_of_a_guide_are_no_listing():
    guide = call("\n".join(f"- point {n}: mind it" for n in range(80)))
    assert not hits(unbounded_listing, tool_run(guide, spec=tool("guide_best_practices")))
    assert hits(unbounded_listing, tool_run(guide, spec=tool("get_tasks")))


def test_a_setting_that_was_refused_in_words_proves_nothing():
    default = call(rows(120))
    tried = {1: call(rows(120), arguments={"limit": 1}), 0: call("Error: no batch of 0", arguments={"limit": 0})}
    run = tool_run(
        default, spec=tool(properties={"limit": {"type": "integer"}}), sweeps=[sweep("limit", SweepKind.COUNT, tried)]
    )
    (hit,) = hits(unbounded_listing, run)
    assert [shown.arguments for shown in hit.calls] == [{}, {"limit": 1}]
