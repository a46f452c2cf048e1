"""The kernel against a plain C program of the default rules: every game must come out the same."""

import numpy as np
import pytest

from cactus_sim import jit
from tests import plain
from tests.cactus.playing import TABLE, Table

pytestmark = pytest.mark.skipif(
    not plain.has_compiler(), reason=f"no {plain.COMPILER} here to compile the plain C program"
)

DEALS = 20 if jit.DISABLED else 4000
PLACES = [(1, 0), (20261201, 5000), ((1 << 63) - 1, (1 << 40) - DEALS)]
"""Seeds and first deals, the greatest that there can be among them."""


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    return plain.Program(plain.CACTUS, tmp_path_factory.mktemp("plain"))


def kernel_games(seed, first_deal):
    """What every game counts, by metric, as `Program.games` has it: blocks of one more rotation, less those before."""
    table = Table(plain.CACTUS.line_up)
    runs = [table.count(DEALS, first_deal, rotations, seed) for rotations in range(1, table.players + 1)]

    def games(metric):
        values = np.stack([run.of(metric).reshape(DEALS, -1) for run in runs], axis=1)
        return np.diff(values, axis=1, prepend=0)

    return games


@pytest.mark.parametrize(("seed", "first_deal"), PLACES)
def test_every_game_comes_out_as_in_the_plain_c_program(program, seed, first_deal):
    theirs, ours = program.games(seed, first_deal, DEALS), kernel_games(seed, first_deal)
    for metric, values in theirs.items():
        differing = np.argwhere(ours(metric) != values)
        if len(differing):
            deal, rotation, _ = differing[0]
            pytest.fail(
                f"{metric} differs {len(differing)} times, first at deal {first_deal + deal}, rotation {rotation}: "
                f"kernel {ours(metric)[deal, rotation]}, plain C {values[deal, rotation]}"
            )


def test_the_games_compared_have_all_that_can_happen_in_them(program):
    games = program.games(1, 0, 4000)
    assert (games["calls"].sum(axis=(0, 1)) > 100).all()
    assert (games["throws_right"].sum(axis=(0, 1)) > 100).all()
    assert (games["throws_wrong"].sum(axis=(0, 1)) > 0).tolist() == [False, False, False, True]
    assert set(np.unique(games["share"])) >= {0, 280, 420, 840}
    assert (games["throws_right"].sum(axis=2) == 0).any()


def test_the_sums_are_those_of_the_games(program):
    games, (sums, seconds) = program.games(3, 7, 50), program.sums(3, 7, 50)
    assert {name: values.sum(axis=(0, 1)).tolist() for name, values in games.items()} == {
        name: values.tolist() for name, values in sums.items()
    }
    assert seconds >= 0.0
    assert set(sums) & set(TABLE) == {"turns", "rounds", "called", "stock_out", "stalled"}
