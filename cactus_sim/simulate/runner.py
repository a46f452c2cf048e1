"""Playing an experiment: batches of deals on threads, their tallies added up in the order of the deals."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from queue import SimpleQueue
from typing import TYPE_CHECKING, Protocol, Self, TypeVar

import numpy as np

from cactus_sim.errors import UsageError
from cactus_sim.simulate.interrupts import interrupts_kept
from cactus_sim.simulate.schedule import Batch, batches, blocks_a_batch
from cactus_sim.simulate.tally import FloatArray, IntArray, Tally, count, empty

if TYPE_CHECKING:
    from cactus_sim.games.base import CompiledLineUp, Game
    from cactus_sim.simulate.experiment import Arm, Experiment

Progress = Callable[[int, int], None]
"""Called once all is compiled, and after every batch, with the games done and to do, all arms together."""

MAX_JOBS = 1024

NUMBERS_AT_ONCE = 1 << 16
"""So many counted numbers are added up at a time: they stay in a core's own cache."""


@dataclass(frozen=True)
class ReadyArm:
    """An arm as the kernel takes it."""

    rules: np.ndarray
    line_up: CompiledLineUp
    labels: tuple[str, ...]
    rows: IntArray


class Sums(Protocol):
    """What can be counted in parts: the sums over some blocks, to which those of others can be added."""

    @property
    def blocks(self) -> int:
        """How many blocks they are over."""

    def __add__(self, other: Self) -> Self: ...


S = TypeVar("S", bound=Sums)
Played = TypeVar("Played", bound=Sums, covariant=True)


class Plays(Protocol[Played]):
    """What plays batches, one at a time."""

    def nothing(self) -> Played:
        """The tally of no blocks."""

    def play(self, batch: Batch) -> Played:
        """The tally of a batch."""


def prepare(game: Game, arm: Arm) -> ReadyArm:
    """Compiles an arm's hooks; the kernel must have been compiled before."""
    from cactus_sim.strategies import compile_entries

    compiled = compile_entries(game, arm.line_up, game.hooks_in_use(arm.rules.values))
    return ReadyArm(game.rules_record(arm.rules.values), compiled, arm.entry_labels, np.array(arm.rows, np.int64))


def run(
    experiment: Experiment,
    jobs: int | None = None,
    progress: Progress | None = None,
    batch_size: int | None = None,
    worker: type[Worker] | None = None,
    enough: Callable[[Tally], bool] | None = None,
) -> tuple[Tally, bool]:
    """Plays the experiment: its tally (as the kind of worker counts it), and whether it was interrupted.

    `enough` is asked after every batch, and ends the run where it says so: as it sees the batches in the order of the
    deals, where that is depends on `batch_size`, never on `jobs`.

    An interrupt (Ctrl-C) ends the run with the tally of the deals that were finished in order, a whole prefix of the
    run. The tally does not depend on `jobs` or `batch_size`.
    """
    jobs = check_jobs(jobs)
    with interrupts_kept():
        # All is compiled before threads start: caches written by several at once can be corrupted.
        experiment.game.compile()
        arms = [prepare(experiment.game, arm) for arm in experiment.arms]
    games_a_block = experiment.rotations * len(arms)
    size = batch_size or blocks_a_batch(experiment.blocks, games_a_block, jobs)
    workers = [(worker or Worker)(experiment, arms) for _ in range(jobs)]
    return play_deals(workers, Batch(0, experiment.blocks), size, games_a_block, progress, enough)


def play_deals(
    workers: Sequence[Plays[S]],
    deals: Batch,
    size: int,
    games_a_block: int,
    progress: Progress | None = None,
    enough: Callable[[S], bool] | None = None,
) -> tuple[S, bool]:
    """Plays these deals, `size` at a time, a thread for each worker: their tally, and whether it was interrupted.

    For `enough` and interrupts see `run`.
    """
    total = workers[0].nothing()
    done = False
    parts = _parts(workers, takewhile(lambda _: not done, batches(deals.first_deal, deals.blocks, size)))
    try:
        if progress is not None:
            progress(0, deals.blocks * games_a_block)
        for part in parts:
            total = total + part
            if progress is not None:
                progress(total.blocks * games_a_block, deals.blocks * games_a_block)
            if enough is not None and enough(total):
                done = True
                # The few batches that were handed out already are played to their end: joblib warns of dropped work.
                for _ in parts:
                    pass
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


def _parts(workers: Sequence[Plays[S]], work: Iterator[Batch]) -> Iterator[S]:
    if len(workers) == 1:
        return (workers[0].play(batch) for batch in work)
    from joblib import Parallel, delayed

    idle: SimpleQueue[Plays[S]] = SimpleQueue()
    for worker in workers:
        idle.put(worker)

    def play(batch: Batch) -> S:
        worker = idle.get()
        try:
            return worker.play(batch)
        finally:
            idle.put(worker)

    parallel = Parallel(n_jobs=len(workers), backend="threading", return_as="generator", batch_size=1)
    parts: Iterator[S] = parallel(delayed(play)(batch) for batch in work)
    return parts


class Worker:
    """Plays batches on one thread. It fills the same arrays again and again: fresh memory costs more than the sums."""

    def __init__(self, experiment: Experiment, arms: list[ReadyArm]) -> None:
        game, rows = experiment.game, len(experiment.row_names)
        self._experiment = experiment
        self._arms = arms
        self._seat_columns = rows * len(game.seat_metrics)
        self._bins = sum(histogram.bins for histogram in game.histograms)
        columns = self._seat_columns + len(game.game_metrics)
        self._blocks = max(1, NUMBERS_AT_ONCE // (len(arms) * columns))
        self._seat_values = np.empty((self._blocks, rows, len(game.seat_metrics)), np.int64)
        self._game_values = np.empty((self._blocks, len(game.game_metrics)), np.int64)
        self._data = np.ones((len(arms), self._blocks, 1 + columns))

    def nothing(self) -> Tally:
        """The tally of no blocks."""
        return empty(len(self._arms), self._data.shape[2] - 1, self._seat_values.shape[1], self._bins)

    def play(self, batch: Batch) -> Tally:
        """The tally of a batch."""
        total = self.nothing()
        for part in batches(batch.first_deal, batch.blocks, self._blocks):
            total = total + self._play_part(part)
        return total

    def _play_part(self, part: Batch) -> Tally:
        experiment = self._experiment
        seat_values, game_values = self._seat_values[: part.blocks], self._game_values[: part.blocks]
        data = self._data[:, : part.blocks]
        histograms = np.zeros((len(self._arms), seat_values.shape[1], self._bins), np.int64)
        for index, arm in enumerate(self._arms):
            seat_values[:] = 0
            game_values[:] = 0
            experiment.game.play_blocks(
                arm.rules, arm.line_up, arm.labels, arm.rows, experiment.unit, experiment.seed,
                part.first_deal, experiment.rotations, seat_values, game_values, histograms[index],
            )  # fmt: skip
            data[index, :, 1 : 1 + self._seat_columns] = seat_values.reshape(part.blocks, self._seat_columns)
            data[index, :, 1 + self._seat_columns :] = game_values
        return self.count(data, histograms)

    def count(self, data: FloatArray, histograms: IntArray) -> Tally:
        """The tally of some blocks, from data [arm, block, 1 + column] and histograms [arm, row, bin]."""
        return count(data, histograms)
