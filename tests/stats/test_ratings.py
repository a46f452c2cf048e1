import numpy as np
import pytest

from cactus_sim.stats.ratings import plackett_luce

RATINGS = np.array([0.8, 0.1, -0.3, -0.6])
MET = 10.0 * (1 - np.eye(4))


def expected(ratings):
    return (MET / (1 + np.exp(ratings[None] - ratings[:, None]))).sum(axis=1)


def test_ratings_are_those_that_expect_what_was_seen():
    found, _ = plackett_luce(expected(RATINGS), MET, np.zeros((4, 4)))
    assert found == pytest.approx(RATINGS, abs=1e-9)


def test_errors_are_carried_over():
    """The change of the ratings with what was seen, by differences."""
    covariance = np.diag([0.4, 0.3, 0.2, 0.1])
    slope = np.empty((4, 4))
    behind, step = expected(RATINGS), 1e-5
    for place in range(4):
        change = step * (np.eye(4)[place] - 0.25)  # all together, as many are behind as there are pairs
        slope[:, place] = (plackett_luce(behind + change, MET, covariance)[0] - RATINGS) / step
    _, errors = plackett_luce(behind, MET, covariance)
    assert errors == pytest.approx(slope @ covariance @ slope.T, rel=1e-3, abs=1e-7)


def test_who_is_never_ahead_has_no_finite_rating():
    behind = np.array([30.0, 15.0, 15.0, 0.0])
    ratings, errors = plackett_luce(behind, MET, np.zeros((4, 4)))
    assert np.isnan(ratings).all()
    assert np.isnan(errors).all()
