"""The last line: a reply that is over the ceiling all the same, for it was never measured, or the data grew."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from tool_audit.connect.raw_replies import outcome_of
from tool_audit.guard.decide import Refusal, plain, tokens_text
from tool_audit.guard.policy import GuardPolicy, ToolPolicy
from tool_audit.measure import TokenCounter
from tool_audit.measure.payload import compact, spoken
from tool_audit.model import Arguments, Excess, Json, Lines, Part, Unit, canonical

_SUGGESTED: Final = 2
_UNITS: Final = {Unit.TOKENS: "tokens", Unit.CHARS: "characters", Unit.BYTES: "bytes", Unit.LINES: "lines"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """How much a reply is: of its text and its structuredContent, each of which a client may show, the larger."""

    parts: tuple[Part, ...]

    @property
    def chars(self) -> int:
        """Characters (code points)."""
        return max((part.chars for part in self.parts), default=0)

    @property
    def tokens(self) -> int:
        """Tokens."""
        return max((part.tokens for part in self.parts), default=0)


def size_of(message: dict[str, Json], counter: TokenCounter) -> Size:
    """Return the size of an answer of the server."""
    distinct = dict.fromkeys(text for text in _texts(message) if text)
    return Size(parts=tuple(Part(text=text, chars=len(text), tokens=counter.count(text)) for text in distinct))


def _texts(message: dict[str, Json]) -> Iterator[str]:
    """Yield what a client may show: of an answer that is a result and an error, either."""
    parts: list[dict[str, Json]] = [{key: message[key]} for key in ("result", "error") if key in message]
    for part in parts or [message]:
        taken = spoken(outcome_of(part))
        if taken is not None:
            yield from (taken.text, taken.structured_text)
    error = message.get("error")
    if isinstance(error, dict) and error.get("data") is not None:
        yield compact(error["data"])


def text_size(raw: bytes, counter: TokenCounter) -> Size:
    """Return the size of a message that cannot be read, as it stands."""
    text = raw.decode("utf-8", "replace")
    return Size(parts=(Part(text=text, chars=len(text), tokens=counter.count(text)),))


def over(policy: GuardPolicy, name: str, arguments: Json, size: Size) -> Refusal | None:
    """Return the refusal of a reply that is over the ceiling of its tool; None where it is not."""
    tool = policy.of(name)
    ceiling = tool.ceiling if tool is not None and tool.ceiling is not None else policy.ceiling
    excess = ceiling.excess(size.parts)
    if excess is None:
        return None
    sent = canonical(arguments if arguments is not None else {})
    narrower = [] if tool is None else list(_narrower(tool, ceiling, sent))
    own = f"tools.{tool.name}.ceiling" if tool is not None and tool.ceiling is not None else "ceiling"
    return Refusal(
        error="reply-too-large",
        message=f"{_what(policy, name, excess, size)} {_advice(name, narrower)}",
        line=f"{policy.source}: [{own}]",
        allowed=[dict(one) for one in narrower] or None,
        measured={"chars": size.chars, "tokens": size.tokens},
        retryable=bool(narrower),
    )


def _what(policy: GuardPolicy, name: str, excess: Excess, size: Size) -> str:
    figures = f"{size.chars:,} characters ({tokens_text(size.tokens)}, {policy.tokenizer})"
    return (
        f"{name or 'The call'} returned {figures}, over the {excess.cap:,} {_UNITS[excess.unit]} that may be passed on;"
        " nothing of it is shown, for a part would look like all there is."
    )


def _advice(name: str, narrower: list[Arguments]) -> str:
    if not narrower:
        return f"No narrower call of {name or 'it'} was measured: ask for less, or for one thing."
    calls = [", ".join(f"{argument}={plain(value)}" for argument, value in one.items()) for one in narrower]
    return f"Call again with {' or '.join(calls)}."


def _narrower(tool: ToolPolicy, ceiling: Lines, sent: str) -> Iterator[Arguments]:
    """Yield the smallest measured calls with arguments that fit, but not the one that was just made."""
    fits = [
        one for one in tool.measured if one.arguments and one.fits(ceiling) and canonical(dict(one.arguments)) != sent
    ]
    yield from (one.arguments for one in sorted(fits, key=lambda one: one.chars)[:_SUGGESTED])
