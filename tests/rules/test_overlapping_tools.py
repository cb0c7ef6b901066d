import time

import pytest
from builders import hits, server_run, tool

from tool_audit.rules.overlapping_tools import overlapping_tools


def found(**descriptions):
    tools = [tool(name, description=text) for name, text in descriptions.items()]
    return hits(overlapping_tools, server_run(tools=tools))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Search the knowledge base.", "Search the knowledge base."),
        ("Searches the knowledge base for documents.", "Find documents in the knowledge base"),
        ("Get the user.", "Gets the user that was given, as it does for each."),
        ("Get a user.", "This tool allows you to retrieve the user."),
        ("Returns information about an order.", "Fetches the data of an existing order."),
        ("작업을 조회합니다.", "작업을 조회합니다."),
    ],
)
def test_descriptions_that_say_the_same_overlap(one, other):
    [hit] = found(a=one, b=other, c="Deletes a page.")
    assert hit.tools == ("a", "b")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("List all users of the workspace.", "List all groups of the workspace."),
        ("Push a value onto the left of a list.", "Push a value onto the right of a list."),
        ("Get a user by id.", "Get a user by email."),
        ("Get page 1.", "Get page 2."),
        ("Creates a note.", "Deletes a note."),
        ("사용자를 조회합니다.", "그룹을 조회합니다."),
        ("Guidance for calendar features in apps. " * 20, "Guidance for contact features in apps. " * 20),
        ("", ""),
        ("The tool.", "A function."),
    ],
)
def test_one_word_that_tells_them_apart_is_enough(one, other):
    assert found(a=one, b=other) == []


def test_all_groups_are_one_finding():
    [hit] = found(a="Search notes.", b="Find notes", c="Delete a page.", d="Remove the page", e="List tags.")
    assert hit.tools == ("a", "b", "c", "d")
    assert "4 tools of 5" in hit.message
    assert "a and b; c and d" in hit.message


def test_a_tool_that_is_listed_twice_overlaps_with_none():
    run = server_run(tools=[tool("a", description="Search notes."), tool("a", description="Search notes.")])
    assert hits(overlapping_tools, run) == []


@pytest.mark.timeout(20)
def test_ten_thousand_tools_are_compared_in_time_that_grows_with_their_number():
    tools = [
        tool(f"t{n}", description=f"Get the report number {n} of the store, with its owner.") for n in range(10_000)
    ]
    tools.append(tool("last", description="Fetch report number 5 of the store with its owner"))
    run = server_run(tools=tools)
    began = time.perf_counter()
    [hit] = hits(overlapping_tools, run)
    assert time.perf_counter() - began < 5
    assert hit.tools == ("t5", "last")
