"""A server's regular expressions, tried on a text without ever hanging."""

import re
from typing import Final

TRIED_ON: Final = 200
"""Characters of a text that a pattern is tried on."""
BACKTRACKS: Final = re.compile(r"[+*}]\s*\)\s*[+*{]|\)\s*[+*{][^)]*\)\s*[+*{]")
"""Patterns that could run for ever."""


def breaks(pattern: str, text: str) -> bool:
    """Return whether a text certainly does not match a pattern; one that is unusable or dangerous proves nothing."""
    if len(pattern) > TRIED_ON or len(text) > TRIED_ON or BACKTRACKS.search(pattern):
        return False
    try:
        return re.search(pattern, text) is None
    except (re.error, RecursionError):
        return False
