import math
from fractions import Fraction

import numpy as np
import pytest
from scipy import stats

from cactus_sim.stats.intervals import combination, difference, mean, ratio, student_quantile

RNG = np.random.default_rng(5)
X = RNG.integers(-50, 80, 300)
Y = X // 2 + RNG.integers(0, 30, 300)


def sums(*columns):
    data = [[int(value) for value in column] for column in columns]
    totals = [sum(column) for column in data]
    return totals, [[sum(a * b for a, b in zip(one, other, strict=True)) for other in data] for one in data]


def test_mean_and_its_error_are_those_of_numpy():
    (total,), ((squares,),) = sums(X)
    estimate = mean(300, total, squares, Fraction(1, 8))
    assert estimate.value == pytest.approx(X.mean() / 8)
    assert estimate.se == pytest.approx(X.std(ddof=1) / math.sqrt(300) / 8)
    assert estimate.interval() == pytest.approx(stats.t.interval(0.95, 299, estimate.value, estimate.se), rel=1e-6)


def test_a_variance_survives_a_mean_a_thousand_million_times_greater():
    far = X + 10**12
    (total,), ((squares,),) = sums(far)
    assert mean(300, total, squares).se == pytest.approx(X.std(ddof=1) / math.sqrt(300), rel=1e-12)


def test_a_paired_difference_is_the_mean_of_differences():
    paired = difference(300, *sums(X, Y), (Fraction(1), Fraction(1, 2)))
    apart = X - Y / 2
    assert paired.estimate.value == pytest.approx(apart.mean())
    assert paired.estimate.se == pytest.approx(apart.std(ddof=1) / math.sqrt(300))
    assert paired.gain == pytest.approx((X.var(ddof=1) + Y.var(ddof=1) / 4) / apart.var(ddof=1))


def test_a_figure_minus_itself_is_nought_without_error():
    same = difference(300, *sums(X, X), (Fraction(1), Fraction(1)))
    assert (same.estimate.value, same.estimate.se) == (0, 0)
    assert math.isnan(same.gain)


def test_a_ratio_has_the_error_of_the_delta_method():
    below = Y - Y.min() + 1
    estimate = ratio(300, *sums(X, below), Fraction(3))
    residual = 3 * (X - X.sum() / below.sum() * below)
    assert estimate.value == pytest.approx(3 * X.sum() / below.sum())
    assert estimate.se == pytest.approx(residual.std(ddof=1) / math.sqrt(300) / below.mean())


def test_a_ratio_to_nothing_is_no_figure():
    assert math.isnan(ratio(300, [0, 0], [[0, 0], [0, 0]]).value)


@pytest.mark.parametrize("blocks", [0, 1])
def test_too_few_blocks_have_no_error(blocks):
    estimate = combination(blocks, [4 * blocks], [[16 * blocks]], [Fraction(1)])
    assert math.isnan(estimate.se)
    assert math.isnan(estimate.half_width())


@pytest.mark.parametrize(
    ("freedom", "tolerance"), [(1, 1e-12), (2, 1e-12), (3, 3e-3), (4, 1e-3), (10, 1e-5), (10**9, 1e-8)]
)
@pytest.mark.parametrize("chance", [0.75, 0.9, 0.975])
def test_student_quantiles_are_those_of_scipy(freedom, chance, tolerance):
    assert student_quantile(chance, freedom) == pytest.approx(stats.t.ppf(chance, freedom), rel=tolerance)
