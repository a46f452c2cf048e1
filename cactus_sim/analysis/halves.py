"""Tallies in a dossier's file: their matrices are symmetric, so the half below the diagonal is written, and no more."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

Matrix = list[list[int]]

WHOLE: Final = "tally"
HALF: Final = "half_tally"
SYMMETRIC: Final = ("within", "across")
"""The matrices of a result's tally; that of a tournament is one itself."""


def halved(part: Any) -> Any:
    """A part as its file has it: with half a tally in place of a whole one, if it has any."""
    if not isinstance(part, Mapping) or WHOLE not in part:
        return part
    return {**{key: value for key, value in part.items() if key != WHOLE}, HALF: _each(part[WHOLE], _half)}


def whole(part: Any) -> Any:
    """The part as it was before `halved`."""
    if not isinstance(part, Mapping) or HALF not in part:
        return part
    return {**{key: value for key, value in part.items() if key != HALF}, WHOLE: _each(part[HALF], _whole)}


def _each(tally: Any, change: Any) -> Any:
    """The tally with each of its matrices changed."""
    if isinstance(tally, Mapping):
        return {key: [change(one) for one in value] if key in SYMMETRIC else value for key, value in tally.items()}
    return change(tally)


def _half(matrix: Matrix) -> Matrix:
    return [row[: place + 1] for place, row in enumerate(matrix)]


def _whole(rows: Matrix) -> Matrix:
    size = len(rows)
    return [[rows[max(i, j)][min(i, j)] for j in range(size)] for i in range(size)]
