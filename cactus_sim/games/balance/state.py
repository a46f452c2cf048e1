"""The state of one game of CACTUS as a record: what is not seen on the table, and what is counted."""

from __future__ import annotations

from typing import Final

import numpy as np

from cactus_sim.games.balance.rules import BASICS, MAX_PLAYERS, SPECIALS
from cactus_sim.jit import jit
from cactus_sim.streams import PACK, below, key_word, start_of, step_of

GOES_ON, BY_FLOWERS, BY_PIECE, BY_SPECIALS, BY_STALL, BY_FAULT = range(6)
"""Why a game is over."""

HOOKS: Final = ("place",)
CHOOSE: Final = 0

COUNTS: Final = (
    "share", "wins", "ahead", "flowers", "earned", "fallen", "lost_falls", "touches", "lost_touches", "slips",
    "worked_in", "turns_with_fall", "claims_colour", "claims_shape", "claims_five", "missed", "turns_played",
    "decisions",
)  # fmt: skip
"""What is counted of each player while a block is played."""
(
    SHARE, WINS, AHEAD, FLOWERS, EARNED, FALLEN_PIECES, LOST_FALLS, TOUCHES, LOST_TOUCHES, SLIPS, WORKED_IN,
    TURNS_WITH_FALL, CLAIMS_COLOUR, CLAIMS_SHAPE, CLAIMS_FIVE, MISSED_FLOWERS, TURNS_PLAYED, DECISIONS,
) = range(len(COUNTS))  # fmt: skip

STATE: Final = np.dtype(
    [
        ("players", "i8"),
        ("over", "i8"),
        ("seed", "i8"),
        ("deal", "i8"),
        ("hand", "i8"),
        ("rotation", "i8"),
        ("to_move", "i8"),  # whose turn comes next
        ("lapses", "i8"),  # whether anybody's attention is less than perfect
        ("dealt_row", "i8", (SPECIALS,)),  # the special pieces as dealt, leftmost first
        ("dice", "u8", (2,)),  # the die's own stream, which moves once a turn
        ("hands", "u8", (2,)),  # how the hand of the player on turn errs
        ("hooks", "i8", (len(HOOKS), MAX_PLAYERS)),  # where each player's hooks are
        ("counts", "i8", (MAX_PLAYERS, len(COUNTS))),
        ("fallen", "i8"),  # pieces fallen in this game
        ("winners", "i8"),  # bit p
        ("first", "i8"),  # who has the first turn
        ("fault_hook", "i8"),
        ("fault_player", "i8"),
        ("fault_answer", "i8"),
        ("events", "i8"),  # how many rows of the event buffer are used
    ],
    align=True,
)


@jit
def new_deal(state):
    """Lays out the special pieces, the same for every rotation of a deal (B1)."""
    word = key_word(state.deal, 0, PACK, 0)
    state.dice[0] = start_of(state.seed, word)
    state.dice[1] = step_of(state.seed, word)
    for i in range(SPECIALS):
        state.dealt_row[i] = BASICS + i
    for i in range(SPECIALS - 1):
        j = i + below(state.dice, SPECIALS - i)
        piece = state.dealt_row[j]
        state.dealt_row[j] = state.dealt_row[i]
        state.dealt_row[i] = piece
