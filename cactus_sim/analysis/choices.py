"""Rules of thumb for decisions that no one number sums up: always the same choice, or one by each value of an axis.

They are chosen by what the chart's study says of each cell; what each costs is measured by play (see `thumb`).
"""

from __future__ import annotations

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
    """The best of always the same choice, then the best by one axis, then other constant choices: at most so many.

    They come in that order, constant choices first.
    """
    losses = choice_losses(chart)
    sizes = chart.setting.sizes
    legal = [option for option in range(len(losses)) if chart.measured.sums[:, option, 0].any()]
    constant = sorted(legal, key=lambda option: float(losses[option].sum()))
    by_axis: dict[float, Choice] = {}
    for axis, size in enumerate(sizes):
        if size > 1:
            along = losses[legal].reshape(len(legal), *sizes)
            others = tuple(1 + other for other in range(len(sizes)) if other != axis)
            visits = chart.measured.visits.reshape(sizes).sum(axis=tuple(other - 1 for other in others))
            found = _varied(along.sum(axis=others), visits)
            if found is not None:
                by_axis.setdefault(found[0], (axis, tuple(legal[place] for place in found[1])))
    varied = [by_axis[lost] for lost in sorted(by_axis)][: most - 1]
    kept = constant[: most - len(varied)]
    return [*((ALWAYS, (option,)) for option in kept), *varied]


def _varied(lost: FloatArray, visits: FloatArray) -> tuple[float, IntArray] | None:
    """What is lost by the best options [value] of an axis that are not all the same, and these; None where all are.

    `lost`: [option, value]. Where the same option is best at every value, another one is taken at the value where that
    costs least, of those that are often decided in.
    """
    best = lost.argmin(axis=0)
    often = visits >= OFTEN
    if len(lost) < 2 or np.count_nonzero(often) < 2:
        return None
    if len(set(best[often])) == 1:
        more = np.where(often, np.partition(lost, 1, axis=0)[1] - lost.min(axis=0), np.inf)
        place = int(more.argmin())
        best[place] = lost[:, place].argsort(kind="stable")[1]
    best[visits == 0] = best[often][0]
    return float(lost[best, np.arange(len(best))].sum()), best


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
