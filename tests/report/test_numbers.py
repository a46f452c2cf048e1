"""Every number of a page is the results file's: none is changed, none comes from nowhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cactus_sim.analysis.dossier import Dossier, make_dossier
from cactus_sim.report import words as words_module
from cactus_sim.report.pages.build import page
from cactus_sim.report.pages.html import html
from cactus_sim.report.words import LANGUAGES, catalogue
from tests.report.sources import FULL, faults, in_full, texts

REPORTS = Path(__file__).parents[2] / "reports"
KEPT = sorted(REPORTS.glob("*.json"))


def without_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures take most of the time, and their texts are tested with them."""
    for module in ("figures", "chart_figure", "tournament_figures", "seats"):
        monkeypatch.setattr(f"cactus_sim.report.{module}.saved", lambda figure, kind: b"<svg/>")
    for module in ("house", "counts", "ranges"):
        monkeypatch.setattr(f"cactus_sim.report.pages.{module}.saved", lambda figure, kind: b"<svg/>")


def both(dossier: Dossier, lang: str) -> tuple[str, str]:
    """A page, and the same with its numbers in full."""
    made = html(page(dossier, lang))
    with in_full():
        return made, html(page(dossier, lang))


@pytest.fixture
def dossier(toy) -> Dossier:
    return make_dossier(toy, games=900, seed=7)


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("kept", KEPT, ids=lambda path: path.stem)
def test_every_number_of_a_kept_page_is_its_results(kept: Path, lang: str, monkeypatch: pytest.MonkeyPatch):
    without_pictures(monkeypatch)
    found = Dossier.from_json(kept.read_text("utf-8"))
    _, full = both(found, lang)
    shown = (REPORTS / f"{kept.stem}-{lang}.html").read_text("utf-8")
    assert sum(len(re.findall(r"\d+", text)) for _, text in texts(shown)) > 1_000
    assert faults(shown, full, found, lang) == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_number_is_the_results(dossier: Dossier, lang: str, monkeypatch: pytest.MonkeyPatch):
    without_pictures(monkeypatch)
    assert faults(*both(dossier, lang), dossier, lang) == []


def test_a_changed_number_is_found(dossier: Dossier, monkeypatch: pytest.MonkeyPatch):
    without_pictures(monkeypatch)
    made, full = both(dossier, "en")
    numbers = list(re.finditer(r"(?<=>)[+−]?\d+\.\d(?=[\d ]* ?±?[^<]*</td>)", made))
    assert len(numbers) > 50
    for number in numbers[::7]:
        digit = number[0][-1]
        changed = made[: number.end() - 1] + str((int(digit) + 5) % 10) + made[number.end() :]
        assert faults(changed, full, dossier, "en") != []


@pytest.mark.parametrize(
    ("place", "key", "more"),
    [
        ("report", "lead", " It took 37 minutes."), ("report", "method_exact", " In 1234 trials."),
        ("report", "seats_caption", " (n = 812)"), ("tournament", "method", " At 99 %."),
        ("glossary", "deal", " One of 52!"),
    ],
)  # fmt: skip
def test_a_number_from_nowhere_is_found(dossier: Dossier, place: str, key: str, more: str, monkeypatch):
    without_pictures(monkeypatch)
    texts_of = catalogue("en")
    changed = {**texts_of, place: {**texts_of[place], key: texts_of[place][key] + more}}
    monkeypatch.setattr(words_module, "catalogue", lambda lang: changed)
    monkeypatch.setattr("cactus_sim.report.pages.about.catalogue", lambda lang: changed)
    told = faults(*both(dossier, "en"), dossier, "en")
    assert any("has no source" in fault and more.strip(" ().") in fault for fault in told)


def test_a_figure_of_another_part_is_found(dossier: Dossier, monkeypatch: pytest.MonkeyPatch):
    """A table that shows the right figures of the wrong experiment has no source either."""
    without_pictures(monkeypatch)
    other = make_dossier(dossier.game, games=900, seed=8)
    swapped = Dossier(
        dossier.game, dossier.seed, dossier.games, dossier.version, dossier.strategies,
        {**dossier.parts, "simulate": other.parts["simulate"]},
    )  # fmt: skip
    told = faults(*both(swapped, "en"), dossier, "en")
    assert {fault.partition(":")[0] for fault in told} == {"simulate", "counts"}


def test_every_figure_stands_in_its_row_and_column(dossier: Dossier, monkeypatch: pytest.MonkeyPatch):
    without_pictures(monkeypatch)
    part = dossier.parts["simulate"]
    found = {(each["strategy"], each["metric"]): each["estimate"] for each in part["estimates"]}
    shown = [metric for metric in dossier.game.seat_metrics if metric.shown]
    with in_full():
        section = next(each for each in page(dossier, "en").sections if each.key == "simulate")
    table = section.tables[0]
    assert [row[0] for row in table.rows] == part["rows"]
    for strategy, *cells in table.rows:
        for metric, cell in zip(shown, cells, strict=True):
            scale = 100 if metric.percent else 1
            assert float(FULL.search(cell)[1]) == pytest.approx(scale * found[strategy, metric.name], rel=1e-9)
