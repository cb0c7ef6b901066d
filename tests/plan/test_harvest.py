import time

import pytest
from builders import call, refused

from tool_audit.model import ABSENT, Call, Json
from tool_audit.plan.harvest import Found, harvest
from tool_audit.vocabulary import singular


def seen(*calls: Call) -> list[tuple[str, str, Json]]:
    """Key, holder and value of all that is found."""
    return [(" ".join(found.key), " ".join(found.holder), found.value) for found in harvest(calls)]


def structured(document: Json, tool: str = "list_things") -> Call:
    return call(None, structured=document, tool=tool)


def test_members_are_held_by_the_key_of_their_list() -> None:
    document = {"communities": [{"id": 7, "name": "north"}], "total": 1}
    assert seen(structured(document, "overview")) == [
        ("total", "overview", 1),
        ("id", "community", 7),
        ("name", "community", "north"),
    ]


def test_a_bare_list_is_held_by_what_the_tool_lists() -> None:
    assert seen(structured([{"id": "a"}], "list_projects")) == [("id", "list project", "a")]


def test_names_without_a_key_are_found_too() -> None:
    assert seen(structured({"tables": ["orders", "items"]})) == [("", "table", "orders"), ("", "table", "items")]


def test_only_the_first_members_of_each_list_are_looked_at() -> None:
    document = {"rows": [{"id": n} for n in range(1_000)]}
    assert [value for _, _, value in seen(structured(document))] == [0, 1, 2, 3]


def test_nothing_flags_and_long_texts_are_left_out() -> None:
    assert seen(structured({"a": None, "b": True, "c": "", "d": "x" * 301, "e": 0})) == [("e", "list thing", 0)]


def test_every_value_knows_where_it_was() -> None:
    (found,) = harvest([structured({"data": {"pages": [{"slug": "home"}]}}, "list_pages")])
    assert found == Found(tool="list_pages", key=("slug",), holder=("page",), value="home", path="$.data.pages[].slug")


def test_bullets_and_paths_of_a_text_are_found() -> None:
    listing = "Projects:\n- alpha\n* beta gamma\n1. delta\n[FILE] notes.md\nsee /srv/data/log.txt and src/app/main.py."
    assert seen(call(listing, tool="list_projects")) == [
        ("name", "list project", "alpha"),
        ("name", "list project", "beta gamma"),
        ("name", "list project", "delta"),
        ("name", "list project", "notes.md"),
        ("path", "list project", "/srv/data/log.txt"),
        ("path", "list project", "src/app/main.py"),
    ]


@pytest.mark.parametrize(
    ("line", "ids", "names"),
    [
        ("- evt-3 2026-11-30 Standup", ["evt-3"], ["evt-3 2026-11-30 Standup"]),
        ("* light.kitchen: on", ["light.kitchen"], ["light.kitchen", "light.kitchen: on"]),
        ("- Bern: 46.9, 7.4", [], ["Bern", "Bern: 46.9, 7.4"]),
        ("1. **inv-7** - paid", ["inv-7"], ["inv-7", "**inv-7** - paid"]),
        ("- [4101] VPN drops", ["4101"], ["[4101] VPN drops"]),
        ("- Linsensuppe (40 min)", [], ["Linsensuppe", "Linsensuppe (40 min)"]),
        ("- a plain sentence", [], ["a plain sentence"]),
        ("- 7", [], ["7"]),
    ],
)
def test_a_line_gives_what_it_begins_with_too(line: str, ids: list[str], names: list[str]) -> None:
    found = seen(call(f"All:\n{line}", tool="list_things"))
    assert [value for key, _, value in found if key == "id"] == ids
    assert [value for key, _, value in found if key == "name"] == names


def test_lines_that_all_begin_with_an_identifier_give_them() -> None:
    assert seen(call("ES-4471: out\nES-4472: delivered", tool="list_parcels")) == [
        ("id", "list parcel", "ES-4471"),
        ("id", "list parcel", "ES-4472"),
    ]
    assert seen(call("ES-4471: out\nand no more", tool="list_parcels")) == []
    assert seen(call("2 parcels: ES-4471", tool="list_parcels")) == []


def test_the_cells_of_a_table_are_found_by_their_heading() -> None:
    table = "| book id | title |\n|---|---|\n| b-1 | Dune |\n| b-2 | Emma |"
    assert seen(call(table, tool="list_books"))[:2] == [("book id", "list book", "b-1"), ("title", "list book", "Dune")]


def test_failed_calls_are_not_harvested() -> None:
    assert seen(refused("id 7 not found"), call('{"id": 7}', error=True)) == []


def test_equal_values_are_found_once_and_the_first_finder_is_named() -> None:
    first, second = structured({"id": 1}, "list_rows"), structured({"id": 1}, "list_rows")
    assert len(harvest([first, second])) == 1
    assert seen(structured({"id": 1}), structured({"id": "1"})) == [("id", "list thing", 1), ("id", "list thing", "1")]


def test_one_huge_reply_leaves_room_for_the_others() -> None:
    huge = {f"field{n}": {f"k{m}": m for m in range(50)} for n in range(50)}
    found = harvest([structured(huge, "dump"), structured({"id": "x"}, "list_pages")])
    assert found[-1].value == "x"
    assert len(found) < 1_000


def test_a_document_nested_without_end_is_left_at_some_depth() -> None:
    document: Json = {"id": 1}
    for _ in range(500):
        document = {"inner": document}
    assert seen(structured(document)) == []


def test_plurals_are_taken_off() -> None:
    words = ("communities", "boxes", "ids", "status", "classes", "bus", "analysis", "files", "as")
    assert singular(words) == ("community", "box", "id", "status", "class", "bus", "analysis", "file", "as")


def test_what_was_said_twice_in_text_and_structure_is_found_once() -> None:
    both = call('{"id": 3}', structured={"id": 3})
    assert len(harvest([both])) == 1
    assert harvest([call(None, structured=ABSENT)]) == ()


def test_members_of_other_kinds_are_found_further_down_the_list() -> None:
    keys = [f"user:{n}" for n in range(500)] + ["queue:jobs", "queue:mail", "cart"]
    found = [value for _, _, value in seen(structured({"keys": keys}))]
    assert found == ["user:0", "user:1", "user:2", "user:3", "queue:jobs", "cart"]


def test_a_wrapper_leaves_a_list_to_what_the_tool_lists() -> None:
    assert seen(structured({"result": ["a"]}, "scan_keys")) == [("", "scan key", "a")]


def test_what_was_asked_for_is_not_found_in_its_own_reply() -> None:
    reply = call(None, structured={"id": "test", "owner": "kim"}, tool="get_thing", arguments={"id": "test"})
    assert [value for _, _, value in seen(reply)] == ["kim"]


def test_a_reply_that_says_that_it_failed_names_nothing() -> None:
    assert seen(call("Error: no such file: /tmp/a/b.txt", tool="read_file")) == []


def test_a_list_in_python_is_read() -> None:
    assert seen(call("[{'name': 'orders'}]", tool="list_tables")) == [("name", "list table", "orders")]
    assert seen(call("['it's broken", tool="list_tables")) == []


@pytest.mark.parametrize("piece", ["\n", "- ", "-", " ", "-a", "a/", "- \n", "[a", "1", "/a", "a."])
def test_a_text_of_one_thing_over_and_over_is_searched_at_once(piece: str) -> None:
    reply = call(piece * 20_000, tool="list_things")
    started = time.process_time()
    seen(reply)
    assert time.process_time() - started < 1  # some milliseconds on an idle machine


def test_the_records_of_json_lines_are_found_by_their_keys() -> None:
    lines = '{"id": "a000", "title": "Bridge"}\n{"id": "a001", "title": "Tram"}\n{"id": "a002", "title": "Sea"}'
    assert seen(call(lines, tool="list_articles"))[:4] == [
        ("id", "list article", "a000"),
        ("title", "list article", "Bridge"),
        ("id", "list article", "a001"),
        ("title", "list article", "Tram"),
    ]


def test_the_line_that_sums_up_json_lines_is_no_obstacle() -> None:
    lines = '{"id": "a000"}\n{"id": "a001"}\n{"id": "a002"}\n{"shown": 3, "total": 80}'
    assert ("id", "list article", "a000") in seen(call(lines, tool="list_articles"))
