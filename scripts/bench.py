"""Measures speed, and prints ratios: games a second say little without another program's on the same machine.

For every game with a plain C program (see `tests/plain.py`): the kernel against it on one core, by processor time, and
two threads against one, by the clock. For the stacking game: games a second, and where the time goes. Then the whole
command: its start, a run when all is compiled, its memory. What is compared is run in turns, A B A B, and medians
count: a machine that is busy for a while is so for both.
"""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median

import numba
import numpy as np

from cactus_sim.simulate import runner
from cactus_sim.simulate.experiment import Experiment, simulation
from scripts.profile_balance import profile
from tests import plain

SEED = 1
BATCH = 1024
"""Deals that the kernel is given at once."""

MEASURE = Path(__file__).parent / "measure.py"


def main() -> int:
    """Runs all measurements; 1 where a kernel and a C program disagree."""
    parser = argparse.ArgumentParser(prog="scripts/bench", description="Measures speed against plain C programs.")
    parser.add_argument("--quick", action="store_true", help="fewer and shorter repetitions")
    quick: bool = parser.parse_args().quick
    print(f"machine: {machine()}")
    repetitions, deals = (5, 25_000) if quick else (15, 100_000)
    agreed = [bench_game(rival, repetitions, deals) for rival in plain.ALL]
    bench_balance(repetitions, deals)
    bench_command(plain.ALL[0], 5 if quick else 11, 1 if quick else 5)
    return 0 if all(agreed) else 1


def machine() -> str:
    """What it is measured on."""
    model = platform.processor() or platform.machine()
    if (info := Path("/proc/cpuinfo")).exists():
        names = [line.split(":")[1].strip() for line in info.read_text().splitlines() if line.startswith("model name")]
        model = names[0] if names else model
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    return (
        f"{model}, {runner.check_jobs(None)} cores{load}; Python {platform.python_version()}, numba {numba.__version__}"
    )


def bench_game(rival: plain.Plain, repetitions: int, deals: int) -> bool:
    """One game's section; whether the kernel and the C program count the same."""
    experiment = simulation(
        rival.game, rival.line_up, unit=rival.unit, seed=SEED, games_asked=deals * len(rival.line_up)
    )
    print(f"\n{rival.game}: {', '.join(rival.line_up)}; {experiment.rotations * deals:,} games a repetition")
    kernel = Kernel(experiment)
    agreed = True
    if plain.has_compiler():
        with tempfile.TemporaryDirectory() as folder:
            agreed = against_plain(plain.Program(rival, Path(folder)), kernel, repetitions, deals)
    else:
        print(f"  no {plain.COMPILER} here, so no plain C program to compare with")
        show("kernel, one core", [kernel.play(deals)[1] for _ in range(repetitions)], kernel.games(deals))
    threads(experiment, repetitions)
    return agreed


def bench_balance(repetitions: int, deals: int) -> None:
    """The section of the stacking game, of which there is no C program: games a second, and where the time goes."""
    experiment = simulation("balance", None, seed=SEED, games_asked=deals)
    kernel = Kernel(experiment)
    few = deals // 4
    print(f"\nbalance: gatherer ×2, careful ×2; {kernel.games(few):,} games a repetition")
    show("kernel, one core (goal 100)", [kernel.play(few)[1] for _ in range(repetitions)], kernel.games(few))
    profile(few, 5)
    threads(experiment, repetitions)


class Kernel:
    """A game's kernel as a run uses it: hooks by their addresses, batches of deals."""

    def __init__(self, experiment: Experiment) -> None:
        self.game = experiment.game
        self.game.compile()
        self.arm = runner.prepare(self.game, experiment.arms[0])
        self.unit = experiment.unit
        self.rotations = experiment.rotations
        self.counts = [
            np.zeros((BATCH, len(self.arm.labels), len(self.game.seat_metrics)), np.int64),
            np.zeros((BATCH, len(self.game.game_metrics)), np.int64),
            np.zeros((len(self.arm.labels), sum(histogram.bins for histogram in self.game.histograms)), np.int64),
        ]
        self.play(1)

    def games(self, deals: int) -> int:
        """How many games so many deals are."""
        return deals * self.rotations

    def play(self, deals: int) -> tuple[dict[str, np.ndarray], float]:
        """What the deals count, by metric, one number or one a player; and the seconds of processor time they took."""
        seats = np.zeros(self.counts[0].shape[1:], np.int64)
        table = np.zeros(self.counts[1].shape[1:], np.int64)
        rows = np.arange(len(self.arm.labels))
        start = time.process_time()
        for first in range(0, deals, BATCH):
            blocks = min(BATCH, deals - first)
            seat_values, game_values = self.counts[0][:blocks], self.counts[1][:blocks]
            seat_values[:] = 0
            game_values[:] = 0
            self.game.play_blocks(
                self.arm.rules, self.arm.line_up, self.arm.labels, rows, self.unit, SEED, first,
                self.rotations, seat_values, game_values, self.counts[2],
            )  # fmt: skip
            seats += seat_values.sum(axis=0)
            table += game_values.sum(axis=0)
        seconds = time.process_time() - start
        sums = {metric.name: table[i : i + 1] for i, metric in enumerate(self.game.game_metrics)}
        return sums | {metric.name: seats[:, i] for i, metric in enumerate(self.game.seat_metrics)}, seconds


def against_plain(program: plain.Program, kernel: Kernel, repetitions: int, deals: int) -> bool:
    """The kernel and the plain C program on one core; whether they count the same."""
    theirs, ours, agreed = [], [], True
    for _ in range(repetitions):
        sums, seconds = program.sums(SEED, 0, deals)
        theirs.append(seconds)
        kernel_sums, seconds = kernel.play(deals)
        ours.append(seconds)
        agreed = agreed and all(np.array_equal(kernel_sums[name], values) for name, values in sums.items())
    show(f"plain C ({plain.COMPILER} {' '.join(plain.FLAGS[:2])})", theirs, kernel.games(deals))
    show("kernel, strategies through hooks", ours, kernel.games(deals))
    show_ratio("kernel against plain C", ours, theirs, "goal 1.0, floor 0.8")
    print(f"  {'all that both count is the same':42}{'yes' if agreed else 'NO'}")
    return agreed


def threads(experiment: Experiment, repetitions: int) -> None:
    """Two threads against one, tallies and all."""
    if runner.check_jobs(None) < 2:
        print("  two threads: there is one core only")
        return
    runner.run(experiment, 2)
    one, two, used = [], [], []
    for _ in range(repetitions):
        one.append(run_by_the_clock(experiment, 1)[0])
        seconds, processor = run_by_the_clock(experiment, 2)
        two.append(seconds)
        used.append(processor / seconds)
    show("whole run with tallies, one thread", one, experiment.blocks * experiment.rotations)
    show("whole run with tallies, two threads", two, experiment.blocks * experiment.rotations)
    show_ratio("two threads against one", two, one, "goal 1.9")
    busy = "" if median(used) > 1.9 else ": too few to judge, other programs are running"
    print(f"  {'cores that two threads were given':42}{median(used):5.2f}{busy}")


def run_by_the_clock(experiment: Experiment, jobs: int) -> tuple[float, float]:
    """Seconds of a run on so many threads, by the clock and of processor time."""
    start, processor = time.perf_counter(), time.process_time()
    runner.run(experiment, jobs)
    return time.perf_counter() - start, time.process_time() - processor


def show(what: str, seconds: Sequence[float], games_played: int) -> None:
    """A line with thousands of games a second: median, slowest and fastest repetition."""
    rates = sorted(games_played / one / 1000 for one in seconds)
    print(f"  {what:42}{median(rates):5.0f} thousand games a second ({rates[0]:.0f} to {rates[-1]:.0f})")


def show_ratio(what: str, ours: Sequence[float], theirs: Sequence[float], goal: str) -> None:
    """A line with how many times as fast: the median over neighbouring repetitions, and their range."""
    ratios = sorted(b / a for a, b in zip(ours, theirs, strict=True))
    print(f"  {what:42}{median(ratios):5.2f} times as fast ({ratios[0]:.2f} to {ratios[-1]:.2f}; {goal})")


def bench_command(rival: plain.Plain, starts: int, runs: int) -> None:
    """The command line's section."""
    line_up = [word for entry in rival.line_up for word in ("--strategy", entry)]
    line_up += ["--unit", rival.unit]

    def simulate(count: str) -> list[float]:
        return command("simulate", rival.game, *line_up, "--games", count, "--seed", str(SEED), "--quiet")

    print(f"\ncactus-sim, {runner.check_jobs(None)} threads: by the clock (processor time)")
    command("--help")
    show_seconds("--help", [command("--help") for _ in range(starts)], "goal under 0.3")
    simulate("1000")
    small = [simulate("1_000_000") for _ in range(runs)]
    show_seconds("simulate --games 1_000_000, all compiled", small, "goal under 3")
    memory = f"{median(one[2] for one in small) / 1024:.0f} MB, with 4_000_000 {simulate('4_000_000')[2] / 1024:.0f} MB"
    print(f"  {'most memory in use':42}{memory}")


def show_seconds(what: str, measured: Sequence[Sequence[float]], goal: str) -> None:
    """A line with the medians of what `command` measured."""
    seconds, processor = (median(one[i] for one in measured) for i in range(2))
    print(f"  {what:42}{seconds:5.2f} s ({processor:.2f} s; {goal})")


def command(*arguments: str) -> list[float]:
    """Runs the command: its seconds by the clock, of processor time, and the most memory it used, in KiB."""
    measured = subprocess.run(
        [sys.executable, str(MEASURE), sys.executable, "-m", "cactus_sim", *arguments],
        stdout=subprocess.PIPE, text=True, check=False,
    )  # fmt: skip
    if measured.returncode != 0:
        raise SystemExit(f"bench: cactus-sim {' '.join(arguments)} failed with {measured.returncode}")
    return [float(word) for word in measured.stdout.split()]


if __name__ == "__main__":
    sys.exit(main())
