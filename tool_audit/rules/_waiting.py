"""Which calls were not answered in time for a good reason: the tool waits as it says, or told that it was at work."""

import re
from typing import Final

from tool_audit import lazy_re
from tool_audit.model import Call, Json, TimedOut, ToolSpec
from tool_audit.schema import arguments_of
from tool_audit.vocabulary import words_of

_WAITING: Final = frozenset("wait waits sleep delay pause watch poll monitor subscribe listen tail follow".split())
_SAYS: Final = lazy_re.compile(
    r"\b(?:waits?|sleeps?|pauses?|delays?|blocks? (?:until|for)|polls?|watch(?:es)? (?:for|until)|long[- ]running)\b",
    re.IGNORECASE,
)
_SECONDS: Final = {
    **dict.fromkeys("ms millis milliseconds msec".split(), 0.001),
    **dict.fromkeys("minutes minute mins min".split(), 60.0),
    **dict.fromkeys("hours hour hrs".split(), 3_600.0),
}
_DURATIONS: Final = frozenset("duration timeout seconds second secs sec delay interval wait time sleep".split())
_MARGIN: Final = 0.8
"""A wait of this share of our patience may well outlast it, with what a call needs besides."""


def was_at_work(call: Call) -> str:
    """Say why a call that was not answered in time need not have hung; nothing where it must."""
    outcome = call.observation.outcome
    if isinstance(outcome, TimedOut) and outcome.progress:
        return f"it told of its progress {outcome.progress:,} times" if outcome.progress > 1 else "it told of progress"
    return ""


def waits_as_told(tool: ToolSpec, call: Call) -> bool:
    """Whether a tool says that it waits, for a time that the caller sets and that may be longer than our patience."""
    outcome = call.observation.outcome
    if not isinstance(outcome, TimedOut):
        return False
    if not (_WAITING & set(words_of(tool.name)) or _SAYS.search(tool.description)):
        return False
    for argument in arguments_of(tool):
        words = set(words_of(argument.name))
        if words & (_DURATIONS | _SECONDS.keys()):
            seconds = _seconds(words, call.arguments.get(argument.name, argument.default))
            if seconds is None or seconds >= _MARGIN * outcome.limit:
                return True
    return False


def _seconds(words: set[str], value: Json) -> float | None:
    """Return a duration in seconds; a large number without a unit is taken for milliseconds."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    unit = next((factor for word, factor in _SECONDS.items() if word in words), None)
    if unit is None:
        unit = 0.001 if value >= 1_000 and not words & {"seconds", "second", "secs", "sec"} else 1.0
    return value * unit
