import pytest


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
