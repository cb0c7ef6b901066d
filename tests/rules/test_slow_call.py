"""slow-call: tools whose default answers late; of equal calls the fastest counts."""

from dataclasses import replace

from builders import call, hits, server_run, tool, tool_run

from tool_audit.model import Severity, Status, TimedOut
from tool_audit.rules.slow_call import slow_call


def run_of(*seconds, name="list_items", **fields):
    """A tool whose default call, made so often, took so long."""
    first, *again = (call("x", tool=name, seconds=each, attempt=n) for n, each in enumerate(seconds))
    return tool_run(first, spec=tool(name), repeat=again[0] if again else None, calls=again, **fields)


def found(*runs, **options):
    return hits(slow_call, server_run(*runs), **options)


def test_a_late_answer_is_told_with_its_seconds():
    (hit,) = found(run_of(8.04))
    assert hit.tools == ("list_items",)
    assert "list_items after 8.0 s" in hit.message
    assert slow_call.severity is Severity.INFO


def test_the_boundary():
    assert found(run_of(5.0)) == []
    assert len(found(run_of(5.01))) == 1


def test_the_fastest_of_equal_calls_counts():
    assert found(run_of(9.0, 0.2)) == []
    assert len(found(run_of(9.0, 8.0))) == 1


def test_other_calls_than_the_default_do_not_count():
    slow = call("x", arguments={"limit": 1_000}, seconds=9.0)
    assert found(tool_run(call("x"), calls=[slow])) == []


def test_all_slow_tools_are_one_finding_the_slowest_first():
    (hit,) = found(run_of(6.0, name="a"), run_of(9.0, name="b"), run_of(0.1, name="c"))
    assert hit.tools == ("b", "a")


def test_an_error_that_comes_late_is_late_too():
    late = call("no", error=True, seconds=7.0)
    assert len(found(tool_run(calls=[late], status=Status.UNMEASURED))) == 1


def test_a_call_given_up_that_had_told_of_progress_is_slow_and_one_that_had_not_is_none():
    at_work = call(outcome=TimedOut(limit=30, progress=12), seconds=30.0)
    (hit,) = found(tool_run(calls=[at_work]))
    assert "it told of its progress 12 times: not measured" in hit.message
    assert found(tool_run(calls=[call(outcome=TimedOut(limit=30), seconds=30.0)])) == []


def test_a_tool_that_waits_for_as_long_as_it_is_told_is_slow():
    spec = tool("wait_for_job", {"timeout": {"type": "number"}})
    waiting = call(outcome=TimedOut(limit=30), tool="wait_for_job", seconds=30.0)
    (hit,) = found(tool_run(calls=[waiting], spec=spec))
    assert "it says that it waits" in hit.message


def test_the_seconds_are_an_option():
    assert found(run_of(8.0), seconds=10.0) == []
    assert len(found(run_of(1.5), seconds=1.0)) == 1


def test_a_tool_without_any_answer_is_silent():
    bare = run_of(9.0)
    assert found(replace(bare, default=None, calls=())) == []
