"""The control variates of Cactus: their exact means, and that they count the deals that are played."""

from fractions import Fraction

import numpy as np
import pytest

from cactus_sim import games, play
from cactus_sim.games.cactus.controls import LOW
from cactus_sim.simulate.experiment import rule_set
from tests.cactus.exact import chance, dealt_total, mean
from tests.cactus.house import PRESETS, house_rules, points

GAME = games.get("cactus")


def counted(rules, players, deals, first_deal=0):
    values = np.full((deals, 3), -1, np.int64)
    GAME.controls.count(GAME.rules_record(rules), players, 1, first_deal, values)
    return values


@pytest.mark.parametrize("preset", PRESETS)
def test_means_are_exact(preset):
    rules, house = rule_set(GAME, preset).values, house_rules(preset)
    low_looks = chance(dealt_total(house, house["looked_at"]), lambda total: total < LOW)
    low_hands = chance(dealt_total(house), lambda total: total <= LOW)
    expected = (3 * mean(dealt_total(house)), 3 * low_looks, 3 * low_hands)
    assert GAME.controls.means(rules, 3) == expected


def test_the_mean_of_a_dealt_hand():
    assert GAME.controls.means(rule_set(GAME).values, 1)[0] == Fraction(300, 13)


@pytest.mark.parametrize("preset", ["gamelia", "cambio"])
def test_counts_have_these_means(preset):
    rules = rule_set(GAME, preset).values
    values = counted(rules, 4, 20_000)
    means = np.array([float(mean) for mean in GAME.controls.means(rules, 4)])
    assert np.abs(values.mean(axis=0) - means).max() < 4 * (values.std(axis=0) / np.sqrt(len(values))).max()
    assert np.all(np.abs(values.mean(axis=0) - means) <= 4 * values.std(axis=0) / np.sqrt(len(values)))


@pytest.mark.parametrize("deal", range(5))
def test_they_count_the_hands_that_are_played(deal):
    house = house_rules()
    start = play("cactus", ["threshold"], players=3, seed=1, deal=deal)[0]
    hands = [[points(card, house) for card in hand] for hand in start["hands"]]
    expected = [
        sum(map(sum, hands)),
        sum(sum(hand[:2]) < LOW for hand in hands),
        sum(sum(hand) <= LOW for hand in hands),
    ]
    assert counted(rule_set(GAME).values, 3, 1, deal)[0].tolist() == expected
