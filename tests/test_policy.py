"""The policy hides, ignores and counts; the verdict is read off what is shown."""

from dataclasses import replace
from datetime import date

import pytest
from builders import call, server_run, tool_run

from tool_audit.model import (
    Confidence,
    Finding,
    NotAudited,
    ServerReport,
    Severity,
    State,
    Status,
    TransportKind,
)
from tool_audit.policy import notes_on, settle, verdict
from tool_audit.settings import Ignore, Policy, Regrade

TODAY = date(2026, 5, 5)


def finding(severity=Severity.ERROR, tools=("list_items",), rule="empty-fields", confidence=Confidence.SEEN):
    return Finding(
        rule=rule,
        summary="",
        severity=severity,
        confidence=confidence,
        tools=tools,
        message="",
        advice="",
        calls=(),
        send=(),
        argument=None,
        fingerprint="0",
    )


def settled(found, **policy):
    return settle([found], Policy(**policy), TODAY)[0]


def test_a_sign_is_hidden_until_it_is_asked_for():
    sign = finding(confidence=Confidence.INDICATED)
    assert settled(sign).state is State.HIDDEN
    assert settled(sign, show_indicated=True).state is State.SHOWN
    assert settled(finding()).state is State.SHOWN


@pytest.mark.parametrize(
    ("ignore", "tools", "state"),
    [
        ({}, ("list_items",), State.IGNORED),
        ({"tool": "list_*"}, ("list_items",), State.IGNORED),
        ({"tool": "get_*"}, ("list_items",), State.SHOWN),
        ({"tool": "list_*"}, ("list_items", "get_item"), State.SHOWN),
        ({"tool": "list_*"}, (), State.SHOWN),
        ({}, (), State.IGNORED),
        ({"until": TODAY}, ("list_items",), State.IGNORED),
        ({"until": date(2026, 5, 4)}, ("list_items",), State.SHOWN),
        ({"rule": "dominant-field"}, ("list_items",), State.SHOWN),
    ],
)
def test_an_ignore_covers_a_rule_on_all_the_tools_of_a_finding_up_to_a_day(ignore, tools, state):
    ignored = Ignore(**{"rule": "empty-fields", "reason": "we know", **ignore})
    after = settled(finding(tools=tools), ignores=(ignored,))
    assert after.state is state
    assert after.why == ("we know" if state is State.IGNORED else "")


def test_several_entries_accept_together_what_none_of_them_covers_alone():
    lists = Ignore(rule="empty-fields", tool="list_*", reason="lists are old")
    gets = Ignore(rule="empty-fields", tool="get_item", reason="nobody calls it")
    both = finding(tools=("list_items", "get_item"))
    assert settled(both, ignores=(lists,)).state is State.SHOWN
    after = settled(both, ignores=(lists, gets))
    assert (after.state, after.why) == (State.IGNORED, "lists are old; nobody calls it")
    lapsed = replace(gets, until=date(2026, 5, 4))
    assert settled(both, ignores=(lists, lapsed)).state is State.SHOWN


@pytest.mark.parametrize(
    ("ignored", "found", "state"),
    [
        ("limit", "limit", State.IGNORED),
        ("li*", "limit", State.IGNORED),
        ("limit", "offset", State.SHOWN),
        ("limit", None, State.SHOWN),
        ("*", "offset", State.IGNORED),
    ],
)
def test_an_ignore_may_be_for_one_argument_only(ignored, found, state):
    ignore = Ignore(rule="empty-fields", reason="we know", tool="list_items", argument=ignored)
    assert settled(replace(finding(), argument=found), ignores=(ignore,)).state is state


def test_an_ignored_sign_is_ignored_and_keeps_the_reason():
    ignored = Ignore(rule="empty-fields", reason="we know")
    assert settled(finding(confidence=Confidence.INDICATED), ignores=(ignored,)).why == "we know"


def regrade(severity=Severity.INFO, **fields):
    return Regrade(**{"rule": "empty-fields", "reason": "it costs us nothing", "severity": severity, **fields})


@pytest.mark.parametrize(
    ("fields", "regraded"),
    [
        ({}, True),
        ({"tool": "list_*"}, True),
        ({"tool": "get_*"}, False),
        ({"argument": "lim*"}, True),
        ({"argument": "offset"}, False),
        ({"rule": "dominant-field"}, False),
        ({"until": TODAY}, True),
        ({"until": date(2026, 5, 4)}, False),
    ],
)
def test_a_regrade_gives_what_it_covers_another_severity_and_keeps_the_first_one_and_the_reason(fields, regraded):
    after = settled(replace(finding(), argument="limit"), regrades=(regrade(**fields),))
    assert after.state is State.SHOWN
    told = (Severity.INFO, Severity.ERROR, "it costs us nothing") if regraded else (Severity.ERROR, None, "")
    assert (after.severity, after.regraded_from, after.regraded_why) == told


def test_the_first_regrade_that_covers_a_finding_counts():
    both = (regrade(Severity.WARNING, tool="list_*", reason="first"), regrade(reason="second"))
    after = settled(finding(), regrades=both)
    assert (after.severity, after.regraded_why) == (Severity.WARNING, "first")


def test_a_finding_may_be_made_graver_and_one_that_has_the_severity_already_is_not_regraded():
    assert settled(finding(Severity.INFO), regrades=(regrade(Severity.ERROR),)).severity is Severity.ERROR
    assert settled(finding(Severity.INFO), regrades=(regrade(Severity.INFO),)).regraded_from is None


def test_a_regraded_finding_may_be_ignored_or_hidden_and_still_says_what_it_was():
    ignored = settled(finding(), regrades=(regrade(),), ignores=(Ignore(rule="empty-fields", reason="known"),))
    assert (ignored.state, ignored.regraded_from) == (State.IGNORED, Severity.ERROR)
    assert settled(finding(confidence=Confidence.INDICATED), regrades=(regrade(),)).state is State.HIDDEN


def test_the_verdict_is_made_of_the_severities_that_the_settings_give():
    lowered = settled(finding(), regrades=(regrade(),))
    assert verdict([reported(lowered)], (), "error").exit_code == 0
    assert verdict([reported(lowered)], (), "info").exit_code == 1


def told(*findings, all_looked_at=True, **policy):
    return notes_on(Policy(**policy), findings, TODAY, all_looked_at=all_looked_at)


PAST = date(2026, 5, 4)


def test_an_entry_that_has_lapsed_is_told_with_what_counts_again():
    ignore = Ignore(rule="empty-fields", reason="we know", tool="list_*", until=PAST)
    assert told(finding(), ignores=(ignore,)) == (
        "[[ignore]] empty-fields on list_* until 2026-05-04 (we know) has lapsed: 1 finding counts again",
    )
    assert told(finding(), finding(), regrades=(regrade(until=PAST),)) == (
        "[[regrade]] empty-fields on * until 2026-05-04: info (it costs us nothing) has lapsed: 2 findings count again",
    )
    assert told(ignores=(ignore,), all_looked_at=False) == (
        "[[ignore]] empty-fields on list_* until 2026-05-04 (we know) has lapsed",
    )


def test_an_entry_that_covers_nothing_is_told_where_everything_was_looked_at():
    ignore = Ignore(rule="empty-fields", reason="we know", tool="get_*")
    assert told(finding(), ignores=(ignore,)) == (
        "[[ignore]] empty-fields on get_* (we know) covers no finding of this run",
    )
    assert told(finding(), regrades=(regrade(rule="cut-json"),)) == (
        "[[regrade]] cut-json on *: info (it costs us nothing) covers no finding of this run",
    )
    assert told(finding(), ignores=(ignore,), all_looked_at=False) == ()


def test_an_entry_in_force_that_covers_something_is_no_news():
    ignore = Ignore(rule="empty-fields", reason="we know", until=TODAY)
    assert told(replace(finding(), state=State.IGNORED), ignores=(ignore,), regrades=(regrade(),)) == ()


def reported(*findings, run=None):
    return ServerReport(run=run or server_run(tool_run(call("x"))), findings=findings)


@pytest.mark.parametrize(
    ("worst", "fail_on", "code"),
    [
        (worst, line, int(line != "never" and rank <= limit))
        for rank, worst in enumerate(Severity)
        for limit, line in enumerate((*Severity, "never"))
    ],
)
def test_findings_at_or_over_the_line_fail(worst, fail_on, code):
    assert verdict([reported(finding(worst))], (), fail_on).exit_code == code


@pytest.mark.parametrize("state", [State.HIDDEN, State.IGNORED, State.KNOWN])
def test_what_is_not_shown_does_not_count(state):
    said = verdict([reported(replace(finding(), state=state))], (), "info")
    assert said.exit_code == 0
    assert set(said.counts.values()) == {0}


BAD = NotAudited(name="bad", message="no")
IDLE = server_run(tool_run(status=Status.UNMEASURED))
STATIC = server_run(tool_run(status=Status.REFUSED), transport=TransportKind.LISTING)


@pytest.mark.parametrize(
    ("servers", "failures", "more", "code", "reason"),
    [
        ([reported()], (), {}, 0, ""),
        ([], (), {}, 3, ""),
        ([], (BAD,), {}, 3, "not audited: bad"),
        ([reported(), reported(run=IDLE)], (), {}, 3, "no tool was measured: sample"),
        ([reported(run=STATIC)], (), {}, 0, ""),
        ([reported(run=server_run())], (), {}, 3, "no tool was listed: sample"),
        ([reported(run=server_run(transport=TransportKind.LISTING))], (), {}, 3, "no tool was listed: sample"),
        ([reported(finding())], (BAD,), {}, 1, "1 finding at or over --fail-on error; not audited: bad"),
        ([reported(finding(), finding())], (), {}, 1, "2 findings at or over --fail-on error"),
        ([reported(finding())], (), {"interrupted": True}, 130, "interrupted; 1 finding at or over --fail-on error"),
        ([reported(run=replace(IDLE, complete=False))], (), {}, 3, None),
    ],
)
def test_the_code_and_its_reason(servers, failures, more, code, reason):
    said = verdict(servers, failures, "error", **more)
    assert said.exit_code == code
    assert reason is None or said.reason == reason


def test_an_audit_that_was_cut_short_says_so():
    said = verdict([reported(run=replace(server_run(tool_run(call("x"))), complete=False))], (), "error")
    assert (said.exit_code, said.reason) == (0, "not everything was called: sample")


def test_an_entry_that_covers_a_part_of_a_finding_is_told_what_the_rest_is_about():
    lists = Ignore(rule="empty-fields", tool="list_*", reason="old")
    gets = Ignore(rule="empty-fields", tool="get_item", reason="old")

    def notes(*ignores):
        policy = Policy(ignores=ignores)
        found = settle([finding(tools=("list_items", "get_item"))], policy, TODAY)
        return notes_on(policy, found, TODAY, all_looked_at=True)

    (note,) = notes(lists)
    assert note.startswith("[[ignore]] empty-fields on list_* (old) covers no finding of this run")
    assert note.endswith(": the one of that rule is also about get_item")
    assert notes(lists, gets) == ()
