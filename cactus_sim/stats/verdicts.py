"""Verdicts on a difference: better, worse, equivalent or undecided, and how far an undecided one is from a decision."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final, Literal

from cactus_sim.stats.intervals import LEVEL, Estimate

Verdict = Literal["better", "worse", "equivalent", "undecided"]

LEAST_ALIKE: Final = 1000
"""Blocks of the same difference that it takes for a verdict where nothing is known of how great one can be."""

MOST_BLOCKS: Final = 1 << 40


def verdict(
    difference: Estimate, half: float, margin: float, better: int = 1, greatest: float | None = None
) -> Verdict:
    """The verdict on an estimated difference whose interval reaches `half` to both sides.

    `greatest` is how much any block can differ, None where nothing is known of it: a difference that was the same on
    every block has no spread to go by, and those blocks bound it that were not seen.

    `equivalent` where the whole interval is closer to 0 than `margin` (the figure may still exclude 0: it is too small
    to count); else `better` or `worse` where it excludes 0, `better` being the sign that is good; else `undecided`.
    Each of the three can be wrong only where the interval misses the true difference.
    """
    if half == 0:
        half = unseen(difference, difference.n, greatest)
    if not half < math.inf:
        return "undecided"
    if abs(difference.value) + half < margin:
        return "equivalent"
    if abs(difference.value) <= half:
        return "undecided"
    return "better" if difference.value * better > 0 else "worse"


def most_that_differ(blocks: int) -> float:
    """The greatest part of all blocks that may yet be otherwise (95 %) where each of so many was the same."""
    return 1 - math.exp(math.log(1 - LEVEL) / blocks)


def unseen(difference: Estimate, blocks: int, greatest: float | None) -> float:
    """How far from the truth a difference may be (95 %) that is the same on each of so many blocks."""
    if greatest is None:
        return 0.0 if blocks >= LEAST_ALIKE else math.inf
    return most_that_differ(blocks) * (abs(difference.value) + greatest)


def blocks_to_go(
    difference: Estimate, errors: Callable[[int], float], margin: float, greatest: float | None = None
) -> int | None:
    """How many more blocks decide, if the figures stay as they are; None where no number does, or nothing is known.

    `errors` gives half an interval's width in standard errors after so many blocks; `greatest` is as for `verdict`.
    """
    if difference.n < 2:
        return None
    spread, distance = difference.se * math.sqrt(difference.n), abs(difference.value)

    def decided(blocks: int) -> bool:
        half = spread / math.sqrt(blocks) * errors(blocks) if spread else unseen(difference, blocks, greatest)
        return distance > half or distance + half < margin

    few, many = 1, difference.n
    while not decided(many):
        few, many = many, 2 * many
        if many > MOST_BLOCKS:
            return None
    if many == difference.n:
        return 0
    while many - few > max(1, few // 1000):
        middle = (few + many) // 2
        few, many = (few, middle) if decided(middle) else (middle, many)
    return many - difference.n
