"""What a strategy of 8 Américain does when it does not say otherwise, and what its strategies share."""

from __future__ import annotations

from cactus_sim.games.eights.masks import count_of, has, lowest_of, nth_of, of_rank, of_suit
from cactus_sim.games.eights.view import (
    DRAW,
    PASS,
    chance,
    drawn_since,
    most_points,
    next_player,
    points_held,
    points_in,
    suit_held_most,
    suit_worth_most,
    unseen,
    wild,
)
from cactus_sim.strategies import Parameter, Strategy, helper

__all__ = [
    "COLOURS", "COLOUR_DOC", "COLOUR_FR", "DRAW", "PASS", "EightsStrategy", "chance", "chosen_suit", "count_of",
    "drawn_since",
    "has", "lowest_of", "most_points", "next_player", "nth_of", "of_rank", "of_suit", "plain_first", "points_held",
    "points_in", "somebody_has", "suit_held_most", "suit_to_starve", "suit_worth_most", "unseen", "wild",
]  # fmt: skip

COLOURS = ("most", "points", "random", "starve", "last")
MOST, POINTS, RANDOM, STARVE, LAST = range(len(COLOURS))
COLOUR_DOC = (
    "the suit it names: the one it holds most of, the one worth most points, any, the one the next player is known "
    "to lack, or the one last played"
)
COLOUR_FR = (
    "la couleur annoncée : celle dont il a le plus de cartes (most), celle qui lui vaut le plus de points (points), "
    "n’importe laquelle (random), une que le joueur suivant n’a pas (starve), ou la dernière posée (last)"
)


@helper
def plain_first(mine, table):
    """The playable cards that are neither eight nor joker; all playable cards where there are no such."""
    plain = mine.playable & ~wild(table)
    return plain or mine.playable


@helper
def somebody_has(mine, table, cards):
    """Whether another player has at most so many cards."""
    for player in range(table.players):  # noqa: SIM110 - compiled code has no generators
        if table.cards[player] <= cards and player != mine.me:
            return True
    return False


@helper
def suit_to_starve(mine, table):
    """The suit that the next player most surely lacks (fewest cards drawn since that was seen), −1: none known."""
    best, fewest = -1, 1000
    player = next_player(mine, table)
    for suit in range(4):
        since = drawn_since(table, player, suit)
        if 0 <= since < fewest:
            best, fewest = suit, since
    return best


@helper
def chosen_suit(mine, table, colour):
    """The suit that a policy (its place in COLOURS) says; where that says none, the suit held most."""
    if colour == RANDOM:
        return chance(mine, 4)
    if colour == POINTS:
        return suit_worth_most(mine, table)
    if colour == STARVE:
        suit = suit_to_starve(mine, table)
        if suit >= 0:
            return suit
    elif colour == LAST and table.before < 4:
        return table.before
    return suit_held_most(mine, table)


class EightsStrategy(Strategy):
    """Plays the lowest of its playable cards, never draws at will, and names the suit that `colour` says: derive from
    it and say which card to play.

    Hooks it answers: `play` (a card of `mine.playable`, or DRAW where `mine.may_draw`, or PASS where `mine.may_pass`; a
    card can be played whenever it is asked) and `name_suit` (the suit 0…3 in force from now on).
    """

    colour = Parameter("most", choices=COLOURS, doc=COLOUR_DOC, fr=COLOUR_FR)

    @staticmethod
    def play(mine, table, p):
        """The lowest playable card."""
        return lowest_of(mine.playable)

    @staticmethod
    def name_suit(mine, table, p):
        """The suit that `colour` says; where that says none, the suit it holds most of."""
        return chosen_suit(mine, table, p.colour)
