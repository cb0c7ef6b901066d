"""Calls that are made one after the other: what is asked of writing tools, and what is looked at before and after."""

import json
from collections.abc import Sequence

import pytest
from builders import tool
from staged import Tool, ran

from tool_audit.model import Call, Json

TEXT: Json = {"type": "string"}
READS: Json = {"readOnlyHint": True}


def lists(name: str, *ids: str) -> Tool:
    return tool(name), lambda: json.dumps([{"id": each} for each in ids])


def deletes(name: str, answer: str = "deleted") -> Tool:
    return tool(name, {"id": TEXT}, required=["id"], description=f"{name}."), lambda id: answer  # noqa: A006 - its name


def in_order(calls: Sequence[Call]) -> list[str]:
    return [
        call.observation.probe.subject.label
        for call in calls
        if call.observation.probe.experiment in {"writes", "look", "read_only"}
    ]


def asked(*tools: Tool, **options: object) -> list[str]:
    return in_order(ran(*tools, **{"allow_writes": True, **options})[1])  # type: ignore[arg-type]


def test_a_reader_of_the_same_thing_is_looked_at_before_and_after() -> None:
    order = asked(lists("list_notes", "a", "b"), lists("list_tasks", "c", "d"), deletes("delete_note"))
    assert order == ["list_notes", "delete_note", "list_notes"]


def test_a_look_after_one_call_is_the_look_before_the_next() -> None:
    order = asked(lists("list_notes", "a", "b"), deletes("delete_note"), deletes("archive_note"))
    assert order == ["list_notes", "delete_note", "list_notes", "archive_note", "list_notes"]


def test_where_no_reader_shares_a_word_all_are_looked_at() -> None:
    order = asked(lists("list_notes", "a"), lists("list_tasks", "b"), deletes("remove_row"))
    assert order == ["list_notes", "list_tasks", "remove_row", "list_notes", "list_tasks"]


def test_at_most_two_readers_of_a_thing_and_five_of_other_things_are_looked_at() -> None:
    notes = [lists(name, "a") for name in ("list_notes", "recent_notes", "search_notes", "find_notes")]
    assert len(asked(*notes, deletes("delete_note"))) == 5
    others = [lists(f"list_{letter * 4}", "a") for letter in "bcdefghij"]
    assert len(asked(*others, deletes("delete_note"))) == 11


def test_all_other_experiments_come_first() -> None:
    limited = tool("list_notes", {"limit": {"type": "integer", "maximum": 50, "default": 10}})
    _, calls = ran(
        (limited, lambda limit=10: json.dumps(list(range(limit)))), deletes("delete_note"), allow_writes=True
    )
    experiments = [call.observation.probe.experiment for call in calls]
    assert experiments[-3:] == ["look", "writes", "look"]
    assert not {"look", "writes"} & set(experiments[:-3])


def test_the_calls_in_order_are_numbered_over_all_tools() -> None:
    _, calls = ran(lists("list_notes", "a"), deletes("delete_note"), deletes("archive_note"), allow_writes=True)
    attempts = [call.observation.probe.attempt for call in calls if call.observation.probe.attempt > 1]
    assert attempts == [2, 3, 4, 5, 6]


def test_a_tool_that_fails_is_asked_once_all_the_same() -> None:
    broken = (tool("delete_note", {"id": TEXT}, required=["id"]), lambda: "never")
    assert asked(lists("list_notes", "a"), broken) == ["list_notes", "delete_note", "list_notes"]


@pytest.mark.parametrize("options", [{"allow_writes": False}, {"experiments": ("repeat",)}])
def test_without_consent_or_the_experiment_nothing_is_made_in_order(options: dict[str, object]) -> None:
    assert asked(lists("list_notes", "a"), deletes("delete_note"), **options) == []


def test_what_is_fetched_by_an_identifier_is_fetched_by_one_that_cannot_exist_with_consent_only() -> None:
    def get(note_id: str) -> str:
        return json.dumps({"id": note_id})

    tools = (lists("list_notes", "n-11", "n-12"), (tool("get_note", {"note_id": TEXT}, required=["note_id"]), get))
    assert asked(*tools) == ["get_note"]
    assert asked(*tools, allow_writes=False) == []


def test_where_every_default_says_the_same_again_no_reader_is_suspected() -> None:
    marked = tool("get_note", annotations=READS)
    assert asked(lists("list_notes", "a"), (marked, lambda: "note"), allow_writes=False) == []


def test_what_says_something_else_is_looked_at_around_each_of_the_others() -> None:
    letters = list(range(60))
    tray = (tool("list_tray", annotations=READS), lambda: json.dumps(letters))
    takes = (tool("get_letter", annotations=READS), lambda: f"letter {letters.pop()}")
    hours = (tool("get_hours", annotations=READS), lambda: "nine")
    order = asked(tray, takes, hours, allow_writes=False)
    looks = ["list_tray", "list_tray"]
    around = [*looks, "get_letter", *looks, "get_letter", "list_tray", "get_hours", "list_tray"]
    assert order == [*around, "get_letter", "get_letter"]  # it never says the same itself


def test_what_changes_while_nothing_is_called_is_given_up() -> None:
    numbers = iter(range(1_000))
    growing = (tool("list_rows", annotations=READS), lambda: json.dumps([{"id": n} for n in range(next(numbers))]))
    hours = (tool("get_hours", annotations=READS), lambda: "nine")
    assert asked(growing, hours, allow_writes=False) == ["list_rows", "list_rows"]
