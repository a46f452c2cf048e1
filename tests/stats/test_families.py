import math

import pytest
from scipy import stats

from cactus_sim.stats.families import chance_beyond, chance_of, chance_within, verdicts
from cactus_sim.stats.intervals import Estimate
from cactus_sim.stats.multiplicity import holm


def words(*estimates, margin=0.5):
    return [verdict.word for verdict in verdicts(estimates, [margin] * len(estimates))]


def test_holm_multiplies_by_what_is_left_and_never_falls():
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.6, 0.5]) == [1, 1]
    assert holm([]) == []


def test_holm_leaves_out_what_was_not_tested():
    adjusted = holm([0.01, math.nan, 0.02])
    assert adjusted[0] == pytest.approx(0.02)
    assert math.isnan(adjusted[1])


def test_chances_are_those_of_student():
    estimate = Estimate(3, 2, 12)
    assert chance_of(estimate) == pytest.approx(2 * stats.t.sf(1.5, 11))
    assert chance_within(estimate, 4) == pytest.approx(stats.t.sf(0.5, 11))
    assert chance_within(estimate, 1) == pytest.approx(stats.t.sf(-1, 11))


def test_alike_on_every_deal_is_judged_by_the_number_of_deals():
    assert chance_of(Estimate(1, 0, 6)) == pytest.approx(2 * 0.5**5)
    assert words(Estimate(1, 0, 4)) == ["undecided"]
    assert words(Estimate(1, 0, 40)) == ["higher"]


def test_one_deal_tells_nothing():
    assert math.isnan(chance_beyond(Estimate(1, math.nan, 1), 1))
    assert words(Estimate(1, math.nan, 1)) == ["undecided"]


@pytest.mark.parametrize(
    ("value", "error", "word"),
    [
        (2, 0.2, "higher"),
        (-2, 0.2, "lower"),
        (0.1, 0.1, "equivalent"),
        (0.3, 0.01, "equivalent"),
        (0.6, 1, "undecided"),
        (0, 0, "same"),
    ],
)
def test_each_word(value, error, word):
    assert words(Estimate(value, error, 1000)) == [word]


def test_a_family_asks_more_of_each():
    doubtful = Estimate(2.2, 1, 1000)
    assert words(doubtful) == ["higher"]
    assert words(doubtful, *[Estimate(0.5, 1, 1000)] * 9) == ["undecided"] * 10


def test_what_is_the_same_on_every_deal_is_no_member_of_the_family():
    doubtful = Estimate(2.2, 1, 1000)
    assert words(doubtful, *[Estimate(0, 0, 1000)] * 9)[0] == "higher"
