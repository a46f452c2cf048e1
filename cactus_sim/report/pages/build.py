"""A report page from a dossier: the answers first, then a section for each part."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final

from cactus_sim.analysis.dossier import seats_of
from cactus_sim.analysis.league import TournamentResult
from cactus_sim.analysis.standings import SweepResult
from cactus_sim.report import seats as seats_texts
from cactus_sim.report import sweep as sweep_texts
from cactus_sim.report import tournament as tournament_texts
from cactus_sim.report.figures import sweep_picture
from cactus_sim.report.pages.about import examples, glossary, limits, methods, reproducibility
from cactus_sim.report.pages.charts import chart_answers, charts
from cactus_sim.report.pages.counts import counts, leaderboard
from cactus_sim.report.pages.house import house, house_answers
from cactus_sim.report.pages.model import Fold, Page, Picture, Section
from cactus_sim.report.pages.parts import part_json, strategies_told, strategy_marks
from cactus_sim.report.pages.ranges import range_answers, ranges
from cactus_sim.report.pages.slim import slim
from cactus_sim.report.seats import seats_picture
from cactus_sim.report.tournament_figures import tournament_picture
from cactus_sim.report.words import words

if TYPE_CHECKING:
    from cactus_sim.analysis.dossier import Dossier

Maker = Callable[["Dossier", str], Iterator[Section]]


def page(dossier: Dossier, lang: str) -> Page:
    """The report in a language."""
    w = words(lang, "report")
    game = dossier.game.title[lang]
    sections = tuple(section for make in SECTIONS for section in make(dossier, lang))
    lead = w("lead", games=w.number(dossier.games), seed=dossier.seed, version=dossier.version)
    return Page(
        dossier.game.name, lang, w("title", game=game), lead, w("answers"), tuple(_answers(dossier, lang)), sections,
        w("contents"), w("again"),
    )  # fmt: skip


def _answers(dossier: Dossier, lang: str) -> Iterator[str]:
    """What was found, in sentences that go by the verdicts."""
    yield from chart_answers(dossier, lang)
    yield tournament_texts.sentence(TournamentResult.from_json(part_json(dossier, "tournament")), lang)
    found = SweepResult.from_json(part_json(dossier, "sweep"))
    yield sweep_texts.sentence(found, sweep_texts.objective(found, dossier.game), lang)
    yield from range_answers(dossier, lang)
    yield from house_answers(dossier, lang)
    yield seats_texts.sentence_of(seats_of(dossier), len(dossier.game.default_line_up), lang)


def tournament(dossier: Dossier, lang: str) -> Iterator[Section]:
    """Who is best, in which company."""
    w = words(lang, "report")
    found = TournamentResult.from_json(part_json(dossier, "tournament"))
    document = tournament_texts.document(found, found.games, lang)
    standings, *others = document.tables
    picture = Picture(
        "tournament",
        slim(tournament_picture(found, found.games, lang, "svg", strategy_marks(dossier))),
        f"{tournament_texts.plot_title(found, lang)}. {document.lines[0]}",
        w("tournament_caption", deals=w.number(found.blocks), games=w.number(found.games)),
    )
    yield Section(
        "tournament", w("tournament"), document.lines[:2], (picture,), (standings,), strategies_told(dossier, lang),
        folds=(Fold(w("tables_more"), tuple(others), document.lines[2:]),),
        commands=(dossier.commands["tournament"],),
    )  # fmt: skip


def sweep(dossier: Dossier, lang: str) -> Iterator[Section]:
    """How much a parameter matters."""
    w = words(lang, "report")
    found = SweepResult.from_json(part_json(dossier, "sweep"))
    document = sweep_texts.document(found, dossier.game, found.result.games, lang)
    said = sweep_texts.sentence(found, sweep_texts.objective(found, dossier.game), lang)
    caption = w("sweep_caption", deals=w.number(found.result.blocks), games=w.number(found.result.games))
    meaning = dossier.parts["told"]["swept"][lang]
    told = ((found.question.name, meaning),) if meaning else ()
    drawn = slim(sweep_picture(found, dossier.game, found.result.games, lang, "svg"))
    yield Section(
        "sweep", w("sweep", name=found.question.name), (said,), (Picture("sweep", drawn, said, caption),), terms=told,
        folds=(Fold(w("table_whole"), tuple(document.tables), document.lines[1:]),),
        commands=(dossier.commands["sweep"],),
    )  # fmt: skip


def seats(dossier: Dossier, lang: str) -> Iterator[Section]:
    """Whether it is an advantage to go first."""
    w = words(lang, "report")
    found = seats_of(dossier)
    document = seats_texts.document(found, lang)
    said = seats_texts.sentence_of(found, len(dossier.game.default_line_up), lang)
    drawn = Picture(
        "seats", slim(seats_picture(found, lang, "svg")), said, w("seats_caption", games=w.number(found.games))
    )
    yield Section(
        "seats", w("seats"), document.lines[:-1], (drawn,),
        folds=(Fold(w("table_whole"), tuple(document.tables), document.lines[-1:]),),
        commands=(dossier.commands["seats"],),
    )  # fmt: skip


SECTIONS: Final[tuple[Maker, ...]] = (
    charts, tournament, leaderboard, ranges, sweep, house, seats, counts, examples, methods, limits, glossary,
    reproducibility,
)  # fmt: skip
