"""The kernel against a plain C program of the default rules: every round must come out the same."""

import numpy as np
import pytest

from cactus_sim import jit
from tests import plain
from tests.eights.playing import counted, ready

pytestmark = pytest.mark.skipif(
    not plain.has_compiler(), reason=f"no {plain.COMPILER} here to compile the plain C program"
)

ROTATIONS = 2
DEALS = 20 if jit.DISABLED else 4000
PLACES = [(1, 0), (20261201, 5000), ((1 << 63) - 1, (1 << 40) - DEALS)]
"""Seeds and first deals, the greatest that there can be among them."""


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> plain.Program:
    return plain.Program(plain.EIGHTS, tmp_path_factory.mktemp("plain"))


@pytest.mark.parametrize(("seed", "first_deal"), PLACES)
def test_every_round_comes_out_as_in_the_plain_c_program(program: plain.Program, seed: int, first_deal: int) -> None:
    theirs = program.games(seed, first_deal, DEALS)
    at = ready(plain.EIGHTS.line_up)
    runs = [counted(at, DEALS, seed=seed, first=first_deal, rotations=rotations) for rotations in (1, ROTATIONS)]
    for metric, values in theirs.items():
        ours = np.stack([(run.seat if metric in run.seat else run.game)[metric].reshape(DEALS, -1) for run in runs], 1)
        ours = np.diff(ours, axis=1, prepend=0)  # blocks of one more rotation, less those before
        differing = np.argwhere(ours != values)
        if len(differing):
            deal, rotation, _ = differing[0]
            pytest.fail(
                f"{metric} differs {len(differing)} times, first at deal {first_deal + deal}, rotation {rotation}: "
                f"kernel {ours[deal, rotation]}, plain C {values[deal, rotation]}"
            )


def test_the_rounds_compared_have_all_that_can_happen_in_them(program: plain.Program) -> None:
    rounds = program.games(1, 0, 4000)
    assert (rounds["out"].sum(axis=(0, 1)) > 500).all()
    assert (rounds["attacks_taken"].sum(axis=(0, 1)) > 500).all()
    assert set(np.unique(rounds["reshuffles"])) >= {0, 1, 2, 3}
    assert rounds["turns"].max() > 200


def test_the_sums_are_those_of_the_rounds(program: plain.Program) -> None:
    rounds, (sums, seconds) = program.games(3, 7, 50), program.sums(3, 7, 50)
    assert {name: values.sum(axis=(0, 1)).tolist() for name, values in rounds.items()} == {
        name: values.tolist() for name, values in sums.items()
    }
    assert seconds >= 0.0
