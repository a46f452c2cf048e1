"""Replicator dynamics on what a tournament found: resting points, how sure each is, and from where it is reached."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from cactus_sim.stats.moments import FloatArray, Moments
from cactus_sim.stats.replicator import PayoffTable, follow
from cactus_sim.stats.resting import SEARCHED, basins, resting_points, row_sureness, sureness

DRAWS: Final = 200
DRAW_SEED: Final = 1933
SURE: Final = 0.975

NOTHING: Final = 1e-12
"""Payoffs closer to each other, as a part of the greatest, are one payoff; so are drawn ones whose variance is less."""

STABLE, UNSTABLE, NEUTRAL, UNSURE = "stable", "unstable", "neutral", "unsure"


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
    neutral: float
    """In what part it exists and small changes neither grow nor all die out."""
    growth: float
    """The fastest rate at which a small change grows, with the payoffs as estimated; below 0 where all die out."""
    basin: float
    """From what part of all populations it is reached."""

    @property
    def word(self) -> str:
        """What kind of resting point it is: `stable`, `neutral` or `unstable` where all but 2.5 % of draws say so."""
        if self.stable >= SURE:
            return STABLE
        if self.neutral >= SURE:
            return NEUTRAL
        return UNSTABLE if self.stable + self.neutral <= 1 - SURE else UNSURE


@dataclass(frozen=True)
class Tied:
    """Strategies that fare alike in a whole row of mixes, which all rest."""

    strategies: tuple[int, ...]
    whole: bool
    """Whether every mix of them rests."""
    basin: float
    """From what part of all populations such a mix is reached; the start says which."""
    sure: float
    """In what part of the redrawn payoff tables they fare alike."""

    @property
    def word(self) -> str:
        """Whether they do fare alike: `neutral` where all but 2.5 % of the draws say so."""
        return NEUTRAL if self.sure >= SURE else UNSURE


@dataclass(frozen=True, eq=False)
class Evolution:
    """Where a population goes."""

    table: PayoffTable
    """The payoffs as estimated, greater being better."""
    places: tuple[Place, ...]
    """The resting points, those that most populations reach first."""
    tied: tuple[Tied, ...]
    """Rows of resting points that populations reach."""
    flat: bool
    """Whether no payoff differs at all, on any deal: then every population rests."""
    moving: float
    """From what part of all populations no resting point was reached in the time that was looked at."""
    searched: bool
    """Whether points of more than two strategies were looked for among all, not only those that are reached."""

    def document(self) -> dict[str, Any]:
        """How sure each resting point is and from where it is reached, as JSON has it, in the order of `places`."""
        return {
            "places": [
                {"word": place.word, "there": place.there, "stable": place.stable, "neutral": place.neutral,
                 "basin": place.basin}
                for place in self.places
            ],
            "tied": [
                {"strategies": tied.strategies, "word": tied.word, "sure": tied.sure, "basin": tied.basin}
                for tied in self.tied
            ],
            "flat": self.flat,
            "moving": self.moving,
        }  # fmt: skip

    def paths(self, starts: FloatArray) -> tuple[FloatArray, FloatArray]:
        """How populations [start, strategy] go on: times [step, start] and shares [step, start, strategy]."""
        return follow(self.table, starts, tolerance=1e-4)


def evolution(fields: npt.NDArray[np.int64], payoffs: Moments, column: npt.NDArray[np.int64], better: int) -> Evolution:
    """The evolution that payoffs with their errors tell; `column` [strategy, field] says where each payoff is.

    The errors are carried over by drawing the payoffs anew, normally as means over many blocks are, with the covariance
    that the blocks show: what bootstrapping blocks would give, without keeping the blocks.
    """
    table = PayoffTable(fields, better * _equal(payoffs.means)[column])
    draws = PayoffTable(fields, better * _drawn(payoffs)[:, column])
    points = resting_points(table)
    reached = basins(table, points)
    places = []
    for point, part in zip(points, reached.parts, strict=True):
        sure = sureness(point, draws)
        places.append(Place(point.shares, sure.se, sure.there, sure.stable, sure.neutral, point.growth, part))
    places.sort(key=lambda place: (-place.basin, -place.stable, place.growth))
    tied = tuple(Tied(row.support, row.whole, row.part, row_sureness(row, draws)) for row in reached.rows)
    flat = table.flat and all(PayoffTable(fields, drawn).flat for drawn in draws.payoffs)
    return Evolution(table, tuple(places), tied, flat, reached.moving, table.strategies <= SEARCHED)


def _equal(means: FloatArray) -> FloatArray:
    """The means, those that only rounding tells apart made equal."""
    order = np.argsort(means, kind="stable")
    ordered = means[order]
    new = np.diff(ordered, prepend=-np.inf) > NOTHING * np.abs(means).max()
    equal = np.empty_like(means)
    equal[order] = ordered[new][np.cumsum(new) - 1]
    return equal


def _drawn(payoffs: Moments) -> FloatArray:
    """[draw, column]: the payoffs drawn anew within their errors, the same draws at every call."""
    values, vectors = np.linalg.eigh(payoffs.covariance)
    luck = np.random.default_rng(DRAW_SEED).standard_normal((DRAWS, len(values)))
    # What rounding leaves where there is no variance would tell apart what is equal on every deal.
    spread = np.sqrt(np.where(values > NOTHING * values.max(), values, 0))
    # The symmetric root is one and the same whatever signs and order a machine's library gives to the vectors.
    drawn: FloatArray = payoffs.means + luck @ (vectors * spread @ vectors.T)
    return drawn
