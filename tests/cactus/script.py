"""Short words for writing traces by hand, one function an event, and the table that most scripted games start from."""

from collections.abc import Sequence
from typing import Any

from tests.cactus.house import house_rules
from tests.cactus.round import Event

HANDS = [["7H", "KS", "3D", "QC"], ["AH", "2C", "JD", "9S"], ["5S", "10D", "KH", "4C"]]


def deal(
    hands: Sequence[Sequence[str]] | None = None, discard: str | None = "5C", hand: int | None = None, **changes: Any
) -> Event:
    """A deal to three players (or as many as there are hands) under `gamelia` with changes; player 0 begins."""
    hands = hands or HANDS
    rules = house_rules(**{"players_min": 2, "players_max": 8, **changes})
    players, rotation = len(hands), (hand or 0) % len(hands)
    event = {
        "e": "deal", "game": "cactus", "rules": rules, "seed": 1, "deal": 0, "rotation": rotation,
        "players": players, "line_up": ["random"] * players, "first": 0, "hands": hands,
        "seen": [list(range(rules["looked_at"]))] * players, "discard": discard,
    }  # fmt: skip
    return event if hand is None else {**event, "hand": hand}


def turn(player: int, number: int = 1) -> Event:
    """A turn in a round."""
    return {"e": "turn", "player": player, "round": number}


def call(player: int) -> Event:
    """« Cactus ! »"""
    return {"e": "call", "player": player}


def take(player: int, slot: int, card: str, out: str) -> Event:
    """The top discard for an own card."""
    return {"e": "take", "player": player, "slot": slot, "in": card, "out": out}


def draw(player: int, card: str) -> Event:
    """A drawn card."""
    return {"e": "draw", "player": player, "card": card}


def swap(player: int, slot: int, card: str, out: str) -> Event:
    """The drawn card for an own one."""
    return {"e": "swap", "player": player, "slot": slot, "in": card, "out": out}


def swap_many(player: int, slots: list[int], card: str, out: list[str], match: bool, slot: int) -> Event:
    """The drawn card for several own ones."""
    return {"e": "swap_many", "player": player, "slots": slots, "in": card, "out": out, "match": match, "slot": slot}


def discard(player: int, card: str) -> Event:
    """The drawn card is not kept."""
    return {"e": "discard", "player": player, "card": card}


def idle(player: int, card: str, number: int = 1) -> list[Event]:
    """A turn that draws a card and discards it."""
    return [turn(player, number), draw(player, card), discard(player, card)]


def peek(player: int, slot: int, card: str) -> Event:
    """A look at an own card."""
    return {"e": "peek", "player": player, "slot": slot, "card": card}


def look(player: int, target: int, slot: int, card: str) -> Event:
    """A look at a card."""
    return {"e": "look", "player": player, "target": target, "slot": slot, "card": card}


def exchange(player: int, slot: int, target: int, target_slot: int, owner: int | None = None) -> Event:
    """Two cards change places; `owner` has the first one if it is not the player."""
    event = {"e": "exchange", "player": player, "slot": slot, "target": target, "target_slot": target_slot}
    return event if owner is None else {**event, "from": owner}


def give(player: int, slot: int, target: int, target_slot: int) -> Event:
    """A card goes to another row."""
    return {"e": "give", "player": player, "slot": slot, "target": target, "target_slot": target_slot}


def throw(player: int, slot: int, card: str, match: bool, target: int | None = None) -> Event:
    """A thrown card."""
    event = {"e": "throw", "player": player, "slot": slot, "card": card, "match": match}
    return event if target is None else {**event, "target": target}


def penalty(player: int, slots: list[int], cards: list[str]) -> Event:
    """Penalty cards."""
    return {"e": "penalty", "player": player, "slots": slots, "cards": cards}


def give_back(player: int, slot: int, target: int | None = None) -> Event:
    """A wrong card returns."""
    event = {"e": "return", "player": player, "slot": slot}
    return event if target is None else {**event, "target": target}


def late(player: int, slot: int, target: int | None = None) -> Event:
    """A card thrown too late."""
    event = {"e": "late", "player": player, "slot": slot}
    return event if target is None else {**event, "target": target}


def forget(player: int, slot: int) -> Event:
    """A card slips from memory."""
    return {"e": "forget", "player": player, "slot": slot}


def reshuffle(cards: int) -> Event:
    """A new draw pile."""
    return {"e": "reshuffle", "cards": cards}


def end(
    hands: Sequence[Sequence[str | None]],
    totals: list[int],
    winners: list[int],
    caller: int | None = None,
    reason: str = "called",
    royal: list[int] | None = None,
    points: list[int] | None = None,
) -> Event:
    """The end; points are the totals unless given."""
    return {
        "e": "end", "reason": reason, "hands": hands, "totals": totals, "caller": caller, "winners": winners,
        "royal": royal or [], "points": totals if points is None else points,
    }  # fmt: skip
