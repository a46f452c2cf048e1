"""Calls at an expected total."""

from __future__ import annotations

from cactus_sim.games.cactus.strategies.base import CactusStrategy
from cactus_sim.strategies import Parameter


class Threshold(CactusStrategy):
    """Calls as soon as its expected total is at most `call_at`. It counts an unknown card as the mean of the pack
    (5.77 points in a pack of 52), takes low discards, replaces its worst card, and throws every equal card it
    remembers. The yardstick for all other strategies.
    """

    call_at = Parameter(5, -10, 60, "calls at this expected total or less")

    @staticmethod
    def call(mine, table, p):
        """Calls at the threshold or below it."""
        return mine.known_points + mine.unknown * table.pack_mean <= p.call_at
