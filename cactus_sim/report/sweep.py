"""The sweep command's result for people: the answer in a sentence, a table, a figure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from cactus_sim.report.digits import decimals, limits, shown
from cactus_sim.report.intervals import exactly
from cactus_sim.report.simulation import cell, column_heading, heading, line_up_text, unit
from cactus_sim.report.tables import Document, Table
from cactus_sim.report.words import Words, words

if TYPE_CHECKING:
    from cactus_sim.analysis.standings import Standing, SweepResult
    from cactus_sim.games.base import Game, Metric


def document(found: SweepResult, game: Game, asked: int, lang: str) -> Document:
    """The result in all its forms; `asked` is the number of games of each value that were to be played."""
    w = words(lang, "sweep")
    metric = objective(found, game)
    ranked = is_ranked(found)
    others = [other for other in game.seat_metrics if other.shown and other is not metric]
    rows = [
        (
            standing.value,
            shown(standing.estimate, w, metric.percent, error=True),
            *((_lag(found, standing, metric, w), _verdict(found, standing, w)) if ranked else ()),
            *(cell(found.result, game, other, 0, arm, w, error=False) for other in others),
        )
        for arm, standing in enumerate(found.standings)
    ]
    compared = (found.question.name, heading(metric, lang), *((w("behind"), "") if ranked else ()))
    played = found.result.layout.unit
    headings = (*compared, *(column_heading(game, other, played, lang) for other in others))
    key = "title_rule" if found.question.is_rule else "title"
    table = Table(w(key, **facts(found, game, lang)), headings, rows)
    return Document((table,), found.records, found.to_json, tuple(_lines(found, metric, asked, w, lang)))


def sentence(found: SweepResult, metric: Metric, lang: str) -> str:
    """Which value is best, and which are not told apart from it."""
    w = words(lang, "sweep")
    best = next(standing for standing in found.standings if standing.value == found.best)
    return w(
        _kind("found", found), name=found.question.name, best=found.best, figure=_figure(found, best, metric, w, lang),
        others=", ".join(found.not_told_apart), focal=found.question.focal, deals=w.number(found.result.blocks),
    )  # fmt: skip


def plot_title(found: SweepResult, lang: str) -> str:
    """The finding in a few words."""
    w = words(lang, "sweep")
    others = w.listed(found.not_told_apart) if found.not_told_apart else ""
    return w(_kind("plot", found), name=found.question.name, best=found.best, others=others)


def axis_label(found: SweepResult, metric: Metric, lang: str) -> str:
    """What the figures of the plot are."""
    w = words(lang, "sweep")
    return w("axis_share") if _is_share(found, metric) else heading(metric, lang)


def plot_below(found: SweepResult, game: Game, asked: int, lang: str) -> str:
    """The rule set, the field and the numbers, for under the plot."""
    w = words(lang, "sweep")
    text = w("plot_below", **facts(found, game, lang))
    if found.result.partial:
        text += " · " + w("plot_below_partial", done=w.number(found.result.games), asked=w.number(asked))
    return text


def objective(found: SweepResult, game: Game) -> Metric:
    """The metric by which values are compared."""
    return next(metric for metric in game.seat_metrics if metric.name == found.question.objective)


def is_ranked(found: SweepResult) -> bool:
    """Whether one of the values can be better than another at all."""
    return not (found.alike or found.level)


def facts(found: SweepResult, game: Game, lang: str) -> dict[str, Any]:
    """What titles say of a sweep."""
    w = words(lang, "sweep")
    return {
        "game": game.title[lang],
        "rules": found.question.rules_name,
        "focal": found.question.focal,
        "name": found.question.name,
        "field": line_up_text(found.question.field),
        "games": w.number(found.result.games),
        "unit": unit(found.result, lang),
        "deals": w.number(found.result.blocks),
        "seed": found.result.seed,
    }


def _kind(stem: str, found: SweepResult) -> str:
    if len(found.question.values) == 1:
        return "single" if stem == "found" else f"{stem}_single"
    if found.alike:
        return f"{stem}_alike"
    if found.level:
        return f"{stem}_level"
    rivals, close = len(found.question.values) - 1, len(found.not_told_apart)
    return f"{stem}_{'alone' if close == 0 else 'all' if close == rivals else 'some'}"


def _figure(found: SweepResult, standing: Standing, metric: Metric, w: Words, lang: str) -> str:
    estimate, scale = standing.estimate, 100 if metric.percent else 1
    if estimate.n < 2:
        key = "figure_share_bare" if _is_share(found, metric) else "figure_other_bare"
        value = shown(estimate, w, metric.percent)
        return w(key, focal=found.question.focal, objective=heading(metric, lang), value=value)
    low, high = (
        w.number(scale * end, decimals(scale * estimate.se)) for end in estimate.interval(bounds=limits(metric.percent))
    )
    interval = exactly(estimate.n, lang) if estimate.same else f"{low}–{high}"
    key = "figure_share" if _is_share(found, metric) else "figure_other"
    value = shown(estimate, w, metric.percent)
    return w(key, focal=found.question.focal, objective=heading(metric, lang), value=value, interval=interval)


def _is_share(found: SweepResult, metric: Metric) -> bool:
    return metric.percent and metric.name == found.result.layout.seat[0].name


def _lag(found: SweepResult, standing: Standing, metric: Metric, w: Words) -> str:
    return "" if standing.value == found.best else shown(standing.lag, w, metric.percent, error=True, between=True)


def _verdict(found: SweepResult, standing: Standing, w: Words) -> str:
    if standing.value == found.best:
        return w("best")
    return w("told_apart" if standing.told_apart else "not_told_apart")


def _lines(found: SweepResult, metric: Metric, asked: int, w: Words, lang: str) -> Iterable[str]:
    s = words(lang, "simulate")
    if found.result.partial:
        yield s("partial", games=w.number(found.result.games), asked=w.number(asked))
    yield sentence(found, metric, lang)
    if found.result.blocks < 2:
        yield s("no_error")
    elif len(found.question.values) > 1 and is_ranked(found):
        yield w("rule", rivals=len(found.question.values) - 1)
