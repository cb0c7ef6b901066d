"""The rules of real traffic: each fires on what it is about, and is silent on what only looks like it."""

import pytest
from transcripts.happenings import Session, found, judged, spec

from tool_audit.model import Severity, State
from tool_audit.settings import Ignore, Policy

SEARCH = spec("search", {"query": {"type": "string"}, "limit": {"type": "integer"}}, required=["query"])


def _rules(*sessions: Session, **asked: object) -> set[str]:
    return {rule for rule, _ in found(judged(*sessions, **asked))}


def _findings(*sessions: Session, **asked: object):
    return [one for server in judged(*sessions, **asked).indicators.servers for one in server.findings]


def _replies(*sizes: int) -> Session:
    session = Session().task()
    for number, size in enumerate(sizes):
        session.call("list", {"n": number}, f"{number} " + "to " * size)
    return session


def test_one_reply_in_a_hundred_over_the_warning_line_is_a_warning():
    (finding,) = _findings(_replies(*[10] * 49, 12_000))
    assert (finding.rule, finding.severity) == ("high-p99-reply", Severity.WARNING)


def test_one_reply_in_a_hundred_over_the_cap_is_an_error():
    (finding,) = _findings(_replies(*[10] * 49, 30_000))
    assert (finding.rule, finding.severity) == ("high-p99-reply", Severity.ERROR)
    assert "1 of 50 (2 %; 95 % interval 0 to 10 %)" in finding.message


def test_few_replies_say_nothing_of_a_percentile():
    assert _rules(_replies(*[10] * 10, 30_000)) == set()


def test_short_replies_are_no_finding():
    assert _rules(_replies(*range(10, 200))) == set()


def test_an_argument_that_agents_make_up_again_and_again_is_named():
    session = Session().task()
    for number in range(30):
        session.call("search", {"query": str(number)} | ({"max_results": 5} if number % 5 == 0 else {}))
    (finding,) = _findings(session, tools={"notes": [SEARCH]})
    assert (finding.rule, finding.argument, finding.tools) == ("ambiguous-argument-in-use", "max_results", ("search",))
    assert "6 of 30 (20 %; 95 % interval 10 to 37 %) calls send max_results" in finding.message


def test_an_argument_that_was_wrong_once_is_no_finding():
    session = Session().task()
    for number in range(30):
        session.call("search", {"query": str(number)} | ({"max_results": 5} if number == 5 else {}))
    assert _rules(session, tools={"notes": [SEARCH]}) == set()


def test_without_a_schema_what_the_server_refuses_is_told_without_a_name():
    session = Session().task()
    for number in range(30):
        error = None if number % 3 else "Input validation error: 'limit' is a required property"
        session.call("search", {"query": str(number)}, f"fine {number}", error=error)
    assert "ambiguous-argument-in-use" in _rules(session)


def _erring(recovers: int, of: int, error: str = "Invalid input") -> Session:
    session = Session().task()
    for number in range(of):
        session.call("get", {"id": number}, error=error)
        if number < recovers:
            session.call("get", {"id": -number - 1}, f"found {number}")
        for step in range(4):
            session.call("list", {"page": step, "n": number}, f"page {step} of {number}")
    return session


def test_an_error_that_nobody_recovers_from_is_told():
    (finding,) = _findings(_erring(0, 8))
    assert (finding.rule, finding.argument) == ("unrecoverable-error", "Invalid input")


def test_an_error_that_agents_recover_from_is_none():
    assert _rules(_erring(6, 8)) == set()


def test_few_errors_prove_nothing():
    assert _rules(_erring(0, 4)) == set()


def test_a_call_that_goes_in_circles_is_told():
    session = Session().task()
    for _ in range(6):
        session.call("get", {"id": 1}, "pending")
    (finding,) = _findings(session)
    assert (finding.rule, finding.tools) == ("retry-loop", ("get",))
    assert "up to 6 times in a row" in finding.message


def test_one_short_loop_is_no_finding():
    session = Session().task()
    for _ in range(3):
        session.call("get", {"id": 1}, "pending")
    assert _rules(session) == set()


def _lists(*counts: int) -> Session:
    session = Session().task()
    for number, count in enumerate(counts):
        session.call("search", {"query": f"q{number}"}, [{"id": n, "name": f"n{n}"} for n in range(count)])
    return session


def test_lists_that_stop_at_one_count_are_told():
    (finding,) = _findings(_lists(*[10] * 12, *range(1, 10), 3, 4, 5))
    assert (finding.rule, finding.tools) == ("silent-truncation-in-use", ("search",))
    assert "hold exactly 10 items" in finding.message


@pytest.mark.parametrize(
    "counts", [[7] * 30, [*range(1, 30)], [*[10] * 12, *range(1, 9), *[3] * 5, 24], [10] * 12 + [3, 4]]
)
def test_lists_that_are_as_long_as_they_are_give_no_finding(counts: list[int]):
    assert _rules(_lists(*counts)) == set()


def test_tools_that_always_follow_each_other_are_candidates():
    sessions = [Session().task() for _ in range(4)]
    for session in sessions:
        for number in range(4):
            session.task().call("find", {"n": number}, f"id {number}").call("get", {"n": number}, f"text {number}")
    (finding,) = _findings(*sessions)
    assert (finding.rule, finding.severity, finding.tools) == ("merge-candidate", Severity.INFO, ("find", "get"))


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
    session = _replies(*[10] * 49, 30_000)
    assert judged(session).verdict.exit_code == 1
    assert judged(session, policy=Policy(fail_on="never")).verdict.exit_code == 0
    ignored = judged(session, policy=Policy(ignores=(Ignore(rule="high-p99-reply", tool="list", reason="known"),)))
    assert ignored.verdict.exit_code == 0
    assert [one.state for server in ignored.indicators.servers for one in server.findings] == [State.IGNORED]


def test_logs_without_a_call_are_not_audited():
    assert judged(Session().task().says("no tool")).verdict.exit_code == 3


def test_the_options_of_a_rule_are_the_settings():
    session = _replies(*[10] * 10, 30_000)
    rules = {"high-p99-reply": {"calls": 5}}
    assert found(judged(session, policy=Policy(rules=rules))) == [("high-p99-reply", ("list",))]
