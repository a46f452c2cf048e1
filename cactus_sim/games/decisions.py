"""Kinds of decision that a game's charts are made of: the options, and what the decider goes by.

A cell of a chart is one combination of what the decider goes by, a value of each axis. How a strategy asks a chart
while it plays is in `deciding`, how a game is played on from a decision once for each option in `forks`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Option:
    """One way to decide."""

    name: str
    letter: Mapping[str, str]
    """What a chart's cell says, by language: a letter or two."""
    words: Mapping[str, str]
    """What the option is, by language: a phrase that completes "best: …"."""


@dataclass(frozen=True)
class Axis:
    """One of the things that a decider goes by: a whole number, low … low + size − 1, the ends standing for all beyond.

    An axis that is not `standard` is left out of a chart (all its values in one) unless it is asked for.
    """

    name: str
    words: Mapping[str, str]
    low: int
    size: int
    standard: bool = True
    values: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Words for the values by language, where a number won't do."""

    def text(self, place: int, lang: str) -> str:
        """The value at a place of the axis, for people: `4`, `12+` at the upper end."""
        if self.values:
            return self.values[lang][place]
        return f"{self.low + place}{'+' if place == self.size - 1 else ''}"


@dataclass(frozen=True)
class Yardstick:
    """The one number that rules of thumb for a decision go by: take an option where it is at most a threshold."""

    option: str
    """What is done at the threshold or below it; the other one of two options above it."""
    weights: Callable[[Mapping[str, Any]], tuple[float, ...]]
    """Given the rules, what a step on each axis adds to the number (its value at the axis's own low counted)."""
    column: str
    """The axis by which thresholds may differ."""
    thresholds: range


@dataclass(frozen=True)
class Decision:
    """A kind of decision: at which hook it is taken, between which options, by what."""

    name: str
    hook: str
    question: Mapping[str, str]
    options: tuple[Option, ...]
    """At most MAX_OPTIONS. The first is what is done where a chart is silent."""
    axes: tuple[Axis, ...]
    """At most MAX_AXES; the first ones are a chart's rows."""
    rows: int
    """How many of the axes are rows, the others columns."""
    own_turn: bool = True
    """Whether only the player on turn takes it."""
    one_in: int = 1
    """A study plays on from one in so many: more than 1 where a game has very many of them."""
    yardstick: Yardstick | None = None
    """What rules of thumb go by, where there is one number that sums the rows up."""

    def sizes(self, extra: Sequence[str] = ()) -> tuple[int, ...]:
        """The length of each axis: 1 where it is left out of the chart (not standard, and not named in `extra`)."""
        return tuple(axis.size if axis.standard or axis.name in extra else 1 for axis in self.axes)

    def option(self, name: str) -> int:
        """The place of an option."""
        return [option.name for option in self.options].index(name)


MAX_AXES = 4
MAX_OPTIONS = 4
MAX_KINDS = 4
"""How many kinds of decision a game may have."""


def cells(sizes: Sequence[int]) -> int:
    """How many cells a chart of these axes has."""
    return math.prod(sizes)
