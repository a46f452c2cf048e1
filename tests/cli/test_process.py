"""The command as a process: pipes, signals, what is imported and how long it takes."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "-m", "cactus_sim"]
LINE_UP = ["-s", "threshold", "-s", "threshold(call_at=3)", "-s", "threshold"]


@pytest.fixture
def environment():
    kept = {key: value for key, value in os.environ.items() if not key.startswith("CACTUS_SIM_")}
    return {**kept, "PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "error"}


@pytest.fixture(scope="module", autouse=True)
def warm():
    from cactus_sim import games

    games.get("cactus").compile()


def imported(environment, *arguments):
    """The modules that a command imports."""
    ran = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "cactus_sim", *arguments],
        env=environment, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return {line.split("|")[-1].strip() for line in ran.stderr.splitlines() if "|" in line}


SLOW = {"numba", "numpy", "pandas", "matplotlib", "scipy", "joblib"}


@pytest.mark.parametrize("arguments", [["--help"], ["simulate", "--help"], ["sweep", "--help"], ["--version"]])
def test_help_imports_nothing_slow(environment, arguments):
    assert not imported(environment, *arguments) & SLOW


def test_simulate_imports_no_pandas_or_matplotlib(environment):
    seen = imported(environment, "simulate", "cactus", *LINE_UP, "--games", "100", "--seed", "1")
    assert "numba" in seen
    # numba itself imports the quick parts of scipy
    assert not seen & {"pandas", "matplotlib", "scipy.stats"}


def test_help_is_quick(environment):
    """Counted in seconds of the processor, which other programs do not lengthen as they do the clock's."""
    best = 9.0
    for _ in range(5):
        before = os.times()
        subprocess.run([*COMMAND, "--help"], env=environment, stdout=subprocess.DEVNULL, check=True)
        after = os.times()
        user, system = after.children_user - before.children_user, after.children_system - before.children_system
        best = min(best, user + system)
    assert best < 0.3


def piped(environment, shell):
    script = shell.replace("cactus-sim", " ".join(COMMAND))
    return subprocess.run(
        ["bash", "-c", f"set -o pipefail; {script}"], env=environment, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize(
    "shell",
    [
        "cactus-sim --help | head -1",
        "cactus-sim rules cactus --format json | head -c 10",
        "cactus-sim simulate cactus -s threshold --players 3 --games 100 --seed 1 --format json | head -c 10",
        "cactus-sim play cactus --seed 1 --json | head -1",
        "cactus-sim rules cactus | true",
    ],
)
def test_a_closed_pipe_is_no_error(environment, shell):
    ran = piped(environment, shell)
    assert ran.returncode == 0
    assert "rror" not in ran.stderr
    assert "Traceback" not in ran.stderr


@pytest.mark.parametrize("command", ["rules cactus", "strategies cactus", "play cactus --seed 1"])
def test_characters_that_an_encoding_has_not_got_are_written_plainer(environment, command):
    environment = {**environment, "PYTHONIOENCODING": "latin-1", "PYTHONUTF8": "0"}
    arguments = [*COMMAND, *command.split(), "--lang", "fr"]
    ran = subprocess.run(arguments, env=environment, capture_output=True, check=False)
    assert ran.returncode == 0
    text = ran.stdout.decode("latin-1")
    assert "?" not in text
    assert "é" in text


@pytest.mark.parametrize("command", ["rules cactus", "play cactus --seed 1", "simulate cactus --seed 1 --games 100"])
def test_a_closed_stdout_is_told_before_anything_is_done(environment, command):
    ran = piped(environment, f"cactus-sim {command} >&-")
    assert ran.returncode == 1
    assert ran.stderr.splitlines()[-1].startswith("Error: stdout is closed")


def test_a_closed_stderr_is_no_error(environment):
    assert piped(environment, "cactus-sim rules cactus 2>&-").returncode == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_an_error(environment):
    ran = piped(environment, "cactus-sim rules cactus > /dev/full")
    assert ran.returncode == 1
    assert "No space left" in ran.stderr
    assert "Traceback" not in ran.stderr


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_reports_what_was_done(environment, tmp_path, jobs):
    out = tmp_path / "out.json"
    asked = [*COMMAND, "simulate", "cactus", *LINE_UP, "--seed", "1", "-j", jobs]
    command = [*asked, "--games", "1e10", "-o", str(out)]
    for seconds in (2, 8, 30):
        running = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)
        time.sleep(seconds)
        running.send_signal(signal.SIGINT)
        _, err = running.communicate(timeout=60)
        assert running.returncode == 130
        assert "Traceback" not in err
        if out.exists():
            break
        assert "before anything was done" in err
    data = json.loads(out.read_text())
    assert data["partial"] is True
    assert data["games"] > 0
    again = subprocess.run(
        [*asked, "--games", str(data["games"]), "--format", "json"],
        env=environment,
        capture_output=True,
        check=True,
    )
    whole = json.loads(again.stdout)
    assert whole["tally"] == data["tally"]


def test_nothing_is_coloured_and_no_progress_shown_without_a_terminal(environment):
    ran = piped(environment, "cactus-sim simulate cactus -s threshold --players 3 --games 1e6 --seed 1")
    assert "\x1b" not in ran.stdout + ran.stderr
    assert "\r" not in ran.stderr
