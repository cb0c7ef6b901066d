"""What becomes of findings in real traffic: who is judged, and what the exit code is."""

import pytest
from transcripts.happenings import Session, found, judged, replies_of

from tool_audit.model import State
from tool_audit.settings import Ignore, Policy


def test_tools_of_the_client_itself_are_not_judged_beside_those_of_a_server():
    session = Session().task()
    for _ in range(6):
        session.call("Bash", {"command": "ls"}, "a b", server="").call("get", {}, "x" * 10)
    named = judged(session)
    alone = Session("").task()
    for _ in range(6):
        alone.call("get_weather", {}, "x" * 10)
    assert {tools for rule, tools in found(named) if rule == "retry-loop"} == {("get",)}
    assert ("retry-loop", ("get_weather",)) in found(judged(alone))


def test_findings_decide_the_exit_code_by_fail_on_and_can_be_ignored():
    session = replies_of(*[10] * 48, 30_000, 30_000)
    assert judged(session).verdict.exit_code == 1
    assert judged(session, policy=Policy(fail_on="never")).verdict.exit_code == 0
    ignored = judged(session, policy=Policy(ignores=(Ignore(rule="high-p99-reply", tool="list", reason="known"),)))
    assert ignored.verdict.exit_code == 0
    assert [one.state for server in ignored.indicators.servers for one in server.findings] == [State.IGNORED]


def test_logs_without_a_call_are_not_audited():
    assert judged(Session().task().says("no tool")).verdict.exit_code == 3


def _states(**policy):
    report = judged(replies_of(*[10] * 48, 30_000, 30_000), policy=Policy(**policy))
    return [one.state for server in report.indicators.servers for one in server.findings], report.notes


@pytest.mark.parametrize("tool", ["list", "notes/list", "no*/li*", "*"])
def test_settings_name_a_tool_as_reports_do_or_without_its_server(tool):
    assert _states(ignores=(Ignore(rule="high-p99-reply", tool=tool, reason="known"),)) == ([State.IGNORED], ())


def test_an_entry_for_a_tool_of_another_server_covers_nothing_and_that_is_told():
    states, notes = _states(ignores=(Ignore(rule="high-p99-reply", tool="other/list", reason="known"),))
    assert states == [State.SHOWN]
    assert notes == ("[[ignore]] high-p99-reply on other/list (known) covers no finding of this run",)


def test_entries_about_rules_of_audits_are_no_matter_of_sessions():
    assert _states(ignores=(Ignore(rule="oversized-default", reason="known"),)) == ([State.SHOWN], ())


def test_that_few_replies_cannot_be_judged_is_told():
    (note,) = judged(replies_of(10, 30_000, 30_000)).notes
    assert note == "1 of 1 tools have under 20 replies: too few to judge their sizes by"
