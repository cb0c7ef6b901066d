"""We wait for a server that is busy for now as long as it asks us to, and within bounds."""

from datetime import UTC, datetime
from email.utils import format_datetime

import pytest

from tool_audit.connect.pauses import Pauses, is_for_now, seconds_of

NOW = 1_800_000_000.0


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("7", 7), (" 0 ", 0), (None, None), ("", None), ("soon", None), ("-3", None), ("9" * 400, 10**9)],
)
def test_a_number_of_seconds_is_read(text, seconds):
    assert seconds_of(text, NOW) == seconds


def test_a_date_is_read_as_the_seconds_until_then():
    later = format_datetime(datetime.fromtimestamp(NOW + 20, UTC), usegmt=True)
    assert seconds_of(later, NOW) == 20
    assert seconds_of(later, NOW + 50) == 0


def test_only_what_passes_is_for_now():
    assert is_for_now(429, None)
    assert is_for_now(503, 2.0)
    assert not is_for_now(503, None)
    assert not any(is_for_now(status, 2.0) for status in (None, 400, 404, 500))


def test_it_is_waited_as_long_as_asked_or_longer_each_time():
    assert Pauses().after(1, 7) == 7
    assert [Pauses().after(times, None) for times in (1, 2, 3)] == [1, 2, 4]


def test_it_is_waited_neither_too_long_at_once_nor_too_often_nor_too_long_altogether():
    assert Pauses().after(1, 31) is None
    assert Pauses().after(4, 1) is None
    pauses = Pauses()
    assert [pauses.after(1, 25) for _ in range(4)] == [25, 25, 25, None]
    assert pauses.after(1, 10) == 10
