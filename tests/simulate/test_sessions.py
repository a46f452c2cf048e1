"""Runs that go on: with what was asked and where, whatever the moment at which they were ended."""

import _thread
import sys
import time
from dataclasses import dataclass

import pytest

from cactus_sim.analysis.compare import GAMES_A_LOOK, look_places, run_comparison
from cactus_sim.analysis.rivals import plan_comparison
from cactus_sim.simulate.games_file import GamesFile
from cactus_sim.simulate.run_directory import Asked, RunDirectory
from cactus_sim.simulate.runner import play_deals
from cactus_sim.simulate.schedule import Batch
from cactus_sim.simulate.session import Session, current, playing


@dataclass(frozen=True)
class Deals:
    """Counts deals."""

    blocks: int
    total: int

    def __add__(self, other):
        return Deals(self.blocks + other.blocks, self.total + other.total)


class Counter:
    """Adds up the numbers of its deals."""

    def __init__(self, faulty_at=None):
        self.played = []
        self.faulty_at = faulty_at

    def nothing(self):
        return Deals(0, 0)

    def play(self, batch):
        if batch.first_deal == self.faulty_at:
            raise ValueError("at fault")
        deals = range(batch.first_deal, batch.first_deal + batch.blocks)
        self.played += deals
        return Deals(batch.blocks, sum(deals))


@pytest.fixture
def kept(tmp_path, toy):
    """Makes sessions on one directory: the first begins it, the others go on."""
    begun = []

    def session():
        directory = RunDirectory(
            tmp_path / "run", Asked("compare", {}), lambda key, **_: None, resume=bool(begun), every_seconds=0
        )
        begun.append(directory)
        return Session(directory)

    yield session
    for directory in begun:
        directory.close({"games": 0})


def facts():
    return {
        "game": "toy",
        "unit": "round",
        "seed": 1,
        "rotations": 1,
        "deals": [[0, 100]],
        "arms": [ARM],
        "strategies": {},
    }


ARM = {"label": "a", "line_up": ["plain"], "rules": "plain", "rule_hash": "0" * 64, "rule_values": {}}


def leg(session, faulty_at=None, **more):
    """Plays a hundred deals, ten at a time; what was played in this session too."""
    worker = Counter(faulty_at)
    with playing(session):
        session.begin(facts, ())
        total, interrupted = play_deals([worker], Batch(0, 100), 10, 1, **more)
    session.directory.close({"games": 0})
    return total, interrupted, worker.played


def pressed_at(games):
    def progress(done, _total):
        if done == games:
            raise KeyboardInterrupt

    return progress


@pytest.mark.parametrize("at", range(10, 100, 10))
def test_every_deal_is_played_once(kept, at):
    _, interrupted, first = leg(kept(), progress=pressed_at(at))
    assert interrupted
    total, interrupted, second = leg(kept())
    assert (total, interrupted) == (Deals(100, sum(range(100))), False)
    assert first + second == list(range(100))


@pytest.mark.parametrize("at", [20, 40, 50, 60])
def test_a_run_that_stops_by_itself_stops_at_the_same_place(kept, at):
    """Where it was ended between a batch and the question whether that was enough, it is asked when it goes on."""
    leg(kept(), progress=pressed_at(at), enough=lambda total: total.blocks == 50)
    total, _, _ = leg(kept(), enough=lambda total: total.blocks == 50)
    assert total.blocks == 50


def test_an_error_keeps_what_was_done(kept):
    session = kept()
    with pytest.raises(ValueError, match="at fault"):
        leg(session, faulty_at=70)
    session.directory.close({"games": 0})
    total, _, played = leg(kept())
    assert total.blocks == 100
    assert played == list(range(70, 100))


def test_an_interrupt_never_falls_between_a_batch_and_its_games(kept, monkeypatch):
    from cactus_sim.simulate.kept_leg import KeptLeg

    added = []

    def press_then_add(_leg, rows):
        _thread.interrupt_main()
        added.append(rows)

    monkeypatch.setattr(KeptLeg, "add_games", press_then_add)
    total, interrupted, _ = leg(kept())
    assert interrupted
    assert total.blocks == 10 * len(added)


@pytest.mark.parametrize("at", [1, 9, 30, 77])
def test_looks_are_at_the_same_places_after_a_run_goes_on(toy, kept, monkeypatch, at):
    monkeypatch.setattr(sys.modules[run_comparison.__module__], "LOOKS_GROW", 1.5)
    plan = plan_comparison(toy, "plain(skill=1)", "plain", target_se=1e-6, games_asked=30_000,
                           max_games=600_000, plain=True, seed=1)  # fmt: skip
    whole = []
    run_comparison(plan, 1, None, lambda found: whole.append(found.result.blocks))
    size = GAMES_A_LOOK // (plan.experiment.rotations * len(plan.experiment.arms))
    session, seen = kept(), []
    with playing(session):
        run_comparison(plan, 1, pressed_at(6 * size * at), lambda found: seen.append(found.result.blocks))
    session.directory.close({"games": 0})
    with playing(kept()):
        run_comparison(plan, 1, None, lambda found: seen.append(found.result.blocks))
    assert len(whole) > 8
    assert sorted(set(seen)) == whole


def test_places_of_looks_grow():
    places = look_places(100)
    found = [next(places) for _ in range(200)]
    assert all(place % 100 == 0 for place in found)
    assert found == sorted(set(found))
    assert found[-1] / found[-2] < 1.05


def test_without_a_session_nothing_is_kept():
    assert current().directory is None
    assert play_deals([Counter()], Batch(5, 3), 2, 1) == (Deals(3, 18), False)


def test_time_is_spent_on_one_thing_at_a_time(monkeypatch):
    clock = iter([0.0, 1.0, 4.0, 10.0])
    monkeypatch.setattr(time, "monotonic", lambda: next(clock))
    session = Session()
    with session.timed("playing"), session.timed("saving"):
        pass
    assert session.times == {"saving": 3.0, "playing": 7.0}


def test_a_games_file_needs_its_segments(tmp_path):
    pytest.importorskip("pyarrow")
    games = GamesFile(tmp_path)
    games.take_up(0, 2)
    (tmp_path / "games").mkdir()
    with pytest.raises(Exception, match="is missing"):
        games.finish()
