"""Flags error messages so long that they cost more than the call would have."""

from collections.abc import Iterator
from dataclasses import dataclass

from tool_audit.model import Call, Confidence, Hit, Json, Refused, Replied, Severity, ToolFailed, ToolRun
from tool_audit.refusals.unflagged import unflagged
from tool_audit.rule import tool_rule
from tool_audit.rules._sizes import assignments, chars

_ECHO = 200  # a sent text of this length is recognised where an error repeats it


@dataclass(frozen=True)
class Options:
    warning_chars: int = 11_000
    info_chars: int = 2_000


@tool_rule(group="A", severity=Severity.WARNING, confidence=Confidence.SEEN, options=Options)
def oversized_error(run: ToolRun, options: Options) -> Iterator[Hit]:
    """An error text is longer than an error needs to be."""
    errors = [(length, call) for call in run.calls if (length := _length(run, call)) > options.info_chars]
    if not errors:
        return
    length, call = max(errors, key=lambda error: error[0])
    sent = assignments(call.arguments.items()) or "nothing filled in"
    others = f" ({len(errors):,} of the tool's errors are over {options.info_chars:,})" if len(errors) > 1 else ""
    yield Hit(
        message=f"The error for {sent} is {chars(length)} long{others}.",
        calls=(call,),
        advice="Say in one or two sentences which argument is wrong and what would be accepted.",
        severity=Severity.WARNING if length > options.warning_chars else Severity.INFO,
    )


def _length(run: ToolRun, call: Call) -> int:
    """Return the characters of an error, flagged or not, without long texts of our own that it repeats; else 0."""
    match call.observation.outcome:
        case Refused(message=text):
            pass
        case ToolFailed() if call.measurement is not None:
            text = call.measurement.text
        case Replied() if call.measurement is not None and unflagged(run, call) is not None:
            text = call.measurement.text
        case _:
            return 0
    for echo in _long_texts(call.arguments):
        text = text.replace(echo, "")
    return len(text)


def _long_texts(arguments: Json) -> list[str]:
    found: list[str] = []
    rest = [arguments]
    while rest:
        match rest.pop():
            case str() as text if len(text) >= _ECHO:
                found.append(text)
            case list() as entries:
                rest += entries
            case dict() as members:
                rest += members.values()
    return sorted(found, key=len, reverse=True)
