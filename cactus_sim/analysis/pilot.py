"""Pilot deals, of another seed than the comparison's: the variance of plain sampling, and the controls' coefficients.

Each seating of A and of B is an arm of its own, so that the variance of single games is seen beside that of blocks.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from cactus_sim.analysis.adjustment import GRID, LEAST_GAIN, ControlledWorker, Frozen, control_names
from cactus_sim.simulate.layout import layout_of
from cactus_sim.simulate.runner import run
from cactus_sim.simulate.tally import FloatArray, IntArray, Tally, count, empty

if TYPE_CHECKING:
    from cactus_sim.analysis.rivals import ComparisonPlan


@dataclass(frozen=True)
class Pilot:
    """What the pilot deals taught."""

    plain_variance: float
    """Variance of the objective over single games in seats drawn at random: A's and B's added up, or where they are at
    one table that of their difference."""
    frozen: Frozen | None
    """The control variates; None where they would gain too little."""


class PilotWorker(ControlledWorker):
    """A worker that counts all arms as one: the columns of each follow those of the one before."""

    keeps_games = False

    def nothing(self) -> Tally:
        """The tally of no blocks."""
        one = super().nothing()
        arms, rows, bins = one.histograms.shape
        return empty(1, arms * len(one.across), arms * rows, bins)

    def count(self, data: FloatArray, histograms: IntArray) -> Tally:
        """The tally of some blocks."""
        wide = self.widened(data)
        joined = np.concatenate([wide[0], *wide[1:, :, 1:]], axis=1)
        return count(joined[np.newaxis], histograms.reshape(1, -1, histograms.shape[2]))


def run_pilot(plan: ComparisonPlan, jobs: int | None = None) -> Pilot | None:
    """Plays a comparison's pilot deals, if it has any."""
    if plan.pilot is None:
        return None
    tally, interrupted = run(plan.pilot, jobs, worker=PilotWorker)
    if interrupted:
        raise KeyboardInterrupt
    games, block = _differences(plan, tally.within.shape[1] - 1)
    means, covariances = _moments(tally)
    squares = covariances + np.outer(means, means)
    plain = sum(
        float(np.einsum("gi,ij,gj->g", group, squares, group).mean() - (group @ means).mean() ** 2) for group in games
    )
    return Pilot(plain, _frozen(plan, block, covariances))


def _differences(plan: ComparisonPlan, columns: int) -> tuple[list[FloatArray], FloatArray]:
    """What is compared, as weights of the pilot's columns: in single games [game, column], and in a block [column].

    The single games are in groups: those of A and those of B, or those of one table.
    """
    assert plan.pilot is not None
    layout, rivals = layout_of(plan.pilot), plan.rivals
    arms, seatings = len(plan.pilot.arms), plan.experiment.rotations
    width = columns // arms

    def weights(row: int, first_arm: int) -> FloatArray:
        column = layout.column(rivals.objective, row)
        games = np.zeros((seatings, columns))
        for seating in range(seatings):
            arm = first_arm + seating
            games[seating, arm * width + column] = float(layout.per_game(rivals.objective, row, arm))
        return games

    one = weights(0, 0)
    other = weights(1, 0) if rivals.mirror else weights(0, seatings)
    groups = [one - other] if rivals.mirror else [one, other]
    return groups, (one - other).mean(axis=0)


def _moments(tally: Tally) -> tuple[FloatArray, FloatArray]:
    """Means and covariances of the columns."""
    matrix = tally.within[0] / tally.blocks
    means = matrix[0, 1:]
    return means, matrix[1:, 1:] - np.outer(means, means)


def _frozen(plan: ComparisonPlan, block: FloatArray, covariances: FloatArray) -> Frozen | None:
    """The controls with the coefficients that take most variance off; None where that is too little."""
    game, arm = plan.experiment.game, plan.experiment.arms[0]
    names = control_names(game)
    if game.controls is None or not names:
        return None
    own = covariances[-len(names) :, -len(names) :]
    shared = covariances[-len(names) :] @ block
    slopes = np.linalg.lstsq(own, shared)[0]
    variance = float(block @ covariances @ block)
    if float(slopes @ shared) < LEAST_GAIN * variance or not variance > 0:
        return None
    coefficients = tuple(Fraction(round(float(slope) * GRID), GRID) for slope in slopes)
    return Frozen(names, game.controls.means(arm.rules.values, len(arm.line_up)), coefficients)
