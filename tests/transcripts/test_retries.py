"""Calls that come again with the same arguments, and those that go in circles."""

import pytest
from transcripts.happenings import Session, came_to, tool

from tool_audit.model import NoReply, Outcome, Refused, TimedOut, TooLarge
from tool_audit.model.traffic import Names, Size


def test_the_same_arguments_in_one_task_are_a_repeat_whatever_their_order():
    session = Session().task().call("get", {"a": 1, "b": 2}).call("get", {"b": 2, "a": 1}).call("get", {"a": 1})
    again = tool(came_to(session), "get").again
    assert (again.count, again.n) == (1, 3)


def test_another_task_may_ask_again():
    session = Session().task().call("get", {"a": 1}).task().call("get", {"a": 1})
    assert tool(came_to(session), "get").again.count == 0


def test_calls_made_at_once_are_no_repeats():
    session = Session().task().call("get", {"a": 1}).call("get", {"a": 1}, at_once=True)
    assert tool(came_to(session), "get").again.count == 0


def test_repeats_after_an_error_are_told_apart():
    session = Session().task().call("get", error="boom").call("get").call("get")
    found = tool(came_to(session), "get")
    assert (found.again.count, found.again_after_error) == (2, 1)


def test_three_equal_calls_with_equal_answers_are_a_loop_and_one_loop_only():
    session = Session().task()
    for _ in range(5):
        session.call("get", {"id": 1}, "pending")
    found = tool(came_to(session), "get")
    assert (found.loops, found.longest_loop) == (1, 5)


def test_who_waits_and_sees_something_new_is_in_no_loop():
    session = Session().task()
    for percent in range(5):
        session.call("get", {"id": 1}, f"{percent} % done")
    assert tool(came_to(session), "get").loops == 0


def test_arguments_that_are_only_known_by_their_hash_can_be_repeats():
    session = Session()
    for digest in ("x", "x", "y", ""):
        session.call("get", names=Names(names=("id",), digest=digest))
    again = tool(came_to(session), "get").again
    assert (again.count, again.n) == (1, 4)


def test_who_looks_again_after_something_has_changed_is_in_no_loop():
    session = Session().task()
    for number in range(5):
        session.call("state", {}, "open").call("write", {"text": number}, "written")
    found = tool(came_to(session), "state")
    assert (found.again.count, found.loops) == (4, 0)


def test_two_calls_that_go_round_in_turns_are_a_loop_each():
    session = Session().task()
    for _ in range(5):
        session.call("state", {}, "open").call("job", {"id": 1}, "pending")
    indicators = came_to(session)
    assert (tool(indicators, "state").loops, tool(indicators, "job").loops) == (1, 1)


def test_of_a_task_without_an_end_only_the_latest_calls_are_remembered():
    session = Session().call("get", {"id": 0})
    for number in range(1, 1_002):
        session.call("get", {"id": number})
    assert tool(came_to(session.call("get", {"id": 1_001}).call("get", {"id": 0})), "get").again.count == 1


def test_answers_of_which_only_the_size_is_known_may_differ():
    session = Session().task()
    for _ in range(6):
        session.call("get", {"id": 1}, size=Size(chars=20, tokens=5))
    found = tool(came_to(session), "get")
    assert (found.again.count, found.loops) == (5, 0)


def test_calls_without_an_answer_are_in_no_loop():
    session = Session().task()
    for reason in ("a person declined it", "the log ends before its reply"):
        for _ in range(6):
            session.call("get", {"id": 1}, outcome=NoReply(reason=reason))
    assert tool(came_to(session), "get").loops == 0


def test_empty_answers_are_equal():
    session = Session().task()
    for _ in range(6):
        session.call("get", {"id": 1}, "")
    assert tool(came_to(session), "get").loops == 1


@pytest.mark.parametrize("outcome", [TimedOut(limit=30.0), TooLarge(limit=25_000), Refused(code=-32000, message="no")])
def test_whoever_runs_into_the_same_wall_again_is_in_a_loop(outcome: Outcome):
    session = Session().task()
    for _ in range(6):
        session.call("get", {"id": 1}, outcome=outcome)
    assert tool(came_to(session), "get").loops == 1
