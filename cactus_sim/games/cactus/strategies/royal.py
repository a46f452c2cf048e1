"""Waits for a cactus royal."""

from __future__ import annotations

from cactus_sim.games.cactus.strategies.base import CactusStrategy
from cactus_sim.strategies import Parameter


class Royal(CactusStrategy):
    """Waits for a cactus royal: calls when it knows that its total is 0 or less. Others mostly call before it does, and
    that costs it less than one might think. After `patience` rounds it settles for a point more each round, so that a
    table of its kind comes to an end where nothing may be thrown.
    """

    fr = """Attend le cactus royal : annonce quand il sait que son total est de 0 ou moins. Les autres
    annoncent le plus souvent avant lui, et cela lui coûte moins qu’on ne croirait. Passé `patience` tours, il
    se contente d’un point de plus à chaque tour, afin qu’une table de joueurs comme lui en finisse même quand
    rien ne peut être jeté."""

    patience = Parameter(
        20,
        1,
        1000,
        "rounds after which it settles for a point more each round",
        fr="tours après lesquels il se contente d’un point de plus à chaque tour",
    )

    @staticmethod
    def call(mine, table, p):
        """Calls at nought."""
        return mine.unknown == 0 and mine.known_points <= max(0, table.round - p.patience)
