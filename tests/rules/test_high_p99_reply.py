"""Which replies, as agents really got them, are too long."""

from transcripts.happenings import findings_on, found, judged, replies_of, rules_found

from tool_audit.model import Severity
from tool_audit.settings import Policy


def test_one_reply_in_a_hundred_over_the_warning_line_is_a_warning():
    (finding,) = findings_on(replies_of(*[10] * 48, 12_000, 12_000))
    assert (finding.rule, finding.severity) == ("high-p99-reply", Severity.WARNING)


def test_one_reply_in_a_hundred_over_the_cap_is_an_error():
    (finding,) = findings_on(replies_of(*[10] * 48, 30_000, 30_000))
    assert (finding.rule, finding.severity) == ("high-p99-reply", Severity.ERROR)
    assert "2 of 50 (4 %; 95 % interval 1 to 13 %)" in finding.message


def test_few_replies_say_nothing_of_a_percentile():
    assert rules_found(replies_of(*[10] * 10, 30_000)) == set()


def test_short_replies_are_no_finding():
    assert rules_found(replies_of(*range(10, 200))) == set()


def test_the_options_of_a_rule_are_the_settings():
    session = replies_of(*[10] * 10, 30_000, 30_000)
    rules = {"high-p99-reply": {"calls": 5}}
    assert found(judged(session, policy=Policy(rules=rules))) == [("high-p99-reply", ("list",))]


def test_a_single_long_reply_proves_no_habit():
    assert rules_found(replies_of(*[10] * 29, 12_000)) == set()
    assert rules_found(replies_of(*[10] * 29, 30_000)) == set()
