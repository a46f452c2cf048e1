"""The chances that players foresee are those with which things happen, so far as a good eye may tell."""

from itertools import pairwise

import pytest

from tests.balance.foresight import placements

EDGES = (0.01, 0.03, 0.1, 0.2, 0.3, 0.5, 1.0)


@pytest.fixture(scope="module", params=[3.0, 7.0])
def made(request):
    return placements(["random", "gatherer", "careful", "random"], 9000, hand_mm=request.param)


@pytest.mark.parametrize(("foreseen", "happened", "most"), [(0, 2, 1.45), (1, 3, 1.25)], ids=["fall", "slip"])
def test_what_is_foreseen_happens_as_often(made, foreseen, happened, most):
    looked_at = 0
    for low, high in pairwise(EDGES):
        some = made[(made[:, foreseen] > low) & (made[:, foreseen] <= high)]
        if some[:, foreseen].sum() < 100:  # too few to tell
            continue
        looked_at += 1
        ratio = some[:, happened].mean() / some[:, foreseen].mean()
        assert 1 / most < ratio < most, (low, high, ratio)
    assert looked_at >= 3
    assert made[:, happened].mean() == pytest.approx(made[:, foreseen].mean(), rel=0.2)


def test_little_falls_where_nothing_is_foreseen(made):
    """Only a chain of hits can bring it down."""
    assert made[made[:, 0] == 0][:, 2].mean() < 0.001
