import json

from builders import hits
from pretend import LIMIT, OFFSET, PAGE, audited

from tool_audit.model import Confidence, Json, Severity, ToolRun
from tool_audit.rules.silent_clamp import silent_clamp

STATES = ("open", "closed", "hold")
ROWS = [{"id": f"r{n}", "state": STATES[n % 3], "name": f"thing {n} {'abc'[n % 3]}"} for n in range(130)]
STATE: Json = {"type": "string", "enum": ["all", *STATES]}
ORDER: Json = {"type": "string", "enum": ["asc", "desc"], "default": "asc"}
OPEN: Json = {"type": "integer", "minimum": 1, "default": 10}


def broad(run: ToolRun) -> list[Json]:
    return [dict(call.arguments) for call in run.calls if call.observation.probe.experiment == "broad"]


def some(limit: int = 10, offset: int = 0, state: str = "all", order: str = "asc", **said: Json) -> str:
    rows = [row for row in ROWS if state in ("all", row["state"])][:: 1 if order == "asc" else -1]
    return json.dumps({"rows": rows[offset : offset + min(limit, 60)], **said})


def test_what_comes_behind_the_last_item_is_asked_for_with_the_limit_that_was_not_heeded() -> None:
    run = audited(some, {"limit": OPEN, "offset": OFFSET})
    assert broad(run) == [{"limit": 100, "offset": 60}]
    (hit,) = hits(silent_clamp, run)
    assert hit.severity is Severity.ERROR
    assert "60 of at least 120 items" in hit.message


def test_the_second_page_is_asked_for_with_as_many_items_as_came() -> None:
    def paged(limit: int = 10, page: int = 1) -> str:
        size = min(limit, 60)
        return json.dumps(ROWS[(page - 1) * size : page * size])

    assert broad(audited(paged, {"limit": OPEN, "page": PAGE})) == [{"limit": 60, "page": 2}]


def test_an_order_turned_round_shows_what_a_lowered_limit_left_out() -> None:
    run = audited(some, {"limit": OPEN, "order": ORDER})
    assert broad(run) == [{"limit": 100, "order": "asc"}, {"limit": 100, "order": "desc"}]
    (hit,) = hits(silent_clamp, run)
    assert hit.confidence is Confidence.PROVEN


def test_a_part_of_the_list_shows_what_a_lowered_limit_left_out_and_the_word_for_all_is_no_part() -> None:
    run = audited(some, {"limit": OPEN, "state": STATE})
    assert broad(run) == [{"limit": 100, "state": "open"}, {"limit": 100, "state": "closed"}]
    assert hits(silent_clamp, run)


def test_a_part_that_the_default_hides_shows_nothing() -> None:
    def hiding(limit: int = 10, state: str = "open") -> str:
        return some(limit, state=state)

    few = {"type": "string", "enum": ["open", "closed"]}
    assert not hits(silent_clamp, audited(hiding, {"limit": OPEN, "state": few}))


def test_a_whole_list_is_shown_to_be_whole() -> None:
    def whole(limit: int = 10, state: str = "all", order: str = "asc") -> str:
        rows = [row for row in ROWS[:50] if state in ("all", row["state"])][:: 1 if order == "asc" else -1]
        return json.dumps(rows[:limit])

    run = audited(whole, {"limit": OPEN, "state": STATE, "order": ORDER})
    assert broad(run)
    assert not hits(silent_clamp, run)


def search(query: str, limit: int = 10) -> str:
    return json.dumps([row for row in ROWS if query in str(row["name"])][: min(limit, 20)])


def test_searches_that_stop_at_one_number_whatever_is_looked_for_have_a_cap() -> None:
    run = audited(search, {"query": {"type": "string"}, "limit": OPEN}, filled={"query": "a"})
    assert all(call["limit"] == 100 for call in broad(run))  # type: ignore[call-overload, index]
    (hit,) = hits(silent_clamp, run)
    assert "just as many others come for query=" in hit.message


def test_searches_that_find_different_numbers_have_none() -> None:
    def found(query: str, limit: int = 10) -> str:
        return json.dumps([row for row in ROWS[:40] if query in str(row["name"])][:limit])

    run = audited(found, {"query": {"type": "string"}, "limit": OPEN}, filled={"query": "a"})
    assert not hits(silent_clamp, run)


def test_nothing_more_is_asked_where_the_reply_says_how_many_there_are() -> None:
    def told(limit: int = 10, offset: int = 0) -> str:
        return some(limit, offset, total=len(ROWS))

    assert not broad(audited(told, {"limit": OPEN, "offset": OFFSET}))
    assert not broad(audited(lambda limit=10: json.dumps(ROWS[:limit]), {"limit": {**LIMIT, "maximum": 100}}))
