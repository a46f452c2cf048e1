"""Games of `random` players in the kernel and in the twin are alike in all that is counted."""

import numpy as np

from tests.cactus.exact import chi_square_is_plausible
from tests.cactus.house import house_rules
from tests.cactus.playing import so_many
from tests.cactus.twin_compared import two_sample_chi_square, unlike


def test_default_rules() -> None:
    assert unlike(house_rules(), players=4, twin_games=3000, kernel_games=so_many(60_000, 1500)) == []


def test_a_difference_would_be_found() -> None:
    """Such as a mean of 3.4 where it should be 3."""
    rng = np.random.default_rng(1)
    one, other = rng.poisson(3.0, 60_000), rng.poisson(3.4, 3000)
    assert not chi_square_is_plausible(*two_sample_chi_square(one, other))
    assert chi_square_is_plausible(*two_sample_chi_square(one, rng.poisson(3.0, 3000)))
