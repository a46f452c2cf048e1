"""Verdicts on a family of differences: each with Holm's correction, and with a margin within which they are equivalent.

Two chances of error are kept at alpha each, whatever the size of the family: that any difference is called higher or
lower where there is none, and that any is called equivalent where it is beyond its margin.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from cactus_sim.stats.intervals import Estimate
from cactus_sim.stats.multiplicity import holm

HIGHER, LOWER, EQUIVALENT, UNDECIDED, SAME = "higher", "lower", "equivalent", "undecided", "same"
"""SAME: the same on every deal that was played, so no difference at all was seen."""

ALPHA = 0.05


@dataclass(frozen=True)
class Verdict:
    """What is known of one difference of a family."""

    word: str
    chance: float
    """How often so great a difference would be seen where there is none, by Holm's correction; nan where not tested."""


def verdicts(differences: Sequence[Estimate], margins: Sequence[float], alpha: float = ALPHA) -> list[Verdict]:
    """The verdict on each difference of a family; one that is surely within its margin is equivalent, even if not 0."""
    tested = [not _is_same(estimate) for estimate in differences]
    apart = holm(
        [chance_of(estimate) if test else math.nan for estimate, test in zip(differences, tested, strict=True)]
    )
    near = holm(
        [
            chance_within(estimate, margin) if test else math.nan
            for estimate, margin, test in zip(differences, margins, tested, strict=True)
        ]
    )
    return [
        Verdict(_word(estimate, one, other, alpha), one)
        for estimate, one, other in zip(differences, apart, near, strict=True)
    ]


def chance_of(difference: Estimate) -> float:
    """How often a difference at least so great, either way, would be seen if there were none; nan where unknown."""
    return min(1.0, 2 * chance_beyond(difference, abs(difference.value)))


def chance_within(difference: Estimate, margin: float) -> float:
    """How often the difference would be seen so far within the margin if it were in truth at it (or beyond)."""
    return chance_beyond(difference, margin - abs(difference.value))


def chance_beyond(estimate: Estimate, distance: float) -> float:
    """How often an estimate with that error comes out at least that far on one side of the truth."""
    if estimate.n < 2 or math.isnan(estimate.se):
        return math.nan
    if estimate.se == 0:
        # Alike on each of n deals: a sign test, as there is no spread to go by.
        return 0.5 ** (estimate.n - 1) if distance > 0 else 1.0
    from scipy.special import stdtr

    return float(stdtr(estimate.n - 1, -distance / estimate.se))


def _is_same(estimate: Estimate) -> bool:
    return estimate.n >= 2 and estimate.value == 0 and estimate.se == 0


def _word(estimate: Estimate, apart: float, near: float, alpha: float) -> str:
    if _is_same(estimate):
        return SAME
    if near <= alpha:
        return EQUIVALENT
    if apart <= alpha:
        return HIGHER if estimate.value > 0 else LOWER
    return UNDECIDED
