import json

import numpy as np
import pytest

from cactus_sim import play, simulate
from cactus_sim.errors import UsageError
from cactus_sim.simulate.experiment import Arm, Experiment, line_up_of, rule_set
from cactus_sim.simulate.result import Result
from cactus_sim.simulate.simulation import run_experiment

LINE_UP = ["plain", "plain(skill=2)", "plain"]


@pytest.fixture
def result(toy):
    return simulate(toy, LINE_UP, seed=3, games=600)


@pytest.fixture
def games(toy):
    """Every game, from the trace: totals [deal, rotation, player]."""
    return np.array(
        [
            [play(toy, LINE_UP, seed=3, deal=deal, rotation=turn)[-1]["totals"] for turn in range(3)]
            for deal in range(200)
        ]
    )


def test_a_figure_is_the_mean_of_block_means(result, games):
    means = games[:, :, [0, 2]].mean(axis=(1, 2))
    estimate = result.estimate("total", "plain")
    assert estimate.value == pytest.approx(means.mean())
    assert estimate.se == pytest.approx(means.std(ddof=1) / np.sqrt(200))
    assert estimate.n == 200


def test_a_scaled_figure_is_in_games(result, games):
    best = games.max(axis=2, keepdims=True)
    share = (games == best) / (games == best).sum(axis=2, keepdims=True)
    assert result.estimate("share", "plain(skill=2)").value == pytest.approx(share[:, :, 1].mean())
    both = 2 * result.estimate("share", "plain").value + result.estimate("share", 1).value
    assert both == pytest.approx(1)


def test_a_ratio_is_of_sums(result, games):
    rolls = games - np.array([0, 2, 0])
    zeros = (rolls[:, :, 1] == 0).sum()
    wins = ((rolls[:, :, 1] == 0) & (games[:, :, 1] == games.max(axis=2))).sum()
    assert result.estimate("zero_wins", 1).value == pytest.approx(wins / zeros)


def test_game_figures_have_no_row(result, games):
    assert result.estimate("high", None).value == pytest.approx(games.max(axis=2).mean())


def test_histograms_hold_every_game(result, games):
    assert result.histogram("totals", 1).tolist() == np.bincount(games[:, :, 1].ravel(), minlength=40).tolist()
    assert result.histogram("rolls", 0).sum() == 1200


def test_json_gives_back_the_same_result(result):
    text = result.to_json()
    again = Result.from_json(text)
    assert again.tally == result.tally
    assert again.layout == result.layout
    assert again.to_json() == text
    assert json.loads(text)["schema_version"] == 1


@pytest.mark.parametrize("text", ["", "[]", "{}", "{", '{"schema_version": 99}', "3"])
def test_what_is_no_result_is_refused(text):
    with pytest.raises(UsageError):
        Result.from_json(text)


def test_the_frame_is_tidy(result):
    frame = result.frame()
    assert list(frame.columns) == ["arm", "strategy", "metric", "estimate", "se", "low", "high", "n"]
    assert len(frame) == 2 * 5 + 2
    assert not frame.duplicated(["arm", "strategy", "metric"]).any()


def test_arms_are_paired_by_deals(toy, games):
    rules = rule_set(toy)
    arms = tuple(
        Arm(name, rules, line_up_of(toy, [f"plain(skill={skill})", "plain", "plain"]), (0, 1, 1))
        for name, skill in (("a", 1), ("b", 4))
    )
    found = run_experiment(Experiment(toy, arms, ("me", "field"), "round", 3, 600), jobs=2)
    apart = found.difference("total", "me", "b", "a")
    assert (apart.estimate.value, apart.estimate.se) == (3, 0)
    apart = found.difference("share", 0, 1, 0)
    assert apart.estimate.value == pytest.approx(
        found.estimate("share", 0, 1).value - found.estimate("share", 0, 0).value
    )
    assert apart.gain > 1.2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [(("shore",), "did you mean 'share'"), (("share", "plane"), "did you mean 'plain'"), (("share", 0, "x"), "no arm")],
)
def test_unknown_names_are_refused(result, arguments, message):
    with pytest.raises(UsageError, match=message):
        result.estimate(*arguments)


def test_one_block_has_no_interval(toy):
    found = simulate(toy, LINE_UP, seed=3, games=1)
    assert np.isnan(found.estimate("share").se)
    assert json.loads(found.to_json())["estimates"][0]["se"] is None
