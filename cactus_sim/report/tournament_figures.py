"""The pictures of a tournament: standings, duels, and where a population goes."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from cactus_sim.report.figures import saved
from cactus_sim.report.marks import Marks, marks_of
from cactus_sim.report.simulation import heading
from cactus_sim.report.tournament import objective, plot_below, plot_title
from cactus_sim.report.words import Words, words
from cactus_sim.stats.intervals import Estimate

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from cactus_sim.analysis.league import TournamentResult

INK: Final = "#404040"
"""Of what belongs to no strategy."""
WAY: Final = "#6A6A6A"
LABEL_GAP: Final = 7.0
"""Parts of a population, in percent, between the labels of two curves at least."""
FILLS: Final = {"stable": "full", "unstable": "full", "neutral": "none", "unsure": "left"}

CORNERS: Final = np.array([[0.0, 0.0], [1.0, 0.0], [0.5, np.sqrt(3) / 2]])
"""Of the triangle of three strategies, in the order in which they were entered."""

DOTTED: Final = "$◌$"

GRID: Final = (
    *((i / 9, j / 9, (9 - i - j) / 9) for i in range(1, 9, 2) for j in range(1, 9 - i, 2)),
    (0.02, 0.49, 0.49), (0.49, 0.02, 0.49), (0.49, 0.49, 0.02),
)  # fmt: skip
"""Populations of three strategies from which paths are drawn."""


def standings_plot(frame: pd.DataFrame, axis: Axes, marks: Marks, percent: bool = False) -> None:
    """Draws each strategy's figure as its mark with its 50 % (thick) and 95 % (thin) interval, the best at the top.

    The frame is TournamentResult.frame("standing").
    """
    scale = 100 if percent else 1
    names = []
    for place, row in enumerate(frame.to_dict("records")):
        estimate = Estimate(row["estimate"] * scale, row["se"] * scale, row["n"])
        mark = marks[row["strategy"]]
        for level, width in ((0.95, 1.2), (0.5, 4.0)):
            axis.hlines(place, *estimate.interval(level), color=mark.colour, linewidth=width)
        axis.plot(estimate.value, place, mark.marker, color=mark.colour, markersize=9, markeredgecolor="white")
        low, high = int(row["rank_low"]), int(row["rank_high"])
        names.append(f"{_folded(row['strategy'])}  {low if low == high else f'{low}–{high}'}")
    axis.set_yticks(range(len(names)), names)
    axis.set_ylim(len(names) - 0.4, -0.6)
    axis.margins(x=0.06)
    axis.grid(axis="x", color="#E0E0E0", linewidth=0.8)
    axis.set_axisbelow(True)
    axis.spines[["top", "right", "left"]].set_visible(False)
    axis.tick_params(axis="y", length=0)


def duels_plot(frame: pd.DataFrame, axis: Axes, order: Sequence[str], w: Words, percent: bool = False) -> None:
    """Draws how much more the strategy of each row gets than that of the column: purple where more, orange where less.

    The frame is TournamentResult.frame("duel"); rows and columns are in the order given.
    """
    from matplotlib.patches import Rectangle

    scale = 100 if percent else 1
    leads = np.full((len(order), len(order)), np.nan)
    marks = [[""] * len(order) for _ in order]
    for row in frame.to_dict("records"):
        i, j = order.index(row["strategy"]), order.index(row["rival"])
        leads[i, j] = row["estimate"] * scale
        mark = "≈" if row["word"] == "not told apart" else ""
        marks[i][j] = "=" if row["word"] == "alike" else mark + signed_number(leads[i, j], w)
    most = float(np.nanmax(np.abs(leads))) or 1.0
    axis.imshow(leads, cmap="PuOr", vmin=-most, vmax=most, aspect="auto")
    size = 9 if len(order) <= 6 else 7.5 if len(order) <= 10 else 6
    for i, line in enumerate(marks):
        axis.add_patch(Rectangle((i - 0.5, i - 0.5), 1, 1, facecolor="#F4F4F4", edgecolor="none"))
        for j, text in enumerate(line):
            colour = "white" if abs(leads[i, j]) > 0.65 * most else "black"
            axis.text(j, i, text, ha="center", va="center", fontsize=size, color=colour)
    names = [_folded(name) for name in order]
    axis.set_xticks(range(len(order)), names, rotation=40, ha="left", rotation_mode="anchor")
    axis.set_yticks(range(len(order)), names)
    axis.xaxis.tick_top()
    axis.tick_params(length=0)
    axis.spines[:].set_visible(False)


def curves_plot(frame: pd.DataFrame, axis: Axes, marks: Marks) -> None:
    """Draws the part of each strategy in a population through time, named at its end.

    The frame is TournamentResult.paths().
    """
    wide = frame.pivot_table(index="time", columns="strategy", values="part", sort=False)
    wide = wide[wide.iloc[-1].sort_values(ascending=False, kind="stable").index]
    moved = (wide - wide.iloc[-1]).abs().max(axis="columns") > 0.005
    settled = float(wide.index[moved].max()) if moved.any() else 1.0
    end = 1.1 * settled
    ends = [float(np.interp(end, wide.index, 100 * wide[name])) for name in wide.columns]
    for name, height, place in zip(wide.columns, ends, apart(ends, LABEL_GAP), strict=True):
        mark = marks[name]
        axis.plot(wide.index, 100 * wide[name], color=mark.colour, linewidth=2, label=name)
        axis.plot(1.02 * end, place, mark.marker, color=mark.colour, markersize=7, clip_on=False)
        axis.plot([end, 1.02 * end], [height, place], color=mark.colour, linewidth=0.8, clip_on=False)
        axis.annotate(name, (1.02 * end, place), xytext=(7, 0), textcoords="offset points", va="center", fontsize=9,
                      annotation_clip=False)  # fmt: skip
    axis.set_xlim(0, end)
    axis.set_ylim(-2, 102)
    axis.grid(axis="y", color="#E0E0E0", linewidth=0.8)
    axis.spines[["top", "right"]].set_visible(False)


def apart(heights: Sequence[float], gap: float) -> list[float]:
    """Where labels go that belong at falling heights: each `gap` at least below the one before, the lowest in place."""
    found: list[float] = []
    for height in reversed(heights):
        found.append(height if not found else max(height, found[-1] + gap))
    return found[::-1]


def triangle_plot(paths: pd.DataFrame, resting: pd.DataFrame, axis: Axes, marks: Marks) -> None:
    """Draws where populations of three strategies go: a corner is one strategy alone, arrows are ways.

    The frames are TournamentResult.paths(GRID) and .frame("resting"), whose points are ● stable, ○ unstable, ◌ neutral
    and ◐ not told; around one that is mixed, an ellipse of two standard errors.
    """
    names = list(dict.fromkeys(paths["strategy"]))
    axis.fill(*CORNERS.T, facecolor="none", edgecolor=INK, linewidth=1)
    for _, path in paths.groupby("start"):
        line = path.pivot_table(index="time", columns="strategy", values="part", sort=False)[names].to_numpy() @ CORNERS
        axis.plot(*line.T, color=WAY, linewidth=0.9, alpha=0.8)
        way = np.concatenate([[0.0], np.hypot(*np.diff(line, axis=0).T).cumsum()])
        if way[-1] > 0.05:
            middle = int(np.searchsorted(way, way[-1] * 0.45))
            middle = min(max(middle, 1), len(line) - 1)
            axis.annotate(
                "", line[middle], line[middle - 1],
                arrowprops={"arrowstyle": "-|>", "color": WAY, "linewidth": 0.9, "shrinkA": 0, "shrinkB": 0},
            )  # fmt: skip
    for _, point in resting.groupby("mix"):
        shares = point.set_index("strategy")["estimate"].reindex(names).to_numpy()
        _spread_of(point.set_index("strategy")["se"].reindex(names).to_numpy(), shares @ CORNERS, axis)
        word = point["word"].iloc[0]
        axis.plot(
            *(shares @ CORNERS), marker=DOTTED if word == "neutral" else "o", linestyle="none", markersize=9,
            fillstyle=FILLS[word], markerfacecoloralt="white", markeredgecolor=INK, zorder=3,
            markerfacecolor="white" if word == "unstable" else INK,
        )  # fmt: skip
    for name, corner, up in zip(names, CORNERS, (-1, -1, 1), strict=True):
        align, mark = "top" if up < 0 else "bottom", marks[name]
        axis.plot(corner[0], corner[1] + 0.09 * up, mark.marker, color=mark.colour, markersize=7, clip_on=False)
        axis.text(corner[0], corner[1] + 0.14 * up, _folded(name), ha="center", va=align, fontsize=9)
    axis.set_xlim(-0.25, 1.25)
    axis.set_ylim(-0.28, 1.14)
    axis.set_aspect("equal")
    axis.axis("off")


def tournament_picture(found: TournamentResult, asked: int, lang: str, kind: str, marks: Marks | None = None) -> bytes:
    """The picture file's content, `kind` being png, svg or pdf; `marks` are by default those of who entered."""
    from matplotlib.figure import Figure
    from matplotlib.layout_engine import ConstrainedLayoutEngine
    from matplotlib.ticker import FuncFormatter

    w, metric = words(lang, "tournament"), objective(found.contest)
    order = [standing.strategy for standing in found.standings]
    moves = found.evolution is not None and not found.evolution.flat
    parts: list[Any] = [["standings", "duels"]] + [["evolution", "evolution"]] * moves
    heights = [max(3.0, 0.36 * len(order) + 1.5), 3.6][: len(parts)]
    figure = Figure(figsize=(11, sum(heights) + 1), dpi=150, layout=ConstrainedLayoutEngine(w_pad=0.15, h_pad=0.12))
    axes = figure.subplot_mosaic(parts, width_ratios=[1, 1.15], height_ratios=heights)
    marks = marks or marks_of(found.contest.strategies)
    standings_plot(found.frame("standing"), axes["standings"], marks, metric.percent)
    axes["standings"].set_xlabel(heading(metric, lang))
    axes["standings"].set_title(w("plot_standings"), loc="left", fontsize=10)
    axes["standings"].xaxis.set_major_formatter(FuncFormatter(lambda value, _: w.short(value)))
    duels_plot(found.frame("duel"), axes["duels"], order, w, metric.percent)
    unit = w("axis_points", objective=getattr(metric, lang)) if metric.percent else getattr(metric, lang)
    axes["duels"].set_xlabel(unit)
    axes["duels"].set_title(w("plot_duels"), loc="left", fontsize=10)
    if moves:
        _evolution(found, axes["evolution"], w, marks)
    figure.suptitle(textwrap.fill(plot_title(found, lang), 76), x=0.01, ha="left", fontsize=13, fontweight="bold")
    lines = [textwrap.fill(line, 160) for line in plot_below(found, asked, lang).splitlines()]
    figure.supxlabel("\n".join(lines), x=0.01, ha="left", fontsize=8, color="#404040")
    return saved(figure, kind)


def signed_number(value: float, w: Words) -> str:
    """A number with its sign, short enough for a cell."""
    places = 0 if abs(value) >= 100 else 1 if abs(value) >= 1 else 2
    return w.number(value, places, sign=True)


def _evolution(found: TournamentResult, axis: Axes, w: Words, marks: Marks) -> None:
    axis.set_title(w("plot_evolution"), loc="left", fontsize=10)
    if len(found.contest.strategies) == 3:
        triangle_plot(found.paths(GRID), found.frame("resting"), axis, marks)
        return
    curves_plot(found.paths(), axis, marks)
    axis.set_xlabel(w("axis_time" if found.contest.percent else "axis_time_other"))
    axis.set_ylabel(w("axis_part"))


def _spread_of(se: np.ndarray, place: np.ndarray, axis: Axes) -> None:
    """Marks two standard errors around a mixed point, by the errors of its three parts."""
    from matplotlib.patches import Ellipse

    if np.isnan(se).any() or not se.any():
        return
    # The parts add up to 1, so their three variances tell the covariances.
    square = np.diag(se**2)
    for i, j, k in ((0, 1, 2), (0, 2, 1), (1, 2, 0)):
        square[i, j] = square[j, i] = (se[k] ** 2 - se[i] ** 2 - se[j] ** 2) / 2
    values, vectors = np.linalg.eigh(CORNERS.T @ square @ CORNERS)
    wide, high = 4 * np.sqrt(np.maximum(values[::-1], 0))
    angle = float(np.degrees(np.arctan2(*vectors[::-1, 1])))
    axis.add_patch(Ellipse((place[0], place[1]), wide, high, angle=angle, facecolor=INK, alpha=0.25, zorder=2))


def _folded(name: str) -> str:
    return textwrap.fill(name, 24)
