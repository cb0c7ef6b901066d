"""A call and its tool's policy -> a refusal, or none. A call is passed on as it is, or not at all: never clamped."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Final

from tool_audit.guard.policy import GuardPolicy, Line, Measured, ToolPolicy, plain_name
from tool_audit.model import ABSENT, Arguments, Json, canonical

_SUGGESTED: Final = 3
"""Calls that fit and are named in a refusal."""
_LONGEST_VALUE: Final = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """Why a call, or a reply, is not passed on, and what to call instead. `line` says which line of which file."""

    error: str
    """unbounded-call, unknown-argument, unusable-arguments or reply-too-large."""
    message: str
    line: str
    argument: str | None = None
    allowed: Json = None
    """The values that fit, or the bounds between which they do; None where that is not known."""
    measured: Json = None
    """What was measured of such a call: its arguments, chars, tokens and date."""
    retryable: bool = True
    """Whether another call of this tool can be answered."""

    @property
    def body(self) -> dict[str, Json]:
        """Return it as JSON, under the names that callers rely on."""
        return {
            "error": self.error,
            "message": self.message,
            "argument": self.argument,
            "allowed": self.allowed,
            "measured": self.measured,
            "policy": self.line,
            "retryable": self.retryable,
        }


def refusal_of(policy: GuardPolicy, name: str, arguments: Json) -> Refusal | None:
    """Return why a call is refused, None where it is passed on. What is left out, or null, is the server's default."""
    tool = policy.of(name)
    if tool is None:
        return None
    given = {} if arguments is None or arguments is ABSENT else arguments
    if not isinstance(given, dict):
        return Refusal(
            error="unusable-arguments",
            message=f"{tool.name}: arguments must be an object.",
            line=_place(policy, tool),
        )
    return next(_refusals(policy, tool, given), None)


def _refusals(policy: GuardPolicy, tool: ToolPolicy, given: Arguments) -> Iterator[Refusal]:
    yield from _unknown(policy, tool, given)
    for line in tool.lines:
        value = given.get(line.argument, ABSENT)
        if value is None:
            value = ABSENT
        if value is ABSENT:
            if line.required:
                yield _over(policy, tool, line, value)
        elif not line.takes(value):
            yield _over(policy, tool, line, value)


def _unknown(policy: GuardPolicy, tool: ToolPolicy, given: Arguments) -> Iterator[Refusal]:
    """Yield a refusal for each name that is not declared, or that only a lenient server takes for one with a line."""
    known = tool.arguments
    lines = {plain_name(line.argument): line.argument for line in tool.lines}
    for name in given:
        meant = lines.get(plain_name(name))
        if known is not None and name in known:
            continue
        strange = policy.refuse_unknown and known is not None
        if not strange and (meant is None or meant == name):
            continue
        near = meant or next(iter(get_close_matches(name, known or (), n=1, cutoff=0.6)), None)
        takes = f"it takes {', '.join(known)}" if known else "it takes no arguments"
        hint = f"did you mean {near}?" if near else f"{takes}."
        yield Refusal(
            error="unknown-argument",
            message=f"{tool.name} has no argument {shown(name)}: {hint}",
            line=f"{policy.source}: [tools.{_key(tool.name)}] arguments",
            argument=name,
            allowed=list(known) if known is not None else [meant],
        )


def _over(policy: GuardPolicy, tool: ToolPolicy, line: Line, value: Json) -> Refusal:
    measured = tool.as_measured(line.argument, value)
    return Refusal(
        error="unbounded-call",
        message=f"{_what(policy, tool, line, value, measured)} {instead(tool, line)}",
        line=f"{_place(policy, tool)}.lines.{_key(line.argument)}]",
        argument=line.argument,
        allowed=allowed(line),
        measured=None if measured is None else _measured(measured),
    )


def _what(policy: GuardPolicy, tool: ToolPolicy, line: Line, value: Json, measured: Measured | None) -> str:
    sent = f"{tool.name} without {line.argument}" if value is ABSENT else f"{tool.name} with {_sent(line, value)}"
    if measured is not None:
        figures = f"{measured.chars:,} characters ({tokens_text(measured.tokens)}, {policy.tokenizer})"
        return f"{sent} returned {figures} when measured on {measured.date}."
    if line.allowed:
        return f"{sent} was not measured to fit."
    wanted = f"a number from {line.least:g} to {line.most:g}" if line.most is not None else "another value"
    return f"{sent} is refused: {line.argument} must be {wanted}, above which replies did not fit or were not measured."


def instead(tool: ToolPolicy, line: Line) -> str:
    """Return the sentence that names calls that fit: measured ones first, else what the line takes."""
    measured = [
        f"{line.argument}={plain(value)} ({one.chars:,})"
        for value, one in list(tool.fitting(line.argument))[:_SUGGESTED]
    ]
    if measured:
        return f"Call again with {' or '.join(measured)}."
    if line.allowed:
        return f"Call again with {' or '.join(f'{line.argument}={plain(one)}' for one in line.allowed[:_SUGGESTED])}."
    if line.most is not None:
        return f"Call again with {line.argument} from {line.least:g} to {line.most:g}."
    return f"Call again with {line.argument}."


def allowed(line: Line) -> Json:
    """Return what a line takes, as JSON."""
    if line.allowed:
        return list(line.allowed)
    return None if line.most is None else {"minimum": line.least, "maximum": line.most}


def tokens_text(tokens: int) -> str:
    """Return tokens in words, to three digits: the data may have changed since they were counted."""
    digits = max(0, len(str(tokens)) - 3)
    return f"about {round(tokens, -digits):,} tokens"


def plain(value: Json) -> str:
    """Return a value as a caller writes it: a plain word without quotes."""
    return value if isinstance(value, str) and value and not set(value) - _PLAIN else shown(value)


def shown(value: Json) -> str:
    """Return a value as JSON, cut where it is long."""
    text = canonical(value)
    return text if len(text) <= _LONGEST_VALUE else text[: _LONGEST_VALUE - 3] + "..."


_PLAIN: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.")


def _sent(line: Line, value: Json) -> str:
    # "1000" is no number: who sent it should see that it is a text
    return f"{line.argument}={plain(value) if line.allowed else shown(value)}"


def _measured(one: Measured) -> dict[str, Json]:
    return {"arguments": dict(one.arguments), "chars": one.chars, "tokens": one.tokens, "date": one.date}


def _place(policy: GuardPolicy, tool: ToolPolicy) -> str:
    return f"{policy.source}: [tools.{_key(tool.name)}"


def _key(name: str) -> str:
    return name if name and not set(name) - (_PLAIN - {"."}) else canonical(name)


def names_of(arguments: Json) -> Sequence[str]:
    """Return the names that a call sends, sorted; none where it sends no object."""
    return sorted(arguments) if isinstance(arguments, dict) else ()
