"""Numbers of the normal distribution: drawn from a stream, and how much of it lies beyond a distance."""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from cactus_sim.jit import jit
from cactus_sim.streams import mix, unit

LAYERS: Final = 256
_EDGE: Final = 3.6541528853610088
"""Where the tail begins, for 256 layers."""
_AREA: Final = _EDGE * math.exp(-0.5 * _EDGE * _EDGE) + math.sqrt(0.5 * math.pi) * math.erfc(_EDGE / math.sqrt(2.0))
"""Of each layer, under a density of 1 at 0; the lowest has the tail."""

_U8: Final = np.uint64(8)
_LAYER: Final = np.uint64(LAYERS - 1)


def _ziggurat() -> tuple[np.ndarray, np.ndarray]:
    """The widths of the layers, wider ones first, and the density at each width."""
    widths = np.zeros(LAYERS + 1)
    widths[0] = _AREA / math.exp(-0.5 * _EDGE * _EDGE)
    widths[1] = _EDGE
    for i in range(2, LAYERS):
        inner = _AREA / widths[i - 1] + math.exp(-0.5 * widths[i - 1] ** 2)
        widths[i] = math.sqrt(-2.0 * math.log(inner))
    return widths, np.exp(-0.5 * widths**2)


_WIDTHS, _HEIGHTS = _ziggurat()

STEP: Final = 1 / 64
_BEYOND: Final = np.array([0.5 * math.erfc(i * STEP / math.sqrt(2)) for i in range(6 * 64 + 2)])


@jit
def normal(stream):
    """A number of the standard normal distribution; `stream` is uint64[2], (state, step), and moves on.

    The ziggurat of Marsaglia and Tsang (2000) with the independent layer and place of Doornik (2005): exact, the tail
    by rejection.
    """
    while True:
        stream[0] += stream[1]
        word = mix(stream[0])
        layer = int(word & _LAYER)
        place = 2.0 * unit(word & ~_LAYER) - 1.0
        x = place * _WIDTHS[layer]
        if abs(x) < _WIDTHS[layer + 1]:
            return x
        if layer == 0:
            return _tail(stream, place)
        stream[0] += stream[1]
        low, high = _HEIGHTS[layer], _HEIGHTS[layer + 1]
        if low + unit(mix(stream[0])) * (high - low) < math.exp(-0.5 * x * x):
            return x


@jit
def _tail(stream, sign):
    """A number beyond the widest layer (Marsaglia 1964)."""
    while True:
        stream[0] += stream[1]
        x = -math.log1p(-unit(mix(stream[0]))) / _EDGE
        stream[0] += stream[1]
        y = -math.log1p(-unit(mix(stream[0])))
        if y + y > x * x:
            return math.copysign(_EDGE + x, sign)


@jit
def beyond(distance):
    """The chance that a standard normal number is greater than `distance`: to 4 digits, by a table."""
    if distance < 0.0:
        return 1.0 - beyond_positive(-distance)
    return beyond_positive(distance)


@jit
def beyond_positive(distance):
    """As `beyond`, of a distance that is not negative."""
    at = distance * 64.0
    if at >= 384.0:
        return 0.0
    i = int(at)
    return _BEYOND[i] + (at - i) * (_BEYOND[i + 1] - _BEYOND[i])
