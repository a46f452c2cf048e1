"""Spends eights at once."""

from __future__ import annotations

from cactus_sim.games.eights.strategies.base import EightsStrategy, lowest_of, most_points


class EarlyEight(EightsStrategy):
    """Plays an eight as soon as it may, and so names the suit early and often. Without one it plays the card with the
    most points.
    """

    fr = """Pose un huit dès que possible, et annonce donc la couleur tôt et souvent. Sans huit, il pose la
    carte qui vaut le plus de points."""

    @staticmethod
    def play(mine, table, p):
        """An eight, else the most points."""
        eights = mine.playable & table.eights
        return lowest_of(eights) if eights else most_points(table, mine.playable)
