import json

from builders import hits
from pretend import BUDGET, CURSOR, LIMIT, OFFSET, PAGE, RefusalError, audited

from tool_audit.model import Confidence
from tool_audit.rules.wrong_has_more import wrong_has_more

ROWS = [{"id": f"r{n}"} for n in range(1, 41)]


def paged(has_more, rows=ROWS, size=10):
    def answer(offset=0):
        page = rows[offset : offset + size]
        return json.dumps({"has_more": has_more(offset + len(page), len(page)), "rows": page})

    return audited(answer, {"offset": OFFSET})


def test_no_more_before_a_page_with_new_items_is_proven():
    (hit,) = hits(wrong_has_more, paged(lambda end, here: False))
    assert hit.message == "The default says that nothing follows, but offset=10 has 10 more: r11, r12, r13 and others."
    assert hit.confidence is Confidence.PROVEN
    assert len(hit.calls) == 2


def test_more_before_an_empty_page_is_proven():
    (hit,) = hits(wrong_has_more, paged(lambda end, here: here == 10))
    assert hit.message == "offset=30 says that more follows, but offset=40 is empty."


def test_a_right_flag_is_silent_on_every_page():
    assert not hits(wrong_has_more, paged(lambda end, here: end < 40))
    assert not hits(wrong_has_more, paged(lambda end, here: end < 37, ROWS[:37]))


def test_a_larger_limit_shows_that_no_more_was_wrong():
    def answer(limit=10):
        return json.dumps({"next_cursor": None, "rows": ROWS[:limit]})

    (hit,) = hits(wrong_has_more, audited(answer, {"limit": LIMIT}))
    assert hit.message.startswith(
        "The default returns 10 items and says that nothing follows, but limit=100 has 30 more"
    )


def test_a_larger_limit_that_shows_no_more_proves_the_flag_right():
    def answer(limit=50):
        return json.dumps({"has_more": False, "rows": ROWS[:limit]})

    assert not hits(wrong_has_more, audited(answer, {"limit": {**LIMIT, "default": 50}}))


def test_more_beside_all_of_the_total_is_seen():
    def answer():
        return json.dumps({"total": 40, "has_more": True, "rows": ROWS})

    (hit,) = hits(wrong_has_more, audited(answer))
    assert hit.confidence is Confidence.SEEN


def test_more_beside_a_total_that_counts_the_page_is_right_and_the_total_wrong():
    def answer(limit=10):
        rows = ROWS[:limit]
        return json.dumps({"total": len(rows), "has_more": len(rows) < 40, "rows": rows})

    assert not hits(wrong_has_more, audited(answer, {"limit": LIMIT}))
    assert not hits(wrong_has_more, audited(lambda page=1: json.dumps(
        {"total": 10, "has_more": page < 4, "rows": ROWS[page * 10 - 10 : page * 10]}), {"page": PAGE}))  # fmt: skip


def test_more_where_a_budget_may_have_shortened_the_items_is_silent():
    def answer(max_chars=1_000):
        return json.dumps({"total": 40, "has_more": True, "rows": ROWS})

    assert not hits(wrong_has_more, audited(answer, {"max_chars": BUDGET}))


def test_a_cursor_that_leads_to_an_empty_last_page_is_common():
    def answer(cursor="0"):
        if not cursor.isdigit():
            raise RefusalError("cursor: leave it out to begin again")
        start = int(cursor)
        page = {"rows": ROWS[start : start + 20]}
        return json.dumps({**page, "next_cursor": str(start + 20)} if page["rows"] else page)

    assert not hits(wrong_has_more, audited(answer, {"cursor": CURSOR}))


def test_the_last_page_may_say_that_nothing_follows_though_its_total_is_larger():
    def answer(page=1):
        rows = ROWS[page * 20 - 20 : page * 20]
        return json.dumps({"total": 40, "is_last": page >= 2, "rows": rows})

    assert not hits(wrong_has_more, audited(answer, {"page": PAGE}))


def in_yaml(last: int):
    def answer(page=1):
        rows = "".join(f"\n  - sku: {row['id']}\n    on_hand: 3" for row in ROWS[:23][page * 10 - 10 : page * 10])
        more = str(page <= last).lower()
        return f"page: {page}\nhas_next: {more}\nitems:{rows or ' []'}\n"

    return audited(answer, {"page": PAGE})


def test_more_before_a_page_of_a_text_without_items_is_proven():
    (hit,) = hits(wrong_has_more, in_yaml(last=3))
    assert hit.message == "page=3 says that more follows, but page=4 is empty."
    assert not hits(wrong_has_more, in_yaml(last=2))


def test_a_last_page_with_one_item_is_not_empty():
    def answer(page=1):
        rows = [f"- {row['id']} is here" for row in ROWS[:11][page * 10 - 10 : page * 10]]
        return f"Page {page} of 2\n\n" + "\n".join(rows)

    assert not hits(wrong_has_more, audited(answer, {"page": PAGE}))
