"""Runs on clusters: the same bytes, whatever befalls workers and scheduler. tests/verification has more of them."""

import os
import signal

import pytest

from cactus_sim.simulate.kept_run import played
from tests.clusters import cluster
from tests.killing import contents, finish, start, when

pytest.importorskip("distributed")

STRATEGY = '''
from cactus_sim.games.cactus.strategies.base import CactusStrategy


class Bold(CactusStrategy):
    """Calls soon."""

    @staticmethod
    def call(mine, table, p):
        return mine.known_points < 9
'''


def deals_saved(folder):
    """How many deals the last checkpoint holds; 0 while it is being replaced."""
    return sum(done for done, _ in played(folder))


@pytest.fixture
def asked(tmp_path):
    (tmp_path / "mine.py").write_text(STRATEGY)
    own = f"{tmp_path / 'mine.py'}:Bold"
    return ("simulate", "cactus", "-s", own, "-s", "threshold", "-s", "early", "--seed", "1", "--games", "300_000")


@pytest.mark.slow
def test_processes_give_the_same_bytes(asked, tmp_path):
    assert finish(*asked, "--run", tmp_path / "threads")[0] == 0
    code, err = finish(*asked, "--run", tmp_path / "processes", "--cluster", "local:2")
    assert code == 0
    assert "Traceback" not in err
    assert contents(tmp_path / "processes") == contents(tmp_path / "threads")


@pytest.mark.slow
def test_workers_die_and_at_last_the_scheduler(asked, tmp_path):
    whole, folder = tmp_path / "whole", tmp_path / "run"
    asked = (*asked[:-1], "4_000_000")
    assert finish(*asked, "--run", whole)[0] == 0
    with cluster(tmp_path, 1) as found:
        running = start(*asked, "--run", folder, "--cluster", found.address, "--checkpoint-every", "0")
        when(lambda: deals_saved(folder) > 0)
        found.kill_workers()
        found.add_worker()
        found.add_worker()
        before = deals_saved(folder)
        when(lambda: deals_saved(folder) > before)
        found.kill_workers(1)
        assert running.poll() is None
        found.scheduler.kill()
        _, err = running.communicate(timeout=60)
    assert running.returncode == 1
    assert "is gone" in err
    assert "--resume" in err
    assert "Traceback" not in err
    code, err = finish("simulate", "--resume", folder)
    assert code == 0, err
    assert contents(folder) == contents(whole)


@pytest.mark.slow
def test_ctrl_c_is_for_the_program_alone(asked, tmp_path):
    """A terminal sends it to all processes of a group."""
    folder = tmp_path / "run"
    asked = (*asked[:-1], "1e9")
    running = start(*asked, "--run", folder, "--cluster", "local:2", "--checkpoint-every", "0", start_new_session=True)
    when(lambda: deals_saved(folder) > 0)
    os.killpg(running.pid, signal.SIGINT)
    _, err = running.communicate(timeout=60)
    assert running.returncode == 130
    assert "Traceback" not in err
    assert deals_saved(folder) > 0


@pytest.mark.parametrize(
    ("address", "code", "says"),
    [
        ("tcp://127.0.0.1:1", 1, "no scheduler answers"),
        ("local:0", 2, "from 1 to"),
        ("local:9999", 2, "from 1 to"),
        ("somewhere", 2, "write tcp://HOST:PORT"),
        ("http://127.0.0.1:8786", 2, "write tcp://HOST:PORT"),
    ],
)
def test_what_is_no_cluster_is_one_clear_error(address, code, says):
    found = finish("simulate", "cactus", "--games", "30", "--cluster", address)
    assert found[0] == code
    assert says in found[1]
    assert "Traceback" not in found[1]
