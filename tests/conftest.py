from pathlib import Path

import pytest

import cactus_sim.games

cactus_sim.games.__path__.append(str(Path(__file__).parent / "doubles"))


@pytest.fixture
def toy(monkeypatch):
    """A game of plain numpy under the name `toy`, fresh for each test."""
    from cactus_sim.games.toy import GAME

    from cactus_sim import games

    monkeypatch.setattr(games, "NAMES", ("toy", *games.NAMES))
    GAME.compiled = GAME.played = 0
    GAME.interrupt_at = None
    return GAME
