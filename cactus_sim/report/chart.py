"""Decision charts for people: the answer in a sentence, a table of letters and costs, what the chart is worth."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cactus_sim.analysis.chart import FEW_VISITS, chart_file
from cactus_sim.report.chart_answer import (
    answer,
    cost_text,
    kind_name,
    rule_text,
    scale,
    summary,
    undecided,
    unit,
    yardstick_text,
)
from cactus_sim.report.chart_sheet import Sheet
from cactus_sim.report.tables import Document, Table
from cactus_sim.report.words import Words, words

if TYPE_CHECKING:
    from cactus_sim.analysis.chart import Cell, Chart
    from cactus_sim.analysis.thumb import Thumb

STYLES = ("cyan", "bold yellow", "bold magenta", "bold green")
"""How options are set on a terminal, in their order."""


def document(chart: Chart, thumb: Thumb | None, lang: str) -> Document:
    """A chart, and rules of thumb for it, in all their forms; as JSON it is a chart file."""
    w = words(lang, "chart")
    sheet = Sheet(chart)
    tables = [_table(sheet, panel, lang, first=not place) for place, panel in enumerate(sheet.panels)]
    if thumb is not None:
        tables.append(_thumb_table(thumb, lang, w))
    lines = tuple(_lines(chart, thumb, lang, w))
    return Document(tables, chart.records, lambda: chart_file([chart], thumb), lines, lead(chart, thumb, lang))


def lead(chart: Chart, thumb: Thumb | None, lang: str) -> tuple[str, ...]:
    """The answer, and where a rule of thumb gives it what is undecided beside it, or how many cells say what."""
    more = ""
    if thumb is not None:
        more = summary(chart, lang) if chart.setting.decision.yardstick is None else undecided(chart, lang)
    return (answer(chart, thumb, lang), *([more] if more else []))


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
    cost = w.number(scale(chart) * max(cell.cost, 0.0), 1)
    text = w("cell_digit" if letter.isdigit() else "cell", letter=f"{'≈' if cell.open else ''}{letter}", cost=cost)
    return w("few", text=text) if cell.few else text


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
    told = yardstick_text(thumb.chart, lang)
    headings = ("", w("thumb_rule"), w("thumb_cost", unit=unit(thumb.chart, lang)))
    return Table(w("thumb_title"), headings, rows, (told,) if told else (), left=2)


def _lines(chart: Chart, thumb: Thumb | None, lang: str, w: Words) -> Iterator[str]:
    setting = chart.setting
    if not Sheet(chart).cells:
        return
    letters = ", ".join(f"{option.letter[lang]} = {option.words[lang]}" for option in setting.decision.options)
    yield w("legend", letters=letters, unit=unit(chart, lang), few=FEW_VISITS)
    if chart.gap is not None:
        low, high = chart.gap.interval()
        times = scale(chart)
        key = "equilibrium" if low > 0 else "equilibrium_open"
        yield w(
            key, gap=w.number(times * chart.gap.value, 3), metric=unit(chart, lang), low=w.number(times * low, 3),
            high=w.number(times * high, 3),
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
