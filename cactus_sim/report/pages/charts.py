"""A report's decision charts, with their rules of thumb."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cactus_sim.analysis.kept_chart import chart_of, thumb_of
from cactus_sim.report.chart import document, title
from cactus_sim.report.chart_figure import chart_picture
from cactus_sim.report.pages.model import Fold, Picture, Section
from cactus_sim.report.pages.slim import slim
from cactus_sim.report.words import words

if TYPE_CHECKING:
    from cactus_sim.analysis.chart import Chart
    from cactus_sim.analysis.dossier import Dossier
    from cactus_sim.analysis.thumb import Thumb


def charts(dossier: Dossier, lang: str) -> Iterator[Section]:
    """A section for each decision."""
    w = words(lang, "report")
    for chart, thumb in _kept(dossier):
        kind = chart.setting.decision.name
        whole = document(chart, thumb, lang)
        told = whole.lines if thumb is not None else (summary(chart, lang), *whole.lines)
        maps, rules = (whole.tables, ()) if thumb is None else (whole.tables[:-1], whole.tables[-1:])
        drawn = Picture(
            f"chart-{kind}", slim(chart_picture(chart, thumb, lang, "svg")), f"{title(chart, lang)}: {told[0]}",
            w("chart_caption", games=w.number(chart.games)),
        )  # fmt: skip
        yield Section(
            f"chart-{kind}", chart.setting.decision.question[lang], told[:3], (drawn,), tuple(rules),
            folds=(Fold(w("table_whole"), tuple(maps), told[3:]),), commands=(dossier.commands[f"chart {kind}"],),
        )  # fmt: skip


def chart_answers(dossier: Dossier, lang: str) -> Iterator[str]:
    """The answer of each chart in a sentence, unless its search did not settle."""
    w = words(lang, "report")
    for chart, thumb in _kept(dossier):
        said = summary(chart, lang) if thumb is None else document(chart, thumb, lang).lines[0]
        if chart.settled:
            yield w("chart_answer", question=chart.setting.decision.question[lang], answer=said)


def summary(chart: Chart, lang: str) -> str:
    """How many of the clear cells say what, and in how many nothing is told."""
    w = words(lang, "report")
    clear = [cell for cell in chart.cells if not cell.few and not cell.open]
    options = chart.setting.decision.options
    parts = [
        w("chart_option", option=option.words[lang], number=number)
        for place, option in enumerate(options)
        if (number := sum(cell.option == place for cell in clear))
    ]
    if not parts:
        return w("chart_open", cells=len(chart.cells))
    return w("chart_summary", options=w.listed(parts), clear=len(clear), cells=len(chart.cells))


def _kept(dossier: Dossier) -> Iterator[tuple[Chart, Thumb | None]]:
    for file in dossier.parts["chart"]:
        chart = chart_of(file["charts"][0])
        records = file.get("rules_of_thumb")
        yield chart, None if records is None else thumb_of(records, chart, file["thumb_games"])
