"""Playing on a dask cluster: batches go to its workers, their tallies come back and are added in the order of deals.

A worker that dies is no loss: dask gives its batches to another one. Where the scheduler is gone the run ends; what
was played is kept, as anywhere.
"""

from __future__ import annotations

import contextlib
import importlib
import logging
import re
import time
from collections import deque
from collections.abc import Generator, Iterator
from multiprocessing import resource_tracker
from typing import TYPE_CHECKING, Any, Final

from cactus_sim.errors import CactusSimError, UsageError
from cactus_sim.simulate.interrupts import interrupts_blocked
from cactus_sim.simulate.parcel import pack
from cactus_sim.simulate.remote import play_parcel

if TYPE_CHECKING:
    from cactus_sim.simulate.crew import Part, Recipe
    from cactus_sim.simulate.run_directory import Say
    from cactus_sim.simulate.schedule import Batch

CONNECT_SECONDS: Final = 5
GONE_SECONDS: Final = 10
"""A scheduler that was not heard of for so long is gone."""
AHEAD: Final = 3
"""So many batches for every thread of the cluster are handed out at a time."""
MOST_LOCAL: Final = 1024


class Cluster:
    """A cluster that plays."""

    def __init__(self, address: str, client: Any, local: Any, say: Say) -> None:
        self.address = address
        self._client, self._local, self._say = client, local, say

    @classmethod
    def at(cls, address: str, say: Say) -> Cluster:
        """The cluster of the scheduler at tcp://HOST:PORT, or one of N processes on this machine for local:N."""
        local = re.fullmatch(r"local:(\d{1,4})", address)
        if not (local or re.fullmatch(r"(tcp|tls)://\S+:\d{1,5}", address)):
            raise UsageError(f"cluster '{address}': write tcp://HOST:PORT, as the scheduler says, or local:N")
        if local and not 1 <= int(local[1]) <= MOST_LOCAL:
            raise UsageError(f"cluster '{address}': from 1 to {MOST_LOCAL} processes")
        try:
            distributed: Any = importlib.import_module("distributed")
        except ImportError:
            raise UsageError(
                "--cluster needs dask.distributed, which is not installed: pip install 'cactus-sim[cluster]'"
            ) from None
        _silence("distributed", "tornado", "asyncio")
        started = None
        try:
            if local:
                resource_tracker.ensure_running()  # starting it would let interrupts through again
                with interrupts_blocked():
                    started = distributed.LocalCluster(
                        n_workers=int(local[1]), threads_per_worker=1, processes=True, dashboard_address=None,
                        silence_logs=logging.CRITICAL,
                    )  # fmt: skip
            client = distributed.Client(started or address, timeout=CONNECT_SECONDS)
        except (OSError, TimeoutError, ValueError, RuntimeError) as error:
            raise CactusSimError(
                f"no scheduler answers at {address} ({type(error).__name__}): start one with `dask scheduler`"
            ) from None
        return cls(address, client, started, say)

    def threads(self) -> int:
        """How many batches are played at a time."""
        try:
            return sum(self._client.nthreads().values()) or 1
        except (OSError, TimeoutError, ValueError) as error:
            raise self._gone(error) from None

    def parts(
        self, recipe: Recipe, work: Iterator[Batch], keeps_games: bool, batch_seconds: float | None
    ) -> Generator[Part[Any], None, None]:
        """Plays batches: what each gave, in their order."""
        parcel = pack(recipe)
        most = AHEAD * self.threads()
        waiting: deque[Any] = deque()
        try:
            while True:
                while len(waiting) < most and (batch := next(work, None)) is not None:
                    waiting.append(
                        self._client.submit(play_parcel, parcel, batch, keeps_games, batch_seconds, pure=False)
                    )
                if not waiting:
                    return
                yield self._result(waiting[0])
                waiting.popleft()
        finally:
            with contextlib.suppress(Exception):
                self._client.cancel(list(waiting))

    def close(self) -> None:
        """Lets the cluster go; one that was started here ends."""
        for thing in (self._client, self._local):
            if thing is not None:
                with contextlib.suppress(Exception):
                    thing.close(timeout=2)

    def _result(self, future: Any) -> Part[Any]:
        from distributed.scheduler import KilledWorker

        heard, told = time.monotonic(), False
        while True:
            try:
                part: Part[Any] = future.result(timeout=1)
                return part
            except TimeoutError:
                if future.status == "cancelled":
                    raise self._gone("cancelled") from None
            except KilledWorker as error:
                raise CactusSimError(
                    f"{error.allowed_failures + 1} workers of {self.address} died while they played the same deals: "
                    "look at their logs; what was done before is kept"
                ) from None
            except CactusSimError:
                raise
            except Exception as error:
                if future.status != "error":
                    raise self._gone(error) from None
                raise
            if self._client.status == "running":
                heard = time.monotonic()
                told = told or self._tell_of_none()
            elif self._client.status == "closed" or time.monotonic() - heard > GONE_SECONDS:
                raise self._gone(self._client.status)

    def _tell_of_none(self) -> bool:
        """Says so where the cluster has no workers; whether it was said."""
        if self._client.scheduler_info(n_workers=-1)["workers"]:
            return False
        self._say("no_workers", address=self.address)
        return True

    def _gone(self, why: object) -> CactusSimError:
        reason = why if isinstance(why, str) else type(why).__name__
        return CactusSimError(
            f"the scheduler of {self.address} is gone ({reason}): what was done before is kept; start it again, and go "
            "on with --resume where the run was kept by --run"
        )


def _silence(*packages: str) -> None:
    """Keeps the loggers of some packages, each of which may have a level of its own, off the terminal: what goes wrong
    is told in this program's words.
    """
    for name in (*packages, *logging.root.manager.loggerDict):
        if name.partition(".")[0] in packages:
            logging.getLogger(name).setLevel(logging.CRITICAL)
