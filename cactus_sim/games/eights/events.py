"""What the kernel writes into an event buffer when one is given: rows of whole numbers that `trace` puts into words."""

from __future__ import annotations

from typing import Final

import numpy as np

from cactus_sim.jit import jit

COLUMNS: Final = 5
"""kind, player, and up to three more numbers."""

(
    CARD,  # player, card (of the deal, and again of the end)
    REDRAWN,  # (no player), a card turned and put back
    START,  # dealer, the card that starts the discard pile
    TURN,  # player
    PLAYED,  # player, card
    NAMED,  # player, suit
    DRAWN,  # player, card, why, place of the card in its draw (0: a new draw)
    PASSED,  # player
    SKIPPED,  # player
    REVERSED,  # player
    CARTE,  # player
    CAUGHT,  # player, by whom
    RESHUFFLED,  # (no player), cards
    END,  # (no player), why, who is out or −1, winners as bits
    SCORED,  # player, points
    MATCH_END,  # player, total of the match, 1 for a winner
) = np.arange(16)
# numpy's numbers, not Python's: numba compiles a function anew for every Python constant that it is called with.

CANNOT, WANTS, ATTACKED, FORGOT = np.arange(4)
"""Why cards are drawn."""


@jit
def emit(events, state, kind, player, a=0, b=0, c=0):
    """Writes one row into the event buffer, where there is one."""
    if events is not None:
        row = state.events
        if row < events.shape[0]:
            events[row, 0] = kind
            events[row, 1] = player
            events[row, 2] = a
            events[row, 3] = b
            events[row, 4] = c
        state.events = row + 1
