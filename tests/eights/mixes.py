"""Random mixes of house rules, for games that no preset has."""

import random
from typing import Any

from tests.eights.house import REVERSES, hand_cards, house_rules, pack

SOME_RANKS = ("none", "ace", "2", "7", "8", "10", "jack", "queen", "king")
CHOICES: dict[str, tuple[Any, ...]] = {
    "packs": (1, 1, 2), "extra_pack_above": (0, 2, 3), "jokers": (0, 1, 2), "hand_cards": (1, 2, 5, 8, 12),
    "hand_cards_2p": (0, 7, 20), "first_card": ("plain", "acts", "redraw_specials", "redraw_eights",
    "acts_redraw_eights"),
    "dealer": ("last_seat", "random"), "eight_on_eight": (True, False), "joker_on_ace": (True, False),
    "attack_joker": (0, 5, 20), "attack_rank": SOME_RANKS, "attack_two": (0, 2, 3), "attack_two_spades": (0,
    4),
    "stack": ("none", "same", "any"), "eight_rank": SOME_RANKS,
    "joker_next": ("names_suit", "free", "previous_suit", "blocked"), "skip_rank": SOME_RANKS,
    "specials": (True, True, False), "reverse": tuple(REVERSES), "reverse_2p": ("nothing", "skip"),
    "draw_cards": (1, 2, 3, 5), "play_drawn": ("must", "may", "no", "anew"), "voluntary_draw": (True, False),
    "draw_until": (True, False), "draw_max": (0, 1, 3, 60), "reshuffle": (True, False), "blocked_extra": (0,
    1),
    "carte_cards": (0, 1, 2, 10), "last_card": ("any", "not_special", "not_eight"), "last_attack": (True,
    False),
    "scoring": ("seed", "crazy", "openspiel"), "match_points": (50, 100), "plays_max": (0, 5, 30),
    "stall_turns": (1, 40, 300),
}  # fmt: skip


def roles(rules: dict[str, Any]) -> list[str]:
    """The rank of each role that is in force."""
    ranks = [rules["eight_rank"]]
    if rules["specials"]:
        ranks += [rules["skip_rank"], rules["attack_rank"], REVERSES[rules["reverse"]]]
    return [rank for rank in ranks if rank != "none"]


def random_rules(rng: random.Random, share: float = 0.35) -> dict[str, Any]:
    """A mix with that share of the rules changed and one role a rank; 2 to 8 may play."""
    while True:
        changes = {name: rng.choice(values) for name, values in CHOICES.items() if rng.random() < share}
        rules = house_rules(**{"stall_turns": 300, **changes}, players_min=2, players_max=8)
        if len(set(roles(rules))) == len(roles(rules)):
            return rules


def players_for(rules: dict[str, Any], rng: random.Random) -> int:
    """A number of players whom the pack suffices to deal to."""
    able = [n for n in range(2, 9) if n * hand_cards(rules, n) < len(pack(rules, n))]
    return rng.choice(able)
