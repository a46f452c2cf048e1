"""Where and how deals are played, beside what is played: which no result depends on.

A session holds for all that is played within `playing`: a run directory that keeps it, a cluster that plays it, how
long a batch may take. Without one, deals are played on this machine and nothing is kept.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cactus_sim.simulate.cluster import Cluster
    from cactus_sim.simulate.experiment import Arm
    from cactus_sim.simulate.run_directory import RunDirectory


@dataclass
class Session:
    """How what is played is kept, and by whom it is played."""

    directory: RunDirectory | None = None
    cluster: Cluster | None = None
    batch_seconds: float | None = None
    """A batch that takes longer is taken for one that never ends: the run, and the program, is ended. None: never."""
    times: dict[str, float] = field(default_factory=dict)
    """Seconds, by what they were spent on."""
    games: int = 0
    """How many games were played in this session."""
    interrupted: bool = False

    def begin(self, facts: Callable[[], dict[str, Any]], arms: Sequence[Arm]) -> None:
        """Notes what is going to be played: the first time it is called, that is the whole run."""
        if self.directory is not None and not self.directory.begun:
            self.directory.begin(facts(), arms)

    @contextmanager
    def timed(self, what: str) -> Iterator[None]:
        """Notes the time spent within it; time spent on something else meanwhile counts for that alone."""
        start, others = time.monotonic(), sum(self.times.values())
        try:
            yield
        finally:
            within = sum(self.times.values()) - others
            spent = max(0.0, time.monotonic() - start - within)
            self.times[what] = self.times.get(what, 0.0) + spent

    def finish(self, results: str) -> None:
        """Writes the results of a run that was not interrupted to its directory."""
        if self.directory is not None and not self.interrupted:
            with self.timed("saving"):
                self.directory.finish(results)


_current: ContextVar[Session | None] = ContextVar("session", default=None)


def current() -> Session:
    """The session within which deals are played now."""
    return _current.get() or Session()


@contextmanager
def playing(session: Session) -> Iterator[Session]:
    """Within it, all that is played is played in this session."""
    token = _current.set(session)
    try:
        yield session
    finally:
        _current.reset(token)
