import pytest
from builders import call, hits, refused, server_run, tool_run

from tool_audit.model import Confidence
from tool_audit.rules.no_retry_advice import no_retry_advice


def run(*calls):
    return server_run(tool_run(call("fine"), calls=calls))


@pytest.mark.parametrize(
    "text", ["429 Too Many Requests", "upstream timed out", "the database is locked", "Server überlastet"]
)
def test_an_error_that_may_pass_and_does_not_say_so_is_a_sign(text):
    assert no_retry_advice.confidence is Confidence.INDICATED
    (hit,) = hits(no_retry_advice, run(call(text, error=True)))
    assert text in hit.message


@pytest.mark.parametrize(
    "text",
    [
        "429 Too Many Requests: retry in 30 s",
        "busy, try again later",
        "timeout; a repeat will not help",
        "リクエストが多すぎます。後で再試行してください",
        "limit must be 1 to 50",
    ],
)
def test_errors_with_advice_and_lasting_ones_are_silent(text):
    assert not hits(no_retry_advice, run(refused(text)))
