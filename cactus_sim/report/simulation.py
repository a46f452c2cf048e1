"""The simulate command's result for people: a table of strategies, a table of what games are like."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from cactus_sim.games.base import in_percent
from cactus_sim.report.digits import shown
from cactus_sim.report.tables import Document, Table
from cactus_sim.report.words import Words, words

if TYPE_CHECKING:
    from cactus_sim.games.base import Game, Metric
    from cactus_sim.simulate.result import Result


def document(result: Result, game: Game, asked: int, lang: str) -> Document:
    """The result in all its forms; `asked` is the number of games that were to be played."""
    w = words(lang, "simulate")
    facts = result.layout.arms[0]
    columns = [metric for metric in game.seat_metrics if metric.shown]
    rows = [
        (name, *(cell(result, game, metric, row, 0, w) for metric in columns))
        for row, name in enumerate(result.layout.rows)
    ]
    rotations = result.layout.rotations
    deals = w("deals_rotated" if rotations > 1 else "deals", deals=w.number(result.blocks), rotations=rotations)
    title = w(
        "title", game=game.title[lang], rules=facts.rules_name, games=w.number(result.games), unit=unit(result, lang),
        deals=deals, seed=result.seed,
    )  # fmt: skip
    played = result.layout.unit
    strategies = Table(
        title, (w("strategy"), *(column_heading(game, metric, played, lang) for metric in columns)), rows
    )
    whole = [metric for metric in game.game_metrics if metric.shown]
    table = Table(
        "",
        (w("game"), *(column_heading(game, metric, played, lang) for metric in whole)),
        [("", *(cell(result, game, metric, None, 0, w) for metric in whole))],
    )
    return Document((strategies, table), result.records, result.to_json, tuple(_lines(result, columns, asked, w)))


def _lines(result: Result, columns: list[Metric], asked: int, w: Words) -> Iterable[str]:
    if result.partial:
        yield w("partial", games=w.number(result.games), asked=w.number(asked))
    if result.blocks < 2:
        yield w("no_error")
    else:
        yield w("intervals", deals=w.number(result.blocks))
    objective = columns[0]
    if objective.percent:
        shares = [
            f"{name} {shown(result.estimate(objective.name, row), w, percent=True)}"
            for row, name in enumerate(result.layout.rows)
        ]
        yield w("wins", wins=", ".join(shares))


def cell(result: Result, game: Game, metric: Metric, row: int | None, arm: int, w: Words, error: bool = True) -> str:
    """A figure as a table shows it: digits follow its error, which is shown too for objectives (and if asked)."""
    estimate = result.estimate(metric.name, row, arm)
    percent = in_percent(game, metric, result.layout.unit)
    return shown(estimate, w, percent=percent, error=error and metric.better != 0)


def heading(metric: Metric, lang: str) -> str:
    """What an objective is called, with its unit."""
    name: str = getattr(metric, lang)
    return f"{name} %" if metric.percent else name


def column_heading(game: Game, metric: Metric, played: str, lang: str) -> str:
    """The heading of a metric's column where that unit was played."""
    return heading(metric, lang) if in_percent(game, metric, played) else str(getattr(metric, lang))


def unit(result: Result, lang: str) -> str:
    """What was played, in the form that goes with the number of games: game, games or matches."""
    return words(lang, "units")(result.layout.unit, games=result.games)


def line_up_text(labels: Iterable[str]) -> str:
    """A line-up in short: `random ×3, threshold`."""
    return ", ".join(name if times == 1 else f"{name} ×{times}" for name, times in Counter(labels).items())
