"""What a player of Cactus may know: `mine` (that player's own) and `table` (public), kept up to date as things happen.

A place is a number: one's own slots are 0…31, slot s of player q is `theirs_at(q, s)`. Cards are numbers (see
`cactus_sim.cards`), −1 where there is none or it is not known. Fields that begin
with an underscore are the kernel's own: a hook that reads one is refused. The functions at the end are for strategies.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from cactus_sim.cards import CARDS
from cactus_sim.games.cactus.rules import MAX_PLACES, MAX_PLAYERS
from cactus_sim.jit import bits_set, inlined, jit, lowest_bit
from cactus_sim.streams import chance as chance  # for strategies, as all at the end

MINE: Final = np.dtype(
    [
        ("me", "i8"),  # my number in the arrays of `table`
        ("cards", "i8"),  # how many cards I have
        ("unknown", "i8"),  # how many of them I do not remember
        ("known_points", "i8"),  # the points of those I remember
        ("ranks", "i8"),  # bit r is set when I remember a card of rank r in my row
        ("held", "i8"),  # bit s is set when there is a card in my slot s
        ("known", "i8"),  # bit s is set when I remember it
        ("drawn", "i8"),  # the card I have just drawn
        ("looked_place", "i8"),  # under look_swap: where the card is that I have just looked at
        ("may_throw_wrong", "i8"),  # 0 once I have made the wrong throws that the rules allow
        ("hand", "i1", (MAX_PLACES,)),  # the cards I remember, by slot
        ("_rank_counts", "i1", (16,)),
        ("theirs", "i1", (MAX_PLAYERS, MAX_PLACES)),  # cards of others that I have looked at and remember
        ("p", "f8", (16,)),  # the strategy's parameters
        ("memory", "f8"),
        ("attention", "f8"),
        ("reflex", "f8"),
        ("_dice", "u8", (2,)),  # a stream of my own; step 0: not yet begun
        ("_dice_word", "u8"),
        ("_seed", "u8"),
    ],
    align=True,
)

TABLE: Final = np.dtype(
    [
        ("players", "i8"),
        ("first", "i8"),  # who began
        ("active", "i8"),  # whose turn it is
        ("turn", "i8"),  # turns begun, from 1; 0 before the first
        ("round", "i8"),  # from 1
        ("caller", "i8"),  # who has called, −1: nobody
        ("call_round", "i8"),
        ("final_turns", "i8"),  # turns left after the call
        ("top", "i8"),  # the top discard, −1: none
        ("top_rank", "i8"),
        ("top_points", "i8"),
        ("may_take", "i8"),  # whether the player on turn may take the top discard
        ("must_discard", "i8"),  # whether the drawn card must be discarded
        ("power", "i8"),  # the power that may now be used
        ("pile", "i8"),  # cards in the draw pile
        ("cards", "i8", (MAX_PLAYERS,)),  # how many cards each player has
        ("held", "i8", (MAX_PLAYERS,)),  # bit s is set when there is a card in slot s
        ("public", "i1", (MAX_PLAYERS, MAX_PLACES)),  # cards in rows that all have seen
        ("unseen_cards", "i8"),  # cards that not all have seen, in rows and draw pile
        ("unseen_points", "i8"),
        ("unseen_ranks", "i8", (14,)),
        ("points_of", "i8", (CARDS,)),  # points of each card
        ("pack_mean", "f8"),  # mean points of a card of the pack
        ("least", "i8"),  # fewest points that a card of the pack has
        ("throw", "i8"),  # which cards may be thrown: THROW_NONE, THROW_OWN, THROW_ANY of `rules`
        ("call_under", "i8"),
        ("cactus_max", "i8"),
        ("penalty_cards", "i8"),
        ("wrong_returns", "i8"),
        ("caller_frozen", "i8"),
        ("multi_swap", "i8"),
    ],
    align=True,
)

NOTHING: Final = -1
"""The answer of a hook that declines: draw, discard, no throw, no power."""
OTHERS: Final = MAX_PLACES
PLACES: Final = OTHERS + MAX_PLAYERS * MAX_PLACES


@inlined
def learn(me, table, slot, card):
    """My card in a slot becomes one that I remember."""
    if me.known >> slot & 1:
        return
    rank = card >> 2
    me.hand[slot] = card
    me.known |= 1 << slot
    me.unknown -= 1
    me.known_points += table.points_of[card]
    me.ranks |= 1 << rank
    me._rank_counts[rank] += 1


@inlined
def forget(me, table, slot):
    """A card that I remember in my row becomes one that I do not."""
    if me.known >> slot & 1 == 0:
        return
    card = int(me.hand[slot])
    rank = card >> 2
    me.hand[slot] = -1
    me.known ^= 1 << slot
    me.unknown += 1
    me.known_points -= table.points_of[card]
    me._rank_counts[rank] -= 1
    if me._rank_counts[rank] == 0:
        me.ranks ^= 1 << rank


@inlined
def see(table, card, sign):
    """A card is now seen by all (sign 1), or is among the unseen again (sign −1)."""
    table.unseen_cards -= sign
    table.unseen_points -= sign * table.points_of[card]
    table.unseen_ranks[card >> 2] -= sign


@inlined
def show(table, card):
    """A card lies on top of the discard pile."""
    table.top = card
    table.top_rank = card >> 2
    table.top_points = table.points_of[card]


@jit
def theirs_at(player, slot):
    """The place number of another player's slot."""
    return OTHERS + player * MAX_PLACES + slot


@jit
def pair(a, b):
    """The answer that names two places at once."""
    return a * PLACES + b


@jit
def has(mask, slot):
    """Whether a bit mask of slots (`held`, `known`) has a slot."""
    return (mask >> slot) & 1 == 1


@jit
def first_of(mask):
    """The lowest slot of a bit mask of slots, −1 where it is empty."""
    return lowest_bit(mask) if mask else -1


@jit
def count_of(mask):
    """How many slots a bit mask of slots has."""
    return bits_set(mask)


@jit
def nth_of(mask, n):
    """The n-th slot (from 0) of a bit mask of slots."""
    for _ in range(n):
        mask &= mask - 1
    return first_of(mask)


@jit
def worst_known(mine, table):
    """The slot of the remembered card with the most points, −1 where none is remembered."""
    worst, most, mask = -1, -1000, mine.known
    while mask:
        slot = lowest_bit(mask)
        mask &= mask - 1
        points = table.points_of[mine.hand[slot]]
        if points > most:
            worst, most = slot, points
    return worst


@jit
def match_of(mine, rank):
    """The lowest slot where the player remembers a card of this rank, −1 where there is none."""
    if mine.ranks >> rank & 1:
        mask = mine.known
        while mask:
            slot = lowest_bit(mask)
            mask &= mask - 1
            if mine.hand[slot] >> 2 == rank:
                return slot
    return -1


@jit
def unseen_mean(mine, table):
    """The mean points of a card that this player has not seen (counting discards and all it remembers)."""
    cards, points, mask = table.unseen_cards, table.unseen_points, mine.known
    if mine.drawn >= 0:
        cards -= 1
        points -= table.points_of[mine.drawn]
    while mask:
        slot = lowest_bit(mask)
        mask &= mask - 1
        if table.public[mine.me, slot] < 0:
            cards -= 1
            points -= table.points_of[mine.hand[slot]]
    for player in range(table.players):
        mask = table.held[player] if player != mine.me else 0
        while mask:
            slot = lowest_bit(mask)
            mask &= mask - 1
            if mine.theirs[player, slot] >= 0 and table.public[player, slot] < 0:
                cards -= 1
                points -= table.points_of[mine.theirs[player, slot]]
    return points / cards if cards > 0 else table.pack_mean


@jit
def expected_total(mine, table):
    """The player's expected total: the points remembered, and for each unknown card the mean of the unseen ones."""
    return mine.known_points + (mine.unknown * unseen_mean(mine, table) if mine.unknown else 0.0)


@jit
def known_at(mine, table, player, slot):
    """The card of another player's slot where this player knows it, else −1."""
    card = int(table.public[player, slot])
    return card if card >= 0 else int(mine.theirs[player, slot])


@jit
def reachable(mine, table, player):  # noqa: ARG001 - as all functions for strategies
    """Whether a power, a gift or a throw may touch this player's cards (C13, `caller_frozen`)."""
    return not (table.caller_frozen and player == table.caller)
