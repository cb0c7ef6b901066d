"""What stands in a reply, whatever its shape: its text, its structured data, its media, the value it is written for."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from tool_audit.model import (
    ABSENT,
    Disconnected,
    Json,
    NoReply,
    Outcome,
    Refused,
    Replied,
    TimedOut,
    TooLarge,
    ToolFailed,
)

_compact: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), check_circular=False)
_FOR_PROGRAMS = {"_meta", "isError", "structuredContent", "resultType"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Payload:
    """The parts of one reply. `text` is the headline: see `Measurement`."""

    text: str
    blocks: tuple[str, ...] = ()
    text_chars: int = 0
    structured: Json = ABSENT
    structured_text: str = field(default="", repr=False)
    """`structured` as compact JSON; empty where there is none."""
    media_chars: int = 0
    document: Json = ABSENT


def payload(outcome: Outcome) -> Payload | None:
    """Take a reply apart; None where there was no reply."""
    taken = spoken(outcome)
    if taken is None:
        return None
    return replace(taken, document=_document(taken.text, taken.blocks, taken.structured))


def compact(value: Json) -> str:
    """Return `value` as JSON without spaces and escapes; empty where it is nested too deep to be written."""
    try:
        return _compact.encode(value)
    except RecursionError:
        return ""


def parse(text: str) -> Json:
    """Return the JSON object or array that the whole text is, or ABSENT; NaN and Infinity are let pass."""
    start = text[:64].lstrip("\ufeff \t\r\n")
    if start and start[0] not in "{[":
        return ABSENT
    try:
        value = json.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError):
        return ABSENT
    return value if isinstance(value, dict | list) else ABSENT


def spoken(outcome: Outcome) -> Payload | None:
    """Take a reply apart as `payload` does, but for the value it is written for: what only sizes are asked of."""
    match outcome:
        case Replied(result=result) | ToolFailed(result=result):
            return _spoken(result)
        case Refused(message=message):
            return Payload(text=message, blocks=(message,), text_chars=len(message))
        case TimedOut() | Disconnected() | TooLarge() | NoReply():
            return None


def _spoken(result: Json) -> Payload:
    fields = result if isinstance(result, Mapping) else {}
    structured = fields.get("structuredContent", ABSENT)
    if structured is None:
        structured = ABSENT
    content = fields.get("content")
    entries = content if isinstance(content, list) else [] if content is None else [content]
    blocks = tuple(text for entry in entries if (text := _text(entry)) is not None)
    media_chars = sum(_media_chars(entry) for entry in entries)
    structured_text = "" if structured is ABSENT else compact(structured)
    text = joined = "\n".join(blocks)
    if not blocks:
        text = structured_text or ("" if media_chars else _odd_result(result))
    return Payload(
        text=text,
        blocks=blocks,
        text_chars=len(joined),
        structured=structured,
        structured_text=structured_text,
        media_chars=media_chars,
    )


def _odd_result(result: Json) -> str:
    """Return what a client that takes any shape could show: the result itself, without what is only for programs."""
    if isinstance(result, str):
        return result
    if isinstance(result, Mapping):
        result = {
            key: value
            for key, value in result.items()
            if key not in _FOR_PROGRAMS and not (key == "content" and value in (None, []))
        }
    return "" if result in (None, {}, []) else compact(result)


def _text(entry: Json) -> str | None:
    """Return the text that a content block carries, None where it carries none."""
    match entry:
        case {"type": "text", "text": str(text)} | {"resource": {"text": str(text)}}:
            return text
        case {"type": "image" | "audio"}:
            return None
        case {"text": str(text)} | (str() as text):
            return text
    return None


def _media_chars(entry: Json) -> int:
    match entry:
        case {"resource": {"blob": str(data)}} | {"data": str(data)}:
            return len(data)
    return 0


def _document(text: str, blocks: Sequence[str], structured: Json) -> Json:
    """Return the JSON value that the reply is written for; each text is parsed once at most."""
    if len(blocks) > 1:
        values = []
        for block in blocks:
            value = parse(block)
            if value is ABSENT:
                return structured
            values.append(value)
        return values
    if not blocks and structured is not ABSENT:
        return structured
    value = parse(text)
    if value is not ABSENT or _wraps(structured, text):
        return value
    return structured


def _wraps(structured: Json, text: str) -> bool:
    """Whether structured content is the text and no more, as frameworks add it to every text: then it is no data."""
    return isinstance(structured, Mapping) and len(structured) == 1 and text in structured.values()
