"""What the size rules share: which replies may be compared, and how a size, a setting and a call are put in words."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping

from tool_audit import lazy_re
from tool_audit.model import ABSENT, Call, Json, Lines, Measurement, Sweep, ToolRun, Unit, canonical

_SAYS_FAILED = lazy_re.compile(
    r"\W{0,4}(?:error|exception|traceback|invalid|failed|failure|unknown|unsupported|cannot|could not)\b", re.IGNORECASE
)
_as_json = json.JSONEncoder(sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode
_STEADY = 0.1  # what changes in an answer matters to a size only where it changes the size
_FAILED_STATES = {"error", "failed", "failure"}
_UNITS = {Unit.CHARS: "characters"}
_BEYOND = 1e300  # what no float holds, and no server means


def measured(call: Call | None) -> Measurement | None:
    """Return the facts about a successful reply, None where there is none."""
    return call.measurement if call is not None and call.succeeded else None


def settings(sweep: Sweep) -> Iterator[tuple[Json, Call, Measurement]]:
    """Yield (value, call, measurement) of a sweep's successful calls that set the argument."""
    for value, call in zip(sweep.values, sweep.calls, strict=True):
        if value is not ABSENT and (measurement := measured(call)):
            yield value, call, measurement


def left_out(run: ToolRun, sweep: Sweep) -> Call | None:
    """Return the sweep's call without the argument, or else the tool's default call."""
    for value, call in zip(sweep.values, sweep.calls, strict=True):
        if value is ABSENT and measured(call):
            return call
    default = run.default
    return default if default is not None and measured(default) and sweep.argument not in default.arguments else None


def answers(reply: Measurement, default: Measurement) -> bool:
    """Whether a reply still tells something of what the default tells: neither empty nor an error in disguise."""
    return bool(reply.text.strip()) and not _is_hollow(reply.document, default) and not says_failed(reply)


def says_failed(reply: Measurement) -> bool:
    """Whether a reply that was not flagged as an error says that it is one; a word inside data does not count."""
    if reply.reads_failed:
        return True
    if isinstance(document := reply.document, Mapping):
        state = document.get("status")
        return (
            any(document.get(key) for key in ("error", "errors"))
            or any(document.get(key, True) is False for key in ("success", "ok"))
            or (isinstance(state, str) and state.lower() in _FAILED_STATES)
        )
    return reply.document is ABSENT and bool(_SAYS_FAILED.match(reply.text))


def useful_calls(run: ToolRun) -> list[Call]:
    """Return the calls of all sweeps that answer and fit under the cap, without the default.

    First those under the warning line, the fullest of them first; then the others, the smallest first.
    """
    base = measured(run.default)
    if base is None:
        return []
    found = {
        call.sent: (_rank(run, reply), call)
        for sweep in run.sweeps
        for value, call, reply in settings(sweep)
        if not below_one(value) and answers(reply, base) and not run.lines.over_cap(reply)
    }
    found.pop(canonical(run.default.arguments if run.default else {}), None)
    return [call for _, call in sorted(found.values(), key=lambda entry: entry[0])]


def unsteady(run: ToolRun) -> bool:
    """Whether the default answer changes from call to call so much that sizes cannot be compared."""
    if not run.volatile:
        return False
    first, again = measured(run.default), measured(run.repeat)
    return first is None or again is None or abs(first.chars - again.chars) > _STEADY * max(first.chars, again.chars)


def _rank(run: ToolRun, reply: Measurement) -> tuple[bool, int]:
    heavy = run.lines.over_warning(reply)
    return (heavy, reply.chars if heavy else -reply.chars)


def below_one(value: Json) -> bool:
    """Whether a value is a number that asks for nothing, or means "no limit" to some servers."""
    return is_number(value) and value < 1


def is_number(value: Json) -> bool:
    """Whether a value is a number that can be reckoned with; true and false are none."""
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return number and -_BEYOND < value < _BEYOND


def chars(count: int) -> str:
    """Put a size in words."""
    return f"{count:,} character{'' if count == 1 else 's'}"


def cost(reply: Measurement) -> str:
    """Put a reply's size in words: characters and tokens."""
    return f"{chars(reply.chars)}, {reply.tokens:,} tokens"


def shown(value: Json) -> str:
    """Return a value as a person would write it: words bare, all else as JSON in the characters that it has."""
    return value if isinstance(value, str) and value else _as_json(value)


def call_words(call: Call, default: Call) -> str:
    """Return in what a call differs from the default call, such as "detail=metadata"."""
    changed = {
        name: value
        for name, value in call.arguments.items()
        if name not in default.arguments or canonical(default.arguments[name]) != canonical(value)
    }
    return assignments(changed.items()) or "the same arguments"


def assignments(pairs: Iterable[tuple[str, Json]]) -> str:
    """Write arguments as "name=value, name=value", long values shortened."""
    texts = ((name, shown(value)) for name, value in pairs)
    return ", ".join(f"{name}={text if len(text) <= 60 else text[:57] + '...'}" for name, text in texts)


def cap_words(lines: Lines) -> str:
    """Say what the cap is and whose: "claude-code's cap (25,000 tokens or 50,000 characters)"."""
    limits = [f"{cap:,} {_UNITS.get(unit, unit.value)}" for unit, cap in lines.caps]
    why = f"; {lines.raised_by}" if lines.raised_by else ""
    return f"{lines.client}'s cap ({' or '.join(limits)}{why})"


def _is_hollow(document: Json, default: Measurement) -> bool:
    """Whether a document is empty, or is so where the default has its list."""
    if isinstance(document, list | dict) and not document:
        return True
    if isinstance(document, Mapping) and isinstance(default.document, Mapping):
        lists = {key: len(value) for key, value in default.document.items() if isinstance(value, list) and value}
        return bool(lists) and document.get(max(lists, key=lists.__getitem__), ABSENT) in ([], None)
    return False
