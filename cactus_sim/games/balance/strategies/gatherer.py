"""Gathers flowers."""

from __future__ import annotations

from cactus_sim.games.balance.strategies.base import BalanceStrategy, answer_of, flowers_for, form_of, lowest_bit
from cactus_sim.strategies import Parameter, helper


@helper
def best_worth(mine, table, weight):
    """The answer with the most flowers to expect, a fall reckoned at `weight`; of equals the one that slips least."""
    best, most, slip = -1, 0.0, 0.0
    pieces = mine.pieces
    while pieces:
        piece = lowest_bit(pieces)
        pieces &= pieces - 1
        form, places = form_of(table, piece), mine.open[piece]
        while places:
            place = lowest_bit(places)
            places &= places - 1
            fall, off = mine.fall[form, place], mine.slip[form, place]
            worth = (1.0 - fall) * flowers_for(table, piece, place) - weight * fall
            if best < 0 or worth > most or (worth == most and off < slip):
                best, most, slip = answer_of(piece, place), worth, off
    return best


class Gatherer(BalanceStrategy):
    """Places each piece where it may expect most: the flowers it would earn, times the chance that nothing falls, less
    `weight` flowers times the chance of a fall.
    """

    fr = """Pose chaque pièce là où elle peut espérer le plus : les fleurs qu’elle rapporterait, fois la chance que
    rien ne tombe, moins `weight` fleurs fois le risque de chute."""

    weight = Parameter(
        1.5, 0.0, 20.0, "flowers that a fall is reckoned to cost", fr="fleurs qu’une chute est censée coûter"
    )

    @staticmethod
    def place(mine, table, p):
        """The most flowers to expect."""
        return best_worth(mine, table, p.weight)
