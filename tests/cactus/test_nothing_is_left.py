"""A game is the same whatever was played before it: seen with players whose every answer depends on all they see."""

import random
from typing import Any

import numpy as np
import pytest

from cactus_sim.strategies import Entry, make_entry
from tests.cactus.derived import compare
from tests.cactus.mixes import players_for, random_rules
from tests.cactus.nosy import Nosy
from tests.cactus.playing import GAME, Counts, Table, rules_of, so_many
from tests.cactus.referee import check


def nosy(**told: Any) -> Entry:
    return make_entry(Nosy, GAME, told)


def tables() -> list[Table]:
    """Presets with and without looks, and mixed house rules; skills too."""
    rng = random.Random("left")
    found = [
        Table([nosy(salt=salt, memory=1.0 - salt / 10) for salt in range(3)], GAME.rule_book.resolve(preset))
        for preset in GAME.rule_book.presets
    ]
    for _ in range(15):
        rules = random_rules(rng)
        skills = {"attention": rng.choice((1.0, 0.7)), "memory": rng.choice((1.0, 0.9))}
        found.append(Table([nosy(salt=rng.randrange(1000), **skills) for _ in range(players_for(rules, rng))], rules))
    return found


TABLES = tables()[:: so_many(1, 6)]


@pytest.mark.parametrize("place", range(len(TABLES)))
def test_a_deal_played_alone_is_the_same_as_after_others(place: int) -> None:
    table = TABLES[place]
    blocks = so_many(60, 4)
    whole = table.count(blocks)
    alone = [table.count(1, deal) for deal in range(blocks)]
    assert np.array_equal(whole.seat, np.concatenate([counts.seat for counts in alone]))
    assert np.array_equal(whole.table, np.concatenate([counts.table for counts in alone]))
    assert np.array_equal(whole.bins, sum(counts.bins for counts in alone))
    for size in (7, 25):
        parts = [table.count(min(size, blocks - first), first) for first in range(0, blocks, size)]
        assert whole.equals(joined(parts))


def joined(parts: list[Counts]) -> Counts:
    """Parts one after the other."""
    return Counts(
        np.concatenate([part.seat for part in parts]),
        np.concatenate([part.table for part in parts]),
        np.sum([part.bins for part in parts], axis=0),
    )


@pytest.mark.parametrize("place", range(0, len(TABLES), 3))
def test_a_rotation_played_alone_is_the_same_as_after_others(place: int) -> None:
    compare(TABLES[place], range(40, 44), "round", seed=9)
    compare(TABLES[place], range(1), "match", seed=9)


def test_nosy_players_play_by_the_rules() -> None:
    for table in TABLES:
        for deal in range(3):
            check(table.trace(deal))


def test_nosy_players_see_all() -> None:
    """A change of one number far from the matter makes another game."""
    games = [Table([nosy()] * 3, rules_of(**changes)).trace(5)[1:-1] for changes in ({}, {"joker": 7}, {"jack": 11})]
    assert games[0] != games[1] != games[2] != games[0]
