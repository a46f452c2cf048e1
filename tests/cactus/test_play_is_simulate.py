"""The game that is told is the one that is counted: every figure is derived from the trace and compared."""

import random
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings

from cactus_sim import play, simulate
from tests.cactus.derived import compare, counted
from tests.cactus.playing import GAME, SEAT, TABLE, Table
from tests.cactus.refereed import PLAYERS, STRATEGIES, mixed_games


@pytest.mark.parametrize("preset", GAME.rule_book.presets)
def test_presets(preset: str) -> None:
    rng = random.Random(f"counts {preset}")
    values = GAME.rule_book.resolve(preset)
    _, most = GAME.players_allowed(values)
    table = Table([rng.choice(PLAYERS) for _ in range(min(4, most))], values)
    compare(table, range(5, 13), "round", seed=3)
    compare(table, range(2), "match", seed=4)


@settings(max_examples=60, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck))
@given(mixed_games())
def test_mixed_house_rules(game: tuple[Table, dict[str, Any]]) -> None:
    table, where = game
    compare(table, range(where["deal"] % (1 << 39), where["deal"] % (1 << 39) + 2), where["unit"], where["seed"])


def test_players_of_one_row_are_counted_together() -> None:
    table = Table(["threshold", "random", "threshold", "early"])
    apart, together = table.count(20), table.count(20, rows=[0, 1, 0, 2])
    assert np.array_equal(together.seat[:, 0], apart.seat[:, 0] + apart.seat[:, 2])
    assert np.array_equal(together.seat[:, 1:], apart.seat[:, [1, 3]])
    assert np.array_equal(together.bins[0], apart.bins[0] + apart.bins[2])
    assert np.array_equal(together.table, apart.table)


@pytest.mark.parametrize("unit", ["round", "match"])
def test_library(unit: str) -> None:
    """`simulate` counts the sum of the games that `play` tells, over all deals and rotations."""
    line_up = [STRATEGIES[0], "threshold(call_at=7)", "random(memory=0.8)"]
    arguments: dict[str, Any] = {"rules": "dutch", "changes": {"tie": "all"}, "unit": unit, "seed": 12}
    result = simulate("cactus", line_up, games=30, jobs=2, **arguments)
    games = [counted(play("cactus", line_up, deal=d, rotation=r, **arguments)) for d in range(10) for r in range(3)]
    assert result.games == len(games)
    for metric in SEAT:
        told = sum(game.of(metric)[0] for game in games)
        sums = [int(result.tally.within[0, 0, 1 + result.layout.column(metric, row)]) for row in range(3)]
        assert sums == told.tolist(), metric
    for metric in TABLE:
        told = sum(game.of(metric)[0] for game in games)
        assert int(result.tally.within[0, 0, 1 + result.layout.column(metric, None)]) == told, metric
    for name in ("totals", "call_totals", "call_rounds", "rounds"):
        told = sum(game.histogram(name) for game in games)
        assert [result.histogram(name, row).tolist() for row in range(3)] == told.tolist()
    share = result.estimate("share", line_up[0])
    assert share.value == pytest.approx(sum(game.of("share")[0, 0] for game in games) / 840 / len(games))
