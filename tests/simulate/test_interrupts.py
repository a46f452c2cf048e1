import ctypes
import signal
import sys
import threading

import pytest

from cactus_sim.simulate.interrupts import interrupts_kept


@ctypes.CFUNCTYPE(None)
def callback():
    """What is raised here is dropped by ctypes."""
    signal.raise_signal(signal.SIGINT)
    sum(range(10))


def test_an_interrupt_that_a_callback_drops_is_raised_at_the_end(capfd):
    reached = []

    def go_on():
        with interrupts_kept():
            callback()
            reached.append(True)

    with pytest.raises(KeyboardInterrupt):
        go_on()
    assert reached
    assert capfd.readouterr().err == ""


def test_an_interrupt_elsewhere_is_raised_at_once():
    reached = []

    def go_on():
        with interrupts_kept():
            signal.raise_signal(signal.SIGINT)
            reached.append(True)

    with pytest.raises(KeyboardInterrupt):
        go_on()
    assert not reached


def test_all_is_as_before_afterwards():
    hook = sys.unraisablehook
    with interrupts_kept():
        assert signal.getsignal(signal.SIGINT) is not signal.default_int_handler
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert sys.unraisablehook is hook


def test_other_threads_and_other_handlers_are_left_alone():
    def inside():
        with interrupts_kept():
            seen.append(signal.getsignal(signal.SIGINT))

    seen = []
    thread = threading.Thread(target=inside)
    thread.start()
    thread.join()
    assert seen == [signal.default_int_handler]
    previous = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        inside()
    finally:
        signal.signal(signal.SIGINT, previous)
    assert seen[1] == signal.SIG_IGN
