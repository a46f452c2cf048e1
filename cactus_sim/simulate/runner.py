"""Playing an experiment: batches of deals on threads, their tallies added up in the order of the deals."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cactus_sim.errors import UsageError
from cactus_sim.simulate.schedule import Batch, batches
from cactus_sim.simulate.tally import IntArray, Tally, count, empty

if TYPE_CHECKING:
    from cactus_sim.games.base import CompiledLineUp, Game
    from cactus_sim.simulate.experiment import Arm, Experiment

Progress = Callable[[int, int], None]
"""Called after every batch with the games done and the games to do, all arms together."""

MAX_JOBS = 1024


@dataclass(frozen=True)
class ReadyArm:
    """An arm as the kernel takes it."""

    rules: np.ndarray
    line_up: CompiledLineUp
    labels: tuple[str, ...]
    rows: IntArray


def prepare(game: Game, arm: Arm) -> ReadyArm:
    """Compiles an arm's hooks; the kernel must have been compiled before."""
    from cactus_sim.strategies import compile_entries

    compiled = compile_entries(game, arm.line_up, game.hooks_in_use(arm.rules.values))
    return ReadyArm(game.rules_record(arm.rules.values), compiled, arm.entry_labels, np.array(arm.rows, np.int64))


def run(
    experiment: Experiment, jobs: int | None = None, progress: Progress | None = None, batch_size: int | None = None
) -> tuple[Tally, bool]:
    """Plays the experiment: its tally, and whether it was interrupted.

    An interrupt (Ctrl-C) ends the run with the tally of the deals that were finished in order, a whole prefix of the
    run. The tally does not depend on `jobs` or `batch_size`.
    """
    workers = check_jobs(jobs)
    experiment.game.compile()
    # All is compiled before threads start: caches written by several at once can be corrupted.
    arms = [prepare(experiment.game, arm) for arm in experiment.arms]
    games_a_block = experiment.rotations * len(arms)
    total = _empty_tally(experiment)
    parts = _parts(experiment, arms, batches(0, experiment.blocks, games_a_block, workers, batch_size), workers)
    try:
        for part in parts:
            total = total + part
            if progress is not None:
                progress(total.blocks * games_a_block, experiment.blocks * games_a_block)
    except KeyboardInterrupt:
        return total, True
    return total, False


def check_jobs(jobs: int | None) -> int:
    """How many threads play: as asked, or one for every core that this process may use."""
    if jobs is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if not 1 <= jobs <= MAX_JOBS:
        raise UsageError(f"{jobs} jobs: a number from 1 to {MAX_JOBS}")
    return jobs


def _parts(experiment: Experiment, arms: list[ReadyArm], work: Iterator[Batch], workers: int) -> Iterator[Tally]:
    if workers == 1:
        return (_play(experiment, arms, batch) for batch in work)
    from joblib import Parallel, delayed

    parallel = Parallel(n_jobs=workers, backend="threading", return_as="generator", batch_size=1)
    parts: Iterator[Tally] = parallel(delayed(_play)(experiment, arms, batch) for batch in work)
    return parts


def _play(experiment: Experiment, arms: list[ReadyArm], batch: Batch) -> Tally:
    game, rows = experiment.game, len(experiment.row_names)
    seat_columns, game_columns = rows * len(game.seat_metrics), len(game.game_metrics)
    values = np.empty((len(arms), batch.blocks, seat_columns + game_columns), np.int64)
    histograms = np.zeros((len(arms), rows, sum(histogram.bins for histogram in game.histograms)), np.int64)
    for index, arm in enumerate(arms):
        seat_values = np.zeros((batch.blocks, rows, len(game.seat_metrics)), np.int64)
        game_values = np.zeros((batch.blocks, game_columns), np.int64)
        game.play_blocks(
            arm.rules, arm.line_up, arm.labels, arm.rows, experiment.unit, experiment.seed,
            batch.first_deal, experiment.rotations, seat_values, game_values, histograms[index],
        )  # fmt: skip
        values[index, :, :seat_columns] = seat_values.reshape(batch.blocks, seat_columns)
        values[index, :, seat_columns:] = game_values
    return count(values, histograms)


def _empty_tally(experiment: Experiment) -> Tally:
    game, rows = experiment.game, len(experiment.row_names)
    columns = rows * len(game.seat_metrics) + len(game.game_metrics)
    return empty(len(experiment.arms), columns, rows, sum(histogram.bins for histogram in game.histograms))
