"""What ended a server, or hung behind a bad call, is made again in a way that tells whose doing it was."""

from dataclasses import replace

from builders import tool
from lives import GONE, HUNG, LISTING, NO, lived

from tool_audit.model import Again, Disconnected, Form, Status, TimedOut
from tool_audit.plan import BREAKDOWNS

BROKEN = (TimedOut, Disconnected)


def made(run):
    """(tool, limit, again, form) of every call, in order."""
    probes = [call.observation.probe for call in run.calls]
    return [(probe.subject.tool, probe.arguments.get("limit"), probe.again, probe.form) for probe in probes]


def reruns(run):
    return [call for call in run.calls if call.observation.probe.again is not None]


def is_nonsense(probe):
    return probe.form is Form.TEXT


def test_a_server_that_lives_is_asked_nothing_twice_but_two_malformed_calls_and_a_plain_one_at_the_end():
    run = lived(lambda *_: None)
    last = [("list_items", None, None, Form.NONE), ("list_items", None, None, Form.TEXT)]
    assert made(run)[-3:] == [*last, ("list_items", None, Again.NEXT, Form.OBJECT)]
    assert len(reruns(run)) == 1


def test_those_three_are_in_no_tools_run():
    run = lived(lambda *_: None)
    assert len(run.tools[0].calls) == len(run.calls) - 3


def test_they_are_made_with_a_tool_that_needs_nothing_and_only_where_one_was_measured():
    needy = tool("get_item", {"limit": {"type": "integer"}}, required=["limit"])
    run = lived(lambda *_: None, needy, LISTING)
    assert made(run)[-1] == ("list_items", None, Again.NEXT, Form.OBJECT)
    assert all(form is Form.OBJECT for *_, form in made(lived(lambda *_: NO)))


def test_they_can_be_left_out():
    assert all(form is Form.OBJECT for *_, form in made(lived(lambda *_: None, experiments=("default", "repeat"))))


def test_a_call_that_ended_the_server_is_made_again_alone_and_measured_where_it_is_answered_then():
    run = lived(lambda _, process: GONE if process.ever in {1, 5, 9} else None)
    assert run.tools[0].status is Status.MEASURED
    for call in run.calls:
        if isinstance(call.observation.outcome, BROKEN) and call.observation.probe.again is None:
            assert replace(call.observation.probe, again=Again.ALONE) in [c.observation.probe for c in reruns(run)]
    assert not any(isinstance(call.observation.outcome, BROKEN) for call in run.tools[0].calls)


def test_a_server_that_ends_on_every_third_call_of_a_process_leaves_no_tool_unmeasured():
    tools = [tool(f"list_{name}") for name in "abcdefgh"]
    run = lived(lambda _, process: GONE if len(process.calls) == 2 else None, *tools)
    assert {one.status for one in run.tools} == {Status.MEASURED}


def test_what_ends_the_server_alone_too_is_not_tried_a_third_time():
    run = lived(lambda *_: GONE)
    assert made(run) == [("list_items", None, None, Form.OBJECT), ("list_items", None, Again.ALONE, Form.OBJECT)]


def test_a_tool_that_breaks_down_so_often_is_left_alone():
    run = lived(lambda probe, _: GONE if "limit" in probe.arguments else None)
    broken = [call for call in run.calls if isinstance(call.observation.outcome, Disconnected)]
    assert len([call for call in broken if call.observation.probe.again is None]) >= BREAKDOWNS


def test_a_call_that_hangs_by_itself_is_not_made_again():
    run = lived(lambda *_: HUNG)
    assert made(run) == [("list_items", None, None, Form.OBJECT)]


def test_a_call_that_hangs_behind_a_refused_one_is_made_again_alone():
    needy = tool("get_item", {"limit": {"type": "integer"}}, required=["limit"])
    run = lived(lambda probe, _: NO if not probe.arguments else HUNG, needy)
    assert made(run)[:3] == [
        ("get_item", None, None, Form.OBJECT),
        ("get_item", 10, None, Form.OBJECT),
        ("get_item", 10, Again.ALONE, Form.OBJECT),
    ]


def refuses_and_hangs(probe, process):
    """Refuses what is no number, and answers nothing more in that process."""
    if any(not isinstance(before.arguments.get("limit", 1), int) for before in process.calls):
        return HUNG
    return None if isinstance(probe.arguments.get("limit", 1), int) else NO


def test_what_is_answered_alone_is_made_again_behind_the_bad_call_and_that_once_only():
    run = lived(refuses_and_hangs)
    pairs = [place for place, call in enumerate(run.calls) if call.observation.probe.again is Again.NEXT]
    bad, after = run.calls[pairs[0] - 1], run.calls[pairs[0]]
    assert bad.observation.probe.again is Again.ALONE
    assert bad.observation.probe.arguments == {"limit": "many"}
    assert isinstance(after.observation.outcome, TimedOut)
    # from then on each bad call is followed by a fresh process: two timeouts, however many bad calls there are
    assert sum(isinstance(call.observation.outcome, TimedOut) for call in run.calls) == 2
    assert all(call.measurement is not None for call in run.tools[0].calls)


def test_nothing_that_writes_is_made_again():
    writer = tool("delete_item", {"id": {"type": "string"}}, required=["id"])
    run = lived(lambda *_: GONE, writer)
    assert reruns(run) == []


def test_the_budget_of_a_tool_holds_for_what_is_made_again():
    assert len(lived(lambda *_: GONE, max_calls=1).calls) == 1
    assert len(lived(lambda *_: GONE, max_calls=2).calls) == 2
