"""Many games of `random` players in the kernel and in the twin, by every preset and by house rules."""

import pytest

from tests.cactus.house import PRESETS, house_rules
from tests.cactus.twin_compared import unlike

HOUSE_RULES = (
    {"call_time": "before", "final_turns": 2, "looked_at": 4},
    {"wrong_throws_max": 1, "penalty_cards": 2, "empty_hand": "calls"},
    {"power_when": "turn_discard", "power_9": "look_swap", "power_jack": "swap_any", "wrong_card": "returns"},
    {"hand_cards": 2, "throw_who": "first", "empty_hand": "ends", "jokers": 2, "joker": -2},
    {"take_discard": False, "stock_out": "end", "call_under": 3, "penalty_cards": 3},
)


@pytest.mark.parametrize("preset", PRESETS)
def test_presets(preset: str) -> None:
    assert unlike(house_rules(preset), players=4, twin_games=20_000, kernel_games=400_000) == []


@pytest.mark.parametrize("changes", HOUSE_RULES, ids=range(len(HOUSE_RULES)))
def test_house_rules(changes: dict) -> None:
    assert unlike(house_rules(**changes), players=3, twin_games=20_000, kernel_games=400_000) == []
