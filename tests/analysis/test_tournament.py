import math

import numpy as np
import pytest

from cactus_sim import tournament
from cactus_sim.analysis.entrants import enter
from cactus_sim.analysis.league import TournamentResult
from cactus_sim.analysis.tournament import run_tournament
from cactus_sim.errors import UsageError

ENTERED = ["plain", "plain(skill=2)", "other"]


@pytest.fixture
def found(toy):
    return tournament(toy, ENTERED, games=1800, seed=1, jobs=1)


def mean_of(found, strategy, mixes):
    cells = {(payoff.mix, payoff.strategy): payoff.estimate.value for payoff in found.payoffs}
    return np.mean([cells[mix, strategy] for mix in mixes])


def test_every_mix_is_played_on_the_same_deals(found):
    assert len(found.mixes) == 10
    assert (found.games, found.blocks) == (1800, 600)
    assert len(found.payoffs) == 3 * 6


def test_shares_of_a_table_add_up(found):
    for mix in found.mixes:
        cells = {payoff.strategy: payoff.estimate.value for payoff in found.payoffs if payoff.mix == mix}
        seats = zip(mix, found.contest.strategies, strict=True)
        assert sum(count * cells[name] for count, name in seats if count) == pytest.approx(1)


def test_a_standing_is_the_mean_over_the_fields(found):
    for standing in found.standings:
        mine = found.contest.strategies.index(standing.strategy)
        mixes = [mix for mix in found.mixes if mix[mine]]
        assert len(mixes) == len(found.fields)
        assert standing.estimate.value == pytest.approx(mean_of(found, standing.strategy, mixes))


def test_a_duel_is_fought_where_both_sit(found):
    duel = next(duel for duel in found.duels if (duel.strategy, duel.rival) == ("plain(skill=2)", "plain"))
    both = [mix for mix in found.mixes if mix[0] and mix[1]]
    lead = mean_of(found, "plain(skill=2)", both) - mean_of(found, "plain", both)
    assert duel.lead.value == pytest.approx(lead)
    assert duel.apart == 1
    back = next(duel for duel in found.duels if (duel.strategy, duel.rival) == ("plain", "plain(skill=2)"))
    assert (back.lead.value, back.lead.se, back.apart) == (-duel.lead.value, duel.lead.se, -1)


def test_ranks_tell_the_better_and_leave_the_equal(found):
    ranks = {standing.strategy: standing.ranks for standing in found.standings}
    assert ranks == {"plain(skill=2)": (1, 1), "plain": (2, 3), "other": (2, 3)}
    assert found.behind_first == (False, True, True)


def test_ratings_expect_the_orders_that_were_seen(toy):
    """At tables of two every pair's orders are those of the duel, so the odds are what was counted."""
    found = tournament(toy, ["plain", "plain(skill=3)"], games=4000, players=2, seed=1, jobs=1)
    low, high = (estimate.value for estimate in found.ratings)
    ahead = 1 / (1 + math.exp(low - high))
    share = next(p.estimate.value for p in found.payoffs if p.mix == (1, 1) and p.strategy == "plain(skill=3)")
    assert ahead == pytest.approx(share)
    assert low + high == pytest.approx(0)
    assert found.ratings[0].se > 0


def test_a_population_takes_up_what_is_better(found):
    first = found.evolution.places[0]
    assert (first.word, first.basin, first.shares.tolist()) == ("stable", 1.0, [0, 1, 0])
    frame = found.paths()
    assert frame.groupby("time")["part"].sum().to_numpy() == pytest.approx(1)
    last = frame[frame["time"] == frame["time"].max()].set_index("strategy")["part"]
    assert last["plain(skill=2)"] > 0.99


def test_fewer_points_are_better_where_the_game_says_so(toy):
    found = tournament(toy, ENTERED, objective="total", games=300, seed=1, jobs=1)
    assert found.standings[-1].strategy == "plain(skill=2)"
    assert found.standings[-1].lag.value > 0
    assert found.evolution.places[-1].shares.tolist() == [0, 1, 0]


def test_a_sample_of_mixes_has_no_evolution(toy):
    entered = [f"plain(skill={skill})" for skill in range(5)]
    found = tournament(toy, entered, mixes=34, games=60, seed=1, jobs=1)
    assert not found.contest.complete
    assert len(found.mixes) <= 34
    assert found.evolution is None
    assert found.standings[0].strategy == "plain(skill=4)"
    with pytest.raises(UsageError, match="all mixes"):
        found.paths()


def test_the_frame_is_tidy(found):
    frame = found.frame()
    assert set(frame["table"]) == {"standing", "lag", "rating", "duel", "payoff", "resting"}
    assert not frame.duplicated(["table", "strategy", "rival", "mix"]).any()
    standing = found.frame("standing")
    assert list(standing["word"]) == ["first", "behind", "behind"]
    assert {"rank_low", "rank_high", "low", "high", "n"} <= set(standing.columns)
    assert "rival" not in standing.columns


def test_json_gives_back_the_result(found):
    again = TournamentResult.from_json(found.to_json())
    assert again.tally == found.tally
    assert again.to_json() == found.to_json()
    with pytest.raises(UsageError, match="not of a tournament"):
        TournamentResult.from_json('{"schema_version": 1}')


def test_the_result_does_not_depend_on_jobs(toy, found):
    assert tournament(toy, ENTERED, games=1800, seed=1, jobs=3).to_json() == found.to_json()


def test_an_interrupted_tournament_keeps_the_first_deals(toy):
    entrants = enter(toy, ENTERED, games_asked=60_000, seed=1)
    toy.interrupt_at = 8000
    found = run_tournament(entrants, 1)
    assert found.partial
    assert 0 < found.blocks < 20_000
    whole = run_tournament(enter(toy, ENTERED, games_asked=3 * found.blocks, seed=1), 1)
    assert whole.tally == found.tally


def test_one_deal_has_no_intervals(toy):
    found = tournament(toy, ENTERED, games=1, seed=1, jobs=1)
    assert all(standing.ranks == (1, 3) for standing in found.standings)
    assert found.evolution is None
    assert found.to_json()


@pytest.mark.parametrize(
    ("entered", "message"),
    [
        (["plain"], "at least two"),
        (["plain", "plain(skill=0)"], "entered twice"),
        (["plain", "plian"], "did you mean 'plain'"),
        ([], "at least one"),
    ],
)
def test_bad_entries_are_refused(toy, entered, message):
    with pytest.raises(UsageError, match=message):
        tournament(toy, entered, seed=1)


def test_all_strategies_play_by_default(toy, monkeypatch):
    entrants = enter(toy, games_asked=3)
    assert set(entrants.contest.strategies) == {"plain", "faulty", "other"}
    assert entrants.contest.players == 3


@pytest.mark.parametrize(
    ("game", "entered"), [("cactus", ["threshold", "random", "early"]), ("eights", ["greedy", "random", "shedder"])]
)
def test_real_games(game, entered):
    found = tournament(game, entered, players=3, unit="round", games=600, seed=1, jobs=1)
    assert found.standings[-1].strategy == "random"
    for mix in found.mixes:
        cells = {payoff.strategy: payoff.estimate.value for payoff in found.payoffs if payoff.mix == mix}
        seats = zip(mix, entered, strict=True)
        assert sum(count * cells[name] for count, name in seats if count) == pytest.approx(1)
    assert sum(rating.value for rating in found.ratings) == pytest.approx(0, abs=1e-9)
