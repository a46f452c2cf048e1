"""The kernel and the twin play `random` against each other by the same rules: are their games alike?"""

import random
from collections.abc import Iterable
from typing import Any

import numpy as np

from tests.cactus import twin
from tests.cactus.exact import chi_square_is_plausible
from tests.cactus.playing import Table

SEATS = ("total", "points", "calls", "failed_calls", "royals", "emptied", "throws_right", "throws_wrong", "wins")
GAMES = ("rounds", "turns", "called", "stock_out", "emptied_end", "stalled")
SIGMAS = 5.0
"""A comparison is failed beyond so many standard deviations. With 60 comparisons a run that is a chance of 1 in 50,000;
the seeds are fixed, so a run that passes always passes."""


def of_kernel(rules: dict[str, Any], players: int, games: int) -> dict[str, np.ndarray]:
    """Values by what is counted and for whom: a number for each game."""
    table = Table(["random"] * players, rules)
    counts = table.count(games, rotations=1, seed=99)
    values = {f"{metric} {p}": counts.of(metric)[:, p] for metric in SEATS for p in range(players)}
    return values | {metric: counts.of(metric) for metric in GAMES}


def of_twin(rules: dict[str, Any], players: int, games: int) -> dict[str, np.ndarray]:
    """The same of the twin."""
    rng = random.Random("kernel and twin")
    outcomes = [twin.play(players, rng, rules) for _ in range(games)]
    lists = {
        "total": [o.totals for o in outcomes],
        "points": [o.points for o in outcomes],
        "calls": [o.calls for o in outcomes],
        "failed_calls": [o.failed for o in outcomes],
        "throws_right": [o.right for o in outcomes],
        "throws_wrong": [o.wrong for o in outcomes],
        "royals": [marks(o.royal, players) for o in outcomes],
        "wins": [marks(o.winners, players) for o in outcomes],
        "emptied": [[int(not any(hand)) for hand in o.events[-1]["hands"]] for o in outcomes],
    }
    assert set(lists) == set(SEATS)
    values = {f"{metric} {p}": np.array(rows)[:, p] for metric, rows in lists.items() for p in range(players)}
    reasons = {"called": "called", "stock_out": "stock", "emptied_end": "empty", "stalled": "stalled"}
    values |= {metric: np.array([o.reason == word for o in outcomes], int) for metric, word in reasons.items()}
    return values | {"rounds": np.array([o.rounds for o in outcomes]), "turns": np.array([o.turns for o in outcomes])}


def marks(players: Iterable[int], count: int) -> list[int]:
    return [int(player in set(players)) for player in range(count)]


def two_sample_chi_square(one: np.ndarray, other: np.ndarray, least: float = 20.0) -> tuple[float, int]:
    """Chi-square of two samples of whole numbers, and its degrees of freedom; neighbouring values are pooled.

    A cell has at least `least` expected of the smaller sample, so that the approximation holds at five deviations.
    """
    values = np.union1d(one, other)
    counts = np.array([[np.count_nonzero(sample == value) for value in values] for sample in (one, other)], float)
    share = min(len(one), len(other)) / (len(one) + len(other))
    cells: list[np.ndarray] = [np.zeros(2)]
    for column in counts.T:
        if cells[-1].sum() * share >= least:
            cells.append(np.zeros(2))
        cells[-1] = cells[-1] + column
    if len(cells) > 1 and cells[-1].sum() * share < least:
        last = cells.pop()
        cells[-1] = cells[-1] + last
    table = np.array(cells)
    expected = table.sum(axis=1, keepdims=True) * np.array([len(one), len(other)]) / (len(one) + len(other))
    return float(((table - expected) ** 2 / expected).sum()), len(cells) - 1


def unlike(rules: dict[str, Any], players: int, twin_games: int, kernel_games: int) -> list[str]:
    """What is counted otherwise by the kernel than by the twin."""
    kernel, slow = of_kernel(rules, players, kernel_games), of_twin(rules, players, twin_games)
    assert set(kernel) == set(slow)
    found = []
    for name, values in kernel.items():
        statistic, freedom = two_sample_chi_square(values, slow[name])
        if freedom and not chi_square_is_plausible(statistic, freedom, SIGMAS):
            found.append(f"{name}: chi-square {statistic:.1f} at {freedom}; means {values.mean()}, {slow[name].mean()}")
    return found
