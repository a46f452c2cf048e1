"""Calls as soon as it may be under 6."""

from __future__ import annotations

from cactus_sim.games.cactus.strategies.base import CactusStrategy
from cactus_sim.strategies import Parameter


class Early(CactusStrategy):
    """Calls as soon as its total may be under `call_under`, hoping that the cards it does not know are the best of the
    pack. Two known cards under 6 are enough with two unknown ones beside them: a gambler who wins before the others
    have begun, or fails. It never calls with more than `unknown_most` unknown cards.
    """

    fr = """Annonce dès que son total peut être inférieur à 6, en espérant que ses cartes inconnues soient les
    meilleures du paquet. Deux cartes connues de moins de 6 points à elles deux lui suffisent, à côté de deux
    inconnues : un joueur téméraire, qui gagne avant que les autres aient commencé, ou perd. Il n’annonce
    jamais avec plus de `unknown_most` cartes inconnues."""

    call_under = Parameter(
        6,
        -10,
        60,
        "calls if its known points and the least of the unknown are under this",
        fr="annonce si ses points connus et le moins que vaillent les inconnues font moins que cela",
    )
    unknown_most = Parameter(
        2, 0, 32, "never calls with more unknown cards than this", fr="n’annonce jamais avec plus de cartes inconnues"
    )

    @staticmethod
    def call(mine, table, p):
        """Calls if the unknown cards may be good enough."""
        return mine.unknown <= p.unknown_most and mine.known_points + mine.unknown * table.least < p.call_under
