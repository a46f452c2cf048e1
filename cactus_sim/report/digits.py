"""How many digits a figure deserves: as many as its standard error leaves standing."""

from __future__ import annotations

import math
from decimal import Decimal
from typing import TYPE_CHECKING

from cactus_sim.report.words import Number
from cactus_sim.stats.intervals import ANY, CHANCE

if TYPE_CHECKING:
    from cactus_sim.report.words import Words
    from cactus_sim.stats.intervals import Estimate

MOST_DECIMALS = 6
NOTHING = Number("–", Decimal("nan"))
"""What stands where there is no figure."""


def decimals(error: float) -> int:
    """The decimals down to the first digit of the error; two where the error is not known, or nought."""
    if not error > 0:
        return 2
    return min(MOST_DECIMALS, max(0, -math.floor(math.log10(error))))


def shown(
    estimate: Estimate,
    words: Words,
    percent: bool = False,
    error: bool = False,
    sign: bool = False,
    bounds: tuple[float, float] | None = None,
) -> Number | str:
    """The figure with digits that follow its standard error, where asked with its sign and ± half its 95 % interval.

    Where that interval would leave the bounds of what the figure can be (by default 0 and 1 for a percentage) its ends
    are shown, cut there.
    """
    value, se, half = (100 * x if percent else x for x in (estimate.value, estimate.se, estimate.half_width()))
    if math.isnan(value):
        return NOTHING
    if se == 0 and value == int(value):
        return words.number(value, 0, sign)
    places = decimals(se)
    text = words.number(value, places, sign)
    if not (error and half > 0):
        return text
    limits = bounds or (CHANCE if percent else ANY)
    ends = estimate.interval(bounds=limits)
    if ends == estimate.interval():
        return f"{text} ± {words.number(half, places)}"
    low, high = (words.number(100 * end if percent else end, places) for end in ends)
    return f"{text} ({low}–{high})"
