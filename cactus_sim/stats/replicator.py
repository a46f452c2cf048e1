"""Replicator dynamics on a payoff table of mixed company: who spreads where strategies are taken up as they fare.

A large population holds strategy k in share xₖ. The rivals of a player are drawn from it one by one, so the field is a
given one with the multinomial chance; its payoff fₖ(x) is the mean over fields. Shares grow as they fare better than
the mean: dxₖ/dt = xₖ·(fₖ(x) − f̄(x)). A resting point is where nothing changes: all strategies that are there fare
alike. It is stable where small changes die out, those that bring in absent strategies included, unstable where one of
them grows, and neutral where none grows but one stays, as where strategies fare exactly alike.

Arrays may have leading axes: many populations, and many payoff tables, at once.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
import numpy.typing as npt

FloatArray = npt.NDArray[np.float64]

RESTED: Final = 1e-7
"""A population has come to rest where no share changes by more in a step."""

ROUNDING: Final = 1e-10
"""Differences smaller than this part of the greatest payoff are rounding: what differs in truth, by a single game of
ten million, differs by more."""


@dataclass(frozen=True, eq=False)
class PayoffTable:
    """What each strategy gets against each field."""

    fields: npt.NDArray[np.int64]
    """[field, strategy]: how many of each are in the field; all fields of that size must be there."""
    payoffs: FloatArray
    """[…, strategy, field]"""

    @property
    def strategies(self) -> int:
        """How many strategies there are."""
        return len(self.fields[0])

    @cached_property
    def least(self) -> float:
        """Rates of growth up to this, either way, are none."""
        return ROUNDING * float(np.abs(self.payoffs).max(initial=0))

    @cached_property
    def flat(self) -> bool:
        """Whether every strategy gets the same against every field."""
        return float(np.ptp(self.payoffs)) <= self.least

    def chances(self, shares: FloatArray) -> FloatArray:
        """[…, field]: how often each field is met in populations with these shares [..., strategy]."""
        chances: FloatArray = self._ways * self._products(shares, self.fields)
        return chances

    def fares(self, shares: FloatArray) -> FloatArray:
        """[…, strategy]: how each strategy fares in the populations."""
        fares: FloatArray = np.einsum("...kl,...l->...k", self.payoffs, self.chances(shares))
        return fares

    def slopes(self, shares: FloatArray) -> FloatArray:
        """[…, i, j]: how much better i fares for every more of j."""
        parts = []
        for other in range(self.strategies):
            fewer = self.fields.copy()
            fewer[:, other] = np.maximum(fewer[:, other] - 1, 0)
            chances = self._ways * self.fields[:, other] * self._products(shares, fewer)
            parts.append(np.einsum("...kl,...l->...k", self.payoffs, chances))
        return np.stack(parts, axis=-1)

    def jacobian(self, shares: FloatArray) -> FloatArray:
        """[…, i, j]: how the velocity of i changes with the share of j."""
        fares, slopes = self.fares(shares), self.slopes(shares)
        mean = (shares * fares).sum(axis=-1)[..., None, None]
        mean_slopes = fares + np.einsum("...k,...kj->...j", shares, slopes)
        jacobian: FloatArray = np.eye(self.strategies) * (fares[..., None] - mean)
        jacobian += shares[..., None] * (slopes - mean_slopes[..., None, :])
        return jacobian

    def growth(self, shares: FloatArray) -> FloatArray:
        """[…]: the fastest rate at which any small change of the shares grows; below 0 where all die out."""
        inside = _directions(self.strategies)
        turned = np.einsum("ia,...ij,jb->...ab", inside, self.jacobian(shares), inside)
        rates: FloatArray = np.linalg.eigvals(turned).real.max(axis=-1)
        return rates

    def among(self, support: Sequence[int]) -> PayoffTable:
        """The table of a population that holds these strategies only."""
        absent = [strategy for strategy in range(self.strategies) if strategy not in support]
        kept = np.flatnonzero(self.fields[:, absent].sum(axis=1) == 0)
        return PayoffTable(self.fields[kept][:, list(support)], self.payoffs[..., list(support), :][..., kept])

    @cached_property
    def _ways(self) -> FloatArray:
        """[field]: in how many orders its members can be drawn."""
        seats = int(self.fields[0].sum())
        return np.array(
            [math.factorial(seats) / math.prod(math.factorial(int(count)) for count in field) for field in self.fields]
        )

    @staticmethod
    def _products(shares: FloatArray, fields: npt.NDArray[np.int64]) -> FloatArray:
        powers = shares[..., None] ** np.arange(int(fields.max(initial=0)) + 1)
        products: FloatArray = np.prod(powers[..., np.arange(fields.shape[1]), fields], axis=-1)
        return products


def follow(
    table: PayoffTable, starts: FloatArray, steps: int = 1500, tolerance: float = 1e-3
) -> tuple[FloatArray, FloatArray]:
    """How populations [start, strategy] go on: times [step, start] and shares [step, start, strategy].

    Each step is as long as the tolerance allows (the midpoint rule against Euler's), and multiplies shares, so that
    none leaves 0 or passes it. It ends early where all have come to rest.
    """
    shares, time = starts, np.zeros(len(starts))
    times, ways = [time], [shares]
    rates = _rates(table, shares)
    long = 0.1 * _longest(rates)
    for _ in range(steps):
        middle = _rates(table, _grown(shares, rates, long / 2))
        there = _grown(shares, middle, long)
        error = np.abs(there - _grown(shares, rates, long)).max(axis=-1)
        good = error <= tolerance
        shares = np.where(good[:, None], there, shares)
        time = time + np.where(good, long, 0)
        rates = _rates(table, shares)
        long = long * np.clip(0.9 * np.sqrt(tolerance / np.maximum(error, 1e-12)), 0.2, 2.0)
        long = np.minimum(long, _longest(rates))
        times.append(time)
        ways.append(shares)
        if np.abs(shares * rates * long[:, None]).max() < RESTED:
            break
    return np.array(times), np.array(ways)


def _longest(rates: FloatArray) -> FloatArray:
    """[start]: a step in which no strategy grows or shrinks by more than e to the 5th."""
    longest: FloatArray = 5 / np.maximum(np.abs(rates).max(axis=-1), 1e-12)
    return longest


def _rates(table: PayoffTable, shares: FloatArray) -> FloatArray:
    fares = table.fares(shares)
    rates: FloatArray = fares - (shares * fares).sum(axis=-1, keepdims=True)
    rates[np.abs(rates) <= table.least] = 0
    return rates


def _grown(shares: FloatArray, rates: FloatArray, time: FloatArray) -> FloatArray:
    # A step that is much too long will be taken again, shorter.
    grown = shares * np.exp(np.clip(rates * time[:, None], -300, 300))
    scaled: FloatArray = grown / grown.sum(axis=-1, keepdims=True)
    return scaled


def _directions(strategies: int) -> FloatArray:
    """[strategy, direction]: a basis of the changes that keep the sum of all shares."""
    basis, _ = np.linalg.qr(np.eye(strategies)[:, 1:] - np.eye(strategies)[:, :1])
    directions: FloatArray = basis
    return directions
