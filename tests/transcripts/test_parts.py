"""Replies that say that they are a part, and lists that stop at one count."""

import pytest
from transcripts.happenings import Session, came_to, tool

MORE = {"items": [{"id": 1}, {"id": 2}], "has_more": True, "next_cursor": "abc"}


def _followed(session: Session) -> tuple[int, int]:
    rate = tool(came_to(session), "list").followed
    return rate.count, rate.n


def test_a_part_followed_by_its_cursor_is_followed():
    session = Session().call("list", {"folder": 1}, MORE).call("list", {"folder": 1, "cursor": "abc"}, MORE)
    assert _followed(session) == (1, 1)


def test_a_part_followed_by_a_larger_limit_is_followed():
    session = Session().call("list", {"folder": 1, "limit": 2}, MORE).call("list", {"folder": 1, "limit": 50}, "[]")
    assert _followed(session) == (1, 1)


def test_another_question_is_no_further_page():
    session = Session().call("list", {"folder": 1}, MORE).call("list", {"folder": 2}, "[]").says("that is all")
    assert _followed(session) == (0, 1)


def test_a_part_at_the_end_of_the_log_is_not_judged():
    assert _followed(Session().call("list", {}, MORE)) == (0, 0)
    assert _followed(Session().call("list", {}, MORE).says("there are two")) == (0, 1)


def test_a_text_that_says_that_it_was_cut_is_a_part():
    text = "\n".join(f"- note {n}" for n in range(5)) + "\n\n(Results truncated, 37 more not shown)"
    rate = tool(came_to(Session().call("list", {}, text)), "list").parts
    assert (rate.count, rate.n) == (1, 1)


def _lists(*counts: int, **arguments: object) -> Session:
    session = Session()
    for number, count in enumerate(counts):
        session.call("list", {"query": f"q{number}"} | arguments, [{"id": n, "name": f"n{n}"} for n in range(count)])
    return session


def test_lists_that_pile_up_at_the_largest_count_are_told():
    stop = tool(came_to(_lists(3, 10, 7, 10, 10, 2)), "list").stop
    assert (stop.count, stop.at, stop.lists, stop.questions) == (10, 3, 6, 3)


def test_lists_of_one_length_prove_no_stop():
    assert tool(came_to(_lists(7, 7, 7, 7)), "list").stop is None


def test_lists_that_one_call_asked_the_length_of_are_left_out():
    assert tool(came_to(_lists(10, 10, 10, 4, limit=10)), "list").stop is None


def test_lists_with_a_total_are_left_out():
    session = Session()
    for count in (10, 10, 10, 4):
        session.call("list", {"q": count}, {"items": [{"id": n} for n in range(count)], "total": count})
    assert tool(came_to(session), "list").stop is None


def test_things_that_come_in_fixed_numbers_prove_no_stop():
    assert tool(came_to(_lists(*[7] * 20, *[5] * 10)), "list").stop is None


@pytest.mark.parametrize(
    "asked",
    [
        {"ids": [f"n{n}" for n in range(10)]},
        {"ids": ",".join(f"n{n}" for n in range(10))},
        {"from": "2026-03-01", "to": "2026-03-10"},
        {"start": "2026-03-01T08:00:00Z", "end": "2026-03-11"},
    ],
)
def test_lists_of_as_many_things_or_days_as_the_call_names_are_left_out(asked: dict):
    assert tool(came_to(_lists(10, 10, 10, 4, 5, 6, **asked)), "list").stop is None


def test_a_largest_count_that_comes_no_oftener_than_those_below_is_no_stop():
    assert tool(came_to(_lists(*[1, 2, 3, 4, 5] * 8)), "list").stop is None
    assert tool(came_to(_lists(*range(1, 30), 30, 30)), "list").stop is None
