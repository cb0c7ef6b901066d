"""Whose doing it was that a call came to nothing: read off the order of the calls before it."""

from builders import call, refused

from tool_audit.measure.endings import suspect
from tool_audit.model import Disconnected, TimedOut

HUNG = call(tool="get_card", outcome=TimedOut(limit=30.0))
BAD = refused("card is missing", tool="get_card")
GOOD = call("fine", tool="get_card")
OTHER = call("fine", tool="get_members")
OTHERS_BAD = refused("no", tool="get_members")


def of(*before):
    return suspect([*before, HUNG], len(before))


def test_a_bad_call_right_before_is_suspected_whatever_its_tool():
    assert of(OTHER, BAD) is BAD
    assert of(GOOD, OTHERS_BAD) is OTHERS_BAD


def test_the_last_call_of_the_same_tool_is_suspected_past_other_tools_where_it_was_bad():
    assert of(BAD, OTHER, OTHER) is BAD
    assert of(OTHERS_BAD, OTHER) is None


def test_a_tool_that_was_answered_since_is_over_its_bad_call():
    assert of(BAD, GOOD, OTHER) is None


def test_what_a_process_before_this_one_was_sent_is_not_suspected():
    ended = call(tool="get_members", outcome=Disconnected(reason="gone"))
    assert of(BAD, ended, OTHER) is None
    assert of(BAD, call(tool="get_members", outcome=TimedOut(limit=30.0)), OTHER) is None
    assert of(BAD, OTHER, HUNG) is None
