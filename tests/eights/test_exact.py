"""The figures that the rules page knows, counted out."""

from fractions import Fraction

import pytest

from tests.eights import exact


def test_twenty_cards_follow_an_ordinary_top_card() -> None:
    assert {exact.playable_on(top) for top in exact.ordinary_tops()} == {20}
    assert {len(exact.others(top)) for top in exact.ordinary_tops()} == {53}


@pytest.mark.parametrize(("hand_cards", "percent"), [(8, 1.57), (5, 8.27), (2, 38.3), (1, 62.3)])
def test_chance_that_nothing_can_be_played(hand_cards: int, percent: float) -> None:
    chances = {exact.nothing_playable(top, hand_cards) for top in exact.ordinary_tops()}
    assert len(chances) == 1
    digits = 2 if percent < 10 else 1
    assert round(100 * float(chances.pop()), digits) == percent


@pytest.mark.parametrize("hand_cards", [1, 2, 3])
def test_going_through_every_hand_gives_the_same(hand_cards: int) -> None:
    assert exact.nothing_playable("5C", hand_cards) == exact.nothing_playable_counted("5C", hand_cards)


def test_mean_points() -> None:
    assert exact.mean_points() == Fraction(590, 54)
    assert round(float(exact.mean_points()), 3) == 10.926
