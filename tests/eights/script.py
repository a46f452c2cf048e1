"""Short words for writing traces by hand, one function an event, and the usual deal of scripted games."""

from collections.abc import Sequence
from typing import Any

from tests.eights.house import house_rules, in_order
from tests.eights.round import Event

HANDS = [
    ["5C", "8H", "JC", "KD"],
    ["2S", "7C", "9D", "QH"],
    ["AS", "3C", "10H", "X1"],
]
"""Four cards for each of three players, who follow a 4C; player 0 begins."""


def deal(hands: Sequence[Sequence[str]] | None = None, top: str = "4C", preset: str = "seed", **changes: Any) -> Event:
    """A deal to three players (or one for each hand) under a preset with changes; player 0 begins."""
    hands = hands or HANDS
    players = len(hands)
    rules = house_rules(preset, **{"hand_cards": len(hands[0]), "hand_cards_2p": 0, **changes})
    return {
        "e": "deal", "game": "eights", "rules": rules, "seed": 1, "deal": 0, "rotation": 0,
        "players": players,
        "line_up": ["random"] * players, "dealer": players - 1, "first": 0,
        "hands": [in_order(hand) for hand in hands], "top": top, "redrawn": [],
    }  # fmt: skip


def turn(player: int) -> Event:
    """A turn."""
    return {"e": "turn", "player": player}


def play(player: int, card: str) -> Event:
    """A card goes on the discard pile."""
    return {"e": "play", "player": player, "card": card}


def colour(player: int, suit: str) -> Event:
    """A suit is named."""
    return {"e": "colour", "player": player, "suit": suit}


def draw(player: int, *cards: str, why: str = "cannot") -> Event:
    """Cards come from the draw pile."""
    return {"e": "draw", "player": player, "cards": list(cards), "why": why}


def pass_turn(player: int) -> Event:
    """No card is played."""
    return {"e": "pass", "player": player}


def skip(player: int) -> Event:
    """A turn is missed."""
    return {"e": "skip", "player": player}


def reverse(player: int) -> Event:
    """The direction turns."""
    return {"e": "reverse", "player": player}


def carte(player: int) -> Event:
    """« Carte ! »"""
    return {"e": "carte", "player": player}


def caught(player: int, by: int) -> Event:
    """« Carte » was forgotten, and somebody noticed."""
    return {"e": "caught", "player": player, "by": by}


def reshuffle(cards: int) -> Event:
    """A new draw pile."""
    return {"e": "reshuffle", "cards": cards}


def idle(player: int, card: str) -> list[Event]:
    """A turn that draws a card and keeps it."""
    return [turn(player), draw(player, card), pass_turn(player)]


def put(player: int, card: str) -> list[Event]:
    """A turn that plays a card of the hand."""
    return [turn(player), play(player, card)]


def end(
    hands: Sequence[Sequence[str]],
    points: list[int],
    winner: int | None = None,
    winners: list[int] | None = None,
    reason: str = "out",
) -> Event:
    """The end; who is out wins unless other winners are given."""
    return {
        "e": "end", "reason": reason, "winner": winner, "winners": [winner] if winners is None else winners,
        "hands": [in_order(hand) for hand in hands], "points": points,
    }  # fmt: skip
