"""Pieces resting on pieces: a static model in one dimension, in millimetres and grams (P2 to P6).

A stack is the pieces of one perch, level 0 the lowest. Arrays are [place, level], or [piece] for measures.
"""

from __future__ import annotations

import math
from typing import Final

from cactus_sim.games.balance.normal import beyond
from cactus_sim.games.balance.view import form_of
from cactus_sim.jit import jit, lowest_bit

STANDS: Final = -1
"""The lowest level that falls, where none does."""


@jit
def lowest_fall(xs, pieces, half, mass, off, place, levels, ledge_x, ledge_half):
    """The lowest level that falls off its support, STANDS where none does (P3).

    A level falls where the common centre of mass of it and all above lies beyond the edge of what it stands on: the
    classical condition for stacks of blocks.
    """
    weight, moment, found = 0.0, 0.0, STANDS
    for level in range(levels - 1, -1, -1):
        piece = pieces[place, level]
        weight += mass[piece]
        moment += mass[piece] * (xs[place, level] + off[piece])
        middle, width = ledge_x, ledge_half
        if level > 0:
            middle, width = xs[place, level - 1], half[pieces[place, level - 1]]
        if abs(moment - middle * weight) > width * weight:
            found = level
    return found


@jit
def least_margin(xs, pieces, half, mass, off, place, levels, ledge_x, ledge_half):
    """By how many millimetres a stack stands at its weakest level; 1000 where there is none."""
    weight, moment, least = 0.0, 0.0, 1000.0
    for level in range(levels - 1, -1, -1):
        piece = pieces[place, level]
        weight += mass[piece]
        moment += mass[piece] * (xs[place, level] + off[piece])
        middle, width = ledge_x, ledge_half
        if level > 0:
            middle, width = xs[place, level - 1], half[pieces[place, level - 1]]
        least = min(least, width - abs(moment / weight - middle))
    return least


@jit
def slips(x, off, middle, half):
    """Whether a piece put down at x has its own centre beyond its support's edge (P2)."""
    return abs(x + off - middle) > half


@jit
def error_of_hand(table, me, place):
    """The standard deviation, in millimetres, by which a player misses at a place (P2)."""
    return me.hand_mm * (1.0 + table.top[place] / table.steady_mm)


@jit
def support(table, place):
    """The middle and the half-width of what a new piece would stand on."""
    levels = table.levels[place]
    if levels == 0:
        return table.perch_x[place], table.perch_half[place]
    return table.x[place, levels - 1], table.half[table.piece[place, levels - 1]]


@jit
def survey(table, me, place):
    """What a placement does to neighbours, whatever the piece: the chance that jostling brings one down, and that the
    piece does which slips there (P4, P5).
    """
    error, steady, spared = error_of_hand(table, me, place), 1.0, 1.0
    jostle = 0.5 * error * table.jostle * (table.push if me.forced else 1.0)
    shift = error * table.hit_shift
    rest = table.neighbours[place]
    while rest:
        other = lowest_bit(rest)
        rest &= rest - 1
        if table.levels[other] == 0:
            continue
        if jostle > 0.0:
            steady *= 1.0 - beyond(table.margin[other] / jostle)
        if shift > 0.0 and table.perch_z[other] < table.perch_z[place]:
            spared *= 1.0 - table.hit * beyond(table.margin[other] / shift)
    me._shaken[place] = 1.0 - steady
    me._struck[place] = 1.0 - spared


@jit
def assess(table, me, piece, place):
    """Where a player would aim a piece at a place, and the chances foreseen: writes them into the player's view.

    The place must have been surveyed.

    The aim is the middle of where everything would stand. Of each level the chance that it fails is that of a normal
    error: of the hand for the new piece, of jostling for the others; the stack's is that of its weakest level. A
    neighbour may be jostled off, or hit by the piece where it slips. Such chances are what a good eye foresees, not the
    truth: what pieces hit that fall with the stack is left out.
    """
    form, levels, mass, off = form_of(table, piece), table.levels[place], table.mass[piece], table.off[piece]
    middle, half = support(table, place)
    low, high = middle - half, middle + half
    weight, moment = 0.0, 0.0
    for level in range(levels - 1, -1, -1):
        below = table.piece[place, level]
        weight += table.mass[below]
        moment += table.mass[below] * (table.x[place, level] + table.off[below])
        ledge, width = table.perch_x[place], table.perch_half[place]
        if level > 0:
            ledge, width = table.x[place, level - 1], table.half[table.piece[place, level - 1]]
        low = max(low, ((ledge - width) * (weight + mass) - moment) / mass)
        high = min(high, ((ledge + width) * (weight + mass) - moment) / mass)
    aim = min(max(0.5 * (low + high), middle - half), middle + half)
    error = error_of_hand(table, me, place)
    jostle = table.jostle * (table.push if me.forced else 1.0)
    spread = error if levels == 0 else error * math.sqrt(1.0 + jostle * jostle)
    slip = tails(half - (aim - middle), half + (aim - middle), spread)
    fall = 0.0
    weight, moment, square = mass, mass * aim, mass * mass
    for level in range(levels - 1, -1, -1):
        below = table.piece[place, level]
        weight += table.mass[below]
        moment += table.mass[below] * (table.x[place, level] + table.off[below])
        square += (jostle * table.mass[below]) ** 2
        ledge, width, shifts = table.perch_x[place], table.perch_half[place], 0.0
        if level > 0:
            ledge, width = table.x[place, level - 1], table.half[table.piece[place, level - 1]]
            shifts = jostle * jostle
        lean = moment / weight - ledge
        spread = error * math.sqrt(square / (weight * weight) + shifts)
        fall = max(fall, tails(width - lean, width + lean, spread))
    stays = (1.0 - fall) * (1.0 - me._shaken[place]) * (1.0 - slip * me._struck[place])
    me.aim[form, place] = aim - off - table.perch_x[place]
    me.slip[form, place] = slip
    me.fall[form, place] = 1.0 - stays


@jit
def tails(right, left, spread):
    """The chance that a normal error of that spread goes beyond one edge or the other; distances to the edges."""
    if spread <= 0.0:
        return 1.0 if right < 0.0 or left < 0.0 else 0.0
    return min(beyond(right / spread) + beyond(left / spread), 1.0)


@jit
def touched(table, me, piece, place):
    """The colours and shapes that a piece would touch at a place, as bits: colour, and 8 + shape (P6).

    It touches the piece below, and those of neighbour perches at its height whose extents overlap its own.
    """
    found, levels = 0, table.levels[place]
    if levels > 0:
        found = marks_of(table, table.piece[place, levels - 1])
    rest = table.neighbours[place]
    while rest:
        other = lowest_bit(rest)
        rest &= rest - 1
        for level in range(table.levels[other]):
            if overlaps(table, me, piece, place, other, level):
                found |= marks_of(table, table.piece[other, level])
    return found


@jit
def contacts(mine, table, piece, place):
    """How many pieces a piece would touch at a place where it is aimed (P6)."""
    found = int(table.levels[place] > 0)
    rest = table.neighbours[place]
    while rest:
        other = lowest_bit(rest)
        rest &= rest - 1
        for level in range(table.levels[other]):
            found += int(overlaps(table, mine, piece, place, other, level))
    return found


@jit
def overlaps(table, me, piece, place, other, level):
    """Whether a piece aimed at a place would have the height and the extent of one on a neighbour perch in common."""
    low, z, near = table.top[place], table.z[other, level], table.piece[other, level]
    if z >= low + table.thick[piece] or low >= z + table.thick[near]:
        return False
    middle = table.perch_x[place] + me.aim[form_of(table, piece), place]
    return abs(table.x[other, level] - middle) < table.half[piece] + table.half[near]


@jit
def marks_of(table, piece):
    """A piece's colour and shape as bits: colour, and 8 + shape."""
    marks = 0
    if table.colour[piece] >= 0:
        marks |= 1 << table.colour[piece]
    if table.shape[piece] >= 0:
        marks |= 1 << (8 + table.shape[piece])
    return marks


@jit
def measure(table, place):
    """Brings what follows from the pieces of a place up to date: heights and the margin by which it stands."""
    z = table.perch_z[place]
    levels = table.levels[place]
    for level in range(levels):
        table.z[place, level] = z
        z += table.thick[table.piece[place, level]]
    table.top[place] = z
    table.margin[place] = least_margin(
        table.x, table.piece, table.half, table.mass, table.off, place, levels, table.perch_x[place],
        table.perch_half[place],
    )  # fmt: skip


@jit
def fails(table, place):
    """The lowest level of a place that falls, STANDS where none does (P3)."""
    return lowest_fall(
        table.x, table.piece, table.half, table.mass, table.off, place, table.levels[place], table.perch_x[place],
        table.perch_half[place],
    )  # fmt: skip
