import pytest

from cactus_sim import race
from cactus_sim.analysis.entrants import enter
from cactus_sim.analysis.racing import RaceResult
from cactus_sim.analysis.tournament import run_race
from cactus_sim.errors import UsageError

ENTERED = ["plain", "plain(skill=1)", "plain(skill=3)"]


@pytest.fixture
def found(toy):
    return race(toy, ENTERED, games=6000, seed=1, jobs=1)


def test_the_beaten_are_dropped_and_the_winner_is_confirmed(found):
    assert found.winner == "plain(skill=3)"
    assert [runner.dropped for runner in found.runners] == [False, True, True]
    assert found.runners[0].lag.value == 0
    assert all(runner.lag.value > runner.half for runner in found.runners[1:])
    assert found.fresh.confirmed
    assert found.fresh.strategy == "plain(skill=3)"
    assert found.fresh.rival in ENTERED


def test_it_stops_as_soon_as_it_is_decided(found):
    whole = found.contest.blocks * found.contest.players * len(ENTERED)
    assert found.games < whole / 5
    assert found.runners[1].lag.n % found.cycle == 0


def test_the_dropped_play_no_more(toy):
    found = race(toy, ["plain", "plain(skill=1)", "plain(skill=9)"], changes={"sides": 20}, games=6000, seed=1, jobs=1)
    games = sum(runner.lag.n for runner in found.runners[1:]) + found.runners[1].lag.n
    assert found.games == games * found.contest.players


def test_equal_strategies_stay_undecided(toy):
    found = race(toy, ["plain", "other"], games=1000, players=2, seed=1, jobs=1)
    assert found.winner is None
    assert len(found.left) == 2
    assert found.fresh is None


def test_the_race_asks_what_the_tournament_asks(toy, found):
    from cactus_sim import tournament

    league = tournament(toy, ENTERED, games=6000, seed=2, jobs=1)
    for standing in league.standings:
        runner = next(runner for runner in found.runners if runner.strategy == standing.strategy)
        error = (standing.estimate.se**2 + runner.estimate.se**2) ** 0.5
        assert abs(standing.estimate.value - runner.estimate.value) < 4 * error


def test_the_result_does_not_depend_on_jobs(toy, found):
    assert race(toy, ENTERED, games=6000, seed=1, jobs=3) == found


def test_json_gives_back_the_result(toy, found):
    assert RaceResult.from_json(found.to_json()) == found
    with pytest.raises(UsageError, match="not of a race"):
        RaceResult.from_json('{"schema_version": 1}')


def test_the_frame_has_the_race_and_the_fresh_deals(found):
    frame = found.frame()
    assert list(frame["table"]) == ["race", "race", "race", "fresh"]
    assert frame["lag"].iloc[-1] < 0


def test_an_interrupted_race_says_how_it_stood(toy):
    entrants = enter(toy, ["plain", "other"], games_asked=60_000, players=2, seed=1, race=True)
    toy.interrupt_at = 5000
    found = run_race(entrants, 1)
    assert found.partial
    assert found.winner is None
    assert RaceResult.from_json(found.to_json()).to_json() == found.to_json()


def test_fewer_points_win_where_the_game_says_so(toy):
    assert race(toy, ENTERED, objective="total", games=6000, seed=1, jobs=1).winner == "plain"
