"""What house rules do, in a report: from the records and sentences of the comparison."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from cactus_sim.analysis.house_findings import is_percent
from cactus_sim.report.digits import NOTHING, shown
from cactus_sim.report.figures import saved
from cactus_sim.report.house_figure import house_plot, house_title
from cactus_sim.report.house_rules import MARKS
from cactus_sim.report.house_sentences import metric_heading
from cactus_sim.report.pages.model import Fold, Picture, Section
from cactus_sim.report.pages.slim import slim
from cactus_sim.report.tables import Table
from cactus_sim.report.words import words
from cactus_sim.stats.families import SAME
from cactus_sim.stats.intervals import Estimate

if TYPE_CHECKING:
    from cactus_sim.analysis.dossier import Dossier


def house_answers(dossier: Dossier, lang: str) -> Iterator[str]:
    """A sentence for each house rule with an effect, and what is undecided."""
    data = dossier.parts["house_rules"]
    if data is not None:
        yield from data["sentences"][lang]


def house(dossier: Dossier, lang: str) -> Iterator[Section]:
    """The section on house rules, where the game has any most asked for."""
    data, w = dossier.parts["house_rules"], words(lang, "report")
    if data is None:
        return
    said = tuple(data["sentences"][lang])
    facts = {"deals": w.number(data["blocks"]), "games": w.number(data["games"]), "base": data["base"]["name"]}
    drawn = Picture("house-rules", _picture(dossier, lang), " ".join(said), w("house_caption", **facts))
    meanings = tuple(_meaning(dossier, name, lang) for name, _ in dossier.game.card_rules)
    tables = (_table(dossier, lang),)
    yield Section(
        "house-rules", w("house"), said, (drawn,), terms=meanings,
        folds=(Fold(w("table_whole"), tables, (w("house_marks"),)),), commands=(dossier.commands["house_rules"],),
    )  # fmt: skip


def _meaning(dossier: Dossier, name: str, lang: str) -> tuple[str, str]:
    rule = dossier.game.rule_book.rules[name]
    return name, str(getattr(rule, lang))


def _table(dossier: Dossier, lang: str) -> Table:
    """A row a figure, a column a change: differences with half their intervals."""
    data, w, h = dossier.parts["house_rules"], words(lang, "report"), words(lang, "house")
    changes = list(dict.fromkeys(effect["change"] for effect in data["effects"]))
    figures: dict[tuple[str, str], dict[str, Any]] = {}
    for effect in data["effects"]:
        figures.setdefault((effect["metric"], effect["strategy"]), {})[effect["change"]] = effect
    rows = []
    for (metric, strategy), by_change in figures.items():
        percent = _percent(dossier, metric, strategy)
        name = h("share_of", strategy=strategy) if strategy else metric_heading(metric, dossier.game, lang)
        first = next(iter(by_change.values()))
        base = shown(_estimate(first, "base", "base_se"), w, percent)
        cells = [_cell(by_change.get(change), percent, lang) for change in changes]
        rows.append((f"{name} %" if percent else name, base, *cells))
    title = w("house_table", base=data["base"]["name"], deals=w.number(data["blocks"]))
    return Table(title, (w("figure"), h("base", base=data["base"]["name"]), *changes), rows)


def _cell(effect: dict[str, Any] | None, percent: bool, lang: str) -> str:
    if effect is None or effect["difference"] is None:
        return NOTHING
    if effect["verdict"] == SAME:
        return "="
    estimate = _estimate(effect, "difference", "se")
    text = shown(estimate, words(lang, "house"), percent, error=True, sign=True, between=True)
    return text + MARKS.get(effect["verdict"], "").rstrip()


def _estimate(effect: dict[str, Any], value: str, error: str) -> Estimate:
    if effect[value] is None or effect[error] is None:
        return Estimate(float("nan"), float("nan"), effect["n"])
    return Estimate(effect[value], effect[error], effect["n"])


def _percent(dossier: Dossier, metric: str, strategy: str) -> bool:
    return bool(strategy) or is_percent(dossier.game, metric, dossier.parts["house_rules"]["unit"])


def _picture(dossier: Dossier, lang: str) -> bytes:
    """Each change's effect on the chosen metric."""
    import pandas as pd
    from matplotlib.figure import Figure
    from matplotlib.ticker import FuncFormatter

    data, w = dossier.parts["house_rules"], words(lang, "house")
    frame = pd.DataFrame.from_records(data["effects"])
    strategy = frame[frame["metric"] == data["metric"]]["strategy"].iloc[0]
    frame = frame[(frame["metric"] == data["metric"]) & (frame["strategy"] == strategy)]
    percent = _percent(dossier, data["metric"], strategy)
    figure = Figure(figsize=(8, 1.6 + 0.35 * len(frame)), dpi=150, layout="constrained")
    axis = figure.add_subplot()
    house_plot(frame.sort_values("difference", ascending=False, kind="stable"), axis, percent)
    heading = metric_heading(data["metric"], dossier.game, lang)
    label = w("plot_percent", figure=heading) if percent else heading
    axis.set_xlabel(textwrap.fill(w("plot_axis", base=data["base"]["name"], figure=label), 80))
    axis.xaxis.set_major_formatter(FuncFormatter(lambda value, _: w.short(value, sign=True)))
    title = house_title(frame, heading, percent, lang)
    figure.suptitle(textwrap.fill(title, 64), x=0.01, ha="left", fontsize=12, fontweight="bold")
    return slim(saved(figure, "svg"))
