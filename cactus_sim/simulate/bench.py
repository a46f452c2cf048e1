"""How fast games are played: the whole run, from batches to tallies, once all is compiled."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from cactus_sim.simulate.runner import run

if TYPE_CHECKING:
    from cactus_sim.games.base import Game
    from cactus_sim.simulate.experiment import Experiment

REPEATS = 3


@dataclass(frozen=True)
class Speed:
    """Games a second of one line-up, by number of threads."""

    experiment: Experiment
    rates: dict[int, float]


def line_ups(game: Game, players: int | None = None) -> list[list[str]]:
    """The line-ups that are measured: the game's default, and each of its entries against copies of itself."""
    mixed = list(game.default_line_up)
    size = players or len(mixed)
    alike = [[entry] * size for entry in dict.fromkeys(mixed)]
    return alike if len(alike) == 1 else [[mixed[i % len(mixed)] for i in range(size)], *alike]


def measure(experiment: Experiment, threads: Sequence[int]) -> Speed:
    """The best of a few runs on each number of threads."""
    run(replace(experiment, games=1), 1)
    rates = {}
    for jobs in threads:
        times = []
        for _ in range(REPEATS):
            start = time.perf_counter()
            run(experiment, jobs)
            times.append(time.perf_counter() - start)
        rates[jobs] = experiment.blocks * experiment.rotations / min(times)
    return Speed(experiment, rates)
