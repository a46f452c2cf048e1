"""Every game of a run in a Parquet file."""

import json
import tracemalloc

import numpy as np
import pytest

pa = pytest.importorskip("pyarrow")

SIMULATE = ("simulate", "toy", "-s", "plain", "-s", "plain(skill=2)", "-s", "plain", "--seed", "1", "--games", "3000")


@pytest.fixture
def run(toy, capfd):
    from cactus_sim.cli import main

    def call(*arguments):
        code = main([str(argument) for argument in arguments])
        return code, *capfd.readouterr()

    return call


def frame(folder):
    import pandas as pd

    return pd.read_parquet(folder / "games.parquet")


def test_a_row_for_each_seat_of_every_game(run, tmp_path):
    assert run(*SIMULATE, "--save-games", "--run", tmp_path / "run")[0] == 0
    games = frame(tmp_path / "run")
    assert len(games) == 3000 * 3
    assert not games.duplicated(["deal", "rotation", "seat"]).any()
    assert games.deal.max() == 999
    results = json.loads((tmp_path / "run" / "results.json").read_text())
    for record in results["estimates"]:
        if record["strategy"] and record["metric"] in ("share", "total"):
            mine = games[games.strategy == record["strategy"]]
            assert mine[record["metric"]].mean() == pytest.approx(record["estimate"], rel=1e-12)


def test_columns_are_typed(run, tmp_path):
    run(*SIMULATE, "--save-games", "--run", tmp_path / "run")
    kinds = {name: str(kind) for name, kind in frame(tmp_path / "run").dtypes.items()}
    assert kinds["deal"] == "int64"
    assert kinds["seat"] == "int8"
    assert kinds["strategy"] == kinds["arm"] == "category"
    assert kinds["share"] == "float64"
    assert kinds["total"] == "int64"


def test_duckdb_reads_it(run, tmp_path):
    duckdb = pytest.importorskip("duckdb")
    run(*SIMULATE, "--save-games", "--run", tmp_path / "run")
    file = tmp_path / "run" / "games.parquet"
    rows = duckdb.sql(f"select strategy, sum(share) from '{file}' group by strategy order by 1").fetchall()
    assert [name for name, _ in rows] == ["plain", "plain(skill=2)"]
    assert sum(share for _, share in rows) == pytest.approx(3000)


@pytest.mark.parametrize("name", ["sweep", "house-rules", "compare"])
def test_games_are_kept_of_every_arm(run, tmp_path, name):
    asked = {
        "sweep": ("sweep", "toy", "--vary", "skill=0:2"),
        "house-rules": ("house-rules", "toy", "--change", "sides=8", "--change", "reroll=true"),
        "compare": ("compare", "toy", "-a", "plain(skill=1)", "-b", "plain"),
    }[name]
    with_games, without = tmp_path / "with", tmp_path / "without"
    code = run(*asked, "--games", "30_000", "--seed", "1", "--save-games", "--run", with_games)[0]
    assert code == 0
    run(*asked, "--games", "30_000", "--seed", "1", "--run", without)
    for file in ("results.json", "tallies.npz"):
        assert (with_games / file).read_bytes() == (without / file).read_bytes()
    games = frame(with_games)
    arms = {"sweep": 3, "house-rules": 4, "compare": 2}[name]
    assert len(games.groupby(["part", "arm"], observed=True)) == arms
    assert len(games) == arms * 30_000 * 3


def test_neither_jobs_nor_checkpoints_change_a_byte(run, tmp_path):
    contents = set()
    for jobs, every in ((1, 10), (1, 0), (3, 0)):
        folder = tmp_path / f"run{jobs}{every}"
        run(*SIMULATE, "--save-games", "--run", folder, "-j", jobs, "--checkpoint-every", every)
        contents.add((folder / "games.parquet").read_bytes())
        assert not (folder / "games").exists()
    assert len(contents) == 1


def test_an_interrupted_run_keeps_every_game_once(run, toy, tmp_path):
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    run(*SIMULATE, "--save-games", "--run", whole)
    toy.interrupt_at = 700
    assert run(*SIMULATE, "--save-games", "--run", cut, "-j", "1")[0] == 130
    toy.interrupt_at = None
    assert run("simulate", "--resume", cut)[0] == 0
    assert (cut / "games.parquet").read_bytes() == (whole / "games.parquet").read_bytes()


@pytest.mark.parametrize("game", ["cactus", "eights"])
@pytest.mark.parametrize("unit", ["round", "match"])
def test_playing_seats_apart_counts_the_same(game, unit):
    from cactus_sim.simulate.experiment import simulation
    from cactus_sim.simulate.runner import Worker, ready_arms
    from cactus_sim.simulate.schedule import Batch

    experiment = simulation(game, players=4, unit=unit, seed=5, games_asked=1)
    arms = ready_arms(experiment)
    worker, apart = Worker(experiment, arms), Worker(experiment, arms)
    apart.kept_games = []
    assert worker.play(Batch(3, 40)) == apart.play(Batch(3, 40))
    share = np.concatenate([rows.seat_values[:, :, 0] for rows in apart.kept_games])
    assert (share.sum(axis=1) == 840).all()


def test_memory_stays_flat(tmp_path):
    from cactus_sim.games.base import Metric
    from cactus_sim.simulate.games_file import GamesFile, Rows

    metrics = (Metric("share", "", "", 840),)
    games = GamesFile(tmp_path)
    peaks = []
    tracemalloc.start()
    for batch in range(40):
        rows = Rows("arm", batch * 2000, 0, ("a", "b", "c"), metrics, (), np.ones((2000, 3, 1), np.int64),
                    np.ones((2000, 0), np.int64))  # fmt: skip
        games.add([rows])
        peaks.append(tracemalloc.get_traced_memory()[0] + pa.total_allocated_bytes())
    tracemalloc.stop()
    games.finish()
    assert max(peaks[20:]) < 1.5 * max(peaks[:20])
    assert len(frame(tmp_path)) == 40 * 6000


def test_where_there_is_no_pyarrow_it_is_said_how_to_get_it(run, tmp_path, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "pyarrow.parquet", None)
    code, _, err = run(*SIMULATE, "--save-games", "--run", tmp_path / "run")
    assert code == 2
    assert "pip install 'cactus-sim[parquet]'" in err


@pytest.mark.parametrize("race", [(), ("--race",)])
def test_games_of_a_tournament_are_kept(run, tmp_path, race):
    asked = ("tournament", "toy", "-s", "plain", "-s", "plain(skill=1)", *race, "--games", "300", "--seed", "1")
    with_games, without = tmp_path / "with", tmp_path / "without"
    code = run(*asked, "--save-games", "--run", with_games)[0]
    assert run(*asked, "--run", without)[0] == code
    for file in ("results.json", "tallies.npz"):
        assert (with_games / file).read_bytes() == (without / file).read_bytes()
    games = frame(with_games)
    if not race:
        assert len(games) == 4 * 300 * 3
        assert {arm.count("skill") for arm in games.arm.unique()} == {0, 1, 2, 3}
    (wins,) = set(games.groupby(["part", "arm", "deal", "rotation"], observed=True)["share"].sum().round(9))
    assert wins == 1
