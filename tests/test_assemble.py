from collections.abc import Sequence
from dataclasses import replace

import pytest
from builders import LINES, call, refused, tool

from tool_audit.assemble import assemble
from tool_audit.model import (
    ABSENT,
    Call,
    Disconnected,
    Outcome,
    Status,
    Subject,
    SweepKind,
    TimedOut,
    TooLarge,
    ToolRun,
    ToolSpec,
)
from tool_audit.plan.gate import decide
from tool_audit.settings import Probing

LISTING = tool("list_items", {"limit": {"type": "integer"}, "detail": {"enum": ["full", "brief"]}})


def run(calls: Sequence[Call], spec: ToolSpec = LISTING) -> ToolRun:
    (only,) = assemble({spec.name: spec}, decide([spec], Probing()), calls, {spec.name: LINES})
    return only


def test_there_is_a_run_for_every_decision_in_their_order() -> None:
    manager = tool("manage", {"action": {"type": "string", "enum": ["list", "drop"]}})
    tools = {spec.name: spec for spec in (tool("delete_a"), manager, LISTING)}
    runs = assemble(tools, decide(list(tools.values()), Probing()), [call("x")], dict.fromkeys(tools, LINES))
    assert [(one.name, one.status) for one in runs] == [
        ("delete_a", Status.REFUSED),
        ("manage[action=list]", Status.UNMEASURED),
        ("manage[action=drop]", Status.REFUSED),
        ("list_items", Status.MEASURED),
    ]
    assert runs[0].reason.startswith("writes")


def test_calls_of_one_member_are_not_the_others() -> None:
    spec = tool("manage", {"action": {"type": "string", "enum": ["list", "show"]}})
    probe = call("x", tool="manage", arguments={"action": "list"})
    subject = Subject(tool="manage", argument="action", member="list")
    probe = replace(
        probe, observation=replace(probe.observation, probe=replace(probe.observation.probe, subject=subject))
    )
    runs = assemble({"manage": spec}, decide([spec], Probing()), [probe], {"manage": LINES})
    assert [len(one.calls) for one in runs] == [1, 0]


def test_the_default_is_the_first_default_call_that_answered_well() -> None:
    failed, good = call("no", error=True), call("fine", arguments={"id": 1})
    bare = call("[1]", experiment="bare")
    assert run([bare, failed, call("Error: not found"), good]).default is good


def test_a_sweep_starts_with_the_base_and_holds_the_calls_that_differ_in_its_argument_only() -> None:
    base = call("[1, 2]")
    one, two = (call("[1]", arguments={"limit": n}, experiment="limit") for n in (1, 2))
    full = call("[1, 2]", arguments={"detail": "full"}, experiment="detail")
    both = call("[1]", arguments={"detail": "full", "limit": 1}, experiment="limit")
    sweeps = {sweep.argument: sweep for sweep in run([base, one, full, both, two]).sweeps}
    assert (sweeps["limit"].kind, sweeps["limit"].values) == (SweepKind.COUNT, (ABSENT, 1, 2))
    assert sweeps["limit"].calls == (base, one, two)
    assert (sweeps["detail"].kind, sweeps["detail"].values) == (SweepKind.DETAIL, (ABSENT, "full"))


def test_a_run_knows_what_its_schema_declares_and_a_sweep_the_members_of_its_argument() -> None:
    made = run([call("[1, 2]"), call("[1]", arguments={"detail": "brief"}, experiment="detail")])
    assert made.declared == ("limit", "detail")
    assert [sweep.members for sweep in made.sweeps] == [("full", "brief")]
    open_schema = {"properties": {"detail": {}}, "additionalProperties": True}
    assert run([call("[1, 2]")], replace(LISTING, input_schema=open_schema)).declared is None


def test_a_base_that_names_the_argument_has_its_value_in_the_sweep() -> None:
    base = call("[1, 2]", arguments={"limit": 5})
    (sweep,) = run([base, call("[1]", arguments={"limit": 1}, experiment="limit")]).sweeps
    assert sweep.values == (5, 1)


def test_failed_calls_stay_in_the_sweep_and_a_base_alone_is_none() -> None:
    base = call("[1, 2]")
    (sweep,) = run([base, refused(arguments={"limit": -1}, experiment="limit")]).sweeps
    assert [made.succeeded for made in sweep.calls] == [True, False]
    assert run([base]).sweeps == ()


def test_the_repeat_is_told_from_the_default_and_is_in_no_sweep() -> None:
    base, again = call("same", arguments={"limit": 1}), call("same", arguments={"limit": 1}, attempt=1)
    measured = run([base, again])
    assert (measured.default, measured.repeat, measured.volatile) == (base, again, False)
    assert measured.sweeps == ()


def test_a_tool_that_says_much_more_or_less_when_asked_again_is_volatile() -> None:
    assert run([call("word " * 200), call("word " * 400, attempt=1)]).volatile
    assert run([call("word " * 400), call("word " * 200, attempt=1)]).volatile
    assert run([call("word " * 200), call("no", attempt=1, error=True)]).volatile
    assert not run([call("word " * 200), call("ward " * 200, attempt=1)]).volatile
    assert not run([call("alone")]).volatile


NEEDING = tool("get_item", {"url": {"type": "string"}}, required=["url"])


def test_a_tool_that_was_only_asked_what_it_lacks_says_that_no_value_was_found() -> None:
    lacking = refused("url is missing", tool="get_item", experiment="bare")
    measured = run([lacking], NEEDING)
    assert measured.status is Status.UNMEASURED
    assert measured.reason == 'no value was found for its required arguments: refused (-32602) "url is missing"'


def test_a_tool_that_was_never_called_says_so() -> None:
    assert run([]).reason == "not called: the audit ended first"


@pytest.mark.parametrize(
    ("outcome", "ending"),
    [
        (TimedOut(limit=30), "no answer within 30 s"),
        (Disconnected(reason="the server ended with exit code 1"), "the server ended with exit code 1"),
        (TooLarge(limit=64 * 2**20), "the reply went over 64 MiB and was not read further"),
    ],
)
def test_the_reason_says_how_the_last_call_ended(outcome: Outcome, ending: str) -> None:
    assert run([call(outcome=outcome)]).reason == f"never answered with success: {ending}"


def test_the_reason_quotes_what_the_server_said_in_one_short_line() -> None:
    said = run([call("Failed:\n  no such\titem", error=True)]).reason
    assert said == 'never answered with success: error "Failed: no such item"'
    assert len(run([call("word " * 500, error=True)]).reason) < 200


def test_a_reply_that_reads_like_a_failure_is_quoted_before_a_flagged_one() -> None:
    said = run([call("Error: nothing there"), call("no", error=True)]).reason
    assert said == 'never answered with success: replied "Error: nothing there"'
