"""Decisions played on from: the books balance, and a small game comes out as worked out by hand."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from cactus_sim.analysis.charting import chart_entry, plan_chart, try_policies
from cactus_sim.analysis.policy import search
from cactus_sim.analysis.study import Setting, run_study, values_of
from cactus_sim.games.cactus.decisions import decide_call
from cactus_sim.games.cactus.strategies.chart import Chart
from cactus_sim.simulate.schedule import Batch
from cactus_sim.strategies.entry import make_entry

SEED = 3
DEALS = 4_000


class Deaf(Chart):
    """Asks its chart whether to call, and does not care what it says."""

    @staticmethod
    def call(mine, table, p):
        return mine.known_points + 6 * mine.unknown <= p.call_at + 0 * decide_call(p.file, mine, table)


def setting_of(**more: object) -> Setting:
    return plan_chart("cactus", "call", seed=SEED, **more).setting  # type: ignore[arg-type]


def the_rule(setting: Setting, most: int = 5) -> np.ndarray:
    """The policy that calls at a total of points known that is at most so high, with no card unknown."""
    options = np.zeros(setting.sizes, np.int64)
    options[: most + 5, 0] = 1
    return options.reshape(-1)


def test_where_options_are_the_same_nothing_differs_in_any_game():
    setting = setting_of()
    setting = replace(setting, decider=make_entry(Deaf, setting.game))
    tally = run_study(setting, the_rule(setting), SEED, Batch(0, DEALS), explore=0.1, jobs=2)
    visits, gained = tally.moments[:, 2, 0], tally.moments[:, 2, 1]
    assert visits.sum() > DEALS
    assert not gained.any()
    assert not tally.moments[:, 2, 3].any()  # no block has any difference, of whatever sign


@pytest.mark.parametrize(("known", "round_"), [(0, 3), (2, 3), (4, 3), (5, 4), (1, 4)])
def test_a_flipped_cell_gains_what_its_decisions_say(known: int, round_: int):
    """In each game a cell with one round is decided in once at most: flipping it changes just what the study plays on.

    So the sums over the same deals are equal to the last unit, not within an error.
    """
    setting = setting_of()
    options = the_rule(setting)
    cell = int(np.ravel_multi_index((known + 4, 0, round_ - 1, 0), setting.sizes))
    flipped = options.copy()
    flipped[cell] = 1 - flipped[cell]
    tally = run_study(setting, options, SEED, Batch(0, DEALS), jobs=2)
    sign = 1 if flipped[cell] == 1 else -1
    told = sign * int(tally.moments[cell, 2, 1])
    result = try_policies(setting, [flipped, options], SEED, DEALS * setting.rotations, jobs=2)
    assert result.blocks == DEALS
    difference = result.difference("share", 0, 0, 1).estimate.value
    assert tally.moments[cell, 2, 0] > 10
    assert round(difference * setting.metric.scale * tally.games) == told


def test_it_does_not_matter_how_many_threads_play():
    setting = setting_of(equilibrium=True)
    tallies = [run_study(setting, the_rule(setting), SEED, Batch(5, 3_000), explore=0.1, jobs=jobs) for jobs in (1, 3)]
    assert (tallies[0].moments == tallies[1].moments).all()
    assert (tallies[0].game_values == tallies[1].game_values).all()


def test_a_chart_that_says_what_threshold_does_plays_as_threshold():
    setting = setting_of()
    entries = [chart_entry(setting, the_rule(setting)), setting.field[0]]
    assert setting.field[0].label == "threshold"
    from cactus_sim.analysis.charting import try_entries

    result = try_entries(setting, entries, SEED, 4_000, jobs=2)
    assert result.difference("share", 0, 0, 1).estimate.value == 0
    assert result.difference("points", 0, 0, 1).estimate.se == 0


# A game small enough to be worked out: two players with one card each, which they know; no powers, no throws, no
# discards taken. Each has two turns (stall_rounds=2), on which it draws a card, keeps the lower one, and may then call
# (call_time=after): the other one still draws once. Lower wins. Only on the first turn does a call change anything.
SMALL = {
    "players_min": 2, "hand_cards": 1, "looked_at": 1, "throw": "none", "take_discard": "false", "power_8": "none",
    "discard_start": "false", "call_under": 0, "cactus_max": 99, "call_time": "after", "stall_rounds": 2,
}  # fmt: skip
PACK = np.array([4] * 10 + [12])
"""How many cards there are of each value: kings are 0, jacks and queens 10."""


@cache
def small_games() -> tuple[tuple[np.ndarray, ...], np.ndarray]:
    """Every way that six cards can come, by value, and in how many orders of the pack it does."""
    cards = tuple(np.indices((11,) * 6).reshape(6, -1))
    ways = np.ones(len(cards[0]), np.int64)
    for place, card in enumerate(cards):
        before = sum((earlier == card).astype(np.int64) for earlier in cards[:place])
        ways *= np.maximum(PACK[card] - before, 0)
    return cards, ways


def share(mine: np.ndarray, other: np.ndarray) -> np.ndarray:
    return np.where(mine == other, 0.5, mine < other)


def exact_gains(calls: np.ndarray) -> np.ndarray:
    """What a call on the first turn gains over playing on, by the card held, over both seats as they come to decide.

    `calls`: whether the other player calls with each card.
    """
    (a, b, first, second, third, fourth), ways = small_games()
    mine, theirs = np.minimum(a, first), np.minimum(b, second)
    later, last = np.minimum(mine, third), np.minimum(theirs, fourth)
    # First to play, with `mine` in hand.
    gain = share(mine, theirs) - share(later, np.where(calls[theirs], theirs, last))
    gained = np.bincount(mine, ways * gain, 11)
    visits = np.bincount(mine, ways, 11)
    # Second to play, with `theirs` in hand, where the first one has not called.
    ways = ways * ~calls[mine]
    gained += np.bincount(theirs, ways * (share(theirs, later) - share(last, later)), 11)
    visits += np.bincount(theirs, ways, 11)
    return gained / visits


def small_setting(**more: object) -> Setting:
    return plan_chart("cactus", "call", players=2, changes=SMALL, seed=SEED, **more).setting  # type: ignore[arg-type]


def calls_of(setting: Setting, options: np.ndarray) -> np.ndarray:
    return options.reshape(setting.sizes)[4:15, 0, 0, 0] == 1


def test_best_reply_in_a_small_game_is_the_exact_one():
    setting = small_setting(field=["threshold(call_at=3)"])
    found = search(setting, SEED, 40_000, jobs=2)
    exact = exact_gains(np.arange(11) <= 3)
    tally = run_study(setting, found.options, SEED, Batch(found.deals, 40_000), jobs=2)
    mean, error = (
        numbers.reshape(setting.sizes)[4:15, 0, 0, 0] for numbers in values_of(setting, tally).difference(0, 1)
    )
    assert (np.abs(mean - exact) < 4 * error).all()
    clear = np.abs(exact) > 0.01
    assert clear.sum() > 5
    assert (calls_of(setting, found.options) == (exact > 0))[clear].all()
    assert len(set(calls_of(setting, found.options))) == 2


def test_equilibrium_of_a_small_game_is_the_exact_one():
    setting = small_setting(equilibrium=True)
    found = search(setting, SEED, 80_000, jobs=2)
    # A fixed point: with all gains worked out for players who both play so, nobody would decide otherwise.
    calls = calls_of(setting, found.options)
    exact = exact_gains(calls)
    clear = np.abs(exact) > 0.005
    assert clear.sum() > 8
    assert (calls == (exact > 0))[clear].all()
    # And the one that exact policy iteration comes to.
    own = np.zeros(11, bool)
    for _ in range(20):
        own = exact_gains(own) > 0
    assert (own == calls)[clear].all()
    assert len(set(own)) == 2
