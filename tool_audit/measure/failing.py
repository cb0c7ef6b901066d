"""Whether a reply reads like a failure, flagged or not. A fact for choosing calls; rules judge on their own."""

import re
from collections.abc import Mapping
from typing import Final

from tool_audit.model import ABSENT, Json

_SAYS_SO: Final = re.compile(
    r"\s*(?:\W{0,4}\s*)?(?:error|failed|failure|invalid|exception|not found|no such|unknown|missing|traceback)\b",
    re.IGNORECASE,
)
_STATES: Final = frozenset("error failed failure not_found notfound invalid missing unavailable ambiguous".split())
_LONGEST: Final = 2_000
"""Characters: a longer text that begins with such a word is more likely a document or a log."""


def reads_failed(document: Json, text: str) -> bool:
    """Return whether a reply says of itself that it failed: in its status, or with its first words."""
    if isinstance(document, Mapping):
        state = document.get("status", document.get("state"))
        return (
            bool(document.get("error") or document.get("errors"))
            or document.get("success") is False
            or document.get("ok") is False
            or (isinstance(state, str) and state.lower() in _STATES)
        )
    return document is ABSENT and len(text) < _LONGEST and _SAYS_SO.match(text) is not None
