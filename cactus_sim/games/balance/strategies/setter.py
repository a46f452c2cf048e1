"""Sets nothing up for the next player."""

from __future__ import annotations

from cactus_sim.games.balance.strategies.base import BalanceStrategy, answer_of, flowers_for, form_of, lowest_bit
from cactus_sim.strategies import Parameter, helper


@helper
def sets_up(table, piece):
    """How many of a piece's colour and shape it would bring to 2 or 4: one short of flowers for who comes next."""
    number, colour, shape = 0, table.colour[piece], table.shape[piece]
    if colour >= 0:
        number += int(table.on_colour[colour] == 1) + int(table.on_colour[colour] == 3)
    if shape >= 0:
        number += int(table.on_shape[shape] == 1) + int(table.on_shape[shape] == 3)
    return number


class Setter(BalanceStrategy):
    """Gathers flowers as `gatherer` does, but avoids bringing a colour or a shape to 2 or 4, which would leave the
    third or fifth to the next player: each counts as `price` flowers.
    """

    fr = """Cueille des fleurs comme `gatherer`, mais évite de porter une couleur ou une forme à 2 ou 4, ce qui
    laisserait la troisième ou la cinquième au joueur suivant : chacune lui compte `price` fleurs."""

    weight = Parameter(
        1.5, 0.0, 20.0, "flowers that a fall is reckoned to cost", fr="fleurs qu’une chute est censée coûter"
    )
    price = Parameter(
        0.3, 0.0, 10.0, "flowers that setting the next player up is reckoned to cost",
        fr="fleurs que coûte, selon lui, de préparer un coup au joueur suivant",
    )  # fmt: skip

    @staticmethod
    def place(mine, table, p):
        """The most flowers to expect, less what is set up."""
        best, most, slip = -1, 0.0, 0.0
        pieces = mine.pieces
        while pieces:
            piece = lowest_bit(pieces)
            pieces &= pieces - 1
            form, places, price = form_of(table, piece), mine.open[piece], p.price * sets_up(table, piece)
            while places:
                place = lowest_bit(places)
                places &= places - 1
                fall, off = mine.fall[form, place], mine.slip[form, place]
                worth = (1.0 - fall) * flowers_for(table, piece, place) - p.weight * fall - price
                if best < 0 or worth > most or (worth == most and off < slip):
                    best, most, slip = answer_of(piece, place), worth, off
        return best
