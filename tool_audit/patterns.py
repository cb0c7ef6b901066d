"""A server's regular expressions, tried on a text without ever hanging."""

import re
import warnings
from typing import Final

from tool_audit import lazy_re

TRIED_ON: Final = 200
"""Characters of a text that a pattern is tried on."""
BACKTRACKS: Final = lazy_re.compile(r"[+*}]\s*\)\s*[+*{]|\)\s*[+*{][^)]*\)\s*[+*{]")
"""Patterns that could run for ever."""


def breaks(pattern: str, text: str) -> bool:
    """Return whether a text certainly does not match a pattern; one that is unusable or dangerous proves nothing."""
    if len(pattern) > TRIED_ON or len(text) > TRIED_ON or BACKTRACKS.search(pattern):
        return False
    try:
        return re.search(pattern, text) is None
    except (re.error, RecursionError):
        return False


_NOWHERE: Final = ("unterminated character set", "unterminated subpattern", "unbalanced parenthesis")
"""Faults in the words of `re` that every engine has; what else it does not know, another may."""


def open_ended(pattern: str) -> bool:
    """Return whether a pattern leaves a bracket open, or closes one that is not: no engine takes that."""
    if re.search(r"\[\^?\]", pattern):  # the empty class, and any character, in JavaScript
        return False
    try:
        with warnings.catch_warnings(action="ignore"):
            re.compile(pattern)
    except re.error as error:
        return any(fault in str(error) for fault in _NOWHERE)
    except (RecursionError, OverflowError):
        return False
    return False
