"""Decisions of 8 Américain played on from: the books balance; advice on positions."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from cactus_sim.analysis.advice import checked_position, position_of
from cactus_sim.analysis.charting import plan_chart, try_policies
from cactus_sim.analysis.decide import advise
from cactus_sim.analysis.study import Setting, run_study, values_of
from cactus_sim.errors import UsageError
from cactus_sim.games.decisions import cells
from cactus_sim.games.eights.decisions import decide_colour, decide_hold
from cactus_sim.games.eights.strategies.base import chosen_suit
from cactus_sim.games.eights.strategies.chart import Chart
from cactus_sim.games.eights.strategies.shedder import card_to_shed
from cactus_sim.simulate.schedule import Batch
from cactus_sim.strategies.entry import make_entry

SEED = 4


class Deaf(Chart):
    """Asks its chart, and does not care what it says."""

    @staticmethod
    def play(mine, table, p):
        return card_to_shed(mine, table, mine.playable) + 0 * decide_hold(p.file, mine, table)

    @staticmethod
    def name_suit(mine, table, p):
        return chosen_suit(mine, table, p.colour) + 0 * decide_colour(p.file, mine, table)


def setting_of(kind: str, **more: object) -> Setting:
    return plan_chart("eights", kind, field=["shedder"], players=3, seed=SEED, **more).setting  # type: ignore[arg-type]


@pytest.mark.parametrize(("kind", "unit"), [("hold", "round"), ("colour", "round"), ("hold", "match")])
def test_where_options_are_the_same_nothing_differs_in_any_game(kind: str, unit: str):
    setting = setting_of(kind, unit=unit)
    setting = replace(setting, decider=make_entry(Deaf, setting.game))
    deals = 2_000 if unit == "round" else 60
    tally = run_study(setting, setting.silent(), SEED, Batch(0, deals), explore=0.1, jobs=2)
    options = len(setting.decision.options)
    assert tally.moments[:, :options, 0].sum() > 100
    assert not tally.moments[:, options:, 1].any()
    assert not tally.moments[:, options:, 3].any()


def test_a_changed_policy_gains_what_its_decisions_say():
    """Spending an eight with one card beside it is decided once a game, nearly: the rest is within the error."""
    setting = setting_of("hold")
    hold = np.zeros(cells(setting.sizes), np.int64)
    spend = hold.reshape(setting.sizes).copy()
    spend[1, 2, 0] = 1  # two cards in hand, the others have three or more
    flipped = np.flatnonzero(spend.reshape(-1))
    tally = run_study(setting, hold, SEED, Batch(0, 8_000), jobs=2)
    values = values_of(setting, tally)
    mean, error = values.difference(0, 1)
    (cell,) = flipped
    assert values.visits[cell] > 200
    told = mean[cell] * values.visits[cell] / tally.games
    result = try_policies(setting, [spend.reshape(-1), hold], SEED, tally.games, jobs=2)
    seen = result.difference("share", 0, 0, 1).estimate
    assert told < 0
    assert abs(seen.value - told) < 4 * max(seen.se, error[cell] * values.visits[cell] / tally.games)
    assert abs(seen.value - told) < abs(told) / 2


def position(**given: str):
    plan = plan_chart("eights", "hold", players=4, field=["chart"])
    return position_of(plan, checked_position(plan.setting.game, given))


def test_a_hand_of_one_card_that_fits_is_played():
    placed = position(hand="5H", top="5C", counts="4,3,7")
    assert (placed.forced, placed.forced_card) == ("forced_play", 4 * 4 + 1)
    assert advise("eights", {"hand": "5H", "top": "5C", "counts": "4,3,7"}, players=4, play_outs=100) == ()


def test_where_nothing_fits_one_draws():
    assert position(hand="5H KD", top="9C", counts="4,3,7").forced == "forced_draw"
    assert position(hand="5H KD", top="8C", suit="D", counts="4,3,7").forced == "forced_play"


def test_an_eight_is_kept_while_another_card_fits():
    (advice,) = advise("eights", {"hand": "8H 5S KD", "top": "5C", "counts": "4,3,7"}, players=4, play_outs=1_000)
    assert [one.name for one in advice.options] == ["other", "eight"]
    assert advice.clear


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"hand": "5H", "top": "5C"}, "--counts is missing"),
        ({"hand": "5", "top": "5C", "counts": "1,1,1"}, "--hand 5"),
        ({"hand": "5H", "top": "5H", "counts": "1,1,1"}, "--top 5H"),
        ({"hand": "5H", "top": "5C", "counts": "1,1"}, "--counts 1,1"),
        ({"hand": "5H", "top": "5C", "counts": "30,30,1"}, "are left"),
        ({"hand": "5H", "top": "5C", "counts": "1,1,1", "suit": "Z"}, "--suit Z"),
    ],
)
def test_what_is_no_position_is_refused(given: dict[str, str], said: str):
    with pytest.raises(UsageError, match=said):
        advise("eights", given, players=4, play_outs=100)
