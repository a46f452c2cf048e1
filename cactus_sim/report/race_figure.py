"""The picture of a race: how far behind the first each was when it was dropped."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Final

from cactus_sim.report.figures import saved
from cactus_sim.report.marks import Marks, marks_of
from cactus_sim.report.race import plot_title, sentences
from cactus_sim.report.tournament import contest_facts, objective
from cactus_sim.report.words import words

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from cactus_sim.analysis.racing import RaceResult

TICKS: Final = (-20.0, -10.0, -5.0, -2.0, -1.0, -0.5, 0.0, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0)


def race_plot(frame: pd.DataFrame, axis: Axes, marks: Marks, fresh: str, percent: bool = False) -> None:
    """Draws each lag behind the first with its interval, the last one dropped at the top; who is still in is hollow.

    The frame is that of RaceResult; the row of fresh deals is called `fresh`, its lag being turned into the rival's.
    """
    scale = 100 if percent else 1
    names: list[str] = []
    for row in frame.to_dict("records"):
        if row["table"] == "race" and row["strategy"] == row["rival"]:
            continue
        again = row["table"] == "fresh"
        sign = -1 if again else 1
        mark = marks[row["rival" if again else "strategy"]]
        fill = mark.colour if again or row["dropped"] else "white"
        place = len(names)
        axis.hlines(
            place, sign * scale * row["lag_low"], sign * scale * row["lag_high"], color=mark.colour, linewidth=1.4
        )
        axis.plot(sign * scale * row["lag"], place, mark.marker, color=mark.colour, markersize=6, markerfacecolor=fill)
        names.append(f"{textwrap.fill(row['rival'], 28)}\n({fresh})" if again else textwrap.fill(row["strategy"], 28))
    axis.axvline(0, color="#404040", linewidth=1)
    axis.set_yticks(range(len(names)), names)
    axis.set_ylim(len(names) - 0.4, -0.6)
    axis.margins(x=0.05)
    if percent:
        # Nobody needs to see by how much the hopeless are behind as finely as the last ones dropped.
        axis.set_xscale("symlog", linthresh=1.0)
        low, high = axis.get_xlim()
        axis.set_xticks([tick for tick in TICKS if low <= tick <= high], minor=False)
        axis.set_xticks([], minor=True)
    axis.grid(axis="x", color="#E0E0E0", linewidth=0.8)
    axis.set_axisbelow(True)
    axis.spines[["top", "right", "left"]].set_visible(False)
    axis.tick_params(axis="y", length=0)


def race_picture(found: RaceResult, lang: str, kind: str) -> bytes:
    """The picture file's content, `kind` being png, svg or pdf."""
    from matplotlib.figure import Figure
    from matplotlib.ticker import FuncFormatter

    w, metric = words(lang, "race"), objective(found.contest)
    figure = Figure(figsize=(8, 2.6 + 0.4 * len(found.runners)), dpi=150, layout="constrained")
    axis = figure.add_subplot()
    marks = marks_of(found.contest.strategies)
    race_plot(found.frame(), axis, marks, w("plot_fresh"), metric.percent)
    percent = w("percent") if metric.percent else ""
    name = getattr(metric, lang)
    axis.set_xlabel(w("plot_axis", objective=name, first=found.runners[0].strategy, percent=percent))
    axis.xaxis.set_major_formatter(FuncFormatter(lambda value, _: w.short(value)))
    figure.suptitle(textwrap.fill(plot_title(found, lang), 64), x=0.01, ha="left", fontsize=13, fontweight="bold")
    lines = [*sentences(found, lang), w("plot_below", **contest_facts(found.contest, lang))]
    below = "\n".join(textwrap.fill(line, 118) for line in lines)
    figure.supxlabel(below, x=0.01, ha="left", fontsize=8, color="#404040")
    return saved(figure, kind)
