"""Games played by the package's kernel, as traces and as counts."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from cactus_sim import games
from cactus_sim.games.base import Event
from cactus_sim.strategies import compile_entries, parse_entry
from tests.eights.house import CARDS

GAME = games.get("eights")


class Ready(NamedTuple):
    """A line-up under rules, as the kernel takes them."""

    rules: Any
    values: Mapping[str, Any]
    line_up: Any
    labels: tuple[str, ...]


def ready(line_up: Sequence[str], preset: str | None = None, **changes: Any) -> Ready:
    """The line-up compiled and the rules checked."""
    values = GAME.rule_book.resolve(preset, changes)
    GAME.check_rules(values, len(line_up))
    entries = [parse_entry(text, GAME) for text in line_up]
    compiled = compile_entries(GAME, entries, GAME.hooks_in_use(values))
    return Ready(GAME.rules_record(values), values, compiled, tuple(entry.label for entry in entries))


def trace(at: Ready, unit: str = "round", seed: int = 1, deal: int = 0, rotation: int = 0) -> list[Event]:
    """The events of one game."""
    return list(GAME.trace(at.rules, at.values, at.line_up, at.labels, unit, seed, deal, rotation))


@functools.cache
def rounds(line_up: tuple[str, ...], games: int = 60, preset: str = "seed", **changes: Any) -> list[list[Event]]:
    """The traces of some rounds, each of another deal, the seats rotated."""
    at = ready(line_up, preset, **changes)
    return [trace(at, deal=deal, rotation=deal % len(line_up)) for deal in range(games)]


class Counts(NamedTuple):
    """What play_blocks counted, by name; seat metrics [block, row], game metrics [block], histograms [row, bin]."""

    seat: dict[str, np.ndarray]
    game: dict[str, np.ndarray]
    histograms: np.ndarray


def counted(
    at: Ready,
    blocks: int,
    unit: str = "round",
    seed: int = 1,
    first: int = 0,
    rotations: int = 1,
    rows: Sequence[int] = (),
) -> Counts:
    """Whole blocks, each entry in a row of its own unless `rows` says otherwise."""
    row_of = np.array(rows or range(len(at.labels)), np.int64)
    count = int(row_of.max()) + 1
    seat = np.zeros((blocks, count, len(GAME.seat_metrics)), np.int64)
    game = np.zeros((blocks, len(GAME.game_metrics)), np.int64)
    histograms = np.zeros((count, sum(histogram.bins for histogram in GAME.histograms)), np.int64)
    GAME.play_blocks(at.rules, at.line_up, at.labels, row_of, unit, seed, first, rotations, seat, game, histograms)
    return Counts(
        {metric.name: seat[:, :, place] for place, metric in enumerate(GAME.seat_metrics)},
        {metric.name: game[:, place] for place, metric in enumerate(GAME.game_metrics)},
        histograms,
    )


class Moment(NamedTuple):
    """An event, and the table just before it."""

    event: Event
    hands: list[list[str]]
    top: str
    before: list[Event]
    """The events of the round so far."""


def moments(events: Sequence[Event]) -> Iterator[Moment]:
    """The events of a round after its deal, each with hands and top card as they are before it."""
    hands = [list(hand) for hand in events[0]["hands"]]
    top = events[0]["top"]
    for place, event in enumerate(events[1:], 1):
        yield Moment(event, [list(hand) for hand in hands], top, list(events[:place]))
        if event["e"] == "play":
            top = event["card"]
            hands[event["player"]].remove(top)
        elif event["e"] == "draw":
            hands[event["player"]] = sorted(hands[event["player"]] + event["cards"], key=CARDS.index)
