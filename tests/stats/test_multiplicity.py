import numpy as np
import pytest

from cactus_sim.stats.intervals import Estimate, student_quantile
from cactus_sim.stats.multiplicity import beaten_by_best


def test_a_lag_beyond_the_quantile_is_told_apart():
    crossing = student_quantile(1 - 0.05 / 2, 99)
    lags = [Estimate(0, 0, 100), Estimate(crossing * 0.99, 1, 100), Estimate(crossing * 1.01, 1, 100)]
    assert beaten_by_best(lags) == [False, False, True]


def test_one_figure_alone_is_not_beaten():
    assert beaten_by_best([Estimate(0, 0, 100)]) == [False]


@pytest.mark.parametrize("lag", [Estimate(3, float("nan"), 1), Estimate(3, 0, 100)])
def test_a_lag_without_an_error_tells_nothing(lag):
    assert beaten_by_best([Estimate(0, 0, lag.n), lag]) == [False, False]


@pytest.mark.parametrize("spread_of_best", [0.1, 1.0])
def test_the_truly_best_is_seldom_left_out(spread_of_best):
    """All figures are equal, so any may count as the truly best; look at the first."""
    rng = np.random.default_rng(3)
    rounds, rivals, left_out = 4000, 6, 0
    spread = np.array([spread_of_best, *[1.0] * rivals])
    for figures in rng.normal(size=(rounds, 1 + rivals)) * spread:
        best = int(figures.argmax())
        lags = [
            Estimate(figures[best] - figure, 0 if i == best else float(np.hypot(spread[best], spread[i])), 10**6)
            for i, figure in enumerate(figures)
        ]
        left_out += beaten_by_best(lags)[0]
    assert left_out / rounds < 0.05 + 3 * np.sqrt(0.05 * 0.95 / rounds)
