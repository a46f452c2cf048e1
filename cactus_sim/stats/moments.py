"""Means of many columns of a tally, and what is linear in them: for figures that are sums over very many columns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from cactus_sim.stats.intervals import Estimate

if TYPE_CHECKING:
    from cactus_sim.simulate.tally import Tally

FloatArray = npt.NDArray[np.float64]

ROUNDING = 1e-12
"""What is left of a sum's terms by no more than this part is rounding."""


@dataclass(frozen=True, eq=False)
class Moments:
    """The means of block data, column by column, and how their errors hang together."""

    n: int
    """Blocks."""
    means: FloatArray
    """[column]"""
    covariance: FloatArray
    """[column, column]: of the means; nan where there are fewer than two blocks."""

    def estimate(self, weights: FloatArray) -> Estimate:
        """The estimate of Σ weight·mean over the columns."""
        used = np.flatnonzero(weights)
        some = weights[used]
        variance = some @ self.covariance[np.ix_(used, used)] @ some
        # Where all blocks are alike, or figures equal, rounding may leave a little more or less than nothing.
        scale = float(some**2 @ self.covariance[used, used])
        se = float(np.sqrt(variance)) if not abs(variance) <= ROUNDING * scale else 0.0
        parts = some * self.means[used]
        value = float(parts.sum())
        return Estimate(value if not abs(value) <= ROUNDING * float(np.abs(parts).sum()) else 0.0, se, self.n)

    def scaled(self, units: FloatArray) -> Moments:
        """The same with every column multiplied by its unit."""
        return Moments(self.n, self.means * units, self.covariance * np.outer(units, units))


def moments_of(tally: Tally) -> Moments:
    """The moments of a tally's first arm. n·Σxᵢxⱼ − Σxᵢ·Σxⱼ is formed of whole numbers, so nothing cancels."""
    n, sums = tally.blocks, tally.within[0, 0, 1:].astype(object)
    if n == 0:
        return Moments(0, np.full(len(sums), np.nan), np.full((len(sums),) * 2, np.nan))
    means = (sums / n).astype(np.float64)
    if n == 1:
        return Moments(1, means, np.full((len(sums),) * 2, np.nan))
    spread = tally.within[0, 1:, 1:].astype(object) * n - np.outer(sums, sums)
    return Moments(n, means, spread.astype(np.float64) / (float(n) ** 2 * (n - 1)))
