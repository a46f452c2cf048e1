import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from cactus_sim.errors import CactusSimError
from cactus_sim.simulate import tally as tallies
from cactus_sim.simulate.tally import empty

NO_HISTOGRAMS = np.zeros((2, 1, 0), np.int64)


def count(values, histograms):
    """The tally of values [arm, block, column]."""
    ones = np.ones((*values.shape[:2], 1))
    return tallies.count(np.concatenate([ones, values], axis=2), histograms)


def slow_tally(values):
    """The twin: Python's whole numbers, one by one."""
    arms, blocks, columns = values.shape
    data = [[[1, *map(int, values[arm, block])] for block in range(blocks)] for arm in range(arms)]
    pairs = range(1 + columns)
    within = [[[sum(x[i] * x[j] for x in data[arm]) for j in pairs] for i in pairs] for arm in range(arms)]
    across = [
        [[sum(data[a][k][c] * data[b][k][c] for k in range(blocks)) for b in range(arms)] for a in range(arms)]
        for c in range(1, 1 + columns)
    ]
    return within, across


@settings(deadline=None)
@given(arrays(np.int64, (2, 5, 3), elements=st.integers(-9 * 10**8, 9 * 10**8)))
def test_sums_are_exact_beyond_what_floats_hold(values):
    tally = count(values, NO_HISTOGRAMS)
    within, across = slow_tally(values)
    assert tally.within.tolist() == within
    assert tally.across.tolist() == across


def test_one_arm_has_its_squares_across():
    values = np.arange(12).reshape(1, 4, 3)
    tally = count(values, np.zeros((1, 1, 0), np.int64))
    assert tally.across.tolist() == slow_tally(values)[1]


@settings(deadline=None)
@given(arrays(np.int64, (2, 9, 3), elements=st.integers(-1000, 1000)), st.permutations(range(3)))
def test_parts_add_up_to_the_whole_in_any_order(values, order):
    parts = [count(values[:, start : start + 3], NO_HISTOGRAMS) for start in (0, 3, 6)]
    total = empty(2, 3, 1, 0)
    for part in order:
        total = total + parts[part]
    assert total == count(values, NO_HISTOGRAMS)
    assert total.blocks == 9


def test_histograms_add_up():
    one = empty(1, 2, 1, 3)
    one.histograms[0, 0] = [1, 2, 3]
    assert (one + one).histograms.tolist() == [[[2, 4, 6]]]


@pytest.mark.parametrize("largest", [1 << 25, 1 << 26, 94_906_265, 94_906_267, (1 << 30) - 1])
def test_products_are_exact_where_floats_begin_to_round(largest):
    values = np.array([[[largest, -largest + 1], [1, 3], [largest - 1, 5]]])
    assert count(values, np.zeros((1, 1, 0), np.int64)).within.tolist() == slow_tally(values)[0]


@pytest.mark.parametrize("value", [1 << 31, 1 << 40, 1 << 60])
def test_a_sum_beyond_64_bits_is_an_error_in_one_batch(value):
    with pytest.raises(CactusSimError, match="64 bits"):
        count(np.full((1, 2, 1), value), np.zeros((1, 1, 0), np.int64))


def test_a_sum_beyond_64_bits_is_an_error_in_adding():
    one = count(np.full((1, 3, 1), 1 << 30), np.zeros((1, 1, 0), np.int64))
    two = one + one
    assert two.within[0, 1, 1] == 6 << 60
    with pytest.raises(CactusSimError, match="64 bits"):
        two + one


def test_equal_means_all_sums_are_equal():
    one, other = empty(1, 1, 1, 2), empty(1, 1, 1, 2)
    assert one == other
    other.histograms[0, 0, 0] = 1
    assert one != other
    assert one != "tally"
