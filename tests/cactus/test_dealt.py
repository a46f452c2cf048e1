"""A million deals of the kernel against exact chances."""

from collections import Counter
from fractions import Fraction
from math import sqrt

import pytest

from tests.cactus.dealt import calls_at, dealt_totals, first_discards
from tests.cactus.exact import (
    chance,
    chi_square,
    chi_square_is_plausible,
    dealt_total,
    deviation,
    first_discard,
    mean,
)
from tests.cactus.house import RANKS
from tests.cactus.playing import so_many

DEALS = so_many(1_000_000, 3000)
SIGMAS = 4.5
"""With some twenty comparisons by chance at fixed seeds: one in 7,000."""


@pytest.fixture(scope="module")
def totals():
    return dealt_totals(DEALS)


def within(count: int, trials: int, probability: Fraction) -> bool:
    p = float(probability)
    return abs(count - trials * p) <= SIGMAS * sqrt(trials * p * (1 - p))


def test_totals_of_each_hand(totals) -> None:
    """Every player's total has the distribution of four cards of the pack."""
    for counts in totals[0]:
        assert counts.total() == DEALS
        assert chi_square_is_plausible(*chi_square(counts, dealt_total()), SIGMAS)


def test_mean_and_deviation(totals) -> None:
    exact, spread = dealt_total(), deviation(dealt_total())
    assert mean(exact) == Fraction(300, 13)
    for counts in totals[0]:
        found = sum(total * n for total, n in counts.items()) / DEALS
        assert abs(found - 300 / 13) < SIGMAS * spread / sqrt(DEALS)
        variance = sum((total - found) ** 2 * n for total, n in counts.items()) / DEALS
        assert sqrt(variance) == pytest.approx(6.641, abs=30 / sqrt(DEALS))


def test_low_hands(totals) -> None:
    exact = dealt_total()
    for limit, stated in ((5, 0.3169), (6, 0.5622)):
        probability = chance(exact, lambda total, limit=limit: total <= limit)
        assert float(100 * probability) == pytest.approx(stated, abs=0.00005)
        for counts in totals[0]:
            assert within(sum(n for total, n in counts.items() if total <= limit), DEALS, probability)


def test_dealt_royals(totals) -> None:
    """1 hand in 270,725: all four players' hands of all deals together."""
    royals = sum(counts[0] for counts in totals[0])
    assert within(royals, 4 * DEALS, Fraction(1, 270_725))
    assert royals > 0 or DEALS < 1_000_000


def test_hands_of_one_deal_go_together_as_parts_of_one_pack(totals) -> None:
    """What one holds the other has not: the covariance of two hands is −16 σ² / 51, σ² being that of one card."""
    square = sum(points**2 * weight for points, weight in dealt_total(cards=1).items())
    variance = square - Fraction(300, 52) ** 2
    counts, products = totals
    means = [sum(total * n for total, n in row.items()) / DEALS for row in counts]
    for one in range(4):
        for other in range(one):
            covariance = products[one, other] - means[one] * means[other]
            assert abs(covariance + float(16 * variance) / 51) < SIGMAS * deviation(dealt_total()) ** 2 / sqrt(DEALS)


def test_first_discard() -> None:
    found, exact = first_discards(DEALS), first_discard()
    places = {place: exact[name] for place, name in enumerate(RANKS[:13])}
    counts = Counter({RANKS.index(name): n for name, n in found.items()})
    assert counts.total() == DEALS
    assert chi_square_is_plausible(*chi_square(counts, places), SIGMAS)


def test_two_cards_looked_at() -> None:
    probability = chance(dealt_total(cards=2), lambda total: total <= 9)
    assert float(100 * probability) == pytest.approx(32.43, abs=0.005)
    assert within(calls_at(9, DEALS), DEALS, probability)
