import json

from builders import hits
from pretend import CURSOR, PAGE, RefusalError, audited

from tool_audit.model import Confidence, Severity
from tool_audit.rules.invalid_cursor_accepted import invalid_cursor_accepted

ROWS = [{"id": f"r{n}"} for n in range(1, 43)]


def paged(start_of, name="cursor", mark="pos-{}"):
    def answer(**given):
        start = start_of(given.get(name))
        after = start + 20
        return json.dumps({"rows": ROWS[start:after], **({"next": mark.format(after)} if after < 42 else {})})

    return audited(answer, {name: CURSOR})


def lenient(cursor):
    return int(cursor[4:]) if cursor and cursor.startswith("pos-") else 0


def strict(cursor):
    if cursor and not cursor.startswith("pos-"):
        raise RefusalError(f"cursor: {cursor} was not given by this tool")
    return lenient(cursor)


def test_a_made_up_cursor_that_gives_the_first_page_is_proven():
    (hit,) = hits(invalid_cursor_accepted, paged(lenient))
    assert "answered like no cursor: the same 20 items" in hit.message
    assert invalid_cursor_accepted.severity is Severity.WARNING
    assert invalid_cursor_accepted.confidence is Confidence.PROVEN
    assert len(hit.calls) == 2


def test_a_refusal_is_in_order():
    assert not hits(invalid_cursor_accepted, paged(strict))


def test_an_empty_page_for_a_made_up_cursor_is_in_order():
    assert not hits(
        invalid_cursor_accepted, paged(lambda cursor: lenient(cursor) if cursor in (None, "pos-20") else 42)
    )


def test_a_cursor_that_is_never_heeded_is_another_flaw():
    assert not hits(invalid_cursor_accepted, paged(lambda cursor: 0))


def test_a_marker_that_is_the_name_of_an_item_sorts_wherever_it_sorts():
    def after(**given):
        names = [f"zone-{n:02}" for n in range(40)]
        rest = [name for name in names if name > given.get("after", "")]
        return json.dumps({"names": rest[:20], "next": rest[19] if len(rest) > 20 else None})

    assert not hits(invalid_cursor_accepted, audited(after, {"after": CURSOR}))


def test_an_opaque_value_under_another_name_is_a_cursor():
    assert hits(invalid_cursor_accepted, paged(lenient, name="after"))


def test_page_numbers_and_empty_stores_are_silent():
    assert not hits(invalid_cursor_accepted, audited(lambda page=1: json.dumps(ROWS[:20]), {"page": PAGE}))
    assert not hits(invalid_cursor_accepted, audited(lambda cursor="": json.dumps([]), {"cursor": CURSOR}))
