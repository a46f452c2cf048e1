"""A leg of a run: one call of `runner.play_deals`, kept by the session's run directory or only in memory."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING, Generic

from cactus_sim.simulate.crew import Part, Plays, S, recipe_of
from cactus_sim.simulate.facts import digest_of, plain
from cactus_sim.simulate.interrupts import interrupts_held

if TYPE_CHECKING:
    from cactus_sim.simulate.kept_leg import KeptLeg
    from cactus_sim.simulate.schedule import Batch
    from cactus_sim.simulate.session import Session


class Leg(Generic[S]):
    """How far a leg is. Saving it from two threads is safe."""

    def __init__(self, session: Session, nothing: S, games_a_block: int, kept: KeptLeg | None) -> None:
        self.total: S = nothing if kept is None else kept.total_of(nothing)
        self.ended = kept is not None and kept.ended
        """Whether it was played to its end before."""
        self._session, self._games_a_block, self._kept = session, games_a_block, kept
        self._saved = self.total.blocks
        self._lock = threading.RLock()

    def add(self, part: Part[S]) -> None:
        """Adds what a batch gave."""
        with interrupts_held(), self._lock:
            self.total = self.total + part.sums
            self._session.games += part.sums.blocks * self._games_a_block
            if self._kept is not None:
                self._kept.add_games(part.rows)

    def save_in_time(self) -> None:
        """Writes a checkpoint where it is time for one."""
        if self._kept is not None and self._kept.is_late(self.total.blocks * self._games_a_block):
            self.save()

    def save(self, *, ended: bool = False) -> None:
        """Writes a checkpoint, where there is something new in it."""
        if self._kept is None:
            return
        with interrupts_held(), self._lock, self._session.timed("saving"):
            if self.total.blocks != self._saved or ended != self.ended:
                self._kept.save(self.total, self.total.blocks * self._games_a_block, ended=ended)
                self._saved, self.ended = self.total.blocks, ended


def leg_of(session: Session, worker: Plays[S], ranges: Sequence[Batch], games_a_block: int) -> Leg[S]:
    """The next leg of the session's run, with what was played of it before."""
    nothing = worker.nothing()
    if session.directory is None:
        return Leg(session, nothing, games_a_block, None)
    recipe = recipe_of(worker)
    key = digest_of([type(worker).__qualname__, None if recipe is None else plain(recipe)])
    deals = [[part.first_deal, part.blocks] for part in ranges]
    return Leg(session, nothing, games_a_block, session.directory.leg(key, deals))
