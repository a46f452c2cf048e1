import math

import pytest

from cactus_sim.report.digits import decimals, shown
from cactus_sim.report.words import words
from cactus_sim.stats.intervals import Estimate

EN = words("en", "simulate")


@pytest.mark.parametrize(
    ("error", "expected"),
    [(0.04, 2), (0.1, 1), (0.099, 2), (1, 0), (7, 0), (40, 0), (1e-9, 6), (0, 2), (math.nan, 2)],
)
def test_digits_follow_the_error(error, expected):
    assert decimals(error) == expected


@pytest.mark.parametrize(
    ("estimate", "options", "text"),
    [
        (Estimate(0.25312, 0.0004, 10**6), {"percent": True}, "25.31"),
        (Estimate(0.25312, 0.0004, 10**6), {"percent": True, "error": True}, "25.31 ± 0.08"),
        (Estimate(12.3456, 0.2, 10**6), {}, "12.3"),
        (Estimate(1234.5, 3, 10**6), {}, "1,234" if round(1234.5) == 1234 else "1,235"),
        (Estimate(0.25, 0, 100), {"percent": True, "error": True}, "25"),
        (Estimate(1 / 3, 0, 100), {"percent": True}, "33.33"),
        (Estimate(0.25, math.nan, 1), {"error": True}, "0.25"),
        (Estimate(math.nan, math.nan, 5), {}, "–"),
        (Estimate(0, 0, 5), {}, "0"),
    ],
)
def test_figures_are_shown_to_their_error(estimate, options, text):
    assert shown(estimate, EN, **options) == text
