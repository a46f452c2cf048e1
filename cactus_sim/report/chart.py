"""Decision charts for people: the answer in a sentence, a table of letters and costs, what the chart is worth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING

from cactus_sim.analysis.chart import FEW_VISITS, chart_file
from cactus_sim.analysis.policy import stalled_part
from cactus_sim.analysis.thumb import NEVER
from cactus_sim.report.tables import Document, Table
from cactus_sim.report.words import Words, words

if TYPE_CHECKING:
    from cactus_sim.analysis.chart import Cell, Chart
    from cactus_sim.analysis.thumb import Rule, Thumb
    from cactus_sim.games.decisions import Axis

SHOWN_VISITS = 10
"""Cells with fewer visits are left out of tables and pictures; they are in the files."""
STYLES = ("cyan", "bold yellow", "bold magenta", "bold green")
"""How options are set on a terminal, in their order."""


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


def document(chart: Chart, thumb: Thumb | None, lang: str) -> Document:
    """A chart, and rules of thumb for it, in all their forms; as JSON it is a chart file."""
    w = words(lang, "chart")
    sheet = Sheet(chart)
    tables = [_table(sheet, panel, lang, first=not place) for place, panel in enumerate(sheet.panels)]
    if thumb is not None:
        tables.append(_thumb_table(thumb, lang, w))
    return Document(tables, chart.records, lambda: chart_file([chart], thumb), tuple(_lines(chart, thumb, lang, w)))


def title(chart: Chart, lang: str) -> str:
    """What the chart is of."""
    setting = chart.setting
    return words(lang, "chart")(
        "title", question=setting.decision.question[lang], game=setting.game.title[lang], rules=setting.rules.name,
        players=setting.players,
    )  # fmt: skip


def cell_text(cell: Cell, chart: Chart, lang: str) -> str:
    """A cell in a few letters: what to do, what the other choice costs, ≈ where that is not told from nothing."""
    w = words(lang, "chart")
    letter = chart.setting.decision.options[cell.option].letter[lang]
    cost = _scale(chart) * cell.cost
    text = f"{'≈' if cell.open else ''}{letter} {w.number(cost, 1)}"
    return w("few", text=text) if cell.few else text


def _scale(chart: Chart) -> float:
    return 100.0 if chart.setting.metric.percent else 1.0


def unit(chart: Chart, lang: str) -> str:
    """What costs are counted in."""
    metric = chart.setting.metric
    name = metric.en if lang == "en" else metric.fr
    return words(lang, "chart")("unit_percent", metric=name) if metric.percent else name


def _table(sheet: Sheet, panel: tuple[int, ...], lang: str, *, first: bool) -> Table:
    columns = sheet.used(sheet.column_axis)
    axis = sheet.axes[sheet.column_axis]
    headings = [sheet.axes[row].words[lang] for row in sheet.row_axes]
    headings += [f"{axis.words[lang]} {axis.text(column, lang)}" for column in columns]
    rows, styles = [], {}
    for place, row in enumerate(sheet.rows(panel)):
        texts = [sheet.axes[own].text(value, lang) for own, value in zip(sheet.row_axes, row, strict=True)]
        for column in columns:
            cell = sheet.at(row, column, panel)
            if cell is not None:
                styles[place, len(texts)] = STYLES[cell.option] + (" dim" if cell.few else "")
            texts.append("" if cell is None else cell_text(cell, sheet.chart, lang))
        rows.append(tuple(texts))
    heads = [title(sheet.chart, lang)] if first else []
    heads += [sheet.panel_title(panel, lang)] if panel else []
    return Table("\n".join(heads), tuple(headings), rows, left=len(sheet.row_axes), styles=styles)


def _thumb_table(thumb: Thumb, lang: str, w: Words) -> Table:
    rows = [
        (kind_name(rule, thumb.chart, lang), rule_text(rule, thumb.chart, lang), cost_text(rule, thumb.chart, lang))
        for rule in thumb.rules
    ]
    return Table(w("thumb_title"), ("", w("thumb_rule"), w("thumb_cost", unit=unit(thumb.chart, lang))), rows, left=2)


def kind_name(rule: Rule, chart: Chart, lang: str) -> str:
    """What kind of rule of thumb it is."""
    axis = chart.setting.decision.axes[Sheet(chart).column_axis]
    return words(lang, "chart")(rule.kind.replace(" ", "_"), axis=axis.words[lang])


def cost_text(rule: Rule, chart: Chart, lang: str) -> str:
    """What a rule of thumb costs, ± half its interval."""
    w, scale = words(lang, "chart"), _scale(chart)
    if rule.cost.n < 2:
        return w.number(scale * rule.cost.value, 2)
    return f"{w.number(scale * rule.cost.value, 2)} ± {w.number(scale * rule.cost.half_width(), 2)}"


def rule_text(rule: Rule, chart: Chart, lang: str) -> str:
    """A rule of thumb in words, its lines from the first column that is ever decided in."""
    return thresholds_text(rule.thresholds, chart, lang)


def thresholds_text(thresholds: Sequence[int], chart: Chart, lang: str) -> str:
    """Thresholds by column in words: "round 3: call at 4 points or less; from round 4 on: …"."""
    w = words(lang, "chart")
    sheet = Sheet(chart)
    columns = sheet.used(sheet.column_axis)
    axis = sheet.axes[sheet.column_axis]
    spans: list[tuple[int, int, int]] = []
    for column in columns:
        if spans and spans[-1][2] == thresholds[column]:
            spans[-1] = spans[-1][0], column, thresholds[column]
        else:
            spans.append((column, column, thresholds[column]))
    texts = []
    for first, last, threshold in spans:
        what = _at_most(threshold, chart, lang)
        key = "line_all" if len(spans) == 1 else "line_on" if last == columns[-1] else "line_one"
        key = "line_span" if key == "line_one" and last > first else key
        texts.append(w(key, axis=axis.words[lang], first=axis.low + first, last=axis.low + last, what=what))
    text = "; ".join(texts) if lang == "en" else " ; ".join(texts)
    return text[:1].upper() + text[1:]


def _at_most(threshold: int, chart: Chart, lang: str) -> str:
    """A threshold in the game's own words."""
    yardstick = chart.setting.decision.yardstick
    if yardstick is None:
        raise ValueError("no thresholds without a yardstick")
    told = words(lang, chart.setting.game.name)
    if threshold == NEVER:
        return told(f"never_{yardstick.option}")
    return told(f"at_most_{yardstick.option}", number=told.number(threshold))


def _lines(chart: Chart, thumb: Thumb | None, lang: str, w: Words) -> Iterator[str]:
    setting = chart.setting
    if not Sheet(chart).cells:
        yield w("no_cells", games=w.number(chart.games), few=SHOWN_VISITS)
        return
    name = setting.metric.en if lang == "en" else setting.metric.fr
    if thumb is not None:
        yield w("headline", rule=rule_text(thumb.rules[-1], chart, lang))
    letters = ", ".join(f"{option.letter[lang]} = {option.words[lang]}" for option in setting.decision.options)
    yield w("legend", letters=letters, unit=unit(chart, lang), few=FEW_VISITS)
    if chart.found.endless:
        stalled = w.number(100 * stalled_part(chart.found), 0)
        yield w("endless", metric=name, stalled=stalled, games=w.number(chart.games))
    if chart.gap is not None:
        low, high = chart.gap.interval()
        scale = _scale(chart)
        key = "equilibrium" if low > 0 else "equilibrium_open"
        yield w(
            key, gap=w.number(scale * chart.gap.value, 3), metric=unit(chart, lang), low=w.number(scale * low, 3),
            high=w.number(scale * high, 3),
        )  # fmt: skip
    elif setting.field:
        yield w("reply", field=field_text(chart, lang))
    if not chart.settled and not chart.found.endless:
        yield w("unsettled", rounds=len(chart.found.rounds))
    yield w("measured", games=w.number(chart.games), seed=chart.seed, rounds=len(chart.found.rounds))
    if thumb is not None:
        yield w("thumb_costs", games=w.number(thumb.games))


def field_text(chart: Chart, lang: str) -> str:
    """The field, equal players counted."""
    labels = [entry.label for entry in chart.setting.field]
    counted = [f"{labels.count(label)} × {label}" for label in dict.fromkeys(labels)]
    return words(lang, "chart").listed(counted)
