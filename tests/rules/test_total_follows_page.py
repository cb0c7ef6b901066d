import json
from itertools import count

from builders import hits
from pretend import LIMIT, OFFSET, PAGE, audited

from tool_audit.model import Confidence
from tool_audit.rules.total_follows_page import total_follows_page

ROWS = [f"row {n}" for n in range(1, 91)]


def test_a_total_that_is_the_number_returned_is_proven_by_two_limits():
    def search(limit=10):
        return json.dumps({"totalCount": len(ROWS[:limit]), "rows": ROWS[:limit]})

    (hit,) = hits(total_follows_page, audited(search, {"limit": LIMIT}))
    assert hit.message == "The total follows the page: limit=1, 2, 10 and 100 gave 1, 2, 10 and 90."
    assert hit.confidence is Confidence.PROVEN
    assert hit.argument == "limit"


def test_a_total_that_ends_with_each_page_is_proven_by_the_walk():
    def search(offset=0):
        page = ROWS[offset : offset + 20]
        return json.dumps({"total": offset + len(page), "rows": page})

    (hit,) = hits(total_follows_page, audited(search, {"offset": OFFSET}))
    assert "offset=(left out), 20, 40, 60 and 80 gave 20, 40, 60, 80 and 90" in hit.message


def test_a_total_that_is_each_pages_own_length_is_proven_by_new_items_on_the_next():
    def search(page=1):
        rows = ROWS[(page - 1) * 30 : page * 30]
        return json.dumps({"total": len(rows), "rows": rows})

    assert hits(total_follows_page, audited(search, {"page": PAGE}))


def test_a_right_total_is_silent_whatever_the_page():
    def search(limit=10, offset=0):
        return json.dumps({"total": len(ROWS), "rows": ROWS[offset : offset + limit]})

    assert not hits(total_follows_page, audited(search, {"limit": LIMIT, "offset": OFFSET}))


def test_a_count_of_what_was_returned_is_no_total():
    def search(limit=10):
        return json.dumps({"count": len(ROWS[:limit]), "returned": len(ROWS[:limit]), "rows": ROWS[:limit]})

    assert not hits(total_follows_page, audited(search, {"limit": LIMIT}))


def test_a_total_that_is_all_because_all_are_there_is_silent():
    def search(limit=10):
        return json.dumps({"total": 5, "rows": ROWS[:5][:limit]})

    assert not hits(total_follows_page, audited(search, {"limit": LIMIT}))


def test_a_store_that_grows_is_silent():
    store = count(5)

    def search(limit=100):
        rows = [f"row {n}" for n in range(next(store))][:limit]
        return json.dumps({"total": len(rows), "rows": rows})

    assert not hits(total_follows_page, audited(search, {"limit": {**LIMIT, "default": 100}}))


def test_a_text_counts_only_where_it_speaks_of_a_total():
    def found(limit=10):
        return f"Found {limit} rows\n" + "\n".join(f"- {row}" for row in ROWS[:limit])

    def of(limit=10):
        return f"Showing {limit} of {limit} rows\n" + "\n".join(f"- {row}" for row in ROWS[:limit])

    schema = {"limit": {**LIMIT, "maximum": 50}}
    assert not hits(total_follows_page, audited(found, schema))
    assert hits(total_follows_page, audited(of, schema))


def test_how_many_replies_must_show_it_is_an_option():
    def search(limit=10):
        return json.dumps({"total": len(ROWS[:limit]), "rows": ROWS[:limit]})

    run = audited(search, {"limit": {**LIMIT, "maximum": 10}})
    assert not hits(total_follows_page, run, replies=5)
    assert hits(total_follows_page, run, replies=4)
