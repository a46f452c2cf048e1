"""Thousands of games of the stacking game in the kernel and in the slow readable twin, event for event."""

import pytest

from tests.balance.playing import STRATEGIES
from tests.balance.test_twin import unlike


@pytest.mark.parametrize("strategies", [("random",), STRATEGIES], ids=["random", "all"])
def test_games_are_those_of_the_twin(strategies: tuple[str, ...]) -> None:
    assert unlike(strategies, 4000, seed=12) == []
