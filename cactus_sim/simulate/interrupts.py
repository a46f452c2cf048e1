"""Ctrl-C while code is compiled or loaded, and while what was played is noted."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def interrupts_kept() -> Iterator[None]:
    """Within it, a Ctrl-C is never lost: it is raised at its end, if not before.

    The compiler calls back into Python, and exceptions raised in a callback are dropped with a note on stderr: a
    KeyboardInterrupt that falls there would leave the program running.
    """
    ours = threading.current_thread() is threading.main_thread()
    if not ours or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    pressed = False
    dropped = sys.unraisablehook

    def press(_signal: int, _frame: FrameType | None) -> None:
        nonlocal pressed
        pressed = True
        raise KeyboardInterrupt

    def note(unraisable: sys.UnraisableHookArgs) -> None:
        if not issubclass(unraisable.exc_type, KeyboardInterrupt):
            dropped(unraisable)

    sys.unraisablehook = note
    signal.signal(signal.SIGINT, press)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        sys.unraisablehook = dropped
    if pressed:
        raise KeyboardInterrupt


@contextmanager
def interrupts_held() -> Iterator[None]:
    """Within it, a Ctrl-C waits for its end: what belongs together is done together."""
    ours = threading.current_thread() is threading.main_thread()
    before = signal.getsignal(signal.SIGINT) if ours else None
    if before is not signal.default_int_handler:
        yield
        return
    pressed = False

    def press(_signal: int, _frame: FrameType | None) -> None:
        nonlocal pressed
        pressed = True

    signal.signal(signal.SIGINT, press)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if pressed:
        raise KeyboardInterrupt


@contextmanager
def interrupts_blocked() -> Iterator[None]:
    """Threads and processes that are started within it, and by them, never hear of a Ctrl-C: this program's main thread
    does, at the end of it, and sees to them.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
