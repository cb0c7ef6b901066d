"""What the text of a failed call says became of it: clients put all that went wrong into one and the same place.

The texts are those that public session logs and bug reports of the clients show. Most are the client's own words; the
ones that a server's library adds (`MCP error -32602: ...`) mean the same wherever they stand.
"""

import re
from typing import Final

from tool_audit import lazy_re
from tool_audit.model import Disconnected, Json, NoReply, Outcome, Refused, TimedOut, TooLarge, ToolFailed
from tool_audit.model.traffic import Size

_LOOKED_AT: Final = 600
"""Characters: what a client has to say stands at the beginning."""
_INVALID_PARAMS: Final = -32602
_NO_SUCH_TOOL: Final = -32601
_REQUEST_TIMED_OUT: Final = -32001
_CONNECTION_CLOSED: Final = -32000

_TURNED_AWAY: Final = (
    ("The user doesn't want to", "a person declined it"),
    ("User rejected", "a person declined it"),
    ("user rejected", "a person declined it"),
    ("[Request interrupted by user", "a person interrupted it"),
    ("Interrupted by user", "a person interrupted it"),
    ("aborted by user", "a person interrupted it"),
    ("Permission to use", "it was not permitted"),
    ("Claude requested permissions", "it was not permitted"),
    ("This action was rejected", "it was not permitted"),
    ("Command blocked by PreToolUse hook", "a hook turned it away"),
    ("PreToolUse:", "a hook turned it away"),
    ("Sibling tool call errored", "it was cancelled with a call beside it"),
    ("Cancelled: parallel tool call", "it was cancelled with a call beside it"),
)
_REFUSED: Final = (
    ("InputValidationError", _INVALID_PARAMS),
    ("failed to parse function arguments", _INVALID_PARAMS),
    ("No such tool available", _NO_SUCH_TOOL),
    ("unsupported call", _NO_SUCH_TOOL),
)
_BY_CODE: Final = lazy_re.compile(r"^.{0,200}?\bM(?:CP|cp) error:? (-\d{4,6})\b", re.DOTALL)
_TIMED_OUT: Final = ("MCP ", "tool call", "Request timed out", "timed out awaiting", "Timed out awaiting")
_SECONDS: Final = lazy_re.compile(r"\bafter (\d+(?:\.\d+)?) ?(ms|s)")
_CAP_STARTS: Final = ("Error: result (", "result (", 'MCP tool "', 'Error: MCP tool "', "<persisted-output>")
_OVER_CAP: Final = lazy_re.compile(
    r'(?:result|MCP tool "[^"]*" response) \(([\d,]+) (characters|tokens)[^)]*\) exceeds maximum allowed tokens'
    r"(?: \(([\d,]+)\))?"
)
_SAVED: Final = lazy_re.compile(r"<persisted-output>\s*Output too large \(([\d.,]+) ?([KMG]?)B\)", re.IGNORECASE)
_UNITS: Final = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}


def told_outcome(text: str, result: Json) -> Outcome:
    """Return what became of a call that a client marks as failed with this text, which `result` holds as well."""
    head = text[:_LOOKED_AT].lstrip().removeprefix("<tool_use_error>").lstrip().removeprefix("Error: ")
    for start, reason in _TURNED_AWAY:
        if head.startswith(start):
            return NoReply(reason=reason)
    for start, code in _REFUSED:
        if head.startswith(start):
            return Refused(code=code, message=text)
    if (found := _BY_CODE.search(head)) is not None:
        return _by_code(int(found[1]), text, head)
    if head.startswith(_TIMED_OUT) and "timed out" in head.lower():
        return TimedOut(limit=_limit(head))
    return ToolFailed(result=result)


def _by_code(code: int, text: str, head: str) -> Outcome:
    if code == _REQUEST_TIMED_OUT and "timed out" in head.lower():
        return TimedOut(limit=_limit(head))
    if code == _CONNECTION_CLOSED and "closed" in head.lower():
        return Disconnected(reason=head)
    return Refused(code=code, message=text)


def _limit(head: str) -> float:
    found = _SECONDS.search(head)
    if found is None:
        return 0.0
    return float(found[1]) / (1000 if found[2] == "ms" else 1)


def over_the_cap(text: str) -> tuple[TooLarge, Size] | None:
    """Read the note that a client gives the model in place of a reply that is over its cap; None: it is no such note.

    The model saw the note (and a short preview at most); the size is that of the reply. The limit is 0 where the note
    does not tell it, and in tokens where it does.
    """
    if not text.startswith(_CAP_STARTS):
        return None
    head = text[:_LOOKED_AT]
    if (found := _OVER_CAP.search(head)) is not None:
        count = _number(found[1])
        size = Size(chars=count) if found[2] == "characters" else Size(tokens=count)
        return TooLarge(limit=_number(found[3] or "0")), size
    if (found := _SAVED.match(head)) is not None:
        number, unit = found[1].replace(",", ""), _UNITS[found[2].upper()]
        whole, _, part = number.partition(".")
        return TooLarge(limit=0), Size(chars=_number(whole) * unit + unit * _number(part[:1]) // 10)
    return None


def _number(digits: str) -> int:
    digits = digits.replace(",", "")[:15]
    return int(digits) if digits.isdecimal() else 0
