"""Figures: matplotlib functions that take a frame and an axis, and the files made with them."""

from __future__ import annotations

import io
import textwrap
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cactus_sim.errors import UsageError, suggest
from cactus_sim.stats.intervals import Estimate

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from cactus_sim.analysis.standings import SweepResult
    from cactus_sim.games.base import Game

SUFFIXES = (".png", ".svg", ".pdf")

# Of the palette by Okabe and Ito, told apart by most colour-blind people too.
BEST, CLOSE, APART = "#D55E00", "#0072B2", "#7F7F7F"


def check_suffix(path: Path) -> str:
    """The kind of picture that a file's name asks for: png, svg or pdf."""
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        raise UsageError(f"{path}: a picture's name ends in {', '.join(SUFFIXES)}{suggest(suffix, SUFFIXES)}")
    return suffix[1:]


def sweep_plot(frame: pd.DataFrame, axis: Axes, best: str, percent: bool = False) -> None:
    """Draws each value's figure as a dash across its 50 % (thick) and 95 % (thin) interval.

    The frame is that of SweepResult, cut down to the rows that are compared: one a value.
    """
    from matplotlib.ticker import MaxNLocator

    scale = 100 if percent else 1
    places = _places(list(frame["value"]))
    for place, row in zip(places, frame.to_dict("records"), strict=True):
        estimate = Estimate(row["estimate"] * scale, row["se"] * scale, row["n"])
        colour = colour_of(row, best)
        for level, width in ((0.95, 1.2), (0.5, 4.0)):
            axis.vlines(place, *estimate.interval(level), color=colour, linewidth=width)
        # A dash, unlike a dot, leaves even the shortest interval to be seen.
        axis.plot(place, estimate.value, "_", color=colour, markersize=min(11, 320 / len(places)), markeredgewidth=1.6)
    if all(isinstance(place, int) for place in places):
        step = -(-len(places) // 20)
        axis.set_xticks(places[::step], list(frame["value"])[::step])
    elif all(place == int(place) for place in places):
        axis.xaxis.set_major_locator(MaxNLocator("auto", integer=True))
    axis.margins(x=0.05, y=0.08)
    axis.grid(axis="y", color="#E0E0E0", linewidth=0.8)
    axis.set_axisbelow(True)
    axis.spines[["top", "right"]].set_visible(False)


def colour_of(row: Mapping[Any, Any], best: str) -> str:
    """The colour of a value, given as its row of the frame."""
    return BEST if row["value"] == best else APART if row["told_apart"] else CLOSE


def sweep_picture(found: SweepResult, game: Game, asked: int, lang: str, kind: str) -> bytes:
    """The sweep's figure as a picture file's content, `kind` being png, svg or pdf."""
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D
    from matplotlib.ticker import FixedLocator, FuncFormatter

    from cactus_sim.report import sweep as texts
    from cactus_sim.report.words import words

    w, metric = words(lang, "sweep"), texts.objective(found, game)
    frame = found.frame()
    compared = frame[(frame["strategy"] == found.result.layout.rows[0]) & (frame["metric"] == found.question.objective)]
    figure = Figure(figsize=(8, 5), dpi=150, layout="constrained")
    axis = figure.add_subplot()
    best = found.best if texts.is_ranked(found) else ""
    sweep_plot(compared, axis, best, metric.percent)
    axis.set_xlabel(found.question.name)
    axis.set_ylabel(texts.axis_label(found, metric, lang))
    axis.yaxis.set_major_formatter(FuncFormatter(lambda value, _: w.short(value)))
    if not isinstance(axis.xaxis.get_major_locator(), FixedLocator):
        axis.xaxis.set_major_formatter(FuncFormatter(lambda value, _: w.short(value)))
    axis.set_title(textwrap.fill(texts.plot_title(found, lang), 62), loc="left", fontsize=13, fontweight="bold")
    kinds = ((BEST, w("best")), (CLOSE, w("not_told_apart")), (APART, w("told_apart")))
    there = {colour_of(row, best) for row in compared.to_dict("records")}
    marks = [Line2D([], [], color=colour, marker="_", label=label) for colour, label in kinds if colour in there]
    if len(marks) > 1:
        figure.legend(handles=marks, loc="outside upper right", ncols=3, frameon=False, fontsize=8)
    lines = [textwrap.fill(line, 118) for line in texts.plot_below(found, game, asked, lang).splitlines()]
    figure.supxlabel("\n".join(lines), x=0.01, ha="left", fontsize=8, color="#404040")
    return saved(figure, kind)


def saved(figure: Figure, kind: str) -> bytes:
    """A figure as a picture file's content."""
    from matplotlib import rc_context

    engine = figure.get_layout_engine()
    if engine is not None:
        # Its solver's last bits differ from time to time, and with them the ids in an SVG.
        engine.execute(figure)
        figure.set_layout_engine("none")
        for axis in figure.axes:
            left, bottom, width, height = axis.get_position().bounds
            axis.set_position((round(left, 6), round(bottom, 6), round(width, 6), round(height, 6)))
    content = io.BytesIO()
    # No date and no random ids: the same result makes the same file.
    metadata: dict[str, Any] = {"png": {}, "svg": {"Date": None}, "pdf": {"CreationDate": None}}[kind]
    with rc_context({"svg.hashsalt": "cactus-sim", "svg.fonttype": "none"}):
        figure.savefig(content, format=kind, metadata=metadata)
    return content.getvalue()


def _places(values: list[str]) -> list[int] | list[float]:
    """Where values stand on the axis: numbers at their own place, words side by side."""
    try:
        return [float(value) for value in values]
    except ValueError:
        return list(range(len(values)))
