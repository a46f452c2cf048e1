"""Intervals that hold however often one looks: the asymptotic confidence sequence of a mean over blocks.

Source: Waudby-Smith, Arbour, Sinha, Kennedy, Ramdas, "Time-uniform central limit theory and asymptotic confidence
sequences" (Annals of Statistics, 2024), equation (2), and its choice of ρ.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from cactus_sim.stats.intervals import LEVEL, Estimate

FIRST_LOOK = 1000
"""Blocks before the first look: the sequence is asymptotic, so the variance must be well known by then."""


@dataclass(frozen=True)
class Sequence:
    """A confidence sequence, nearly the narrowest at `planned` blocks; it holds at all numbers of blocks at once."""

    planned: int

    def half_width(self, estimate: Estimate, level: float = LEVEL) -> float:
        """Half the width of the interval after the estimate's number of blocks; infinite before the first look."""
        if estimate.n < FIRST_LOOK:
            return math.inf
        return estimate.se * self.errors(estimate.n, level)

    def errors(self, blocks: int, level: float = LEVEL) -> float:
        """That half width in standard errors: 3 or more at 95 %, where a single look takes 1.96."""
        weight = blocks * self._squared_rho
        return math.sqrt(2 * (weight + 1) / weight * (math.log1p(weight) / 2 - math.log(1 - level)))

    @property
    def _squared_rho(self) -> float:
        log_alpha = math.log(1 - LEVEL)
        return (-2 * log_alpha + math.log(1 - 2 * log_alpha)) / self.planned
