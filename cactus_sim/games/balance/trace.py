"""From the kernel's event rows to the events of a trace, as JSON has them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from cactus_sim.games.balance import events as kinds
from cactus_sim.games.balance.falls import GRID
from cactus_sim.games.balance.rules import BASICS, COLOURS, SHAPES
from cactus_sim.games.balance.tables import COLOURS as COLOUR_NAMES
from cactus_sim.games.balance.tables import MAX_PERCHES, Perch, cacti, shapes
from cactus_sim.games.base import Event, IntArray
from cactus_sim.games.rule_book import Value

_REASONS: Final = ("", "flowers", "piece", "specials", "stalled")
"""By the number that the state's `over` has at the end."""
_FACES: Final = ("free", "colour", "shape", "special")
_WHY: Final = ("colour3", "colour5", "shape3", "shape5", "five_colours")


def piece_name(piece: int, special_colours: bool) -> str:
    """A piece as traces name it: `disc-red`, `hat-blue`; `hat` where special pieces have no colours."""
    if piece < BASICS:
        return f"{shapes()[piece // COLOURS].name}-{COLOUR_NAMES[piece % COLOURS]}"
    name = shapes()[SHAPES + piece - BASICS].name
    return f"{name}-{COLOUR_NAMES[(piece - BASICS) % COLOURS]}" if special_colours else name


def decode(
    buffer: IntArray,
    rules: Mapping[str, Value],
    labels: tuple[str, ...],
    unit: str,  # noqa: ARG001 - there is one
    seed: int,
    deal: int,
    rotation: int,
) -> Iterator[Event]:
    """The events of a game from the rows [n, events.COLUMNS] that the kernel wrote."""
    rows: list[list[int]] = buffer.tolist()
    named = _Names(rules)
    row = [line[2] for line in rows if line[0] == kinds.ROW]
    players = len(labels)
    yield {
        "e": "deal", "game": "balance", "rules": dict(rules), "seed": seed, "deal": deal, "rotation": rotation,
        "players": players, "line_up": list(labels), "first": (players - rotation) % players,
        "specials": [named.piece(piece) for piece in row],
    }  # fmt: skip
    at, in_hand, on_turn = len(row), -1, -1
    fallen: list[str] = []
    while at < len(rows):
        kind = rows[at][0]
        stop = at + 1
        if kind == kinds.SHIFT:
            while rows[stop][0] == kinds.SHIFT and rows[stop][2] == rows[at][2] and rows[stop][3] > rows[stop - 1][3]:
                stop += 1
            yield {
                "e": "shift",
                "player": on_turn,
                **named.place(rows[at][2]),
                "x": [row[4] / GRID for row in rows[at:stop]],
            }
        elif kind == kinds.FALLEN:
            piece = named.piece(rows[at][2])
            yield {"e": "fallen", "player": rows[at][1], "piece": piece, **named.place(rows[at][3])}
            fallen += [piece] if rows[at][2] != in_hand else []
        elif kind == kinds.COST:
            yield {"e": "fall", "player": rows[at][1], "pieces": fallen, "cost": rows[at][3]}
        elif kind == kinds.END:
            stop = len(rows)
            yield _end(rows[at:], players)
        else:
            in_hand, on_turn = rows[at][2] if kind == kinds.PIECE else in_hand, rows[at][1]
            fallen = [] if kind == kinds.TURN else fallen
            yield from named.event(rows[at])
        at = stop


class _Names:
    """What pieces and places are called under given rules."""

    def __init__(self, rules: Mapping[str, Value]) -> None:
        self.special_colours = bool(rules["special_colours"])
        self.cacti: tuple[tuple[Perch, ...], ...] = cacti(str(rules["cacti"]))

    def piece(self, piece: int) -> str:
        """A piece's name."""
        return piece_name(piece, self.special_colours)

    def place(self, place: int) -> dict[str, Any]:
        """A place, as events have it."""
        perch = self.cacti[place // MAX_PERCHES][place % MAX_PERCHES]
        return {"cactus": perch.cactus, "perch": perch.name}

    def event(self, row: list[int]) -> Iterator[Event]:
        """The events of a row that stands for itself."""
        kind, player, a, b, c, d = row
        if kind == kinds.TURN:
            yield {"e": "turn", "player": player}
            cactus = None if b < 0 else self.cacti[b][0].cactus
            yield {"e": "roll", "player": player, "face": _FACES[a], "cactus": cactus}
        elif kind == kinds.PIECE:
            what = "basic" if a < BASICS else "special"
            yield {"e": "piece", "player": player, "piece": self.piece(a), "kind": what, "worked_in": bool(b)}
        elif kind == kinds.PLACE:
            yield {
                "e": "place", "player": player, **self.place(a), "aim": b / GRID, "offset": c / GRID, "slips": bool(d),
            }  # fmt: skip
        elif kind == kinds.TOUCH:
            yield {"e": "touch", "player": player, "cost": a}
        elif kind == kinds.CLAIM:
            yield {"e": "claim", "player": player, "asked": a, "flowers": b, "why": _why(c)}
        elif kind == kinds.MISSED:
            yield {"e": "missed", "player": player, "flowers": a, "why": _why(b)}


def _why(bits: int) -> list[str]:
    return [why for place, why in enumerate(_WHY) if bits >> place & 1]


def _end(rows: list[list[int]], players: int) -> Event:
    _, _, why, winners, *_ = rows[0]
    return {
        "e": "end",
        "reason": _REASONS[why],
        "flowers": [row[2] for row in rows[1:]],
        "winners": [player for player in range(players) if winners >> player & 1],
    }
