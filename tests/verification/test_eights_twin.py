"""The kernel against the slow readable twin, strategy `random`: the same distributions under every preset."""

from __future__ import annotations

import random
from math import sqrt
from statistics import fmean, pvariance

import pytest

from tests.eights import twin
from tests.eights.house import PRESETS, house_rules
from tests.eights.playing import counted, ready

GAMES, TWIN_GAMES = 20_000, 600


@pytest.mark.parametrize(("players", "attention"), [(2, 1.0), (3, 0.7), (4, 1.0), (5, 0.8)])
@pytest.mark.parametrize("preset", PRESETS)
def test_random_games_are_spread_as_those_of_the_twin(preset: str, players: int, attention: float) -> None:
    rng, rules = random.Random(f"{preset} {players}"), house_rules(preset, dealer="last_seat")
    slow = [twin.play(players, rng, rules, attention=attention) for _ in range(TWIN_GAMES)]
    entry = "random" if attention == 1 else f"random(attention={attention})"
    fast = counted(ready([entry] * players, preset, dealer="last_seat"), GAMES, seed=11)
    figures = {
        "turns": ([outcome.turns for outcome in slow], fast.game["turns"]),
        "plays": ([outcome.plays for outcome in slow], fast.seat["plays"].sum(axis=1)),
        "draws": ([outcome.draws for outcome in slow], fast.seat["draws"].sum(axis=1)),
        "passes": ([outcome.passes for outcome in slow], fast.seat["passes"].sum(axis=1)),
        "nominations": ([outcome.named for outcome in slow], fast.seat["nominations"].sum(axis=1)),
        "cards drawn": ([outcome.cards_drawn for outcome in slow], fast.seat["cards_drawn"].sum(axis=1)),
        "cards left": ([sum(outcome.cards_left) for outcome in slow], fast.seat["cards_left"].sum(axis=1)),
        "points": ([sum(outcome.points) for outcome in slow], fast.seat["points"].sum(axis=1)),
        "out": ([outcome.reason == "out" for outcome in slow], fast.game["ended_out"]),
        "blocked": ([outcome.reason == "blocked" for outcome in slow], fast.game["blocked"]),
        "stalled": ([outcome.reason == "stalled" for outcome in slow], fast.game["stalled"]),
    }
    far = {}
    for name, (theirs, ours) in figures.items():
        error = sqrt(pvariance(map(float, theirs)) / TWIN_GAMES + ours.var() / GAMES)
        apart = fmean(map(float, theirs)) - float(ours.mean())
        if abs(apart) > 4.5 * error + 1e-12:
            far[name] = (fmean(map(float, theirs)), float(ours.mean()), apart / max(error, 1e-12))
    assert far == {}
