import json
from itertools import count

from builders import hits, tool_run
from pretend import CURSOR, PAGE, RefusalError, audited

from tool_audit.model import Confidence, Severity
from tool_audit.rules.stuck_cursor import stuck_cursor

ROWS = [{"id": f"r{n}"} for n in range(1, 25)]


def following(next_of):
    def answer(cursor="0"):
        if not cursor.isdigit():
            raise RefusalError("cursor: leave it out to begin again")
        start = int(cursor)
        document = {"rows": ROWS[start : start + 8]}
        after = next_of(start)
        return json.dumps(document if after is None else {**document, "next_cursor": str(after)})

    return audited(answer, {"cursor": CURSOR})


def test_a_last_page_that_points_to_itself_is_proven_by_asking_again():
    run = following(lambda start: min(start + 8, 16))
    (hit,) = hits(stuck_cursor, run)
    assert "gives the same 8 items and the same cursor, nothing new" in hit.message
    assert stuck_cursor.severity is Severity.ERROR
    assert stuck_cursor.confidence is Confidence.PROVEN
    assert [call.arguments["cursor"] for call in hit.calls] == ["16", "16"]


def test_a_cursor_that_leads_back_to_the_first_page_is_stuck():
    assert hits(stuck_cursor, following(lambda start: 0))


def test_a_circle_of_pages_is_stuck():
    assert hits(stuck_cursor, following(lambda start: 8 if start == 0 else 0))


def test_a_walk_that_ends_is_in_order():
    assert not hits(stuck_cursor, following(lambda start: start + 8 if start < 16 else None))


def test_a_cursor_that_repeats_while_the_items_are_new_is_in_order():
    place = count(0, 8)

    def answer(cursor=None):
        start = next(place) if cursor == "more" else 0
        rows = ROWS[start : start + 8] or ROWS[:8]
        return json.dumps({"rows": rows, "next_cursor": "more"} if start < 16 else {"rows": rows})

    next(place)
    run = audited(answer, {"cursor": {"type": "string", "enum": ["more"]}})
    assert [call.arguments for call in run.calls if call.arguments] == [{"cursor": "more"}] * 2
    assert not hits(stuck_cursor, run)


def test_a_text_page_that_repeats_is_stuck_too():
    def answer(cursor="1"):
        return json.dumps({"text": "A few words, and no list.", "next_cursor": "2"})

    (hit,) = hits(stuck_cursor, audited(answer, {"cursor": CURSOR}))
    assert "the same " in hit.message


def test_a_page_number_past_the_end_is_no_cursor():
    def answer(page=1):
        start = min((page - 1) * 8, 16)
        return json.dumps({"rows": ROWS[start : start + 8]})

    assert not hits(stuck_cursor, audited(answer, {"page": PAGE}))


def test_without_calls_there_is_nothing_to_say():
    assert not hits(stuck_cursor, tool_run())
