"""Two arms counted as one, so that every product between a column of the one and of the other is in the tally.

The tally of an experiment holds the products of one column in two arms. That is enough for the difference of a mean;
for the difference of a ratio, or of what is made of several rows, it takes all products between the two arms.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cactus_sim.simulate.runner import Worker, run
from cactus_sim.simulate.tally import FloatArray, IntArray, Tally, count, empty

if TYPE_CHECKING:
    from cactus_sim.simulate.experiment import Experiment
    from cactus_sim.simulate.runner import Progress


class PairWorker(Worker):
    """Plays two arms and counts them as one: the columns of the second follow those of the first."""

    def nothing(self) -> Tally:
        """The tally of no blocks."""
        one = super().nothing()
        arms, rows, bins = one.histograms.shape
        return empty(1, arms * len(one.across), arms * rows, bins)

    def count(self, data: FloatArray, histograms: IntArray) -> Tally:
        """The tally of some blocks."""
        joined = np.concatenate([data[0], *data[1:, :, 1:]], axis=1)
        return count(joined[np.newaxis], np.concatenate(histograms)[np.newaxis])


def run_pair(experiment: Experiment, jobs: int | None = None, progress: Progress | None = None) -> tuple[Tally, bool]:
    """Plays an experiment of two arms: the tally of both as one, and whether it was interrupted."""
    return run(experiment, jobs, progress, worker=PairWorker)
