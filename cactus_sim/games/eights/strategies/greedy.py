"""Rids itself of points."""

from __future__ import annotations

from cactus_sim.games.eights.strategies.base import EightsStrategy, most_points


class Greedy(EightsStrategy):
    """Plays the card with the most points, so that little is left in hand whenever the round ends. Jokers and eights
    have the most: it spends them first. The yardstick for all other strategies.
    """

    fr = """Pose la carte qui vaut le plus de points, pour garder peu en main quand la manche finit. Les
    jokers et les huit valent le plus : il les dépense d’abord. L’étalon des autres stratégies."""

    @staticmethod
    def play(mine, table, p):
        """The playable card with the most points."""
        return most_points(table, mine.playable)
