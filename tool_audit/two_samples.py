"""Whether one figure of two samples differs by more than chance, and between what the difference lies.

The interval is the percentile bootstrap's (Efron and Tibshirani, "An Introduction to the Bootstrap", 1993, chapter 13),
drawn without drawing whole samples: the share of a resample is binomial, and its quantile is the value at the rank that
an order statistic of the uniform distribution has, which is beta distributed (David and Nagaraja, "Order Statistics",
2003, chapter 2). Whether there is a difference at all is Fisher's exact test ("Statistical Methods for Research
Workers", 5th edition, 1934); for a quantile it compares the shares above the quantile of both samples together
(Westenberg's and Mood's test, 1948 and 1950). Of many tests some show what is not there: the chances are adjusted as by
Benjamini and Hochberg (1995). Where nothing differs, the least of them is then below 5 % in at most one comparison of
twenty.
"""

import math
from bisect import bisect_left
from collections.abc import Callable, Sequence
from itertools import accumulate
from random import Random
from typing import Final, TypeAlias

from tool_audit.model.spread import Rate, Spread

DRAWS: Final = 2_000
_OUTSIDE: Final = 0.025
"""On each side of an interval of 95 %."""
_NEGLIGIBLE: Final = 1e-17

Effects: TypeAlias = tuple[float, float]
"""The design effects of both samples: so many calls tell as much as one (Kish, "Survey Sampling", 1965)."""
INDEPENDENT: Final = (1.0, 1.0)


def quantile_interval(
    before: Spread, after: Spread, percent: float, seed: str, effects: Effects = INDEPENDENT
) -> tuple[float, float]:
    """Return between what the difference of a quantile lies; both have values."""
    rng = Random(seed)  # noqa: S311 - the same figures must give the same interval
    return _interval(_quantiles(before, percent, rng, effects[0]), _quantiles(after, percent, rng, effects[1]))


def share_interval(before: Rate, after: Rate, seed: str, effects: Effects = INDEPENDENT) -> tuple[float, float]:
    """Return between what the difference of a share lies; both are of something."""
    rng = Random(seed)  # noqa: S311 - the same
    return _interval(_shares(thinned(before, effects[0]), rng), _shares(thinned(after, effects[1]), rng))


def thinned(rate: Rate, effect: float) -> Rate:
    """Return the rate of as many independent calls as these tell as much as."""
    if effect <= 1:
        return rate
    n = max(1, round(rate.n / effect))
    return Rate(round(n * (rate.share or 0)), n)


def chance_of_shares(before: Rate, after: Rate, effects: Effects = INDEPENDENT) -> float:
    """Return how often shares of one origin differ that much, or more (Fisher's exact test, two-sided by doubling)."""
    before, after = thinned(before, effects[0]), thinned(after, effects[1])
    n, taken, hits = before.n + after.n, before.n, before.count + after.count
    lowest, highest = max(0, hits - after.n), min(hits, taken)
    seen = before.count
    step = -1 if seen * n < taken * hits else 1
    end = lowest if step < 0 else highest
    log = _log_choose(hits, seen) + _log_choose(n - hits, taken - seen) - _log_choose(n, taken)
    term = total = math.exp(log)
    while seen != end and term > _NEGLIGIBLE * total:
        # from one count to the next, away from what is expected
        if step > 0:
            term *= (hits - seen) * (taken - seen) / ((seen + 1) * (n - hits - taken + seen + 1))
        else:
            term *= seen * (n - hits - taken + seen) / ((hits - seen + 1) * (taken - seen + 1))
        seen += step
        total += term
    return min(2 * total, 1.0)


def chance_of_quantiles(before: Spread, after: Spread, percent: float, effects: Effects = INDEPENDENT) -> float:
    """Return how often samples of one origin divide that unevenly at their common quantile, or more."""
    counts = dict(before.counts)
    for value, count in after.counts.items():
        counts[value] = counts.get(value, 0) + count
    largest = max(before.largest, after.largest)
    cut = Spread.of(counts, before.total + after.total, largest).at(percent) or 0
    # many values may be the quantile itself: they may stand on either side, and both are tried
    chances = [
        chance_of_shares(_above(before, bound), _above(after, bound), effects)
        for bound in (cut, cut - 1)
        if 0 < _above(before, bound).count + _above(after, bound).count < before.n + after.n
    ]
    return min(min(chances, default=1.0) * max(len(chances), 1), 1.0)


def adjusted(chances: Sequence[float]) -> tuple[float, ...]:
    """Return the chances adjusted for how many there are (Benjamini and Hochberg), in the same order."""
    order = sorted(range(len(chances)), key=lambda place: chances[place], reverse=True)
    found = [1.0] * len(chances)
    least = 1.0
    for rank, place in zip(range(len(chances), 0, -1), order, strict=True):
        least = min(least, chances[place] * len(chances) / rank)
        found[place] = least
    return tuple(found)


def _interval(before: Callable[[], float], after: Callable[[], float]) -> tuple[float, float]:
    differences = sorted(after() - before() for _ in range(DRAWS))
    outside = math.floor(DRAWS * _OUTSIDE)
    return (differences[outside], differences[DRAWS - 1 - outside])


def _quantiles(spread: Spread, percent: float, rng: Random, effect: float) -> Callable[[], float]:
    """Return what draws the quantile of a resample of the same size."""
    n = spread.n
    size = max(1, round(n / max(effect, 1)))
    rank = max(1, math.ceil(size * percent / 100))
    entries = list(spread.in_order())
    ends = list(accumulate(count for _, count in entries))
    values = [min(value, spread.largest) for value, _ in entries]

    def draw() -> float:
        place = math.ceil(n * rng.betavariate(rank, size - rank + 1))
        return values[bisect_left(ends, max(place, 1))]

    return draw


def _shares(rate: Rate, rng: Random) -> Callable[[], float]:
    """Return what draws the share of a resample of the same size: a binomial count, by the inverse of its sums."""
    n, count = rate.n, rate.count
    if count in {0, n}:
        return lambda: count / n
    odds = count / (n - count)
    up, down = [1.0], []
    for k in range(count, n):
        up.append(up[-1] * (n - k) / (k + 1) * odds)
        if up[-1] < _NEGLIGIBLE:
            break
    weight = 1.0
    for k in range(count, 0, -1):
        weight *= k / (n - k + 1) / odds
        down.append(weight)
        if weight < _NEGLIGIBLE:
            break
    sums = list(accumulate([*reversed(down), *up]))
    first = count - len(down)
    return lambda: (first + bisect_left(sums, rng.random() * sums[-1])) / n


def _above(spread: Spread, bound: int) -> Rate:
    return Rate(sum(count for value, count in spread.counts.items() if value > bound), spread.n)


def _log_choose(n: int, k: int) -> float:
    return math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)
