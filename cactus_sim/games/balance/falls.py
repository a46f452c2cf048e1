"""Putting a piece down, and what comes off: slips, jostling, falls and hits until all is at rest (P2 to P5, B7)."""

from __future__ import annotations

import math
from typing import Final

from cactus_sim.games.balance.events import FALLEN, PLACE, SHIFT, emit
from cactus_sim.games.balance.normal import normal
from cactus_sim.games.balance.physics import STANDS, error_of_hand, fails, measure, slips, support
from cactus_sim.games.balance.rules import BASICS, RETURNED
from cactus_sim.games.balance.view import cactus_of, form_of
from cactus_sim.jit import jit, lowest_bit
from cactus_sim.streams import mix, unit

GRID: Final = float(1 << 20)
"""Positions are whole numbers of 1/GRID millimetres, so that a trace can tell them to the last bit."""

RESTS: Final = 1 << 20
"""A bit of what `put_down` gives: the piece rests. The bits below count the other pieces that fell."""


@jit
def on_grid(x):
    """A length, rounded to the grid of positions."""
    return math.floor(x * GRID + 0.5) / GRID


@jit
def lucky(stream, probability):
    """Whether something of that probability happens; the stream moves on by one."""
    stream[0] += stream[1]
    return unit(mix(stream[0])) < probability


@jit
def put_down(state, table, me, rules, events, player, piece, place, held):
    """Puts a piece down at a place and lets everything come to rest; gives RESTS where it stays, plus pieces fallen.

    A piece that is held lands where it is aimed, and jostles nothing.
    """
    error = 0.0 if held else error_of_hand(table, me, place)
    spread = error * table.jostle * (table.push if me.forced else 1.0)
    aim = on_grid(me.aim[form_of(table, piece), place])
    offset = aim if held else on_grid(aim + error * normal(state.hands))
    x = table.perch_x[place] + offset
    middle, half = support(table, place)
    off = slips(x, table.off[piece], middle, half)
    emit(events, state, PLACE, player, place, int(aim * GRID), int(offset * GRID), int(off))
    unsettled = 1 << place
    if spread > 0.0:
        unsettled |= jostle(state, table, events, place, spread)
    if off:
        unsettled |= hits(state, table, rules, events, place, error)
    else:
        lay(table, piece, place, x)
    fallen, rests = settle(state, table, rules, events, player, piece, unsettled, error)
    return fallen | (RESTS if rests and not off else 0)


@jit
def lay(table, piece, place, x):
    """A piece comes to lie on top of a place."""
    level = table.levels[place]
    table.piece[place, level] = piece
    table.x[place, level] = x
    table.levels[place] = level + 1
    count(table, piece, place, 1)


@jit
def count(table, piece, place, by):
    """Keeps the counts of colours and shapes on the cacti."""
    colour, shape = table.colour[piece], table.shape[piece]
    if colour >= 0:
        table.on_colour[colour] += by
        table.on_cactus[cactus_of(place), colour] += by
    if shape >= 0:
        table.on_shape[shape] += by


@jit
def jostle(state, table, events, place, spread):
    """A placement shifts the pieces of its perch, and of neighbours by half as much (P4); gives the places shifted."""
    shaken = 0
    if table.levels[place] > 0:
        shift(state, table, events, place, spread)
    rest = table.neighbours[place]
    while rest:
        other = lowest_bit(rest)
        rest &= rest - 1
        if table.levels[other] > 0:
            shift(state, table, events, other, 0.5 * spread)
            shaken |= 1 << other
    return shaken


@jit
def shift(state, table, events, place, spread):
    """Every piece of a place shifts by a normal error of that spread."""
    for level in range(table.levels[place]):
        x = on_grid(table.x[place, level] + spread * normal(state.hands))
        table.x[place, level] = x
        emit(events, state, SHIFT, -1, place, level, int(x * GRID))


@jit
def hits(state, table, rules, events, place, error):
    """A piece falls from a place and may hit lower neighbours, whose pieces shift (P5); gives the places hit."""
    struck = 0
    rest = table.neighbours[place]
    while rest:
        other = lowest_bit(rest)
        rest &= rest - 1
        below = table.levels[other] > 0 and table.perch_z[other] < table.perch_z[place]
        if below and lucky(state.hands, rules.hit):
            shift(state, table, events, other, error * rules.hit_shift)
            struck |= 1 << other
    return struck


@jit
def settle(state, table, rules, events, player, piece, unsettled, error):
    """Lets fall what does not stand until all is at rest; gives how many other pieces fell, and if `piece` rests."""
    fallen, rests = 0, True
    while unsettled:
        place = lowest_bit(unsettled)
        unsettled &= unsettled - 1
        level = fails(table, place)
        while level != STANDS:
            while table.levels[place] > level:
                top = table.levels[place] - 1
                down = table.piece[place, top]
                table.levels[place] = top
                count(table, down, place, -1)
                emit(events, state, FALLEN, player, down, place, top)
                if down == piece:
                    rests = False
                else:
                    fallen += 1
                    take_away(table, rules, down)
                unsettled |= hits(state, table, rules, events, place, error)
            level = fails(table, place)
        measure(table, place)
    return fallen, rests


@jit
def take_away(table, rules, piece):
    """What becomes of a fallen piece: a special one goes to the right end of its row, a basic one as `fallen` says."""
    if piece >= BASICS:
        table.row[table.row_length] = piece
        table.row_length += 1
    elif rules.fallen == RETURNED:
        table.supply |= 1 << piece
