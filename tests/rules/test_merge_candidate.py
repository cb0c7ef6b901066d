"""Which tools always follow each other."""

from transcripts.happenings import Session, findings_on

from tool_audit.model import Severity


def test_tools_that_always_follow_each_other_are_candidates():
    sessions = [Session().task() for _ in range(4)]
    for session in sessions:
        for number in range(4):
            session.task().call("find", {"n": number}, f"id {number}").call("get", {"n": number}, f"text {number}")
    (finding,) = findings_on(*sessions)
    assert (finding.rule, finding.severity, finding.tools) == ("merge-candidate", Severity.INFO, ("find", "get"))
