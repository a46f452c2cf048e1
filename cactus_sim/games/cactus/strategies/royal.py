"""Waits for a cactus royal."""

from __future__ import annotations

from cactus_sim.games.cactus.strategies.base import CactusStrategy
from cactus_sim.strategies import Parameter


class Royal(CactusStrategy):
    """Waits for a cactus royal: calls only when it knows that its total is 0 or less. Others mostly call before. After
    `patience` rounds without a royal it would call at `settle_for`, so that a table of its kind comes to an end.
    """

    patience = Parameter(0, 0, 1000, "rounds after which it calls at settle_for; 0: it waits for ever")
    settle_for = Parameter(3, -10, 60, "calls at this total or less once its patience is over")

    @staticmethod
    def call(mine, table, p):
        """Calls at nought."""
        if mine.unknown > 0:
            return False
        patient = p.patience == 0 or table.round <= p.patience
        return mine.known_points <= (0 if patient else p.settle_for)
