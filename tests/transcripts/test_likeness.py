"""How alike the calls of one session are."""

import random
from math import log1p

import pytest
from transcripts.happenings import Session, came_to, tool

from tool_audit.transcripts.indicators.likeness import Varied


def varied(sessions):
    """Return the figure of sessions that are lists of values."""
    made = Varied()
    for values in sessions:
        made.session(len(values), sum(values), sum(value * value for value in values))
    return made


def test_independent_calls_tell_as_much_as_they_are():
    rng = random.Random(1)
    sessions = [[rng.random() < 0.3 for _ in range(20)] for _ in range(400)]
    assert varied(sessions).design_effect == pytest.approx(1.0, abs=0.15)


def test_sessions_that_are_all_errors_or_none_tell_as_much_as_one_call_each():
    rng = random.Random(2)
    sessions = [[rng.random() < 0.3] * 20 for _ in range(400)]
    assert varied(sessions).design_effect == pytest.approx(20, rel=0.05)


def test_the_effect_is_that_of_the_sessions_drawn_again():
    # against resamples of whole sessions
    rng = random.Random(3)
    sessions = []
    for _ in range(60):
        share = rng.betavariate(1, 4)
        sessions.append([rng.random() < share for _ in range(rng.randrange(1, 30))])
    calls = [value for session in sessions for value in session]
    share = sum(calls) / len(calls)
    drawn = []
    for _ in range(3_000):
        again = rng.choices(sessions, k=len(sessions))
        drawn.append(sum(map(sum, again)) / sum(map(len, again)))
    middle = sum(drawn) / len(drawn)
    spread = sum((one - middle) ** 2 for one in drawn) / len(drawn)
    assert varied(sessions).design_effect == pytest.approx(spread * len(calls) / (share * (1 - share)), rel=0.1)


def test_calls_that_are_more_alike_than_chance_across_sessions_count_for_no_more_than_they_are():
    assert varied([[0, 1]] * 50).design_effect == 1.0


@pytest.mark.parametrize("sessions", [[], [[0, 1, 1]], [[1, 1], [1]], [[0], [0, 0]]])
def test_of_one_session_or_of_equal_values_nothing_is_known(sessions):
    assert varied(sessions).design_effect is None


def test_a_tool_tells_the_effect_of_its_sizes_and_of_its_rates():
    sessions = []
    for number in range(6):
        session = Session().task()
        for turn in range(5):
            failed = number % 2 == 0
            session.call(
                "read", {"n": turn if number < 3 else 0}, "x " * 10 ** (number % 3), error="no" if failed else None
            )
        sessions.append(session)
    alike = tool(came_to(*sessions), "read").alike
    # all calls of a session fail, or none: five tell as much as one, and the share of six sessions is itself unsure
    assert alike["errors"] == pytest.approx(6.0)
    assert {"sizes", "again"} <= set(alike)


def test_sessions_that_go_on_at_the_same_time_are_kept_apart():
    one, other = Session().task(), Session().task()
    for turn in range(10):
        one.call("read", {"n": turn}, error="no")
        other.call("read", {"n": turn}, "x " * 50)
    mixed = [event for pair in zip(one.events, other.events, strict=True) for event in pair]
    apart = tool(came_to(one, other), "read").alike
    assert tool(came_to(also=mixed), "read").alike == apart
    assert apart["errors"] == pytest.approx(20)


def test_a_single_session_tells_nothing():
    session = Session().task()
    for turn in range(10):
        session.call("read", {"n": turn}, "x" * turn)
    assert tool(came_to(session), "read").alike == {}


def test_sizes_are_taken_by_their_logarithm_so_that_one_huge_reply_is_not_all():
    values = [[log1p(10), log1p(12)], [log1p(10), log1p(1_000_000)]] * 20
    assert varied(values).design_effect < 2
