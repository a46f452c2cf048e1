"""Control variates: the luck of a run's deals, as far as known numbers of the deal tell it, is taken off a difference.

A control is a whole number of every deal whose exact mean over all deals is known. Its coefficient is found on pilot
deals of another seed and then stays, so what is taken off has mean 0 and the difference stays unbiased.

First deals are not stratified: even boosted trees told of every card dealt explain, out of sample, no more than 0.2 %
of a comparison's variance in most pairs seen (none at all in 8 Américain), and 4 % of what controls leave where they
help most (`early` against `threshold`); strata that can be drawn explain under 1 % (tests/verification).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from cactus_sim.games import kernel_cache
from cactus_sim.simulate.runner import Worker
from cactus_sim.simulate.tally import FloatArray, IntArray, Tally, count, empty
from cactus_sim.stats.intervals import Estimate, combination

if TYPE_CHECKING:
    from cactus_sim.games.base import Game
    from cactus_sim.simulate.apart import ReadyArm
    from cactus_sim.simulate.experiment import Experiment
    from cactus_sim.simulate.schedule import Batch

LEAST_GAIN: Final = 0.02
"""Controls that explain less than this part of the difference's variance are left out: reading them takes time too."""

GRID: Final = 1 << 20
"""Coefficients are multiples of 1 / GRID: sums of whole numbers then stay exact."""


@dataclass(frozen=True)
class Frozen:
    """Controls with their exact means per deal and their coefficients, per counted unit."""

    names: tuple[str, ...]
    means: tuple[Fraction, ...]
    coefficients: tuple[Fraction, ...]


@dataclass(frozen=True)
class Adjustment:
    """Frozen controls, and what was counted of them in a run."""

    frozen: Frozen
    sums: tuple[int, ...]
    """Σ cᵢ over blocks."""
    with_players: tuple[tuple[int, ...], tuple[int, ...]]
    """Σ x·cᵢ for the objective x of A, and of B."""
    products: tuple[tuple[int, ...], ...]
    """Σ cᵢcⱼ."""

    def apply(
        self, blocks: int, sums: Sequence[int], products: Sequence[Sequence[int]], units: Sequence[Fraction]
    ) -> Estimate:
        """The difference unit₀·x₀ − unit₁·x₁ less what the controls tell, from Σ xᵢ and Σ xᵢxⱼ of A and B."""
        coefficients, means = self.frozen.coefficients, self.frozen.means
        all_products = [
            *([*row, *own] for row, own in zip(products, self.with_players, strict=True)),
            *([*pair, *row] for *pair, row in zip(*self.with_players, self.products, strict=True)),
        ]
        weights = (units[0], -units[1], *(-coefficient for coefficient in coefficients))
        raw = combination(blocks, (*sums, *self.sums), all_products, weights)
        shift = sum((c * mean for c, mean in zip(coefficients, means, strict=True)), Fraction(0))
        return Estimate(raw.value + float(shift), raw.se, raw.n)

    def as_dict(self) -> dict[str, Any]:
        """The adjustment as JSON holds it."""
        return {
            "names": self.frozen.names,
            "means": [str(mean) for mean in self.frozen.means],
            "coefficients": [str(coefficient) for coefficient in self.frozen.coefficients],
            "sums": self.sums,
            "with_players": self.with_players,
            "products": self.products,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Adjustment:
        """The adjustment that as_dict wrote."""
        frozen = Frozen(
            tuple(data["names"]),
            tuple(Fraction(mean) for mean in data["means"]),
            tuple(Fraction(coefficient) for coefficient in data["coefficients"]),
        )
        one, other = (tuple(row) for row in data["with_players"])
        return cls(frozen, tuple(data["sums"]), (one, other), tuple(tuple(row) for row in data["products"]))


class ControlledWorker(Worker):
    """A worker whose tally has, in every arm, a column more for each of the game's controls."""

    def __init__(self, experiment: Experiment, arms: list[ReadyArm]) -> None:
        super().__init__(experiment, arms)
        self._first_deal = 0

    def nothing(self) -> Tally:
        """The tally of no blocks."""
        one = super().nothing()
        arms, rows, bins = one.histograms.shape
        return empty(arms, len(one.across) + len(control_names(self._experiment.game)), rows, bins)

    def count(self, data: FloatArray, histograms: IntArray) -> Tally:
        """The tally of some blocks."""
        return count(self.widened(data), histograms)

    def widened(self, data: FloatArray) -> FloatArray:
        """The data with the controls as last columns of every arm."""
        game = self._experiment.game
        controls = game.controls
        if controls is None:
            return data
        values = np.zeros((data.shape[1], len(controls.names)), np.int64)
        players = len(self._experiment.arms[0].line_up)
        dealt = (self._arms[0].rules, players, self._experiment.seed, self._first_deal, values)
        kernel_cache.loaded(game.name, lambda: controls.count(*dealt))
        return np.concatenate([data, np.broadcast_to(values, (len(data), *values.shape))], axis=2)

    def _play_part(self, part: Batch) -> Tally:
        self._first_deal = part.first_deal
        return super()._play_part(part)


def control_names(game: Game) -> tuple[str, ...]:
    """The names of a game's controls."""
    return () if game.controls is None else game.controls.names


def narrowed(tally: Tally, controls: int) -> Tally:
    """A tally without its last columns, those of the controls."""
    if not controls:
        return tally
    return Tally(tally.within[:, :-controls, :-controls], tally.across[:-controls], tally.histograms)


def adjustment_of(tally: Tally, frozen: Frozen, places: Sequence[tuple[int, int]]) -> Adjustment:
    """What a tally with controls says of them; `places` are the arms and columns of A's and B's objective."""
    controls = len(frozen.names)
    matrix = tally.within[0]
    one, other = (tuple(int(x) for x in tally.within[arm, 1 + column, -controls:]) for arm, column in places)
    products = tuple(tuple(int(x) for x in row) for row in matrix[-controls:, -controls:])
    return Adjustment(frozen, tuple(int(x) for x in matrix[0, -controls:]), (one, other), products)
