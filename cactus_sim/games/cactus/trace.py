"""From the kernel's event rows to the events of a trace, as JSON has them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from cactus_sim.cards import card_text
from cactus_sim.games.base import Event, IntArray
from cactus_sim.games.cactus import events as kinds
from cactus_sim.games.cactus.rules import MAX_PLACES
from cactus_sim.games.rule_book import Value

_REASONS: Final = ("", "called", "stock", "empty", "stalled")
"""By the number that the state's `over` has at the end."""

Rows = list[list[int]]


def decode(
    buffer: IntArray,
    rules: Mapping[str, Value],
    labels: tuple[str, ...],
    unit: str,
    seed: int,
    deal: int,
    rotation: int,
) -> Iterator[Event]:
    """The events of a game from the rows [n, events.COLUMNS] that the kernel wrote."""
    rows: Rows = buffer.tolist()
    hand, at = 0, 0
    while at < len(rows):
        if rows[at][0] == kinds.MATCH_END:
            yield _match(rows[at:])
            return
        stop = next(i for i in range(at, len(rows)) if rows[i][0] == kinds.END) + 1 + len(labels)
        about = {
            "e": "deal", "game": "cactus", "rules": dict(rules), "seed": seed, "deal": deal, "rotation": rotation,
            "players": len(labels), "line_up": list(labels),
            "first": (hand - rotation) % len(labels),
        }  # fmt: skip
        if unit == "match":
            about["hand"] = hand
        yield from _round(rows[at:stop], about)
        hand, at = hand + 1, stop


def _round(rows: Rows, about: Event) -> Iterator[Event]:
    """One deal, from the cards dealt to the scores."""
    start = next(i for i, row in enumerate(rows) if row[0] == kinds.START)
    players = about["players"]
    hands: list[list[str]] = [[] for _ in range(players)]
    seen: list[list[int]] = [[] for _ in range(players)]
    for _, player, slot, card, looked, _ in rows[:start]:
        hands[player].append(card_text(card))
        if looked:
            seen[player].append(slot)
    top = rows[start][2]
    yield about | {"hands": hands, "seen": seen, "discard": card_text(top) if top >= 0 else None}
    ends = [len(hand) for hand in hands]
    at = start + 1
    while rows[at][0] not in (kinds.CARD, kinds.END):
        if rows[at][0] in (kinds.PENALTY, kinds.SWAPPED_MANY):
            stop = _run_end(rows, at)
            event = _penalty(rows[at:stop]) if rows[at][0] == kinds.PENALTY else _swap_many(rows[at:stop])
            at = stop
        else:
            event = _ONE_ROW[rows[at][0]](*rows[at][1:])
            at += 1
        _lengthen(ends, event)
        yield event
    yield _end(rows[at:], ends)


def _run_end(rows: Rows, at: int) -> int:
    """Where the rows end that make one event: penalties of one throw, a swap of many with its cards."""
    follows = kinds.PENALTY if rows[at][0] == kinds.PENALTY else kinds.MANY_OUT
    stop = at + 1
    while rows[stop][0] == follows:
        stop += 1
    return stop


def _lengthen(ends: list[int], event: Event) -> None:
    """Notes the slots that rows have grown to."""
    if event["e"] == "penalty":
        ends[event["player"]] = max(ends[event["player"]], *(slot + 1 for slot in event["slots"]))
    elif event["e"] == "give":
        ends[event["target"]] = max(ends[event["target"]], event["target_slot"] + 1)
    elif event["e"] == "swap_many" and event["slot"] is not None:
        ends[event["player"]] = max(ends[event["player"]], event["slot"] + 1)


def _penalty(rows: Rows) -> Event:
    return {
        "e": "penalty",
        "player": rows[0][1],
        "slots": [row[2] for row in rows],
        "cards": [card_text(row[3]) for row in rows],
    }


def _swap_many(rows: Rows) -> Event:
    _, player, card, equal, slot, _ = rows[0]
    return {
        "e": "swap_many",
        "player": player,
        "slots": [row[2] for row in rows[1:]],
        "in": card_text(card),
        "out": [card_text(row[3]) for row in rows[1:]],
        "match": bool(equal),
        "slot": slot if slot >= 0 else None,
    }


def _exchange(player: int, a: int, b: int, *_: int) -> Event:
    (owner, slot), (target, target_slot) = divmod(a, MAX_PLACES), divmod(b, MAX_PLACES)
    event: Event = {"e": "exchange", "player": player}
    if owner != player:
        event["from"] = owner
    return event | {"slot": slot, "target": target, "target_slot": target_slot}


def _with_target(kind: str, player: int, owner: int, slot: int, **more: Any) -> Event:
    """An event about a card in a row, which says whose row where it is not the player's."""
    event: Event = {"e": kind, "player": player}
    if owner != player:
        event["target"] = owner
    return event | {"slot": slot} | more


_ONE_ROW: Final[Mapping[Any, Any]] = {
    kinds.TURN: lambda p, r, *_: {"e": "turn", "player": p, "round": r},
    kinds.CALLED: lambda p, *_: {"e": "call", "player": p},
    kinds.TAKEN: lambda p, s, i, o, *_: {"e": "take", "player": p, "slot": s, "in": card_text(i), "out": card_text(o)},
    kinds.DRAWN: lambda p, c, *_: {"e": "draw", "player": p, "card": card_text(c)},
    kinds.SWAPPED: lambda p, s, i, o, *_: {
        "e": "swap",
        "player": p,
        "slot": s,
        "in": card_text(i),
        "out": card_text(o),
    },
    kinds.DISCARDED: lambda p, c, *_: {"e": "discard", "player": p, "card": card_text(c)},
    kinds.PEEKED: lambda p, s, c, *_: {"e": "peek", "player": p, "slot": s, "card": card_text(c)},
    kinds.LOOKED: lambda p, t, s, c, *_: {"e": "look", "player": p, "target": t, "slot": s, "card": card_text(c)},
    kinds.EXCHANGED: _exchange,
    kinds.GIVEN: lambda p, s, t, u, *_: {"e": "give", "player": p, "slot": s, "target": t, "target_slot": u},
    kinds.THROWN: lambda p, o, s, c, m: _with_target("throw", p, o, s, card=card_text(c), match=bool(m)),
    kinds.RETURNED: lambda p, o, s, *_: _with_target("return", p, o, s),
    kinds.LATE: lambda p, o, s, *_: _with_target("late", p, o, s),
    kinds.FORGOTTEN: lambda p, s, *_: {"e": "forget", "player": p, "slot": s},
    kinds.RESHUFFLED: lambda _, n, *__: {"e": "reshuffle", "cards": n},
}


def _end(rows: Rows, ends: list[int]) -> Event:
    """The end of a deal: rows as they lie, totals, who called, who won, royals, points."""
    hands: list[list[str | None]] = [[None] * end for end in ends]
    for kind, player, slot, card, *_ in rows:
        if kind == kinds.CARD:
            hands[player][slot] = card_text(card)
    _, _, why, caller, winners, _ = next(row for row in rows if row[0] == kinds.END)
    scores = [row for row in rows if row[0] == kinds.SCORED]
    totals = [row[2] for row in scores]
    return {
        "e": "end",
        "reason": _REASONS[why],
        "hands": hands,
        "totals": totals,
        "caller": caller if caller >= 0 else None,
        "winners": [player for player in range(len(ends)) if winners >> player & 1],
        "royal": [player for player, total in enumerate(totals) if total == 0],
        "points": [row[3] for row in scores],
    }


def _match(rows: Rows) -> Event:
    """The end of a match."""
    return {
        "e": "match",
        "totals": [row[2] for row in rows],
        "winners": [row[1] for row in rows if row[3]],
    }
