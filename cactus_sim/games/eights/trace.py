"""From the kernel's event rows to the events of a trace, as JSON has them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from cactus_sim.cards import SUITS, card_text
from cactus_sim.games.base import Event, IntArray
from cactus_sim.games.eights import events as kinds
from cactus_sim.games.rule_book import Value

_REASONS: Final = ("", "out", "blocked", "stalled")
"""By the number that the state's `over` has at the end."""
_WHY: Final = ("cannot", "wants", "attack", "carte")

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
            "e": "deal", "game": "eights", "rules": dict(rules), "seed": seed, "deal": deal, "rotation": rotation,
            "players": len(labels), "line_up": list(labels),
        }  # fmt: skip
        if unit == "match":
            about["hand"] = hand
        yield from _round(rows[at:stop], about)
        hand, at = hand + 1, stop


def _round(rows: Rows, about: Event) -> Iterator[Event]:
    """One deal, from the cards dealt to the scores."""
    players = about["players"]
    start = next(i for i, row in enumerate(rows) if row[0] == kinds.START)
    _, dealer, top, *_ = rows[start]
    yield about | {
        "dealer": dealer,
        "first": (dealer + 1) % players,
        "hands": _hands(rows[:start], players),
        "top": card_text(top),
        "redrawn": [card_text(row[2]) for row in rows[:start] if row[0] == kinds.REDRAWN],
    }
    at = start + 1
    while rows[at][0] not in (kinds.CARD, kinds.END):
        if rows[at][0] == kinds.DRAWN:
            stop = at + 1
            while rows[stop][0] == kinds.DRAWN and rows[stop][4] > 0:
                stop += 1
            yield _draw(rows[at:stop])
            at = stop
        else:
            yield _ONE_ROW[rows[at][0]](*rows[at][1:])
            at += 1
    yield _end(rows[at:], players)


def _hands(rows: Rows, players: int) -> list[list[str]]:
    """The cards of each player, by number, from the rows that write hands."""
    hands: list[list[str]] = [[] for _ in range(players)]
    for kind, player, card, *_ in rows:
        if kind == kinds.CARD:
            hands[player].append(card_text(card))
    return hands


def _draw(rows: Rows) -> Event:
    _, player, _, why, _ = rows[0]
    return {"e": "draw", "player": player, "cards": [card_text(row[2]) for row in rows], "why": _WHY[why]}


def _play(player: int, card: int, *_: int) -> Event:
    return {"e": "play", "player": player, "card": card_text(card)}


def _named(player: int, suit: int, *_: int) -> Event:
    return {"e": "colour", "player": player, "suit": SUITS[suit]}


def _caught(player: int, by: int, *_: int) -> Event:
    return {"e": "caught", "player": player, "by": by}


_ONE_ROW: Final[Mapping[Any, Any]] = {
    kinds.TURN: lambda p, *_: {"e": "turn", "player": p},
    kinds.PLAYED: _play,
    kinds.NAMED: _named,
    kinds.PASSED: lambda p, *_: {"e": "pass", "player": p},
    kinds.SKIPPED: lambda p, *_: {"e": "skip", "player": p},
    kinds.REVERSED: lambda p, *_: {"e": "reverse", "player": p},
    kinds.CARTE: lambda p, *_: {"e": "carte", "player": p},
    kinds.CAUGHT: _caught,
    kinds.RESHUFFLED: lambda _, n, *__: {"e": "reshuffle", "cards": n},
}


def _end(rows: Rows, players: int) -> Event:
    """The end of a deal: who is out, who wins, the cards left and their points."""
    _, _, why, out, winners = next(row for row in rows if row[0] == kinds.END)
    return {
        "e": "end",
        "reason": _REASONS[why],
        "winner": out if out >= 0 else None,
        "winners": [player for player in range(players) if winners >> player & 1],
        "hands": _hands(rows, players),
        "points": [row[2] for row in rows if row[0] == kinds.SCORED],
    }


def _match(rows: Rows) -> Event:
    """The end of a match."""
    return {
        "e": "match",
        "totals": [row[2] for row in rows],
        "winners": [row[1] for row in rows if row[3]],
    }
