"""What a strategy of CACTUS does when it does not say otherwise, and what its strategies share."""

from __future__ import annotations

from cactus_sim.games.balance.decisions import fall_of, flowers_of, richest, safest
from cactus_sim.games.balance.physics import contacts
from cactus_sim.games.balance.view import (
    answer_of,
    cactus_of,
    chance,
    choices_after,
    claim_for,
    five_for,
    flowers_after,
    flowers_for,
    form_of,
    pieces_left,
)
from cactus_sim.jit import bits_set, lowest_bit
from cactus_sim.strategies import Strategy

__all__ = [
    "BalanceStrategy",
    "answer_of",
    "bits_set",
    "cactus_of",
    "chance",
    "choices_after",
    "claim_for",
    "contacts",
    "fall_of",
    "five_for",
    "flowers_after",
    "flowers_for",
    "flowers_of",
    "form_of",
    "lowest_bit",
    "pieces_left",
    "richest",
    "safest",
]  # fmt: skip


class BalanceStrategy(Strategy):
    """Places a piece where the least is likely to fall: derive from it and say where else.

    Hook it answers: `place` (a piece of `mine.pieces` and a place of `mine.open[piece]`, as `answer_of(piece, place)`).
    """

    @staticmethod
    def place(mine, table, p):
        """Where the least chance of a fall is."""
        return safest(mine, table)
