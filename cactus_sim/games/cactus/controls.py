"""Numbers of a deal whose exact means are known, and how they are counted: they take luck off comparisons.

Seen with four players: they explain a tenth of the variance where A calls at once on few points and B does not, and
next to nothing where both play alike after the first round. Further ones (points of the first discard, low cards among
the next draws, squares, other limits) explained no more.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Any, Final

import numba
import numpy as np
import numpy.typing as npt
from numba.core import types

from cactus_sim.games.base import IntArray
from cactus_sim.games.cactus.rules import RULES_DTYPE, rules_record
from cactus_sim.games.cactus.state import STATE, draw, new_deck
from cactus_sim.games.cactus.view import TABLE
from cactus_sim.games.rule_book import Value
from cactus_sim.jit import compile_cached, readable

DEALT_POINTS, LOW_LOOKS, LOW_HANDS = range(3)

LOW: Final = 6
"""Points that the cards looked at must be under, and a hand must not be over, to be low: the limits of C12 and C14."""


def count_deals(rules_of, states, tables, players, seed, first_deal, values):
    """Counts the controls of the deals first_deal, first_deal + 1 …"""
    rules, state, table = rules_of[0], states[0], tables[0]
    state.seed = seed
    state.hand = 0
    state.reshuffles = 0
    for block in range(values.shape[0]):
        state.deal = first_deal + block
        state.next = 0
        new_deck(state, rules)
        for control in range(values.shape[1]):
            values[block, control] = 0
        for _ in range(players):
            looked, total = 0, 0
            for slot in range(rules.hand_cards):
                points = rules.points_of[draw(state, table, rules)]
                total += points
                if slot < rules.looked_at:
                    looked += points
            values[block, DEALT_POINTS] += total
            values[block, LOW_LOOKS] += int(looked < LOW)
            values[block, LOW_HANDS] += int(total <= LOW)


class CactusControls:
    """The Controls contract (`games.base.Controls`) for Cactus."""

    names = ("dealt_points", "low_looks", "low_hands")

    def means(self, rules: Mapping[str, Value], players: int) -> tuple[Fraction, ...]:
        """The exact means: of all players' dealt points, and of how many have low cards looked at, and low hands."""
        record: Any = rules_record(rules)[0]
        pack = sorted(int(record["points_of"][card]) for card in record["pack"][: int(record["pack_size"])])
        hand, looked = int(record["hand_cards"]), int(record["looked_at"])
        return (
            Fraction(players * hand * sum(pack), len(pack)),
            players * _chance(tuple(pack), looked, LOW - 1),
            players * _chance(tuple(pack), hand, LOW),
        )

    def count(self, rules: npt.NDArray[np.void], players: int, seed: int, first_deal: int, values: IntArray) -> None:
        """Writes the values of these deals (see `games.base.Controls`)."""
        room = readable(np.zeros(1, STATE)), readable(np.zeros(1, TABLE))
        with np.errstate(over="ignore"):
            _compiled()(readable(rules), *room, players, seed, first_deal, values)


@cache
def _compiled() -> Any:
    def records(dtype: np.dtype[np.void]) -> types.Array:
        return types.Array(numba.from_dtype(dtype), 1, "C")

    whole = types.int64
    signature = types.void(
        records(RULES_DTYPE), records(STATE), records(TABLE), whole, whole, whole, types.Array(whole, 2, "C")
    )
    return compile_cached(count_deals, signature, "cactus")


@cache
def _chance(pack: tuple[int, ...], cards: int, most: int) -> Fraction:
    """The chance that so many cards drawn from a pack, given by its points, have `most` points together or fewer."""
    ways: list[dict[int, int]] = [{0: 1}, *({} for _ in range(cards))]
    for points in pack:
        for held in range(cards, 0, -1):
            for total, number in ways[held - 1].items():
                ways[held][total + points] = ways[held].get(total + points, 0) + number
    low = sum(number for total, number in ways[cards].items() if total <= most)
    return Fraction(low, sum(ways[cards].values()))
