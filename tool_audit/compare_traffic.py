"""Two saved reports of agents' sessions -> what became better or worse by more than chance."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from tool_audit.model import Json
from tool_audit.model.shifts import Direction, Period, Shift, Shifts, ShiftUnit
from tool_audit.model.spread import Rate, Spread
from tool_audit.saved_json import encoding_of
from tool_audit.two_samples import (
    INDEPENDENT,
    Effects,
    adjusted,
    chance_of_quantiles,
    chance_of_shares,
    quantile_interval,
    share_interval,
)

FEWEST: Final = 20
"""Of fewer calls on either side nothing is said; those of one session that are alike count for fewer."""
FEWEST_BEYOND: Final = 2
"""Nor of a quantile beyond which fewer values lie: of p99 where there are fewer than 200."""
NOISE: Final = 0.05
_UNSURE: Final = 10.0
"""How alike calls are is itself an estimate. Over it by one so many-th of the sessions: what Student's t has, squared,
over the normal distribution at the chances (about 0.001) that remain of 5 % among some dozens of figures."""
_LEAST_SESSIONS: Final = 2
QUANTILES: Final = (50, 90, 99)
RATES: Final = {
    "over_warning": False,
    "over_cap": False,
    "errors": False,
    "recovered": True,
    "invalid": False,
    "again": False,
    "unreferred": False,
    "followed": True,
}
"""Rate -> whether more of it is better."""
_BY_LINES: Final = frozenset({"over_warning", "over_cap"})
_BY_STEPS: Final = frozenset({"recovered", "followed"})
_WORST_FIRST: Final = (Direction.WORSE, Direction.BETTER, Direction.SAME, Direction.FEW)

_Document: TypeAlias = Mapping[str, Json]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Terms:
    """What can be compared at all."""

    unit: ShiftUnit
    """Of sizes: tokens where both were counted in one way."""
    same_steps: bool
    """Whether both looked as far for a recovery, and for a call for more."""


def compare_traffic(old: _Document, new: _Document) -> Shifts:
    """Return what differs; both are documents of the schema `tool-audit/sli/1`."""
    terms = _terms(old, new)
    before, after = _tools(old), _tools(new)
    both = [key for key in before if key in after]
    told = list(_spreads("", "", _spread(old["steps"]), _spread(new["steps"]), ShiftUnit.STEPS, INDEPENDENT))
    for server, tool in both:
        told += _of_tool(server, tool, before[server, tool], after[server, tool], terms)
    other_lines = [key for key in both if before[key]["lines"] != after[key]["lines"]]
    return Shifts(
        before=_period(old),
        after=_period(new),
        shifts=tuple(sorted(_judged(told), key=_rank)),
        added=tuple(sorted(after.keys() - before.keys())),
        gone=tuple(sorted(before.keys() - after.keys())),
        notes=tuple(_notes(old, new, terms, len(other_lines))),
    )


def _terms(old: _Document, new: _Document) -> _Terms:
    counted = bool(old["tokenizer"]) and encoding_of(old["tokenizer"]) == encoding_of(new["tokenizer"])
    return _Terms(unit=ShiftUnit.TOKENS if counted else ShiftUnit.CHARS, same_steps=old["within"] == new["within"])


def _notes(old: _Document, new: _Document, terms: _Terms, other_lines: int) -> Iterator[str]:
    if terms.unit is ShiftUnit.CHARS and (old["tokenizer"] or new["tokenizer"]):
        yield "sizes are compared in characters: tokens were not counted in the same way"
    if not terms.same_steps:
        yield "recoveries and calls for more are not compared: they were looked for within different numbers of steps"
    if min(old["sessions"], new["sessions"]) < _LEAST_SESSIONS:
        yield "of a single session nothing tells how sessions differ: its calls count for few"
    if other_lines:
        what = "1 tool has" if other_lines == 1 else f"{other_lines:,} tools have"
        yield f"replies over a line are not compared where the lines differ: {what} others now"


def _period(document: _Document) -> Period:
    return Period(
        date=document["date"],
        first=document["logs"]["first"],
        last=document["logs"]["last"],
        sessions=document["sessions"],
        tasks=document["tasks"],
        calls=document["calls"],
    )


def _tools(document: _Document) -> dict[tuple[str, str], _Document]:
    return {
        (server["name"], tool["name"]): tool
        for server in document["servers"]
        for tool in server["tools"]
        if tool["calls"]
    }


def _of_tool(server: str, tool: str, old: _Document, new: _Document, terms: _Terms) -> Iterator[Shift]:
    key = "tokens" if terms.unit is ShiftUnit.TOKENS else "chars"
    if old[key] is not None and new[key] is not None:
        effects = (_alike(old, "sizes"), _alike(new, "sizes"))
        yield from _spreads(server, tool, _spread(old[key]), _spread(new[key]), terms.unit, effects)
    for name, more_is_better in RATES.items():
        if name in _BY_LINES and old["lines"] != new["lines"]:
            continue
        if name in _BY_STEPS and not terms.same_steps:
            continue
        before, after = _rate(old[name]), _rate(new[name])
        if before.share is None or after.share is None:
            continue
        shift = Shift(
            server=server,
            tool=tool,
            figure=name,
            unit=ShiftUnit.SHARE,
            more_is_better=more_is_better,
            before=before.share,
            after=after.share,
            n_before=before.n,
            n_after=after.n,
            direction=Direction.FEW,
        )
        effects = (_alike(old, name), _alike(new, name))
        if min(before.n / effects[0], after.n / effects[1]) >= FEWEST:
            low, high = share_interval(before, after, _seed(shift), effects)
            shift = replace(shift, low=low, high=high, chance=chance_of_shares(before, after, effects))
        yield shift


def _spreads(server: str, tool: str, old: Spread, new: Spread, unit: ShiftUnit, effects: Effects) -> Iterator[Shift]:
    for percent in QUANTILES:
        before, after = old.at(percent), new.at(percent)
        if before is None or after is None:
            continue
        shift = Shift(
            server=server,
            tool=tool,
            figure=f"p{percent}",
            unit=unit,
            more_is_better=False,
            before=before,
            after=after,
            n_before=old.n,
            n_after=new.n,
            direction=Direction.FEW,
        )
        fewest = min(old.n / effects[0], new.n / effects[1])
        if fewest >= FEWEST and fewest * (100 - percent) >= FEWEST_BEYOND * 100:
            low, high = quantile_interval(old, new, percent, _seed(shift), effects)
            shift = replace(shift, low=low, high=high, chance=chance_of_quantiles(old, new, percent, effects))
        yield shift


def _alike(tool: _Document, figure: str) -> float:
    """Return how many calls tell as much as one; of a figure of which that is not known, as of the most alike one.

    Where all calls are of one session it is known of none: they might as well be one.
    """
    effects: Mapping[str, float] = tool["alike"]
    sessions: int = tool["sessions"]
    if not effects and sessions >= _LEAST_SESSIONS:
        return 1.0  # no figure of it varies
    effect = effects.get(figure) or max(effects.values(), default=1.0)
    return effect * (1 + _UNSURE / max(sessions - 1, 1))


def _judged(shifts: list[Shift]) -> Iterator[Shift]:
    """Yield them with their directions: what chance alone would show among so many is no difference."""
    chances = iter(adjusted([shift.chance for shift in shifts if shift.chance is not None]))
    for shift in shifts:
        if shift.chance is None or shift.low is None or shift.high is None:
            yield shift
            continue
        chance = next(chances)
        beyond = chance <= NOISE and shift.difference != 0 and not shift.low <= 0 <= shift.high
        better = (shift.difference > 0) is shift.more_is_better
        moved = Direction.BETTER if better else Direction.WORSE
        yield replace(shift, chance=chance, direction=moved if beyond else Direction.SAME)


def _rank(shift: Shift) -> tuple[object, ...]:
    chance = 1.0 if shift.chance is None else shift.chance
    return (_WORST_FIRST.index(shift.direction), chance, shift.server, shift.tool, shift.figure)


def _seed(shift: Shift) -> str:
    # names out of logs need not encode
    return ascii((shift.server, shift.tool, shift.figure))


def _rate(found: _Document) -> Rate:
    return Rate(found["count"], found["n"])


def _spread(found: _Document) -> Spread:
    return Spread.of(dict(found["counts"]), found["total"], found["largest"])
