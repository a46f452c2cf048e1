"""A watchdog over batches: a hook that loops without end can't be stopped, since compiled code hears no one.

So it is told of, what was done is saved, and the program ends.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

from cactus_sim.errors import CactusSimError, StrategyError

if TYPE_CHECKING:
    from cactus_sim.simulate.schedule import Batch
    from cactus_sim.strategies import Entry

T = TypeVar("T")


def never_ends(entries: Sequence[Entry], batch: Batch, seconds: float) -> StrategyError:
    """What is said of a batch that takes too long. The package's own strategies are known to end."""
    from cactus_sim.strategies.fingerprint import is_own

    foreign = tuple(dict.fromkeys(entry.label for entry in entries if not is_own(entry.strategy)))
    all_of_them = tuple(dict.fromkeys(entry.label for entry in entries))
    who = f"strategy {' or '.join(foreign or all_of_them)}" if all_of_them else "a strategy"
    return StrategyError(
        f"{who}: a hook loops without end, or nearly so: deals {batch.first_deal} to "
        f"{batch.first_deal + batch.blocks - 1} were not played within {seconds:g} s; mend the loop, or allow more "
        "with --batch-limit"
    )


class Watchdog:
    """Watches over batches that are played on threads of this program; without a limit it does nothing."""

    def __init__(self, seconds: float | None, entries: Sequence[Entry], save: Callable[[], None]) -> None:
        self._seconds, self._entries, self._save = seconds, entries, save
        self._running: dict[Batch, float] = {}
        self._lock = threading.Lock()
        self._over = threading.Event()

    @contextmanager
    def watching(self, batch: Batch) -> Iterator[None]:
        """Within it, the batch is played."""
        with self._lock:
            self._running[batch] = time.monotonic()
        try:
            yield
        finally:
            with self._lock:
                del self._running[batch]

    def over(self, parts: Generator[T, None, None]) -> Generator[T, None, None]:
        """The parts, watched for as long as they are taken."""
        if self._seconds is None:
            return parts
        return self._watched(parts, self._seconds)

    def _watched(self, parts: Generator[T, None, None], seconds: float) -> Generator[T, None, None]:
        threading.Thread(target=self._watch, args=(seconds,), daemon=True).start()
        try:
            yield from parts
        finally:
            self._over.set()

    def _watch(self, seconds: float) -> None:
        while not self._over.wait(min(1.0, seconds / 10)):
            with self._lock:
                late = [batch for batch, since in self._running.items() if time.monotonic() - since > seconds]
            if late:
                self._end(late[0], seconds)

    def _end(self, batch: Batch, seconds: float) -> None:
        error = never_ends(self._entries, batch, seconds)
        try:
            self._save()
        except CactusSimError as fault:
            sys.stderr.write(f"Error: {fault}\n")
        sys.stderr.write(f"Error: {error}\n")
        sys.stderr.flush()
        os._exit(error.exit_code)
