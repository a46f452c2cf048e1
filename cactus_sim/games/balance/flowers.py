"""Flowers: what is earned, lost and paid with the tokens that there are (rules B1, B5 to B8)."""

from __future__ import annotations

from cactus_sim.games.balance.events import (
    CLAIM,
    COLOUR3,
    COLOUR5,
    FIVE_COLOURS,
    MISSED,
    SHAPE3,
    SHAPE5,
    emit,
)
from cactus_sim.games.balance.rules import BASICS, COLOURS
from cactus_sim.games.balance.state import CLAIMS_COLOUR, CLAIMS_FIVE, CLAIMS_SHAPE, EARNED, MISSED_FLOWERS
from cactus_sim.games.balance.view import cactus_of
from cactus_sim.jit import jit
from cactus_sim.streams import ATTENTION, key_word, luck_at

WORTH = 3
"""What a flower is worth with its point up; 1 with its point hidden (B1)."""


@jit
def tokens_for(flowers):
    """The fewest tokens that are worth so much: as many at 3 as can be, the rest at 1."""
    return flowers // WORTH + flowers % WORTH


@jit
def pay(table, player, change):
    """A player's flowers grow or shrink by `change`, never below 0; gives by how much they did.

    Change is made freely by turning tokens, but there are no more than there are: where they do not suffice, the
    player is left with the most below that can be laid.
    """
    before = table.flowers[player]
    tokens = tokens_for(before) + table.reserve
    after = max(before + change, 0)
    while tokens_for(after) > tokens:
        after -= 1
    table.flowers[player] = after
    table.reserve = tokens - tokens_for(after)
    return after - before


@jit
def all_flowers_out(table):
    """Whether the reserve is empty and all tokens are at 3, so that nothing more can be paid (B8)."""
    if table.reserve > 0:
        return False
    for player in range(table.players):  # noqa: SIM110 - compiled code has no generators
        if table.flowers[player] % WORTH != 0:
            return False
    return True


@jit
def reasons(table, piece, place):
    """Why the piece that was just placed earns flowers, as bits (B5)."""
    found, colour, shape = 0, table.colour[piece], table.shape[piece]
    if colour >= 0:
        count, cactus = table.on_colour[colour], cactus_of(place)
        found |= int(count == 3) << COLOUR3 | int(count == 5) << COLOUR5
        if table.on_cactus[cactus, colour] == 1:
            colours = 0
            for other in range(COLOURS):
                colours += int(table.on_cactus[cactus, other] > 0)
            found |= int(colours == COLOURS) << FIVE_COLOURS
    if shape >= 0 and piece < BASICS:
        count = table.on_shape[shape]
        found |= int(count == 3) << SHAPE3 | int(count == 5) << SHAPE5
    return found


@jit
def worth_of(table, why):
    """The flowers that a claim for these reasons asks."""
    thirds = (why >> COLOUR3 & 1) + (why >> SHAPE3 & 1)
    fifths = (why >> COLOUR5 & 1) + (why >> SHAPE5 & 1)
    return thirds * table.third + fifths * table.fifth + (why >> FIVE_COLOURS & 1) * table.five_colours


@jit
def claim(state, table, me, events, player, piece, place):
    """Claims what the piece just placed earns, so far as the player notices it (B5)."""
    why, missed = reasons(table, piece, place), 0
    if why == 0:
        return
    if me.attention < 1.0:
        word = key_word(state.deal, table.turn, ATTENTION, (player + state.rotation) % state.players)
        for reason in range(FIVE_COLOURS + 1):
            if why >> reason & 1 and luck_at(state.seed, word, reason + 1) >= me.attention:
                missed |= 1 << reason
        if missed:
            state.counts[player, MISSED_FLOWERS] += worth_of(table, missed)
            emit(events, state, MISSED, player, worth_of(table, missed), missed)
            why &= ~missed
    if why:
        asked = worth_of(table, why)
        paid = pay(table, player, asked)
        counts = state.counts[player]
        counts[EARNED] += paid
        counts[CLAIMS_COLOUR] += (why >> COLOUR3 & 1) + (why >> COLOUR5 & 1)
        counts[CLAIMS_SHAPE] += (why >> SHAPE3 & 1) + (why >> SHAPE5 & 1)
        counts[CLAIMS_FIVE] += why >> FIVE_COLOURS & 1
        emit(events, state, CLAIM, player, asked, paid, why)
