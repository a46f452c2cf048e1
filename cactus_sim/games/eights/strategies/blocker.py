"""Leads into suits that the next player lacks."""

from __future__ import annotations

from cactus_sim.games.eights.strategies.base import (
    COLOUR_DOC,
    COLOUR_FR,
    COLOURS,
    EightsStrategy,
    drawn_since,
    most_points,
    next_player,
    of_suit,
    plain_first,
)
from cactus_sim.strategies import Parameter


class Blocker(EightsStrategy):
    """Watches what the next player could not follow, and plays and names those suits again. A player who drew for want
    of hearts, and has drawn at most `trust` cards since, most likely has none. Without such a suit it plays the card
    with the most points, eights and jokers last.
    """

    fr = """Observe ce que le joueur suivant n’a pas pu suivre, puis pose et annonce de nouveau ces couleurs.
    Qui a pris une carte faute de cœur, et n’en a pris que `trust` au plus depuis, n’en a sans doute pas. À
    défaut d’une telle couleur, il pose la carte qui vaut le plus de points, les huit et les jokers en
    dernier."""

    colour = Parameter("starve", choices=COLOURS, doc=COLOUR_DOC, fr=COLOUR_FR)
    trust = Parameter(
        2,
        0,
        20,
        "believes that a suit is lacking while so many cards were drawn since",
        fr="croit qu’une couleur manque tant que le joueur n’a pris depuis que tant de cartes au plus",
    )

    @staticmethod
    def play(mine, table, p):
        """A card of a suit that the next player is believed to lack; else the most points."""
        plain = plain_first(mine, table)
        starving = 0
        player = next_player(mine, table)
        for suit in range(4):
            since = drawn_since(table, player, suit)
            if 0 <= since <= p.trust:
                starving |= of_suit(plain, suit)
        return most_points(table, starving or plain)
