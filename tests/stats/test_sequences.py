import math

import numpy as np
import pytest

from cactus_sim.stats.intervals import Estimate
from cactus_sim.stats.sequences import FIRST_LOOK, Sequence


def test_the_half_width_is_that_of_the_paper():
    planned, blocks, sd, alpha = 20_000, 7_000, 0.3, 0.05
    rho2 = (-2 * math.log(alpha) + math.log(-2 * math.log(alpha) + 1)) / planned
    width = sd * math.sqrt(
        2 * (blocks * rho2 + 1) / (blocks**2 * rho2) * math.log(math.sqrt(blocks * rho2 + 1) / alpha)
    )
    estimate = Estimate(0.1, sd / math.sqrt(blocks), blocks)
    assert Sequence(planned).half_width(estimate) == pytest.approx(width)


def test_nothing_is_known_before_the_first_look():
    assert Sequence(5000).half_width(Estimate(0.1, 0.001, FIRST_LOOK - 1)) == math.inf


def test_it_is_narrowest_for_its_spread_near_the_planned_number():
    """Other plans are wider there; the sequence planned for it is within a hundredth of the narrowest."""
    at_hand = Sequence(10_000).errors(10_000)
    assert at_hand <= 1.01 * min(Sequence(planned).errors(10_000) for planned in range(1_000, 100_000, 500))


@pytest.fixture(scope="module")
def looks():
    """Means in standard errors at 200 looks at differences of equal players: nought in most deals, else ±1/4, ±1/2."""
    rng = np.random.default_rng(7)
    at = np.unique(np.geomspace(FIRST_LOOK, 20_000, 200).astype(int))
    steps = np.diff(at, prepend=0)
    runs = 1500
    values = np.array([-0.5, -0.25, 0, 0.25, 0.5])
    counts = np.stack([rng.multinomial(step, [0.02, 0.06, 0.84, 0.06, 0.02], runs) for step in steps], axis=1).cumsum(1)
    means, squares = counts @ values / at, counts @ values**2 / at
    return at, means / np.sqrt((squares - means**2) / at)


def test_equal_players_are_seldom_told_apart_at_any_of_200_looks(looks):
    at, deviations = looks
    limits = np.array([Sequence(10_000).errors(int(blocks)) for blocks in at])
    assert len(at) == 200
    assert (np.abs(deviations) > limits).any(axis=1).mean() < 0.05


def test_a_fixed_interval_looked_at_so_often_is_wrong_many_times_as_often(looks):
    assert (np.abs(looks[1]) > 1.96).any(axis=1).mean() > 0.25
