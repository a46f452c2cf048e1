"""Plackett–Luce ratings from finishing orders.

The model: the order of a table is drawn place by place, each time a player with chance in proportion to exp(rating)
among those not yet placed. Then of any two players i is ahead of j with chance 1 / (1 + exp(ratingⱼ − ratingᵢ)),
whoever else sits there. So each order is broken into all its pairs, and the ratings are those that give every strategy
as many rivals behind it as it had: full rank breaking with equal weights, which is consistent (Azari Soufiani, Chen,
Parkes and Xia, "Generalized method-of-moments for rank aggregation", 2013). A tie counts half for each. Pairs of one
order hang together, and so do the rotations of a deal: the errors are those of block sums, never those of independent
pairs.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

FloatArray = npt.NDArray[np.float64]

STEPS: Final = 100
FARTHEST: Final = 15.0
"""Ratings beyond this mean that some strategies never finish ahead of others: no finite ratings fit."""


def plackett_luce(behind: FloatArray, met: FloatArray, covariance: FloatArray) -> tuple[FloatArray, FloatArray]:
    """The ratings, their mean being 0, and the covariance of their errors; nan where no finite ratings fit.

    `behind` [i] is how many rivals of other strategies finish behind i a block, `met` [i, j] how many pairs of i and j
    sit together a block, `covariance` that of the errors of `behind`.
    """
    count = len(behind)
    ratings = np.zeros(count)
    for _ in range(STEPS):
        ahead = 1 / (1 + np.exp(ratings[None, :] - ratings[:, None]))
        slope = met * ahead * (1 - ahead)
        information = np.diag(slope.sum(axis=1)) - slope
        step = np.linalg.pinv(information, hermitian=True) @ (behind - (met * ahead).sum(axis=1))
        ratings = ratings + step / max(1.0, float(np.abs(step).max()))
        ratings -= ratings.mean()
        if np.abs(ratings).max() > FARTHEST:
            break
        if np.abs(step).max() < 1e-12:
            inverse = np.linalg.pinv(information, hermitian=True)
            return ratings, inverse @ covariance @ inverse
    return np.full(count, np.nan), np.full((count, count), np.nan)
