"""Figures over many calls: how values spread, and a share with what chance alone would make of it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import ceil, sqrt
from typing import Final

_EXACT: Final = 1_000
"""Values below are kept as they are, larger ones to three digits: so a spread of any number of values stays small."""
_Z: Final = 1.959964
"""Of the normal distribution, for 95 % between -z and z."""


@dataclass(slots=True)
class Spread:
    """How many times each value was seen, to three digits; the largest and the sum are exact. Whole numbers from 0."""

    counts: dict[int, int] = field(default_factory=dict)
    n: int = 0
    total: int = 0
    largest: int = 0

    def add(self, value: int) -> None:
        """Count one value."""
        place = value if value < _EXACT else _to_three_digits(value)
        self.counts[place] = self.counts.get(place, 0) + 1
        self.n += 1
        self.total += value
        self.largest = max(self.largest, value)

    def at(self, percent: float) -> int | None:
        """Return the value that so many of a hundred do not exceed (nearest rank); None where there is none."""
        if not self.n:
            return None
        return self.ranked(max(1, ceil(self.n * percent / 100)))

    def ranked(self, rank: int) -> int:
        """Return the value of a rank, from 1 for the smallest."""
        if rank >= self.n:
            return self.largest
        seen = 0
        for value, count in self.in_order():
            seen += count
            if seen >= rank:
                return min(value, self.largest)
        return self.largest

    def in_order(self) -> Iterator[tuple[int, int]]:
        """Yield each value and how often it was seen, the smallest first."""
        yield from sorted(self.counts.items())

    @classmethod
    def of(cls, counts: Mapping[int, int], total: int, largest: int) -> "Spread":
        """Return the spread that these were read off."""
        return cls(counts=dict(counts), n=sum(counts.values()), total=total, largest=largest)


def _to_three_digits(value: int) -> int:
    unit: int = 10 ** (len(str(value)) - 3)
    return (value + unit // 2) // unit * unit


@dataclass(frozen=True, slots=True)
class Rate:
    """`count` of `n`."""

    count: int
    n: int

    @property
    def share(self) -> float | None:
        """Return the share, from 0 to 1; None of nothing."""
        return self.count / self.n if self.n else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """Return what the share may be, with a confidence of 95 %, if the calls are a sample (Wilson's score, 1927)."""
        if not self.n:
            return None
        share, squared = self.count / self.n, _Z * _Z
        middle = (share + squared / (2 * self.n)) / (1 + squared / self.n)
        half = _Z * sqrt(share * (1 - share) / self.n + squared / (4 * self.n * self.n)) / (1 + squared / self.n)
        # what is exactly none, or all, is within
        low = 0.0 if self.count == 0 else max(middle - half, 0.0)
        high = 1.0 if self.count == self.n else min(middle + half, 1.0)
        return (low, high)
