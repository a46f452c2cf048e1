"""The decision between the safest perch and the one that earns most, played on from: the books balance."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from cactus_sim.analysis.charting import plan_chart, try_policies
from cactus_sim.analysis.study import Setting, run_study, values_of
from cactus_sim.games.balance.decisions import EARN, SAFE, band_of, decide_risk, fall_of, flowers_of, richest, safest
from cactus_sim.games.balance.strategies.chart import Chart
from cactus_sim.games.balance.view import FREE
from cactus_sim.games.decisions import cells
from cactus_sim.simulate.schedule import Batch
from cactus_sim.strategies.entry import make_entry
from tests.balance.playing import Position, plain
from tests.balance.test_rules import BAR, BLOCK, BLUE, DISC, GREEN, RED, look, piece

SEED = 4


class Deaf(Chart):
    """Asks its chart, and does not care what it says."""

    @staticmethod
    def place(mine, table, p):
        safe, rich = safest(mine, table), richest(mine, table)
        return safe + 0 * decide_risk(p.file, mine, table, safe, rich)


def setting_of(**more: object) -> Setting:
    return plan_chart("balance", "risk", field=["careful"], players=3, seed=SEED, **more).setting  # type: ignore[arg-type]


def test_where_options_are_the_same_nothing_differs_in_any_game():
    setting = setting_of()
    setting = replace(setting, decider=make_entry(Deaf, setting.game))
    tally = run_study(setting, setting.silent(), SEED, Batch(0, 500), explore=0.1, jobs=2)
    options = len(setting.decision.options)
    assert tally.moments[:, :options, 0].sum() > 100
    assert not tally.moments[:, options:, 1].any()
    assert not tally.moments[:, options:, 3].any()


def test_a_changed_policy_gains_what_its_decisions_say():
    """Of a cell that comes up once a game at most, nearly, the gain is what the play-outs say, within the error."""
    setting = setting_of()
    safe = np.full(cells(setting.sizes), SAFE, np.int64)
    rich = safe.reshape(setting.sizes).copy()
    rich[0, 1] = EARN  # two flowers more in sight for less than 2 % more risk
    flipped = np.flatnonzero(rich.reshape(-1))
    tally = run_study(setting, safe, SEED, Batch(0, 4_000), jobs=2)
    values = values_of(setting, tally)
    mean, error = values.difference(SAFE, EARN)
    (cell,) = flipped
    assert values.visits[cell] > 200
    told = -mean[cell] * values.visits[cell] / tally.games
    result = try_policies(setting, [rich.reshape(-1), safe], SEED, tally.games, jobs=2)
    seen = result.difference("share", 0, 0, 1).estimate
    assert abs(told) > 0
    assert abs(seen.value - abs(told)) < 4 * max(seen.se, error[cell] * values.visits[cell] / tally.games)


@pytest.mark.parametrize(
    ("chance", "band"),
    [(-0.1, 0), (0.019, 0), (0.02, 1), (0.05, 2), (0.1, 3), (0.25, 4), (0.49, 5), (0.6, 6), (0.9, 7)],
)
def test_bands_of_chances(chance, band):
    assert band_of.py_func(chance) == band


def test_the_safest_and_the_richest_are_what_they_say():
    position = Position(hand_mm=4.0)
    table, me = position.table, position.mine[0]
    for shape, colour, place in ((BAR, RED, 0), (BLOCK, RED, 8), (DISC, BLUE, 9), (BAR, GREEN, 16)):
        position.lay(piece(shape, colour), place)
    table.face, table.cactus = FREE, 0
    me.pieces = sum(1 << piece(shape, RED) for shape in range(5) if shape not in (BAR, BLOCK))
    assert look(table, me)
    safe, rich = plain(safest)(me, table), plain(richest)(me, table)
    options = [
        (number * 64 + place)
        for number in range(35) if int(me.pieces) >> number & 1
        for place in range(40) if int(me.open[number]) >> place & 1
    ]  # fmt: skip
    falls = {answer: plain(fall_of)(me, table, answer) for answer in options}
    flowers = {answer: plain(flowers_of)(table, answer) for answer in options}
    assert falls[safe] == min(falls.values())
    assert flowers[rich] == max(flowers.values()) == 1
    assert falls[rich] == min(falls[answer] for answer in options if flowers[answer] == flowers[rich])
