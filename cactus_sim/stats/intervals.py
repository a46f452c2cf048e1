"""Means, differences and ratios of block sums, with standard errors and intervals.

Everything is worked out from whole-number sums: a block's datum is a vector of integers x, and a tally holds n, Σ xᵢ
and Σ xᵢxⱼ. Variances are formed as n·Σxᵢxⱼ − Σxᵢ·Σxⱼ in exact arithmetic, so nothing cancels, and become floats at the
end.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from statistics import NormalDist

LEVEL = 0.95

ANY, CHANCE, DIFFERENCE_OF_CHANCES = (-math.inf, math.inf), (0.0, 1.0), (-1.0, 1.0)
"""What a figure can be at all: an interval need not go beyond."""


@dataclass(frozen=True)
class Estimate:
    """A figure estimated from n blocks, with its standard error (nan for fewer than two blocks)."""

    value: float
    se: float
    n: int

    def half_width(self, level: float = LEVEL) -> float:
        """Half the width of the interval that covers the true figure with chance `level`; nan where se is."""
        if self.n < 2:
            return math.nan
        return student_quantile(0.5 + level / 2, self.n - 1) * self.se

    def interval(self, level: float = LEVEL, bounds: tuple[float, float] = ANY) -> tuple[float, float]:
        """The interval's two ends, cut at the bounds of what the figure can be: it covers no less for that."""
        return cut(self.value, self.half_width(level), bounds)

    @property
    def same(self) -> bool:
        """Whether it was the same on every block, of two at least: then there is no spread to tell an error by."""
        return self.n > 1 and self.se == 0


@dataclass(frozen=True)
class Difference:
    """A difference between two figures of the same deals."""

    estimate: Estimate
    gain: float
    """How many times as many games an unpaired comparison needs for the same standard error."""


def cut(value: float, half: float, bounds: tuple[float, float]) -> tuple[float, float]:
    """The ends of an interval that reaches `half` to both sides, where they are within the bounds; nan stays nan."""
    low, high = value - half, value + half
    return max(low, bounds[0]), min(high, bounds[1])


def combination(
    n: int, sums: Sequence[int], products: Sequence[Sequence[int]], weights: Sequence[Fraction]
) -> Estimate:
    """The estimate of the mean of Σ weightᵢ·xᵢ over blocks.

    `sums` holds Σ xᵢ, `products` Σ xᵢxⱼ, all over the same n blocks.
    """
    if n == 0:
        return Estimate(math.nan, math.nan, 0)
    # Over their common denominator the weights are whole numbers: the same sums, ten times as fast as with fractions.
    scale = math.lcm(*(weight.denominator for weight in weights))
    whole = [int(weight * scale) for weight in weights]
    value = float(Fraction(sum(weight * total for weight, total in zip(whole, sums, strict=True)), scale * n))
    if n == 1:
        return Estimate(value, math.nan, 1)
    spread = sum(
        weight * other * (n * products[i][j] - sums[i] * sums[j])
        for i, weight in enumerate(whole)
        for j, other in enumerate(whole)
    )
    return Estimate(value, math.sqrt(Fraction(spread, scale * scale * n * n * (n - 1))), n)


def mean(n: int, total: int, squares: int, unit: Fraction = Fraction(1)) -> Estimate:
    """The estimate of the mean of unit·x over blocks, from Σ x and Σ x²."""
    return combination(n, (total,), ((squares,),), (unit,))


def difference(n: int, sums: Sequence[int], products: Sequence[Sequence[int]], units: Sequence[Fraction]) -> Difference:
    """The paired difference unit₀·x₀ − unit₁·x₁ and what the pairing gained."""
    paired = combination(n, sums, products, (units[0], -units[1]))
    apart = sum(mean(n, sums[i], products[i][i], units[i]).se ** 2 for i in (0, 1))
    gain = apart / paired.se**2 if paired.se > 0 else math.nan
    return Difference(paired, gain)


def ratio(n: int, sums: Sequence[int], products: Sequence[Sequence[int]], unit: Fraction = Fraction(1)) -> Estimate:
    """The estimate of unit·Σx₀/Σx₁, its standard error by the delta method; nan where nothing was counted below."""
    if sums[1] == 0:
        return Estimate(math.nan, math.nan, n)
    quotient = Fraction(sums[0], sums[1])
    residual = combination(n, sums, products, (unit, -unit * quotient))
    return Estimate(float(unit * quotient), residual.se / (sums[1] / n), n)


def student_quantile(chance: float, freedom: int) -> float:
    """The quantile of Student's t, without scipy, whose import takes longer than most runs.

    Exact for one and two degrees of freedom, else the Cornish-Fisher expansion (Abramowitz and Stegun 26.7.5), within
    0.3 % of the true value at three degrees of freedom and chance 0.975, and closer for more.
    """
    if freedom == 1:
        return math.tan(math.pi * (chance - 0.5))
    if freedom == 2:
        return (2 * chance - 1) / math.sqrt(2 * chance * (1 - chance))
    z = NormalDist().inv_cdf(chance)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / float(freedom) ** power for power, term in enumerate(terms, start=1))
