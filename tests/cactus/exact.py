"""Exact chances of a deal, by counting subsets of the pack: totals of a hand, royal hands, the first discard."""

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from math import comb, sqrt

from tests.cactus.house import Rules, house_rules, pack, points, rank

Distribution = dict[int, Fraction]


def hand_total(values: Sequence[int], cards: int) -> Distribution:
    """Chance of each total of `cards` cards drawn without replacement from a pack with these points, in order."""
    ways: list[Counter[int]] = [Counter({0: 1})] + [Counter() for _ in range(cards)]
    for value in values:
        for size in range(cards, 0, -1):
            for total, count in ways[size - 1].items():
                ways[size][total + value] += count
    return {total: Fraction(count, comb(len(values), cards)) for total, count in sorted(ways[cards].items())}


def dealt_total(rules: Rules | None = None, cards: int | None = None) -> Distribution:
    """Chance of each total of a dealt hand, or of `cards` dealt cards, under these rules (`gamelia` by default)."""
    rules = house_rules() if rules is None else rules
    return hand_total([points(card, rules) for card in pack(rules)], rules["hand_cards"] if cards is None else cards)


def first_discard(rules: Rules | None = None) -> dict[str, Fraction]:
    """Chance of each rank of the first discard: its share of the pack, whatever is dealt before."""
    cards = pack(house_rules() if rules is None else rules)
    return {name: Fraction(count, len(cards)) for name, count in Counter(map(rank, cards)).items()}


def chance(distribution: Distribution, holds: Callable[[int], bool]) -> Fraction:
    """Chance that a total holds to something."""
    return sum((weight for total, weight in distribution.items() if holds(total)), Fraction(0))


def mean(distribution: Distribution) -> Fraction:
    """Mean of a distribution."""
    return sum((total * weight for total, weight in distribution.items()), Fraction(0))


def deviation(distribution: Distribution) -> float:
    """Standard deviation of a distribution."""
    centre = mean(distribution)
    return sqrt(sum((total - centre) ** 2 * weight for total, weight in distribution.items()))


def chi_square(counts: dict[int, int], distribution: Distribution, least: float = 10.0) -> tuple[float, int]:
    """Chi-square of observed counts by total against a distribution, and its degrees of freedom.

    Neighbouring totals are pooled until at least `least` are expected; a total that can't be raises ValueError."""
    impossible = set(counts) - set(distribution)
    if impossible:
        raise ValueError(f"totals that cannot be: {sorted(impossible)}")
    games = sum(counts.values())
    cells: list[list[float]] = [[0.0, 0.0]]
    for total, weight in distribution.items():
        if cells[-1][1] >= least:
            cells.append([0.0, 0.0])
        cells[-1][0] += counts.get(total, 0)
        cells[-1][1] += float(weight) * games
    if len(cells) > 1 and cells[-1][1] < least:
        seen, expected = cells.pop()
        cells[-1][0] += seen
        cells[-1][1] += expected
    return sum((seen - expected) ** 2 / expected for seen, expected in cells), len(cells) - 1


def chi_square_is_plausible(statistic: float, freedom: int, sigmas: float = 5.0) -> bool:
    """Whether a chi-square is within so many standard deviations of its mean, by the Wilson–Hilferty cube root."""
    spread = 2 / (9 * freedom)
    return bool(((statistic / freedom) ** (1 / 3) - (1 - spread)) / sqrt(spread) <= sigmas)
