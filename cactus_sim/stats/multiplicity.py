"""Many comparisons at once: Holm's correction, and which of several figures can't be told apart from the best."""

from __future__ import annotations

import math
from collections.abc import Sequence

from cactus_sim.stats.intervals import Estimate, student_quantile


def beaten_by_best(lags: Sequence[Estimate], alpha: float = 0.05) -> list[bool]:
    """Which of K figures are told apart from the best one, given how far each lags behind it (paired; the best: 0).

    A figure is told apart where its lag is more than the one-sided Student quantile at alpha / (K − 1) standard errors.
    The rule: with chance 1 − alpha at least, the figure that is truly best is among those not told apart, although the
    apparent best was picked from the same data (the truly best is left out only if one of its K − 1 rivals leads it by
    that much, and each does so with chance alpha / (K − 1) at most). Holm's steps make no allowance for that picking:
    with rivals that vary much more than the best they were seen to leave it out 5.8 % of the time, at alpha = 5 %.

    Its limits: it is one look at a number of games chosen beforehand; it says nothing on the order of the others; and
    "not told apart" means "not enough games to tell", never "equal".
    """
    rivals = len(lags) - 1
    if rivals < 1:
        return [False] * len(lags)
    return [
        lag.n >= 2 and lag.se > 0 and lag.value > student_quantile(1 - alpha / rivals, lag.n - 1) * lag.se
        for lag in lags
    ]


def holm(chances: Sequence[float]) -> list[float]:
    """Holm's correction: what each chance (p-value) becomes in a family; nan, where nothing was tested, stays so.

    Where those at most alpha are taken for effects, the chance that any effect is taken for one that is none is alpha
    at most, however the comparisons hang together (Holm 1979).
    """
    order = sorted((chance, i) for i, chance in enumerate(chances) if not math.isnan(chance))
    adjusted = [math.nan] * len(chances)
    highest = 0.0
    for step, (chance, i) in enumerate(order):
        highest = max(highest, min(1.0, (len(order) - step) * chance))
        adjusted[i] = highest
    return adjusted
