"""How long replies are, how long calls take, and how many replies are over the lines of the client."""

from collections.abc import Callable
from dataclasses import dataclass, field

from tool_audit.model import Lines, Part
from tool_audit.model.indicators import Ending, Shown
from tool_audit.model.spread import Rate, Spread
from tool_audit.transcripts.seen import Key, Seen


@dataclass(slots=True, kw_only=True)
class ToolSizes:
    """One tool."""

    lines: Lines
    surely_under: int = field(init=False)
    """Characters, and tokens, up to which no cap is reached, whatever it is counted in."""
    calls: int = 0
    sessions: set[int] = field(default_factory=set)
    """A hash of each."""
    tokens: Spread = field(default_factory=Spread)
    chars: Spread = field(default_factory=Spread)
    milliseconds: Spread = field(default_factory=Spread)
    over_warning: int = 0
    over_cap: int = 0
    sized: int = 0
    """Replies of a known size."""
    largest: Shown | None = None

    def __post_init__(self) -> None:
        """Find what no cap can be below: a character is four bytes at most, and a line's end is one."""
        self.surely_under = min((cap for _, cap in self.lines.caps), default=1 << 62) // 4 - 1

    def over(self) -> tuple[Rate, Rate]:
        """Return how many replies are over the warning line, and over the cap; without tokens only the cap is known."""
        return Rate(self.over_warning, self.tokens.n), Rate(self.over_cap, self.sized)


class Sizes:
    """All tools. `lines_of` says which lines are in force for one; `shown` how arguments, `named` how ids are shown."""

    def __init__(
        self, lines_of: Callable[[Key], Lines], shown: Callable[[Seen], str], named: Callable[[str], str]
    ) -> None:
        self.tools: dict[Key, ToolSizes] = {}
        self._lines_of = lines_of
        self._shown = shown
        self._named = named

    def call(self, call: Seen) -> None:
        """Take one call."""
        tool = self.tools.get(call.key)
        if tool is None:
            tool = self.tools[call.key] = ToolSizes(lines=self._lines_of(call.key))
        tool.calls += 1
        tool.sessions.add(hash(call.session))
        if call.milliseconds is not None:
            tool.milliseconds.add(call.milliseconds)
        if call.tokens is not None:
            tool.tokens.add(call.tokens)
        if call.chars is not None or call.tokens is not None:
            self._sized(tool, call)

    def _sized(self, tool: ToolSizes, call: Seen) -> None:
        chars = call.chars or 0
        known = tool.chars.largest if call.tokens is None else tool.tokens.largest
        if tool.largest is None or (chars if call.tokens is None else call.tokens) >= known > 0:
            tool.largest = Shown(
                session=self._named(call.session), arguments=self._shown(call), tokens=call.tokens, chars=call.chars
            )
        if call.chars is not None:
            tool.chars.add(chars)
        tool.sized += 1
        # what the client kept from its model is over its cap; the settings may have another
        over_cap = call.ending is Ending.TOO_LARGE and not tool.lines.raised_by
        if not over_cap and max(chars, call.tokens or 0) > tool.surely_under:
            part = Part(text=call.text, chars=chars, tokens=call.tokens or 0)
            over_cap = tool.lines.excess((part,)) is not None
        tool.over_cap += over_cap
        tool.over_warning += over_cap or (call.tokens or 0) > tool.lines.warn_tokens
