"""What befalls kept runs: crashes at every step, damaged files, full disks, other versions, changed strategies."""

import errno
import json
import os
import shutil
import subprocess
import sys
import time

import pytest

from tests.killing import (
    COMMAND,
    contents,
    crashes_lose_nothing,
    environment,
    finish,
    killed_at_random,
    seeded,
    start,
    when,
)

SIMULATE = ("simulate", "toy", "-s", "plain", "-s", "plain(skill=2)", "-s", "plain", "--seed", "1", "--games", "3000")
CACTUS = ("simulate", "cactus", "-s", "threshold", "-s", "early", "-s", "patient", "--seed", "1")
EVERY_BATCH = ("-j", "1", "--checkpoint-every", "0")

STRATEGY = '''
from cactus_sim.games.cactus.strategies.base import CactusStrategy


class Bold(CactusStrategy):
    """Calls soon."""

    @staticmethod
    def call(mine, table, p):
        {body}
'''


@pytest.fixture
def whole(run, tmp_path):
    """A run that nothing befell."""
    assert run(*SIMULATE, "--run", tmp_path / "whole", *EVERY_BATCH)[0] == 0
    return tmp_path / "whole"


@pytest.fixture
def cut(run, toy, tmp_path):
    """A run that was interrupted at its second half, with two checkpoints."""
    toy.interrupt_at = 700
    assert run(*SIMULATE, "--run", tmp_path / "cut", *EVERY_BATCH)[0] == 130
    toy.interrupt_at = None
    return tmp_path / "cut"


def resumed(run, folder):
    return run("simulate", "--resume", folder, *EVERY_BATCH)


# crashes


@pytest.mark.parametrize(("more", "stride"), [((), 3), (("--save-games",), 7)])
def test_a_crash_at_any_step_loses_nothing(run, tmp_path, more, stride):
    """tests/verification tries every step."""
    assert crashes_lose_nothing(run, (*SIMULATE, *more), EVERY_BATCH, tmp_path, stride) > 20


def test_kills_at_random_moments_lose_no_game(tmp_path):
    asked = (*CACTUS, "--games", "400_000")
    assert finish(*asked, "--run", tmp_path / "whole")[0] == 0
    assert killed_at_random(asked, tmp_path / "run", 3, seeded(1), 1.0) > 0
    assert contents(tmp_path / "run") == contents(tmp_path / "whole")


# damaged files


def flip(path, place):
    content = bytearray(path.read_bytes())
    content[place % len(content)] ^= 16
    path.write_bytes(content)


def truncate(path, place):
    path.write_bytes(path.read_bytes()[: place % path.stat().st_size])


@pytest.mark.parametrize("damage", [flip, truncate])
@pytest.mark.parametrize("place", [300, 5000])
def test_a_damaged_checkpoint_is_told_of_and_the_one_before_it_used(run, toy, whole, cut, damage, place):
    damage(cut / "checkpoint" / "0000.npz", place)
    toy.played = 0
    code, _, err = resumed(run, cut)
    assert code == 0
    assert "0000.npz is damaged" in err
    assert "250 deals of part 1 were played before" in err
    assert toy.played == 750
    assert contents(cut) == contents(whole)


def test_where_all_checkpoints_are_damaged_all_is_played_again(run, toy, whole, cut):
    for file in (cut / "checkpoint").iterdir():
        flip(file, 400)
    toy.played = 0
    code, _, err = resumed(run, cut)
    assert code == 0
    assert err.count("is damaged") == 2
    assert toy.played == 1000
    assert contents(cut) == contents(whole)


def test_damaged_tallies_of_a_finished_run_are_played_again(run, toy, whole):
    before = contents(whole)
    flip(whole / "tallies.npz", 300)
    assert "tallies.npz is damaged" in run("rerun", whole)[2]
    toy.played = 0
    code, _, err = resumed(run, whole)
    assert code == 0
    assert "tallies.npz is damaged" in err
    assert toy.played == 1000
    assert contents(whole) == before


@pytest.mark.parametrize(
    "edit",
    [
        lambda manifest: manifest["options"].update(games="30000"),
        lambda manifest: manifest["experiment"].update(seed=2),
        lambda manifest: manifest["files"].update({"./mine.py": "0" * 64}),
        lambda manifest: manifest.update(state="done"),
        lambda manifest: manifest.update(hash="0" * 64),
    ],
)
def test_a_manifest_edited_by_hand_is_refused(run, cut, edit):
    found = json.loads((cut / "manifest.json").read_text())
    edit(found)
    (cut / "manifest.json").write_text(json.dumps(found))
    for command in (("simulate", "--resume"), ("rerun",), ("show",)):
        code, _, err = run(*command, cut)
        assert code == 2
        assert "was changed after it was written" in err


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("format", 2, "has format 2; this version reads 1"),
        ("format", "x" * 9, "has format"),
        ("command", 3, "command: 3 is not of type 'string'"),
        ("state", "odd", "state"),
        ("sessions", [{"started": "x"}], "sessions.0"),
        ("unknown", 1, "unknown"),
        ("options", {"games": 3}, "options.games"),
    ],
)
def test_a_manifest_of_another_shape_is_refused(run, cut, name, value, says):
    from cactus_sim.simulate.manifest import to_bytes

    found = json.loads((cut / "manifest.json").read_text())
    (cut / "manifest.json").write_bytes(to_bytes({**found, name: value}))
    code, _, err = run("simulate", "--resume", cut)
    assert code == 2
    assert says in err


@pytest.mark.parametrize("content", [b"", b"{", b"[" * 100_000, b"\xff\xfe", b"null", b'{"format": 1}'])
def test_what_is_no_manifest_is_refused(run, cut, content):
    (cut / "manifest.json").write_bytes(content)
    assert run("simulate", "--resume", cut)[0] == 2


def test_a_checkpoint_of_another_run_is_refused(run, cut, tmp_path, toy):
    toy.interrupt_at = 700
    run(*SIMULATE, "--set", "sides=7", "--run", tmp_path / "other", *EVERY_BATCH)
    toy.interrupt_at = None
    shutil.copy(tmp_path / "other" / "checkpoint" / "0000.npz", cut / "checkpoint")
    code, _, err = resumed(run, cut)
    assert code == 2
    assert "of another experiment" in err


# other versions, changed strategies


@pytest.mark.parametrize("name", ["version", "program"])
def test_a_run_of_another_version_is_refused(run, cut, name):
    from cactus_sim.simulate.manifest import read_manifest, to_bytes

    found = read_manifest(cut)
    (cut / "manifest.json").write_bytes(to_bytes({**found, name: "0.0.9" if name == "version" else "0" * 64}))
    code, _, err = resumed(run, cut)
    assert code == 2
    assert "was begun by cactus-sim" in err


def test_a_finished_run_of_other_sources_is_played_again(run, whole):
    from cactus_sim.simulate.manifest import read_manifest, to_bytes

    (whole / "manifest.json").write_bytes(to_bytes({**read_manifest(whole), "program": "0" * 64}))
    code, out, err = run("rerun", whole)
    assert code == 0
    assert out.startswith("identical")
    assert "was played by cactus-sim" in err


@pytest.fixture
def own(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(STRATEGY.format(body="return mine.known_points < 9"))
    return file


@pytest.fixture
def with_own(run, own, tmp_path):
    folder = tmp_path / "own"
    asked = ("simulate", "cactus", "-s", f"{own}:Bold", "-s", "early", "-s", "patient", "--games", "30", "--seed", "1")
    assert run(*asked, "--run", folder)[0] == 0
    return folder


@pytest.mark.parametrize("command", [("simulate", "--resume"), ("rerun",)])
def test_a_changed_strategy_file_is_refused_before_it_is_run(run, own, with_own, tmp_path, command):
    assert run(*command, with_own)[0] == 0
    own.write_text(f"open({str(tmp_path / 'was run')!r}, 'w')\n" + own.read_text())
    code, _, err = run(*command, with_own)
    assert code == 2
    assert "mine.py was changed since" in err
    assert not (tmp_path / "was run").exists()
    own.unlink()
    assert "No such file" in run(*command, with_own)[2]


def test_a_changed_module_beside_a_strategy_file_is_refused(run, own, tmp_path):
    (tmp_path / "limits_of_mine.py").write_text("LIMIT = 9\n")
    own.write_text("import limits_of_mine\n" + STRATEGY.format(body="return mine.known_points < limits_of_mine.LIMIT"))
    asked = ("simulate", "cactus", "-s", f"{own}:Bold", "-s", "early", "-s", "patient", "--games", "30", "--seed", "1")
    assert run(*asked, "--run", tmp_path / "run")[0] == 0
    (tmp_path / "limits_of_mine.py").write_text("LIMIT = 8\n")
    assert "limits_of_mine.py was changed" in run("simulate", "--resume", tmp_path / "run")[2]


# disks, locks, clocks


@pytest.mark.parametrize("at", [1, 2, 3])
def test_a_full_disk_ends_the_run_and_it_goes_on_later(run, toy, whole, tmp_path, monkeypatch, at):
    from cactus_sim.simulate import checkpoint

    folder, writes = tmp_path / "full", []

    def full(handle):
        writes.append(handle)
        if len(writes) > at + 1:  # the manifest comes first: a file and its folder
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patched:
        patched.setattr(checkpoint.os, "fsync", full)
        code, _, err = run(*SIMULATE, "--run", folder, *EVERY_BATCH)
    assert code == 1
    assert "No space left on device" in err
    assert "Traceback" not in err
    # Where the disk was full before a first checkpoint, there is no run yet.
    assert folder.exists() == (at > 1)
    assert (resumed(run, folder) if at > 1 else run(*SIMULATE, "--run", folder))[0] == 0
    assert contents(folder) == contents(whole)


@pytest.mark.skipif(os.geteuid() != 0, reason="mounts a file system")
def test_a_disk_that_is_really_full_or_read_only(run, tmp_path):
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=64k", "none", str(disk)], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("mounts are not allowed here")
    try:
        (disk / "ballast").write_bytes(bytes(14 * 4096))
        code, _, err = run(*SIMULATE, "--run", disk / "run", *EVERY_BATCH)
        assert code == 1
        assert "No space left" in err
        (disk / "ballast").unlink()
        subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
        code, _, err = resumed(run, disk / "run")
        assert code == 2
        assert "Read-only file system" in err
        assert run(*SIMULATE, "--run", disk / "other")[0] in (1, 2)
        subprocess.run(["mount", "-o", "remount,rw,size=1m", str(disk)], check=True)
        assert resumed(run, disk / "run")[0] == 0
    finally:
        subprocess.run(["umount", str(disk)], check=True)


def test_two_runs_on_one_directory(run, cut, whole):
    hold = "import fcntl, sys; f = open(sys.argv[1]); fcntl.flock(f, fcntl.LOCK_EX); print('held', flush=True); input()"
    holder = subprocess.Popen(
        [sys.executable, "-c", hold, str(cut / "lock")], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        holder.stdout.readline()
        code, _, err = resumed(run, cut)
        assert code == 2
        assert "is in use" in err
        assert run("show", cut)[0] == 0
    finally:
        holder.communicate("done\n")
    assert resumed(run, cut)[0] == 0
    assert contents(cut) == contents(whole)


def test_a_clock_that_jumps_back_changes_nothing(run, whole, tmp_path, monkeypatch):
    clock = iter(range(2_000_000_000, 0, -1_000_000))
    monkeypatch.setattr(time, "time", lambda: float(next(clock)))
    folder = tmp_path / "backwards"
    assert run(*SIMULATE, "--run", folder, *EVERY_BATCH)[0] == 0
    assert contents(folder) == contents(whole)
    (session,) = json.loads((folder / "manifest.json").read_text())["sessions"]
    assert 0 <= session["seconds"] < 60
    assert all(0 <= seconds < 60 for seconds in session["times"].values())


# hooks that never end, and interrupts


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_hook_that_loops_without_end_is_named_and_ends_the_run(own, tmp_path, jobs):
    loop = ("n = table.turn", "while n >= 0 and table.turn > 4:", "    n = (n * 3 + 1) % 7", "return False")
    own.write_text(STRATEGY.format(body="\n        ".join(loop)))
    folder = tmp_path / "run"
    asked = (
        "simulate",
        "cactus",
        "-s",
        f"{own}:Bold",
        "-s",
        "early",
        "-s",
        "patient",
        "--games",
        "3000",
        "--seed",
        "1",
    )
    code, err = finish(*asked, "--run", folder, "--batch-limit", "1", "-j", jobs)
    assert code == 2
    assert f"strategy {own}:Bold: a hook loops without end" in err
    assert "early or" not in err
    assert "or early" not in err
    assert finish("show", folder)[0] == 0


def test_ctrl_c_saves_what_was_done(tmp_path):
    folder = tmp_path / "run"
    running = start(*CACTUS, "--games", "1e9", "--run", folder, "--checkpoint-every", "0")
    when(lambda: (folder / "checkpoint" / "0000.npz").exists())
    running.send_signal(2)
    _, err = running.communicate(timeout=60)
    assert running.returncode == 130
    assert "Traceback" not in err
    shown = subprocess.run([*COMMAND, "show", folder], env=environment(), capture_output=True, text=True, check=True)
    assert "--resume" in shown.stdout
