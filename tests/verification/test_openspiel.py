"""Another engine's figures for uniform random play of Crazy Eights, against the kernel under the preset `openspiel`.

The other engine counts seats from the player after its dealer. Its dealer is drawn at random, which makes no difference
to that; here the dealer is the last seat, so that player p is the other engine's seat p + 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import pytest

from tests.eights import openspiel
from tests.eights.openspiel import Figure, Mean, Row
from tests.eights.playing import Counts, counted, ready

FIGURES = openspiel.published()
GAMES = 60_000
LIMIT = 4.0
"""Joint standard errors by which a figure may differ."""

WHOLE = {
    "end_out": "ended_out",
    "end_blocked": "blocked",
    "end_max_turns": "stalled",
}
SUMS = {
    "decisions": "decisions",
    "plays": "plays",
    "draw_actions": "draws",
    "passes": "passes",
    "nominations": "nominations",
    "cards_drawn": "cards_drawn",
    "cards_left_all_hands": "cards_left",
}
SEATS = {
    "points_rank_value": ("points", 1),
    "cards_left": ("cards_left", 1),
    "decisions_seat": ("decisions", 1),
    "win_out": ("out", 1),
    "win_points_split": ("share", 840),
}


class Line(NamedTuple):
    """One line of the table that is printed."""

    figure: Figure
    theirs: Mean
    ours: Mean
    score: float


def figures(game: Counts, players: int) -> Iterator[tuple[Figure, np.ndarray]]:
    """What the other engine's file has, for every game."""
    for theirs, ours in WHOLE.items():
        yield (theirs, ""), game.game[ours]
    for theirs, ours in SUMS.items():
        yield (theirs, ""), game.seat[ours].sum(axis=1)
    yield ("win_out", "first_to_act"), game.game["first_out"]
    for player in range(players):
        for theirs, (ours, scale) in SEATS.items():
            yield (theirs, str(player + 1)), game.seat[ours][:, player] / scale


def compared(row: Row, theirs: dict[Figure, Mean], games: int, seed: int) -> list[Line]:
    """Every figure of a setting, theirs and ours."""
    changes = {name: value for name, value in row._asdict().items() if name != "players"}
    game = counted(
        ready(["random"] * row.players, "openspiel", dealer="last_seat", **changes), games, "round", seed, rotations=1
    )
    ours = {
        figure: Mean(float(values.mean()), float(values.std() / games**0.5))
        for figure, values in figures(game, row.players)
    }
    apart = openspiel.scores(theirs, ours)
    return [Line(figure, theirs[figure], ours[figure], score) for figure, score in apart.items()]


@pytest.mark.parametrize("row", FIGURES, ids=str)
def test_openspiel(row: Row) -> None:
    games = GAMES if row.plays_max <= 100 else GAMES // 3
    lines = compared(row, FIGURES[row], games, seed=20261201)
    assert len(lines) == 11 + 5 * row.players
    print(f"\n{row}, {games:,} games")
    print(f"{'figure':22} {'seat':13} {'other engine':>20} {'kernel':>20} {'z':>6}")
    for (metric, seat), theirs, ours, score in lines:
        shown = (f"{mean:12.5f} ± {error:7.5f}" for mean, error in (theirs, ours))
        print(f"{metric:22} {seat:13}", *(f"{text:>20}" for text in shown), f"{score:6.2f}")
    assert {line.figure: round(line.score, 1) for line in lines if abs(line.score) > LIMIT} == {}


def test_the_scores_are_spread_as_chance_spreads_them() -> None:
    """Their mean square is near 1 over all settings: neither too far apart nor suspiciously close."""
    lines = [line for row, theirs in FIGURES.items() for line in compared(row, theirs, 15_000, seed=7)]
    scores = [line.score for line in lines if line.theirs.error > 0]
    assert 0.6 < float(np.mean(np.square(scores))) < 1.5


@pytest.mark.parametrize("specials", [False, True])
@pytest.mark.parametrize("players", [3, 5, 7])
def test_other_numbers_of_players(players: int, specials: bool) -> None:
    """For these the other engine's figures are not at hand: the twin, written from the rules page, stands in."""
    row = Row(players, specials, reshuffle=players != 5, draw_max=5, plays_max=100)
    lines = compared(row, openspiel.played(row, 500, f"twin {row}"), 20_000, seed=3)
    assert {line.figure: round(line.score, 1) for line in lines if abs(line.score) > LIMIT} == {}
