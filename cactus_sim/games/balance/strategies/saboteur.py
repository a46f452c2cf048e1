"""Makes it hard for the others."""

from __future__ import annotations

from cactus_sim.games.balance.strategies.base import (
    BalanceStrategy,
    answer_of,
    choices_after,
    contacts,
    flowers_after,
    form_of,
    lowest_bit,
)
from cactus_sim.strategies import Parameter


class Saboteur(BalanceStrategy):
    """Leaves the next player the poorest choice: the piece after which few fit the next roll and they earn little, on
    the perch that stands least surely, and touches most pieces, of those with at most the chance `most` of a fall on
    its own turn.
    """

    fr = """Laisse au joueur suivant le plus mauvais choix : la pièce après laquelle peu conviendront au dé et
    rapporteront peu, sur le perchoir le moins sûr, où elle touche le plus de pièces, parmi ceux dont le risque
    de chute à son propre tour ne dépasse pas `most`."""

    most = Parameter(
        0.1, 0.0, 1.0, "the greatest chance of a fall that it takes on its own turn",
        fr="le plus grand risque de chute qu’il prend à son propre tour",
    )  # fmt: skip

    @staticmethod
    def place(mine, table, p):
        """The poorest choice for the next player; of equals the least sure perch."""
        best, least, risk = -1, 0.0, 0.0
        pieces = mine.pieces
        while pieces:
            piece = lowest_bit(pieces)
            pieces &= pieces - 1
            form, places = form_of(table, piece), mine.open[piece]
            choices = choices_after(table, piece)
            while places:
                place = lowest_bit(places)
                places &= places - 1
                fall, slip = mine.fall[form, place], mine.slip[form, place]
                over = max(fall - p.most, 0.0)
                left = flowers_after(table, piece, place) + 0.2 * choices + 100.0 * over
                wobbly = fall + slip + 0.01 * contacts(mine, table, piece, place)
                if best < 0 or left < least or (left == least and wobbly > risk):
                    best, least, risk = answer_of(piece, place), left, wobbly
        return best
