"""Cards, points, powers and presets as the rules page states them, written apart from the package.

A card is its text in a trace: `10H`, `KS`, jokers `X1` and `X2`. Rules are a plain mapping from rule name to value.
"""

from collections.abc import Mapping
from typing import Any

Rules = Mapping[str, Any]

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "X")
SUITS = ("S", "H", "D", "C")
JOKERS = ("X1", "X2")
CARDS = tuple(rank + suit for rank in RANKS[:13] for suit in SUITS) + JOKERS
MOST_PLACES = 32
MOST_THROWS = 64
MOST_HANDS = 4095

RULE_OF_RANK = {"A": "ace", "J": "jack", "Q": "queen"}
POWER_RANKS = ("ace", *RANKS[1:10], "jack", "queen", "red_king", "black_king", "joker")

GAMELIA: dict[str, Any] = {
    "packs": 1, "jokers": 0, "ace": 1, "jack": 10, "queen": 10, "red_king": 0, "black_king": 0, "joker": 0,
    "players_min": 3, "players_max": 6, "hand_cards": 4, "discard_start": True, "looked_at": 2,
    "take_discard": True, **{f"power_{rank}": "none" for rank in POWER_RANKS}, "power_8": "peek_own",
    "power_when": "drawn", "power_card_kept": False, "multi_swap": False, "throw": "own",
    "throw_on_start": True, "throw_who": "all", "penalty_cards": 1, "wrong_card": "stays",
    "wrong_throws_max": 0, "call_under": 6, "call_time": "instead", "final_turns": 1, "caller_throws": True,
    "caller_frozen": False, "cactus_max": 6, "winner_needs_cactus": False, "tie": "all",
    "empty_hand": "plays_on", "stock_out": "reshuffle", "stall_rounds": 100, "match_points": 100,
    "fail_points": 0, "not_lowest_points": 0, "winner_zero": False, "caller_zero": False, "bounce": "never",
    "kamikaze_hand": 0,
}  # fmt: skip

PRESETS: dict[str, dict[str, Any]] = {
    "gamelia": {},
    "gamelia-after": {"call_time": "after"},
    "cactus2014": {
        "players_min": 2, "players_max": 8, "call_under": 6, "cactus_max": 5, "wrong_card": "returns",
    },
    "cactus-powers": {
        "power_6": "peek_own", "power_7": "peek_own", "power_8": "peek_own", "power_9": "look_other",
        "power_10": "look_other", "power_jack": "look_other", "power_queen": "swap_blind", "call_under": 0,
        "players_min": 2, "power_card_kept": True,
    },
    "dutch": {
        "players_min": 2, "players_max": 8, "looked_at": 0, "jack": 11, "queen": 12, "black_king": 13,
        "red_king": 0, "power_ace": "give", "power_jack": "swap_any", "power_queen": "peek_own",
        "power_when": "any_discard", "power_card_kept": True, "wrong_card": "returns", "call_time": "after",
        "call_under": 0, "cactus_max": 99, "tie": "caller", "caller_frozen": True, "not_lowest_points": 10,
    },
    "tamalou": {"players_min": 2, "call_under": 7, "winner_zero": True},
    "cabo": {
        "red_king": 0, "black_king": 13, "jack": 11, "queen": 12, "power_7": "peek_own",
        "power_8": "peek_own", "power_9": "look_other", "power_10": "look_other", "power_jack": "swap_blind",
        "power_queen": "swap_blind", "throw": "none", "multi_swap": True, "power_card_kept": True,
        "call_under": 0, "cactus_max": 99, "caller_zero": True, "not_lowest_points": 10, "stock_out": "end",
        "bounce": "once", "kamikaze_hand": 50, "tie": "caller", "players_min": 2, "players_max": 4,
    },
    "cambio": {
        "jokers": 2, "red_king": -1, "black_king": 10, "power_7": "peek_own", "power_8": "peek_own",
        "power_9": "look_other", "power_10": "look_other", "power_jack": "swap_blind",
        "power_queen": "swap_blind", "power_black_king": "look_swap", "throw": "any", "throw_who": "first",
        "wrong_card": "returns", "caller_throws": False, "caller_frozen": True, "tie": "others",
        "call_under": 0, "cactus_max": 99, "power_card_kept": True, "players_min": 2,
    },
    "golf4": {"power_8": "none", "throw": "none", "call_under": 0, "cactus_max": 99, "players_min": 2},
}  # fmt: skip


def house_rules(preset: str = "gamelia", **changes: Any) -> dict[str, Any]:
    """Every rule of a preset, with changes; KeyError on an unknown preset or rule name."""
    unknown = set(changes) - set(GAMELIA)
    if unknown:
        raise KeyError(f"no such rule: {sorted(unknown)}")
    return {**GAMELIA, **PRESETS[preset], **changes}


def rank(card: str) -> str:
    """Rank of a card's text: `10` of `10H`, `X` of a joker."""
    return "X" if card in JOKERS else card[:-1]


def suit(card: str) -> str:
    """Suit letter of a card's text; empty for a joker."""
    return "" if card in JOKERS else card[-1]


def value_name(card: str) -> str:
    """The name by which rules speak of a card: `ace`, `2` … `10`, `jack`, `queen`, `red_king`, …, `joker`."""
    if card in JOKERS:
        return "joker"
    if rank(card) == "K":
        return "red_king" if suit(card) in "HD" else "black_king"
    return RULE_OF_RANK.get(rank(card), rank(card))


def points(card: str, rules: Rules) -> int:
    """Points of a card (C1)."""
    name = value_name(card)
    return int(name) if name.isdigit() else int(rules[name])


def power(card: str, rules: Rules) -> str:
    """The power of a card (C7), `none` included."""
    return str(rules[f"power_{value_name(card)}"])


def pack(rules: Rules) -> list[str]:
    """Every card of the pack, repeated for several packs; jokers X1 and X2 alternate (C1)."""
    one = list(CARDS[:52]) + [JOKERS[j % 2] for j in range(rules["jokers"])]
    return one * int(rules["packs"])


def fewest_points(rules: Rules) -> int:
    """The least that a card of the pack can be worth (C12)."""
    return min(points(card, rules) for card in pack(rules))
