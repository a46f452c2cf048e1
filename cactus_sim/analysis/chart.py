"""Decision charts: for each cell of what a player knows, the best option and what the other ones cost.

A chart is a best reply to a stated field, or an equilibrium of its abstraction; it says which, and how nearly.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from cactus_sim.analysis.policy import Search
from cactus_sim.analysis.study import IntArray, Setting, Values
from cactus_sim.strategies.charts import SCHEMA_VERSION, policy_text

if TYPE_CHECKING:
    import pandas as pd

    from cactus_sim.analysis.thumb import Thumb
    from cactus_sim.stats.intervals import Estimate

FEW_VISITS: Final = 100
"""A cell with fewer visits is hatched."""
CLEAR: Final = 1.96
"""Standard errors between a difference and 0 that put 0 outside the 95 % interval."""


CERTAIN: Final = 4.0
"""Standard errors beyond which none of a few hundred cells lies by chance."""


@dataclass(frozen=True)
class Cell:
    """One cell of a chart."""

    places: tuple[int, ...]
    """Its place on each axis."""
    option: int
    """What the chart decides; −1 where it is silent."""
    visits: int
    """How often it was decided in, in `games` games by the chart."""
    cost: float
    """What the best of the other options loses, in units of the objective (0.01 is a percentage point of a share);
    negative where it is the better one after all."""
    se: float
    second: int
    """That other option."""
    values: tuple[tuple[float, float] | None, ...]
    """For each option what it is worth by the objective, and its standard error; None where it was not legal."""

    @property
    def few(self) -> bool:
        """Whether the visits are too few for the cost to be trusted: it is hatched."""
        return self.visits < FEW_VISITS

    @property
    def open(self) -> bool:
        """Whether the interval of the cost reaches down to 0, so that the option is not borne out: it reads ≈."""
        return not self.cost > CLEAR * self.se

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the cost."""
        return self.cost - CLEAR * self.se, self.cost + CLEAR * self.se


@dataclass(frozen=True)
class Chart:
    """A chart: what it is of, what it decides, and what that is worth."""

    setting: Setting
    seed: int
    options: IntArray
    """The option of each cell, −1 where it is silent."""
    measured: Values
    """What options are worth when all go on by the chart, on fresh deals."""
    found: Search
    gap: Estimate | None = None
    """For an equilibrium: what a best reply within the abstraction gains over the chart, on fresh deals."""

    @property
    def equilibrium(self) -> bool:
        """Whether every seat follows the chart, rather than one against a field."""
        return not self.setting.field

    @property
    def settled(self) -> bool:
        """Whether the search settled, and no well-visited cell costs something beyond doubt on fresh deals."""
        return self.found.settled and not any(cell.cost < -CERTAIN * cell.se and not cell.few for cell in self.cells)

    @property
    def games(self) -> int:
        """Games that its figures are from."""
        return int(self.measured.games)

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """The cells that were ever decided in, in the order of the axes."""
        return tuple(self._cells())

    def _cells(self) -> Iterator[Cell]:
        sign = self.setting.metric.better
        options = len(self.setting.decision.options)
        differences = {(a, b): self.measured.difference(a, b) for a in range(options) for b in range(options) if a != b}
        visits = self.measured.visits
        values = [self.measured.value(option) for option in range(options)]
        for cell in np.flatnonzero(visits > 0):
            best = int(self.options[cell])
            if best < 0:
                continue
            costs = {
                other: sign * float(differences[other, best][0][cell])
                for other in range(options)
                if other != best and np.isfinite(differences[other, best][0][cell])
            }
            if not costs:
                continue
            second = min(costs, key=lambda other: costs[other])
            error = float(differences[second, best][1][cell])
            places = tuple(int(place) for place in np.unravel_index(cell, self.setting.sizes))
            worth = tuple(
                (float(mean[cell]), float(spread[cell])) if np.isfinite(mean[cell]) else None for mean, spread in values
            )
            yield Cell(places, best, int(visits[cell]), costs[second], error, second, worth)

    def frame(self) -> pd.DataFrame:
        """The cells as a tidy pandas frame: a column an axis, then option, second, visits, cost, se, low, high."""
        import pandas as pd

        return pd.DataFrame.from_records(list(self.records()))

    def records(self) -> Iterator[dict[str, Any]]:
        """The cells, each as a record with its place on the axes as the values they stand for."""
        decision = self.setting.decision
        names = [option.name for option in decision.options]
        for cell in self.cells:
            where = {
                axis.name: axis.text(place, "en") if axis.values else axis.low + place
                for axis, place, size in zip(decision.axes, cell.places, self.setting.sizes, strict=True)
                if size > 1
            }
            low, high = cell.interval
            yield {
                **where,
                "option": names[cell.option],
                "second": names[cell.second],
                "visits": cell.visits,
                "cost": cell.cost,
                "se": cell.se,
                "low": low,
                "high": high,
                "few": cell.few,
                "open": cell.open,
                "values": {
                    name: {"estimate": worth[0], "se": worth[1]}
                    for name, worth in zip(names, cell.values, strict=True)
                    if worth is not None and np.isfinite(worth[1])
                },
            }

    def document(self) -> dict[str, Any]:
        """The chart as an item of a chart file: what strategies play by, and what people are shown."""
        setting = self.setting
        axes = [
            {"name": axis.name, "low": axis.low, "size": size}
            for axis, size in zip(setting.decision.axes, setting.sizes, strict=True)
        ]
        changed = _changes(setting)
        return {
            "game": setting.game.name,
            "kind": setting.decision.name,
            "players": setting.players,
            "rules": setting.rules.name,
            "changed_rules": changed,
            "unit": setting.unit,
            "objective": setting.objective,
            "decider": setting.decider.label,
            "field": [entry.label for entry in setting.field],
            "equilibrium": self.equilibrium,
            "gap": None if self.gap is None else {"estimate": self.gap.value, "se": self.gap.se, "n": self.gap.n},
            "settled": self.settled,
            "endless": self.found.endless,
            "rounds": [vars(one) for one in self.found.rounds],
            "seed": self.seed,
            "games": self.games,
            "axes": axes,
            "options": [option.name for option in setting.decision.options],
            "policy": policy_text(self.options),
            "cells": [_finite(record) for record in self.records()],
        }


def _finite(record: dict[str, Any]) -> dict[str, Any]:
    """The record with None for what JSON has no number for."""
    return {
        key: None if isinstance(value, float) and not np.isfinite(value) else value for key, value in record.items()
    }


def _changes(setting: Setting) -> Mapping[str, Any]:
    """The rules that differ from the game's default preset, and their values."""
    book = setting.game.rule_book
    base = book.resolve(book.default_preset)
    return {name: setting.rules.values[name] for name in book.differences(setting.rules.values, base)}


def chart_file(charts: Sequence[Chart], thumb: Thumb | None = None) -> str:
    """The text of a chart file (JSON), which `chart(file=…)` plays; rules of thumb go with it, for people."""
    from cactus_sim import __version__

    documents = ",\n".join(_item(chart.document()) for chart in charts)
    head = f'"schema_version": {SCHEMA_VERSION},\n  "version": {json.dumps(__version__)}'
    more = "" if thumb is None else f',\n  "rules_of_thumb": {json.dumps(list(thumb.records()), ensure_ascii=False)}'
    return f'{{\n  {head},\n  "charts": [\n{documents}\n  ]{more}\n}}\n'


def _item(document: dict[str, Any]) -> str:
    """A chart as JSON, a line a key and a line a cell."""
    lines = []
    for key, value in document.items():
        if key == "cells" and value:
            cells = ",\n        ".join(json.dumps(cell, ensure_ascii=False) for cell in value)
            lines.append(f'      "cells": [\n        {cells}\n      ]')
        else:
            lines.append(f"      {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}")
    return "    {\n" + ",\n".join(lines) + "\n    }"


def fresh_seed(seed: int, purpose: str) -> int:
    """Another seed for checks on fresh deals, of the same experiment."""
    digest = hashlib.sha256(f"{purpose} {seed}".encode()).digest()
    return int.from_bytes(digest[:8], "big") >> 1
