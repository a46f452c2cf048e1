"""What a worker of a cluster does: it makes workers of a parcel once, and plays batches with them."""

from __future__ import annotations

import fcntl
import hashlib
import os
import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, Final

from cactus_sim.simulate.crew import Part, Plays, Recipe, play_part
from cactus_sim.simulate.parcel import unpack
from cactus_sim.simulate.watchdog import never_ends

if TYPE_CHECKING:
    from cactus_sim.simulate.schedule import Batch

KEPT_PARCELS: Final = 4
LEAVE_SECONDS: Final = 5.0
"""A process in which a hook loops without end is left so long after its error was handed over."""

_lock = threading.Lock()
_kept: OrderedDict[str, tuple[Recipe, SimpleQueue[Plays[Any]]]] = OrderedDict()
"""Recipes of the last parcels, each with the workers made of it that are idle."""


def play_parcel(parcel: bytes, batch: Batch, keeps_games: bool, seconds: float | None) -> Part[Any]:
    """Plays a batch with a worker made of a parcel; a StrategyError where it takes longer than so many seconds."""
    with _lock:
        recipe, idle = _unpacked(parcel)
        try:
            worker = idle.get_nowait()
        except Empty:
            with _alone_on_this_machine():
                worker = recipe.make(*recipe.arguments)
    outcome: list[Part[Any] | BaseException] = []

    def play() -> None:
        try:
            outcome.append(play_part(worker, batch, keeps_games))
        except BaseException as error:  # noqa: BLE001 - it is handed over to the thread that waits
            outcome.append(error)

    thread = threading.Thread(target=play, daemon=True)
    thread.start()
    thread.join(seconds)
    if not outcome:
        leaving = threading.Timer(LEAVE_SECONDS, os._exit, (1,))
        leaving.daemon = True
        leaving.start()
        raise never_ends(recipe.entries, batch, seconds or 0.0)
    idle.put(worker)
    if isinstance(outcome[0], BaseException):
        raise outcome[0]
    return outcome[0]


def _unpacked(parcel: bytes) -> tuple[Recipe, SimpleQueue[Plays[Any]]]:
    key = hashlib.sha256(parcel).hexdigest()
    if key not in _kept:
        _kept[key] = (unpack(parcel), SimpleQueue())
        if len(_kept) > KEPT_PARCELS:
            _kept.popitem(last=False)
    _kept.move_to_end(key)
    return _kept[key]


@contextmanager
def _alone_on_this_machine() -> Iterator[None]:
    """Within it, no other worker of this machine compiles: a cold cache written by several at once can break."""
    from cactus_sim import jit

    folder = jit.cache_dir()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handle = os.open(folder / "compiling", os.O_RDWR | os.O_CREAT, 0o644)
    except OSError:
        yield  # nothing is kept in a cache that can't be written to
        return
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)
