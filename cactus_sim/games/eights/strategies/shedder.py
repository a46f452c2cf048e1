"""Keeps the way out open."""

from __future__ import annotations

from cactus_sim.games.eights.strategies.base import (
    EightsStrategy,
    count_of,
    lowest_of,
    most_points,
    of_rank,
    of_suit,
    plain_first,
    somebody_has,
)
from cactus_sim.strategies import Parameter, helper


@helper
def card_to_shed(mine, table, cards):
    """The card of a set that leaves most followers in hand; of equal ones that with more points."""
    best, most = -1, -1
    while cards:
        card = lowest_of(cards)
        cards &= cards - 1
        followers = count_of((of_suit(mine.hand, card & 3)) | of_rank(mine.hand, card >> 2))
        value = followers * 64 + table.points_of[card]
        if value > most:
            best, most = card, value
    return best


class Shedder(EightsStrategy):
    """Wants to be out first: it plays the card that most of its other cards can follow, by suit or by rank. That
    shortens its longest suit and keeps its suits balanced. Eights and jokers are kept for when nothing else fits; of
    equal cards the one with more points goes. When another player has `danger` cards or fewer it plays for points.
    """

    fr = """Veut finir le premier : pose la carte que le plus de ses autres cartes peuvent suivre, par la
    couleur ou par le rang. Cela raccourcit sa couleur la plus longue et équilibre les autres. Les huit et les
    jokers attendent que rien d’autre n’aille ; à égalité part la carte qui vaut le plus de points. Quand un
    autre joueur a `danger` cartes ou moins, il joue pour les points."""

    danger = Parameter(
        1,
        0,
        20,
        "plays for points when another player has so many cards or fewer",
        fr="joue pour les points quand un autre joueur a au plus tant de cartes",
    )

    @staticmethod
    def play(mine, table, p):
        """The card that leaves most followers in hand."""
        if somebody_has(mine, table, p.danger):
            return most_points(table, mine.playable)
        return card_to_shed(mine, table, plain_first(mine, table))
