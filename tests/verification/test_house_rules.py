"""House rules: coverage of the intervals of differences, Holm's family error, changes whose effect is known exactly."""

from __future__ import annotations

import math

import numpy as np
import pytest

from cactus_sim import house_rules
from cactus_sim.analysis.figures import SKILL, Figure, Pair
from cactus_sim.simulate.layout import ArmFacts, Layout, Quantity
from cactus_sim.simulate.tally import count
from cactus_sim.stats.families import verdicts
from cactus_sim.stats.intervals import Estimate

EXPERIMENTS, BLOCKS = 4000, 300
LIMIT = 4.0
"""Standard errors by which a simulated rate may differ from the nominal one."""

LAYOUT = Layout(
    "toy", "round", 1, ("a", "b", "c"),
    (Quantity("share", 60, ""), Quantity("calls", 1, ""), Quantity("failed", 1, "calls")),
    (Quantity("turns", 1, ""),), (), tuple(ArmFacts(x, x, {}, ("a", "b", "c"), (1, 1, 1)) for x in ("base", "change")),
)  # fmt: skip
SHARES = {0: (0.50, 0.30, 0.20), 1: (0.25, 0.45, 0.30)}
"""The chance that each strategy wins, by arm: a and b change places."""
CALLS, FAILS, TURNS = (0.3, 0.5), (0.4, 0.1), (9.0, 12.0)


def experiment(rng: np.random.Generator) -> Pair:
    """Blocks of one game whose winner is one of three; both arms share part of their luck, as deals of one pack do."""
    luck, data = rng.random((BLOCKS, 3)), []
    for arm in (0, 1):
        own = rng.random((BLOCKS, 3))
        mixed = np.where(rng.random((BLOCKS, 3)) < 0.7, luck, own)
        winner = np.searchsorted(np.cumsum(SHARES[arm])[:2], mixed[:, 0])
        called = mixed[:, 1] < CALLS[arm]
        caller = rng.integers(0, 3, BLOCKS)
        failed = called & (mixed[:, 2] < FAILS[arm])
        turns = np.floor(2 * TURNS[arm] * mixed[:, 1] + mixed[:, 2])
        seat = np.zeros((BLOCKS, 3, 3))
        rows = np.arange(BLOCKS)
        seat[rows, winner, 0] = 60
        seat[rows, caller, 1] = called
        seat[rows, caller, 2] = failed
        data.append(np.concatenate([np.ones((BLOCKS, 1)), seat.reshape(BLOCKS, 9), turns[:, None]], axis=1))
    joined = np.concatenate([data[0], data[1][:, 1:]], axis=1)
    return Pair(LAYOUT, count(joined[np.newaxis], np.zeros((1, 6, 0), np.int64)))


def skill(shares: tuple[float, ...]) -> float:
    return (abs(shares[0] - shares[1]) + abs(shares[0] - shares[2]) + abs(shares[1] - shares[2])) / 3


TRUTH = {
    Figure("turns"): TURNS[1] - TURNS[0],
    Figure("calls"): (CALLS[1] - CALLS[0]) / 3,
    Figure("failed"): FAILS[1] - FAILS[0],
    Figure(SKILL): skill(SHARES[1]) - skill(SHARES[0]),
    Figure("share", 0): SHARES[1][0] - SHARES[0][0],
    Figure("share", 2): SHARES[1][2] - SHARES[0][2],
}


def test_intervals_of_differences_cover_the_truth() -> None:
    """Means, a ratio by the delta method, skill with strategies that change places: 95 % each, in 4,000 experiments."""
    rng, covered = np.random.default_rng(11), dict.fromkeys(TRUTH, 0)
    for _ in range(EXPERIMENTS):
        pair = experiment(rng)
        for figure, truth in TRUTH.items():
            low, high = pair.compare(figure).difference.estimate.interval()
            covered[figure] += low <= truth <= high
    limit = LIMIT * math.sqrt(0.95 * 0.05 / EXPERIMENTS)
    rates = {figure: hits / EXPERIMENTS for figure, hits in covered.items()}
    assert all(abs(rate - 0.95) < limit for rate in rates.values()), rates


def test_skill_where_strategies_are_equal_is_covered_too() -> None:
    """The skill gap has a kink where two strategies are equal; its interval must hold there as well."""
    rng, covered = np.random.default_rng(5), 0
    for _ in range(EXPERIMENTS):
        share = rng.multinomial(1, (0.4, 0.3, 0.3), (2, BLOCKS)).astype(float) * 60
        data = np.zeros((2, BLOCKS, 11))
        data[:, :, 0] = 1
        data[:, :, [1, 4, 7]] = share
        joined = np.concatenate([data[0], data[1][:, 1:]], axis=1)
        pair = Pair(LAYOUT, count(joined[np.newaxis], np.zeros((1, 6, 0), np.int64)))
        low, high = pair.compare(Figure(SKILL)).difference.estimate.interval()
        covered += low <= 0 <= high
    assert covered / EXPERIMENTS > 0.95 - LIMIT * math.sqrt(0.95 * 0.05 / EXPERIMENTS)


@pytest.mark.parametrize("shared", [0.0, 0.6])
def test_a_family_without_effects_has_a_false_one_in_at_most_a_twentieth(shared: float) -> None:
    """Forty effects a family, independent or against one base; half of them tested with few deals."""
    rng, families, false = np.random.default_rng(3), 4000, 0
    deals = np.array([40, 2000] * 20)
    for _ in range(families):
        spread = np.sqrt(rng.chisquare(deals - 1) / (deals - 1))
        values = math.sqrt(shared) * rng.normal() + math.sqrt(1 - shared) * rng.normal(size=40)
        found = verdicts([Estimate(*row) for row in zip(values, spread, deals.tolist(), strict=True)], [0.0] * 40)
        false += any(verdict.word in ("higher", "lower") for verdict in found)
    assert false / families < 0.05 + LIMIT * math.sqrt(0.05 * 0.95 / families)


def test_a_family_at_its_margin_is_seldom_called_equivalent() -> None:
    rng, families, false = np.random.default_rng(7), 4000, 0
    for _ in range(families):
        values = 1 + 0.2 * rng.normal(size=20)
        found = verdicts([Estimate(value, 0.2, 5000) for value in values], [1.0] * 20)
        false += any(verdict.word == "equivalent" for verdict in found)
    assert false / families < 0.05 + LIMIT * math.sqrt(0.05 * 0.95 / families)


LIKE_BASE = {"power_8": "none", "power_jack": "peek_own"}
LIKE_CHANGE = {"power_jack": "none", "power_queen": "peek_own"}
"""Jacks and queens both have 10 points: that the power is the queens' changes games, but nothing in law."""


def test_a_change_that_is_none_in_law_is_seldom_called_one() -> None:
    """Real games: 200 comparisons of two rule sets that differ in the deals' names for cards alone."""
    runs, false, missed, seen = 200, 0, 0, 0
    for seed in range(runs):
        found = house_rules("cactus", [LIKE_CHANGE], base_changes=LIKE_BASE, games=4000, seed=seed, margin=0, jobs=1)
        assert found.identical == ()
        false += any(effect.decided for effect in found.effects)
        estimates = [effect.difference.estimate for effect in found.effects if effect.difference.estimate.se > 0]
        seen += len(estimates)
        missed += sum(abs(estimate.value) > estimate.half_width() for estimate in estimates)
    assert false / runs < 0.05 + LIMIT * math.sqrt(0.05 * 0.95 / runs)
    # Figures of one run hang together: the runs are counted, not the figures.
    assert abs(missed / seen - 0.05) < LIMIT * math.sqrt(0.05 * 0.95 / runs)


def test_effects_that_are_known_exactly() -> None:
    """A second turn after the call lengthens every game by a round; points for failed calls leave the play alone."""
    changes = [{"final_turns": 2}, {"fail_points": 10}, {"winner_zero": True}, {"stock_out": "end"}]
    found = house_rules("cactus", changes, games=20_000, seed=2, jobs=2)
    assert found.effect("final_turns=2", "rounds").difference.estimate == Estimate(1, 0, 5000)
    assert found.effect("final_turns=2", "turns").difference.estimate == Estimate(3, 0, 5000)
    for change in ("fail_points=10", "winner_zero=true"):
        assert {effect.metric for effect in found.of_change(change) if effect.verdict != "same"} == {"points"}
    failed = found.effect("fail_points=10", "failed_calls").base.value
    called = found.effect("fail_points=10", "called").base.value
    assert called == 1
    assert found.effect("fail_points=10", "points").difference.estimate.value == pytest.approx(10 * failed / 4)


def test_the_same_deals_are_worth_more_games() -> None:
    found = house_rules("cactus", [{"tie": "caller"}, {"cactus_max": 7}], games=20_000, seed=2, jobs=2)
    assert min(effect.difference.gain for effect in found.effects if effect.strategy) > 5


def test_paired_errors_are_those_of_many_runs() -> None:
    """The spread of a difference over 100 runs of other deals is what its standard error says."""
    values, errors = [], []
    for seed in range(100):
        found = house_rules("eights", [{"jokers": 1}], unit="round", games=400, seed=seed, jobs=1)
        estimate = found.effect("jokers=1", "turns").difference.estimate
        values.append(estimate.value)
        errors.append(estimate.se)
    ratio = np.std(values, ddof=1) / math.sqrt(float(np.mean(np.square(errors))))
    assert abs(ratio - 1) < LIMIT / math.sqrt(200)
