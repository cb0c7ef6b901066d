"""How one call is written: its arguments, what came of it, and how it differs from another."""

from collections.abc import Iterable, Mapping
from typing import Final

from tool_audit import lazy_re
from tool_audit.model import (
    Arguments,
    Call,
    Disconnected,
    Form,
    Json,
    Measurement,
    NoReply,
    Outcome,
    Refused,
    Replied,
    TimedOut,
    TooLarge,
    ToolFailed,
    canonical,
)
from tool_audit.report.figures import counted, size
from tool_audit.report.safe import cut, json_text

LONGEST_ERROR: Final = 160
_BARE: Final = lazy_re.compile(r"[\w.-]{1,40}")


def outcome_word(outcome: Outcome) -> str:
    """Return the word by which reports name an outcome."""
    match outcome:
        case Replied():
            return "replied"
        case ToolFailed():
            return "tool-error"
        case Refused():
            return "refused"
        case TimedOut():
            return "timed-out"
        case Disconnected():
            return "disconnected"
        case TooLarge():
            return "too-large"
        case NoReply():
            return "no-reply"


def call_text(call: Call, *, ascii_only: bool = False) -> str:
    """Return a call on one line: the tool and what was sent, cut in the middle where it is long."""
    return f"{call.observation.probe.subject.tool} {cut(sent(call, ascii_only=ascii_only))}"


def outcome_text(call: Call) -> str:
    """Return what came of a call in a few words, figures included, such as "27 items, 16,980 chars"."""
    match call.observation.outcome:
        case Replied():
            return _sizes(call)
        case ToolFailed(result=result):
            return f"tool error: {cut(_error_text(call, result), LONGEST_ERROR)}"
        case Refused(code=code, message=message):
            return f"refused ({code}): {cut(message, LONGEST_ERROR)}"
        case TimedOut(limit=limit):
            return f"no answer within {limit:g} s"
        case Disconnected(reason=reason, exit_code=exit_code):
            ended = "" if exit_code is None else f" (exit code {exit_code})"
            return f"disconnected: {cut(reason, LONGEST_ERROR)}{ended}"
        case TooLarge(limit=limit):
            return f"over {size(limit)}, not read further"
        case NoReply(reason=reason):
            return f"no reply: {cut(reason, LONGEST_ERROR)}"


def sent(call: Call, *, ascii_only: bool = False) -> str:
    """Return what stood as the arguments of a call, as JSON; what was left out altogether is said in words."""
    match call.observation.probe.form:
        case Form.OBJECT:
            return json_text(dict(call.arguments), ascii_only=ascii_only)
        case Form.NONE:
            return "no arguments at all"
        case Form.TEXT:
            return '"x" as the arguments'


def tokens(call: Call) -> str:
    """Return the tokens of a reply; "over 1,234" where not all of it was counted."""
    measurement = call.measurement
    if measurement is None:
        return ""
    return f"{'' if measurement.tokens_complete else 'over '}{measurement.tokens:,}"


def media_text(measurement: Measurement) -> str:
    """Return what of a reply is neither in its characters nor in its tokens."""
    return f"{counted(measurement.media_chars, 'base64 char')} of images, audio or files"


def difference(arguments: Arguments, default: Arguments) -> str:
    """Return only what differs from the default call: "detail=metadata, without limit"."""
    changed = [
        f"{name}={_value(value)}"
        for name, value in arguments.items()
        if name not in default or canonical(default[name]) != canonical(value)
    ]
    dropped = [f"without {name}" for name in default if name not in arguments]
    return ", ".join(changed + dropped)


def distinct(calls: Iterable[Call]) -> tuple[Call, ...]:
    """Return each call once: experiments share equal calls."""
    return tuple({call.observation.probe.key: call for call in calls}.values())


def _sizes(call: Call) -> str:
    measurement = call.measurement
    if measurement is None:
        return "replied, not measured"
    items = [counted(measurement.items.count, "item")] if measurement.items is not None else []
    media = [media_text(measurement)] if measurement.media_chars else []
    counted_tokens = f"{tokens(call)} token" if measurement.tokens == 1 else f"{tokens(call)} tokens"
    return ", ".join([*items, counted(measurement.chars, "char"), counted_tokens, *media])


def _error_text(call: Call, result: Json) -> str:
    if call.measurement is not None and call.measurement.text:
        return call.measurement.text
    content = result.get("content") if isinstance(result, Mapping) else None
    blocks = content if isinstance(content, list) else []
    texts = [str(block["text"]) for block in blocks if isinstance(block, Mapping) and "text" in block]
    return "\n".join(texts) or "no text"


def _value(value: Json) -> str:
    return value if isinstance(value, str) and _BARE.fullmatch(value) else json_text(value)
