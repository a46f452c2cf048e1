"""Rules of thumb for decisions that no one number sums up: always the same choice, or one by each value of an axis.

They are chosen by what the chart's study says of each cell; what each costs is measured by play (see `thumb`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from cactus_sim.analysis.chart import Chart
    from cactus_sim.analysis.study import FloatArray, IntArray, Setting

ALWAYS: Final = -1
"""In an axis's place: the choice goes by nothing."""

OFTEN: Final = 2_000
"""Visits from which on a value of an axis is one to go by."""

Choice = tuple[int, tuple[int, ...]]
"""The place of an axis and the option for each of its values; ALWAYS and one option."""


def best_choices(chart: Chart, most: int) -> list[Choice]:
    """The best of always the same choice and the best by one axis, then other constant choices: at most so many.

    They come with constant choices first. Where these are too few, one is added that is best among those by an axis
    though it costs more than always the same: it tells how little, or how much.
    """
    losses = choice_losses(chart)
    legal = [option for option in range(len(losses)) if chart.measured.sums[:, option, 0].any()]
    constant = sorted(legal, key=lambda option: float(losses[option].sum()))
    found = [each for each in (_by_axis(chart, losses[legal], axis) for axis in _axes(chart)) if each is not None]
    found.sort(key=lambda each: each.lost)
    good = [each for each in found if each.good][: most - 1]
    kept = constant[: most - len(good)]
    more = [each for each in found if not each.good][: most - len(good) - len(kept)]
    varied = [(each.axis, tuple(legal[place] for place in each.places)) for each in (*good, *more)]
    return [*((ALWAYS, (option,)) for option in kept), *varied]


@dataclass(frozen=True)
class Varied:
    """A choice by one axis."""

    axis: int
    places: tuple[int, ...]
    """By value of the axis the place of the option among the legal ones."""
    lost: float
    good: bool
    """Whether it loses less than always the same choice."""


def _axes(chart: Chart) -> list[int]:
    return [axis for axis, size in enumerate(chart.setting.sizes) if size > 1]


def _by_axis(chart: Chart, losses: FloatArray, axis: int) -> Varied | None:
    """The best choice by an axis that is not the same at all its values; None where there is nothing to choose.

    Where the same option is best at every value, another one is taken at the value where that costs least, of those
    that are often decided in.
    """
    sizes = chart.setting.sizes
    others = tuple(other for other in range(len(sizes)) if other != axis)
    lost = losses.reshape(-1, *sizes).sum(axis=tuple(1 + other for other in others))
    often = chart.measured.visits.reshape(sizes).sum(axis=others) >= OFTEN
    if len(lost) < 2 or np.count_nonzero(often) < 2:
        return None
    best = lost.argmin(axis=0)
    good = len(set(best[often])) > 1
    if not good:
        more = np.where(often, np.partition(lost, 1, axis=0)[1] - lost.min(axis=0), np.inf)
        place = int(more.argmin())
        best[place] = lost[:, place].argsort(kind="stable")[1]
    return Varied(axis, tuple(map(int, best)), float(lost[best, np.arange(len(best))].sum()), good)


def policy_of_choice(setting: Setting, choice: Choice) -> IntArray:
    """The policy that takes the choice's option in every cell."""
    axis, options = choice
    whole = int(np.prod(setting.sizes))
    if axis == ALWAYS:
        return np.full(whole, options[0], np.int64)
    places = np.unravel_index(np.arange(whole), setting.sizes)[axis]
    return np.array(options, np.int64)[places]


def choice_losses(chart: Chart) -> FloatArray:
    """[option, cell]: what taking an option there loses against the chart, to first order, in a game played by it.

    0 where the option was never legal: there the player does as without a rule.
    """
    values, sign = chart.measured, chart.setting.metric.better
    options = len(chart.setting.decision.options)
    losses = np.zeros((options, len(chart.options)))
    for best in range(options):
        decided = chart.options == best
        for option in range(options):
            if option != best:
                gain, _ = values.difference(option, best)
                lost = sign * np.where(np.isfinite(gain), gain, 0.0) * values.visits / values.games
                losses[option, decided] = lost[decided]
    return losses
