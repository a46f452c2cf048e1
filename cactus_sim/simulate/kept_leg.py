"""A leg of a run as its directory keeps it: what was played of it before, and checkpoints of what is played now."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, TypeVar

from cactus_sim.errors import UsageError
from cactus_sim.simulate import checkpoint
from cactus_sim.simulate.checkpoint import ABOUT, DamagedError

if TYPE_CHECKING:
    from cactus_sim.simulate.games_file import Rows
    from cactus_sim.simulate.run_directory import RunDirectory

S = TypeVar("S")


class KeptLeg:
    """A leg of a run as its directory keeps it."""

    def __init__(self, directory: RunDirectory, index: int, about: dict[str, Any]) -> None:
        """Takes up what was played of it before; a UsageError where that is another leg."""
        self._directory, self._index, self._about = directory, index, about
        self._before, self._finished = directory.kept(index)
        before = self._about_before()
        self.ended = bool(before.get("ended"))
        if directory.games is not None:
            directory.games.take_up(index, before.get("segments"))
        self._saved_at, self._saved_games = time.monotonic(), 0

    def total_of(self, nothing: S) -> S:
        """The sums of what was played before."""
        if not self._before:
            return nothing
        try:
            total = checkpoint.sums_of({name: a for name, a in self._before.items() if name != ABOUT}, nothing)
        except DamagedError as error:
            raise self._another(str(error)) from None
        self._directory.store(self._index, self._before, on_disk=False)
        if not self._finished:
            self._directory.resumed(total)
        return total

    def add_games(self, rows: list[Rows]) -> None:
        """Keeps the games of a batch, where games are kept."""
        if self._directory.games is not None and rows:
            self._directory.games.add(rows)

    def is_late(self, games: int) -> bool:
        """Whether it is time to save it, after so many games."""
        late = time.monotonic() - self._saved_at >= self._directory.every_seconds
        return late or games - self._saved_games >= self._directory.every_games

    def save(self, total: Any, games: int, *, ended: bool) -> None:
        """Writes a checkpoint."""
        segments = 0 if self._directory.games is None else self._directory.games.close_segment()
        about = {**self._about, "ended": ended, "segments": segments}
        arrays = {**checkpoint.arrays_of(total), ABOUT: checkpoint.text_array(about)}
        self._directory.store(self._index, arrays, on_disk=True)
        self._saved_at, self._saved_games = time.monotonic(), games

    def _about_before(self) -> dict[str, Any]:
        if not self._before:
            return {}
        try:
            before: dict[str, Any] = checkpoint.text_in(self._before[ABOUT])
            same = {name: before[name] for name in self._about} == self._about
        except (KeyError, ValueError, TypeError):
            raise self._another("it does not say what it is") from None
        if not same:
            raise self._another("it is of another experiment, or of other deals")
        return before

    def _another(self, why: str) -> UsageError:
        return UsageError(
            f"{self._directory.path}: what it has of part {self._index + 1} of the run does not go with it: {why}; "
            "start another run with --run"
        )
