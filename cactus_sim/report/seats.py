"""What each seat is worth, for people: a table, a sentence for every table, a picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from cactus_sim.report.digits import shown
from cactus_sim.report.figures import APART, BEST, CLOSE, saved
from cactus_sim.report.tables import Document, Table
from cactus_sim.report.words import words
from cactus_sim.simulate.result import SCHEMA_VERSION, two_levels, without_nan
from cactus_sim.stats.families import EQUIVALENT, HIGHER, LOWER, SAME
from cactus_sim.stats.intervals import Estimate

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from cactus_sim.analysis.seats import Seats
    from cactus_sim.analysis.seats import Table as SeatTable

COLOURS = {HIGHER: BEST, LOWER: BEST, EQUIVALENT: CLOSE, SAME: CLOSE}
OPEN = "open"
KINDS = {HIGHER: "higher", LOWER: "lower", EQUIVALENT: "same", SAME: "same"}
"""What is said of going first by its verdict; OPEN where it is undecided."""


def document(found: Seats, lang: str) -> Document:
    """The result in all its forms."""
    w = words(lang, "seats")
    most = max(table.players for table in found.tables)
    heads = (w("rules"), w("players"), *(w("seat", number=seat + 1) for seat in range(most)))
    rows = [
        (
            table.rules,
            str(table.players),
            *(shown(share, w, percent=True, error=True) for share in table.shares),
            *[""] * (most - table.players),
        )
        for table in found.tables
    ]
    title = w(
        "title", game=found.game.title[lang], strategy=found.strategy, games=w.number(found.games), seed=found.seed
    )
    lines = (*_sentences(found, lang), w("intervals"))
    return Document((Table(title, heads, rows, left=2),), found.records, lambda: _json(found), lines)


def sentence_of(found: Seats, players: int, lang: str) -> str:
    """Whether it is an advantage to go first among so many players, under the first of the rules."""
    table = next(table for table in found.tables if table.players == players)
    return _sentence(table, lang)


def _sentences(found: Seats, lang: str) -> Iterator[str]:
    """For every table whether it is an advantage to go first."""
    for table in found.tables:
        yield _sentence(table, lang)


def _sentence(table: SeatTable, lang: str) -> str:
    w = words(lang, "seats")
    first, word = table.shares[0], table.verdicts[0]
    difference = Estimate(first.value - table.fair, first.se, first.n)
    return w(
        f"first_{KINDS.get(word, OPEN)}", rules=table.rules, players=table.players, share=shown(first, w, percent=True),
        fair=w.number(100 * table.fair, 1),
        by=shown(Estimate(abs(difference.value), first.se, first.n), w, percent=True, error=True),
    )  # fmt: skip


def plot_title(found: Seats, lang: str) -> str:
    """The finding in a few words: what going first is, at how many of the tables."""
    w, game = words(lang, "seats"), found.game.title[lang]
    kinds = Counter(KINDS.get(table.verdicts[0], OPEN) for table in found.tables)
    if len(kinds) == 1:
        return w(f"plot_{next(iter(kinds))}", game=game)
    parts = [w(f"plot_part_{kind}", number=number, all=len(found.tables)) for kind, number in kinds.most_common()]
    return w("plot_mixed", game=game, parts=w.listed(parts))


def _json(found: Seats) -> str:
    return two_levels(
        {
            "schema_version": SCHEMA_VERSION,
            "game": found.game.name,
            "strategy": found.strategy,
            "seed": found.seed,
            "games": found.games,
            "seats": [without_nan(record) for record in found.records()],
        }
    )


def seats_plot(frame: pd.DataFrame, axis: Axes) -> None:
    """Draws each seat's share less an equal one, a row a table, seats side by side: dots with 50 % and 95 % intervals.

    The frame is that of Seats.
    """
    axis.axhline(0, color="#404040", linewidth=1)
    tables = list(dict.fromkeys(zip(frame["rules"], frame["players"], strict=True)))
    for row in frame.to_dict("records"):
        place = tables.index((row["rules"], row["players"])) + (row["seat"] - 1) * 0.8 / row["players"] - 0.3
        estimate = Estimate(100 * (row["estimate"] - row["fair"]), 100 * row["se"], row["n"])
        colour = COLOURS.get(row["verdict"], APART)
        for level, width in ((0.95, 1.2), (0.5, 4.0)):
            axis.vlines(place, *estimate.interval(level), color=colour, linewidth=width)
        axis.plot(place, estimate.value, "o", color=colour, markersize=5, markeredgecolor="white")
        axis.annotate(str(row["seat"]), (place, estimate.interval()[1]), xytext=(0, 3), textcoords="offset points",
                      ha="center", fontsize=7)  # fmt: skip
    rules = {name for name, _ in tables}
    axis.set_xticks(range(len(tables)), [f"{size}" if len(rules) == 1 else f"{name}\n{size}" for name, size in tables])
    axis.margins(x=0.02, y=0.12)
    axis.grid(axis="y", color="#E0E0E0", linewidth=0.8)
    axis.set_axisbelow(True)
    axis.spines[["top", "right"]].set_visible(False)


def seats_picture(found: Seats, lang: str, kind: str) -> bytes:
    """The picture file's content, `kind` being png, svg or pdf."""
    import textwrap

    from matplotlib.figure import Figure
    from matplotlib.ticker import FuncFormatter

    w = words(lang, "seats")
    figure = Figure(figsize=(8, 4.5), dpi=150, layout="constrained")
    axis = figure.add_subplot()
    seats_plot(found.frame(), axis)
    axis.set_xlabel(w("players"))
    axis.set_ylabel(w("more"))
    axis.yaxis.set_major_formatter(FuncFormatter(lambda value, _: w.short(value, sign=True)))
    axis.set_title(textwrap.fill(plot_title(found, lang), 70), loc="left", fontsize=12, fontweight="bold")
    below = w("plot_below", strategy=found.strategy, games=w.number(found.games), seed=found.seed)
    figure.supxlabel("\n".join(textwrap.wrap(below, 128)), x=0.01, ha="left", fontsize=8, color="#404040")
    return saved(figure, kind)
