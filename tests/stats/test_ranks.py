from cactus_sim.stats.intervals import Estimate
from cactus_sim.stats.ranks import rank_sets, told_apart


def leads(values, se):
    return [[Estimate(one - other, 0.0 if one is other else se, 1000) for other in values] for one in values]


def test_those_that_are_told_apart_have_one_rank():
    assert rank_sets(told_apart(leads([3.0, 2.0, 1.0], 0.01))) == [(1, 1), (2, 2), (3, 3)]


def test_those_that_are_not_told_apart_share_their_ranks():
    found = told_apart(leads([3.0, 2.99, 1.0], 0.1))
    assert found == [[0, 0, 1], [0, 0, 1], [-1, -1, 0]]
    assert rank_sets(found) == [(1, 2), (1, 2), (3, 3)]


def test_nothing_is_told_without_an_error():
    assert rank_sets(told_apart([[Estimate(1.0, float("nan"), 1)] * 3] * 3)) == [(1, 3)] * 3


def test_all_pairs_are_one_family():
    """2.2 standard errors tell two apart where they are the only ones, not among six."""
    alone = told_apart(leads([0.22, 0.0], 0.1))
    among = told_apart(leads([0.22, 0.0, 0.11, 0.1, 0.12, 0.13], 0.1))
    assert alone[0][1] == 1
    assert among[0][1] == 0
