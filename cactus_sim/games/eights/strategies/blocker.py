"""Leads into suits that the next player lacks."""

from __future__ import annotations

from cactus_sim.games.eights.strategies.base import (
    COLOUR_DOC,
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

    colour = Parameter("starve", choices=COLOURS, doc=COLOUR_DOC)
    trust = Parameter(2, 0, 20, "believes that a suit is lacking while so many cards were drawn since")

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
