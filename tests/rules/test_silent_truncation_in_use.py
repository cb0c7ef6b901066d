"""Which lists stop at one count without a word."""

import pytest
from transcripts.happenings import Session, findings_on, rules_found


def _lists(*counts: int) -> Session:
    session = Session().task()
    for number, count in enumerate(counts):
        session.call("search", {"query": f"q{number}"}, [{"id": n, "name": f"n{n}"} for n in range(count)])
    return session


def test_lists_that_stop_at_one_count_are_told():
    (finding,) = findings_on(_lists(*[10] * 12, *range(1, 10), 3, 4, 5))
    assert (finding.rule, finding.tools) == ("silent-truncation-in-use", ("search",))
    assert "hold exactly 10 items" in finding.message


@pytest.mark.parametrize(
    "counts", [[7] * 30, [*range(1, 30)], [*[10] * 12, *range(1, 9), *[3] * 5, 24], [10] * 12 + [3, 4]]
)
def test_lists_that_are_as_long_as_they_are_give_no_finding(counts: list[int]):
    assert rules_found(_lists(*counts)) == set()


def test_a_pile_of_one_list_in_eight_is_told_where_longer_lists_are_rare_below_it():
    assert rules_found(_lists(*[50] * 6, *range(1, 50, 2), *range(2, 40, 2))) == {"silent-truncation-in-use"}
