"""A list is found and counted whatever it is written in, and prose is not taken for one."""

import json
import time

import pytest
from hypothesis import given, settings
from measure.forms import FORMS, ROWS, WITHOUT_ID

from tool_audit.measure.items import find_items
from tool_audit.measure.payload import payload
from tool_audit.model import ABSENT, ItemKind, Items, Json, Replied


def items_of(*texts: str, structured: Json = None) -> Items | None:
    result: dict[str, Json] = {"content": [{"type": "text", "text": text} for text in texts]}
    if structured is not None:
        result["structuredContent"] = structured
    parts = payload(Replied(result=result))
    assert parts is not None
    return find_items(parts.document, parts.text, parts.blocks)


@pytest.mark.parametrize("form", FORMS)
@given(rows=ROWS)
@settings(max_examples=12, deadline=None)
def test_the_same_items_are_counted_alike_whatever_they_are_written_in(form: str, rows: list[dict[str, Json]]) -> None:
    found = items_of(*FORMS[form](rows))
    assert found is not None
    assert found.count == len(rows)
    assert len(set(found.identities)) == len(rows)


@pytest.mark.parametrize("form", sorted(FORMS.keys() - WITHOUT_ID))
@given(rows=ROWS)
@settings(max_examples=8, deadline=None)
def test_an_id_tells_items_apart_alike_whatever_they_are_written_in(form: str, rows: list[dict[str, Json]]) -> None:
    found = items_of(*FORMS[form](rows))
    assert found is not None
    assert found.identities == tuple(row["id"] for row in rows)


@pytest.mark.parametrize(
    ("rows", "identities"),
    [
        ([{"name": "a", "n": 1}, {"name": "b", "n": 1}], ("a", "b")),
        ([{"bank_id": "x", "uuid": 7}, {"bank_id": "x", "uuid": 8}], ("7", "8")),
        ([{"bank_id": "x", "fact_id": "p"}, {"bank_id": "x", "fact_id": "q"}], ("p", "q")),
        ([{"kind": "a"}, {"kind": "a"}], ('{"kind":"a"}', '{"kind":"a"}')),
        (["a", "b"], ("a", "b")),
        ([3, None], ("3", "null")),
    ],
)
def test_an_item_is_told_by_its_own_id_else_by_its_content(rows: list[Json], identities: tuple[str, ...]) -> None:
    found = items_of(json.dumps(rows))
    assert found is not None
    assert found.identities == identities


def test_an_id_that_comes_twice_is_still_the_id() -> None:
    found = items_of(json.dumps([{"id": n % 9, "name": f"n{n}"} for n in range(10)]))
    assert found is not None
    assert found.identities[0] == found.identities[9] == "0"


def test_key_order_does_not_change_an_identity_and_long_content_is_shortened() -> None:
    long = "x" * 5000
    one, two = items_of(json.dumps([{"a": long, "b": 1}])), items_of(json.dumps([{"b": 1, "a": long}]))
    assert one is not None
    assert one == two
    assert len(one.identities[0]) < 100


@pytest.mark.parametrize(
    ("document", "path", "count"),
    [
        ([], "$", 0),
        ({"items": [], "total": 0}, "$.items", 0),
        ({"memories": [], "bank": "main"}, "$.memories", 0),
        ({"rows": [], "columns": ["a", "b", "c"]}, "$.rows", 0),
        ({"columns": ["a", "b", "c"], "rows": [["x" * 50, 1, 2], ["y" * 50, 3, 4]]}, "$.rows", 2),
        ({"tags": ["a"] * 9, "hits": [{"id": 1, "text": "long " * 30}, {"id": 2, "text": "long " * 30}]}, "$.hits", 2),
        ([{"items": [{"id": 1}, {"id": 2}, {"id": 3}], "total": 3}], "$[].items", 3),
        (
            {"a.py": [{"line": 1, "text": "x"}], "b.py": [{"line": 2, "text": "y"}, {"line": 3, "text": "z"}]},
            "$.*[]",
            3,
        ),
        ({"files": [{"f": "a", "hits": [{"n": 1}, {"n": 2}]}, {"f": "b", "hits": [{"n": 3}]}]}, "$.files", 2),
        ({"q": {"pages": {"12": {"title": "x"}, "13": {"title": "y"}}}}, "$.q.pages", 2),
    ],
)
def test_the_array_with_most_content_is_the_list(document: Json, path: str, count: int) -> None:
    found = items_of(json.dumps(document))
    assert found is not None
    assert (found.kind, found.path, found.count) == (ItemKind.JSON, path, count)


@pytest.mark.parametrize(
    "document",
    [
        {"id": "m1", "name": "One thing", "text": "a long text " * 20, "tags": ["a", "b", "c"]},
        {"id": "m1", "tags": [], "text": "short"},
        {"status": "ok", "count": 4},
        {"error": {"message": "no such bank", "details": []}},
        {"cpu": {"min": 1, "max": 2}, "memory": {"min": 3, "max": 4}, "disk": {"min": 1, "max": 9}},
        {"owner": {"login": "a", "id": 1}, "user": {"login": "b", "id": 2}},
        {},
    ],
)
def test_one_thing_is_not_a_list(document: Json) -> None:
    assert items_of(json.dumps(document)) is None


GUIDE = """\
# Guide

Some text here.

## Install

Run the installer and wait.

## Use

Call it. Note: it is slow.

## Licence

Free for all.
"""

CHOICES = """\
The server offers two ways:

- one
- two

The first one is what most people want, because it needs no key and no network. The second is for teams which have their
own storage, and it takes longer to set up than the first.
"""

CHANGELOG = """\
# Changelog

## 1.2.0

### Added
- A way to list banks
- A way to list models

## 1.1.0

### Fixed
- The order of memories
- The count of models
"""

LICENCE = """\
Copyright (c) the authors. Licence of this work:

1. Copies of the source must keep this notice as it is, with all of its conditions.
2. Copies in other forms must show this notice in what comes with them.
3. No name of an author may be used to praise what is made of this work.

There is no WARRANTY of any kind.
"""

PROSE = [
    "",
    CHANGELOG,
    LICENCE,
    "Done.",
    "Hello, world. This is a sentence, and another one.\nIt goes on, with commas, in lines.\nThe end, at last.",
    GUIDE,
    CHOICES,
    "첫 문단입니다. 여러 문장이 있습니다.\n\n둘째 문단입니다. 목록이 아닙니다.\n\n셋째 문단: 끝.",
    "def f(a, b):\n    return a + b\n\n\ndef g(a, b):\n    return a - b\n",
    "<html><body><p>One</p><p>Two</p></body></html>",
    "<answer>42</answer>",
    "Error: the argument `limit` must be a number",
    "Status: ok\nUptime: 5 days\nVersion: 1.2",
    "Title: one thing\nTag: a\nTag: b\nBody: text",
    '{"items": [{"id": 1}, {"id": 2}, {"i',
]


@pytest.mark.parametrize("text", PROSE)
def test_prose_and_single_answers_are_not_lists(text: str) -> None:
    assert items_of(text) is None


def test_two_blocks_of_prose_are_not_a_list_but_alike_blocks_are() -> None:
    assert items_of("A summary of what was done.", "And the details of it.") is None
    alike = items_of("Title: a\nBody: b", "Title: c\nBody: d")
    assert alike is not None
    assert (alike.kind, alike.count) == (ItemKind.BLOCKS, 2)


def test_a_list_in_text_is_found_where_structured_content_only_repeats_the_text() -> None:
    text = "- one\n- two\n- three"
    found = items_of(text, structured={"result": text})
    assert found is not None
    assert (found.kind, found.count) == (ItemKind.BULLETS, 3)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("ID: 1, Name: a\nID: 2, Name: b\nID: 3, Name: c", 3),
        ("2026-01-02T03:04:05Z started\n2026-01-02T03:04:06Z ready for calls", 2),
        ("1a2b3c4 Fix the thing\nd4e5f60 Add another thing", 2),
        ("-rw-r--r-- 1 a b 12 x.txt\ndrwxr-xr-x 2 a b 40 y", 2),
        ("tags:\n- x\n- y\nresults:\n- id: 1\n  name: the first of all\n- id: 2\n  name: the next of all\ntotal: 9", 2),
        ("results:\n  - alpha\n  - beta\n  - gamma\ncount: 3", 3),
        ("A first title\nhttps://a.example/1\nWords.\n\nA second one\nhttps://a.example/2\nWords too.", 2),
        ("results:\n- id: 1\n  name: a\n- id: 2\n  name: b", 2),
        ("## Open\n- a\n- b\n\n## Closed\n- c", 3),
        ("<ul><li>one</li><li>two</li><li>three</li></ul>", 3),
        ('<document index="1">a & b</document>\n<document index="2">c < d</document>', 2),
        ("Found 2 results:\n\n1. **A** - first\n   https://a.example\n\n2. **B** - second\n   https://b.example", 2),
    ],
)
def test_lists_as_servers_print_them(text: str, count: int) -> None:
    found = items_of(text)
    assert found is not None
    assert found.count == count


def test_nested_bullets_belong_to_their_item() -> None:
    found = items_of("- one\n  - a\n  - b\n- two\n  - c")
    assert found is not None
    assert found.count == 2


@pytest.mark.parametrize(
    "text",
    [
        json.dumps([{"v": n % 7} for n in range(200_000)]),
        "\n".join(f"- item {n}" for n in range(200_000)),
    ],
    ids=["content", "bullets"],
)
def test_a_list_of_200_000_items_is_understood_at_once(text: str) -> None:
    parts = payload(Replied(result={"content": [{"type": "text", "text": text}]}))
    assert parts is not None
    started = time.process_time()
    found = find_items(parts.document, parts.text, parts.blocks)
    assert time.process_time() - started < 5  # under 1 s on an idle machine
    assert found is not None
    assert found.count == 200_000


@pytest.mark.parametrize("piece", ["\n", " \n", "|", "-", "- \n", "a,b\n", "<a>", "{", "1.\n", "a:\n", "#\n", "\\"])
def test_a_text_of_one_thing_over_and_over_is_understood_at_once(piece: str) -> None:
    text = piece * (200_000 // len(piece))
    started = time.process_time()
    find_items(ABSENT, text, (text,))
    assert time.process_time() - started < 5  # under half a second on an idle machine
