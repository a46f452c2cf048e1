"""What one line-up's games are like, in a report: who wins, and how points, calls and lengths are spread."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from cactus_sim.report.figures import saved
from cactus_sim.report.pages.model import Fold, Picture, Section
from cactus_sim.report.pages.parts import part_json
from cactus_sim.report.pages.slim import slim
from cactus_sim.report.simulation import document
from cactus_sim.report.tables import Table
from cactus_sim.report.words import Words, words
from cactus_sim.simulate.result import Result

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from cactus_sim.analysis.dossier import Dossier
    from cactus_sim.games.base import Histogram

COLOURS: Final = ("#5790fc", "#f89c20", "#e42536", "#964a8b", "#9c9ca1", "#7a21dd", "#92dadd", "#a96b59")
"""Petroff's palette for six, then two of that for eight: told apart by the colour-blind."""
MARKERS: Final = ("o", "s", "^", "D", "v", "P", "X", "*")
LEAST_PART: Final = 0.001
"""Values above which no strategy has so large a part of its games are left out."""
HALF: Final = 0.5


def leaderboard(dossier: Dossier, lang: str) -> Iterator[Section]:
    """Who wins in one line-up of unequal strategies."""
    w = words(lang, "report")
    found = Result.from_json(part_json(dossier, "simulate"))
    whole = document(found, dossier.game, found.games, lang)
    yield Section(
        "simulate", w("simulate"), tuple(reversed(whole.lines)), tables=tuple(whole.tables),
        commands=(dossier.commands["simulate"],),
    )  # fmt: skip


def counts(dossier: Dossier, lang: str) -> Iterator[Section]:
    """How what was counted of every game is spread."""
    from matplotlib.figure import Figure

    w = words(lang, "report")
    found = Result.from_json(part_json(dossier, "simulate"))
    kinds = [kind for kind in dossier.game.histograms if _middle(found, kind, 0) is not None]
    rows = -(-len(kinds) // 2)
    figure = Figure(figsize=(9, 3.1 * rows + 0.4), dpi=150, layout="constrained")
    axes = figure.subplots(rows, 2, squeeze=False).ravel()
    for axis, kind in zip(axes, kinds, strict=False):
        _spread(found, kind, axis, lang, w)
    for axis in axes[len(kinds) :]:
        axis.axis("off")
    handles, labels = axes[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside upper left", ncols=4, frameon=False, fontsize=9)
    said = tuple(_said(found, kind, lang, w) for kind in kinds)
    drawn = Picture(
        "counts", slim(saved(figure, "svg")), " ".join(said), w("counts_caption", games=w.number(found.games))
    )
    tables = tuple(_table(found, kind, lang, w) for kind in kinds)
    yield Section(
        "counts", w("counts"), said, (drawn,), folds=(Fold(w("table_whole"), tables),),
        commands=(dossier.commands["simulate"],),
    )  # fmt: skip


def _rows(found: Result) -> range:
    return range(len(found.layout.rows))


def _parts(found: Result, kind: Histogram) -> Any:
    """[strategy, value]: the part of what was counted, up to the last value that is worth showing."""
    every = np.array([found.histogram(kind.name, row) for row in _rows(found)], np.float64)
    parts = every / np.maximum(1, every.sum(axis=1, keepdims=True))
    worth = np.flatnonzero((parts >= LEAST_PART).any(axis=0))
    return parts[:, : worth[-1] + 1] if worth.size else parts[:, :1]


def _spread(found: Result, kind: Histogram, axis: Axes, lang: str, w: Words) -> None:
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    parts = _parts(found, kind)
    for row, part in enumerate(parts):
        axis.plot(
            range(len(part)), 100 * part, color=COLOURS[row % len(COLOURS)], marker=MARKERS[row % len(MARKERS)],
            markersize=3.5, linewidth=1.2, label=found.layout.rows[row],
        )  # fmt: skip
    axis.set_title(getattr(kind, lang), loc="left", fontsize=10)
    axis.set_ylabel(w("part"), fontsize=8)
    axis.xaxis.set_major_locator(MaxNLocator(integer=True))
    axis.yaxis.set_major_formatter(FuncFormatter(lambda value, _: w.short(value)))
    axis.grid(axis="y", color="#E0E0E0", linewidth=0.8)
    axis.spines[["top", "right"]].set_visible(False)
    axis.tick_params(labelsize=8)


def _middle(found: Result, kind: Histogram, row: int) -> int | None:
    """The median of what was counted for a strategy; None where nothing was."""
    counted = found.histogram(kind.name, row)
    return int(np.searchsorted(counted.cumsum(), counted.sum() * HALF)) if counted.sum() else None


def _said(found: Result, kind: Histogram, lang: str, w: Words) -> str:
    middles = [(name, _middle(found, kind, row)) for row, name in enumerate(found.layout.rows)]
    listed = ", ".join(f"{name} {middle}" for name, middle in middles if middle is not None)
    name = getattr(kind, lang)
    return w("median", name=f"{name[:1].upper()}{name[1:]}", medians=listed)


def _table(found: Result, kind: Histogram, lang: str, w: Words) -> Table:
    parts = _parts(found, kind)
    last = len(found.histogram(kind.name, 0)) - 1
    rows = [
        (f"{value}{'+' if value == last else ''}", *(w.number(100 * part, 1) for part in parts[:, value]))
        for value in range(parts.shape[1])
    ]
    return Table(w("counts_table", name=getattr(kind, lang)), (w("value"), *found.layout.rows), rows)
