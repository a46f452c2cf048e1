"""A finished (or interrupted) run: its tally, read as estimates, records, frames and JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from cactus_sim.errors import UsageError
from cactus_sim.simulate.layout import Layout, layout_of
from cactus_sim.simulate.schedule import Batch, earlier
from cactus_sim.simulate.tally import IntArray, Tally
from cactus_sim.stats.intervals import Difference, Estimate, difference, mean, ratio

if TYPE_CHECKING:
    import pandas as pd

    from cactus_sim.simulate.experiment import Experiment

SCHEMA_VERSION = 1


@dataclass(frozen=True)
class Result:
    """What an experiment gave. Arms and rows are named by label or by number; row None is the whole table."""

    layout: Layout
    seed: int
    tally: Tally
    partial: bool = False
    """Whether it was interrupted: then it holds the first deals of what was asked."""
    deals: tuple[Batch, ...] = ()
    """Which deals were played; () for the first ones."""

    @property
    def blocks(self) -> int:
        """How many deals were played: n of every estimate."""
        return self.tally.blocks

    @property
    def games(self) -> int:
        """How many games each arm played."""
        return self.blocks * self.layout.rotations

    def estimate(self, metric: str, row: int | str | None = 0, arm: int | str = 0) -> Estimate:
        """A figure per game (and entry), or per what its metric says, from block means."""
        row_index, arm_index = self._place(row, arm)
        quantity = self.layout.quantity(metric, row_index)
        column = self.layout.column(metric, row_index)
        unit = self.layout.per_game(metric, row_index, arm_index)
        if not quantity.per:
            sums, products = self._moments(arm_index, (column,))
            return mean(self.blocks, sums[0], products[0][0], unit)
        below = self.layout.column(quantity.per, row_index)
        sums, products = self._moments(arm_index, (column, below))
        return ratio(self.blocks, sums, products, unit / self.layout.per_game(quantity.per, row_index, arm_index))

    def difference(self, metric: str, row: int | str | None, arm: int | str, base: int | str) -> Difference:
        """A figure per game in one arm minus the same in another, paired by deals."""
        row_index, arm_index = self._place(row, arm)
        _, base_index = self._place(row, base)
        if self.layout.quantity(metric, row_index).per:
            raise UsageError(f"metric '{metric}' is a ratio: its difference between arms can't be paired by deals")
        column = self.layout.column(metric, row_index)
        both = (arm_index, base_index)
        sums = [int(self.tally.within[arm, 0, 1 + column]) for arm in both]
        products = [[int(self.tally.across[column, one, other]) for other in both] for one in both]
        units = [self.layout.per_game(metric, row_index, arm) for arm in both]
        return difference(self.blocks, sums, products, units)

    def histogram(self, name: str, row: int | str = 0, arm: int | str = 0) -> IntArray:
        """How often each value was counted: bin i holds the value i, the last also all above."""
        row_index, arm_index = self._place(row, arm)
        return self.tally.histograms[arm_index, row_index, self.layout.bins(name)].copy()

    def records(self) -> Iterator[dict[str, Any]]:
        """Every figure: arm, strategy ("" for the whole table), metric, estimate, se, low, high (95 %), n (blocks)."""
        for arm, facts in enumerate(self.layout.arms):
            for row, name in enumerate(self.layout.rows):
                if facts.row_entries[row]:
                    yield from (self._record(facts.label, name, q.name, row, arm) for q in self.layout.seat)
            yield from (self._record(facts.label, "", q.name, None, arm) for q in self.layout.table)

    def frame(self) -> pd.DataFrame:
        """The records as a tidy pandas frame, one row an arm × strategy × metric."""
        import pandas as pd

        return pd.DataFrame.from_records(list(self.records()))

    def to_json(self, extra: dict[str, Any] | None = None) -> str:
        """The result as JSON, its tally included, so that from_json gives back an equal one."""
        from cactus_sim import __version__

        layout = self.layout.as_dict()
        document: dict[str, Any] = {
            "schema_version": SCHEMA_VERSION,
            "version": __version__,
            "seed": self.seed,
            "games": self.games,
            "blocks": self.blocks,
            "partial": self.partial,
            "deals": [[part.first_deal, part.blocks] for part in self.deals or (Batch(0, self.blocks),)],
            **layout,
            **(extra or {}),
            "estimates": [without_nan(record) for record in self.records()],
        }
        document["tally"] = {
            "within": self.tally.within.tolist(),
            "across": self.tally.across.tolist(),
            "histograms": self.tally.histograms.tolist(),
        }
        return two_levels(document)

    @classmethod
    def from_json(cls, text: str) -> Result:
        """The result that to_json wrote."""
        data = read_json(text)
        layout = Layout.from_dict({name: data[name] for name in Layout.__dataclass_fields__})
        arms, rows = len(layout.arms), len(layout.rows)
        columns = rows * len(layout.seat) + len(layout.table)
        tally = Tally(
            np.array(data["tally"]["within"], np.int64).reshape(arms, 1 + columns, 1 + columns),
            np.array(data["tally"]["across"], np.int64).reshape(columns, arms, arms),
            np.array(data["tally"]["histograms"], np.int64).reshape(arms, rows, -1),
        )
        return cls(layout, data["seed"], tally, data["partial"], tuple(Batch(*part) for part in data["deals"]))

    def _record(self, label: str, strategy: str, metric: str, row: int | None, arm: int) -> dict[str, Any]:
        estimate = self.estimate(metric, row, arm)
        low, high = estimate.interval()
        return {
            "arm": label,
            "strategy": strategy,
            "metric": metric,
            "estimate": estimate.value,
            "se": estimate.se,
            "low": low,
            "high": high,
            "n": estimate.n,
        }

    def _place(self, row: int | str | None, arm: int | str) -> tuple[int | None, int]:
        row_index = None if row is None else self.layout.row(row)
        arm_index = self.layout.arm(arm)
        if row_index is not None and not self.layout.arms[arm_index].row_entries[row_index]:
            facts = self.layout.arms[arm_index]
            raise UsageError(f"'{self.layout.rows[row_index]}' does not play in arm '{facts.label}'")
        return row_index, arm_index

    def _moments(self, arm: int, columns: tuple[int, ...]) -> tuple[list[int], list[list[int]]]:
        matrix = self.tally.within[arm]
        sums = [int(matrix[0, 1 + column]) for column in columns]
        return sums, [[int(matrix[1 + one, 1 + other]) for other in columns] for one in columns]


def result_of(experiment: Experiment, tally: Tally, partial: bool) -> Result:
    """The result of an experiment's tally."""
    return Result(layout_of(experiment), experiment.seed, tally, partial, earlier(experiment.deals, tally.blocks))


def without_nan(record: dict[str, Any]) -> dict[str, Any]:
    """The record with None for what is no number: JSON has no nan."""
    return {key: None if isinstance(value, float) and value != value else value for key, value in record.items()}


def read_json(text: str) -> dict[str, Any]:
    """What a result's JSON holds; a UsageError where it is none, or of another version."""
    try:
        data: dict[str, Any] = json.loads(text)
        version = data["schema_version"]
    except (ValueError, TypeError, KeyError):
        raise UsageError("this is no result of cactus-sim: not JSON with a schema_version") from None
    if version != SCHEMA_VERSION:
        raise UsageError(f"the result has schema_version {version}; this version reads {SCHEMA_VERSION}")
    return data


def two_levels(document: dict[str, Any]) -> str:
    """JSON with one line a key, and one line an item of a list of objects: readable, yet not a line a number."""
    lines = []
    for key, value in document.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            items = ",\n    ".join(json.dumps(item, ensure_ascii=False) for item in value)
            text = f"[\n    {items}\n  ]"
        else:
            text = json.dumps(value, ensure_ascii=False)
        lines.append(f"  {json.dumps(key)}: {text}")
    return "{\n" + ",\n".join(lines) + "\n}\n"
