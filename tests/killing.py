"""Runs as processes that are killed at random moments."""

import os
import random
import shutil
import signal
import subprocess
import sys
import time
import warnings
from pathlib import Path

ROOT = Path(__file__).parents[1]
COMMAND = [sys.executable, "-m", "cactus_sim"]


def environment():
    kept = {key: value for key, value in os.environ.items() if not key.startswith("CACTUS_SIM_")}
    cache = {key: os.environ[key] for key in ("CACTUS_SIM_CACHE",) if key in os.environ}
    return {**kept, **cache, "PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "error"}


def start(*arguments, **more):
    command = [*COMMAND, *map(str, arguments)]
    return subprocess.Popen(
        command, env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, **more
    )


def finish(*arguments):
    """Runs a command to its end: exit code and stderr."""
    running = start(*arguments)
    _, err = running.communicate(timeout=300)
    return running.returncode, err


def when(condition, seconds=120.0):
    """Waits until something is so."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.005)


def killed_at_random(asked, folder, kills, rng, longest, codes=(0,)):
    """Begins a run, kills it `kills` times at random moments and goes on each time, at last to its end.

    Gives how many of the kills found it running.
    """
    found_running = 0
    arguments = [*asked, "--run", folder]
    for _ in range(kills):
        running = start(*arguments, "--checkpoint-every", "0")
        when(lambda running=running: (folder / "manifest.json").exists() or running.poll() is not None)
        time.sleep(rng.random() * longest)
        found_running += running.poll() is None
        running.send_signal(signal.SIGKILL)
        running.communicate(timeout=60)
        arguments = [asked[0], "--resume", folder]
        if not (folder / "manifest.json").exists():
            arguments = [*asked, "--run", folder]
    code, err = finish(*arguments)
    assert code in codes, err
    return found_running


def contents(folder):
    return {name: (folder / name).read_bytes() for name in ("results.json", "tallies.npz")}


def seeded(seed):
    return random.Random(seed)


STEPS = [(os, "open"), (os, "fsync"), (Path, "replace"), (Path, "unlink"), (Path, "rmdir"), (Path, "rename"),
         (Path, "mkdir")]  # fmt: skip


def crashing_at(step, arguments):
    """Runs a command in a process that dies at so many'th step on the disk: whether it lived on."""
    from cactus_sim.cli import main

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # threads of other tests
        child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) != 9
    seen = 0

    def counting(function):
        def step_on_the_disk(*given, **more):
            nonlocal seen
            seen += 1
            if seen == step:
                os._exit(9)
            return function(*given, **more)

        return step_on_the_disk

    for owner, name in STEPS:
        setattr(owner, name, counting(getattr(owner, name)))
    try:
        main([str(argument) for argument in arguments])
    finally:
        os._exit(0)


def crashes_lose_nothing(run, asked, more, tmp_path, stride):
    """Begins runs that die at one step on the disk after the other, and goes on with each; how many steps there are."""
    whole = tmp_path / "whole"
    assert run(*asked, "--run", whole)[0] == 0
    step, lived = 1, False
    while not lived:
        folder = tmp_path / f"run{step}"
        lived = crashing_at(step, [*asked, "--run", folder, *more])
        if (folder / "manifest.json").exists():
            code, _, err = run(asked[0], "--resume", folder, *more)
            assert code == 0, (step, err)
            for file in whole.iterdir():
                same = file.name == "manifest.json" or (folder / file.name).read_bytes() == file.read_bytes()
                assert same, (step, file.name)
        # What dies before there is a manifest is no run yet.
        shutil.rmtree(folder, ignore_errors=True)
        step += stride
    return step
