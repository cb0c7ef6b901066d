import json

from builders import hits
from pretend import CURSOR, LIMIT, OFFSET, RefusalError, audited

from tool_audit.model import Confidence, Severity
from tool_audit.rules.missing_items import missing_items

ROWS = [{"id": f"r{n}"} for n in range(1, 43)]
SIZE = {**LIMIT, "maximum": 50}


def walked(skip, last=42, **said):
    def answer(cursor="0", limit=10):
        if not cursor.isdigit():
            raise RefusalError("cursor: leave it out to begin again")
        start = int(cursor)
        after = start + limit + skip
        more = {"next_cursor": str(after)} if after < last else said
        return json.dumps({"total": len(ROWS), "rows": ROWS[start : start + limit], **more})

    return audited(answer, {"cursor": CURSOR, "limit": SIZE})


def test_an_item_between_two_pages_is_proven_by_a_larger_page():
    (hit,) = hits(missing_items, walked(1))
    assert hit.message.startswith(
        "4 pages by cursor pass over 3 of the 42 items that a larger page returns: r11, r22, r33."
    )
    assert missing_items.severity is Severity.ERROR
    assert hit.confidence is Confidence.PROVEN


def test_a_walk_that_meets_every_item_is_in_order():
    assert not hits(missing_items, walked(0))


def test_a_walk_that_is_longer_than_we_go_has_missed_nothing_yet():
    def answer(offset=0, limit=2):
        return json.dumps({"total": 42, "rows": ROWS[offset : offset + limit]})

    run = audited(answer, {"offset": OFFSET, "limit": {**SIZE, "default": 2}})
    assert not hits(missing_items, run)


def test_a_larger_page_in_another_order_proves_nothing():
    def answer(offset=0, limit=10):
        rows = ROWS if limit <= 10 else ROWS[::-1]
        return json.dumps({"rows": rows[offset : offset + limit]})

    assert not hits(missing_items, audited(answer, {"offset": OFFSET, "limit": SIZE}))


def test_how_many_must_be_missing_is_an_option():
    assert hits(missing_items, walked(1), items=3)
    assert not hits(missing_items, walked(1), items=4)


def test_without_a_larger_page_there_is_no_proof():
    def answer(cursor="0"):
        start = int(cursor) if cursor.isdigit() else 0
        return json.dumps({"rows": ROWS[start : start + 10], "next_cursor": str(start + 11)})

    assert not hits(missing_items, audited(answer, {"cursor": CURSOR}))


def test_pages_that_overlap_may_pass_over_items_too():
    rows = [{"id": f"r{n}"} for n in range(60)]

    def answer(page=0, size=10):
        start = page * size - 2 if page == 1 else page * size + (page > 1)
        return json.dumps(rows[start : start + size])

    (hit,) = hits(missing_items, audited(answer, {"page": {"type": "integer", "minimum": 0}, "size": LIMIT}))
    assert "r18, r19, r20" in hit.message
