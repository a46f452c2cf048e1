"""The picture of house rules: what each change does to one figure, in order."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Any

from cactus_sim.report.figures import APART, BEST, CLOSE, saved
from cactus_sim.report.house_rules import facts
from cactus_sim.report.house_sentences import figure_heading, places_of
from cactus_sim.report.words import words
from cactus_sim.stats.families import EQUIVALENT, SAME, UNDECIDED
from cactus_sim.stats.intervals import Estimate

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from cactus_sim.analysis.house_findings import HouseRules

MOST = 40
"""Changes in one picture: those with the greatest effects."""

COLOURS = {UNDECIDED: APART, EQUIVALENT: CLOSE}


def house_plot(frame: pd.DataFrame, axis: Axes, percent: bool = False) -> None:
    """Draws each change's difference from the base as a dot with its 50 % (thick) and 95 % (thin) interval.

    The frame is that of HouseRules, cut down to one metric and, for shares, one strategy: one row a change. The first
    row is drawn at the top.
    """
    scale = 100 if percent else 1
    axis.axvline(0, color="#404040", linewidth=1)
    for place, row in enumerate(frame.to_dict("records")):
        estimate = Estimate(row["difference"] * scale, row["se"] * scale, row["n"])
        colour = COLOURS.get(row["verdict"], BEST)
        for level, width in ((0.95, 1.2), (0.5, 4.0)):
            axis.hlines(place, *estimate.interval(level), color=colour, linewidth=width)
        axis.plot(estimate.value, place, "o", color=colour, markersize=6)
    axis.set_yticks(range(len(frame)), list(frame["change"]))
    axis.set_ylim(len(frame) - 0.4, -0.6)
    axis.margins(x=0.05)
    axis.grid(axis="x", color="#E0E0E0", linewidth=0.8)
    axis.set_axisbelow(True)
    axis.spines[["top", "right", "left"]].set_visible(False)
    axis.tick_params(axis="y", length=0)


def house_title(frame: pd.DataFrame, heading: str, percent: bool, lang: str) -> str:
    """The finding in a few words: which change has the greatest sure effect, if any has one.

    The frame is that of `house_plot`; `heading` is what the figure is called.
    """
    w = words(lang, "house")
    figure = f"{heading[:1].upper()}{heading[1:]}"
    sure = frame[~frame["verdict"].isin([UNDECIDED, EQUIVALENT, SAME])]
    if sure.empty:
        return w("plot_title_open" if (frame["verdict"] == UNDECIDED).any() else "plot_title_none", figure=figure)
    greatest = sure.loc[[sure["difference"].abs().idxmax()]].iloc[0]
    scale = 100 if percent else 1
    value, error = scale * greatest["difference"], scale * greatest["se"]
    by = w.number(value, places_of(value, error), sign=True)
    return w("plot_title_sure", figure=figure, change=greatest["change"], by=by)


def house_picture(found: HouseRules, lang: str, kind: str) -> bytes:
    """The picture file's content for the chosen metric, `kind` being png, svg or pdf."""
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D
    from matplotlib.ticker import FuncFormatter

    w = words(lang, "house")
    chosen = found.chosen(found.changes[0].label)
    compared, notes = _drawn(found, lang)
    figure = Figure(figsize=(8, 2.2 + 0.24 * len(compared)), dpi=150, layout="constrained")
    axis = figure.add_subplot()
    house_plot(compared, axis, chosen.percent)
    heading = figure_heading(chosen, found.game, lang)
    axis.set_xlabel(
        w(
            "plot_axis",
            base=found.plan.base.name,
            figure=w("plot_percent", figure=heading) if chosen.percent else heading,
        )
    )
    axis.xaxis.set_major_formatter(FuncFormatter(lambda value, _: w.short(value, sign=True)))
    title = house_title(compared, heading, chosen.percent, lang)
    figure.suptitle(textwrap.fill(title, 64), x=0.01, ha="left", fontsize=12, fontweight="bold")
    kinds = ((BEST, "plot_decided"), (APART, "plot_undecided"), (CLOSE, "plot_equivalent"))
    marks = [Line2D([], [], color=colour, marker="o", label=w(key)) for colour, key in kinds]
    figure.legend(handles=marks, loc="outside upper right", ncols=3, frameon=False, fontsize=8)
    lines = [*w("plot_below", **facts(found, lang)).splitlines(), *([" · ".join(notes)] if notes else [])]
    below = "\n".join(textwrap.fill(line, 118) for line in lines)
    figure.supxlabel(below, x=0.01, ha="left", fontsize=8, color="#404040")
    return saved(figure, kind)


def _drawn(found: HouseRules, lang: str) -> tuple[pd.DataFrame, list[str]]:
    """The rows that are drawn, in order, and what is said of those that are not."""
    w = words(lang, "house")
    chosen = found.chosen(found.changes[0].label)
    frame = found.frame()
    frame = frame[(frame["metric"] == chosen.metric) & (frame["strategy"] == chosen.strategy)]
    notes: list[str] = []
    moved = frame[(frame["difference"] != 0) | (frame["se"] > 0)]
    if 0 < len(moved) < len(frame):
        notes.append(w("plot_same", number=len(frame) - len(moved)))
        frame = moved
    greatest = frame.loc[frame["difference"].abs().sort_values(ascending=False, kind="stable").index][:MOST]
    if len(greatest) < len(frame):
        notes.append(w("plot_some", shown=len(greatest), all=len(frame)))
    options: dict[str, Any] = {"ascending": False, "kind": "stable"}
    return greatest.sort_values("difference", **options), notes
