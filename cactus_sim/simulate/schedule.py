"""Blocks and batches: how a number of games becomes ranges of deals that threads play.

A block is one deal played at every rotation of the line-up that is not a repeat; a batch is a range of consecutive
blocks. What a run gives depends on the blocks alone, never on how they are cut into batches.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from cactus_sim.errors import UsageError

MAX_DEALS = 1 << 40
"""Deals are numbered below this; the keys of random streams hold so many."""

GAMES_A_BATCH = 32_768
"""Small enough that progress and Ctrl-C answer at once, large enough that a batch's own cost does not show."""

BATCHES_A_JOB = 4
"""At least so many batches for every job in a short run, so that no thread idles."""


@dataclass(frozen=True)
class Batch:
    """The deals first_deal … first_deal + blocks − 1."""

    first_deal: int
    blocks: int


def period(seats: Sequence[Any]) -> int:
    """The smallest number of rotations after which the line-up repeats; it divides the number of players."""
    players = len(seats)
    return next(
        shift
        for shift in range(1, players + 1)
        if players % shift == 0 and all(seats[i] == seats[(i + shift) % players] for i in range(players))
    )


def blocks_for(games: int, rotations: int) -> int:
    """How many whole blocks hold at least `games` games; a UsageError where the number can't be played."""
    if games < 1:
        raise UsageError(f"{games} games: at least one is needed")
    blocks = -(-games // rotations)
    if blocks > MAX_DEALS:
        raise UsageError(f"{games:,} games are too many: {MAX_DEALS * rotations:,} at most (2^40 deals)")
    return blocks


def blocks_a_batch(blocks: int, games_a_block: int, jobs: int) -> int:
    """How many blocks a batch should hold, for that number of threads."""
    share = -(-blocks // (jobs * BATCHES_A_JOB))
    return max(1, min(GAMES_A_BATCH // games_a_block, share))


def batches(first_deal: int, blocks: int, size: int) -> Iterator[Batch]:
    """The blocks from a deal on, `size` at a time, in the order of the deals."""
    for start in range(0, blocks, size):
        yield Batch(first_deal + start, min(size, blocks - start))
