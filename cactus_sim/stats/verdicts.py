"""Verdicts on a difference: better, worse, equivalent or undecided, and how far an undecided one is from a decision."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final, Literal

from cactus_sim.stats.intervals import Estimate

Verdict = Literal["better", "worse", "equivalent", "undecided"]

LEAST_ALIKE: Final = 1000
"""Blocks without any difference that it takes to call two figures equivalent: they may yet differ on 3 in so many."""

MOST_BLOCKS: Final = 1 << 40


def verdict(difference: Estimate, half: float, margin: float, better: int = 1) -> Verdict:
    """The verdict on an estimated difference whose interval reaches `half` to both sides.

    `equivalent` where the whole interval is closer to 0 than `margin` (the figure may still exclude 0: it is too small
    to count); else `better` or `worse` where it excludes 0, `better` being the sign that is good; else `undecided`.
    Each of the three can be wrong only where the interval misses the true difference.
    """
    if not half < math.inf or (half == 0 and difference.n < LEAST_ALIKE):
        return "undecided"
    if abs(difference.value) + half < margin:
        return "equivalent"
    if abs(difference.value) <= half:
        return "undecided"
    return "better" if difference.value * better > 0 else "worse"


def blocks_to_go(difference: Estimate, errors: Callable[[int], float], margin: float) -> int | None:
    """How many more blocks decide, if the figures stay as they are; None where no number does, or nothing is known.

    `errors` gives half an interval's width in standard errors after so many blocks.
    """
    if difference.n < 2:
        return None
    spread, distance = difference.se * math.sqrt(difference.n), abs(difference.value)

    def decided(blocks: int) -> bool:
        half = spread / math.sqrt(blocks) * errors(blocks)
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
