"""Random mixes of house rules, for games that no preset has."""

import random
from typing import Any

from tests.cactus.house import POWER_RANKS, house_rules

POWERS = ("none", "peek_own", "look_other", "swap_blind", "swap_any", "look_swap", "give")
CHOICES: dict[str, tuple[Any, ...]] = {
    "packs": (1, 1, 2), "jokers": (0, 0, 1, 2), "ace": (1, 11), "jack": (10, 11), "queen": (10, 12),
    "red_king": (0, -1, 25), "black_king": (0, 13), "joker": (0, -2, 20), "hand_cards": (1, 2, 4, 5),
    "discard_start": (True, True, False), "looked_at": (0, 1, 2, 4), "take_discard": (True, True, False),
    "power_when": ("drawn", "turn_discard", "any_discard"), "power_card_kept": (False, True),
    "multi_swap": (False, True), "throw": ("own", "own", "any", "none"), "throw_on_start": (True, False),
    "throw_who": ("all", "first"), "penalty_cards": (0, 1, 1, 2, 3), "wrong_card": ("stays", "returns"),
    "wrong_throws_max": (0, 0, 1, 2), "call_under": (0, 6, 6, 7, 15), "call_time": ("instead", "after", "before"),
    "final_turns": (0, 1, 1, 2), "caller_throws": (True, False), "caller_frozen": (True, False),
    "cactus_max": (5, 6, 99), "winner_needs_cactus": (True, False), "tie": ("all", "caller", "others"),
    "empty_hand": ("plays_on", "ends", "calls"), "stock_out": ("reshuffle", "end"), "stall_rounds": (1, 5, 100),
    "match_points": (20, 50, 100), "fail_points": (0, 5), "not_lowest_points": (0, 10),
    "winner_zero": (True, False), "caller_zero": (True, False), "bounce": ("never", "once", "always"),
    "kamikaze_hand": (0, 50),
}  # fmt: skip


def random_rules(rng: random.Random) -> dict[str, Any]:
    """A mix with about a third of the rules changed, and every second card a power; 2 to 8 may play."""
    changes = {name: rng.choice(values) for name, values in CHOICES.items() if rng.random() < 0.35}
    changes |= {f"power_{name}": rng.choice(POWERS) for name in POWER_RANKS if rng.random() < 0.5}
    rules = house_rules(**changes, players_min=2, players_max=8)
    rules["looked_at"] = min(rules["looked_at"], rules["hand_cards"])
    return rules


def players_for(rules: dict[str, Any], rng: random.Random) -> int:
    """A number of players whom the pack suffices to deal to."""
    cards = 52 * rules["packs"] - 1
    most = min(8, rules["players_max"], cards // rules["hand_cards"])
    return rng.randint(max(2, rules["players_min"]), most)
