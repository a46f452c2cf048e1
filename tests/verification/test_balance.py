"""The stacking game at length: the tower riddle, the hand's numbers, and many games under the referee's eyes."""

from __future__ import annotations

import math

import numpy as np
from scipy import stats

from tests.balance.playing import mixed_games
from tests.balance.referee import check
from tests.balance.test_physics import RIDDLER, draw, mean_tower


def test_ten_million_towers_fall_when_the_riddle_says() -> None:
    mean, error = mean_tower(10_000_000, 2)
    print(f"\nmean number of blocks until a tower falls: {mean:.4f} ± {1.96 * error:.4f} (the riddle: {RIDDLER})")
    assert abs(mean - RIDDLER) < 3.5 * error
    assert error < 0.0013


def test_a_hundred_million_numbers_of_the_hand_are_normal() -> None:
    edges = stats.norm.ppf(np.arange(1, 1000) / 1000)
    counts = np.zeros(1000, np.int64)
    stream = np.array([99, 0x9E3779B97F4A7C15], np.uint64)
    found = np.empty(1_000_000)
    largest = 0.0
    for _ in range(100):
        draw(stream, found)
        counts += np.bincount(np.searchsorted(edges, found), minlength=1000)
        largest = max(largest, float(np.abs(found).max()))
    expected = counts.sum() / 1000
    chance = stats.chi2.sf(float(((counts - expected) ** 2 / expected).sum()), 999)
    print(f"\nchi-square over 1000 bins: chance {chance:.3f}; largest number {largest:.2f}")
    assert chance > 1e-4
    assert 5.0 < largest < 7.0
    assert math.isclose(counts.sum(), 1e8)


def test_mixed_house_rules() -> None:
    for events in mixed_games(2500, seed=11):
        check(events)
