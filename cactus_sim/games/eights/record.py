"""The rules of 8 Américain as the kernel reads them: what each card does and is worth, worked out beforehand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from cactus_sim import cards
from cactus_sim.games.eights.masks import JOKERS, RANK_MASK, SUIT_MASK
from cactus_sim.games.eights.rules import (
    ANY_SUIT,
    ATTACK,
    EIGHT,
    FOLLOW_SIZE,
    JOKER,
    NO_SUIT,
    PLAIN,
    RANK_NAMES,
    REVERSE,
    RULE_BOOK,
    SKIP,
)
from cactus_sim.games.rule_book import Value

RULES_DTYPE: Final = np.dtype(
    [
        *((rule.name, "i8") for rule in RULE_BOOK.rules.values()),
        ("points_of", "i8", (cards.CARDS,)),
        ("attack_of", "i8", (cards.CARDS,)),  # cards that a card makes the next player draw
        ("role_of", "i8", (cards.CARDS,)),
        ("follow", "i8", (FOLLOW_SIZE,)),  # by top card × 8 + suit in force: the cards that may be played
        ("answer", "i8", (cards.CARDS,)),  # by top card: the cards that pass its attack on
        ("never_last", "i8"),  # the cards that may not be a player's last
        ("pack", "i1", (cards.CARDS,)),  # one pack
        ("pack_cards", "i8"),
        ("eights", "i8"),  # the cards of each role
        ("jokers_mask", "i8"),
        ("attackers", "i8"),
        ("skippers", "i8"),
        ("reversers", "i8"),
    ],
    align=True,
)


def _rank_of(value: Value) -> int:
    """The rank 0…12 that a rule names, −1 for none."""
    return RANK_NAMES.index(str(value)) - 1


def _mask_of_rank(rank: int) -> int:
    return RANK_MASK << (4 * rank) if rank >= 0 else 0


def roles(rules: Mapping[str, Value]) -> dict[int, int]:
    """The cards of each role, as masks (E5 to E8)."""
    aces, tens, jacks = (_mask_of_rank(rank) for rank in (0, 9, 10))
    reversing = {"ace_spades": 1, "aces": aces, "jacks": jacks, "tens": tens, "none": 0}
    masks = {EIGHT: _mask_of_rank(_rank_of(rules["eight_rank"])), JOKER: JOKERS, ATTACK: 0, SKIP: 0, REVERSE: 0}
    if rules["specials"]:
        ranked = range(4 * max(_rank_of(rules["attack_rank"]), 0), 4 * (_rank_of(rules["attack_rank"]) + 1))
        masks[ATTACK] = sum(1 << card for card in ranked if attack_size(rules, card) > 0)
        masks[SKIP] = _mask_of_rank(_rank_of(rules["skip_rank"]))
        masks[REVERSE] = reversing[str(rules["reverse"])]
    return masks


def attack_size(rules: Mapping[str, Value], card: int) -> int:
    """How many cards a card makes the next player draw (E5)."""
    if not rules["specials"]:
        return 0
    if card >= 52:
        return int(rules["attack_joker"])
    if card >> 2 != _rank_of(rules["attack_rank"]):
        return 0
    return int(rules["attack_two_spades" if card & 3 == 0 else "attack_two"])


def card_points(rules: Mapping[str, Value], card: int) -> int:
    """The points of a card left in hand (E13), by its own rank, whatever that rank does in the game."""
    rank = cards.RANKS[card >> 2] if card < 52 else "joker"
    if rank == "joker":
        return 50
    if rules["scoring"] == "seed":
        if rank in ("8", "2"):
            return 25 if rank == "8" or card & 3 == 0 else 15
        return {"A": 15, "J": 10, "Q": 10, "K": 10}.get(rank, 5)
    ace = 1 if rules["scoring"] == "crazy" else 10
    return {"8": 50, "A": ace, "J": 10, "Q": 10, "K": 10}.get(rank) or int(rank)


def _following(rules: Mapping[str, Value], top: int, suit: int, masks: Mapping[int, int]) -> int:
    """The cards that may be played on `top` with `suit` in force (E4)."""
    if suit == ANY_SUIT:
        mask = (1 << cards.CARDS) - 1
    else:
        mask = (RANK_MASK << (4 * (top >> 2))) | masks[EIGHT] | JOKERS
        if suit != NO_SUIT:
            mask |= SUIT_MASK << suit
    if not rules["eight_on_eight"] and masks[EIGHT] >> top & 1:
        mask &= ~masks[EIGHT]
    if not rules["joker_on_ace"] and top >> 2 == 0:
        mask &= ~JOKERS
    return mask & ((1 << cards.CARDS) - 1)


def _answering(rules: Mapping[str, Value], top: int, masks: Mapping[int, int]) -> int:
    """The cards that pass the attack of `top` on (E5)."""
    jokers = JOKERS if attack_size(rules, 52) > 0 else 0
    if rules["stack"] == "any":
        return masks[ATTACK] | jokers
    return jokers if top >= 52 else masks[ATTACK]


def rules_record(rules: Mapping[str, Value]) -> npt.NDArray[np.void]:
    """The rules as the kernel reads them, an array of one RULES_DTYPE record."""
    array: npt.NDArray[Any] = np.zeros(1, RULES_DTYPE)
    record = array[0]
    for rule in RULE_BOOK.rules.values():
        record[rule.name] = rule.index(rules[rule.name])
    masks = roles(rules)
    for card in range(cards.CARDS):
        record["points_of"][card] = card_points(rules, card)
        record["attack_of"][card] = attack_size(rules, card)
        record["role_of"][card] = next((role for role, mask in masks.items() if mask >> card & 1), PLAIN)
        record["answer"][card] = _answering(rules, card, masks)
        for suit in range(NO_SUIT + 1):
            record["follow"][8 * card + suit] = _following(rules, card, suit, masks)
    special = sum(masks.values())
    record["never_last"] = {"any": 0, "not_special": special, "not_eight": masks[EIGHT]}[str(rules["last_card"])]
    pack = cards.pack(1, int(rules["jokers"]))
    record["pack"][: len(pack)] = pack
    record["pack_cards"] = len(pack)
    for field, role in (("eights", EIGHT), ("jokers_mask", JOKER), ("skippers", SKIP), ("reversers", REVERSE)):
        record[field] = masks[role]
    record["attackers"] = sum(1 << card for card in range(cards.CARDS) if attack_size(rules, card) > 0)
    return array
