"""Plays by chance."""

from __future__ import annotations

from cactus_sim.games.eights.strategies.base import (
    COLOUR_DOC,
    COLOUR_FR,
    COLOURS,
    DRAW,
    PASS,
    EightsStrategy,
    chance,
    count_of,
    nth_of,
)
from cactus_sim.strategies import Parameter


class Random(EightsStrategy):
    """Takes any legal move, each as likely as the others: every card that can be played, drawing, and passing is one.
    It names any of the four suits. A yardstick for cross-checks with other programs rather than an opponent.
    """

    fr = """Fait n’importe quel coup permis, chacun étant aussi probable : poser chacune des cartes qui vont,
    prendre une carte, passer. Il annonce n’importe quelle couleur. Un repère pour vérifier contre d’autres
    programmes plus qu’un adversaire."""

    colour = Parameter("random", choices=COLOURS, doc=COLOUR_DOC, fr=COLOUR_FR)

    @staticmethod
    def play(mine, table, p):
        """Any legal move."""
        cards = count_of(mine.playable)
        move = chance(mine, cards + mine.may_draw + mine.may_pass)
        if move < cards:
            return nth_of(mine.playable, move)
        return DRAW if mine.may_draw and move == cards else PASS
