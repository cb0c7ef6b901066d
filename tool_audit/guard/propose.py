"""Measured calls and a ceiling -> the lines that they give rise to: equal figures always give rise to equal lines."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import Final, TypeAlias

from tool_audit.guard.facts import NUMBERED, is_number
from tool_audit.guard.policy import Line, Measured
from tool_audit.model import ABSENT, Json, Lines, SweepKind, canonical

Pairs: TypeAlias = Sequence[tuple[Json, Measured]]
"""Values of one argument, ABSENT where it was left out, each with the call that sent it."""

_RANK: Final = {SweepKind.DETAIL: 0, SweepKind.FORMAT: 1, SweepKind.COUNT: 2, SweepKind.SIZE: 2}
"""Which argument is made required: one that leaves out details keeps every item, one that counts loses some."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """A line, the figures that it is made from, and what its argument chooses."""

    line: Line
    pairs: Pairs
    kind: SweepKind | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposed:
    """What the measured calls of one tool give rise to."""

    proposals: Mapping[str, Proposal]
    swept: Mapping[str, Pairs]
    default_fits: bool
    any_fits: bool
    unguarded: tuple[str, ...] = ()
    """Arguments that no line can be made for, though a value of them does not fit."""

    def line(self, argument: str) -> Line | None:
        """Return the line of an argument, None where there is none."""
        proposal = self.proposals.get(argument)
        return None if proposal is None else proposal.line

    @property
    def helps(self) -> bool:
        """Whether a call that does not fit is refused, or there was none."""
        return not self.unguarded and (self.default_fits or bool(self.proposals))


def proposed(measured: Sequence[Measured], kinds: Mapping[str, SweepKind], ceiling: Lines) -> Proposed:
    """Return the lines of one tool; the first measured call is the default one."""
    if not measured:
        return Proposed(proposals={}, swept={}, default_fits=True, any_fits=True)
    swept = swept_in(measured)
    fits = measured[0].fits(ceiling)
    any_fits = any(one.fits(ceiling) for one in measured)
    if fits:
        over = [name for name, pairs in swept.items() if not all(one.fits(ceiling) for _, one in pairs)]
        made = {name: _proposal(name, swept[name], kinds.get(name), ceiling, required=False) for name in over}
    else:
        made = {name: _proposal(name, pairs, kinds.get(name), ceiling, required=True) for name, pairs in swept.items()}
        best = min(
            (one for one in made.values() if one is not None), key=lambda one: _order(one, ceiling), default=None
        )
        made = {} if best is None else {best.line.argument: best}
    return Proposed(
        proposals={name: one for name, one in made.items() if one is not None},
        swept=swept,
        default_fits=fits,
        any_fits=any_fits,
        unguarded=tuple(name for name, one in made.items() if one is None),
    )


def swept_in(measured: Sequence[Measured]) -> dict[str, Pairs]:
    """Return for each argument the calls that are the default one but for it, the default one first."""
    default = measured[0]
    found: dict[str, list[tuple[Json, Measured]]] = {}
    for one in measured[1:]:
        names = list(_differing(one, default))
        if len(names) == 1 and names[0] in one.arguments:
            pairs = found.setdefault(names[0], [(default.arguments.get(names[0], ABSENT), default)])
            pairs.append((one.arguments[names[0]], one))
    return dict(found)


def _differing(one: Measured, other: Measured) -> Iterator[str]:
    for name in {**one.arguments, **other.arguments}:
        both = name in one.arguments and name in other.arguments
        if not both or canonical(one.arguments[name]) != canonical(other.arguments[name]):
            yield name


def _order(proposal: Proposal, ceiling: Lines) -> tuple[int, int]:
    smallest = min(
        one.chars
        for value, one in proposal.pairs
        if value is not ABSENT and proposal.line.takes(value) and one.fits(ceiling)
    )
    return (_rank(proposal), smallest)


def _rank(proposal: Proposal) -> int:
    if proposal.kind is not None:
        return _RANK[proposal.kind]
    return max(_RANK.values()) if proposal.line.most is not None else 0


def _proposal(
    argument: str, pairs: Pairs, kind: SweepKind | None, ceiling: Lines, *, required: bool
) -> Proposal | None:
    sent = [(value, one) for value, one in pairs if value is not ABSENT]
    counted = kind in NUMBERED
    fit = [value for value, one in sent if one.fits(ceiling) and not (counted and is_number(value) and value <= 0)]
    if not fit:
        return None
    line = Line(argument=argument, required=required, allowed=tuple(fit))
    if all(is_number(value) for value, _ in sent):
        first_over = min((value for value, one in sent if not one.fits(ceiling) and value > 0), default=inf)
        below = [value for value in fit if value < first_over]
        if below:
            least = min(1, *below)
            line = Line(argument=argument, required=required, most=max(below), least=least)
    return Proposal(line=line, pairs=pairs, kind=kind)
