"""What the kernel writes into an event buffer when one is given: rows of whole numbers that `trace` puts into words."""

from __future__ import annotations

from typing import Final

import numpy as np

from cactus_sim.jit import jit

COLUMNS: Final = 6
"""kind, player, and up to four more numbers."""

(
    ROW,  # (no player), a special piece of the row, from the left
    TURN,  # player, face, cactus or −1
    PIECE,  # player, piece
    PLACE,  # player, place, aim, offset, 1 where it slips: offsets from the perch's middle in grid steps
    TOUCH,  # player, flowers lost
    SHIFT,  # (no player), place, level, x from the cactus's axis in grid steps
    FALLEN,  # player, piece, place, level
    COST,  # player, pieces that fell in the turn, flowers lost by them
    CLAIM,  # player, flowers asked, flowers paid, why as bits
    MISSED,  # player, flowers, why as bits
    END,  # (no player), why, winners as bits
    SCORED,  # player, flowers
) = np.arange(12)
# numpy's numbers, not Python's: numba compiles a function anew for every Python constant that it is called with.

COLOUR3, COLOUR5, SHAPE3, SHAPE5, FIVE_COLOURS = range(5)
"""Why flowers are claimed, as bits of a CLAIM."""


@jit
def emit(events, state, kind, player, a=0, b=0, c=0, d=0):
    """Writes one row into the event buffer, where there is one."""
    if events is not None:
        row = state.events
        if row < events.shape[0]:
            events[row, 0] = kind
            events[row, 1] = player
            events[row, 2] = a
            events[row, 3] = b
            events[row, 4] = c
            events[row, 5] = d
        state.events = row + 1
