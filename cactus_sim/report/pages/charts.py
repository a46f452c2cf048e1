"""A report's decision charts, with their rules of thumb."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cactus_sim.analysis.kept_chart import chart_of, thumb_of
from cactus_sim.report.chart import document, lead, title
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
        maps, rules = (whole.tables, ()) if thumb is None else (whole.tables[:-1], whole.tables[-1:])
        drawn = Picture(
            f"chart-{kind}", slim(chart_picture(chart, thumb, lang, "svg")), f"{title(chart, lang)}: {whole.lead[0]}",
            w("chart_caption", games=w.number(chart.games)),
        )  # fmt: skip
        yield Section(
            f"chart-{kind}", chart.setting.decision.question[lang], (*whole.lead, *whole.lines[:2]), (drawn,),
            tuple(rules), folds=(Fold(w("table_whole"), tuple(maps), whole.lines[2:]),),
            commands=(dossier.commands[f"chart {kind}"],),
        )  # fmt: skip


def chart_answers(dossier: Dossier, lang: str) -> Iterator[str]:
    """The answer of each chart in a sentence, unless its search did not settle."""
    w = words(lang, "report")
    for chart, thumb in _kept(dossier):
        if chart.settled:
            told = lead(chart, thumb, lang)
            said = " ".join(told) if chart.setting.decision.yardstick is not None else told[0]
            yield w("chart_answer", question=chart.setting.decision.question[lang], answer=said)


def _kept(dossier: Dossier) -> Iterator[tuple[Chart, Thumb | None]]:
    for file in dossier.parts["chart"]:
        chart = chart_of(file["charts"][0])
        records = file.get("rules_of_thumb")
        yield chart, None if records is None else thumb_of(records, chart, file["thumb_games"])
