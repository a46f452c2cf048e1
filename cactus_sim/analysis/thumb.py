"""Rules of thumb: a chart boiled down to a threshold or a few, and what each costs against the whole chart.

Where one number sums the decision up, a rule of thumb goes by it (for calling, the expected total) and, where it has
several thresholds, by one axis (the round). The thresholds are chosen by what the chart's study says of each cell, the
single one by play. Elsewhere a rule is a choice for all cases, or one by each value of an axis (`choices`). What a rule
costs is then measured by play on fresh deals, so it holds whatever the choice was made by.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from cactus_sim.analysis.chart import Chart, fresh_seed
from cactus_sim.analysis.charting import chart_entry, try_policies
from cactus_sim.analysis.choices import ALWAYS, Choice, best_choices, policy_of_choice
from cactus_sim.analysis.study import FloatArray, IntArray, Setting
from cactus_sim.errors import UsageError

if TYPE_CHECKING:
    from cactus_sim.games.decisions import Axis, Yardstick
    from cactus_sim.stats.intervals import Estimate

ONE: Final = "one threshold"
TWO: Final = "two lines"
BY_COLUMN: Final = "by column"
ONE_CHOICE: Final = "one choice"
BY_AXIS: Final = "by axis"
MOST: Final = 3
"""Rules of thumb of a chart."""
NEVER: Final = -(1 << 30)
"""A threshold that nothing is under."""
FEW_IN_COLUMN: Final = 2_000
"""Visits below which a column has no threshold of its own."""
SHARE_OF_GAMES: Final = 4
"""Single thresholds are tried on so small a part (one in …) of the games that costs are measured by."""


@dataclass(frozen=True)
class Rule:
    """A rule of thumb."""

    kind: str
    thresholds: tuple[int, ...]
    """By column; NEVER where the option is never taken. None of a rule that goes by no number."""
    cost: Estimate
    """What playing by it loses against the chart, in units of the objective, on fresh deals."""
    choice: Choice | None = None
    """Of a rule that goes by no number: the axis and the option for each of its values."""

    @property
    def lines(self) -> tuple[tuple[int, int, int], ...]:
        """The rule in as few lines as it has: (first column, last column, threshold)."""
        found: list[tuple[int, int, int]] = []
        for column, threshold in enumerate(self.thresholds):
            if found and found[-1][2] == threshold:
                found[-1] = (found[-1][0], column, threshold)
            else:
                found.append((column, column, threshold))
        return tuple(found)


@dataclass(frozen=True)
class Thumb:
    """The rules of thumb for a chart."""

    chart: Chart
    rules: tuple[Rule, ...]
    games: int
    """Games that each cost was measured by."""

    @property
    def best(self) -> Rule:
        """The simplest rule that is not told to cost more than the one that costs least."""
        least = min(self.rules, key=lambda rule: rule.cost.value)
        return next((rule for rule in self.rules if rule.cost.interval()[0] <= least.cost.value), least)

    def records(self) -> Iterator[dict[str, Any]]:
        """Each rule with its thresholds by value of the column's axis (None: never) and its cost."""
        for rule in self.rules:
            low, high = rule.cost.interval()
            yield {
                "rule": rule.kind,
                **(self._thresholds(rule) if rule.choice is None else self._choices(rule.choice)),
                "cost": rule.cost.value,
                "se": rule.cost.se,
                "low": low,
                "high": high,
                "n": rule.cost.n,
            }

    def _thresholds(self, rule: Rule) -> dict[str, Any]:
        axis = self.chart.setting.decision.axes[_column(self.chart.setting)]
        return {
            "thresholds": {
                axis.text(column, "en"): None if threshold == NEVER else threshold
                for column, threshold in enumerate(rule.thresholds)
            }
        }

    def _choices(self, choice: Choice) -> dict[str, Any]:
        decision, (place, options) = self.chart.setting.decision, choice
        axis = None if place == ALWAYS else decision.axes[place].name
        return {"axis": axis, "options": [decision.options[option].name for option in options]}


def rules_of_thumb(chart: Chart, games: int | None = None, jobs: int | None = None) -> Thumb:
    """The best single threshold, the best two lines and the best threshold by column, each with its cost.

    Where no one number sums the decision up: always the same choice, and the best by one of the chart's axes. `games`:
    how many are played of each to measure its cost, by default as many as the chart was measured by. Raises a
    UsageError where the chart's policy ran away.
    """
    setting = chart.setting
    yardstick = setting.decision.yardstick
    if chart.found.endless:
        raise UsageError("there are no rules of thumb for a policy by which games do not end")
    games = games or chart.games
    if yardstick is None:
        return _choices(chart, games, jobs)
    losses = _losses(chart, yardstick)
    against = _against(chart)
    two = _two_lines(yardstick, losses)
    candidates = [_constant(threshold, losses.shape[1]) for threshold in yardstick.thresholds]
    near = sorted(range(len(candidates)), key=lambda place: losses[place].sum())[:6]
    one = _best_by_play(against, yardstick, [candidates[place] for place in near], chart, games, jobs)
    found = {ONE: one, TWO: two, BY_COLUMN: _by_column(chart, yardstick, losses, one[0])}
    policies = [policy_of_thresholds(setting, yardstick, rule) for rule in found.values()]
    costs, played = _costs(chart, policies, games, jobs)
    rules = tuple(Rule(kind, rule, cost) for (kind, rule), cost in zip(found.items(), costs, strict=True))
    return Thumb(chart, rules, played)


def _choices(chart: Chart, games: int, jobs: int | None) -> Thumb:
    """The rules of thumb that go by no number."""
    choices = best_choices(chart, MOST)
    costs, played = _costs(chart, [policy_of_choice(chart.setting, choice) for choice in choices], games, jobs)
    rules = tuple(
        Rule(ONE_CHOICE if choice[0] == ALWAYS else BY_AXIS, (), cost, choice)
        for choice, cost in zip(choices, costs, strict=True)
    )
    return Thumb(chart, rules, played)


def _costs(chart: Chart, policies: Sequence[IntArray], games: int, jobs: int | None) -> tuple[list[Estimate], int]:
    """What each policy loses against the chart on fresh deals, and how many games of each were played."""
    setting = chart.setting
    seed = fresh_seed(chart.seed, "thumb")
    result = try_policies(_against(chart), [chart.options, *policies], seed, games, jobs)
    differences = (result.difference(setting.objective, 0, 0, 1 + place) for place in range(len(policies)))
    return [_signed(each.estimate, setting.metric.better) for each in differences], result.games


def policy_of_thresholds(setting: Setting, yardstick: Yardstick, thresholds: Sequence[int]) -> IntArray:
    """The policy that takes the yardstick's option where the number is at most the threshold of its column."""
    taken = setting.decision.option(yardstick.option)
    column = _places(setting)[_column(setting)]
    limits = np.array(thresholds, np.float64)[column]
    return np.where(_numbers(setting, yardstick) <= limits + 1e-9, taken, 1 - taken).astype(np.int64)


def _signed(estimate: Estimate, sign: int) -> Estimate:
    from cactus_sim.stats.intervals import Estimate

    return estimate if sign > 0 else Estimate(-estimate.value, estimate.se, estimate.n)


def _against(chart: Chart) -> Setting:
    """The table at which rules are tried: the chart's field, or for an equilibrium others who follow the chart."""
    from dataclasses import replace

    setting = chart.setting
    if setting.field:
        return setting
    others = tuple(chart_entry(setting, chart.options) for _ in range(setting.players - 1))
    return replace(setting, field=others)


def _places(setting: Setting) -> tuple[IntArray, ...]:
    """The place of every cell on each axis."""
    whole = int(np.prod(setting.sizes))
    return tuple(np.asarray(places) for places in np.unravel_index(np.arange(whole), setting.sizes))


def _column(setting: Setting) -> int:
    yardstick = setting.decision.yardstick
    names = [axis.name for axis in setting.decision.axes]
    return names.index(yardstick.column) if yardstick is not None else 0


def _numbers(setting: Setting, yardstick: Yardstick) -> FloatArray:
    """The number that rules go by, of every cell."""
    axes: tuple[Axis, ...] = setting.decision.axes
    weights = yardstick.weights(setting.rules.values)
    total = np.zeros(int(np.prod(setting.sizes)))
    for axis, places, weight in zip(axes, _places(setting), weights, strict=True):
        total += weight * (axis.low + places)
    return total


def _losses(chart: Chart, yardstick: Yardstick) -> FloatArray:
    """[threshold, column]: what a threshold loses in a column, to first order, in a game played by the chart."""
    setting = chart.setting
    taken = setting.decision.option(yardstick.option)
    values = chart.measured
    gain, _ = values.difference(1 - taken, taken)  # of taking the option
    gain = setting.metric.better * np.where(np.isfinite(gain), gain, 0.0) * values.visits / values.games
    numbers, column = _numbers(setting, yardstick), _places(setting)[_column(setting)]
    columns = setting.sizes[_column(setting)]
    losses = np.zeros((len(yardstick.thresholds), columns))
    for place, threshold in enumerate(yardstick.thresholds):
        takes = numbers <= threshold + 1e-9
        lost = np.where(takes, np.minimum(gain, 0.0), np.minimum(-gain, 0.0))
        losses[place] = -np.bincount(column, weights=lost, minlength=columns)
    return losses


def _thresholds(yardstick: Yardstick, places: Sequence[int] | IntArray) -> tuple[int, ...]:
    return tuple(_threshold(yardstick, int(place)) for place in places)


def _threshold(yardstick: Yardstick, place: int) -> int:
    """The threshold at a place of the range; the lowest one stands for never."""
    return NEVER if place == 0 else yardstick.thresholds[place]


def _by_column(chart: Chart, yardstick: Yardstick, losses: FloatArray, one: int) -> tuple[int, ...]:
    """The best threshold of each column; where several are as good, the one nearest to the best single threshold.

    A column that is rarely decided in says nothing for itself: it takes the threshold before it.
    """
    column = _places(chart.setting)[_column(chart.setting)]
    visits = np.bincount(column, weights=chart.measured.visits, minlength=losses.shape[1])
    found: list[int] = []
    for place, lost in enumerate(losses.T):
        if found and visits[place] < FEW_IN_COLUMN:
            found.append(found[-1])
            continue
        best = [_threshold(yardstick, int(threshold)) for threshold in np.flatnonzero(lost <= lost.min() + 1e-12)]
        found.append(min(best, key=lambda threshold: abs(threshold - one)))
    return tuple(found)


def _constant(threshold: int, columns: int) -> tuple[int, ...]:
    return (threshold,) * columns


def _two_lines(yardstick: Yardstick, losses: FloatArray) -> tuple[int, ...]:
    """The thresholds of the best rule of two lines: one up to a column, another from the next one on."""
    columns = losses.shape[1]
    best: tuple[float, tuple[int, ...]] = (np.inf, ())
    for change in range(1, columns):
        early, late = losses[:, :change].sum(axis=1), losses[:, change:].sum(axis=1)
        lost = float(early.min() + late.min())
        if lost < best[0] - 1e-12:
            places = [int(early.argmin())] * change + [int(late.argmin())] * (columns - change)
            best = lost, _thresholds(yardstick, places)
    return best[1]


def _best_by_play(
    against: Setting,
    yardstick: Yardstick,
    candidates: Sequence[tuple[int, ...]],
    chart: Chart,
    games: int,
    jobs: int | None,
) -> tuple[int, ...]:
    """The candidate that does best at the table, on deals that costs are not measured on."""
    policies = [policy_of_thresholds(against, yardstick, thresholds) for thresholds in candidates]
    seed = fresh_seed(chart.seed, "one threshold")
    result = try_policies(against, policies, seed, max(1, games // SHARE_OF_GAMES), jobs)
    sign, objective = against.metric.better, against.objective
    place = max(range(len(candidates)), key=lambda arm: sign * result.estimate(objective, 0, arm).value)
    return candidates[place]
