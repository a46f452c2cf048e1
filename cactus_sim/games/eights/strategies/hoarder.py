"""Holds eights and jokers to the end."""

from __future__ import annotations

from cactus_sim.games.eights.strategies.base import EightsStrategy, most_points, plain_first


class Hoarder(EightsStrategy):
    """Holds its eights and jokers to the end: it plays one only when nothing else fits, and otherwise the card with the
    most points. It nearly always has a card to play, and pays dearly when another player is out first.
    """

    fr = """Garde ses huit et ses jokers jusqu’à la fin : il n’en pose un que si rien d’autre ne va, et sinon
    la carte qui vaut le plus de points. Il a presque toujours une carte à poser, et le paie cher quand un
    autre finit le premier."""

    @staticmethod
    def play(mine, table, p):
        """The most points among the cards that are neither eight nor joker, if there are such."""
        return most_points(table, plain_first(mine, table))
