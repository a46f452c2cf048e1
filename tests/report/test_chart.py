"""Charts for people: letters and costs, sentences chosen by what was found, pictures."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from cactus_sim.analysis.chart import Chart
from cactus_sim.analysis.charting import make_chart, plan_chart
from cactus_sim.analysis.thumb import NEVER, Thumb, rules_of_thumb
from cactus_sim.report.chart import Sheet, cell_text, document, thresholds_text
from cactus_sim.report.chart_figure import chart_picture
from cactus_sim.report.tables import render
from cactus_sim.stats.intervals import Estimate


@pytest.fixture(scope="module")
def chart() -> Chart:
    return make_chart(plan_chart("cactus", "call", players=4, games_asked=20_000, seed=2), jobs=2)


@pytest.fixture(scope="module")
def thumb(chart: Chart) -> Thumb:
    return rules_of_thumb(chart, 4_000, jobs=2)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_cell_of_the_table_is_a_cell_of_the_chart(chart: Chart, thumb: Thumb, lang: str):
    table = document(chart, thumb, lang).tables[0]
    sheet = Sheet(chart)
    shown = [text for row in table.rows for text in row[table.left :] if text]
    assert sorted(shown) == sorted(cell_text(cell, chart, lang) for cell in sheet.cells.values())
    assert len(shown) > 15
    letters = {"en": "WC", "fr": "JA"}[lang]
    assert {text.strip("(≈")[0] for text in shown} == set(letters)


def test_a_cell_says_how_sure_it_is(chart: Chart):
    cell = next(cell for cell in chart.cells if cell.places[:3] == (4, 0, 2))
    assert cell_text(cell, chart, "en").startswith("C ")
    assert cell_text(replace(cell, cost=0.001, se=0.01), chart, "en") == "≈C 0.1"
    assert cell_text(replace(cell, cost=0.1234, se=0.001, visits=99), chart, "fr") == "(A 12,3)"


def test_thresholds_are_told_in_spans(chart: Chart):
    last = Sheet(chart).used(2)[-1]
    assert last >= 4
    thresholds = (NEVER, NEVER, 4, 3, *[1] * 8)
    assert thresholds_text(thresholds, chart, "en") == (
        "Round 1 to 2: do not call; round 3: call at 4 points or less; round 4: call at 3 points or less; "
        "from round 5 on: call at 1 point or less"
    )
    assert thresholds_text((2,) * 12, chart, "fr") == "Annoncer à 2 points ou moins à tout moment"


def test_what_an_equilibrium_leaves_is_said_by_its_interval(chart: Chart):
    even = replace(chart, setting=replace(chart.setting, field=()))
    more = replace(even, gap=Estimate(0.004, 0.001, 100))
    none = replace(even, gap=Estimate(0.001, 0.001, 100))
    assert "still gains 0.400" in " ".join(document(more, None, "en").lines)
    assert "No best reply within this abstraction was found" in " ".join(document(none, None, "en").lines)


def test_a_policy_that_runs_away_is_no_finding(chart: Chart):
    last = replace(chart.found.rounds[-1], stalled=0.31)
    endless = replace(chart, found=replace(chart.found, rounds=(last,)))
    lines = " ".join(document(endless, None, "en").lines)
    assert "31 % of games do not end" in lines
    assert not endless.settled


def test_the_chart_file_has_every_cell_and_the_rules_of_thumb(chart: Chart, thumb: Thumb):
    content = json.loads(render(document(chart, thumb, "en"), "json"))
    (one,) = content["charts"]
    assert len(one["cells"]) == len(chart.cells)
    assert [rule["rule"] for rule in content["rules_of_thumb"]] == ["one threshold", "two lines", "by column"]
    assert render(document(chart, thumb, "en"), "csv").count("\n") == len(chart.cells) + 1


def test_pictures_are_made_in_every_kind(chart: Chart, thumb: Thumb):
    assert chart_picture(chart, thumb, "en", "png").startswith(b"\x89PNG")
    svg = chart_picture(chart, thumb, "fr", "svg").decode()
    assert "Quand annoncer Cactus ?" in svg
    assert svg == chart_picture(chart, thumb, "fr", "svg").decode()
