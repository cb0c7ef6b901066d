"""stuck-after-bad-call: what is answered otherwise has no answer behind a bad call."""

from builders import hits, server_run, tool
from lives import GONE, HUNG, LISTING, NO, lived

from tool_audit.model import Confidence, Form
from tool_audit.rules.call_timeout import call_timeout
from tool_audit.rules.stuck_after_bad_call import stuck_after_bad_call

PAIR = (tool("list_a"), tool("list_b"))


def found(run):
    return hits(stuck_after_bad_call, run)


def refusing_and_stuck(probe, process):
    """Refuses what is no number, and answers nothing more in that process."""
    if any(not isinstance(before.arguments.get("limit", 1), int) for before in process.calls):
        return HUNG
    return None if isinstance(probe.arguments.get("limit", 1), int) else NO


def stuck_by(form, outcome):
    def answer(probe, process):
        if any(before.form is form for before in process.calls):
            return HUNG
        return outcome if probe.form is form else None

    return answer


def test_servers_that_live_end_or_hang_by_themselves_are_silent():
    for outcome in (None, NO, GONE, HUNG):
        assert found(lived(lambda probe, _, one=outcome: one if "limit" in probe.arguments else None)) == []
    assert found(server_run()) == []


def test_a_refusal_after_which_nothing_is_answered_is_proven_as_a_pair():
    (hit,) = found(lived(refusing_and_stuck, LISTING, *PAIR))
    assert (hit.tools, hit.confidence) == (("list_items",), Confidence.PROVEN)
    assert hit.message.startswith("After list_items with limit=many was refused, the next call (")
    assert "had no answer within 30 s" in hit.message
    assert len(hit.calls) == 3


def test_a_text_in_place_of_arguments_after_which_nothing_is_answered_is_found_at_the_end():
    (hit,) = found(lived(stuck_by(Form.TEXT, NO)))
    assert 'After list_items with `"arguments": "x"` was refused' in hit.message
    assert hit.confidence is Confidence.PROVEN


def test_it_is_found_where_the_text_itself_has_no_answer_either():
    (hit,) = found(lived(stuck_by(Form.TEXT, HUNG)))
    assert "was not answered" in hit.message
    assert hit.confidence is Confidence.SEEN


def test_a_text_that_has_no_answer_alone_is_none():
    assert found(lived(lambda probe, _: HUNG if probe.form is Form.TEXT else None)) == []


def test_a_call_that_hangs_wherever_it_stands_is_not_the_bad_calls_doing():
    needy = tool("get_item", {"limit": {"type": "integer"}}, required=["limit"])
    assert found(lived(lambda probe, _: NO if not probe.arguments else HUNG, needy)) == []


def test_a_chance_that_comes_once_is_not_the_bad_calls_doing():
    turns = iter([NO, HUNG])
    needy = tool("get_item", {"limit": {"type": "integer"}}, required=["limit"])
    assert found(lived(lambda *_: next(turns, None), needy)) == []


CARD = tool("get_card", {"card": {"type": "integer"}}, required=["card"])


def keeping_its_lock(probe, process):
    """Refuses a call without a card and keeps the lock of the tool; the others do without it."""
    if probe.subject.tool != "get_card":
        return None
    if any(before.subject.tool == "get_card" and "card" not in before.arguments for before in process.calls):
        return HUNG
    return None if "card" in probe.arguments else NO


def test_a_lock_that_a_refusal_of_the_same_tool_keeps_is_found_past_other_tools():
    run = lived(keeping_its_lock, CARD, *PAIR)
    (hit,) = found(run)
    assert (hit.tools, hit.confidence) == (("get_card",), Confidence.PROVEN)
    assert hit.message.startswith("After get_card with nothing filled in was refused, the next call of get_card (")
    assert hits(call_timeout, run) == []
