"""A call as all indicators see it: how it ended, how long its reply was, what its arguments come to."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from tool_audit import lazy_re
from tool_audit.measure.failing import reads_failed
from tool_audit.measure.payload import parse, spoken
from tool_audit.measure.tokens import TokenCounter
from tool_audit.model import (
    Disconnected,
    Form,
    Json,
    NoReply,
    Outcome,
    Refused,
    Replied,
    TimedOut,
    TooLarge,
    ToolFailed,
)
from tool_audit.model.indicators import NEITHER, Ending
from tool_audit.model.traffic import Used
from tool_audit.refusals.texts import refused_by_schema

Key: TypeAlias = tuple[str, str]
"""Server and tool."""

_SAID_BY_TOOLS: Final = frozenset({Ending.SUCCESS, Ending.UNFLAGGED, Ending.TOOL_ERROR})
"""Endings with words of the tool; the others are the same each time."""
_UNTOLD: Final = "its reply"
"""What stands in the reason of a NoReply where the log does not tell of one; else somebody stopped the call."""
_BY_GUARD: Final = "refused by the guard"
_INVALID_PARAMS: Final = -32602
_METHOD_NOT_FOUND: Final = -32601
_LONGEST_FAILURE: Final = 2_000
"""Characters: a longer text that begins like an error is more likely a document or a log."""
_NO_SUCH_TOOL: Final = lazy_re.compile(
    r"\b(?:unknown|no such|nonexistent) tool\b|\btool ['\"`]?[\w./-]+['\"`]? (?:was )?(?:not found|does not exist)"
    r"|\btool not found\b",
    re.IGNORECASE,
)
_HINTS: Final = (
    "err fail invalid exception status code found such exist missing unknown traceback false unavailable ambiguous not"
).split()
"""Words without one of which no text reads like a failure."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """One call. What the log does not tell is None, "" or empty."""

    session: str
    key: Key
    step: int
    ending: Ending
    text: str
    """Of the reply, as a model reads it; empty where the log does not hold it."""
    blocks: Sequence[str]
    chars: int | None
    tokens: int | None
    arguments: Mapping[str, Json] | None
    """None where the log keeps no values."""
    names: Sequence[str]
    sent: str
    """The arguments as compact JSON, keys in order; empty where the log keeps no values."""
    digest: str
    """Equal for equal arguments."""
    malformed: bool
    """What the model sent as arguments is no JSON object."""
    milliseconds: int | None

    @property
    def succeeded(self) -> bool:
        """Whether the tool did what it was called for, as far as one can tell."""
        return self.ending is Ending.SUCCESS

    @property
    def answer(self) -> int | None:
        """A number that equal replies share; None where none came, or the log does not hold what the tool said."""
        unknown = self.ending in _SAID_BY_TOOLS and not self.text and self.chars != 0
        if self.ending in NEITHER or unknown:
            return None
        return hash((self.ending, self.text))


def seen(used: Used, counter: TokenCounter | None) -> Seen:
    """Look at one call; without a counter, tokens are known only where the log tells them."""
    observation = used.observation
    probe, outcome = observation.probe, observation.outcome
    reply = spoken(outcome)
    text = reply.text if reply is not None else ""
    blocks: Sequence[str] = reply.blocks if reply is not None else ()
    chars: int | None = len(text) if reply is not None else None
    tokens = counter.count(text) if counter is not None and reply is not None else None
    if used.size is not None:
        chars, tokens = used.size.chars, used.size.tokens
        text, blocks = "", ()
    names = used.names
    sent = "" if names is not None else probe.canonical_arguments
    return Seen(
        session=used.session,
        key=(used.server, probe.subject.tool),
        step=used.step,
        ending=_ending(outcome, text),
        text=text,
        blocks=blocks,
        chars=chars,
        tokens=tokens,
        arguments=probe.arguments if names is None else None,
        names=tuple(probe.arguments) if names is None else names.names,
        sent=sent,
        digest=sent if names is None else names.digest,
        malformed=probe.form is not Form.OBJECT,
        milliseconds=round(observation.seconds * 1000) if observation.seconds > 0 else None,
    )


def _ending(outcome: Outcome, text: str) -> Ending:
    match outcome:
        case Replied():
            return Ending.UNFLAGGED if len(text) < _LONGEST_FAILURE and _fails(text) else Ending.SUCCESS
        case ToolFailed():
            return _of_error(text[:_LONGEST_FAILURE]) or Ending.TOOL_ERROR
        case Refused(code=code, message=message):
            return _of_code(code, message)
        case TimedOut():
            return Ending.TIMEOUT
        case Disconnected():
            return Ending.ENDED
        case TooLarge():
            return Ending.TOO_LARGE
        case NoReply(reason=reason):
            return Ending.NO_REPLY if _UNTOLD in reason else Ending.DECLINED


def _of_code(code: int, message: str) -> Ending:
    if message.startswith(_BY_GUARD):
        return Ending.GUARD
    if code == _METHOD_NOT_FOUND:
        return Ending.UNKNOWN_TOOL
    told = _of_error(message[:_LONGEST_FAILURE])
    return told or (Ending.INVALID if code == _INVALID_PARAMS else Ending.REFUSED)


def _of_error(text: str) -> Ending | None:
    if _NO_SUCH_TOOL.search(text):
        return Ending.UNKNOWN_TOOL
    return Ending.INVALID if refused_by_schema(text) else None


def _fails(text: str) -> bool:
    lower = text.lower()
    return any(hint in lower for hint in _HINTS) and reads_failed(parse(text), text)
