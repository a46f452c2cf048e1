"""Resting points of replicator dynamics: where they are, whether they are stable, and how sure both are."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from cactus_sim.stats.replicator import PayoffTable, follow

FloatArray = npt.NDArray[np.float64]

SEARCHED: Final = 5
"""With more strategies than these only points of one or two strategies, and those that are reached, are looked for."""

STARTS: Final = 20
NEWTON_STEPS: Final = 25
EXACT: Final = 1e-10
SAME: Final = 1e-4
NEAR: Final = 0.02
VANISHED: Final = 1e-3
ALIKE: Final = 1e-5
"""Strategies fare alike where a population came to rest if they differ by no more than this part of all payoffs."""
START_SEED: Final = 1978


@dataclass(frozen=True, eq=False)
class RestingPoint:
    """A population that stays as it is."""

    shares: FloatArray
    """[strategy]; 0 where it is absent."""
    growth: float
    """The fastest rate at which a small change grows; below 0 the point is stable, at exactly 0 it is neutral."""

    @property
    def support(self) -> tuple[int, ...]:
        """The strategies that are there."""
        return tuple(int(strategy) for strategy in np.flatnonzero(self.shares))


@dataclass(frozen=True, eq=False)
class Row:
    """Populations that all rest, one beside the other: mixes of strategies that fare alike there."""

    support: tuple[int, ...]
    """The strategies."""
    ends: FloatArray
    """[end, strategy]: those that were reached."""
    part: float
    """From what part of all populations they were reached."""
    whole: bool
    """Whether every mix of these strategies rests."""


@dataclass(frozen=True, eq=False)
class Basins:
    """Where populations of all kinds go."""

    parts: list[float]
    """[point]: from what part of all populations it is reached."""
    rows: tuple[Row, ...]
    moving: float
    """From what part of all populations none is reached in the time that was looked at."""


@dataclass(frozen=True, eq=False)
class Sureness:
    """How a resting point fares when the payoffs are drawn anew within their errors."""

    there: float
    """In what part of the draws such a point exists, with the same strategies."""
    stable: float
    """In what part of the draws it exists and is stable."""
    neutral: float
    """In what part of the draws it exists and is neutral."""
    se: FloatArray
    """[strategy]: the standard deviation of the shares over the draws in which it exists."""


def resting_points(table: PayoffTable) -> list[RestingPoint]:
    """The resting points of one payoff table: those of one strategy first, then of two, and so on.

    Points that lie in a row (strategies that fare alike whatever the shares) are not listed one by one: see `Row`.
    """
    count = table.strategies
    found = [np.eye(count)[strategy] for strategy in range(count)]
    for pair in itertools.combinations(range(count), 2):
        found += [_spread(share, pair, count) for share in _of_two(table.among(pair))]
    if count <= SEARCHED:
        for size in range(3, count + 1):
            for support in itertools.combinations(range(count), size):
                found += [_spread(shares, support, count) for shares in _of_many(table.among(support))]
    else:
        for end in _reached(table):
            if all(np.abs(end - other).max() > SAME for other in found):
                found.append(end)
    return [RestingPoint(shares, float(_growth(table, shares))) for shares in found]


def sureness(point: RestingPoint, draws: PayoffTable) -> Sureness:
    """What becomes of the point in many payoff tables [draw, strategy, field]."""
    count, support = draws.strategies, point.support
    number = len(draws.payoffs)
    if len(support) == 1:
        shares = np.broadcast_to(point.shares, (number, count))
        there = np.ones(number, bool)
    else:
        within, there = _refined(draws.among(support), np.tile(point.shares[list(support)], (number, 1)))
        shares = np.zeros((number, count))
        shares[:, support] = within
    growth = np.full(number, np.nan)
    growth[there] = _growth(PayoffTable(draws.fields, draws.payoffs[there]), shares[there])
    se = shares[there].std(axis=0, ddof=1) if there.sum() > 1 else np.full(count, np.nan)
    return Sureness(float(there.mean()), float((growth < 0).mean()), float((growth == 0).mean()), se)


def basins(table: PayoffTable, points: Sequence[RestingPoint], starts: int = 200) -> Basins:
    """From what part of all populations each point is reached, each row of points, and none (yet)."""
    counts = [0] * (len(points) + 1)
    ends: dict[tuple[int, ...], list[FloatArray]] = {}
    driven = [place for place, point in enumerate(points) if point.growth != 0]
    neutral = [place for place, point in enumerate(points) if point.growth == 0]
    for end in _ends(table, starts):
        place = _nearest(end, points, driven)
        support = None if place is not None else _alike(table, end)
        if support is not None:
            ends.setdefault(support, []).append(end)
            continue
        place = _nearest(end, points, neutral) if place is None else place
        counts[len(points) if place is None else place] += 1
    rows = [
        Row(support, np.array(found), len(found) / starts, _same_payoffs(table.among(support)))
        for support, found in sorted(ends.items())
    ]
    return Basins([count / starts for count in counts[:-1]], tuple(rows), counts[-1] / starts)


def row_sureness(row: Row, draws: PayoffTable) -> float:
    """In what part of many payoff tables [draw, strategy, field] the row's strategies fare alike at its first end."""
    fares = draws.fares(np.tile(row.ends[0], (len(draws.payoffs), 1)))[:, row.support]
    return float((np.ptp(fares, axis=-1) <= draws.least).mean())


def _growth(table: PayoffTable, shares: FloatArray) -> FloatArray:
    """The rate at which small changes grow, without rounding's part in it."""
    growth = np.asarray(table.growth(shares))
    return np.where(np.abs(growth) <= table.least, 0.0, growth)


def _nearest(end: FloatArray, points: Sequence[RestingPoint], among: Sequence[int]) -> int | None:
    """The place of the nearest of some points, where one is near."""
    distances = [float(np.abs(end - points[place].shares).max()) for place in among]
    return among[int(np.argmin(distances))] if distances and min(distances) < NEAR else None


def _alike(table: PayoffTable, end: FloatArray) -> tuple[int, ...] | None:
    """The strategies that make a row of resting points where a population came to rest; None where it is no row."""
    left = tuple(int(strategy) for strategy in np.flatnonzero(end > VANISHED))
    shares, rests, _ = _newton(table.among(left), (end[list(left)] / end[list(left)].sum())[None])
    point = _spread(shares[0], left, table.strategies)
    if not rests[0] or np.abs(point - end).max() > NEAR:
        return None
    fares = table.fares(point)
    off = np.abs(fares - float(point @ fares)) > max(ALIKE * float(np.ptp(table.payoffs)), table.least)
    support = tuple(int(strategy) for strategy in np.flatnonzero(~off))
    alone = _alone(table.among(support), point[list(support)])
    return None if alone else support


def _same_payoffs(table: PayoffTable) -> bool:
    """Whether all strategies get the same against each field."""
    return bool((np.ptp(table.payoffs, axis=0) <= table.least).all())


def _of_two(table: PayoffTable) -> Iterator[FloatArray]:
    """The inner resting points of two strategies: the roots of how much better the first fares, in its share."""
    seats = int(table.fields[0].sum())
    ahead = np.polynomial.Polynomial([0.0])
    first, second = np.polynomial.Polynomial([0.0, 1.0]), np.polynomial.Polynomial([1.0, -1.0])
    all_ways = table.chances(np.full(2, 0.5)) * 2.0**seats
    for ways, field, payoff in zip(all_ways, table.fields, table.payoffs.T, strict=True):
        ahead += float(ways * (payoff[0] - payoff[1])) * first ** int(field[0]) * second ** int(field[1])
    for root in ahead.trim(1e-15).roots():
        share = float(root.real)
        if abs(root.imag) < 1e-9 and EXACT < share < 1 - EXACT:
            yield np.array([share, 1 - share])


def _of_many(table: PayoffTable) -> Iterator[FloatArray]:
    """The inner resting points that Newton's method finds from many starts."""
    starts = np.random.default_rng(START_SEED).dirichlet(np.ones(table.strategies), STARTS)
    ends, there = _refined(table, starts)
    kept: list[FloatArray] = []
    for end in ends[there]:
        if all(np.abs(end - other).max() > SAME for other in kept):
            kept.append(end)
            yield end


def _refined(table: PayoffTable, shares: FloatArray) -> tuple[FloatArray, npt.NDArray[np.bool_]]:
    """Where Newton's method leads from each start [start, strategy], and whether to a resting point of its own."""
    shares, rests, alone = _newton(table, shares)
    return shares, rests & alone


def _newton(table: PayoffTable, shares: FloatArray) -> tuple[FloatArray, npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
    """Newton's method for "all fare alike" from each start [start, strategy]: where it ended, whether all are there
    and fare alike, and whether no other resting points lie beside.

    The payoffs are those of one table, or of one for each start.
    """
    scale = float(np.ptp(table.payoffs)) or 1.0
    for _ in range(NEWTON_STEPS):
        fares, system = table.fares(shares), _system(table, shares)
        off = np.concatenate([fares[..., :-1] - fares[..., -1:], shares.sum(axis=-1, keepdims=True) - 1], axis=-1)
        step = np.einsum("...ij,...j->...i", np.linalg.pinv(system, rcond=1e-9), off)
        shares = np.clip(shares - step, -1.0, 2.0)
    fares = table.fares(shares)
    alike = np.ptp(fares, axis=-1) < EXACT * scale
    inside = (shares > EXACT).all(axis=-1) & (np.abs(shares.sum(axis=-1) - 1) < EXACT)
    return shares, alike & inside, _alone(table, shares)


def _alone(table: PayoffTable, shares: FloatArray) -> npt.NDArray[np.bool_]:
    """Whether no other points in which all fare alike lie beside those."""
    scale = float(np.ptp(table.payoffs)) or 1.0
    smallest = np.linalg.svd(_system(table, shares), compute_uv=False)[..., -1]
    alone: npt.NDArray[np.bool_] = smallest > 1e-9 * scale
    return alone


def _system(table: PayoffTable, shares: FloatArray) -> FloatArray:
    """[…, equation, strategy]: the slopes of "each fares as the last one does" and of "the shares add up"."""
    slopes = table.slopes(shares)
    sums = np.ones((*shares.shape[:-1], 1, table.strategies))
    return np.concatenate([slopes[..., :-1, :] - slopes[..., -1:, :], sums], axis=-2)


def _ends(table: PayoffTable, starts: int) -> FloatArray:
    """Where populations of all kinds go, strategies that nearly vanished left out."""
    begin = np.random.default_rng(START_SEED).dirichlet(np.ones(table.strategies), starts)
    ends: FloatArray = follow(table, begin)[1][-1]
    return ends


def _reached(table: PayoffTable) -> Iterator[FloatArray]:
    for end in _ends(table, STARTS):
        support = tuple(int(strategy) for strategy in np.flatnonzero(end > VANISHED))
        if len(support) > 2:
            shares, there = _refined(table.among(support), (end[list(support)] / end[list(support)].sum())[None])
            if there[0]:
                yield _spread(shares[0], support, table.strategies)


def _spread(shares: FloatArray, support: Sequence[int], count: int) -> FloatArray:
    whole = np.zeros(count)
    whole[list(support)] = shares
    return whole
