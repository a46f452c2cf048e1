"""Positions of Cactus typed in: what the player to decide knows is placed, the rest is dealt anew by the kernel."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from cactus_sim import jit
from cactus_sim.cards import JOKER_RANK, RANKS, card_text, parse_card
from cactus_sim.errors import UsageError
from cactus_sim.games.base import Position, PositionOption
from cactus_sim.games.cactus import kernel
from cactus_sim.games.cactus.rules import MAX_PLACES
from cactus_sim.games.cactus.state import STATE, discard, put
from cactus_sim.games.cactus.view import MINE, TABLE, learn, see

if TYPE_CHECKING:
    import numpy.typing as npt

    from cactus_sim.games.base import CompiledLineUp

OPTIONS: Final = (
    PositionOption("hand", "K 3 ? ?", "your cards: ranks, or ranks with suits (KH); ? for one that you do not know"),
    PositionOption("round", "4", "which time around the table it is", "1"),
    PositionOption("opponents", "4,3,4", "how many cards each opponent has, in the order of play", ""),
    PositionOption("top", "7S", "the top discard", ""),
    PositionOption("seen", "7S 9H QD", "other discards that you remember", ""),
)


def place(
    rules: npt.NDArray[np.void], line_up: CompiledLineUp, given: Mapping[str, str], hand_cards: int, seed: int
) -> Position:
    """The position that the options describe; entry 0 is on turn. Raises a UsageError that names option and value."""
    players = len(line_up.entries)
    record: Any = jit.PlainRecords(rules)[0]
    pack = [int(card) for card in rules[0]["pack"][: record.pack_size]]
    counts = _counts(given["opponents"], players, hand_cards)
    round_ = _round(given["round"], int(record.stall_rounds))
    left = list(pack)
    top = [_take(left, word, "--top", record) for word in _words(given["top"])[:1]]
    seen = [_take(left, word, "--seen", record) for word in _words(given["seen"])]
    hand = [None if word == "?" else _take(left, word, "--hand", record) for word in _words(given["hand"])]
    if not 0 < len(hand) <= MAX_PLACES:
        raise UsageError(f"--hand '{given['hand']}': from 1 to {MAX_PLACES} cards, such as \"K 3 ? ?\"")
    hidden = hand.count(None) + sum(counts)
    if hidden > len(left):
        raise UsageError(f"{hidden} cards that are not known, but only {len(left)} are left in the pack")
    arrays = np.zeros(1, STATE), np.zeros(1, TABLE), np.zeros(players, MINE)
    state, table, mine = jit.PlainRecords(arrays[0])[0], jit.PlainRecords(arrays[1])[0], jit.PlainRecords(arrays[2])
    with np.errstate(over="ignore"):
        entries: Any = jit.PlainRecords(line_up.entries)
        kernel.seat_players(state, table, mine, record, entries, line_up.addresses, seed)
        kernel.clear_table(state, table, mine, record)
    placed = [card for card in (*hand, *top, *seen) if card is not None]
    state.deck[: len(pack)] = [*placed, *left]
    state.shuffled = state.next = len(placed)
    table.pile = len(left)
    table.round, state.around, table.first = round_, round_ - 1, 0
    state.fault_player = -1
    for slot, card in enumerate(hand):
        put(state, table, mine, 0, slot, -1 if card is None else card)
        if card is not None:
            learn(mine[0], table, slot, card)
    for player, count in enumerate(counts, start=1):
        for slot in range(count):
            put(state, table, mine, player, slot, -1)
    for card in (*seen, *top):
        see(table, card, 1)
        discard(state, table, card)
    me: Any = mine[0]
    facts = {"fact_known": float(me.known_points)}
    if me.unknown:
        # What all have not seen, less one's own known cards.
        unseen = table.unseen_cards - (me.cards - me.unknown)
        mean = (table.unseen_points - me.known_points) / unseen
        facts |= {"fact_unknown": float(me.unknown), "fact_total": float(me.known_points + me.unknown * mean)}
    if round_ > 1:
        facts["fact_passed"] = float(round_ - 1)
    return Position(arrays, ("assumed_hands", "assumed_memory"), facts)


def _counts(text: str, players: int, hand_cards: int) -> list[int]:
    words = _words(text.replace(",", " "))
    if not words:
        return [hand_cards] * (players - 1)
    if len(words) != players - 1:
        raise UsageError(f"--opponents {text}: {players} play, so it takes {players - 1} numbers, such as 4,3,4")
    counts = [int(word) if re.fullmatch(r"\d{1,3}", word) else -1 for word in words]
    if not all(0 <= count <= MAX_PLACES for count in counts):
        raise UsageError(f"--opponents {text}: whole numbers from 0 to {MAX_PLACES}, such as 4,3,4")
    return counts


def _round(text: str, most: int) -> int:
    if not re.fullmatch(r"\d{1,4}", text) or not 1 <= int(text) <= most:
        raise UsageError(f"--round {text}: a whole number from 1 to {most} (stall_rounds)")
    return int(text)


def _words(text: str) -> list[str]:
    return [word.upper() for word in re.split(r"[\s,]+", text.strip()) if word]


def _take(left: list[int], word: str, option: str, rules: Any) -> int:
    """Takes the card that a word names from those left; a bare rank takes any card of it."""
    wanted = _cards_called(word, option)
    found = [card for card in wanted if card in left]
    if not found:
        raise UsageError(f"{option} {word}: there is no such card left in the pack")
    points = {int(rules.points_of[card]) for card in wanted if card in left or len(wanted) == 1}
    if len(points) > 1:
        texts = " or ".join(card_text(card) for card in found[:2])
        raise UsageError(f"{option} {word}: under these rules the suit matters; write {texts}")
    left.remove(found[0])
    return found[0]


def _cards_called(word: str, option: str) -> Sequence[int]:
    if word in RANKS:
        rank = RANKS.index(word)
        return [4 * rank + suit for suit in range(4)]
    if word in ("X", "JOKER"):
        return [4 * JOKER_RANK, 4 * JOKER_RANK + 1]
    try:
        return [parse_card(word)]
    except UsageError:
        raise UsageError(f"{option} {word}: write a rank (A, 2 … 10, J, Q, K), a card (10H), X or ?") from None
