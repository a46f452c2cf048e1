"""Tournaments: ratings of a known Plackett–Luce source, rank sets, Holm's family error, races, errors of evolution.

The source is a game without rules: finishing orders are drawn from a Plackett–Luce model, or shares from a known mean,
block by block, with luck that the strategies of a block share. Analysis and race are those of the package.
"""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from cactus_sim.analysis.entrants import Contest
from cactus_sim.analysis.league import TournamentResult
from cactus_sim.analysis.mixes import mixes_of, seats_of
from cactus_sim.analysis.racing import Race
from cactus_sim.simulate.tally import count
from cactus_sim.stats.intervals import Estimate
from cactus_sim.stats.ranks import rank_sets, told_apart

RATINGS = np.array([0.9, 0.2, -0.3, -0.8])
NAMES = ("a", "b", "c", "d")
PLAYERS, SCALE, LIMIT = 3, 840, 4.0
"""LIMIT: standard errors by which a simulated rate may differ from the nominal one."""


def within(rate: float, nominal: float, number: int) -> bool:
    return abs(rate - nominal) < LIMIT * math.sqrt(nominal * (1 - nominal) / number)


def contest(blocks: int) -> Contest:
    return Contest("toy", "plain", "round", PLAYERS, NAMES, "share", 1, True, SCALE, 10, True, blocks, 1)


def played(ratings: np.ndarray, blocks: int, rng: np.random.Generator) -> TournamentResult:
    """A tournament whose finishing orders are drawn from the model, rotation by rotation; first place takes the share.

    Each strategy's Gumbel noise is in part that of all rotations of its block and mix, as luck of a deal is.
    """
    mixes = mixes_of(len(NAMES), PLAYERS)
    payoffs, ahead = [], np.zeros((blocks, len(NAMES)))
    for counts in mixes.mixes:
        seats = np.array(seats_of(counts))
        share = np.zeros((blocks, len(NAMES)))
        common = rng.gumbel(size=(blocks, len(seats)))
        for _ in range(PLAYERS):
            own = rng.gumbel(size=(blocks, len(seats)))
            luck = np.where(rng.random((blocks, 1)) < 0.5, common, own)
            score = ratings[seats] + luck
            place = (-score).argsort(axis=1).argsort(axis=1)
            for seat, strategy in enumerate(seats):
                share[:, strategy] += SCALE * (place[:, seat] == 0)
                ahead[:, strategy] += 2 * (len(seats) - 1 - place[:, seat])
        payoffs.append(share[:, np.flatnonzero(counts)])
    data = np.concatenate([np.ones((blocks, 1)), *payoffs, ahead], axis=1)
    tally = count(data[np.newaxis], np.zeros((1, 1, 0), np.int64))
    return TournamentResult(contest(blocks), mixes.mixes, mixes.fields, tally)


def test_ratings_recover_a_plackett_luce_source():
    """Without bias, with errors as large as they say, and intervals that cover 95 %."""
    rng = np.random.default_rng(1)
    runs, truth = 600, RATINGS - RATINGS.mean()
    found = [played(RATINGS, 60, rng).ratings for _ in range(runs)]
    values = np.array([[rating.value for rating in ratings] for ratings in found])
    errors = np.array([[rating.se for rating in ratings] for ratings in found])
    spread = values.std(axis=0, ddof=1)
    assert np.abs(values.mean(axis=0) - truth) == pytest.approx(0, abs=float(LIMIT * spread.max() / math.sqrt(runs)))
    assert np.sqrt((errors**2).mean(axis=0)) == pytest.approx(spread, rel=LIMIT / math.sqrt(2 * runs))
    low, high = np.array([[rating.interval() for rating in ratings] for ratings in found]).transpose(2, 0, 1)
    covered = ((low < truth) & (truth < high)).mean(axis=0)
    assert all(within(rate, 0.95, runs) for rate in covered)


def test_ratings_close_in_on_the_source():
    rng = np.random.default_rng(2)
    ratings = played(RATINGS, 20_000, rng).ratings
    truth = RATINGS - RATINGS.mean()
    assert all(abs(rating.value - true) < LIMIT * rating.se for rating, true in zip(ratings, truth, strict=True))
    assert max(rating.se for rating in ratings) < 0.005


def test_equal_strategies_are_seldom_told_apart():
    """Holm's family error, over all pairs of four strategies that are equal: 5 % at most of runs tell any apart."""
    rng = np.random.default_rng(3)
    runs = 1000
    fields, duels = 0, 0
    for _ in range(runs):
        found = played(np.zeros(4), 60, rng)
        fields += any(standing.ranks != (1, 4) for standing in found.standings)
        duels += any(duel.apart for duel in found.duels)
    most = 0.05 + LIMIT * math.sqrt(0.05 * 0.95 / runs)
    assert fields / runs < most
    assert duels / runs < most
    assert duels + fields > 0


@pytest.mark.parametrize("truth", [(0.0, 0.0, 0.0, 0.0, 0.0), (0.3, 0.2, 0.2, 0.1, 0.0), (0.6, 0.45, 0.3, 0.15, 0.0)])
def test_rank_sets_hold_all_true_ranks(truth):
    """At least 95 times in 100, ties and near ties included."""
    rng = np.random.default_rng(4)
    runs, n = 2000, 400
    held = 0
    for _ in range(runs):
        data = rng.normal(size=(n, 5)) + 0.8 * rng.normal(size=(n, 1)) + np.array(truth)
        leads = [
            [Estimate(float((x - y).mean()), float((x - y).std(ddof=1) / math.sqrt(n)), n) for y in data.T]
            for x in data.T
        ]
        sets = rank_sets(told_apart(leads))
        better = [sum(other > true for other in truth) for true in truth]
        worse = [sum(other < true for other in truth) for true in truth]
        held += all(
            low <= 1 + above and high >= len(truth) - below
            for (low, high), above, below in zip(sets, better, worse, strict=True)
        )
    assert held / runs > 0.95 - LIMIT * math.sqrt(0.05 * 0.95 / runs)


class Simulated(Race):
    """A race whose blocks are drawn from known means; all else is the package's."""

    def __init__(self, means: np.ndarray, blocks: int, rng: np.random.Generator) -> None:
        self._contest = contest(blocks)
        self._means, self._rng, self._cycle = means, rng, 500
        self._start()

    def _play(self, candidates, deals, enough=None):
        from cactus_sim.simulate.tally import empty

        total = empty(1, len(candidates), 1, 0)
        while total.blocks < deals.blocks:
            size = min(500, deals.blocks - total.blocks)
            luck = 0.5 * self._rng.normal(size=(size, 1))
            own = self._rng.normal(size=(size, len(candidates)))
            share = np.rint(SCALE * PLAYERS * (0.25 + 0.1 * (luck + own) + self._means[candidates]))
            data = np.concatenate([np.ones((size, 1)), share], axis=1)
            total = total + count(data[np.newaxis], np.zeros((1, 1, 0), np.int64))
            if enough is not None and enough(total):
                break
        return total, False


def test_a_race_seldom_drops_the_best():
    """At 5 % at most, looking every 500 blocks, in the worst case of rivals as good as the best."""
    rng = np.random.default_rng(5)
    runs, wrong = 400, 0
    for _ in range(runs):
        found = Simulated(np.zeros(4), 20_000, rng).run()
        wrong += found.runners[0].strategy != "a" and any(r.dropped for r in found.runners if r.strategy == "a")
    assert wrong / runs < 0.05 + LIMIT * math.sqrt(0.05 * 0.95 / runs)


def test_a_race_finds_the_best():
    rng = np.random.default_rng(6)
    means = np.array([0.004, 0.0, -0.004, -0.02])
    found = [Simulated(means, 100_000, rng).run() for _ in range(40)]
    assert sum(race.winner == "a" for race in found) >= 38
    assert sum(race.fresh is not None and race.fresh.confirmed for race in found) >= 30
    assert np.mean([race.games for race in found]) < 0.4 * 100_000 * PLAYERS * 4


def test_fresh_deals_are_without_the_winners_luck():
    """Among equals a race is won by luck: on fresh deals the winner leads half the time, beyond chance in 2.5 %."""
    rng = np.random.default_rng(7)
    leads = []
    for _ in range(4000):
        race = Simulated(np.array([0.0, 0.0, 0.0, -0.1]), 4000, rng)
        found = race.run()
        if found.fresh is None:
            fresh, _ = race._again(race._left[0], race._left[-1])
            leads.append(fresh)
        if len(leads) == 1000:
            break
    assert within(float(np.mean([fresh.lead.value > 0 for fresh in leads])), 0.5, len(leads))
    assert within(float(np.mean([fresh.confirmed for fresh in leads])), 0.025, len(leads))


def test_errors_of_a_mixed_resting_point():
    """Two strategies of which the rarer fares better: the spread of the point over runs is what each run says it is."""
    rng = np.random.default_rng(8)
    mixes = mixes_of(2, 2)
    runs, blocks = 300, 400
    means = {(2, 0): (0.30,), (1, 1): (0.42, 0.38), (0, 2): (0.34,)}
    assert list(mixes.mixes) == list(means)
    true = (0.42 - 0.34) / (0.42 - 0.34 + 0.38 - 0.30)
    shares, errors = [], []
    asked = Contest("toy", "plain", "round", 2, ("a", "b"), "share", 1, True, SCALE, 2, True, blocks, 1)
    for _ in range(runs):
        columns = [
            SCALE * 2 * counts[place] * (mean + 0.2 * rng.normal(size=blocks))
            for counts, cells in means.items()
            for place, mean in zip([i for i in (0, 1) if counts[i]], cells, strict=True)
        ]
        data = np.stack([np.ones(blocks), *np.rint(columns), *np.zeros((2, blocks))], axis=1)
        tally = count(data[np.newaxis], np.zeros((1, 1, 0), np.int64))
        found = TournamentResult(asked, mixes.mixes, mixes.fields, tally).evolution
        mixed = next(place for place in found.places if 0 < place.shares[0] < 1)
        shares.append(mixed.shares[0])
        errors.append(mixed.se[0])
    assert abs(np.mean(shares) - true) < LIMIT * np.std(shares) / math.sqrt(runs)
    assert np.median(errors) == pytest.approx(np.std(shares), rel=0.15)


def test_every_pair_of_a_sample_is_met(toy):
    for strategies, players in itertools.product((9, 14, 20), (4, 5)):
        mixes = mixes_of(strategies, players)
        assert len(mixes.mixes) <= 400
        assert len(mixes.fields) % strategies == 0
