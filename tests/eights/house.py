"""Cards, roles, points and presets as the rules page states them, written apart from the package.

A card is its text in a trace: `10H`, `KS`,
jokers `X1` and `X2`. Rules are a plain mapping from name to value.
"""

from collections.abc import Iterable
from typing import Any

from tests.cactus.house import CARDS, JOKERS, RANKS, SUITS, Rules, rank, suit

__all__ = ["CARDS", "JOKERS", "RANKS", "SUITS", "Rules", "rank", "suit"]

ANY, NONE = "any", "none"
"""What may be in force besides a suit: everything follows, or only what needs no suit."""

MOST_ROUNDS = 4095
MOST_REDRAWS = 64
RANK_NAMES = {"A": "ace", "J": "jack", "Q": "queen", "K": "king", "X": "joker"}
REVERSES = {"ace_spades": "ace", "aces": "ace", "jacks": "jack", "tens": "10", "none": "none"}

SEED: dict[str, Any] = {
    "packs": 1, "extra_pack_above": 0, "jokers": 2, "players_min": 2, "players_max": 5, "hand_cards": 8,
    "hand_cards_2p": 0, "first_card": "plain", "dealer": "last_seat", "eight_on_eight": True,
    "joker_on_ace": True,
    "attack_joker": 5, "attack_rank": "2", "attack_two": 2, "attack_two_spades": 4, "stack": "none",
    "eight_rank": "8", "joker_next": "names_suit", "skip_rank": "jack", "specials": True,
    "reverse": "ace_spades",
    "reverse_2p": "nothing", "draw_cards": 1, "play_drawn": "must", "voluntary_draw": False,
    "draw_until": False,
    "draw_max": 0, "reshuffle": True, "blocked_extra": 0, "carte_cards": 1, "last_card": "any",
    "last_attack": True,
    "scoring": "seed", "match_points": 500, "plays_max": 0, "stall_turns": 2000,
}  # fmt: skip

PRESETS: dict[str, dict[str, Any]] = {
    "seed": {},
    "regledujeu": {
        "jokers": 0, "hand_cards": 7, "first_card": "redraw_specials", "voluntary_draw": True,
        "carte_cards": 2,
    },
    "crazy-basic": {
        "jokers": 0, "specials": False, "hand_cards": 5, "hand_cards_2p": 7, "first_card": "redraw_eights",
        "draw_until": True, "scoring": "crazy", "carte_cards": 0,
    },
    "maumau": {
        "jokers": 0, "hand_cards": 5, "attack_rank": "7", "attack_two": 2, "attack_two_spades": 2,
        "skip_rank": "8",
        "eight_rank": "jack", "reverse": "none",
    },
    "stacking": {"stack": "any", "reverse_2p": "skip"},
    "openspiel": {
        "jokers": 0, "extra_pack_above": 5, "players_max": 8, "dealer": "random", "hand_cards": 5,
        "hand_cards_2p": 7, "first_card": "acts_redraw_eights", "specials": False, "skip_rank": "queen",
        "reverse": "aces", "attack_rank": "2", "attack_two": 2, "attack_two_spades": 2, "stack": "same",
        "play_drawn": "anew", "voluntary_draw": True, "draw_max": 5, "reshuffle": False, "blocked_extra": 1,
        "carte_cards": 0, "last_attack": False, "scoring": "openspiel", "plays_max": 100,
        "stall_turns": 100000,
    },
}  # fmt: skip


def house_rules(preset: str = "seed", **changes: Any) -> dict[str, Any]:
    """Every rule of a preset, with changes; KeyError on an unknown preset or rule name."""
    unknown = set(changes) - set(SEED)
    if unknown:
        raise KeyError(f"no such rule: {sorted(unknown)}")
    return {**SEED, **PRESETS[preset], **changes}


def pack(rules: Rules, players: int = 2) -> list[str]:
    """Every card in play, repeated for several packs (E1)."""
    packs = rules["packs"] + (0 < rules["extra_pack_above"] < players)
    return (list(CARDS[:52]) + list(JOKERS[: rules["jokers"]])) * int(packs)


def hand_cards(rules: Rules, players: int) -> int:
    """Cards dealt to each player (E2)."""
    return int(rules["hand_cards_2p"] or rules["hand_cards"]) if players == 2 else int(rules["hand_cards"])


def in_order(cards: Iterable[str]) -> list[str]:
    """Cards sorted by rank, then suit, jokers last."""
    return sorted(cards, key=CARDS.index)


def rank_name(card: str) -> str:
    """The name by which rules speak of a rank: `ace`, `2` … `10`, `jack`, `queen`, `king`, `joker`."""
    return RANK_NAMES.get(rank(card), rank(card))


def is_eight(card: str, rules: Rules) -> bool:
    """Whether a card names the suit and goes on anything, by its rank (E6)."""
    return rank_name(card) == rules["eight_rank"]


def names_suit(card: str, rules: Rules) -> bool:
    """Whether the player of a card names the suit (E6)."""
    return is_eight(card, rules) or (card in JOKERS and rules["joker_next"] == "names_suit")


def attack(card: str, rules: Rules) -> int:
    """How many cards a card makes the next player draw (E5)."""
    if not rules["specials"]:
        return 0
    if card in JOKERS:
        return int(rules["attack_joker"])
    if rank_name(card) != rules["attack_rank"]:
        return 0
    return int(rules["attack_two_spades"] if suit(card) == "S" else rules["attack_two"])


def skips(card: str, rules: Rules) -> bool:
    """Whether a card makes the next player miss a turn (E7)."""
    return bool(rules["specials"]) and rank_name(card) == rules["skip_rank"]


def reverses(card: str, rules: Rules) -> bool:
    """Whether a card turns the direction (E8)."""
    which = rules["reverse"]
    named = rank_name(card) == REVERSES[which] and (which != "ace_spades" or suit(card) == "S")
    return bool(rules["specials"]) and named


def is_special(card: str, rules: Rules) -> bool:
    """Whether a card has a role."""
    wild = card in JOKERS or is_eight(card, rules)
    return wild or attack(card, rules) > 0 or skips(card, rules) or reverses(card, rules)


def playable(card: str, top: str, in_force: str, rules: Rules) -> bool:
    """Whether a card may follow a top card while a suit (or `any`, or `none`) is in force (E4)."""
    if card in JOKERS:
        return bool(rules["joker_on_ace"]) or rank(top) != "A"
    if is_eight(card, rules):
        return bool(rules["eight_on_eight"]) or not is_eight(top, rules)
    return in_force in (ANY, suit(card)) or rank(card) == rank(top)


def answers(card: str, top: str, rules: Rules) -> bool:
    """Whether a card answers the attack of the top card, so that the next player faces the sum (E5)."""
    alike = (card in JOKERS) == (top in JOKERS)
    return attack(card, rules) > 0 and (rules["stack"] == "any" or (rules["stack"] == "same" and alike))


def points(card: str, rules: Rules) -> int:
    """Points of a card left in a hand (E13)."""
    name, scoring = rank(card), rules["scoring"]
    if name == "X":
        return 50
    if scoring == "seed":
        if name == "8" or card == "2S":
            return 25
        return 15 if name in ("2", "A") else 10 if name in ("J", "Q", "K") else 5
    if name == "8":
        return 50
    if name == "A":
        return 1 if scoring == "crazy" else 10
    return 10 if name in ("J", "Q", "K") else int(name)


def must_redraw(card: str, rules: Rules) -> bool:
    """Whether a card turned to begin the discard pile goes back into the draw pile (E2)."""
    if rules["first_card"] == "redraw_specials":
        return is_special(card, rules)
    return "redraw_eights" in rules["first_card"] and is_eight(card, rules)
