import itertools
import math

import pytest

from cactus_sim.analysis.mixes import counts_of, joined, mixes_of, seats_of
from cactus_sim.errors import UsageError


@pytest.mark.parametrize(("strategies", "players"), [(2, 2), (3, 4), (4, 4), (8, 3)])
def test_all_mixes_are_all_multisets(strategies, players):
    mixes = mixes_of(strategies, players)
    assert mixes.complete
    assert len(set(mixes.mixes)) == len(mixes.mixes) == math.comb(strategies + players - 1, players)
    assert all(sum(counts) == players for counts in mixes.mixes)
    assert len(mixes.fields) == math.comb(strategies + players - 2, players - 1)


def test_every_field_and_strategy_make_a_mix_that_is_played():
    for mixes in (mixes_of(4, 4), mixes_of(12, 4)):
        played = set(mixes.mixes)
        strategies = len(mixes.fields[0])
        assert all(joined(field, strategy) in played for field in mixes.fields for strategy in range(strategies))


def test_a_sample_is_balanced():
    mixes = mixes_of(12, 4)
    assert not mixes.complete
    assert len(mixes.mixes) <= 400
    met = [sum(field[strategy] for field in mixes.fields) for strategy in range(12)]
    assert len(set(met)) == 1
    for one, other in itertools.combinations(range(12), 2):
        assert any(counts[one] and counts[other] for counts in mixes.mixes)


def test_a_sample_is_the_same_each_time():
    assert mixes_of(12, 4) == mixes_of(12, 4)


def test_too_few_mixes_for_any_sample_are_refused():
    with pytest.raises(UsageError, match=r"144 mixes at least.*--mixes"):
        mixes_of(12, 4, 100)


def test_counts_and_seats():
    assert list(counts_of(2, 2)) == [(2, 0), (1, 1), (0, 2)]
    assert seats_of((2, 0, 1)) == (0, 0, 2)
