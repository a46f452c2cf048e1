"""A player's view of a table written in a few words, and what a strategy answers to it."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Any

import numba
import numpy as np
from numba.core import types

from cactus_sim import jit
from cactus_sim.cards import SUITS, card_text, parse_card
from cactus_sim.games.eights.view import DRAW, MINE, PASS, POINT_BITS, TABLE
from cactus_sim.strategies import parse_entry
from cactus_sim.strategies.compile import compile_entries, hook_address
from tests.eights.playing import GAME


def _ask(address: Any, mines: Any, tables: Any) -> Any:
    return jit.ask(address, mines[0], tables[0])


@functools.cache
def _compiled() -> Any:
    mine, table = numba.from_dtype(MINE), numba.from_dtype(TABLE)
    return jit.compile_cached(_ask, types.int64(types.int64, mine[::1], table[::1]), "eights")


@dataclass
class Situation:
    """What one player sees."""

    mine: Any
    table: Any

    def ask(self, entry: str, hook: str, seed: int = 0) -> int:
        """What a strategy answers there."""
        player = parse_entry(entry, GAME)
        self.mine["p"] = compile_entries(GAME, [player], ()).entries["p"]
        self.mine["_seed"], self.mine["_dice"] = seed, 0
        address = hook_address(GAME, player.strategy, hook)
        return int(_compiled()(address, jit.readable(self.mine), jit.readable(self.table)))

    def play(self, entry: str, seed: int = 0) -> str:
        """What a strategy plays: a card, "draw" or "pass"."""
        answer = self.ask(entry, "play", seed)
        return {DRAW: "draw", PASS: "pass"}.get(answer) or card_text(answer)

    def suit(self, entry: str, seed: int = 0) -> str:
        """The suit that a strategy names."""
        return SUITS[self.ask(entry, "name_suit", seed)]


def mask(cards: str) -> int:
    """A set of cards, written "8H KS"."""
    return sum(1 << parse_card(card) for card in cards.split())


def situation(
    hand: str,
    playable: str,
    others: tuple[int, ...] = (5, 5, 5),
    lacked: dict[tuple[int, str], int] | None = None,
    **fields: int,
) -> Situation:
    """What player 0 sees who holds a hand and may play some cards of it; `others` says how many cards the next have.

    `lacked` has by player and suit how many cards the player has drawn since they could not follow it. Further words
    are fields of `mine` or `table`.
    """
    record = GAME.rules_record(GAME.rule_book.resolve())[0]
    mine, table = np.zeros(1, MINE), np.zeros(1, TABLE)
    mine["hand"], mine["playable"] = mask(hand), mask(playable)
    table["players"], table["direction"], table["turn"] = len(others) + 1, 1, 9
    table["cards"][0, : len(others) + 1] = (len(hand.split()), *others)
    for name in ("points_of", "attack_of", "eights", "attackers", "skippers", "reversers"):
        table[name] = record[name]
    for digit in range(POINT_BITS):
        bits = (1 << card for card in range(54) if int(record["points_of"][card]) >> digit & 1)
        table["point_bits"][0, digit] = sum(bits)
    table["jokers"], table["before"], table["taken"] = record["jokers_mask"], 4, 20
    for (player, suit), drawn in (lacked or {}).items():
        table["lacked"][0, player, SUITS.index(suit)] = 5
        table["lacked_taken"][0, player, SUITS.index(suit)] = 20 - drawn
    for name, value in fields.items():
        (mine if name in MINE.names else table)[name] = value
    return Situation(mine, table)
