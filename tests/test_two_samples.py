import math
import random
from itertools import product

import pytest
from report.traffic_builders import spread

from tool_audit.model.spread import Rate, Spread
from tool_audit.two_samples import (
    DRAWS,
    adjusted,
    chance_of_quantiles,
    chance_of_shares,
    quantile_interval,
    share_interval,
)


def fisher(one, other):
    """Return the two-sided chance by adding up every table with these margins."""
    n, hits = one.n + other.n, one.count + other.count
    ways = {
        seen: math.comb(hits, seen) * math.comb(n - hits, one.n - seen)
        for seen in range(max(0, hits - other.n), min(hits, one.n) + 1)
    }
    whole = sum(ways.values())
    below = sum(count for seen, count in ways.items() if seen <= one.count) / whole
    above = sum(count for seen, count in ways.items() if seen >= one.count) / whole
    return min(1.0, 2 * min(below, above))


@pytest.mark.parametrize(
    ("first", "second"), list(product([(0, 9), (1, 9), (5, 9), (9, 9)], [(0, 14), (3, 14), (14, 14)]))
)
def test_the_chance_of_two_shares_is_that_of_every_table_added_up(first, second):
    one, other = Rate(*first), Rate(*second)
    assert chance_of_shares(one, other) == pytest.approx(fisher(one, other))
    assert chance_of_shares(other, one) == pytest.approx(fisher(one, other))


def test_the_lady_who_tastes_tea_is_the_published_case():
    # Fisher (1935), "The Design of Experiments": all of eight cups right is one of seventy
    assert chance_of_shares(Rate(4, 4), Rate(0, 4)) == pytest.approx(2 / 70)


def test_millions_of_calls_are_no_trouble():
    assert chance_of_shares(Rate(500_000, 10_000_000), Rate(500_100, 10_000_000)) > 0.5
    assert chance_of_shares(Rate(500_000, 10_000_000), Rate(510_000, 10_000_000)) < 1e-9


def test_samples_without_a_value_in_common_have_other_quantiles():
    low, high = spread([1] * 100), spread([2] * 100)
    assert all(chance_of_quantiles(low, high, percent) < 1e-9 for percent in (50, 90, 99))


def test_equal_values_have_equal_quantiles():
    assert chance_of_quantiles(spread([5] * 100), spread([5] * 300), 90) == 1.0


def test_a_share_of_a_resample_is_spread_as_a_binomial_one():
    # against resamples drawn call by call
    rng = random.Random(3)
    before, after = Rate(30, 100), Rate(60, 150)
    drawn = sorted(
        sum(rng.random() < 0.4 for _ in range(150)) / 150 - sum(rng.random() < 0.3 for _ in range(100)) / 100
        for _ in range(DRAWS)
    )
    expected = (drawn[50], drawn[-51])
    assert share_interval(before, after, "seed") == pytest.approx(expected, abs=0.02)


@pytest.mark.parametrize("percent", [50, 90])
def test_a_quantile_of_a_resample_is_spread_as_one_drawn_value_by_value(percent):
    rng = random.Random(5)
    samples = [[rng.randrange(1_000) for _ in range(n)] for n in (120, 200)]
    drawn = []
    for _ in range(DRAWS):
        before, after = (spread(rng.choices(sample, k=len(sample))).at(percent) for sample in samples)
        drawn.append(after - before)
    drawn.sort()
    before, after = map(spread, samples)
    assert quantile_interval(before, after, percent, "seed") == pytest.approx((drawn[50], drawn[-51]), abs=30)


def test_the_same_figures_give_the_same_interval():
    before, after = spread(range(100)), spread(range(50, 150))
    assert quantile_interval(before, after, 50, "a") == quantile_interval(before, after, 50, "a")
    assert share_interval(Rate(3, 40), Rate(9, 40), "a") == share_interval(Rate(3, 40), Rate(9, 40), "a")


def test_none_and_all_have_no_width():
    assert share_interval(Rate(0, 40), Rate(40, 40), "a") == (1.0, 1.0)
    assert quantile_interval(spread([4] * 30), spread([9] * 30), 90, "a") == (5, 5)


def test_chances_are_adjusted_as_published():
    # Benjamini and Hochberg (1995), section 4.1: of these fifteen the first four are below 5 %
    chances = [
        *(0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344),
        *(0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0),
    ]
    found = adjusted(chances)
    assert [one <= 0.05 for one in found] == [True] * 4 + [False] * 11
    assert found[0] == pytest.approx(0.0015)
    assert adjusted(chances[::-1]) == found[::-1]


def test_nothing_is_adjusted_to_nothing():
    assert adjusted([]) == ()


def test_an_empty_sample_has_no_say_in_the_quantiles():
    assert chance_of_quantiles(Spread(), spread(range(30)), 50) == 1.0


@pytest.mark.parametrize("percent", [50, 90])
def test_calls_that_tell_as_much_as_fewer_give_wider_intervals(percent):
    before, after = spread(range(1_000)), spread(range(100, 1_100))
    low, high = quantile_interval(before, after, percent, "a")
    wider = quantile_interval(before, after, percent, "a", (9.0, 9.0))
    assert (wider[1] - wider[0]) / (high - low) == pytest.approx(3, rel=0.25)
    shares = [share_interval(Rate(300, 1_000), Rate(400, 1_000), "a", effects) for effects in ((1.0, 1.0), (9.0, 9.0))]
    assert (shares[1][1] - shares[1][0]) / (shares[0][1] - shares[0][0]) == pytest.approx(3, rel=0.25)
