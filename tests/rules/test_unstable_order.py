import json
from itertools import count
from random import Random

from builders import call, hits, tool_run
from pretend import CURSOR, OFFSET, RefusalError, audited

from tool_audit.model import Severity
from tool_audit.rules.unstable_order import unstable_order

ROWS = [{"id": f"r{n}", "size": n} for n in range(48)]


def shuffled(properties, size=25, rows=ROWS, **more):
    turn = count()

    def answer(cursor="0", offset=0):
        if not cursor.isdigit():
            raise RefusalError("cursor: leave it out to begin again")
        order = Random(next(turn)).sample(rows, len(rows))
        start = offset + int(cursor)
        return json.dumps({"total": len(rows), "rows": order[start : start + size], **more})

    return audited(answer, properties)


def test_an_order_that_changes_from_call_to_call_is_proven_by_the_repeat():
    (hit,) = hits(unstable_order, shuffled({"offset": OFFSET}))
    assert "stood before" in hit.message
    assert "A walk of 3 pages gave 48 items" in hit.message or "A walk of 2 pages" in hit.message
    assert unstable_order.severity is Severity.ERROR
    first, again = hit.calls
    assert first.arguments == again.arguments == {}


def test_all_items_on_one_page_are_out_of_order_as_well():
    assert hits(unstable_order, shuffled({"cursor": CURSOR}, size=48))


def test_a_cursor_in_the_reply_makes_it_a_tool_that_pages():
    assert hits(unstable_order, shuffled({}, next_cursor="25"))


def test_without_pages_an_order_may_change():
    assert not hits(unstable_order, shuffled({}))


def test_a_steady_order_is_silent():
    run = audited(lambda offset=0: json.dumps(ROWS[offset : offset + 25]), {"offset": OFFSET})
    assert not hits(unstable_order, run)


def test_items_that_change_may_change_places():
    turn = count()

    def answer(offset=0):
        now = next(turn)
        loads = [{"id": f"p{n}", "load": (n * 37 + now * 11) % 50} for n in range(30)]
        return json.dumps(sorted(loads, key=lambda row: row["load"])[offset : offset + 20])

    assert not hits(unstable_order, audited(answer, {"offset": OFFSET}))


def test_new_items_in_front_keep_the_order_of_the_others():
    size = count(40)

    def answer(offset=0):
        return json.dumps([{"id": f"e{n}"} for n in range(next(size), 0, -1)][offset : offset + 20])

    assert not hits(unstable_order, audited(answer, {"offset": OFFSET}))


def test_two_random_replies_with_nothing_in_common_prove_nothing():
    turn = count()

    def answer(offset=0):
        return json.dumps([{"id": f"x{next(turn)}"} for _ in range(20)])

    assert not hits(unstable_order, audited(answer, {"offset": OFFSET}))


def test_without_a_repeat_there_is_no_proof():
    assert not hits(unstable_order, tool_run(call(json.dumps(ROWS))))
