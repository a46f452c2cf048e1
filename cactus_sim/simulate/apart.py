"""Playing blocks game by game and seat by seat, so that every game can be kept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cactus_sim.games.base import CompiledLineUp
from cactus_sim.simulate.games_file import Rows

if TYPE_CHECKING:
    from cactus_sim.games.base import Game, IntArray
    from cactus_sim.simulate.schedule import Batch


@dataclass(frozen=True)
class ReadyArm:
    """An arm as the kernel takes it."""

    rules: np.ndarray
    line_up: CompiledLineUp
    labels: tuple[str, ...]
    rows: IntArray


def play_apart(
    game: Game, arm: ReadyArm, label: str, unit: str, seed: int, part: Batch, rotations: int,
    seat_values: IntArray, game_values: IntArray, histograms: IntArray,
) -> list[Rows]:  # fmt: skip
    """Plays and counts some blocks as `Game.play_blocks` does; gives their games, one rotation after the other.

    A line-up turned by one seat, at rotation 0, is the line-up at rotation 1.
    """
    players = len(arm.labels)
    games = []
    for rotation in range(rotations):
        seated = np.roll(np.arange(players), rotation)
        line_up = CompiledLineUp(arm.line_up.entries[seated], np.ascontiguousarray(arm.line_up.addresses[:, seated]))
        labels = tuple(arm.labels[entry] for entry in seated)
        seats = np.zeros((part.blocks, players, len(game.seat_metrics)), np.int64)
        once = np.zeros((part.blocks, len(game.game_metrics)), np.int64)
        bins = np.zeros((players, histograms.shape[1]), np.int64)
        game.play_blocks(
            arm.rules, line_up, labels, np.arange(players), unit, seed, part.first_deal, 1, seats, once, bins
        )
        for seat, entry in enumerate(seated):
            seat_values[:, arm.rows[entry]] += seats[:, seat]
            histograms[arm.rows[entry]] += bins[seat]
        game_values += once
        games.append(Rows(label, part.first_deal, rotation, labels, game.seat_metrics, game.game_metrics, seats, once))
    return games
