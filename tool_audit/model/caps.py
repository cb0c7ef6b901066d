"""The cap and the warning line, and what of a reply is held against them."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from tool_audit.model.measured import Measurement


class Unit(StrEnum):
    """What a cap is counted in."""

    TOKENS = "tokens"
    CHARS = "chars"
    BYTES = "bytes"  # of the text as UTF-8
    LINES = "lines"


class Counted(StrEnum):
    """What of a reply a cap is held against."""

    REPLY = "reply"  # all of it
    EACH_PART = "each-part"  # each text block by itself
    SINGLE_PART = "single-part"  # all of it, but only where it is one text block: several pass whole


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A text that a client may show, and its size."""

    text: str
    chars: int
    tokens: int
    exact: bool = True
    """False where the tokens were not counted but taken in proportion."""

    def size(self, unit: Unit) -> int:
        """Return how much it is in one unit."""
        match unit:
            case Unit.TOKENS:
                return self.tokens
            case Unit.CHARS:
                return self.chars
            case Unit.BYTES:
                return max(self.chars, len(self.text.encode("utf-8", "surrogatepass")))
            case Unit.LINES:
                return self.text.count("\n") + (not self.text.endswith("\n"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Excess:
    """A part of a reply that is over a cap."""

    part: Part
    unit: Unit
    cap: int
    size: int


def text_parts(reply: Measurement, counted: Counted) -> tuple[Part, ...]:
    """Return what of a reply's headline a cap is held against."""
    whole = Part(text=reply.text, chars=reply.chars, tokens=reply.tokens, exact=reply.tokens_complete)
    if counted is Counted.SINGLE_PART and (len(reply.blocks) > 1 or reply.media_chars):
        return ()
    if counted is Counted.EACH_PART and len(reply.blocks) > 1:
        return tuple(part_of(block, whole) for block in reply.blocks)
    return (whole,)


def part_of(text: str, whole: Part) -> Part:
    """Return a text as a part, its tokens in proportion to those of the whole reply."""
    tokens = round(whole.tokens * len(text) / whole.chars) if whole.chars else 0
    return Part(text=text, chars=len(text), tokens=tokens, exact=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Lines:
    """The cap and the warning line in force for one tool, and who set them."""

    client: str
    cap_tokens: int | None
    cap_chars: int | None
    warn_tokens: int
    action: str = "no longer show its model the whole of it"
    """What the client does over the cap, as the end of "CLIENT would ..."."""
    raised_by: str = ""
    """Why the lines are not the client's own: the tool's `_meta`, or a written reason from the settings."""
    cap_bytes: int | None = None
    """Bytes of the text as UTF-8."""
    cap_lines: int | None = None
    counted: Counted = Counted.REPLY

    @property
    def caps(self) -> tuple[tuple[Unit, int], ...]:
        """Each cap with its unit; a reply is over the cap where it is over any."""
        caps = (
            (Unit.TOKENS, self.cap_tokens),
            (Unit.CHARS, self.cap_chars),
            (Unit.BYTES, self.cap_bytes),
            (Unit.LINES, self.cap_lines),
        )
        return tuple((unit, cap) for unit, cap in caps if cap is not None)

    def excess(self, parts: Iterable[Part]) -> Excess | None:
        """Return what is most over its cap, None where nothing is."""
        over = [
            Excess(part=part, unit=unit, cap=cap, size=size)
            for part in parts
            for unit, cap in self.caps
            if (size := part.size(unit)) > cap
        ]
        return max(over, key=lambda one: one.size / one.cap, default=None)

    def over_cap(self, reply: Measurement) -> bool:
        """Whether the client no longer shows its model the whole of this reply."""
        return self.excess(text_parts(reply, self.counted)) is not None

    def over_warning(self, reply: Measurement) -> bool:
        """Whether this reply is over the warning line (or over the cap)."""
        return reply.tokens > self.warn_tokens or self.over_cap(reply)
