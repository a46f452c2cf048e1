"""What a player of CACTUS may know: `mine` (that player's own) and `table` (public), kept up to date.

All lies open on the table but the die's next faces and how hands will err. Places are bits of a mask: place =
cactus × 8 + perch; so are pieces: basic ones shape × 5 + colour, special ones 25 to 34. Lengths are millimetres. The
functions at the end are for strategies.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from cactus_sim.games.balance.record import PLACES
from cactus_sim.games.balance.rules import BASICS, COLOURS, MAX_PLAYERS, PIECES, SHAPES, SPECIALS
from cactus_sim.games.balance.tables import CACTI
from cactus_sim.jit import bits_set, jit, lowest_bit
from cactus_sim.streams import chance as chance  # for strategies, as all at the end

MAX_LEVELS: Final = 12
"""The most pieces on one perch."""
FORMS: Final = SHAPES + 1
"""Forms that a player on turn can have in hand: the basic shapes, and the special piece that comes next."""
FREE, COLOUR, SHAPE, SPECIAL = range(4)
"""What the die says; FREE on the first turn."""
PLACE_BITS: Final = 6
"""The answer of `place` is piece × 64 + place."""

MINE: Final = np.dtype(
    [
        ("me", "i8"),  # my number in the arrays of `table`
        ("pieces", "i8"),  # the pieces that I may place now
        ("open", "i8", (PIECES,)),  # the places where each of them may go
        ("forced", "i8"),  # whether every place would touch an equal piece, so that it has to be worked in
        ("attempt", "i8"),  # 0, or how often the piece in hand has come off in this turn
        ("hand_mm", "f8"),  # how far my hand misses at the base (standard deviation)
        ("aim", "f8", (FORMS, PLACES)),  # where I would aim: offset from the perch's middle, by form and place
        ("slip", "f8", (FORMS, PLACES)),  # the chance that the piece slips off
        ("fall", "f8", (FORMS, PLACES)),  # the chance that other pieces fall
        ("p", "f8", (16,)),  # the strategy's parameters
        ("attention", "f8"),
        ("dexterity", "f8"),
        ("_shaken", "f8", (PLACES,)),  # of each place: the chance that jostling brings a neighbour down
        ("_struck", "f8", (PLACES,)),  # and that a piece does which slips there
        ("_dice", "u8", (2,)),  # a stream of my own; step 0: not yet begun
        ("_dice_word", "u8"),
        ("_seed", "u8"),
    ],
    align=True,
)

TABLE: Final = np.dtype(
    [
        ("players", "i8"),
        ("turn", "i8"),  # turns begun, from 1
        ("face", "i8"),  # what the die says on this turn
        ("cactus", "i8"),  # the cactus of this turn; −1 on the first, where any may be chosen
        ("colour_now", "i8"),  # the colour that the next roll of COLOUR asks for
        ("shape_now", "i8"),  # the shape that the next roll of SHAPE asks for
        ("supply", "i8"),  # the basic pieces that are not placed and not out
        ("row", "i8", (SPECIALS,)),  # the special pieces, leftmost first
        ("row_length", "i8"),
        ("reserve", "i8"),  # flowers (tokens) left in the reserve
        ("flowers", "i8", (MAX_PLAYERS,)),  # what each player's flowers are worth
        ("on_colour", "i8", (COLOURS,)),  # pieces of each colour on all cacti
        ("on_shape", "i8", (SHAPES,)),  # basic pieces of each shape on all cacti
        ("on_cactus", "i8", (CACTI, COLOURS)),  # pieces of each colour on each cactus
        ("levels", "i8", (PLACES,)),  # pieces on each place
        ("piece", "i8", (PLACES, MAX_LEVELS)),  # from the lowest up
        ("x", "f8", (PLACES, MAX_LEVELS)),  # the middle of each piece's flat, from the cactus's axis
        ("z", "f8", (PLACES, MAX_LEVELS)),  # its underside, above the base
        ("top", "f8", (PLACES,)),  # the height of what a new piece would stand on
        ("margin", "f8", (PLACES,)),  # by how much the stack stands, at its weakest level
        ("perches", "i8", (CACTI,)),  # how many each cactus has
        ("perch_x", "f8", (PLACES,)),
        ("perch_z", "f8", (PLACES,)),
        ("perch_half", "f8", (PLACES,)),
        ("neighbours", "i8", (PLACES,)),
        ("colour", "i8", (PIECES,)),  # −1: none
        ("shape", "i8", (PIECES,)),  # −1: like no other
        ("half", "f8", (PIECES,)),
        ("thick", "f8", (PIECES,)),
        ("mass", "f8", (PIECES,)),
        ("off", "f8", (PIECES,)),
        ("faces", "i8", (4,)),  # faces of the die by what they say
        ("third", "i8"),  # flowers for the third piece of a colour or shape
        ("fifth", "i8"),
        ("five_colours", "i8"),
        ("fall_cost", "i8"),
        ("steady_mm", "f8"),
        ("jostle", "f8"),
        ("push", "f8"),
        ("hit", "f8"),
        ("hit_shift", "f8"),
    ],
    align=True,
)


@jit
def form_of(table, piece):
    """The row of `mine.aim`, `mine.slip` and `mine.fall` that a piece in hand has."""
    return table.shape[piece] if piece < BASICS else SHAPES


@jit
def answer_of(piece, place):
    """A piece and a place as the answer of `place`."""
    return piece << PLACE_BITS | place


@jit
def cactus_of(place):
    """The cactus that a place is on."""
    return place >> 3


@jit
def claim_for(table, count):
    """The flowers for the piece that brings a colour or a shape to so many."""
    if count == 3:
        return table.third
    return table.fifth if count == 5 else 0


@jit
def flowers_for(table, piece, place):
    """The flowers that a piece would earn at a place (B5)."""
    flowers, colour, shape = 0, table.colour[piece], table.shape[piece]
    if shape >= 0:
        flowers += claim_for(table, table.on_shape[shape] + 1)
    if colour >= 0:
        flowers += claim_for(table, table.on_colour[colour] + 1)
    return flowers + five_for(table, piece, place)


@jit
def next_cactus(place):
    """The cactus that the next player must use after a piece is put at a place."""
    cactus = cactus_of(place) + 1
    return cactus if cactus < CACTI else 0


@jit
def choices_after(table, piece):
    """How many pieces the next player may choose from after this one, a mean over the die's faces."""
    supply = table.supply & ~(1 << piece)
    of_colour, of_shape = 0, 0
    colour = table.colour[piece] if table.colour[piece] >= 0 else table.colour_now
    shape = table.shape[piece] if table.shape[piece] >= 0 else table.shape_now
    for other in range(BASICS):
        left = supply >> other & 1
        of_colour += left * int(other % COLOURS == colour)
        of_shape += left * int(other // COLOURS == shape)
    faces = table.faces[COLOUR] + table.faces[SHAPE] + table.faces[SPECIAL]
    return (table.faces[COLOUR] * of_colour + table.faces[SHAPE] * of_shape + table.faces[SPECIAL]) / faces


@jit
def flowers_after(table, piece, place):
    """What the next player can earn by the next piece's colour and shape after this one: a mean over the die."""
    supply = table.supply & ~(1 << piece)
    colour = table.colour[piece] if table.colour[piece] >= 0 else table.colour_now
    shape = table.shape[piece] if table.shape[piece] >= 0 else table.shape_now
    best_colour, best_shape = 0, 0
    cactus = next_cactus(place)
    there = cactus << 3
    while supply:
        other = lowest_bit(supply)
        supply &= supply - 1
        same_colour, same_shape = other % COLOURS == colour, other // COLOURS == shape
        if same_colour or same_shape:
            own_colour, own_shape = table.colour[piece], table.shape[piece]
            flowers = claim_for(table, table.on_colour[other % COLOURS] + 1 + int(own_colour == other % COLOURS))
            flowers += claim_for(table, table.on_shape[other // COLOURS] + 1 + int(own_shape == other // COLOURS))
            flowers += five_for(table, other, there)
            best_colour = max(best_colour, flowers) if same_colour else best_colour
            best_shape = max(best_shape, flowers) if same_shape else best_shape
    faces = table.faces[COLOUR] + table.faces[SHAPE] + table.faces[SPECIAL]
    return (table.faces[COLOUR] * best_colour + table.faces[SHAPE] * best_shape) / faces


@jit
def five_for(table, piece, place):
    """The flowers that a piece would earn at a place by completing the five colours of its cactus."""
    colour, cactus, colours = table.colour[piece], cactus_of(place), 0
    if colour < 0 or table.on_cactus[cactus, colour] > 0:
        return 0
    for other in range(COLOURS):
        colours += int(table.on_cactus[cactus, other] > 0)
    return table.five_colours if colours == COLOURS - 1 else 0


@jit
def pieces_left(table):
    """How many basic pieces can still be placed."""
    return bits_set(table.supply)
