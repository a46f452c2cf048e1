"""Tallies: exact sums over blocks, which add up to the same whole in whatever order the parts come.

Every column of a tally is one whole number a block: a seat metric of one row (summed over the block's games and the
row's entries) or a game metric (summed over the block's games). All sums are 64-bit integers; where one would
overflow, an error is raised rather than a wrong figure kept.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from cactus_sim.errors import CactusSimError

IntArray = npt.NDArray[np.int64]
FloatArray = npt.NDArray[np.float64]

EXACT_IN_FLOAT = 1 << 53
LARGEST = (1 << 63) - 1


@dataclass(frozen=True, eq=False)
class Tally:
    """The sums of an experiment, or of a part of one."""

    within: IntArray
    """[arm, 1 + column, 1 + column]: Σ (1, x)(1, x)ᵀ over blocks, so [0, 0] is the number of blocks, [0, 1 + i] is Σ xᵢ
    and [1 + i, 1 + j] is Σ xᵢxⱼ."""
    across: IntArray
    """[column, arm, arm]: Σ xₐxᵦ of the same column in two arms, on the same deals."""
    histograms: IntArray
    """[arm, row, bin]: all histograms of the game, one after the other."""

    @property
    def blocks(self) -> int:
        """How many blocks were counted."""
        return int(self.within[0, 0, 0])

    def __add__(self, other: Tally) -> Tally:
        within = self.within + other.within
        # A sum that passes 63 bits turns negative. Sums of squares pass first: no other sum here is greater than the
        # greatest of them (by Cauchy and Schwarz; the number of blocks is a sum of squares as well).
        if within.diagonal(axis1=1, axis2=2).min() < 0:
            raise _overflow()
        return Tally(within, self.across + other.across, self.histograms + other.histograms)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tally) and all(
            np.array_equal(mine, theirs)
            for mine, theirs in (
                (self.within, other.within),
                (self.across, other.across),
                (self.histograms, other.histograms),
            )
        )

    __hash__ = None  # type: ignore[assignment]


def empty(arms: int, columns: int, rows: int, bins: int) -> Tally:
    """The tally of no blocks."""
    return Tally(
        np.zeros((arms, 1 + columns, 1 + columns), np.int64),
        np.zeros((columns, arms, arms), np.int64),
        np.zeros((arms, rows, bins), np.int64),
    )


def count(data: FloatArray, histograms: IntArray) -> Tally:
    """The tally of some blocks, from data [arm, block, 1 + column] and histograms [arm, row, bin].

    The data are whole numbers held as floats, 1 in column 0: matrix products of floats run several times faster than of
    integers. They are exact while no sum of squares is beyond what a float holds as a whole number, since by
    Cauchy and Schwarz no partial sum of any product is then either; half of that is asked for, as a sum of squares that
    has been rounded may itself be a little short. Where it is exceeded the products are made of integers.
    """
    within, across = _products(data)
    largest = float(within.diagonal(axis1=1, axis2=2).max())
    if largest > LARGEST // 2:
        raise _overflow()
    if largest > EXACT_IN_FLOAT // 2:
        within, across = _products(data.astype(np.int64))
    return Tally(within.astype(np.int64), across.astype(np.int64), histograms)


def _products(data: npt.NDArray[Any]) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    within = data.transpose(0, 2, 1) @ data
    if len(data) == 1:
        return within, np.reshape(within[0].diagonal()[1:], (-1, 1, 1))
    by_column = np.ascontiguousarray(data[:, :, 1:].transpose(2, 0, 1))
    return within, by_column @ by_column.transpose(0, 2, 1)


def _overflow() -> CactusSimError:
    return CactusSimError("the sums grew beyond 64 bits; play fewer games in one run")
