import pytest

from cactus_sim import play, simulate
from cactus_sim.errors import UsageError


def test_a_played_game_is_one_that_is_counted(toy):
    counted = simulate(toy, ["plain", "plain(skill=1)"], seed=9, games=1)
    totals = [play(toy, ["plain", "plain(skill=1)"], seed=9, rotation=turn)[-1]["totals"] for turn in (0, 1)]
    assert counted.estimate("total", 0).value == (totals[0][0] + totals[1][0]) / 2


@pytest.mark.parametrize("place", [{"deal": -1}, {"deal": 1 << 40}, {"rotation": -1}, {"rotation": 3}])
def test_impossible_places_are_refused(toy, place):
    with pytest.raises(UsageError, match="a number from 0 to"):
        play(toy, **place)
