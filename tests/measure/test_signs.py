"""What a reply's keys say of its completeness: in any spelling, around the list, and never in its items."""

import json
import time

import pytest
from measure.forms import read

from tool_audit.model import ABSENT, ItemKind, Json, SignKind

ROWS = [
    {"id": f"m{n}", "title": f"thing {n}", "count": n, "total": 3, "truncated": True, "has_more": True, "next": "x"}
    for n in range(20)
]


@pytest.mark.parametrize(
    "extra",
    [
        {"truncated": True},
        {"isTruncated": True},
        {"rows_truncated": 2000},
        {"output-truncated": "true"},
        {"partial": True},
        {"incomplete_results": True},
        {"limit_reached": True},
        {"status": "truncated"},
        {"has_more": True},
        {"HasMore": True},
        {"has-more": True},
        {"moreAvailable": True},
        {"has_next": True},
        {"isLast": False},
        {"last": False},
        {"next_cursor": "x"},
        {"nextPageToken": "x"},
        {"next": "https://a.example/?page=2"},
        {"next": 2},
        {"@odata.nextLink": "https://a.example"},
        {"continuationToken": "x"},
        {"marker": "x"},
        {"NextMarker": "x"},
        {"LastEvaluatedKey": {"id": {"S": "x"}}},
        {"next_offset": 20},
        {"nextPage": 2},
        {"cursors": {"after": "x"}},
        {"_links": {"next": {"href": "/a?page=2"}}},
        {"links": [{"rel": "self", "href": "/a"}, {"rel": "next", "href": "/b"}]},
        {"pageInfo": {"hasNextPage": True, "endCursor": "x"}},
        {"page": 1, "total_pages": 3},
        {"total": 57},
        {"totalCount": 57},
        {"total_matched": 57},
        {"count_total": 57},
        {"numFound": 57},
        {"estimated_total": 57},
        {"@odata.count": 57},
        {"total_items": 57},
        {"meta": {"total": 57}},
        {"total": {"value": 57, "relation": "eq"}},
        {"count": 57},
        {"remaining": 37},
        {"items_omitted": 37},
        {"not_shown": 37},
        {"omitted": ["a", "b"]},
        {"more": 37},
        {"warning": "Results were truncated to 20 rows."},
        {"notes": ["output truncated"]},
        {"truncation": {"shown": 20, "total": 57}},
    ],
    ids=json.dumps,
)
def test_a_key_that_says_more_is_heard_wherever_it_stands_around_the_list(extra: dict[str, Json]) -> None:
    for document in (
        {"items": ROWS, **extra},
        {**extra, "data": {"items": ROWS}},
        {"data": {"items": ROWS, **extra}},
        {"result": json.dumps({"items": ROWS, **extra})},
    ):
        found, items = read(json.dumps(document))
        assert found.says_more
        assert not found.says_complete
        assert items is not None
        assert items.count == 20


def test_a_list_is_counted_by_its_own_name() -> None:
    assert read(json.dumps({"users": ROWS, "total_users": 57}))[0].total == 57
    assert read(json.dumps({"users": ROWS, "userCount": 20}))[0].count == 20
    assert read(json.dumps({"users": ROWS, "total_groups": 57}))[0].total is None


@pytest.mark.parametrize(
    "extra",
    [
        {"has_more": False},
        {"isLast": True},
        {"truncated": False},
        {"total": 20},
        {"next_cursor": None},
        {"nextPageToken": ""},
        {"remaining": 0},
        {"omitted": []},
        {"pageInfo": {"hasNextPage": False, "endCursor": "x"}},
        {"page": 1, "total_pages": 1},
        {"total": 20, "next": None, "has_more": False},
    ],
    ids=json.dumps,
)
def test_a_key_that_says_complete_is_heard(extra: dict[str, Json]) -> None:
    found, _ = read(json.dumps({"items": ROWS, **extra}))
    assert found.says_complete
    assert not found.says_more


@pytest.mark.parametrize(
    "extra",
    [
        {},
        {"status": "completed", "row_count": 20},
        {"query": "showing 1-20 of 57"},
        {"total": 129.9},
        {"total_tokens": 5000},
        {"total_lines": 900},
        {"total_price": 400},
        {"total_size_bytes": 57_000},
        {"totalDuration": 57},
        {"took_ms": 57},
        {"owner": {"total": 99, "next": "x", "has_more": True, "last": "Smith"}},
        {"step": {"next": "call another tool"}},
        {"next_steps": ["call another tool"]},
        {"limit": 20, "offset": 0},
        {"cursor": None},
        {"rate_limit": {"remaining": 59}},
        {"message": "fix truncated output in the log view"},
        {"title": "Output truncated"},
        {"note": "No results were truncated."},
    ],
    ids=json.dumps,
)
def test_a_key_that_says_nothing_of_the_list_is_let_be(extra: dict[str, Json]) -> None:
    found, _ = read(json.dumps({"items": ROWS, **extra}))
    assert not found.says_more
    assert not found.says_complete


@pytest.mark.parametrize(
    "document",
    [
        {"id": 5, "title": "A step", "next": "step-6", "last": False, "steps": ["a", "b"]},
        {"sha": "abc", "message": "fix truncated output", "files": [{"name": "a"}, {"name": "b"}]},
        {"total": 5, "open": 3, "closed": 2},
        {"path": "a.txt", "content": "a line\n" * 20, "total_lines": 20},
    ],
)
def test_one_thing_with_such_members_is_not_cut(document: Json) -> None:
    assert not read(json.dumps(document))[0].says_more


@pytest.mark.parametrize(
    "document",
    [
        {"path": "a.txt", "content": "a line\n" * 20 + "[truncated]", "total_lines": 900},
        {"result": "- a\n- b\n- c\n... and 37 more"},
        {"path": "a.txt", "content": "x", "truncated": True},
        {"content": "abc", "next_offset": 2000},
    ],
)
def test_one_text_in_json_may_say_that_it_was_cut(document: Json) -> None:
    assert read(json.dumps(document))[0].says_more


def test_the_values_to_continue_with_are_named() -> None:
    found, _ = read(json.dumps({"items": ROWS, "meta": {"next_cursor": "abc", "next_offset": 20, "total": 57}}))
    assert (found.cursor, found.cursor_path, found.next_offset) == ("abc", "$.meta.next_cursor", 20)
    assert (found.has_more, found.total) == (True, 57)
    found, _ = read(json.dumps({"items": ROWS, "count": 57, "next": "https://a.example/?page=2"}))
    assert (found.total, found.count) == (57, None)
    found, _ = read(json.dumps({"items": ROWS, "nextCursor": "2"}))
    assert found.cursor == "2"
    assert read(json.dumps({"items": ROWS}))[0].cursor is ABSENT


def test_stated_counts_are_read_as_they_are_said() -> None:
    found, _ = read(json.dumps({"results": -5, "rows": ROWS}))
    assert found.count == -5
    found, _ = read(json.dumps({"rows": ROWS, "row_count": 20, "limit_applied": 20}))
    assert (found.count, found.limit_applied) == (20, 20)


def test_a_flag_that_denies_more_outweighs_a_cursor_but_not_a_total() -> None:
    found, _ = read(json.dumps({"items": ROWS, "has_more": False, "next_cursor": "x"}))
    assert (found.has_more, found.says_more) == (False, False)
    found, _ = read(json.dumps({"items": ROWS, "has_more": False, "total": 57}))
    assert (found.has_more, found.says_more, found.says_complete) == (False, True, False)


def test_a_total_of_what_is_in_the_groups_is_no_total_of_groups() -> None:
    groups = [{"file": "a", "hits": [{"n": 1}, {"n": 2}]}, {"file": "b", "hits": [{"n": 3}]}]
    assert read(json.dumps({"files": groups, "total": 3}))[0].says_complete
    assert read(json.dumps({"files": groups, "total": 9}))[0].says_more


def test_a_last_block_line_or_entry_may_tell_of_the_others() -> None:
    word = json.dumps({"has_more": True, "next_cursor": "x", "total": 57})
    rows = [json.dumps(row) for row in ROWS]
    for blocks, kind in (([*rows, word], ItemKind.BLOCKS), (["\n".join([*rows, word])], ItemKind.JSON_LINES)):
        found, items = read(*blocks)
        assert (found.says_more, found.total) == (True, 57)
        assert items is not None
        assert (items.kind, items.count) == (kind, 20)
    for entries in (ROWS, [row["title"] for row in ROWS]):
        found, items = read(json.dumps([*entries, "... and 37 more"]))
        assert found.says_more
        assert items is not None
        assert items.count == 20


def test_a_label_before_many_blocks_does_not_lend_their_members_a_say() -> None:
    rows = [json.dumps(row) for row in ROWS]
    found, items = read("Here they are:", *rows)
    assert (found.says_more, items and items.count) == (False, 20)
    assert read(*rows, "... and 37 more")[0].says_more


def test_structured_content_may_say_what_the_text_does_not() -> None:
    found, _ = read("Found it.", structured={"files": ROWS, "nextCursor": "c"})
    assert (found.says_more, found.cursor) == (True, "c")
    found, _ = read(json.dumps({"files": ROWS}), structured={"result": {"files": ROWS, "nextCursor": "c"}})
    assert (found.says_more, found.cursor) == (True, "c")


def test_what_stands_around_xml_and_yaml_is_read() -> None:
    rows = "".join(f'<item id="{n}"><title>A title</title></item>' for n in range(3))
    assert read(f'<results total="57">{rows}</results>')[0].total == 57
    found, items = read("items:\n- id: 1\n  name: a\n- id: 2\n  name: b\ntotal: 57\nhas_more: true\n")
    assert (found.total, found.has_more) == (57, True)
    assert items is not None
    assert (items.kind, items.identities) == (ItemKind.YAML, ("1", "2"))


def test_a_sign_says_where_it_stands_and_how_deep() -> None:
    text = json.dumps({"data": {"rows": ROWS, "stats": {"truncated": True}}})
    found, _ = read(text)
    (sign,) = found.all
    assert (sign.kind, sign.where, sign.depth) == (SignKind.TRUNCATED, "$.data.stats.truncated", 3)
    assert text[sign.position :].startswith('"truncated": true}')
    assert sign.position > len(text) - 30


@pytest.mark.parametrize(
    "text",
    [
        '{"items":[{"id":1},{"i',
        '[{"a":1},{"b":tru',
        '{"a":1,',
        '{"a":[1,2,3',
        "{",
        '["a", "b"',
        '{"a":1}\n{"b":2}\n{"c":',
        '{"a":[{"id":1},\n... [truncated 500 chars]',
        '{"x": "y\\u00',
    ],
)
def test_json_that_stops_is_cut(text: str) -> None:
    assert read(text)[0].cut_json


@pytest.mark.parametrize(
    "text",
    [
        "[1] A reference",
        "[A link](https://a.example) and more",
        "{name} is a placeholder",
        "{'a': 1",
        '{"a":1}',
        '{"a":1} and words',
        "[truncated] words",
        '{"a": ...}',
        '{"a": foo, "b": 2}',
        "[2026-01-01 12:00] started\n[2026",
        "[INFO] started",
        "- a\n- b",
        "",
    ],
)
def test_text_that_merely_begins_with_a_bracket_is_not_cut_json(text: str) -> None:
    assert not read(text)[0].cut_json


def test_a_large_reply_is_read_around_its_list_only() -> None:
    from tool_audit.measure.items import find_items  # noqa: PLC0415 - timed apart from what stands before it
    from tool_audit.measure.signs import find_signs  # noqa: PLC0415

    document = {"total": 90_000, "items": [{"id": n, "body": "showing 1-20 of 57 " * 10} for n in range(60_000)]}
    text = json.dumps(document)
    items = find_items(document, text, (text,))
    started = time.process_time()
    found = find_signs(document, text, items)
    assert time.process_time() - started < 1  # 0.01 s where it was written
    assert (len(found.all), found.total) == (1, 90_000)
