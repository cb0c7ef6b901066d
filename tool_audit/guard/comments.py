"""What stands beside the lines of a policy: the figures that they are made from, and why they are as they are."""

from collections.abc import Sequence
from typing import Final

from tool_audit.guard.decide import plain, tokens_text
from tool_audit.guard.policy import Measured
from tool_audit.guard.propose import Pairs, Proposal, Proposed
from tool_audit.model import ABSENT, Json, Lines, SweepKind

_CHOOSES: Final = {
    SweepKind.DETAIL: "how much is told of each item, so that no item is lost",
    SweepKind.FORMAT: "how the same data is written",
    SweepKind.COUNT: "how many items come",
    SweepKind.SIZE: "how much text comes",
    None: "what comes",
}
_WITHIN: Final = "within the ceiling"
_OVER: Final = "over the ceiling"


def of_tool(measured: Sequence[Measured], found: Proposed, actions: Sequence[str] = ()) -> str:
    """Return the comment of a tool: what its default call costs, and what is guarded by the ceiling only."""
    if actions:
        named = ", ".join(map(plain, actions))
        return f"# Measured by action ({named}). A line would hold for every action: only the ceiling guards it."
    if not measured:
        return "# No figures of its default call: only the ceiling guards it."
    default = measured[0]
    told = f"# With what is required only: {_size(default)} on {plain(default.date)}"
    if not found.any_fits:
        return f"{told}, {_OVER}. No measured call of it fits: only the ceiling guards it."
    told += "." if found.default_fits else f", {_OVER}."
    if found.unguarded:
        names = ", ".join(map(plain, found.unguarded))
        told += f" No measured value of {names} fits: only the ceiling guards against it."
    return told


def of_line(proposal: Proposal, ceiling: Lines) -> tuple[str, ...]:
    """Return the comments of a line: its figures, and why it is there."""
    return (*figures(proposal.line.argument, proposal.pairs, ceiling), why(proposal))


def figures(argument: str, pairs: Pairs, ceiling: Lines) -> tuple[str, str]:
    """Return what the measured values cost: those that fit, and those that do not."""
    fit = [pair for pair in pairs if pair[1].fits(ceiling)]
    over = [pair for pair in pairs if not pair[1].fits(ceiling)]
    return f"# {plain(argument)}, {_WITHIN}: {_values(fit)}.", f"# {plain(argument)}, {_OVER}: {_values(over)}."


def _values(pairs: Pairs) -> str:
    if not pairs:
        return "nothing that was measured"
    (value, first), *others = pairs
    return "; ".join(
        [f"{_named(value)}: {_size(first)}", *(f"{_named(value)}: {one.chars:,}" for value, one in others)]
    )


def why(proposal: Proposal) -> str:
    """Return why a line is there."""
    line = proposal.line
    name = plain(line.argument)
    if line.required:
        return f"# {name} is required, for without it the reply is {_OVER}; it chooses {_CHOOSES[proposal.kind]}."
    taken = f"more than {line.most:g} was not measured to fit" if line.most is not None else "other values do not fit"
    return f"# {name} may be left out, for then the reply fits; {taken}."


def _named(value: Json) -> str:
    return "left out" if value is ABSENT else plain(value)


def _size(one: Measured) -> str:
    return f"{one.chars:,} characters, {tokens_text(one.tokens)}"
