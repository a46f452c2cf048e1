"""Figures from tallies against numpy on the same blocks."""

import numpy as np
import pytest

from cactus_sim.analysis.figures import SKILL, Figure, Pair
from cactus_sim.simulate.layout import ArmFacts, Layout, Quantity
from cactus_sim.simulate.paired import PairWorker

ROWS, ENTRIES, ROTATIONS, BLOCKS = ("a", "b", "c"), (1, 2, 1), 4, 400
SEAT = (Quantity("share", 840, ""), Quantity("calls", 1, ""), Quantity("failed", 1, "calls"))
TABLE = (Quantity("turns", 1, "rounds"), Quantity("rounds", 1, ""))


def layout():
    arms = tuple(ArmFacts(label, label, {}, ("a", "b", "b", "c"), ENTRIES) for label in ("base", "change"))
    return Layout("toy", "round", ROTATIONS, ROWS, SEAT, TABLE, (("bins", 2),), arms)


@pytest.fixture
def blocks():
    """Seat figures [arm, block, row, metric] and table figures [arm, block, metric], correlated between the arms."""
    rng = np.random.default_rng(8)
    luck = rng.integers(0, 400, (1, BLOCKS, 3, 1))
    seat = rng.integers(100, 900, (2, BLOCKS, 3, 3)) + luck
    seat[1, :, 2, 0] += 300
    return seat, rng.integers(5, 60, (2, BLOCKS, 2)) + luck[:, :, 0]


@pytest.fixture
def pair(blocks):
    seat, table = blocks
    flat = np.concatenate([np.ones((2, BLOCKS, 1)), seat.reshape(2, BLOCKS, -1), table], axis=2)
    return Pair(layout(), PairWorker.count(None, flat, np.zeros((2, 3, 2), np.int64)))


def close(difference, data):
    assert difference.estimate.value == pytest.approx(data.mean())
    assert difference.estimate.se == pytest.approx(data.std(ddof=1) / np.sqrt(BLOCKS))
    assert difference.estimate.n == BLOCKS


def test_a_strategys_share(blocks, pair):
    share = blocks[0][..., 1, 0] / (840 * ROTATIONS * 2)
    compared = pair.compare(Figure("share", 1))
    close(compared.difference, share[1] - share[0])
    apart = share[1].var(ddof=1) + share[0].var(ddof=1)
    assert compared.difference.gain == pytest.approx(apart / (share[1] - share[0]).var(ddof=1))
    assert compared.base.value == pytest.approx(share[0].mean())


def test_a_seat_metric_of_the_table_is_the_mean_of_its_players(blocks, pair):
    calls = blocks[0][..., 1].sum(axis=2) / (ROTATIONS * 4)
    close(pair.compare(Figure("calls")).difference, calls[1] - calls[0])


@pytest.mark.parametrize("metric", ["turns", "failed"])
def test_a_ratio_by_the_delta_method_with_the_cross_moments_of_both_arms(blocks, pair, metric):
    seat, table = blocks
    above, below = (
        (seat[..., 2].sum(axis=2), seat[..., 1].sum(axis=2)) if metric == "failed" else table.T.swapaxes(1, 2)
    )
    ratio = above.mean(axis=1) / below.mean(axis=1)
    moved = (above - ratio[:, None] * below) / below.mean(axis=1)[:, None]
    found = pair.compare(Figure(metric)).difference
    assert found.estimate.value == pytest.approx(ratio[1] - ratio[0])
    assert found.estimate.se == pytest.approx((moved[1] - moved[0]).std(ddof=1) / np.sqrt(BLOCKS))


def test_skill_is_the_mean_lead_of_the_better_of_two(blocks, pair):
    share = blocks[0][..., 0] / (840 * ROTATIONS * np.array(ENTRIES))
    leads = np.stack([share[..., i] - share[..., j] for i, j in ((0, 1), (0, 2), (1, 2))], axis=2)
    skill = (leads * np.sign(leads.mean(axis=1))[:, None]).mean(axis=2)
    close(pair.compare(Figure(SKILL)).difference, skill[1] - skill[0])
    assert pair.read(Figure(SKILL), 0).value > 0


def test_a_lead(blocks, pair):
    share = blocks[0][1, :, :, 0] / (840 * ROTATIONS * np.array(ENTRIES))
    lead = pair.lead(2, 0, 1)
    data = share[:, 2] - share[:, 0]
    assert (lead.value, lead.se) == pytest.approx((data.mean(), data.std(ddof=1) / np.sqrt(BLOCKS)))


def test_the_same_in_both_arms_is_seen_exactly(blocks):
    seat, table = (part[[0, 0]] for part in blocks)
    flat = np.concatenate([np.ones((2, BLOCKS, 1)), seat.reshape(2, BLOCKS, -1), table], axis=2)
    same = Pair(layout(), PairWorker.count(None, flat, np.zeros((2, 3, 2), np.int64)))
    assert same.same()
    for figure in (Figure("turns"), Figure("failed"), Figure(SKILL), Figure("share", 2)):
        estimate = same.compare(figure).difference.estimate
        assert (estimate.value, estimate.se) == (0, 0)
    flat[1, 7, 3] += 1
    assert not Pair(layout(), PairWorker.count(None, flat, np.zeros((2, 3, 2), np.int64))).same()
    bins = np.zeros((2, 3, 2), np.int64)
    bins[1, 2, 1] = 1
    flat[1, 7, 3] -= 1
    assert not Pair(layout(), PairWorker.count(None, flat, bins)).same()
