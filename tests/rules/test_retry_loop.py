"""Which calls go in circles."""

from transcripts.happenings import Session, findings_on, rules_found


def test_a_call_that_goes_in_circles_is_told():
    session = Session().task()
    for _ in range(6):
        session.call("get", {"id": 1}, "pending")
    (finding,) = findings_on(session)
    assert (finding.rule, finding.tools) == ("retry-loop", ("get",))
    assert "up to 6 times in a row" in finding.message


def test_one_short_loop_is_no_finding():
    session = Session().task()
    for _ in range(3):
        session.call("get", {"id": 1}, "pending")
    assert rules_found(session) == set()
