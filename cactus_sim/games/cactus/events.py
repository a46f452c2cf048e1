"""What the kernel writes into an event buffer when one is given: rows of whole numbers that `trace` puts into words."""

from __future__ import annotations

from typing import Final

import numpy as np

from cactus_sim.jit import jit

COLUMNS: Final = 6
"""kind, player, and up to four more numbers."""

(
    TURN,  # player, round
    CALLED,  # player
    TAKEN,  # player, slot, in, out
    DRAWN,  # player, card
    SWAPPED,  # player, slot, in, out
    SWAPPED_MANY,  # player, in, whether equal, slot of the drawn card (−1: discarded)
    MANY_OUT,  # player, slot, card (follows SWAPPED_MANY)
    DISCARDED,  # player, card
    PEEKED,  # player, slot, card
    LOOKED,  # player, target, slot, card
    EXCHANGED,  # player, place a (owner × 32 + slot), place b
    GIVEN,  # player, slot, target, target slot
    THROWN,  # player, owner, slot, card, whether right
    PENALTY,  # player, slot, card
    RETURNED,  # player, owner, slot
    LATE,  # player, owner, slot
    FORGOTTEN,  # player, slot
    RESHUFFLED,  # (no player), cards
    CARD,  # player, slot, card, 1 where its player has looked at it (of the deal, and again of the end)
    START,  # (no player), the card that starts the discard pile, or −1
    END,  # (no player), why, caller, winners as bits
    SCORED,  # player, total, points
    MATCH_END,  # player, total of the match, 1 for a winner
) = np.arange(23)
# numpy's numbers, not Python's: numba compiles a function anew for every Python constant that it is called with.


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
