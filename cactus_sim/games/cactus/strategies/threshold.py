"""Calls at an expected total."""

from __future__ import annotations

from cactus_sim.games.cactus.strategies.base import CactusStrategy
from cactus_sim.strategies import Parameter


class Threshold(CactusStrategy):
    """Calls as soon as its expected total is at most `call_at`. It counts an unknown card as the mean of the pack
    (5.77 points in a pack of 52), takes low discards, replaces its worst card, and throws every equal card it
    remembers. The yardstick for all other strategies.
    """

    fr = """Annonce dès que son total attendu est d’au plus `call_at`. Une carte inconnue compte pour la
    moyenne du paquet (5,77 points dans un jeu de 52 cartes) ; il prend les petites cartes de la défausse,
    remplace sa plus mauvaise carte, et jette toute carte égale dont il se souvient. L’étalon des autres
    stratégies."""

    call_at = Parameter(5, -10, 60, "calls at this expected total or less", fr="annonce à ce total attendu ou moins")

    @staticmethod
    def call(mine, table, p):
        """Calls at the threshold or below it."""
        return mine.known_points + mine.unknown * table.pack_mean <= p.call_at
