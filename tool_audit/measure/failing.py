"""Whether a reply reads like a failure, flagged or not. A fact for choosing calls; rules judge on their own."""

import re
from collections.abc import Mapping
from typing import Final

from tool_audit import lazy_re
from tool_audit.model import ABSENT, Json
from tool_audit.refusals.envelopes import Asked, failed_by

_SAYS_SO: Final = lazy_re.compile(
    r"\s*(?:\W{0,4}\s*)?(?:error|failed|failure|invalid|exception|not found|no such|unknown|missing|traceback)\b",
    re.IGNORECASE,
)
_ABSENT_STATES: Final = frozenset("not_found notfound missing unavailable ambiguous".split())
_STATES: Final = frozenset("error failed failure invalid".split())
_FEW: Final = 3
"""Members: an object with more of them is a record, of a job that failed for example."""
_LONGEST: Final = 2_000
"""Characters: a longer text that begins with such a word is more likely a document or a log."""


_MISSED: Final = lazy_re.compile(
    r"\b(?:not found|no \w+ found|does(?: not|n't) exist|do(?: not|n't) exist|no such|could not be found"
    r"|(?:is|are) not (?:available|supported|allowed))\b",
    re.IGNORECASE,
)
_TEXTS: Final = frozenset("result text message content output data response".split())
_ONE_SENTENCE: Final = 200
"""Characters: a longer text tells more than that something is missing."""


def reads_failed(document: Json, text: str) -> bool:
    """Return whether a reply says of itself that it failed: in its status, or with its first words."""
    wrapped = _wrapped(document)
    if wrapped is not None:
        document, text = ABSENT, wrapped
    if isinstance(document, Mapping):
        states = (document.get("status", document.get("state")), document.get("type"))
        return (
            failed_by(document, Asked(sent={})) is not None
            or (any(document.get(flag) is False for flag in ("success", "ok")) and not _holds_more(document))
            or any(isinstance(state, str) and state.lower() in _ABSENT_STATES for state in states)
            or (len(document) <= _FEW and any(isinstance(state, str) and state.lower() in _STATES for state in states))
        )
    if document is not ABSENT or len(text) >= _LONGEST:
        return False
    missed = len(text) < _ONE_SENTENCE and "\n" not in text.strip() and _MISSED.search(text) is not None
    return missed or _headed_missed(text) or _SAYS_SO.match(text) is not None


def _holds_more(document: Mapping[str, Json]) -> bool:
    """Return whether a list or an object stands beside the flag: a report on what failed, no failure of the call."""
    return not document.get("error") and any(isinstance(value, list | Mapping) and value for value in document.values())


def _headed_missed(text: str) -> bool:
    """Return whether the heading of a short Markdown text says that something is missing: "# Note Not Found"."""
    heading = text.lstrip().partition("\n")[0]
    return heading.startswith("#") and len(heading) < _ONE_SENTENCE and _MISSED.search(heading) is not None


def _wrapped(document: Json) -> str | None:
    """Return the text that a framework put into an object of one member, as it does with each text."""
    if isinstance(document, Mapping) and len(document) == 1:
        ((key, value),) = document.items()
        return value if isinstance(value, str) and key in _TEXTS else None
    return None
