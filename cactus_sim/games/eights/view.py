"""What a player of 8 Américain may know: `mine` (that player's own) and `table` (public), kept up to date.

Sets of cards are 64-bit masks (see `masks`), cards are numbers (see `cactus_sim.cards`). With two packs a second copy
of a card in `hand` or `gone` is in `twice` or `gone_twice`. The functions at the end are for strategies.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from cactus_sim.cards import CARDS
from cactus_sim.games.eights.masks import count_of, lowest_of, of_suit
from cactus_sim.games.eights.rules import MAX_PLAYERS
from cactus_sim.jit import inlined, jit
from cactus_sim.streams import chance as chance  # for strategies, as all at the end

POINT_BITS: Final = 6
"""Points of a card are below 64: so many binary digits."""

MINE: Final = np.dtype(
    [
        ("me", "i8"),  # my number in the arrays of `table`
        ("hand", "i8"),  # my cards
        ("twice", "i8"),  # those that I have two of
        ("playable", "i8"),  # the cards that I may play now
        ("may_draw", "i8"),  # whether I may draw (or take the attack) instead
        ("may_pass", "i8"),  # whether I may pass instead
        ("drawn", "i8"),  # the cards that I have drawn this turn, when I am asked for a card after it
        ("p", "f8", (16,)),  # the strategy's parameters
        ("attention", "f8"),
        ("_dice", "u8", (2,)),  # a stream of my own; step 0: not yet begun
        ("_dice_word", "u8"),
        ("_seed", "u8"),
    ],
    align=True,
)

TABLE: Final = np.dtype(
    [
        ("players", "i8"),
        ("first", "i8"),  # who had the first turn
        ("direction", "i8"),  # 1, or −1 after the direction has turned
        ("turn", "i8"),  # turns begun, from 1; 0 before the first
        ("top", "i8"),  # the card on the discard pile
        ("suit", "i8"),  # the suit in force: 0…3, ANY_SUIT, NO_SUIT
        ("before", "i8"),  # the suit that was in force before the last eight or joker
        ("attack", "i8"),  # cards that the player on turn must take or pass on (0: none)
        ("pile", "i8"),  # cards in the draw pile
        ("gone", "i8"),  # the cards on the discard pile, the top one too
        ("gone_twice", "i8"),
        ("cards", "i8", (MAX_PLAYERS,)),  # how many cards each player has
        ("taken", "i8", (MAX_PLAYERS,)),  # how many cards each player has drawn in this round
        ("lacked", "i8", (MAX_PLAYERS, 4)),  # the last turn when they could not follow a suit, 0: none known
        ("lacked_taken", "i8", (MAX_PLAYERS, 4)),  # how many cards they had drawn by then
        ("totals", "i8", (MAX_PLAYERS,)),  # points of the match so far
        ("match_points", "i8"),
        ("points_of", "i8", (CARDS,)),  # points of each card left in hand
        ("point_bits", "i8", (POINT_BITS,)),  # by binary digit of points: the cards whose points have a 1 there
        ("attack_of", "i8", (CARDS,)),  # how many cards each card makes the next player draw
        ("eights", "i8"),  # the cards that name the suit
        ("jokers", "i8"),
        ("attackers", "i8"),  # the cards that attack
        ("skippers", "i8"),  # the cards that make the next player skip
        ("reversers", "i8"),  # the cards that turn the direction
        ("packs", "i8"),
    ],
    align=True,
)

DRAW: Final = 100
"""The answer of `play` that draws, or takes the cards of an attack."""
PASS: Final = 101
"""The answer of `play` that ends the turn without a card."""


@inlined
def lack(table, player):
    """A player is seen not to be able to follow the suit in force."""
    if table.suit < 4:
        table.lacked[player, table.suit] = table.turn
        table.lacked_taken[player, table.suit] = table.taken[player]


@inlined
def followed(table, player, card):
    """A player plays a card of the hand, so had its suit after all. (A card just drawn says nothing of the others.)"""
    if 0 <= card < 52:
        table.lacked[player, card & 3] = 0


@jit
def next_player(mine, table):
    """Who comes next in the direction of play, skips apart."""
    player = mine.me + table.direction
    if player < 0:
        return player + table.players
    return player - table.players if player >= table.players else player


@jit
def wild(table):
    """The cards that can be played on (almost) anything: eights and jokers."""
    return table.eights | table.jokers


@jit
def most_points(table, mask):
    """The card of a set (not empty) that has the most points left in hand, the lowest of several."""
    # Digit by digit from the highest, keeps the cards whose points have a 1, if any: so no branch has to be guessed.
    for digit in range(POINT_BITS - 1, -1, -1):
        larger = mask & table.point_bits[digit]
        mask = larger if larger != 0 else mask
    return lowest_of(mask)


@jit
def points_in(table, mask):
    """The points of a set of cards."""
    points = 0
    for digit in range(POINT_BITS):
        points += count_of(mask & table.point_bits[digit]) << digit
    return points


@jit
def points_held(mine, table):
    """The points of the player's hand, were the round over now."""
    return points_in(table, mine.hand) + points_in(table, mine.twice)


@jit
def suit_held_most(mine, table):
    """The suit of which the player has the most cards, eights and jokers apart; of equals the one worth most points."""
    plain = mine.hand & ~wild(table)
    best, most = 0, -1
    for suit in range(4):
        held = of_suit(plain, suit)
        value = count_of(held) * 4096 + points_in(table, held)
        best = suit if value > most else best
        most = max(most, value)
    return best


@jit
def suit_worth_most(mine, table):
    """The suit of which the player's cards have the most points, eights and jokers apart; of equals the longer one."""
    plain = mine.hand & ~wild(table)
    best, most = 0, -1
    for suit in range(4):
        held = of_suit(plain, suit)
        value = points_in(table, held) * 64 + count_of(held)
        best = suit if value > most else best
        most = max(most, value)
    return best


@jit
def drawn_since(table, player, suit):
    """How many cards a player has drawn since they could not follow a suit, −1 where that is not known of them."""
    if table.lacked[player, suit] == 0:
        return -1
    return table.taken[player] - table.lacked_taken[player, suit]


@jit
def unseen(mine, table):
    """The cards of which the player has seen no copy, in hand or on the discard pile."""
    everything = ((1 << 52) - 1) | table.jokers
    return everything & ~mine.hand & ~table.gone
