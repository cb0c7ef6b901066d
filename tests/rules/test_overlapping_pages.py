import json
from itertools import count

from builders import hits
from pretend import CURSOR, OFFSET, PAGE, RefusalError, audited

from tool_audit.model import Confidence, Severity
from tool_audit.rules.overlapping_pages import overlapping_pages

ROWS = [{"id": f"r{n}"} for n in range(1, 43)]


def walked(step, write=json.dumps, rows=ROWS):
    def answer(cursor="0"):
        if not cursor.isdigit():
            raise RefusalError("cursor: leave it out to begin again")
        start = int(cursor)
        after = start + step
        return write(
            {"rows": rows[start : start + 10], **({"next_cursor": str(after)} if after < len(rows) - 1 else {})}
        )

    return audited(answer, {"cursor": CURSOR})


def test_a_page_that_begins_with_the_last_item_of_the_one_before_is_proven():
    (hit,) = hits(overlapping_pages, walked(9))
    assert hit.message == "1 item of cursor=9 came before, on the page of the default: r10."
    assert overlapping_pages.severity is Severity.ERROR
    assert hit.confidence is Confidence.PROVEN


def test_pages_that_meet_are_in_order():
    assert not hits(overlapping_pages, walked(10))


def test_an_offset_that_begins_too_early_is_proven_where_it_counts_from_zero():
    def answer(offset=0):
        start = max(0, offset - 1)
        return json.dumps({"rows": ROWS[start : start + 10]})

    (hit,) = hits(overlapping_pages, audited(answer, {"offset": OFFSET}))
    assert hit.confidence is Confidence.PROVEN
    (hit,) = hits(overlapping_pages, audited(answer, {"offset": {"type": "integer"}}))
    assert hit.confidence is Confidence.INDICATED


def test_pages_that_are_counted_from_one_without_a_word_do_not_overlap():
    def answer(page=1):
        return json.dumps({"rows": ROWS[(page - 1) * 10 : page * 10]})

    assert not hits(overlapping_pages, audited(lambda page=1: answer(max(page, 1)), {"page": {"type": "integer"}}))
    assert not hits(overlapping_pages, audited(answer, {"page": PAGE}))


def test_an_argument_without_effect_and_a_last_page_that_repeats_are_other_flaws():
    assert not hits(overlapping_pages, audited(lambda page=1: json.dumps(ROWS[:10]), {"page": PAGE}))
    assert not hits(overlapping_pages, walked(0))


def test_equal_items_that_come_twice_on_a_page_are_not_told_apart():
    lines = [{"said": word} for word in ("yes", "no", "yes", "well") * 10]
    assert not hits(overlapping_pages, walked(10, rows=lines))


def test_what_stands_on_every_page_is_no_item():
    def bulleted(document):
        rows = "\n".join(f"- row {row['id']} of all" for row in document["rows"])
        more = f"\n\nnext_cursor: {document['next_cursor']}" if "next_cursor" in document else ""
        return f"- the rows of the house\n{rows}{more}"

    assert not hits(overlapping_pages, walked(10, bulleted))


def test_an_order_that_changes_is_the_flaw_itself():
    turn = count()

    def answer(offset=0):
        shift = next(turn)
        rows = [ROWS[(n * 5 + shift * 7) % 42] for n in range(42)]
        return json.dumps({"rows": rows[offset : offset + 30]})

    assert not hits(overlapping_pages, audited(answer, {"offset": OFFSET}))


def test_a_store_that_grows_is_only_indicated():
    size = count(40)

    def answer(offset=0):
        rows = [{"id": f"e{n}"} for n in range(next(size), 0, -1)]
        return json.dumps({"rows": rows[offset : offset + 10]})

    for hit in hits(overlapping_pages, audited(answer, {"offset": OFFSET})):
        assert hit.confidence is Confidence.INDICATED


def test_an_id_that_is_gone_on_from_and_comes_again_overlaps():
    rows = [{"id": n} for n in range(100, 147)]

    def answer(since_id=0):
        page = [row for row in rows if row["id"] >= since_id]
        return json.dumps({"posts": page[:12], "next_since_id": page[11]["id"] if len(page) > 12 else None})

    (hit,) = hits(overlapping_pages, audited(answer, {"since_id": {"type": "integer"}}))
    assert hit.confidence is Confidence.PROVEN
    assert "1 item of since_id=111 came before" in hit.message
