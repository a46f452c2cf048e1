"""Replicator dynamics on what a tournament found: resting points, how sure each is, and from where it is reached."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from cactus_sim.stats.moments import FloatArray, Moments
from cactus_sim.stats.replicator import PayoffTable, follow
from cactus_sim.stats.resting import SEARCHED, basins, resting_points, sureness

DRAWS: Final = 200
DRAW_SEED: Final = 1933
SURE: Final = 0.975

STABLE, UNSTABLE, UNSURE = "stable", "unstable", "unsure"


@dataclass(frozen=True, eq=False)
class Place:
    """A resting point of the population."""

    shares: FloatArray
    """[strategy]"""
    se: FloatArray
    """[strategy]"""
    there: float
    """In what part of the redrawn payoff tables it exists, with the same strategies."""
    stable: float
    """In what part it exists and is stable."""
    growth: float
    """The fastest rate at which a small change grows, with the payoffs as estimated; below 0 where all die out."""
    basin: float
    """From what part of all populations it is reached."""

    @property
    def word(self) -> str:
        """Whether it is a stable resting point: `stable` or `unstable` where all but 2.5 % of the draws say so."""
        if self.stable >= SURE:
            return STABLE
        return UNSTABLE if self.stable <= 1 - SURE else UNSURE


@dataclass(frozen=True, eq=False)
class Evolution:
    """Where a population goes."""

    table: PayoffTable
    """The payoffs as estimated, greater being better."""
    places: tuple[Place, ...]
    """The resting points, those that most populations reach first."""
    moving: float
    """From what part of all populations no resting point was reached in the time that was looked at."""
    searched: bool
    """Whether points of more than two strategies were looked for among all, not only those that are reached."""

    def paths(self, starts: FloatArray) -> tuple[FloatArray, FloatArray]:
        """How populations [start, strategy] go on: times [step, start] and shares [step, start, strategy]."""
        return follow(self.table, starts, tolerance=1e-4)


def evolution(fields: npt.NDArray[np.int64], payoffs: Moments, column: npt.NDArray[np.int64], better: int) -> Evolution:
    """The evolution that payoffs with their errors tell; `column` [strategy, field] says where each payoff is.

    The errors are carried over by drawing the payoffs anew, normally as means over many blocks are, with the covariance
    that the blocks show: what bootstrapping blocks would give, without keeping the blocks.
    """
    table = PayoffTable(fields, better * payoffs.means[column])
    draws = PayoffTable(fields, better * _drawn(payoffs)[:, column])
    points = resting_points(table)
    parts, moving = basins(table, points)
    places = []
    for point, part in zip(points, parts, strict=True):
        sure = sureness(point, draws)
        places.append(Place(point.shares, sure.se, sure.there, sure.stable, point.growth, part))
    places.sort(key=lambda place: (-place.basin, -place.stable, place.growth))
    return Evolution(table, tuple(places), moving, table.strategies <= SEARCHED)


def _drawn(payoffs: Moments) -> FloatArray:
    """[draw, column]: the payoffs drawn anew within their errors, the same draws at every call."""
    values, vectors = np.linalg.eigh(payoffs.covariance)
    luck = np.random.default_rng(DRAW_SEED).standard_normal((DRAWS, len(values)))
    drawn: FloatArray = payoffs.means + (luck * np.sqrt(np.maximum(values, 0))) @ vectors.T
    return drawn
