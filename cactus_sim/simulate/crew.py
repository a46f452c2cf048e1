"""Who plays batches: workers, the threads of this machine, and how a worker is made elsewhere."""

from __future__ import annotations

import contextlib
import sys
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, Final, Generic, Protocol, Self, TypeVar

from cactus_sim import jit
from cactus_sim.errors import UsageError
from cactus_sim.simulate.watchdog import Watchdog

if TYPE_CHECKING:
    from cactus_sim.simulate.games_file import Rows
    from cactus_sim.simulate.schedule import Batch
    from cactus_sim.simulate.session import Session
    from cactus_sim.strategies import Entry


PARTS_A_WORKER: Final = 8
"""So many parts for every thread may wait to be added up."""


class Sums(Protocol):
    """What can be counted in parts: the sums over some blocks, to which those of others can be added."""

    @property
    def blocks(self) -> int:
        """How many blocks they are over."""

    def __add__(self, other: Self) -> Self: ...


S = TypeVar("S", bound=Sums)


class Plays(Protocol[S]):  # type: ignore[misc]  # dataclasses of S take it as it is
    """What plays batches, one at a time.

    A worker with a `recipe` can be made again on another machine. One that says `keeps_games` can hand over every game,
    in `kept_games`; where that is False, its games are none of those asked for.
    """

    def nothing(self) -> S:
        """The tally of no blocks."""

    def play(self, batch: Batch) -> S:
        """The tally of a batch."""


@dataclass(frozen=True)
class Recipe:
    """How a worker is made: a function, and plain descriptions of what is played."""

    make: Callable[..., Any]
    arguments: tuple[Any, ...]

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The players."""
        played = self.arguments[0]
        arms = getattr(played, "arms", None) or (getattr(played, "arm", played),)
        return tuple(entry for arm in arms for entry in arm.line_up)


@dataclass(frozen=True)
class Part(Generic[S]):
    """What playing a batch gave."""

    sums: S
    rows: list[Rows]
    """Its games one by one, where they are kept."""


def recipe_of(worker: Plays[S]) -> Recipe | None:
    """How another such worker is made; None where it can't be."""
    recipe: Recipe | None = getattr(worker, "recipe", None)
    return recipe


def play_part(worker: Plays[S], batch: Batch, keeps_games: bool) -> Part[S]:
    """Plays a batch, and takes its games where they are kept."""
    keeps = getattr(worker, "keeps_games", None) if keeps_games else False
    if keeps is None:
        raise UsageError("--save-games: this command does not keep single games; leave it out")
    if not keeps:
        return Part(worker.play(batch), [])
    rows: list[Rows] = []
    worker.kept_games = rows  # type: ignore[attr-defined]
    return Part(worker.play(batch), rows)


def parts_of(
    session: Session, workers: Sequence[Plays[S]], work: Iterator[Batch], save: Callable[[], None]
) -> Generator[Part[S], None, None]:
    """Plays batches on threads or on the session's cluster: what each gave, in their order.

    `save` is called where a batch never ends, before the program does.
    """
    keeps_games = session.directory is not None and session.directory.games is not None
    recipe = recipe_of(workers[0])
    if session.cluster is not None and recipe is not None:
        return session.cluster.parts(recipe, work, keeps_games, session.batch_seconds)
    # Plain Python is thousands of times slower, and an interrupt ends it at once.
    watchdog = Watchdog(None if jit.DISABLED else session.batch_seconds, () if recipe is None else recipe.entries, save)

    def watched(worker: Plays[S], batch: Batch) -> Part[S]:
        with watchdog.watching(batch):
            return play_part(worker, batch, keeps_games)

    return watchdog.over(_on_threads(workers, work, watched))


def _on_threads(
    workers: Sequence[Plays[S]], work: Iterator[Batch], play: Callable[[Plays[S], Batch], Part[S]]
) -> Generator[Part[S], None, None]:
    if len(workers) == 1:
        yield from (play(workers[0], batch) for batch in work)
        return
    from joblib import Parallel, delayed

    idle: SimpleQueue[Plays[S]] = SimpleQueue()
    for worker in workers:
        idle.put(worker)
    turns = _Turns(PARTS_A_WORKER * len(workers))

    def play_one(place: int, batch: Batch) -> Part[S]:
        turns.wait(place)
        worker = idle.get()
        try:
            return play(worker, batch)
        finally:
            idle.put(worker)

    parallel = Parallel(n_jobs=len(workers), backend="threading", return_as="generator", batch_size=1)
    parts = parallel(delayed(play_one)(place, batch) for place, batch in enumerate(work))
    try:
        for part in parts:
            turns.taken()
            yield part
    except GeneratorExit:
        turns.end()
        # An interrupt ends joblib's generator without a warning that work is dropped: that is meant.
        with contextlib.suppress(KeyboardInterrupt):
            parts.throw(KeyboardInterrupt)
        raise
    finally:
        turns.end()


class _Turns:
    """Keeps batches from being played far ahead of what is taken, so that what waits to be taken needs little room."""

    def __init__(self, most: int) -> None:
        self._end = most
        self._changed = threading.Condition()

    def wait(self, place: int) -> None:
        """Waits for the turn of a batch."""
        with self._changed:
            self._changed.wait_for(lambda: place < self._end)

    def taken(self) -> None:
        """Notes that what the next batch gave was taken."""
        with self._changed:
            self._end += 1
            self._changed.notify_all()

    def end(self) -> None:
        """Lets all go on: nothing more will be taken."""
        with self._changed:
            self._end = sys.maxsize
            self._changed.notify_all()
