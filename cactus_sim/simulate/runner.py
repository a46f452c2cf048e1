"""Playing an experiment: batches of deals on threads, their tallies added up in the order of the deals."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Sequence
from itertools import chain
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from threadpoolctl import threadpool_limits

from cactus_sim.errors import CactusSimError, UsageError
from cactus_sim.simulate.apart import ReadyArm, play_apart
from cactus_sim.simulate.crew import Plays, Recipe, S, parts_of
from cactus_sim.simulate.interrupts import interrupts_kept
from cactus_sim.simulate.legs import leg_of
from cactus_sim.simulate.schedule import Batch, batches, blocks_a_batch, later
from cactus_sim.simulate.session import current
from cactus_sim.simulate.tally import FloatArray, IntArray, Tally, count, empty

if TYPE_CHECKING:
    from cactus_sim.games.base import Game
    from cactus_sim.simulate.experiment import Arm, Experiment
    from cactus_sim.simulate.games_file import Rows

Progress = Callable[[int, int], None]
"""Called once all is compiled, and after every batch, with the games done and to do, all arms together."""

MAX_JOBS = 1024

NUMBERS_AT_ONCE = 1 << 16
"""So many counted numbers are added up at a time: they stay in a core's own cache."""


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
    jobs = hands(jobs)
    with interrupts_kept(), current().timed("compiling"):
        # All is compiled before threads start: caches written by several at once can be corrupted.
        arms = ready_arms(experiment)
    games_a_block = experiment.rotations * len(arms)
    size = batch_size or blocks_a_batch(experiment.blocks, games_a_block, jobs)
    workers = [(worker or Worker)(experiment, arms) for _ in range(jobs)]
    return play_deals(workers, experiment.deals, size, games_a_block, progress, enough)


def play_deals(
    workers: Sequence[Plays[S]],
    deals: Batch | Sequence[Batch],
    size: int,
    games_a_block: int,
    progress: Progress | None = None,
    enough: Callable[[S], bool] | None = None,
) -> tuple[S, bool]:
    """Plays these deals, `size` at a time, a thread for each worker: their tally, and whether it was interrupted.

    For `enough` and interrupts see `run`. It is asked again of what was played before, where a run goes on: its answer
    must depend on the tally alone.
    """
    session = current()
    ranges = (deals,) if isinstance(deals, Batch) else tuple(deals)
    leg = leg_of(session, workers[0], ranges, games_a_block)
    blocks = sum(part.blocks for part in ranges)
    done = leg.ended or (enough is not None and leg.total.blocks > 0 and enough(leg.total))
    rest = later(ranges, leg.total.blocks)
    work = chain.from_iterable(batches(part.first_deal, part.blocks, size) for part in rest)
    try:
        # A thread plays all by itself: a matrix product on several threads would take the cores of the other players,
        # and its threads wait for the next one busily.
        with session.timed("playing"), threadpool_limits(1, user_api="blas"):
            if progress is not None:
                progress(leg.total.blocks * games_a_block, blocks * games_a_block)
            with contextlib.closing(parts_of(session, workers, iter(() if done else work), leg.save)) as parts:
                for part in parts:
                    leg.add(part)
                    if progress is not None:
                        progress(leg.total.blocks * games_a_block, blocks * games_a_block)
                    if enough is not None and enough(leg.total):
                        break
                    leg.save_in_time()
    except KeyboardInterrupt:
        session.interrupted = True
        leg.save()
        return leg.total, True
    except BaseException:
        with contextlib.suppress(CactusSimError):
            leg.save()
        raise
    leg.save(ended=True)
    return leg.total, False


def hands(jobs: int | None = None) -> int:
    """How many batches are played at a time: on so many threads of this machine, or on a cluster if there is one."""
    cluster = current().cluster
    return check_jobs(jobs) if cluster is None else cluster.threads()


def check_jobs(jobs: int | None) -> int:
    """How many threads play: as asked, or one for every core that this process may use."""
    if jobs is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if not 1 <= jobs <= MAX_JOBS:
        raise UsageError(f"{jobs} jobs: a number from 1 to {MAX_JOBS}")
    return jobs


def ready_arms(experiment: Experiment) -> list[ReadyArm]:
    """The arms of an experiment, kernel and hooks compiled."""
    experiment.game.compile()
    return [prepare(experiment.game, arm) for arm in experiment.arms]


def make_worker(experiment: Experiment, kind: type[Worker]) -> Worker:
    """A worker of a kind, all that it plays compiled."""
    return kind(experiment, ready_arms(experiment))


class Worker:
    """Plays batches on one thread. It fills the same arrays again and again: fresh memory costs more than the sums."""

    keeps_games: ClassVar[bool] = True

    def __init__(self, experiment: Experiment, arms: list[ReadyArm]) -> None:
        game, rows = experiment.game, len(experiment.row_names)
        self.recipe = Recipe(make_worker, (experiment, type(self)))
        self.kept_games: list[Rows] | None = None
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
            if self.kept_games is None:
                experiment.game.play_blocks(
                    arm.rules, arm.line_up, arm.labels, arm.rows, experiment.unit, experiment.seed,
                    part.first_deal, experiment.rotations, seat_values, game_values, histograms[index],
                )  # fmt: skip
            else:
                self.kept_games += play_apart(
                    experiment.game, arm, experiment.arms[index].label, experiment.unit, experiment.seed, part,
                    experiment.rotations, seat_values, game_values, histograms[index],
                )  # fmt: skip
            data[index, :, 1 : 1 + self._seat_columns] = seat_values.reshape(part.blocks, self._seat_columns)
            data[index, :, 1 + self._seat_columns :] = game_values
        return self.count(data, histograms)

    def count(self, data: FloatArray, histograms: IntArray) -> Tally:
        """The tally of some blocks, from data [arm, block, 1 + column] and histograms [arm, row, bin]."""
        return count(data, histograms)
