"""What one line-up's games are like, in a report: who wins, and how points, calls and lengths are spread."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from cactus_sim.report.figures import saved
from cactus_sim.report.marks import Mark, Marks
from cactus_sim.report.pages.model import Fold, Picture, Section
from cactus_sim.report.pages.parts import part_json, strategy_marks
from cactus_sim.report.pages.slim import slim
from cactus_sim.report.simulation import document
from cactus_sim.report.tables import Table
from cactus_sim.report.words import Words, own_words, words
from cactus_sim.simulate.result import Result

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from cactus_sim.analysis.dossier import Dossier
    from cactus_sim.games.base import Histogram

EVERYBODY: Final = Mark("#404040", ".")
LEAST_PART: Final = 0.001
"""Values above which no strategy has so large a part of its games are left out."""
HALF: Final = 0.5
MOST_STEPS: Final = 40
"""Values shown of one count; where there are more, some are taken together."""


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
        _spread(found, kind, axis, strategy_marks(dossier), lang, w)
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
        "counts", own_words(dossier.game.name, "report", "counts", lang), said, (drawn,),
        folds=(Fold(w("table_whole"), tables),),
        commands=(dossier.commands["simulate"],),
    )  # fmt: skip


def _rows(found: Result, kind: Histogram, w: Words) -> list[tuple[str, int]]:
    """Names and rows of what differs: one for all where what is counted is the same for everybody at a table."""
    names = list(enumerate(found.layout.rows))
    first = found.histogram(kind.name, 0)
    if all((found.histogram(kind.name, row) == first).all() for row, _ in names):
        return [(w("everybody"), 0)]
    return [(name, row) for row, name in names]


def _step(found: Result, kind: Histogram) -> int:
    """How many values are taken together, so that no more than MOST_STEPS are shown."""
    every = sum(found.histogram(kind.name, row) for row in range(len(found.layout.rows)))
    counted = np.flatnonzero(np.asarray(every) >= LEAST_PART * np.sum(every))
    return -(-(int(counted[-1]) + 1) // MOST_STEPS) if counted.size else 1


def _parts(found: Result, kind: Histogram, row: int) -> Any:
    """[step]: the part of what was counted of a strategy that has each value, values taken together by steps."""
    counted, step = found.histogram(kind.name, row), _step(found, kind)
    padded = np.pad(counted, (0, -len(counted) % step)).reshape(-1, step).sum(axis=1)
    return padded / max(1, padded.sum())


def _last(found: Result, kind: Histogram) -> int:
    """How many steps are worth showing."""
    parts = [_parts(found, kind, row) for row in range(len(found.layout.rows))]
    return 1 + max(int(np.flatnonzero(part >= LEAST_PART)[-1]) for part in parts if part.any())


def _spread(found: Result, kind: Histogram, axis: Axes, marks: Marks, lang: str, w: Words) -> None:
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    step, last = _step(found, kind), _last(found, kind)
    rows = _rows(found, kind, w)
    for name, row in rows:
        mark = EVERYBODY if len(rows) == 1 else marks[name]
        axis.plot(
            step * np.arange(last), 100 * _parts(found, kind, row)[:last], markersize=3.5, linewidth=1.2, label=name,
            color=mark.colour, marker=mark.marker,
        )  # fmt: skip
    axis.set_title(textwrap.fill(_said(found, kind, lang, w).rstrip("."), 58), loc="left", fontsize=9)
    axis.set_ylabel(w("part"), fontsize=8)
    if step > 1:
        axis.set_xlabel(w("steps", step=step, last=step - 1), fontsize=8)
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
    middles = [(name, _middle(found, kind, row)) for name, row in _rows(found, kind, w)]
    listed = ", ".join(f"{name} {middle}" for name, middle in middles if middle is not None)
    name = getattr(kind, lang)
    return w("median", name=f"{name[:1].upper()}{name[1:]}", medians=listed)


def _table(found: Result, kind: Histogram, lang: str, w: Words) -> Table:
    step, rows = _step(found, kind), _rows(found, kind, w)
    parts = [_parts(found, kind, row) for _, row in rows]
    end = (len(found.histogram(kind.name, 0)) - 1) // step
    lines = []
    for place in range(_last(found, kind)):
        low = step * place
        value = f"{low}+" if place == end else f"{low}–{low + step - 1}" if step > 1 else f"{low}"
        lines.append((value, *(w.number(100 * part[place], 1) for part in parts)))
    return Table(w("counts_table", name=getattr(kind, lang)), (w("value"), *(name for name, _ in rows)), lines)
