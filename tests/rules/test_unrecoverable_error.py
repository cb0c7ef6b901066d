"""After which errors agents do not get the call right."""

from transcripts.happenings import Session, findings_on, rules_found


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
    (finding,) = findings_on(_erring(0, 8))
    assert (finding.rule, finding.argument) == ("unrecoverable-error", "Invalid input")


def test_an_error_that_agents_recover_from_is_none():
    assert rules_found(_erring(6, 8)) == set()


def test_few_errors_prove_nothing():
    assert rules_found(_erring(0, 4)) == set()


def test_a_tool_that_does_not_exist_has_no_words_of_its_own():
    assert rules_found(_erring(0, 8, error="Unknown tool: get")) == set()
