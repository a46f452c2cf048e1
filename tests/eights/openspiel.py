"""Figures of another engine for uniform random play, and the same of the twin under the preset `openspiel`.

The file has, for 2 and 4 players, with and without special cards and reshuffling, means and standard errors.
Seats in it count from 1, the player after the dealer; `first_to_act` is who really begins. Left out are its
`return` (a formula of that engine's own) and what is no mean.
"""

import csv
import random
from collections import defaultdict
from collections.abc import Iterator
from math import sqrt
from pathlib import Path
from typing import Any, NamedTuple

from tests.eights import twin
from tests.eights.house import house_rules
from tests.eights.twin_table import Outcome

FILE = Path(__file__).with_name("openspiel_crazy_eights_random.csv")
LEFT_OUT = ("return", "win_return_split", "min_return_seen")

Figure = tuple[str, str]
"""Metric and seat (empty for the whole game)."""


class Row(NamedTuple):
    """One setting of the other engine."""

    players: int
    specials: bool
    reshuffle: bool
    draw_max: int
    plays_max: int

    def rules(self) -> dict[str, Any]:
        """The same as house rules."""
        return house_rules("openspiel", **{name: value for name, value in self._asdict().items() if name != "players"})


class Mean(NamedTuple):
    """A mean and its standard error."""

    mean: float
    error: float


def published(file: Path = FILE) -> dict[Row, dict[Figure, Mean]]:
    """The figures of the file by setting."""
    found: dict[Row, dict[Figure, Mean]] = defaultdict(dict)
    with file.open(encoding="utf-8", newline="") as lines:
        for line in csv.DictReader(lines):
            row = Row(
                int(line["players"]), line["use_special_cards"] == "1", line["reshuffle"] == "1",
                int(line["max_draw_cards"]), int(line["max_turns"]),
            )  # fmt: skip
            if line["metric"] not in LEFT_OUT:
                found[row][line["metric"], line["seat"]] = Mean(float(line["mean"]), float(line["se"]))
    return dict(found)


def figures(outcome: Outcome) -> Iterator[tuple[Figure, float]]:
    """What the file counts, of one game."""
    out = [outcome.reason == "out" and left == 0 for left in outcome.cards_left]
    yield ("end_out", ""), any(out)
    yield ("end_blocked", ""), outcome.reason == "blocked"
    yield ("end_max_turns", ""), outcome.reason == "stalled"
    yield ("decisions", ""), sum(outcome.moves)
    yield ("plays", ""), outcome.plays
    yield ("draw_actions", ""), outcome.draws
    yield ("passes", ""), outcome.passes
    yield ("nominations", ""), outcome.named
    yield ("cards_drawn", ""), outcome.cards_drawn
    yield ("cards_left_all_hands", ""), sum(outcome.cards_left)
    yield ("win_out", "first_to_act"), out[outcome.beginner]
    fewest = min(outcome.points)
    players = len(outcome.points)
    for place in range(1, players + 1):
        p = (outcome.dealer + place) % players
        yield ("points_rank_value", str(place)), outcome.points[p]
        yield ("cards_left", str(place)), outcome.cards_left[p]
        yield ("decisions_seat", str(place)), outcome.moves[p]
        yield ("win_out", str(place)), out[p]
        yield ("win_points_split", str(place)), (outcome.points[p] == fewest) / outcome.points.count(fewest)


def played(row: Row, games: int, seed: str) -> dict[Figure, Mean]:
    """The same figures of so many games of the twin."""
    rng, rules = random.Random(seed), row.rules()
    sums: dict[Figure, float] = defaultdict(float)
    squares: dict[Figure, float] = defaultdict(float)
    for _ in range(games):
        for figure, value in figures(twin.play(row.players, rng, rules)):
            sums[figure] += value
            squares[figure] += value * value
    return {
        figure: Mean(
            sums[figure] / games,
            sqrt(max(0.0, squares[figure] / games - (sums[figure] / games) ** 2) / games),
        )
        for figure in sums
    }


def scores(theirs: dict[Figure, Mean], ours: dict[Figure, Mean]) -> dict[Figure, float]:
    """By how many joint standard errors each figure differs; KeyError for a figure that only they have.

    A figure that never varies on either side must be the same, or differs infinitely."""
    found = {}
    for figure, their in theirs.items():
        our = ours[figure]
        joint = sqrt(their.error**2 + our.error**2)
        apart = our.mean - their.mean
        found[figure] = apart / joint if joint else (0.0 if apart == 0 else float("inf"))
    return found
