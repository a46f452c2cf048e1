"""Positions of 8 Américain typed in: what the player on turn knows is placed, hidden hands are dealt by the kernel."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from cactus_sim import jit
from cactus_sim.cards import SUITS, parse_card
from cactus_sim.errors import UsageError
from cactus_sim.games.base import Position, PositionOption
from cactus_sim.games.eights import kernel
from cactus_sim.games.eights.rules import ANY_SUIT, FOLLOW_SIZE
from cactus_sim.games.eights.state import STATE, show
from cactus_sim.games.eights.view import MINE, TABLE

if TYPE_CHECKING:
    import numpy.typing as npt

    from cactus_sim.games.base import CompiledLineUp

OPTIONS: Final = (
    PositionOption("hand", "8H 5S KD", "your cards"),
    PositionOption("top", "5C", "the top discard"),
    PositionOption("suit", "H", "the suit in force, where an eight or a joker has named another", ""),
    PositionOption("counts", "4,3,7", "how many cards the others have, in the order of play"),
    PositionOption("seen", "2S 9H", "other cards that were played", ""),
)
MAX_HAND: Final = 50


def place(rules: npt.NDArray[np.void], line_up: CompiledLineUp, given: Mapping[str, str], seed: int) -> Position:
    """The position that the options describe; entry 0 is on turn. Raises a UsageError that names option and value."""
    players = len(line_up.entries)
    record: Any = jit.PlainRecords(rules)[0]
    packs = int(record.packs) + int(0 < record.extra_pack_above < players)
    left = [int(card) for card in rules[0]["pack"][: record.pack_cards]] * packs
    deck_cards = len(left)
    counts = _counts(given["counts"], players)
    hand = [_take(left, word, "--hand") for word in _words(given["hand"])]
    tops = [_take(left, word, "--top") for word in _words(given["top"])]
    seen = [_take(left, word, "--seen") for word in _words(given["seen"])]
    if len(tops) != 1:
        raise UsageError(f"--top '{given['top']}': one card, such as 5C")
    if sum(counts) > len(left):
        raise UsageError(f"--counts {given['counts']}: the others hold {sum(counts)} cards, but {len(left)} are left")
    arrays = np.zeros(1, STATE), np.zeros(1, TABLE), np.zeros(players, MINE)
    state, table, mine = jit.PlainRecords(arrays[0])[0], jit.PlainRecords(arrays[1])[0], jit.PlainRecords(arrays[2])
    entries: Any = jit.PlainRecords(line_up.entries)
    with np.errstate(over="ignore"):
        kernel.seat_players(state, table, mine, record, entries, line_up.addresses, seed)
    placed = [*hand, *tops, *seen]
    state.deck[:deck_cards] = [*placed, *left]
    state.deck_cards = deck_cards
    state.shuffled = state.next = len(placed)
    state.out = state.fault_player = -1
    table.pile = len(left)
    table.direction = 1
    table.before = ANY_SUIT
    table.cards[0] = len(hand)
    for player, count in enumerate(counts, start=1):
        table.cards[player] = count
    me: Any = mine[0]
    for card in hand:
        bit = 1 << card
        me.twice |= me.hand & bit
        me.hand |= bit
    for card in (*seen, *tops):
        show(table, card)
    if tops[0] >= 52:
        table.suit = ANY_SUIT
    if word := given["suit"].strip().upper():
        if word not in SUITS:
            raise UsageError(f"--suit {given['suit']}: one of {', '.join(SUITS)}")
        table.suit = SUITS.index(word)
    follow = int(record.follow[(int(table.top) << 3 | int(table.suit)) & (FOLLOW_SIZE - 1)])
    playable = int(me.hand) & follow & ~(int(record.never_last) if len(hand) == 1 else 0)
    forced, card = "", -1
    if playable & (playable - 1) == 0 and not record.voluntary_draw:
        forced, card = ("forced_play", playable.bit_length() - 1) if playable else ("forced_draw", -1)
    facts = {"fact_playable": float(playable.bit_count()), "fact_points": float(_points(me, table))}
    return Position(arrays, ("assumed_dealt",), facts, forced, card)


def _points(me: Any, table: Any) -> int:
    """The points in the hand."""
    masks = int(me.hand), int(me.twice)
    return sum(int(table.points_of[card]) for mask in masks for card in range(54) if mask >> card & 1)


def _counts(text: str, players: int) -> list[int]:
    words = _words(text.replace(",", " "))
    counts = [int(word) if re.fullmatch(r"\d{1,3}", word) else 0 for word in words]
    if len(counts) != players - 1 or not all(1 <= count <= MAX_HAND for count in counts):
        raise UsageError(f"--counts {text}: {players} play, so it takes {players - 1} numbers from 1, such as 4,3,7")
    return counts


def _words(text: str) -> list[str]:
    return [word.upper() for word in re.split(r"[\s,]+", text.strip()) if word]


def _take(left: list[int], word: str, option: str) -> int:
    """Takes the card that a word names from those left."""
    try:
        cards = [52, 53] if word == "X" else [parse_card(word)]
    except UsageError:
        raise UsageError(f"{option} {word}: write rank and suit, such as 10H, AS, KD; jokers are X, X1, X2") from None
    card = next((card for card in cards if card in left), None)
    if card is None:
        raise UsageError(f"{option} {word}: there is no such card left in the pack")
    left.remove(card)
    return card
