"""How alike the calls of one session are: a session with one bad file has many errors, and no two of them are news.

The design effect (Kish, "Survey Sampling", 1965, chapter 5) says how many times as much a figure varies as that of
independent calls would: so many calls tell as much as one. A comparison of two times counts with it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log1p
from typing import Final

from tool_audit.model.indicators import NEITHER, Ending
from tool_audit.transcripts.seen import Key, Seen

_TOTALS: Final = ("over_warning", "over_cap", "invalid", "again")
"""Figures that come as what they are after each call: (count, of) each, in this order."""
_FIGURES: Final = ("sizes", "errors", *_TOTALS)
_NO_TOTALS: Final = ((0, 0),) * len(_TOTALS)
_LEAST_SESSIONS: Final = 2


@dataclass(slots=True)
class Varied:
    """One figure of one tool over all sessions, each told as its number of calls and the sum of its values."""

    sessions: int = 0
    n: float = 0
    total: float = 0
    squares: float = 0
    """Of the values of the calls."""
    nn: float = 0
    nt: float = 0
    tt: float = 0

    def session(self, n: float, total: float, squares: float) -> None:
        """Take a session that is over."""
        self.sessions += 1
        self.n += n
        self.total += total
        self.squares += squares
        self.nn += n * n
        self.nt += n * total
        self.tt += total * total

    @property
    def design_effect(self) -> float | None:
        """Return the design effect, at least 1; None of a single session, and of values that are all the same."""
        if self.sessions < _LEAST_SESSIONS:
            return None
        mean = self.total / self.n
        alone = self.squares - self.n * mean * mean
        if alone <= 1e-9 * max(self.squares, 1.0):
            return None
        between = self.tt - 2 * mean * self.nt + mean * mean * self.nn
        return max(1.0, between * self.sessions / (self.sessions - 1) / alone)


class Likeness:
    """All tools."""

    def __init__(self) -> None:
        self._varied: dict[Key, dict[str, Varied]] = {}
        self._totals: dict[Key, Sequence[tuple[int, int]]] = {}
        self._open: dict[str, dict[Key, list[list[float]]]] = {}

    def call(self, call: Seen, totals: Sequence[tuple[int, int]]) -> None:
        """Take one call, and what its tool comes to with it: over the warning line, over the cap, invalid, again."""
        tools = self._open.setdefault(call.session, {})
        sums = tools.get(call.key)
        if sums is None:
            sums = tools[call.key] = [[0.0, 0.0, 0.0] for _ in _FIGURES]
        size = call.chars if call.tokens is None else call.tokens
        if size is not None:
            value = log1p(size)
            _add(sums[0], 1, value, value * value)
        if call.ending not in NEITHER:
            failed = call.ending is not Ending.SUCCESS
            _add(sums[1], 1, failed, failed)
        for known, now, before in zip(sums[2:], totals, self._totals.get(call.key, _NO_TOTALS), strict=True):
            if now != before:
                count = now[0] - before[0]
                _add(known, now[1] - before[1], count, count)
        self._totals[call.key] = totals

    def end(self, session: str) -> None:
        """Take a session that is over."""
        for key, sums in self._open.pop(session, {}).items():
            varied = self._varied.setdefault(key, {})
            for figure, (n, total, squares) in zip(_FIGURES, sums, strict=True):
                if n:
                    varied.setdefault(figure, Varied()).session(n, total, squares)

    def of(self, key: Key) -> Mapping[str, float]:
        """Return figure -> design effect, where it is known."""
        found = ((figure, one.design_effect) for figure, one in self._varied.get(key, {}).items())
        return {figure: round(effect, 3) for figure, effect in found if effect is not None}


def _add(sums: list[float], n: float, value: float, square: float) -> None:
    sums[0] += n
    sums[1] += value
    sums[2] += square
