"""The picture of a decision chart: a map of cells, each with its letter and what the other choice costs."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Any, Final

from cactus_sim.analysis.chart import FEW_VISITS
from cactus_sim.errors import UsageError
from cactus_sim.report.chart import Sheet, cell_text, field_text, rule_text, title, unit
from cactus_sim.report.figures import saved
from cactus_sim.report.words import words

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from cactus_sim.analysis.chart import Chart
    from cactus_sim.analysis.thumb import Thumb

FULL: Final = 0.10
"""A cost (of a share) from which on a cell has its full colour."""
PALE: Final = 0.25
COLOURS: Final = "PuOr_r"
"""From violet (the first option) over white to orange: told apart by the colour-blind, and in grey by the letters."""
MOST_COLUMNS: Final = 12
WIDEST: Final = 18.0
"""Cells side by side in a picture."""
LONG: Final = 8
"""Letters from which on a column's name is folded."""


def chart_plot(frame: pd.DataFrame, axis: Axes, rows: list[str], columns: list[str], full: float = FULL) -> None:
    """Draws cells as a map.

    The frame has a row a cell: `row` and `column` (places among `rows` and `columns`, the labels), `side` (−1 the first
    option, +1 another), `cost`, `few`, and `text`. Cells with few visits are hatched.
    """
    from matplotlib import colormaps
    from matplotlib.patches import Rectangle

    colours = colormaps[COLOURS]
    for cell in frame.to_dict("records"):
        # What is not told from nothing is pale, whatever its figure.
        most = PALE if cell["few"] or cell["open"] else 1.0
        strength = min(most, max(0.08, abs(float(cell["cost"])) / full)) * 0.75
        colour = colours(0.5 + 0.5 * strength * int(cell["side"]))
        hatch = "////" if cell["few"] else None
        corner = (int(cell["column"]) - 0.5, int(cell["row"]) - 0.5)
        axis.add_patch(Rectangle(corner, 1, 1, facecolor=colour, edgecolor="#B8B8B8", hatch=hatch, linewidth=0.8))
        dark = sum(colour[:3]) < 1.7
        back = None if not cell["few"] else {"facecolor": colour, "edgecolor": "none", "pad": 1.2}
        axis.text(
            int(cell["column"]), int(cell["row"]), str(cell["text"]), ha="center", va="center", fontsize=7.5,
            color="white" if dark else "black", bbox=back,
        )  # fmt: skip
    axis.set_xlim(-0.5, len(columns) - 0.5)
    axis.set_ylim(len(rows) - 0.5, -0.5)
    axis.set_xticks(range(len(columns)), columns)
    axis.set_yticks(range(len(rows)), rows)
    axis.tick_params(length=0)
    axis.spines[["top", "right", "left", "bottom"]].set_visible(False)


def chart_picture(chart: Chart, thumb: Thumb | None, lang: str, kind: str) -> bytes:
    """The chart as a picture file's content, `kind` being png, svg or pdf."""
    from matplotlib.figure import Figure

    w = words(lang, "chart")
    panels = chart_panels(chart, lang)
    if not panels:
        raise UsageError("nothing to draw: no cell was decided in often enough; play more games (--games)")
    lines = _in_lines(panels)
    widths = [max(_wide(line[place]) for line in lines if place < len(line)) for place in range(len(lines[0]))]
    heights = [max(len(panel["rows"]) for panel in line) for line in lines]
    size = max(8.0, 1.2 + 0.62 * sum(widths)), 3.0 + 0.30 * sum(heights) + 0.9 * (len(lines) - 1)
    figure = Figure(figsize=size, dpi=150, layout="constrained")
    grid = figure.subplots(
        len(lines), len(widths), squeeze=False, width_ratios=widths, height_ratios=[height + 1 for height in heights]
    )
    axes = grid.ravel()
    for axis in axes[len(panels) :]:
        axis.axis("off")
    for axis, panel in zip(axes, panels, strict=False):
        chart_plot(panel["frame"], axis, panel["rows"], panel["columns"], FULL if chart.setting.metric.percent else 5.0)
        axis.set_title(panel["title"], fontsize=9, loc="left")
        axis.set_xlabel(panel["across"], fontsize=9)
        if any(len(name) > LONG for name in panel["columns"]):
            axis.set_xticks(axis.get_xticks(), [textwrap.fill(name, LONG) for name in panel["columns"]], fontsize=6.5)
    if len(lines) == 1:
        axes[0].set_ylabel(panels[0]["down"], fontsize=9)
    else:
        figure.supylabel(panels[0]["down"], fontsize=9)
    said = rule_text(thumb.rules[-1], chart, lang) if thumb is not None else ""
    heads = [title(chart, lang), *textwrap.wrap(said, 84)]
    figure.suptitle("\n".join(heads), x=0.01, ha="left", fontsize=11, fontweight="bold")
    who = w("plot_equilibrium") if chart.equilibrium else w("plot_reply", field=field_text(chart, lang))
    letters = ", ".join(f"{option.letter[lang]} = {option.words[lang]}" for option in chart.setting.decision.options)
    below = f"{letters}. " + w(
        "plot_below", who=who, unit=unit(chart, lang), few=FEW_VISITS, games=w.number(chart.games), seed=chart.seed
    )
    width = int(figure.get_figwidth() * 15)
    below = below.replace(" :", "\u00a0:").replace(" ;", "\u00a0;")  # French puts a space there, but no break
    figure.supxlabel("\n".join(textwrap.wrap(below, width)), x=0.01, ha="left", fontsize=8, color="#404040")
    return saved(figure, kind)


def _wide(panel: dict[str, Any]) -> float:
    return max(2.2, len(panel["columns"]))


def _in_lines(panels: list[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """The panels, as many side by side as a page has room for; each line but the last has the same number."""
    most = max(1, int(WIDEST // max(map(_wide, panels)))) if sum(map(_wide, panels)) > WIDEST else len(panels)
    return [panels[first : first + most] for first in range(0, len(panels), most)]


def chart_panels(chart: Chart, lang: str) -> list[dict[str, Any]]:
    """What each panel of the map shows: title, labels, and a frame for `chart_plot`.

    The first row axis goes down and the columns' axis across; there is a panel for every value of the others.
    """
    import pandas as pd

    sheet = Sheet(chart)
    across = sheet.axes[sheet.column_axis]
    down = sheet.axes[sheet.row_axes[0]]
    found = []
    for panel in sheet.panels:
        rows = sheet.rows(panel)
        for group in dict.fromkeys(row[1:] for row in rows):
            own = [row for row in rows if row[1:] == group]
            cells = [
                (row, column, cell)
                for row in own
                for column in sheet.used(sheet.column_axis)[:MOST_COLUMNS]
                if (cell := sheet.at(row, column, panel)) is not None
            ]
            used = sorted({column for _, column, _ in cells})
            records = [
                {
                    "row": own.index(row),
                    "column": used.index(column),
                    "side": -1 if cell.option == 0 else 1,
                    "cost": cell.cost,
                    "few": cell.few,
                    "open": cell.open,
                    "text": cell_text(cell, chart, lang).strip("()"),
                }
                for row, column, cell in cells
            ]
            names = [
                words(lang, "chart")(
                    "panel", axis=sheet.axes[axis].words[lang], value=sheet.axes[axis].text(place, lang)
                )
                for axis, place in zip(sheet.row_axes[1:], group, strict=True)
            ]
            heads = [text for text in (sheet.panel_title(panel, lang), *names) if text]
            found.append(
                {
                    "title": "\n".join(heads),
                    "rows": [down.text(row[0], lang) for row in own],
                    "columns": [across.text(column, lang) for column in used],
                    "down": down.words[lang],
                    "across": across.words[lang],
                    "frame": pd.DataFrame.from_records(records),
                }
            )
    return found
