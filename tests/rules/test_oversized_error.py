from builders import call, hits, refused, tool_run

from tool_audit.model import Severity
from tool_audit.rules.oversized_error import oversized_error


def failing(*calls):
    return tool_run(call("fine"), calls=calls)


def test_an_error_longer_than_a_client_keeps_is_a_warning():
    (hit,) = hits(oversized_error, failing(call("x" * 14_000, error=True, arguments={"id": "a"})))
    assert hit.severity is Severity.WARNING
    assert hit.message == "The error for id=a is 14,000 characters long."


def test_a_long_protocol_error_counts_alike():
    (hit,) = hits(oversized_error, failing(refused("x" * 3_000)))
    assert hit.severity is Severity.INFO


def test_the_boundaries():
    def severity(length):
        return [hit.severity for hit in hits(oversized_error, failing(call("x" * length, error=True)))]

    assert severity(2_000) == []
    assert severity(2_001) == [Severity.INFO]
    assert severity(11_000) == [Severity.INFO]
    assert severity(11_001) == [Severity.WARNING]


def test_both_lengths_are_options():
    run = failing(call("x" * 500, error=True))
    assert [hit.severity for hit in hits(oversized_error, run, info_chars=400)] == [Severity.INFO]
    assert [hit.severity for hit in hits(oversized_error, run, info_chars=400, warning_chars=450)] == [Severity.WARNING]


def test_the_longest_error_of_a_tool_is_told_once():
    shorter, longer = call("x" * 3_000, error=True), call("x" * 4_000, error=True, arguments={"n": 1})
    (hit,) = hits(oversized_error, failing(shorter, longer))
    assert hit.calls == (longer,)
    assert "2 of the tool's errors" in hit.message


def test_our_own_long_text_that_an_error_repeats_is_not_counted():
    sent = "long " * 4_000
    error = call(f"query is too long: {sent!r}", error=True, arguments={"query": sent, "deep": [{"more": sent}]})
    assert not hits(oversized_error, failing(error))


def test_a_long_failure_that_is_not_flagged_as_one_counts_too():
    trace = "Traceback (most recent call last):\n" + '  File "a.py", line 1, in b\n    c()\n' * 80
    (hit,) = hits(oversized_error, failing(call(trace, arguments={"id": "a"})))
    assert hit.severity is Severity.INFO


def test_long_answers_and_short_errors_are_silent():
    assert not hits(oversized_error, tool_run(call("error " * 5_000), calls=[refused("id must be a number")]))
