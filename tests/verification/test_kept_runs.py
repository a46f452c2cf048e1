"""Kept runs under every blow: kills at many random moments, crashes at every step, clusters that lose all."""

import random
import time
from pathlib import Path

import pytest

from cactus_sim.simulate.kept_run import played
from tests.clusters import cluster
from tests.killing import contents, crashes_lose_nothing, finish, killed_at_random, start, when

LINE_UP = ("-s", "threshold", "-s", "early", "-s", "patient", "--seed", "1")
ASKED = {
    "simulate": ("simulate", "cactus", *LINE_UP, "--games", "2_000_000"),
    "matches": ("simulate", "eights", "--unit", "match", "--seed", "1", "--games", "20_000"),
    "sweep": ("sweep", "cactus", "--vary", "call_at=2:6", "--seed", "1", "--games", "200_000"),
    "house-rules": ("house-rules", "cactus", "--change", "penalty_cards=2", "--change", "tie=caller", "--seed", "1",
                    "--games", "300_000"),
    "race": ("tournament", "cactus", *LINE_UP, "--race", "--games", "40_000"),
    "sequential": ("compare", "cactus", "-a", "threshold(call_at=4)", "-b", "threshold", "--sequential", "--margin",
                   "0.01", "--seed", "1", "--games", "1_000_000", "--max-games", "2_000_000"),
    "chart": ("when-to-call", "--players", "3", "--equilibrium", "--seed", "1", "--games", "200_000"),
    "games": ("simulate", "cactus", *LINE_UP, "--games", "500_000", "--save-games"),
}  # fmt: skip
KILLS = {"simulate": 20}
FEWER = 6
TOY = ("simulate", "toy", "-s", "plain", "-s", "plain(skill=2)", "-s", "plain", "--seed", "1", "--games", "3000")


@pytest.fixture
def run(toy, capfd):
    """Runs the command line in this process: exit code, stdout, stderr."""
    from cactus_sim.cli import main

    def call(*arguments):
        code = main([str(argument) for argument in arguments])
        return code, *capfd.readouterr()

    return call


@pytest.mark.parametrize("name", ASKED)
def test_kills_at_random_moments(tmp_path, name):
    asked, kills = ASKED[name], KILLS.get(name, FEWER)
    whole, folder = tmp_path / "whole", tmp_path / "run"
    codes = (0, 3)
    assert finish(*asked, "--run", whole, "-j", "1")[0] in codes
    found = killed_at_random(asked, folder, kills, random.Random(7), 0.8, codes=codes)
    assert found > kills / 3
    assert contents(folder) == contents(whole)
    if "--save-games" in asked:
        assert (folder / "games.parquet").read_bytes() == (whole / "games.parquet").read_bytes()


@pytest.mark.parametrize("more", [(), ("--save-games",)])
def test_crashes_at_every_step(run, tmp_path, more):
    assert crashes_lose_nothing(run, (*TOY, *more), ("-j", "1", "--checkpoint-every", "0"), tmp_path, 1) > 40


@pytest.mark.parametrize("name", ["simulate", "sweep", "house-rules", "race", "sequential", "chart"])
def test_threads_and_clusters_of_any_size_give_the_same_bytes(tmp_path, name):
    for where in (("-j", "1"), ("-j", "3"), *(("--cluster", f"local:{workers}") for workers in (1, 2, 4))):
        folder = tmp_path / "".join(where).strip("-")
        code, err = finish(*ASKED[name], "--run", folder, *where)
        assert code in (0, 3), err
        assert "Traceback" not in err
    assert len({tuple(contents(folder).values()) for folder in tmp_path.iterdir()}) == 1


def test_workers_die_at_random_and_others_come(tmp_path):
    asked, rng = ASKED["simulate"], random.Random(3)
    whole, folder = tmp_path / "whole", tmp_path / "run"
    assert finish(*asked, "--run", whole)[0] == 0
    with cluster(tmp_path, 2) as found:
        running = start(*asked, "--run", folder, "--cluster", found.address)
        when(lambda: (folder / "manifest.json").exists())
        for blow in range(6):
            time.sleep(2 * rng.random())
            found.kill_workers(1 if blow % 2 else None)
            found.add_worker()
            found.add_worker()
        _, err = running.communicate(timeout=300)
    assert running.returncode == 0, err
    assert contents(folder) == contents(whole)


def test_a_hook_without_end_is_named_on_a_cluster(tmp_path):
    (tmp_path / "mine.py").write_text(
        "from cactus_sim.games.cactus.strategies.base import CactusStrategy\n\n\n"
        'class Bold(CactusStrategy):\n    """Never calls."""\n\n    @staticmethod\n    def call(mine, table, p):\n'
        "        n = table.turn\n        while n >= 0 and table.turn > 4:\n            n = (n * 3 + 1) % 7\n"
        "        return False\n"
    )
    own = f"{tmp_path / 'mine.py'}:Bold"
    asked = ("simulate", "cactus", "-s", own, *LINE_UP, "--games", "3000", "--batch-limit", "2")
    code, err = finish(*asked, "--cluster", "local:2")
    assert code == 2
    assert f"strategy {own}: a hook loops without end" in err


@pytest.mark.parametrize("more", [(), ("--save-games",)])
def test_memory_does_not_grow_with_games(tmp_path, more):
    """What a run holds after a tenth of its games it holds at the end: in this program, not on the disk."""
    games = 5_000_000 if more else 40_000_000
    asked = ("simulate", "cactus", "-s", "threshold", "--players", "4", "--seed", "1", "--games", games)
    running = start(*asked, "--run", tmp_path / "run", "--checkpoint-every", "1", *more)
    seen = []
    while running.poll() is None:
        done = sum(blocks for blocks, _ in played(tmp_path / "run"))
        if done:
            seen.append((done / games, resident(running.pid)))
        time.sleep(0.2)
    _, err = running.communicate()
    assert running.returncode == 0, err
    early = max(size for part, size in seen if part < 0.3)
    assert max(size for _, size in seen) < 1.25 * early


def resident(pid):
    """How many kilobytes of memory a process holds; 0 where it is gone."""
    status = Path(f"/proc/{pid}/status")
    lines = status.read_text().splitlines() if status.exists() else []
    return next((int(line.split()[1]) for line in lines if line.startswith("VmRSS")), 0)
