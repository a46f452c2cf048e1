import sys
from pathlib import Path

import pytest

import cactus_sim.games

HERE = Path(__file__).parent
cactus_sim.games.__path__.append(str(HERE / "games"))
sys.path.append(str(HERE))  # for `asking`


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    """Compiled code of a test is kept in a folder of its own."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("CACTUS_SIM_CACHE", str(folder))
    return folder


@pytest.fixture
def game():
    from cactus_sim.games.pairs import GAME

    return GAME
