"""How long we wait for a server that turns us away for now: as long as it asks for, within bounds."""

from email.utils import parsedate_to_datetime
from typing import Final

TOO_MANY: Final = 429
_UNAVAILABLE: Final = 503

_LONGEST: Final = 30.0
_ALTOGETHER: Final = 90.0
"""Seconds that all waiting for one server may take."""

_UNTOLD: Final = 1.0
"""The first pause where a server does not say how long; each later one is twice as long."""

_TRIES: Final = 4


class Pauses:
    """What is left of our patience with one server."""

    def __init__(self) -> None:
        self._left = _ALTOGETHER

    def after(self, refusals: int, asked: float | None) -> float | None:
        """Return the seconds to wait before a call that was turned away so often is made again; None: not at all."""
        pause = max(asked if asked is not None else _UNTOLD * 2 ** (refusals - 1), 0.05)
        if refusals >= _TRIES or pause > min(_LONGEST, self._left):
            return None
        self._left -= pause
        return pause


def is_for_now(status: int | None, asked: float | None) -> bool:
    """Whether an HTTP status says that the same call may be taken later, and nothing of the call itself."""
    return status == TOO_MANY or (status == _UNAVAILABLE and asked is not None)


def seconds_of(retry_after: str | None, now: float) -> float | None:
    """Return the seconds that a Retry-After asks for: it holds a number, or a date; None where it is neither."""
    if retry_after is None:
        return None
    if retry_after.strip().isdecimal():
        return float(retry_after) if len(retry_after.strip()) < 10 else float(10**9)
    try:
        return max(parsedate_to_datetime(retry_after).timestamp() - now, 0.0)
    except (ValueError, OverflowError, IndexError):
        return None
