"""The picture of a comparison: the difference with its interval, beside the band of differences that do not count."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from cactus_sim.analysis.comparison import DIFFERENCE, ComparisonResult
from cactus_sim.report.comparison import facts, objective, sentence
from cactus_sim.report.figures import APART, saved
from cactus_sim.report.marks import Mark, marks_of
from cactus_sim.report.simulation import heading
from cactus_sim.report.words import words

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

NEITHER = Mark(APART, "o")
"""Of a difference by which neither is better."""


def comparison_plot(
    frame: pd.DataFrame, axis: Axes, margin: float, marks: tuple[Mark, Mark], percent: bool = False
) -> None:
    """Draws each difference with its 50 % (thick) and 95 % (thin) interval, and the margin as a band.

    A difference has the mark of the better one of the two (`marks`: A's and B's), a grey dot where neither is.

    The frame is that of ComparisonResult, cut down to the differences that have a verdict; frames of several
    comparisons may be put together. The first row is drawn at the top. `margin` is in the frame's units.
    """
    scale = 100 if percent else 1
    axis.axvspan(-scale * margin, scale * margin, color="#E8E8E8", linewidth=0)
    axis.axvline(0, color="#404040", linewidth=1)
    for place, row in enumerate(frame.to_dict("records")):
        mark = {"better": marks[0], "worse": marks[1]}.get(row["verdict"], NEITHER)
        for low, high, width in (("low", "high", 1.2), ("low_50", "high_50", 4.0)):
            axis.hlines(place, scale * row[low], scale * row[high], color=mark.colour, linewidth=width)
        axis.plot(scale * row["estimate"], place, mark.marker, color=mark.colour, markersize=9, markeredgecolor="white")
    axis.set_yticks(range(len(frame)), [textwrap.fill(name, 28) for name in frame["strategy"]])
    axis.set_ylim(len(frame) - 0.4, -0.6)
    axis.margins(x=0.1)
    axis.spines[["top", "right", "left"]].set_visible(False)
    axis.tick_params(axis="y", length=0)


def comparison_picture(found: ComparisonResult, lang: str, kind: str) -> bytes:
    """The comparison's figure as a picture file's content, `kind` being png, svg or pdf."""
    from matplotlib.figure import Figure
    from matplotlib.ticker import FuncFormatter

    w, metric = words(lang, "compare"), objective(found)
    frame = found.frame()
    compared = frame[(frame["arm"] == DIFFERENCE) & (frame["metric"] == found.rivals.objective)]
    figure = Figure(figsize=(8, 3), dpi=150, layout="constrained")
    axis = figure.add_subplot()
    names = (found.rivals.a, found.rivals.b)
    marks = marks_of(names)
    comparison_plot(compared, axis, found.rivals.margin, (marks[names[0]], marks[names[1]]), metric.percent)
    if not found.rivals.same:
        low, high = names[:: -found.rivals.better]
        _side(axis, 0.0, marks[low], w("plot_side", name=low))
        _side(axis, 1.0, marks[high], w("plot_side", name=high))
    name = getattr(metric, lang)
    axis.set_xlabel(w("axis_percent", objective=name) if metric.percent else w("axis", objective=heading(metric, lang)))
    axis.xaxis.set_major_formatter(FuncFormatter(lambda value, _: w.short(value, sign=True)))
    figure.suptitle(textwrap.fill(sentence(found, lang), 84), x=0.01, ha="left", fontsize=10, fontweight="bold")
    key = "plot_below_mirror" if found.rivals.mirror else "plot_below"
    text = w(key, **facts(found, lang)) + w("plot_sequence" if found.rivals.open_ended else "plot_fixed")
    lines = [textwrap.fill(line, 118) for line in text.splitlines()]
    figure.supxlabel("\n".join(lines), x=0.01, ha="left", fontsize=8, color="#404040")
    return saved(figure, kind)


def _side(axis: Axes, x: float, mark: Mark, text: str) -> None:
    """Says above one end of the axis (0 or 1) whose side it is."""
    axis.plot(x, 1.09, mark.marker, color=mark.colour, markersize=7, transform=axis.transAxes, clip_on=False)
    axis.annotate(
        text, (x, 1.09), xycoords="axes fraction", xytext=(8 - 16 * x, 0), textcoords="offset points",
        ha="right" if x else "left", va="center", fontsize=8.5,
    )  # fmt: skip
