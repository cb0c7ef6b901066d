"""Where a policy and what the server is now have drifted apart: what is said of it, with figures then and now."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from tool_audit.guard.decide import shown, tokens_text
from tool_audit.guard.policy import Measured
from tool_audit.model import Arguments, Json

if TYPE_CHECKING:  # it takes its time to import, and the command line needs this file for its first word
    from tool_audit.guard.over import Size


class Kind(StrEnum):
    """What has drifted, by the name that programs rely on."""

    TOOL_GONE = "tool-gone"
    ARGUMENT_GONE = "argument-gone"
    ARGUMENT_UNKNOWN = "argument-unknown"
    VALUE_GONE = "value-gone"
    OVER_CEILING = "over-ceiling"
    CALL_FAILS = "call-fails"
    TOOL_UNKNOWN = "tool-unknown"
    FITS_NOW = "fits-now"
    """A call is refused that would fit: no harm, but no need."""
    NOT_MEASURED = "not-measured"
    """Whether the policy holds could not be told of this call."""


ANEW: Final = "make the report again, and the policy from it: `tool-audit guard init REPORT.json`"
"""What to do about most of it."""
HARMLESS: Final = frozenset({Kind.FITS_NOW, Kind.NOT_MEASURED})


@dataclass(frozen=True, slots=True, kw_only=True)
class Drift:
    """One sentence about one tool, and what it is made from."""

    kind: Kind
    tool: str
    message: str
    advice: str = ""
    argument: str | None = None
    arguments: Arguments | None = None
    """Of the call that shows it."""
    then: Json = None
    now: Json = None

    @property
    def counts(self) -> bool:
        """Whether the policy does not do any more what it says."""
        return self.kind not in HARMLESS

    @property
    def body(self) -> dict[str, Json]:
        """Return it as the JSON that programs read."""
        return {
            "kind": self.kind.value,
            "tool": self.tool,
            "argument": self.argument,
            "arguments": None if self.arguments is None else dict(self.arguments),
            "message": self.message,
            "advice": self.advice,
            "then": self.then,
            "now": self.now,
            "counts": self.counts,
        }


def call_text(tool: str, arguments: Arguments) -> str:
    """Return a call as a reader knows it."""
    said = ", ".join(f"{name}={shown(value)}" for name, value in arguments.items())
    return f"{tool}({said})"


def then_of(measured: Measured | None) -> Json:
    """Return what was measured then, as JSON."""
    if measured is None:
        return None
    return {"chars": measured.chars, "tokens": measured.tokens, "date": measured.date}


def now_of(size: "Size") -> Json:
    """Return what is measured now, as JSON."""
    return {"chars": size.chars, "tokens": size.tokens}


def figures(chars: int, tokens: int) -> str:
    """Return the size of a reply in words."""
    return f"{chars:,} characters ({tokens_text(tokens)})"


def then_and_now(measured: Measured | None, size: "Size") -> str:
    """Return what a call returned then and returns now, as a sentence goes on behind it."""
    now = f"returns {figures(size.chars, size.tokens)} now"
    if measured is None:
        return f"{now} and was not measured before"
    return f"returned {figures(measured.chars, measured.tokens)} on {measured.date} and {now}"


def in_order(drifts: Iterable[Drift]) -> list[Drift]:
    """Return what counts first, and of that what is worst for the agent first."""
    order = list(Kind)
    return sorted(drifts, key=lambda one: (not one.counts, one.tool, order.index(one.kind)))
