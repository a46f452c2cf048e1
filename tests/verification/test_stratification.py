"""Why first deals are not stratified: strata of what is dealt explain no more of a comparison than control variates do.

Drawing deals stratum by stratum can take off a comparison at most the part of its variance that lies between strata.
That part is measured here as it would be gained, out of sample: the means of the strata of one half of the deals are
judged on the other half. Control variates take the same luck off with fewer numbers to estimate.
"""

from __future__ import annotations

import numba
import numpy as np
import pytest

from cactus_sim import games
from cactus_sim.games.eights.state import STATE, new_deal
from cactus_sim.simulate.experiment import line_up_of, rule_set
from cactus_sim.strategies.compile import compile_entries

DEALS = 60_000
SEED = 1
LITTLE = 0.01

CACTUS = [("threshold", "threshold(call_at=3)"), ("threshold", "counter"), ("threshold", "early"), ("patient", "royal")]
EIGHTS = [("greedy", "shedder"), ("shedder", "blocker"), ("shedder", "hoarder"), ("greedy", "attacker")]


def shares(game: games.base.Game, focal: str, field: str) -> np.ndarray:
    """The focal player's share of each block."""
    rules = rule_set(game)
    entries = line_up_of(game, [focal, field, field, field])
    line_up = compile_entries(game, entries, game.hooks_in_use(rules.values))
    seat_values = np.zeros((DEALS, 2, len(game.seat_metrics)), np.int64)
    game.compile()
    game.play_blocks(
        game.rules_record(rules.values), line_up, ("a", "b", "b", "b"), np.array([0, 1, 1, 1]), "round", SEED, 0, 4,
        seat_values, np.zeros((DEALS, len(game.game_metrics)), np.int64),
        np.zeros((2, sum(histogram.bins for histogram in game.histograms)), np.int64),
    )  # fmt: skip
    return seat_values[:, 0, 0] / 840 / 4


def explained(difference: np.ndarray, told: np.ndarray) -> float:
    """The part of the second half's variance that is gone once what was told is taken off."""
    half = DEALS // 2
    return float(1 - ((difference[half:] - told[half:]) ** 2).mean() / difference[half:].var())


def by_strata(difference: np.ndarray, features: np.ndarray) -> float:
    """What strata of eighths of each feature, all crossed, explain."""
    half = DEALS // 2
    stratum = np.zeros(DEALS, np.int64)
    for feature in features.T:
        edges = np.unique(np.quantile(feature, np.linspace(0, 1, 9)[1:-1]))
        stratum = stratum * 10 + np.digitize(feature, edges)
    size = np.bincount(stratum[:half], minlength=stratum.max() + 1)
    total = np.bincount(stratum[:half], difference[:half], minlength=stratum.max() + 1)
    means = np.where(size > 20, total / np.maximum(size, 1), difference[:half].mean())
    return explained(difference, means[stratum])


def by_controls(difference: np.ndarray, features: np.ndarray) -> float:
    """What a straight line through the features explains: control variates."""
    half = DEALS // 2
    columns = np.column_stack([np.ones(DEALS), features])
    slopes = np.linalg.lstsq(columns[:half], difference[:half], rcond=None)[0]
    return explained(difference, columns @ slopes)


@pytest.mark.parametrize(("a", "b"), CACTUS)
def test_strata_of_cactus_explain_no_more_than_its_controls(a: str, b: str):
    game = games.get("cactus")
    assert game.controls is not None
    dealt = np.zeros((DEALS, len(game.controls.names)), np.int64)
    game.compile()
    game.controls.count(game.rules_record(rule_set(game).values), 4, SEED, 0, dealt)
    difference = shares(game, a, "threshold") - shares(game, b, "threshold")
    strata, controls = by_strata(difference, dealt), by_controls(difference, dealt)
    print(f"\ncactus, {a} against {b}: strata {100 * strata:.1f} %, control variates {100 * controls:.1f} %")
    assert strata < controls + LITTLE


@numba.njit(_nrt=False, error_model="numpy")  # type: ignore[untyped-decorator]
def count_dealt(rules, states, features):
    """Eights and jokers, twos, and how unevenly the former are dealt, of every deal."""
    state = states[0]
    state.players, state.seed, state.hand = 4, SEED, 0
    for deal in range(features.shape[0]):
        state.deal = deal
        new_deal(state, rules[0])
        for player in range(4):
            hand = state.dealt[player]
            wild, twos = (hand >> 52 & 1) + (hand >> 53 & 1), 0
            for suit in range(4):
                wild += hand >> (28 + suit) & 1
                twos += hand >> (4 + suit) & 1
            features[deal, 0] += wild
            features[deal, 1] += twos
            features[deal, 2] += wild * wild


@pytest.mark.parametrize(("a", "b"), EIGHTS)
def test_strata_of_eights_explain_next_to_nothing(a: str, b: str):
    game = games.get("eights")
    dealt = np.zeros((DEALS, 3), np.int64)
    count_dealt(game.rules_record(rule_set(game).values), np.zeros(1, STATE), dealt)
    assert dealt[:, 0].std() > 0.5
    difference = shares(game, a, "greedy") - shares(game, b, "greedy")
    strata = by_strata(difference, dealt)
    print(f"\neights, {a} against {b}: strata {100 * strata:.1f} %")
    assert strata < LITTLE
