"""Figures by which two sets of rules are compared, read from the tally of both counted as one.

A figure is a function of the means of a block's columns. Reading it gives its value and its weights: how much it moves
for every unit that a column's mean moves. The figure of one arm minus that of the other then has the standard error of
a weighted sum of columns, exact where the figure is itself such a sum, by the delta method where it is not.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING

from cactus_sim.simulate.layout import Layout
from cactus_sim.stats.intervals import Difference, Estimate, combination

if TYPE_CHECKING:
    from cactus_sim.simulate.tally import Tally

SKILL = "skill"
"""The mean, over all pairs of strategies at the table, of how much more often the better one wins."""

Weights = Mapping[int, Fraction]


@dataclass(frozen=True)
class Figure:
    """What is compared: a metric of the whole table, SKILL, or the share of one strategy."""

    metric: str
    row: int | None = None
    """The row of the strategy whose share it is; None for the table."""


@dataclass(frozen=True)
class Reading:
    """A figure's value in one arm (nan where nothing was counted), and its weights by column."""

    value: float
    weights: Weights


@dataclass(frozen=True)
class Comparison:
    """A figure under the base and under the change, and the difference."""

    base: Estimate
    changed: Estimate
    difference: Difference


@dataclass(frozen=True)
class Pair:
    """The tally of two arms counted as one, with what its numbers stand for: arm 0 is the base, arm 1 the change."""

    layout: Layout
    tally: Tally

    @property
    def blocks(self) -> int:
        """How many deals were played."""
        return self.tally.blocks

    def same(self) -> bool:
        """Whether every counted figure of every deal is the same in both arms."""
        columns = self._columns
        matrix, bins = self.tally.within[0], self.tally.histograms[0]
        one, other = slice(1, 1 + columns), slice(1 + columns, None)
        squares = matrix[one, one].diagonal() + matrix[other, other].diagonal() - 2 * matrix[one, other].diagonal()
        rows = len(self.layout.rows)
        return not squares.any() and bool((bins[:rows] == bins[rows:]).all())

    def read(self, figure: Figure, arm: int) -> Reading:
        """A figure in one arm."""
        if figure.metric == SKILL:
            return self._skill(arm)
        if figure.row is not None:
            return self._mean(self._seat_weights(figure.metric, arm, (figure.row,)))
        above, below = self._table_weights(figure.metric, arm)
        return self._mean(above) if below is None else self._ratio(above, below)

    def compare(self, figure: Figure) -> Comparison:
        """A figure in both arms, and how much greater it is under the change, paired by deals."""
        base, change = (self.read(figure, arm) for arm in (0, 1))
        weights = {**{column: -weight for column, weight in base.weights.items()}, **change.weights}
        apart = self._estimate(base), self._estimate(change)
        paired = self._estimate(Reading(change.value - base.value, weights))
        gain = (apart[0].se ** 2 + apart[1].se ** 2) / paired.se**2 if paired.se > 0 else math.nan
        return Comparison(*apart, Difference(paired, gain))

    def lead(self, one: int, other: int, arm: int) -> Estimate:
        """How much more of the wins the strategy of one row has than that of another."""
        return self._estimate(self._lead(one, other, arm))

    @property
    def _columns(self) -> int:
        return len(self.tally.across) // 2

    def _lead(self, one: int, other: int, arm: int) -> Reading:
        share = self.layout.seat[0].name
        plus, minus = (self._seat_weights(share, arm, (row,)) for row in (one, other))
        return self._mean({**plus, **{column: -weight for column, weight in minus.items()}})

    def _skill(self, arm: int) -> Reading:
        pairs = list(combinations(range(len(self.layout.rows)), 2))
        weights: dict[int, Fraction] = {}
        for one, other in pairs:
            lead = self._lead(one, other, arm)
            sign = Fraction(1 if lead.value >= 0 else -1, len(pairs))
            for column, weight in lead.weights.items():
                weights[column] = weights.get(column, Fraction(0)) + sign * weight
        return self._mean(weights)

    def _table_weights(self, metric: str, arm: int) -> tuple[Weights, Weights | None]:
        """A metric of the whole table: once a game, or the mean of all players; and what it is a ratio to."""
        names = [quantity.name for quantity in self.layout.table]
        if metric in names:
            quantity = self.layout.quantity(metric, None)

            def whole(name: str) -> Weights:
                return {self._column(name, None, arm): self.layout.per_game(name, None, arm)}

            return whole(metric), whole(quantity.per) if quantity.per else None
        rows = tuple(range(len(self.layout.rows)))
        quantity = self.layout.quantity(metric, 0)
        below = self._seat_weights(quantity.per, arm, rows) if quantity.per else None
        return self._seat_weights(metric, arm, rows), below

    def _seat_weights(self, metric: str, arm: int, rows: tuple[int, ...]) -> Weights:
        """The mean of a seat metric over the players of some rows."""
        entries = self.layout.arms[arm].row_entries
        players = sum(entries[row] for row in rows)
        return {
            self._column(metric, row, arm): self.layout.per_game(metric, row, arm) * entries[row] / players
            for row in rows
        }

    def _column(self, metric: str, row: int | None, arm: int) -> int:
        return 1 + arm * self._columns + self.layout.column(metric, row)

    def _mean(self, weights: Weights) -> Reading:
        return Reading(float(self._sum(weights)) if self.blocks else math.nan, weights)

    def _ratio(self, above: Weights, below: Weights) -> Reading:
        base = self._sum(below)
        if base == 0:
            return Reading(math.nan, {})
        quotient = self._sum(above) / base
        weights = {column: weight / base for column, weight in above.items()}
        for column, weight in below.items():
            weights[column] = weights.get(column, Fraction(0)) - quotient * weight / base
        return Reading(float(quotient), weights)

    def _sum(self, weights: Weights) -> Fraction:
        sums = self.tally.within[0, 0]
        return sum((weight * int(sums[column]) for column, weight in weights.items()), Fraction(0)) / max(
            self.blocks, 1
        )

    def _estimate(self, reading: Reading) -> Estimate:
        if math.isnan(reading.value):
            return Estimate(math.nan, math.nan, self.blocks)
        columns = list(reading.weights)
        matrix = self.tally.within[0]
        sums = [int(matrix[0, column]) for column in columns]
        products = [[int(matrix[one, other]) for other in columns] for one in columns]
        error = combination(self.blocks, sums, products, [reading.weights[column] for column in columns]).se
        return Estimate(reading.value, error, self.blocks)


def figures_of(effects: tuple[str, ...], layout: Layout) -> Iterator[Figure]:
    """All figures of a comparison: the game's effects, skill where strategies differ, every strategy's share."""
    yield from (Figure(metric) for metric in effects)
    if len(layout.rows) > 1:
        yield Figure(SKILL)
        yield from (Figure(layout.seat[0].name, row) for row in range(len(layout.rows)))
