"""The figures at the end of the rules page, by counting and by plain enumeration."""

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest

from tests.cactus.exact import (
    chance,
    chi_square,
    chi_square_is_plausible,
    dealt_total,
    deviation,
    first_discard,
    hand_total,
    mean,
)
from tests.cactus.house import PRESETS, house_rules, pack, points, rank


def test_known_figures() -> None:
    total = dealt_total()
    assert sum(total.values()) == 1
    assert mean(total) == Fraction(300, 13)
    assert deviation(total) == pytest.approx(6.641, abs=0.0005)
    assert float(chance(total, lambda t: t <= 5)) == pytest.approx(0.003169, abs=5e-7)
    assert float(chance(total, lambda t: t <= 6)) == pytest.approx(0.005622, abs=5e-7)
    assert float(chance(dealt_total(cards=2), lambda t: t <= 9)) == pytest.approx(0.3243, abs=5e-5)
    assert chance(total, lambda t: t == 0) == Fraction(1, 270_725)
    assert 10 - mean(dealt_total(cards=1)) == 10 - Fraction(300, 52)


def test_counting_agrees_with_enumeration() -> None:
    rules = house_rules()
    values = [points(card, rules) for card in pack(rules)]
    counts = Counter(map(sum, combinations(values, 4)))
    assert dealt_total() == {total: Fraction(count, 270_725) for total, count in sorted(counts.items())}


@pytest.mark.parametrize("preset", PRESETS)
def test_mean_of_a_hand_is_that_of_its_cards(preset: str) -> None:
    rules = house_rules(preset)
    cards = pack(rules)
    assert mean(dealt_total(rules)) == Fraction(4 * sum(points(card, rules) for card in cards), len(cards))


def test_first_discard() -> None:
    assert first_discard() == {rank(card): Fraction(1, 13) for card in pack(house_rules())}
    with_jokers = first_discard(house_rules("cambio"))
    assert with_jokers["X"] == Fraction(1, 27)
    assert with_jokers["A"] == Fraction(2, 27)


def test_negative_points() -> None:
    assert hand_total([-1, 0, 2], 2) == {-1: Fraction(1, 3), 1: Fraction(1, 3), 2: Fraction(1, 3)}


def test_chi_square_tells_a_right_pack_from_a_wrong_one() -> None:
    rng = random.Random(1)
    rules = house_rules()
    values = [points(card, rules) for card in pack(rules)]
    right = Counter(sum(rng.sample(values, 4)) for _ in range(20_000))
    wrong = Counter(sum(rng.choices(values, k=4)) for _ in range(200_000))
    assert chi_square_is_plausible(*chi_square(right, dealt_total()))
    assert not chi_square_is_plausible(*chi_square(wrong, dealt_total()))
    with pytest.raises(ValueError, match="41"):
        chi_square({41: 1}, dealt_total())
