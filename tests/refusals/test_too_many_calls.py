"""A call that was turned away for the number of calls tells nothing of the tool."""

import pytest
from builders import call, refused

from tool_audit.refusals.limits import turned_away

TURNED_AWAY = [
    "Rate limit exceeded: 5 requests per minute. Try again in 30 s.",
    "Error: 429 Too Many Requests",
    "HTTP 429 from api.example.com",
    "RateLimitError: slow down",
    "You have exceeded your hourly API quota.",
    "Daily quota exceeded",
    "ThrottlingException: Rate exceeded",
    "request was throttled",
    "you are being rate limited",
    "API rate limit reached for 10.0.0.1",
    "\u8bf7\u6c42\u8fc7\u591a\uff0c\u8bf7\u7a0d\u540e\u518d\u8bd5",
]
OF_THE_CALL = [
    "limit must be 1 to 50",
    "unknown argument rate_limit; the arguments are limit, offset",
    "limit exceeds the maximum of 100",
    "there are too many results: narrow the query",
    "status must be one of open, throttle, closed",
    "no such tool: set_quota",
    "port 429 is not open",
    "it is not there",
    "Rate limit exceeded is what one would say here; " + "but this error goes on and on. " * 30,
]


@pytest.mark.parametrize("text", TURNED_AWAY)
def test_an_error_for_too_many_calls_turns_the_call_away(text):
    assert turned_away(call(text, error=True))
    assert turned_away(refused(text, code=-32000))


@pytest.mark.parametrize("text", OF_THE_CALL)
def test_an_error_of_this_call_does_not(text):
    assert not turned_away(call(text, error=True))


def test_a_reply_that_tells_of_rate_limits_is_a_reply():
    assert not turned_away(call(TURNED_AWAY[0]))
