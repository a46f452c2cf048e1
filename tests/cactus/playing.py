"""Playing the real kernel in tests: one game as its events, or many as what they count."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from cactus_sim import games, jit
from cactus_sim.strategies import Entry, parse_entry
from cactus_sim.strategies.compile import compile_entries
from tests.cactus.round import Event

GAME = games.get("cactus")
SEAT = {metric.name: place for place, metric in enumerate(GAME.seat_metrics)}
TABLE = {metric.name: place for place, metric in enumerate(GAME.game_metrics)}
BINS = {histogram.name: histogram.bins for histogram in GAME.histograms}

Player = Entry | str
"""An entry, or its text."""


@dataclass(frozen=True)
class Counts:
    """What some blocks count: seat [block, row, metric], table [block, metric], bins [row, bin]."""

    seat: np.ndarray
    table: np.ndarray
    bins: np.ndarray

    def of(self, metric: str) -> np.ndarray:
        """A seat metric [block, row], or a table metric [block]."""
        return self.seat[:, :, SEAT[metric]] if metric in SEAT else self.table[:, TABLE[metric]]

    def histogram(self, name: str) -> np.ndarray:
        """A histogram [row, bin]."""
        start = sum(bins for other, bins in list(BINS.items())[: list(BINS).index(name)])
        return self.bins[:, start : start + BINS[name]]

    def equals(self, other: "Counts") -> bool:
        """Whether all numbers are the same."""
        return all(np.array_equal(getattr(self, name), getattr(other, name)) for name in ("seat", "table", "bins"))


def so_many(compiled: int, plain: int) -> int:
    """How many games to play: fewer where the kernel runs as plain Python, a few hundred times slower."""
    return plain if jit.DISABLED else compiled


def rules_of(preset: str = "gamelia", **changes: Any) -> dict[str, Any]:
    """Every rule's value; 2 to 8 may play unless the changes say otherwise."""
    return GAME.rule_book.resolve(preset, {"players_min": 2, "players_max": 8, **changes})


class Table:
    """A line-up ready to play by some rules."""

    def __init__(self, line_up: Sequence[Player], rules: Mapping[str, Any] | None = None, **changes: Any) -> None:
        self.values = dict(rules) if rules is not None else rules_of(**changes)
        self.entries = [parse_entry(entry, GAME) if isinstance(entry, str) else entry for entry in line_up]
        self.labels = tuple(entry.label for entry in self.entries)
        self.players = len(self.entries)
        GAME.check_rules(self.values, self.players)
        self.record = GAME.rules_record(self.values)
        self.line_up = compile_entries(GAME, self.entries, GAME.hooks_in_use(self.values))

    def trace(self, deal: int = 0, rotation: int = 0, seed: int = 1, unit: str = "round") -> list[Event]:
        """The events of one game."""
        return list(GAME.trace(self.record, self.values, self.line_up, self.labels, unit, seed, deal, rotation))

    def traces(self, deals: int, **where: Any) -> Iterator[list[Event]]:
        """The games of the first so many deals."""
        for deal in range(deals):
            yield self.trace(deal, **where)

    def count(
        self,
        blocks: int,
        first_deal: int = 0,
        rotations: int | None = None,
        seed: int = 1,
        unit: str = "round",
        rows: Iterable[int] | None = None,
    ) -> Counts:
        """What `blocks` deals count, every rotation unless fewer are asked for, a row for each player."""
        rows = np.array(list(range(self.players) if rows is None else rows), np.int64)
        counts = Counts(
            np.zeros((blocks, rows.max() + 1, len(SEAT)), np.int64),
            np.zeros((blocks, len(TABLE)), np.int64),
            np.zeros((rows.max() + 1, sum(BINS.values())), np.int64),
        )
        GAME.play_blocks(
            self.record, self.line_up, self.labels, rows, unit, seed, first_deal, rotations or self.players,
            counts.seat, counts.table, counts.bins,
        )  # fmt: skip
        return counts


def only(events: Iterable[Event], *kinds: str, player: int | None = None) -> list[Event]:
    """The events of some kinds (of one player)."""
    return [event for event in events if event["e"] in kinds and player in (None, event.get("player"))]


def turns_of(events: Sequence[Event]) -> list[list[Event]]:
    """The events of a round cut into turns: before the first turn, then each turn with all that follows."""
    parts: list[list[Event]] = [[]]
    for event in events[1:-1]:
        if event["e"] == "turn":
            parts.append([])
        parts[-1].append(event)
    return parts
