"""A list is found and counted whatever it is written in, and prose is not taken for one."""

import csv
import io
import json
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tool_audit.measure.items import find_items
from tool_audit.measure.payload import payload
from tool_audit.model import ABSENT, ItemKind, Items, Json, Replied

_WORD = st.text(alphabet="abcdefgh가나다라", min_size=1, max_size=12)
_ROW = st.fixed_dictionaries(
    {"title": _WORD, "state": st.sampled_from(["open", "closed"]), "size": st.integers(0, 9999)}
)
_ROWS = st.lists(_ROW, min_size=2, max_size=30).map(
    lambda rows: [{"id": f"item-{index}", **row} for index, row in enumerate(rows)]
)


def items_of(*texts: str, structured: Json = None) -> Items | None:
    result: dict[str, Json] = {"content": [{"type": "text", "text": text} for text in texts]}
    if structured is not None:
        result["structuredContent"] = structured
    parts = payload(Replied(result=result))
    assert parts is not None
    return find_items(parts.document, parts.text, parts.blocks)


def as_table(rows: list[dict[str, Json]]) -> str:
    names = list(rows[0])
    lines = ["| " + " | ".join(names) + " |", "|" + "---|" * len(names)]
    return "\n".join([*lines, *("| " + " | ".join(str(row[name]) for name in names) + " |" for row in rows)])


def as_grid(rows: list[dict[str, Json]]) -> str:
    rule = "+" + "-----+" * len(rows[0])
    header, _, *body = as_table(rows).split("\n")
    return "\n".join([rule, header, rule.replace("-", "="), *(part for line in body for part in (line, rule))])


def as_csv(rows: list[dict[str, Json]]) -> str:
    out = io.StringIO()
    writer = csv.DictWriter(out, list(rows[0]))
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def as_numbers(rows: list[dict[str, Json]]) -> str:
    return "\n\n".join(
        f"{n}. {row['title']}\n   Id: {row['id']}\n   State: {row['state']}" for n, row in enumerate(rows, 1)
    )


def as_sections(rows: list[dict[str, Json]]) -> str:
    return "# All\n\n" + "\n\n".join(
        f"## {row['title']}\n\n- **Id**: {row['id']}\n- **State**: {row['state']}" for row in rows
    )


def as_records(rows: list[dict[str, Json]]) -> str:
    return "Found these:\n\n" + "\n\n".join(
        "\n".join(f"{key.title()}: {value}" for key, value in row.items()) for row in rows
    )


def as_xml(rows: list[dict[str, Json]]) -> str:
    inner = "\n".join(f'<item id="{row["id"]}"><title>{row["title"]}</title></item>' for row in rows)
    return f"<results><total>{len(rows)}</total><list>{inner}</list></results>"


FORMS = {
    "json": lambda rows: [json.dumps(rows)],
    "indented": lambda rows: [json.dumps(rows, indent=2)],
    "wrapped": lambda rows: [json.dumps({"total": len(rows), "next": None, "records": rows})],
    "wrapped twice": lambda rows: [json.dumps({"ok": True, "data": {"page": 1, "items": rows}})],
    "keyed by id": lambda rows: [json.dumps({"all": {row["id"]: row for row in rows}})],
    "edges": lambda rows: [json.dumps({"edges": [{"cursor": "c", "node": row} for row in rows]})],
    "a string in JSON": lambda rows: [json.dumps({"result": json.dumps(rows)})],
    "below a label": lambda rows: ["Here they are:\n" + json.dumps(rows)],
    "fenced": lambda rows: ["```json\n" + json.dumps(rows, indent=1) + "\n```"],
    "blocks": lambda rows: [json.dumps(row) for row in rows],
    "a label and a block": lambda rows: ["Results follow.", json.dumps(rows)],
    "JSON lines": lambda rows: ["\n".join(json.dumps(row) for row in rows)],
    "table": lambda rows: [as_table(rows)],
    "grid": lambda rows: [as_grid(rows)],
    "csv": lambda rows: [as_csv(rows)],
    "bullets": lambda rows: ["Found:\n" + "\n".join(f"- {row['title']} ({row['id']})" for row in rows)],
    "numbers": lambda rows: [as_numbers(rows)],
    "sections": lambda rows: [as_sections(rows)],
    "records": lambda rows: [as_records(rows)],
    "xml": lambda rows: [as_xml(rows)],
    "paths": lambda rows: ["\n".join(f"src/{row['id']}.py" for row in rows)],
    "tags": lambda rows: ["\n".join(f"[FILE] {row['title']} {row['id']}" for row in rows)],
}


@pytest.mark.parametrize("form", FORMS)
@given(rows=_ROWS)
@settings(max_examples=12, deadline=None)
def test_the_same_items_are_counted_alike_whatever_they_are_written_in(form: str, rows: list[dict[str, Json]]) -> None:
    found = items_of(*FORMS[form](rows))
    assert found is not None
    assert found.count == len(rows)
    assert len(set(found.identities)) == len(rows)


@pytest.mark.parametrize("form", ["json", "wrapped", "edges", "keyed by id", "blocks", "JSON lines", "table", "csv"])
def test_an_id_tells_items_apart_whatever_they_are_written_in(form: str) -> None:
    rows = [{"id": f"m{n}", "title": "t", "state": "open", "size": 1} for n in range(5)]
    found = items_of(*FORMS[form](rows))
    assert found is not None
    assert found.identities == ("m0", "m1", "m2", "m3", "m4")


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

PROSE = [
    "",
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
