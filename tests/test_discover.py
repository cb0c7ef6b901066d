"""A server's tools are listed whatever it lists them like."""

import sys
from pathlib import Path

import anyio
import pytest

from tool_audit.connect.connection import connect
from tool_audit.connect.limits import ConnectLimits
from tool_audit.discover import discover
from tool_audit.errors import NotAuditedError, UsageError
from tool_audit.listing import listing_from_json
from tool_audit.model import ABSENT, ServerSpec, TransportKind

SERVER = Path(__file__).parents[1] / "fixtures" / "hostile" / "listing.py"


def listed(*words):
    spec = ServerSpec(name="odd", transport=TransportKind.STDIO, command=(sys.executable, str(SERVER), *words))

    async def run():
        with anyio.fail_after(40):
            async with connect(spec, ConnectLimits(start_timeout=20, call_timeout=20)) as connection:
                return await discover(connection)

    return anyio.run(run)


def test_every_page_is_followed_in_the_servers_order():
    listing = listed("pages")
    assert [tool.name for tool in listing.tools] == [f"tool_{page}_{i}" for page in range(3) for i in range(3)]
    assert (listing.pages, listing.notes) == (3, ())
    assert (listing.name, listing.version, listing.protocol) == ("hostile", "1", "2025-06-18")
    assert listing.transport is TransportKind.STDIO


def test_pages_without_end_are_left_and_said():
    listing = listed("endless")
    assert [tool.name for tool in listing.tools] == ["same"]
    assert listing.notes == ("page 2 of tools/list brings no new tools but names a next page; not followed",)


def test_an_empty_cursor_is_followed_as_any_other():
    # some servers send it once and go on, some mean the end by it: only the next page tells
    assert [tool.name for tool in listed("empty_once").tools] == ["first", "second"]
    forever = listed("empty_forever")
    assert [tool.name for tool in forever.tools] == ["same"]
    assert forever.notes == ("page 2 of tools/list brings no new tools but names a next page; not followed",)


def test_pages_in_a_circle_are_left_and_said():
    listing = listed("circle")
    assert len(listing.tools) == 2
    assert listing.notes == ("page 3 of tools/list brings no new tools but names a next page; not followed",)


def test_odd_entries_are_read_as_far_as_they_go_and_noted():
    listing = listed("odd")
    assert [tool.name for tool in listing.tools] == ["no_schema", "nulls", "fine", "fine"]
    assert listing.tools[0].input_schema is ABSENT
    assert listing.tools[1].input_schema is None
    assert listing.tools[1].annotations == {}
    assert listing.tools[1].description == ""
    assert listing.tools[1].raw == {"name": "nulls", "inputSchema": None, "annotations": None, "description": None}
    assert listing.tools[2].annotations == {"readOnlyHint": True}
    assert listing.nameless == (3, 5)
    assert listing.notes == (
        "entry 1 of tools/list (no_schema): inputSchema is missing",
        "entry 2 of tools/list (nulls): inputSchema is null, not an object",
        "entry 2 of tools/list (nulls): annotations is null, not an object",
        "entry 2 of tools/list (nulls): description is null, not a text",
        "entry 3 of tools/list has no name that is a text",
        "entry 4 of tools/list is not an object",
        "entry 5 of tools/list has no name that is a text",
    )


def test_an_answer_without_a_list_is_a_listing_without_tools():
    listing = listed("no_list")
    assert listing.tools == ()
    assert listing.notes == ("page 1 of tools/list has no list of tools",)


def test_no_tools_is_a_listing_without_tools():
    listing = listed("none")
    assert (listing.tools, listing.notes) == ((), ())


def test_a_refused_list_is_an_error_that_says_why():
    with pytest.raises(NotAuditedError) as caught:
        listed("refused")
    assert caught.value.message == "odd did not list its tools: it refused tools/list: database is down (-32603)."


def test_a_later_page_that_fails_keeps_the_first():
    listing = listed("fails_later")
    assert [tool.name for tool in listing.tools] == ["one"]
    assert listing.notes == ("page 2 of tools/list did not come: it refused tools/list: database is down (-32603)",)


def test_ten_thousand_tools_are_listed():
    assert len(listed("many").tools) == 10_000


TOOLS = [{"name": "a", "inputSchema": {"type": "object"}, "_meta": {"k": 1}, "outputSchema": {"type": "object"}}]


@pytest.mark.parametrize("saved", [{"tools": TOOLS}, {"jsonrpc": "2.0", "id": 1, "result": {"tools": TOOLS}}, TOOLS])
def test_a_saved_listing_is_read_in_each_of_its_shapes(saved):
    listing = listing_from_json(saved, "saved.json")
    assert [(tool.name, tool.meta, tool.output_schema) for tool in listing.tools] == [
        ("a", {"k": 1}, {"type": "object"})
    ]
    assert (listing.name, listing.transport, listing.notes) == ("saved.json", TransportKind.LISTING, ())


@pytest.mark.parametrize("saved", [{}, {"tools": None}, {"result": []}, 7, None, "text"])
def test_what_is_no_listing_is_a_usage_error(saved):
    with pytest.raises(UsageError, match=r"saved\.json is no saved tools/list"):
        listing_from_json(saved, "saved.json")


def test_a_saved_listing_that_names_a_next_page_says_so():
    listing = listing_from_json({"tools": TOOLS, "nextCursor": "more"}, "saved.json")
    assert listing.notes == ("the saved listing names a next page that is not part of it",)


@pytest.mark.parametrize("levels", ["300", "5000", "200000"])
def test_a_definition_nested_too_deeply_does_not_cost_the_other_tools_their_audit(levels):
    listing = listed("deep", levels)
    assert [tool.name for tool in listing.tools] == ["before", "deep", "after"]
    assert listing.tools[1].meta["x"][0] == "["
    assert listing.tools[1].meta["y"] == "]{"
    assert listing.notes == ("JSON nested over 200 levels deep, read only that far",)
    assert len(str(listing.tools[1].meta)) < 5_000
