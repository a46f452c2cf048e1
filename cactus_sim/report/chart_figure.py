"""The picture of a decision chart: a map of cells, each with its letter and what the other choice costs."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Any, Final

from cactus_sim.analysis.chart import FEW_VISITS
from cactus_sim.errors import UsageError
from cactus_sim.report.chart import cell_text, field_text, lead, title
from cactus_sim.report.chart_answer import unit
from cactus_sim.report.chart_sheet import Sheet
from cactus_sim.report.figures import saved
from cactus_sim.report.words import words

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from cactus_sim.analysis.chart import Chart
    from cactus_sim.analysis.thumb import Thumb

FULL: Final = 0.10
"""A cost (of a share) from which on a cell has its full colour."""
PALEST: Final = 0.15
COLOURS: Final = ("#5e3c99", "#e66101", "#009e73", "#56b4e9")
"""Of the options in their order: violet and orange (the ends of PuOr), then green and blue of Okabe and Ito's palette:
told apart by the colour-blind, and in grey by the letters."""
OPEN: Final = "#ececec"
"""Of cells whose option is not borne out."""
MOST_COLUMNS: Final = 12
WIDEST: Final = 18.0
"""Cells side by side in a picture."""
NARROWEST: Final = 2.2
"""Cells that a panel is wide, at least."""
LETTER: Final = 0.13
"""Width of a letter of a panel's title, in cells."""
TITLE_LINES: Final = 2
"""Lines that each part of a panel's title may be folded to."""
LONG: Final = 8
"""Letters from which on a column's name is folded."""


def chart_plot(frame: pd.DataFrame, axis: Axes, rows: list[str], columns: list[str], full: float = FULL) -> None:
    """Draws cells as a map.

    The frame has a row a cell: `row` and `column` (places among `rows` and `columns`, the labels), `option` (its
    place), `cost`, `few`, `open`, and `text`. Each option has its colour, the deeper the more the other choice costs;
    cells that are open are grey, cells with few visits hatched.
    """
    from matplotlib.patches import Rectangle

    for cell in frame.to_dict("records"):
        colour = OPEN if cell["open"] else _tint(COLOURS[cell["option"]], float(cell["cost"]) / full)
        hatch = "////" if cell["few"] else None
        corner = (int(cell["column"]) - 0.5, int(cell["row"]) - 0.5)
        patch = Rectangle(corner, 1, 1, facecolor=colour, edgecolor="#B8B8B8", hatch=hatch, linewidth=0.8)
        axis.add_patch(patch)
        patch.set_clip_on(False)
        back = None if not cell["few"] else {"facecolor": colour, "edgecolor": "none", "pad": 1.2}
        axis.text(
            int(cell["column"]), int(cell["row"]), str(cell["text"]), ha="center", va="center", fontsize=7.5,
            color=_ink(colour), bbox=back,
        )  # fmt: skip
    axis.set_xlim(-0.5, len(columns) - 0.5)
    axis.set_ylim(len(rows) - 0.5, -0.5)
    axis.set_xticks(range(len(columns)), columns)
    axis.set_yticks(range(len(rows)), rows)
    axis.tick_params(length=0)
    axis.spines[["top", "right", "left", "bottom"]].set_visible(False)


def _tint(colour: str, strength: float) -> str:
    """A colour on white paper, from pale (0) to full (1)."""
    from matplotlib.colors import to_hex, to_rgb

    part = min(1.0, max(PALEST, strength))
    red, green, blue = (1 - part * (1 - shade) for shade in to_rgb(colour))
    return to_hex((red, green, blue))


def _ink(colour: str) -> str:
    """Black or white, whichever is read more easily on a colour: by the contrast that WCAG defines."""
    from matplotlib.colors import to_rgb

    shades = [shade / 12.92 if shade <= 0.04045 else ((shade + 0.055) / 1.055) ** 2.4 for shade in to_rgb(colour)]
    light = sum(weight * shade for weight, shade in zip((0.2126, 0.7152, 0.0722), shades, strict=True))
    return "white" if 1.05 / (light + 0.05) > (light + 0.05) / 0.05 else "black"


def chart_picture(chart: Chart, thumb: Thumb | None, lang: str, kind: str) -> bytes:
    """The chart as a picture file's content, `kind` being png, svg or pdf."""
    return saved(chart_figure(chart, thumb, lang), kind)


def chart_figure(chart: Chart, thumb: Thumb | None, lang: str) -> Figure:
    """The chart drawn: the answer above, the panels side by side, what marks mean below."""
    from matplotlib.figure import Figure

    panels = chart_panels(chart, lang)
    if not panels:
        raise UsageError("nothing to draw: no cell was decided in often enough; play more games (--games)")
    lines = _in_lines(panels)
    widths = [max(_wide(line[place]) for line in lines if place < len(line)) for place in range(len(lines[0]))]
    heights = [max(len(panel["rows"]) for panel in line) for line in lines]
    size = max(8.0, 1.2 + 0.62 * sum(widths)), 2.6 + 0.30 * sum(heights) + 1.0 * (len(lines) - 1)
    figure = Figure(figsize=size, dpi=150, layout="constrained")
    grid = figure.subplots(
        len(lines), len(widths), squeeze=False, width_ratios=widths, height_ratios=[height + 1 for height in heights]
    )
    for place, axis in enumerate(grid.ravel()):
        line, column = divmod(place, len(widths))
        if place < len(panels):
            full = FULL if chart.setting.metric.percent else 5.0
            _panel(axis, lines[line][column], widths[column], heights[line], full)
        else:
            axis.axis("off")
    figure.supylabel(panels[0]["down"], fontsize=9)
    said, *more = lead(chart, thumb, lang)
    wide = int(size[0] * 9.5)
    heads = [part for text in (title(chart, lang), said) for part in textwrap.wrap(_tied(text), wide)]
    figure.suptitle("\n".join(heads), x=0.01, ha="left", fontsize=11, fontweight="bold")
    below = [part for text in (*more, _below(chart, lang)) for part in textwrap.wrap(text, int(size[0] * 15))]
    figure.supxlabel("\n".join(below), x=0.01, ha="left", fontsize=8, color="#404040")
    return figure


def _panel(axis: Axes, panel: dict[str, Any], wide: float, high: int, full: float) -> None:
    """Draws a panel with room for so many cells, all cells of a picture being of one size: what is over stays empty."""
    chart_plot(panel["frame"], axis, panel["rows"], panel["columns"], full)
    axis.set_xlim(-0.5, wide - 0.5)
    axis.set_ylim(high - 0.5, -0.5)
    axis.xaxis.tick_top()
    axis.xaxis.set_label_position("top")
    axis.set_xlabel(panel["across"], fontsize=9, loc="left")
    most = int(wide / LETTER)
    folded = [part for text in panel["title"].split("\n") for part in textwrap.wrap(_tied(text), most)]
    axis.set_title("\n".join(folded), fontsize=9, loc="left", fontweight="bold")
    if any(len(name) > LONG for name in panel["columns"]):
        axis.set_xticks(axis.get_xticks(), [textwrap.fill(name, LONG) for name in panel["columns"]], fontsize=6.5)


def _below(chart: Chart, lang: str) -> str:
    """What letters, numbers and marks are, and of how many games."""
    w = words(lang, "chart")
    who = w("plot_equilibrium") if chart.equilibrium else w("plot_reply", field=field_text(chart, lang))
    letters = ", ".join(f"{option.letter[lang]} = {option.words[lang]}" for option in chart.setting.decision.options)
    below = f"{letters}. " + w(
        "plot_below", who=who, unit=unit(chart, lang), few=FEW_VISITS, games=w.number(chart.games), seed=chart.seed
    )
    return _tied(below)


def _tied(text: str) -> str:
    """Text whose lines do not end before a mark of French, nor beside a ±."""
    for mark in (":", ";", "?", "»", "%"):
        text = text.replace(f" {mark}", f"\u00a0{mark}")
    return text.replace(" ± ", "\u00a0±\u00a0").replace("« ", "«\u00a0")


def _wide(panel: dict[str, Any]) -> float:
    """How many cells wide a panel is: as many as it has, or as its title takes."""
    letters = max((len(text) for text in panel["title"].split("\n")), default=0)
    return max(NARROWEST, len(panel["columns"]), 1 + LETTER * letters / TITLE_LINES)


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
                    "option": cell.option,
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
