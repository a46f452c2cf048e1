"""How many digits a figure deserves: as many as its standard error leaves standing."""

from __future__ import annotations

import math
from decimal import Decimal
from typing import TYPE_CHECKING

from cactus_sim.report.words import Number
from cactus_sim.stats.intervals import ANY, CHANCE, DIFFERENCE_OF_CHANCES

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
    between: bool = False,
) -> Number | str:
    """The figure with digits that follow its standard error, where asked with its sign and ± half its 95 % interval.

    Where that interval would leave what a percentage can be (or, with `between`, a difference of two) its ends are
    shown, cut there.
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
    ends = estimate.interval(bounds=limits(percent, between))
    if ends == estimate.interval():
        return f"{text} ± {words.number(half, places)}"
    low, high = (words.number(100 * end if percent else end, places, sign) for end in ends)
    return f"{text} ({words.span(low, high)})"


def limits(percent: bool, between: bool = False) -> tuple[float, float]:
    """What a figure can be: a percentage, or a difference of two figures."""
    if not percent:
        return ANY
    return DIFFERENCE_OF_CHANCES if between else CHANCE
