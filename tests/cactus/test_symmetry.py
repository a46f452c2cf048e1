"""A place in the line-up is no advantage: rotations make equal strategies exactly equal."""

import numpy as np
import pytest

from cactus_sim import simulate
from tests.cactus.playing import GAME, Table, so_many

ENTRIES = (
    "threshold", "counter", "patient", "royal", "kamikaze", "early", "sleepy",
    "threshold(memory=0.7, attention=0.6)", "kamikaze(attention=0.5, reflex=4)",
)  # fmt: skip
ON_OWN_CARDS = ("gamelia", "gamelia-after", "cactus2014", "tamalou", "golf4")
"""Presets where `random` chooses among its own cards only: of others' it speaks by their place in the line-up."""


def check_equal(table: Table, blocks: int, unit: str) -> None:
    """In every block each player has every seat once and meets the same cards and the same luck in it."""
    counts = table.count(blocks, unit=unit)
    for player in range(1, table.players):
        np.testing.assert_array_equal(counts.seat[:, player], counts.seat[:, 0])
        np.testing.assert_array_equal(counts.bins[player], counts.bins[0])
    assert counts.of("turns").min() > 0
    assert len({row.tobytes() for row in counts.seat[:, 0]}) > 1


@pytest.mark.parametrize("preset", GAME.rule_book.presets)
@pytest.mark.parametrize("entry", ENTRIES)
def test_equal_strategies_are_equal_in_every_block(preset: str, entry: str) -> None:
    table = Table([entry] * 4, GAME.rule_book.resolve(preset))
    check_equal(table, so_many(40, 3), "round")
    check_equal(table, 2, "match")


@pytest.mark.parametrize("preset", ON_OWN_CARDS)
@pytest.mark.parametrize("players", [3, 6])
def test_random_players_are_equal_in_every_block(preset: str, players: int) -> None:
    check_equal(Table(["random"] * players, GAME.rule_book.resolve(preset)), so_many(40, 3), "round")


def test_the_share_of_who_begins_is_reported() -> None:
    """It is the share of player 0 at rotation 0, of player n − 1 at rotation 1, …"""
    table = Table(["threshold", "counter", "random"])
    first = table.count(50, rotations=1)
    assert np.array_equal(first.of("first_share"), first.of("share")[:, 0])
    second = table.count(50, rotations=2)
    moved = second.of("share") - first.of("share")
    assert np.array_equal(second.of("first_share"), first.of("share")[:, 0] + moved[:, 2])
    result = simulate("cactus", ["threshold"] * 4, games=so_many(20_000, 400), seed=5, jobs=1)
    share = result.estimate("first_share", None)
    assert 0.15 < share.value < 0.35
    assert share.se > 0
