"""The games: each in a folder with the same rooms; nothing outside this package knows a game's rules."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from cactus_sim.errors import UsageError, suggest

if TYPE_CHECKING:
    from cactus_sim.games.base import Game

NAMES = ("cactus", "eights", "balance")


def names() -> tuple[str, ...]:
    """The games that can be played."""
    return NAMES


def get(name: str) -> Game:
    """The game called `name`; a UsageError lists the games where there is none."""
    if name not in NAMES:
        raise UsageError(f"no game is called '{name}'{suggest(name, NAMES)}; games: {', '.join(NAMES)}")
    module = importlib.import_module(f"cactus_sim.games.{name}")
    game: Game = module.GAME
    return game
