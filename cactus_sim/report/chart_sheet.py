"""A decision chart laid out: which cells stand in which row, column and panel."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, Final

from cactus_sim.report.words import words

if TYPE_CHECKING:
    from cactus_sim.analysis.chart import Cell, Chart
    from cactus_sim.games.decisions import Axis

SHOWN_VISITS: Final = 10
"""Cells with fewer visits are left out of tables and pictures; they are in the files."""


@dataclass(frozen=True)
class Sheet:
    """The cells of a chart laid out: rows, columns, and a panel for each value of what is neither."""

    chart: Chart

    @property
    def axes(self) -> tuple[Axis, ...]:
        """The chart's axes."""
        return self.chart.setting.decision.axes

    @property
    def row_axes(self) -> tuple[int, ...]:
        """The places of the axes that are rows, the last one first: it groups the others."""
        return tuple(place for place in range(self.chart.setting.decision.rows) if self.chart.setting.sizes[place] > 1)

    @property
    def column_axis(self) -> int:
        """The place of the axis along the columns."""
        return self.chart.setting.decision.rows

    @property
    def panel_axes(self) -> tuple[int, ...]:
        """The places of the other axes in use."""
        first = self.column_axis + 1
        return tuple(place for place in range(first, len(self.axes)) if self.chart.setting.sizes[place] > 1)

    @cached_property
    def cells(self) -> Mapping[tuple[int, ...], Cell]:
        """The cells by their places, but those so rare that their figures are noise."""
        return {cell.places: cell for cell in self.chart.cells if cell.visits >= SHOWN_VISITS}

    def used(self, axis: int) -> list[int]:
        """The places of an axis that any cell has, none left out between them."""
        found = {places[axis] for places in self.cells}
        return list(range(min(found), max(found) + 1)) if found else []

    @cached_property
    def panels(self) -> list[tuple[int, ...]]:
        """The values of the panel axes, by panel; one empty panel where there are no such axes."""
        every = list(product(*(self.used(axis) for axis in self.panel_axes)))
        return [panel for panel in every if any(self._in_panel(places, panel) for places in self.cells)]

    def rows(self, panel: tuple[int, ...]) -> list[tuple[int, ...]]:
        """The values of the row axes that a panel has, grouped by the last of them."""
        found = {
            tuple(places[axis] for axis in self.row_axes) for places in self.cells if self._in_panel(places, panel)
        }
        return sorted(found, key=lambda row: tuple(reversed(row)))

    def at(self, row: tuple[int, ...], column: int, panel: tuple[int, ...]) -> Cell | None:
        """The cell there, if it was ever visited."""
        places = [0] * len(self.axes)
        for axis, place in zip(
            (*self.row_axes, self.column_axis, *self.panel_axes), (*row, column, *panel), strict=True
        ):
            places[axis] = place
        return self.cells.get(tuple(places))

    def panel_title(self, panel: tuple[int, ...], lang: str) -> str:
        """What a panel's cells have in common, "" where there is one panel."""
        w = words(lang, "chart")
        return "; ".join(
            w("panel", axis=self.axes[axis].words[lang], value=self.axes[axis].text(place, lang))
            for axis, place in zip(self.panel_axes, panel, strict=True)
        )

    def _in_panel(self, places: tuple[int, ...], panel: tuple[int, ...]) -> bool:
        return all(places[axis] == place for axis, place in zip(self.panel_axes, panel, strict=True))
