"""Blocks and batches: how a number of games becomes ranges of deals that threads play.

A block is one deal played at every rotation of the line-up that is not a repeat; a batch is a range of consecutive
blocks. What a run gives depends on the blocks alone, never on how they are cut into batches.
"""

from __future__ import annotations

import re
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

FirstDeal = tuple[tuple[int, int | None], ...]
"""Ranges of deals: the first of each, and how many it has; None, in the last one, for all that are left."""

ANY_DEALS: FirstDeal = ((0, None),)
"""The first deals that there are."""


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


def earlier(ranges: Sequence[Batch], blocks: int) -> tuple[Batch, ...]:
    """The first `blocks` deals of some ranges."""
    taken = []
    for part in ranges:
        size = min(blocks, part.blocks)
        blocks -= size
        if size:
            taken.append(Batch(part.first_deal, size))
    return tuple(taken)


def later(ranges: Sequence[Batch], blocks: int) -> list[Batch]:
    """What is left of some ranges of deals without their first `blocks` ones."""
    left = []
    for part in ranges:
        skipped = min(blocks, part.blocks)
        blocks -= skipped
        if skipped < part.blocks:
            left.append(Batch(part.first_deal + skipped, part.blocks - skipped))
    return left


def ranges_of(first_deal: FirstDeal, blocks: int) -> tuple[Batch, ...]:
    """The ranges of deals that hold so many blocks; a UsageError where they can't."""
    ranges = []
    left, end = blocks, 0
    for first, number in first_deal:
        size = left if number is None else number
        if first < end:
            raise UsageError(f"first deal {first}: ranges of deals must go up and not overlap")
        if not 1 <= size <= left:
            raise UsageError(f"first deal {first}: {blocks} deals in all are too few for these ranges")
        ranges.append(Batch(first, size))
        left, end = left - size, first + size
    if left or not ranges:
        raise UsageError(f"{blocks} deals in all are more than these ranges have: give the last one no number")
    if end > MAX_DEALS:
        raise UsageError(f"deal {end - 1}: deals are numbered up to {MAX_DEALS - 1}")
    return tuple(ranges)


def first_deal_of(given: str | int | None) -> FirstDeal:
    """The ranges that are meant: `5000`, or `0+1000,5000` for 1000 deals from 0 on and all others from 5000 on."""
    if given is None:
        return ANY_DEALS
    text = str(given).replace("_", "")
    ranges: list[tuple[int, int | None]] = []
    parts = text.split(",")
    for place, part in enumerate(parts, start=1):
        match = re.fullmatch(r"\s*(\d{1,13})(?:\+(\d{1,13}))?\s*", part)
        if not match or (match[2] is None and place < len(parts)):
            raise UsageError(f"first deal '{text}': write a number, as in 5000, or ranges, as in 0+1000,5000")
        ranges.append((int(match[1]), None if match[2] is None else int(match[2])))
    return tuple(ranges)
