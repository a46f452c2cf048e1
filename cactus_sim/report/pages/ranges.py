"""Findings over the range of what nobody knows of a game, in a report: does the one way to play beat the other?"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cactus_sim.analysis.ranges import MARGIN, Contest, Ranges
from cactus_sim.report.digits import shown
from cactus_sim.report.figures import saved
from cactus_sim.report.marks import marks_of
from cactus_sim.report.pages.model import Fold, Picture, Section
from cactus_sim.report.pages.slim import slim
from cactus_sim.report.tables import Table
from cactus_sim.report.words import Words, words
from cactus_sim.simulate.experiment import value_text
from cactus_sim.stats.families import EQUIVALENT, HIGHER, LOWER

if TYPE_CHECKING:
    from cactus_sim.analysis.dossier import Dossier

_MARKS = {HIGHER: "", LOWER: "", EQUIVALENT: " ≈"}


def found_in(dossier: Dossier) -> Ranges | None:
    """The part of a dossier as the result that it was; None for a game of which all is known."""
    data = dossier.parts["ranges"]
    return None if data is None else Ranges.from_data(dossier.game, data)


def range_answers(dossier: Dossier, lang: str) -> Iterator[str]:
    """What holds over the whole range, as the verdicts say."""
    found = found_in(dossier)
    if found is not None:
        yield sentence(found, lang)


def sentence(found: Ranges, lang: str) -> str:
    """Whether the first way to play does better than the second, over all settings."""
    w = words(lang, "report")
    first, second = found.game.contest
    said = [contest.verdict for contest in found.contests]
    values = [100 * contest.difference.value for contest in found.contests]
    low, high = min(values), max(values)
    facts: dict[str, Any] = {
        "a": first, "b": second, "number": len(said), "low": w.number(low, 1, sign=True),
        "high": w.number(high, 1, sign=True),
    }  # fmt: skip
    if set(said) == {HIGHER}:
        return w("range_always_more", **facts)
    if set(said) == {LOWER}:
        return w("range_always_less", **facts)
    return w(
        "range_depends", **facts, more=said.count(HIGHER), less=said.count(LOWER), even=said.count(EQUIVALENT),
        open=len(said) - said.count(HIGHER) - said.count(LOWER) - said.count(EQUIVALENT),
    )  # fmt: skip


def ranges(dossier: Dossier, lang: str) -> Iterator[Section]:
    """The section on what is not known of the game, where there is such."""
    found = found_in(dossier)
    if found is None:
        return
    w = words(lang, "report")
    said = sentence(found, lang)
    spans = tuple(_spans(found, w))
    caption = w("range_caption", games=w.number(found.games), number=len(found.contests))
    drawn = Picture("range", _picture(found, lang), said, caption)
    yield Section(
        "range", w("range"), (said, w("range_why"), *spans), (drawn,),
        folds=(Fold(w("table_whole"), (_table(found, w),), (w("range_marks", margin=w.number(100 * MARGIN, 1)),)),),
        commands=(_middle(found).command,),
    )  # fmt: skip


def setting_text(changes: Mapping[str, Any], w: Words) -> str:
    """A setting by the rules that differ from the default."""
    return ", ".join(f"{rule}={value_text(value)}" for rule, value in changes.items()) or w("range_default")


def _middle(found: Ranges) -> Contest:
    """The contest under the default rules at a table of the default size."""
    players = len(found.game.default_line_up)
    return next(each for each in found.contests if not each.changes and each.players == players)


def _spans(found: Ranges, w: Words) -> Iterator[str]:
    """From where to where what games are like goes, over all settings."""
    for metric in found.game.game_metrics:
        each = [contest.effects[metric.name] for contest in found.contests if metric.name in contest.effects]
        if each and metric.shown:
            scale = 100 if metric.percent else 1
            values = [scale * estimate.value for estimate in each]
            places = 0 if metric.percent else 1
            unit = "range_span_percent" if metric.percent else "range_span"
            name = getattr(metric, w.lang)
            yield w(unit, name=name, low=w.number(min(values), places), high=w.number(max(values), places))


def _table(found: Ranges, w: Words) -> Table:
    """A row a contest."""
    metrics = [metric for metric in found.game.game_metrics if metric.name in found.contests[0].effects]
    rows = []
    for each in found.contests:
        cells = [shown(each.effects[metric.name], w, metric.percent) for metric in metrics]
        difference = shown(each.difference, w, True, error=True, sign=True, between=True)
        mark = _MARKS.get(each.verdict, " ?")
        rows.append((setting_text(each.changes, w), str(each.players), f"{difference}{mark}", *map(str, cells)))
    first, second = found.game.contest
    names = [f"{getattr(metric, w.lang)}{' %' if metric.percent else ''}" for metric in metrics]
    heading = (w("range_setting"), w("range_players"), w("range_difference", a=first, b=second), *names)
    return Table(w("range_table", games=w.number(found.games), seed=found.seed), heading, rows)


def _picture(found: Ranges, lang: str) -> bytes:
    """The difference under each setting, a mark for each size of table."""
    from matplotlib.figure import Figure
    from matplotlib.ticker import FuncFormatter

    w = words(lang, "report")
    settings = list(dict.fromkeys(setting_text(each.changes, w) for each in found.contests))
    sizes = sorted({each.players for each in found.contests})
    marks = marks_of(map(str, sizes))
    figure = Figure(figsize=(8, 2.0 + 0.5 * len(settings)), dpi=150, layout="constrained")
    axis = figure.add_subplot()
    for size in sizes:
        line = [each for each in found.contests if each.players == size]
        places = [settings.index(setting_text(each.changes, w)) + _offset(sizes, size) for each in line]
        mark = marks[str(size)]
        for place, each in zip(places, line, strict=True):
            low, high = (100 * end for end in each.difference.interval())
            axis.hlines(place, low, high, color=mark.colour, linewidth=1.4)
        axis.plot(
            [100 * each.difference.value for each in line], places, mark.marker, color=mark.colour, markersize=4.5,
            label=w("range_size", players=size),
        )  # fmt: skip
    axis.axvline(0, color="#404040", linewidth=0.8)
    axis.set_yticks(range(len(settings)), settings)
    axis.invert_yaxis()
    axis.xaxis.set_major_formatter(FuncFormatter(lambda value, _: w.short(value, sign=True)))
    first, second = found.game.contest
    axis.set_xlabel(w("range_axis", a=first, b=second))
    title = textwrap.fill(sentence(found, lang), 78)
    figure.suptitle(title, x=0.01, ha="left", fontsize=11, fontweight="bold")
    axis.grid(axis="x", color="#E0E0E0", linewidth=0.8)
    axis.set_axisbelow(True)
    axis.spines[["top", "right", "left"]].set_visible(False)
    figure.legend(loc="outside lower left", ncols=len(sizes), frameon=False, fontsize=9)
    return slim(saved(figure, "svg"))


def _offset(sizes: Sequence[int], size: int) -> float:
    """How far below the middle of its line a size's mark is."""
    return 0.18 * (sizes.index(size) - (len(sizes) - 1) / 2)
