"""What the trials of `calibration.trials` say together: shares and constants with 95 % intervals.

The static model shifts pieces by a normal error and then asks whether the stack stands (P4, P5). A rigid stack does
otherwise: mostly it hardly moves, now and then it is knocked over. What a game sees of a shift is what comes off, so a
constant is fitted to that: it is the one by which the model loses pieces as often as the engine. The root mean square
of the shifts of what stays is told beside it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt
from scipy.stats import binomtest

from scripts.calibration.scenes import Levels, bricks

LEVEL: Final = 0.95
DRAWS: Final = 32
"""Sets of normal errors that the model is tried with on each stack."""
RESAMPLES: Final = 1_000
"""Of the bootstrap over trials."""

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Figure:
    """A figure with the interval that covers the true one with chance LEVEL."""

    value: float
    low: float
    high: float


def share(part: int, whole: int) -> Figure:
    """A share with Wilson's interval; `whole` is at least 1."""
    interval = binomtest(part, whole).proportion_ci(LEVEL, method="wilson")
    return Figure(part / whole, float(interval.low), float(interval.high))


def critical(levels: Levels, half_width: float, errors: Floats, moved: int, watched: int) -> Floats:
    """By which factor of each set of errors, the least, one of the lowest `watched` levels falls; inf where by none.

    `errors` is [set, level], in millimetres; the lowest `moved` levels shift by them. Where a level's centre of mass
    lies over its support is linear in the factor, so a stack that stands does so from 0 up to one factor exactly (P3).
    """
    weight, least = 0.0, np.full(len(errors), math.inf)
    moment, moment_by_factor = 0.0, np.zeros(len(errors))
    by_factor = [errors[:, level] if level < moved else np.zeros(len(errors)) for level in range(len(levels))]
    for level in range(len(levels) - 1, -1, -1):
        piece, x = levels[level]
        brick = bricks()[piece]
        weight += brick.mass
        moment += brick.mass * (x + brick.off)
        moment_by_factor = moment_by_factor + brick.mass * by_factor[level]
        lean, lean_by_factor, width = moment / weight, moment_by_factor / weight, half_width
        if level > 0:
            lean -= levels[level - 1][1]
            lean_by_factor = lean_by_factor - by_factor[level - 1]
            width = bricks()[levels[level - 1][0]].half
        if level < watched:
            with np.errstate(divide="ignore"):
                least = np.minimum(least, (width - np.sign(lean_by_factor) * lean) / np.abs(lean_by_factor))
    return least


def same_losses(critical_factors: Floats, lost: npt.NDArray[np.bool_], random: np.random.Generator) -> Figure:
    """The factor of errors by which the model loses pieces in as many trials as the engine did.

    `critical_factors` is [trial, set]; `lost` says in which trials the engine lost pieces.
    """
    trials, sets = critical_factors.shape
    order = np.argsort(critical_factors, axis=None, kind="stable")
    factors, of_trial = critical_factors.ravel()[order], order // sets

    def fit(weights: Floats) -> float:
        target = sets * float(weights @ lost)
        return 0.0 if target == 0 else float(factors[np.searchsorted(np.cumsum(weights[of_trial]), target)])

    return _bootstrap(fit, trials, random)


def root_mean_square(squares: Sequence[float], counts: Sequence[float], random: np.random.Generator) -> Figure:
    """The root of Σ squares / Σ counts, each summed by trial."""
    above, below = np.array(squares), np.array(counts)
    return _bootstrap(lambda weights: math.sqrt(weights @ above / max(weights @ below, 1.0)), len(above), random)


def ratio(parts: Sequence[float], wholes: Sequence[float], random: np.random.Generator) -> Figure:
    """Σ parts / Σ wholes, each summed by trial: what happens in one trial hangs together."""
    above, below = np.array(parts), np.array(wholes)
    return _bootstrap(lambda weights: float(weights @ above / max(weights @ below, 1.0)), len(above), random)


def _bootstrap(fit: Callable[[Floats], float], trials: int, random: np.random.Generator) -> Figure:
    """A figure of weighted trials, with the percentile interval over trials drawn again."""
    again = [fit(random.multinomial(trials, np.full(trials, 1 / trials)).astype(float)) for _ in range(RESAMPLES)]
    low, high = np.quantile(again, ((1 - LEVEL) / 2, (1 + LEVEL) / 2), method="inverted_cdf")
    return Figure(fit(np.ones(trials)), float(low), float(high))
