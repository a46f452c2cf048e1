import math

import numpy as np
import pytest

from cactus_sim.stats.intervals import Estimate
from cactus_sim.stats.verdicts import LEAST_ALIKE, blocks_to_go, most_that_differ, verdict


@pytest.mark.parametrize(
    ("value", "half", "found"),
    [
        (0.5, 0.4, "better"),
        (-0.5, 0.4, "worse"),
        (0.5, 0.6, "undecided"),
        (0.05, 0.1, "equivalent"),
        (0.1, 0.05, "equivalent"),
        (0.15, 0.06, "better"),
        (0.0, 0.3, "undecided"),
        (0.5, math.inf, "undecided"),
        (0.5, math.nan, "undecided"),
    ],
)
def test_a_verdict_is_read_from_the_interval(value, half, found):
    assert verdict(Estimate(value, half / 2, 5000), half, 0.2) == found


def test_less_may_be_better():
    assert verdict(Estimate(-3, 1, 5000), 2, 0.2, better=-1) == "better"


@pytest.mark.parametrize(("blocks", "found"), [(LEAST_ALIKE - 1, "undecided"), (LEAST_ALIKE, "equivalent")])
def test_no_difference_at_all_takes_many_deals(blocks, found):
    assert verdict(Estimate(0, 0, blocks), 0, 0.2) == found
    assert blocks_to_go(Estimate(0, 0, 400), two_errors, 0.2) == pytest.approx(600, abs=2)


@pytest.mark.parametrize(
    ("value", "blocks", "found"),
    [(0, 1496, "undecided"), (0, 1497, "equivalent"), (0.25, 13, "undecided"), (0.25, 14, "better"),
     (-0.25, 14, "worse"), (0.0005, 2000, "equivalent")],
)  # fmt: skip
def test_the_deals_not_seen_bound_what_never_varied(value, blocks, found):
    """Of so many deals alike, 1 − 0.05^(1/n) of all may be otherwise, by as much as a deal can be."""
    estimate = Estimate(value, 0, blocks)
    assert verdict(estimate, 0, 0.002, greatest=1) == found
    assert (blocks_to_go(estimate, two_errors, 0.002, 1) == 0) is (found != "undecided")


def test_the_blocks_to_go_of_what_never_varied():
    assert blocks_to_go(Estimate(0, 0, 400), two_errors, 0.002, 1) == pytest.approx(1097, abs=2)


@pytest.mark.parametrize("blocks", [1, 10, 1000])
def test_how_many_deals_may_yet_be_otherwise(blocks):
    """If one more were otherwise, so many alike in a row would be seen less than 5 % of the time."""
    assert (1 - most_that_differ(blocks)) ** blocks == pytest.approx(0.05)


def two_errors(_blocks):
    return 2.0


def test_the_blocks_to_go_are_those_that_decide():
    estimate = Estimate(0.5, 1.0, 100)
    more = blocks_to_go(estimate, two_errors, 0.2)
    # Decided once 2 · 10 / √n is less than 0.5.
    assert more == pytest.approx(1600 - 100, rel=0.01)


def test_an_equivalence_may_come_first():
    assert blocks_to_go(Estimate(0.01, 1.0, 100), two_errors, 0.2) == pytest.approx(11_080 - 100, rel=0.01)


@pytest.mark.parametrize(("estimate", "more"), [(Estimate(5, 1, 100), 0), (Estimate(0, 1, 100), None)])
def test_nothing_to_go_and_no_end(estimate, more):
    assert blocks_to_go(estimate, two_errors, 0.0) == more


def test_nothing_is_known_of_one_block():
    assert blocks_to_go(Estimate(0.5, math.nan, 1), two_errors, 0.2) is None


@pytest.mark.parametrize(("truth", "wrong"), [(0.2, "equivalent"), (0.0, "better")])
@pytest.mark.parametrize("se", [0.02, 0.1])
def test_wrong_verdicts_are_as_rare_as_the_interval_says(truth, wrong, se):
    rng = np.random.default_rng(1)
    values = rng.normal(truth, se, 20_000)
    found = [verdict(Estimate(value, se, 10_000), 1.96 * se, 0.2) for value in values]
    assert found.count(wrong) / len(found) < 0.025 + 3 * math.sqrt(0.025 * 0.975 / len(found))
