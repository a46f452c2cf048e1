"""Rank sets: which ranks a competitor may have, given paired differences between all of them."""

from __future__ import annotations

from collections.abc import Sequence

from cactus_sim.stats.families import ALPHA, chance_of
from cactus_sim.stats.intervals import Estimate
from cactus_sim.stats.multiplicity import holm

Leads = Sequence[Sequence[Estimate]]
"""[i][j]: how much better i is than j, so leads[j][i] is its negative; the diagonal is not looked at."""


def told_apart(leads: Leads, alpha: float = ALPHA) -> list[list[int]]:
    """[i][j]: +1 where i is told to be better than j, −1 where worse, 0 where they are not told apart.

    All pairs are one family with Holm's correction: with chance 1 − alpha at least no pair is told apart wrongly.
    """
    count = len(leads)
    pairs = [(i, j) for i in range(count) for j in range(i)]
    chances = holm([chance_of(leads[i][j]) for i, j in pairs])
    found = [[0] * count for _ in range(count)]
    for (i, j), chance in zip(pairs, chances, strict=True):
        if chance <= alpha:
            found[i][j] = 1 if leads[i][j].value > 0 else -1
            found[j][i] = -found[i][j]
    return found


def rank_sets(apart: Sequence[Sequence[int]]) -> list[tuple[int, int]]:
    """The first and last rank that each may have: 1 + those told to be better, and K − those told to be worse.

    With chance 1 − alpha all true ranks are within them at once (Mogstad, Romano, Shaikh, Wilhelm 2024).
    """
    return [(1 + row.count(-1), len(row) - row.count(1)) for row in map(list, apart)]
