import math
import random

import pytest

from tool_audit.model.spread import Rate, Spread


def spread(values):
    made = Spread()
    for value in values:
        made.add(value)
    return made


def nearest_rank(values, percent):
    return sorted(values)[max(1, math.ceil(len(values) * percent / 100)) - 1]


@pytest.mark.parametrize("percent", [1, 25, 50, 90, 99, 100])
@pytest.mark.parametrize("n", [1, 2, 3, 10, 99, 100, 101, 1_000])
def test_a_quantile_is_the_value_at_its_rank(n, percent):
    rng = random.Random(n)
    values = [rng.randrange(1_000) for _ in range(n)]
    assert spread(values).at(percent) == nearest_rank(values, percent)


@pytest.mark.parametrize("percent", [50, 90, 99])
def test_a_quantile_of_large_values_is_right_to_three_digits(percent):
    rng = random.Random(percent)
    values = [int(rng.lognormvariate(9, 2)) for _ in range(5_000)]
    assert spread(values).at(percent) == pytest.approx(nearest_rank(values, percent), rel=0.005)


def test_the_largest_the_sum_and_the_number_are_exact():
    made = spread([1_234_567, 7, 89_999])
    assert (made.largest, made.total, made.n) == (1_234_567, 1_324_573, 3)
    assert made.at(100) == 1_234_567


def test_no_quantile_is_over_the_largest_value():
    # to three digits it would be 1,240
    assert spread([1_236, 1_236, 1_236]).at(50) == 1_236


def test_nothing_has_no_quantile():
    assert Spread().at(50) is None


def test_the_values_kept_stay_few_however_many_there_are():
    made = spread(range(1, 300_000))
    assert len(made.counts) < 4_000
    assert made.at(50) == 150_000


def test_a_spread_is_read_back_off_its_counts():
    made = spread([3, 3, 4_567, 12])
    assert Spread.of(dict(made.in_order()), made.total, made.largest) == made


@pytest.mark.parametrize(
    ("count", "n", "low", "high"),
    [
        # the method without a correction in the comparison of Newcombe (1998), Statistics in Medicine 17, table I
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_an_interval_is_the_published_one(count, n, low, high):
    assert Rate(count, n).interval == pytest.approx((low, high), abs=5e-5)


def test_what_is_none_or_all_is_within_its_interval():
    assert Rate(0, 7).interval[0] == 0.0
    assert Rate(7, 7).interval[1] == 1.0


def test_a_share_of_nothing_is_not_known():
    assert (Rate(0, 0).share, Rate(0, 0).interval) == (None, None)


def test_an_interval_holds_the_true_share_nineteen_times_of_twenty():
    rng = random.Random(7)
    hit = 0
    for _ in range(400):
        low, high = Rate(sum(rng.random() < 0.12 for _ in range(80)), 80).interval
        hit += low <= 0.12 <= high
    assert hit / 400 == pytest.approx(0.95, abs=0.03)
