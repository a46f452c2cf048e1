"""Which values of the rules of Cactus houses play, and when a rule matters at all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cactus_sim import cards
from cactus_sim.games.cactus.rules import card_points, card_power
from cactus_sim.games.rule_book import Value
from cactus_sim.games.variants import BOUND, MATCH, WHO_PLAYS, Need, Variants

_MOVING: Final = {"swap_blind", "swap_any", "look_swap", "give"}
"""Powers that touch another's cards."""


def _powers(rules: Mapping[str, Value]) -> set[str]:
    """The powers that cards of the pack have."""
    pack = cards.pack(int(rules["packs"]), int(rules["jokers"]))
    return {card_power(rules, card) for card in pack} - {"none"}


_JOKERS: Final = Need("no jokers in the pack", "pas de joker dans le jeu", lambda rules: bool(rules["jokers"]))
_THROWS: Final = Need("nothing may be thrown", "rien ne se jette", lambda rules: rules["throw"] != "none")
_START: Final = Need(
    "nothing can be thrown at the start",
    "rien ne peut être jeté au début",
    lambda rules: rules["throw"] != "none" and bool(rules["discard_start"]),
)
_POWERS: Final = Need("no card has a power", "aucune carte à pouvoir", lambda rules: bool(_powers(rules)))
_REACH: Final = Need(
    "no power, gift or throw reaches a caller's cards",
    "aucun pouvoir, don ni jet n’atteint les cartes de qui a annoncé",
    lambda rules: (
        rules["throw"] == "any"
        or bool(_powers(rules) & (_MOVING | {"look_other"}))
        or (rules["call_time"] == "before" and bool(_powers(rules)))
    ),
)
_HAND: Final = Need(
    "no cards of 12 and of 13 points",
    "pas de cartes de 12 et de 13 points",
    lambda rules: {12, 13} <= {card_points(rules, card) for card in range(52)},
)

VARIANTS: Final = {
    "packs": Variants((1, 2), counts=(("pack", "packs"), ("jeu de cartes", "jeux de cartes"))),
    "jokers": Variants((0, 1, 2), counts=(("joker a pack", "jokers a pack"), ("joker par jeu", "jokers par jeu"))),
    "ace": Variants((0, 1)),
    "jack": Variants((10, 11)),
    "queen": Variants((10, 12)),
    "red_king": Variants((-1, 0, 10, 13)),
    "black_king": Variants((0, 10, 13)),
    "joker": Variants((-2, -1, 0), _JOKERS),
    "players_min": Variants(need=WHO_PLAYS),
    "players_max": Variants(need=WHO_PLAYS),
    "hand_cards": Variants(
        (3, 4, 5, 6), counts=(("card in hand", "cards in hand"), ("carte en main", "cartes en main"))
    ),
    "looked_at": Variants(
        (0, 1, 2, 3, 4), counts=(("card looked at", "cards looked at"), ("carte regardée", "cartes regardées"))
    ),
    "power_joker": Variants(need=_JOKERS),
    "power_when": Variants(need=_POWERS),
    "power_card_kept": Variants(need=_POWERS),
    "throw_on_start": Variants(need=_START),
    "throw_who": Variants(need=_THROWS),
    "penalty_cards": Variants(
        (0, 1, 2), _THROWS, (("penalty card", "penalty cards"), ("carte de pénalité", "cartes de pénalité"))
    ),
    "wrong_card": Variants(need=_THROWS),
    "wrong_throws_max": Variants((0, 1, 2, 3), _THROWS),
    "call_under": Variants((0, 4, 5, 6, 7, 8)),
    "final_turns": Variants(
        (0, 1, 2),
        counts=(("turn after a call", "turns after a call"), ("tour après l’annonce", "tours après l’annonce")),
    ),
    "caller_throws": Variants(need=_THROWS),
    "caller_frozen": Variants(need=_REACH),
    "cactus_max": Variants((4, 5, 6, 7, 8, 99)),
    "empty_hand": Variants(need=_THROWS),
    "stall_rounds": Variants(need=BOUND),
    "match_points": Variants((50, 100, 200), MATCH),
    "fail_points": Variants((0, 10, 20)),
    "not_lowest_points": Variants((0, 10, 20)),
    "bounce": Variants(need=MATCH),
    "kamikaze_hand": Variants((0, 50), _HAND),
}
"""By rule; whole numbers that are not named here are not varied."""
