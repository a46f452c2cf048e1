"""Runs that are kept: --run, --resume, show, rerun, merge."""

import json
from pathlib import Path

import pytest

LINE_UP = ("-s", "plain", "-s", "plain(skill=2)", "-s", "plain")
SIMULATE = ("simulate", "toy", *LINE_UP, "--seed", "1", "--games", "3000")
COMMANDS = {
    "simulate": SIMULATE,
    "sweep": ("sweep", "toy", "--vary", "skill=0:2", "--seed", "1", "--games", "3000"),
    "compare": ("compare", "toy", "-a", "plain(skill=1)", "-b", "plain", "--seed", "1", "--games", "30_000"),
    "sequential": ("compare", "toy", "-a", "plain(skill=1)", "-b", "plain", "--seed", "1", "--games", "30_000",
                   "--sequential", "--margin", "1", "--max-games", "300_000"),
    "house-rules": ("house-rules", "toy", "--change", "sides=8", "--change", "reroll=true", "--seed", "1",
                    "--games", "3000"),
    "tournament": ("tournament", "toy", "-s", "plain", "-s", "plain(skill=1)", "--seed", "1", "--games", "3000"),
    "seats": ("seats", "toy", "--players", "2", "--players", "3", "--seed", "1", "--games", "3000"),
    "race": ("tournament", "toy", "-s", "plain", "-s", "plain(skill=3)", "-s", "plain(skill=1)", "--race",
             "--seed", "1", "--games", "3000"),
}  # fmt: skip


def contents(folder):
    return {name: (folder / name).read_bytes() for name in ("results.json", "tallies.npz")}


def manifest(folder):
    return json.loads((folder / "manifest.json").read_text())


@pytest.fixture
def kept(run, tmp_path):
    """A finished run."""
    folder = tmp_path / "kept"
    assert run(*SIMULATE, "--run", folder)[0] == 0
    return folder


@pytest.mark.parametrize("name", COMMANDS)
def test_what_is_kept_is_what_is_shown(run, tmp_path, name):
    folder = tmp_path / "run"
    code, out, _ = run(*COMMANDS[name], "--run", folder, "--format", "json", "-q")
    assert code == 0
    assert (folder / "results.json").read_text() == out
    assert run(*COMMANDS[name], "--format", "json", "-q")[1] == out
    assert sorted(file.name for file in folder.iterdir()) == ["lock", "manifest.json", "results.json", "tallies.npz"]
    assert manifest(folder)["state"] == "done"
    assert manifest(folder)["sessions"][0]["games"] > 0


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("deal", [0, 700, 1400])
def test_an_interrupted_run_goes_on_to_the_same_end(run, toy, tmp_path, name, deal):
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    code = run(*COMMANDS[name], "--run", whole, "-j", "1")[0]
    played, toy.played = toy.played, 0
    toy.interrupt_at = deal
    ended, _, err = run(*COMMANDS[name], "--run", cut, "-j", "1", "--checkpoint-every", "0")
    assert ended in (130, code)
    assert (f"go on with --resume {cut}" in err) == (ended == 130 and cut.exists())
    toy.interrupt_at = None
    assert (cut / "results.json").exists() == (ended != 130)
    # Where nothing was played there is no run yet. With more threads some batches are played that nobody needs, where a
    # run stops by itself.
    again = (COMMANDS[name][0], "--resume", cut) if cut.exists() else (*COMMANDS[name], "--run", cut)
    assert run(*again, "-j", "1")[0] == code
    assert contents(cut) == contents(whole)
    assert toy.played < 1.6 * played


def test_where_nothing_was_played_no_directory_is_left(run, toy, tmp_path):
    """A strategy at fault is mended, and the same command given again."""
    folder = tmp_path / "run"
    toy.interrupt_at = 0
    assert run(*SIMULATE, "--run", folder, "-j", "1")[0] == 130
    toy.interrupt_at = None
    assert not folder.exists()
    assert run("simulate", "toy", "-s", "faulty", "-s", "plain", "--run", folder)[0] == 2
    assert not folder.exists()
    assert run(*SIMULATE, "--run", folder)[0] == 0


@pytest.mark.parametrize("jobs", ["1", "3"])
def test_neither_jobs_nor_checkpoints_change_a_byte(run, kept, tmp_path, jobs):
    run(*SIMULATE, "--run", tmp_path / "again", "-j", jobs, "--checkpoint-every", "0")
    assert contents(tmp_path / "again") == contents(kept)


def test_a_manifest_says_all(kept):
    found = manifest(kept)
    assert found["command"] == "simulate"
    assert found["options"] == {"game": "toy", "strategy": [LINE_UP[1], LINE_UP[3], LINE_UP[5]], "games": "3000",
                                "seed": "1"}  # fmt: skip
    (arm,) = found["experiment"]["arms"]
    assert arm["line_up"] == ["plain", "plain(skill=2)", "plain"]
    assert len(arm["rule_hash"]) == 64
    assert len(found["experiment"]["strategies"]["plain"]) == 64
    assert found["experiment"]["deals"] == [[0, 1000]]
    assert {"python", "numba", "numpy"} <= found["packages"].keys()


def test_a_drawn_seed_is_kept(run, tmp_path):
    code, _, err = run("simulate", "toy", "--games", "30", "--run", tmp_path / "run")
    assert code == 0
    seed = manifest(tmp_path / "run")["options"]["seed"]
    assert f"seed {seed} (drawn" in err


def test_files_are_resolved(run, tmp_path):
    rules, asked = tmp_path / "rules.toml", tmp_path / "asked.toml"
    rules.write_text("[rules]\nsides = 6\nreroll = true\n")
    asked.write_text(f'rules-file = "{rules}"\ngames = 300\n')
    whole = tmp_path / "whole"
    assert run("simulate", "toy", "--experiment", asked, "--set", "sides=7", "--seed", "0", "--run", whole)[0] == 0
    rules.unlink()
    asked.unlink()
    assert manifest(whole)["options"]["set"] == ["sides=7", "reroll=true"]
    assert manifest(whole)["options"]["seed"] == "0"
    assert run("rerun", whole)[0] == 0


def test_a_report_says_where_the_time_went(run, tmp_path):
    err = run(*SIMULATE, "--run", tmp_path / "run")[2]
    assert "3,000 games in" in err
    assert "a second (compiling" in err
    assert "playing" in err
    assert "saving" in err
    assert manifest(tmp_path / "run")["sessions"][0]["times"].keys() == {"compiling", "playing", "saving"}
    assert "a second" in run(*SIMULATE, "-v")[2]
    assert "a second" not in run(*SIMULATE)[2]


# what goes on must be what was begun


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (("--games", "3001"), "--games 3001"),
        (("--seed", "2"), "--seed 2"),
        (("-s", "plain"), "--strategy"),
        (("--set", "sides=7"), "--set ['sides=7']"),
        (("--save-games",), "--save-games"),
        (("--first-deal", "5"), "--first-deal 5"),
    ],
)
def test_another_experiment_is_refused(run, kept, more, says):
    before = contents(kept)
    code, _, err = run("simulate", "--resume", kept, *more)
    assert code == 2
    assert says in err
    assert contents(kept) == before


def test_the_same_options_may_be_given_again(run, kept):
    assert run(*SIMULATE, "--resume", kept)[0] == 0


def test_another_command_is_refused(run, kept):
    code, _, err = run("sweep", "toy", "--vary", "skill=1:2", "--resume", kept)
    assert code == 2
    assert "`cactus-sim simulate --resume" in err


def test_what_a_killed_session_left_is_taken_away(run, kept):
    (kept / ".results.json.x7.part").touch()
    assert run("simulate", "--resume", kept)[0] == 0
    assert not list(kept.glob(".*"))


def test_an_environment_that_says_otherwise_is_refused(run, kept, monkeypatch):
    monkeypatch.setenv("CACTUS_SIM_GAMES", "77")
    code, _, err = run("simulate", "--resume", kept)
    assert code == 2
    assert "CACTUS_SIM_*" in err


def test_run_and_resume_go_not_together(run, kept, tmp_path):
    assert run("simulate", "toy", "--resume", kept, "--run", tmp_path / "new")[0] == 2
    assert run("simulate", "toy", "--games", "3", "--save-games")[0] == 2


def test_a_directory_that_is_there_is_not_written_to(run, kept, tmp_path):
    before = contents(kept)
    code, _, err = run(*SIMULATE, "--run", kept)
    assert code == 2
    assert f"--resume {kept}" in err
    assert contents(kept) == before
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes.txt").write_text("mine")
    assert run(*SIMULATE, "--run", tmp_path / "mine")[0] == 2
    assert [file.name for file in (tmp_path / "mine").iterdir()] == ["notes.txt"]


def test_an_empty_directory_will_do(run, tmp_path):
    """Or one that was left by a run which was killed before it had begun."""
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty" / "lock").touch()
    (tmp_path / "empty" / ".manifest.json.x7.part").touch()
    assert run(*SIMULATE, "--run", tmp_path / "empty")[0] == 0


def test_a_usage_error_leaves_no_directory(run, tmp_path):
    assert run("simulate", "toy", "-s", "nobody", "--run", tmp_path / "run")[0] == 2
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("command", ["show", "rerun"])
def test_what_is_no_run_directory_is_one_clear_error(run, tmp_path, command):
    code, _, err = run(command, tmp_path / "nowhere")
    assert code == 2
    assert "is no run directory" in err
    (tmp_path / "manifest.json").write_text("[]")
    assert run(command, tmp_path)[0] == 2


# show, rerun, merge


def test_show_tells_of_a_finished_run(run, kept):
    code, out, _ = run("show", kept)
    assert code == 0
    assert "finished" in out
    assert "plain(skill=2)" in out
    assert "3,000 games" in out
    assert "share" in out
    data = json.loads(run("show", kept, "--format", "json")[1])
    assert data["manifest"] == manifest(kept)
    assert data["results"] == json.loads((kept / "results.json").read_text())
    assert "terminé" in run("show", kept, "--lang", "fr")[1]


def test_show_tells_how_far_a_run_is(run, toy, tmp_path):
    toy.interrupt_at = 700
    run(*SIMULATE, "--run", tmp_path / "cut", "-j", "1")
    toy.interrupt_at = None
    code, out, _ = run("show", tmp_path / "cut")
    assert code == 0
    assert "part 1: 500 of 1,000 deals" in out


@pytest.mark.parametrize("name", COMMANDS)
def test_rerun_finds_the_same(run, tmp_path, name):
    run(*COMMANDS[name], "--run", tmp_path / "run")
    before = {file.name: file.read_bytes() for file in (tmp_path / "run").iterdir()}
    code, out, _ = run("rerun", tmp_path / "run")
    assert code == 0
    assert out.startswith("identical")
    assert {file.name: file.read_bytes() for file in (tmp_path / "run").iterdir()} == before


def test_a_chart_is_kept_and_made_again(run, tmp_path):
    asked = ("chart", "cactus", "call", "--players", "3", "--games", "3000", "--seed", "1", "--no-thumb")
    folder = tmp_path / "chart"
    assert run(*asked, "--run", folder)[0] == 0
    assert manifest(folder)["options"]["thumb"] is False
    assert run("rerun", folder, "-j", "1")[0] == 0
    before = contents(folder)
    assert run("chart", "--resume", folder)[0] == 0
    assert contents(folder) == before


def test_rerun_finds_what_is_not_the_same(run, kept):
    text = (kept / "results.json").read_text()
    (kept / "results.json").write_text(text.replace('"games": 3000', '"games": 3001'))
    code, out, _ = run("rerun", kept)
    assert code == 1
    assert "results.json differ" in out


@pytest.mark.parametrize("name", ["simulate", "sweep", "compare", "house-rules"])
def test_merged_runs_are_the_whole(run, tmp_path, name):
    whole = tmp_path / "whole"
    run(*COMMANDS[name], "--run", whole)
    blocks, games = manifest(whole)["experiment"]["deals"][0][1], int(manifest(whole)["options"]["games"])
    rotations = manifest(whole)["experiment"]["rotations"]
    first = blocks * 9 // 10
    parts = [(first * rotations, 0), (games - first * rotations, first)]
    for number, (some, deal) in enumerate(parts):
        given = [*COMMANDS[name], "--plain"] if name == "compare" else COMMANDS[name]
        code = run(*given, "--games", some, "--first-deal", deal, "--run", tmp_path / f"part{number}")[0]
        assert code == 0
    if name == "compare":
        run(*COMMANDS[name], "--plain", "--run", tmp_path / "plain")
        whole = tmp_path / "plain"
    assert run("merge", tmp_path / "part1", tmp_path / "part0", "--run", tmp_path / "merged")[0] == 0
    # Which deals a part was begun with may be said in other words: `--first-deal 0` and nothing.
    assert contents(tmp_path / "merged") == contents(whole)
    assert run("rerun", tmp_path / "merged")[0] == 0


def test_runs_with_a_gap_between_them_are_merged(run, kept, tmp_path):
    run(*SIMULATE, "--first-deal", "5000", "--run", tmp_path / "far")
    code, out, _ = run("merge", kept, tmp_path / "far", "--run", tmp_path / "merged", "--format", "json")
    assert code == 0
    assert json.loads(out)["deals"] == [[0, 1000], [5000, 1000]]
    assert json.loads(out)["games"] == 6000
    assert run("rerun", tmp_path / "merged")[0] == 0


@pytest.mark.parametrize(
    ("other", "says"),
    [
        ((*SIMULATE, "--first-deal", "999"), "deals in common, from deal 999"),
        (SIMULATE, "deals in common, from deal 0"),
        ((*SIMULATE, "--first-deal", "1000", "--seed", "2"), "options.seed: '1' in the first, '2' in the second"),
        ((*SIMULATE, "--first-deal", "1000", "--set", "sides=7"), "options.set"),
        ((*SIMULATE, "--first-deal", "1000", "-s", "plain"), "options.strategy"),
        (COMMANDS["sweep"], "command: 'simulate' in the first, 'sweep' in the second"),
        (COMMANDS["sequential"], "--sequential"),
        (COMMANDS["race"], "--race"),
    ],
)
def test_what_is_not_of_one_experiment_is_not_merged(run, kept, tmp_path, other, says):
    run(*other, "--run", tmp_path / "other")
    code, _, err = run("merge", kept, tmp_path / "other", "--run", tmp_path / "merged")
    assert code == 2
    assert says in err
    assert not (tmp_path / "merged").exists()


def test_an_unfinished_run_is_not_merged_nor_played_again(run, toy, kept, tmp_path):
    toy.interrupt_at = 700
    run(*SIMULATE, "--first-deal", "1", "--run", tmp_path / "cut", "-j", "1")
    toy.interrupt_at = None
    assert "is not finished" in run("merge", kept, tmp_path / "cut", "--run", tmp_path / "merged")[2]
    assert run("rerun", tmp_path / "cut")[0] == 2


# what a directory says can't make a run write elsewhere


def test_nothing_is_written_elsewhere(run, kept, tmp_path, monkeypatch):
    from cactus_sim.simulate.manifest import read_manifest, to_bytes

    other = tmp_path / "other"
    for name, value in [("output", str(other)), ("plot", str(other)), ("run", str(other)), ("experiment", str(other))]:
        found = read_manifest(kept)
        found["options"][name] = value
        (kept / "manifest.json").write_bytes(to_bytes(found))
        assert run("simulate", "--resume", kept)[0] == 2
        assert run("rerun", kept)[0] == 2
        del found["options"][name]
        (kept / "manifest.json").write_bytes(to_bytes(found))
        assert not other.exists()


@pytest.mark.parametrize("name", ["lock", "results.json", "tallies.npz", "manifest.json"])
def test_links_are_not_followed(run, kept, tmp_path, name):
    outside = tmp_path / "outside"
    before = (kept / name).read_bytes() or b"mine"
    outside.write_bytes(before)
    (kept / name).unlink()
    (kept / name).symlink_to(outside)
    run("simulate", "--resume", kept)
    assert outside.read_bytes() == before


def test_checkpoints_are_not_written_elsewhere(run, toy, tmp_path):
    folder, outside = tmp_path / "run", tmp_path / "outside"
    toy.interrupt_at = 700
    run(*SIMULATE, "--run", folder, "-j", "1")
    toy.interrupt_at = None
    (folder / "checkpoint").rename(outside)
    (outside / ".mine.part").touch()
    before = {file.name: file.read_bytes() for file in outside.iterdir()}
    (folder / "checkpoint").symlink_to(outside)
    code, _, err = run("simulate", "--resume", folder)
    assert code == 2
    assert "is a link" in err
    assert {file.name: file.read_bytes() for file in outside.iterdir()} == before


def test_what_a_manifest_says_does_not_reach_the_terminal(run, kept):
    from cactus_sim.simulate.manifest import read_manifest, to_bytes

    found = read_manifest(kept)
    found["experiment"]["arms"][0]["label"] = "\x1b]0;owned\x07\x1b[31m"
    (kept / "manifest.json").write_bytes(to_bytes(found))
    results = json.loads((kept / "results.json").read_text())
    results["estimates"][0]["strategy"] = "\x1b[2J\r\n"
    (kept / "results.json").write_text(json.dumps(results))
    out = run("show", kept)[1]
    assert "\x1b" not in out
    assert "\x07" not in out
    assert "\\x1b[2J" in out


def test_a_deal_far_out_is_refused(run, tmp_path):
    code, _, err = run(*SIMULATE, "--first-deal", 1 << 40, "--run", tmp_path / "run")
    assert code == 2
    assert "numbered up to" in err
    assert not Path(tmp_path / "run").exists()
