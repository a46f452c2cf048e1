import numpy as np
import pytest

from cactus_sim.simulate.tally import count
from cactus_sim.stats.moments import moments_of

RNG = np.random.default_rng(2)
DATA = RNG.integers(0, 900, (200, 4)).astype(float)


def moments(data):
    whole = np.concatenate([np.ones((len(data), 1)), data], axis=1)
    return moments_of(count(whole[np.newaxis], np.zeros((1, 1, 0), np.int64)))


def test_means_and_covariance_are_those_of_numpy():
    found = moments(DATA)
    assert found.means == pytest.approx(DATA.mean(axis=0))
    assert found.covariance == pytest.approx(np.cov(DATA.T) / 200)


def test_an_estimate_is_that_of_the_weighted_sum():
    weights = np.array([0.5, -0.25, 0.0, 2.0])
    estimate = moments(DATA).scaled(np.full(4, 0.1)).estimate(weights)
    series = DATA @ weights / 10
    assert estimate.value == pytest.approx(series.mean())
    assert estimate.se == pytest.approx(series.std(ddof=1) / np.sqrt(200))
    assert estimate.n == 200


def test_what_is_alike_on_all_blocks_has_no_error():
    same = np.concatenate([DATA, 840 - DATA[:, :1]], axis=1)
    assert moments(same).estimate(np.array([1.0, 0, 0, 0, 1.0])).se == 0


@pytest.mark.parametrize("blocks", [0, 1])
def test_too_few_blocks_have_no_error(blocks):
    assert np.isnan(moments(DATA[:blocks]).covariance).all()
