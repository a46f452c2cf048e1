"""Charts for people: letters and costs, sentences chosen by what was found, pictures."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from cactus_sim.analysis.chart import Chart
from cactus_sim.analysis.charting import make_chart, plan_chart
from cactus_sim.analysis.thumb import NEVER, Thumb, rules_of_thumb
from cactus_sim.report.chart import cell_text, document, lead
from cactus_sim.report.chart_answer import answer, summary, thresholds_text, undecided
from cactus_sim.report.chart_figure import COLOURS, OPEN, chart_figure, chart_picture, chart_plot
from cactus_sim.report.chart_sheet import Sheet
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
    assert cell_text(replace(cell, cost=-0.2, se=0.01), chart, "en") == "≈C 0.0"
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
    assert "31 % of games do not end" in answer(endless, None, "en")
    assert not endless.settled


def test_the_chart_file_has_every_cell_and_the_rules_of_thumb(chart: Chart, thumb: Thumb):
    content = json.loads(render(document(chart, thumb, "en"), "json"))
    (one,) = content["charts"]
    assert len(one["cells"]) == len(chart.cells)
    assert [rule["rule"] for rule in content["rules_of_thumb"]] == ["one threshold", "two lines", "by column"]
    assert render(document(chart, thumb, "en"), "csv").count("\n") == len(chart.cells) + 1


def with_costs(thumb: Thumb, *costs: tuple[float, float]) -> Thumb:
    rules = tuple(
        replace(rule, cost=Estimate(value, se, 100)) for rule, (value, se) in zip(thumb.rules, costs, strict=True)
    )
    return replace(thumb, rules=rules)


@pytest.mark.parametrize(
    ("costs", "best"),
    [
        (((0.004, 0.001), (0.0, 0.001), (0.0, 0.001)), "two lines"),
        (((0.001, 0.001), (0.0, 0.001), (0.0, 0.001)), "one threshold"),
        (((0.004, 0.001), (0.003, 0.001), (-0.001, 0.0001)), "by column"),
        (((0.002, 0.0001), (0.005, 0.001), (0.004, 0.001)), "one threshold"),
    ],
)
def test_the_answer_is_the_simplest_rule_that_is_not_told_to_cost_more(thumb: Thumb, costs, best: str):
    told = with_costs(thumb, *costs)
    assert told.best.kind == best
    said = lead(told.chart, told, "en")[0]
    assert said.startswith(f"{thresholds_text(told.best.thresholds, told.chart, 'en')}; ")
    assert ("no loss against the whole chart is told" in said) == (told.best.cost.interval()[0] <= 0)


def test_the_answer_comes_before_the_table(chart: Chart, thumb: Thumb):
    for form in ("table", "md"):
        text = render(document(chart, thumb, "en"), form)
        assert text.startswith(f"{answer(chart, thumb, 'en')}\n")
        assert text.index(answer(chart, thumb, "en")) < text.index("When should I call Cactus?")


def with_cells(chart: Chart, change) -> Chart:
    changed = replace(chart)
    changed.__dict__["cells"] = tuple(change(cell) for cell in chart.cells)
    return changed


def test_what_is_not_told_is_named(chart: Chart, thumb: Thumb):
    clear = with_cells(chart, lambda cell: replace(cell, cost=0.1, se=0.01))
    assert undecided(clear, "en") == ""
    one = next(cell.places for cell in chart.cells if cell.places[:3] == (6, 0, 2))
    told = with_cells(clear, lambda cell: replace(cell, cost=-0.1) if cell.places == one else cell)
    assert undecided(told, "en") == "Too close to call (≈, cards unknown 0): points known 2, round 3."
    assert "points connus 2, tour 3" in lead(told, thumb, "fr")[1]


def test_clear_cells_are_counted_by_option(chart: Chart):
    cells = len(chart.cells)
    none = with_cells(chart, lambda cell: replace(cell, cost=-0.1, se=0.01))
    assert summary(none, "en") == f"In none of the {cells} situations these games tell what is best."
    alike = with_cells(chart, lambda cell: replace(cell, option=1, cost=0.1, se=0.01, visits=1000))
    assert f"Of {cells} situations {cells} are clear, and best in all of them is “call”" in summary(alike, "en")


def test_a_search_that_did_not_settle_is_no_finding(chart: Chart, thumb: Thumb):
    doubtful = with_cells(chart, lambda cell: replace(cell, cost=-0.1, se=0.01, visits=1000))
    assert not doubtful.settled
    assert answer(doubtful, thumb, "en").startswith("No finding: the search did not settle in")
    assert "No finding: the search did not settle" in chart_picture(doubtful, thumb, "en", "svg").decode()


def test_each_option_has_its_colour_and_what_is_open_is_grey(chart: Chart):
    import pandas as pd
    from matplotlib.colors import same_color
    from matplotlib.figure import Figure

    cell = {"row": 0, "cost": 1.0, "few": False, "open": False, "text": "A 1.0"}
    cells = [{**cell, "column": place, "option": place} for place in range(4)]
    cells += [{**cell, "column": 4, "option": 1, "open": True}, {**cell, "column": 5, "option": 0, "few": True}]
    axis = Figure().add_subplot()
    chart_plot(pd.DataFrame.from_records(cells), axis, ["row"], list("abcdef"))
    drawn = [patch.get_facecolor() for patch in axis.patches]
    assert len(set(drawn[:4])) == 4
    assert all(same_color(colour, own) for colour, own in zip(drawn, (*COLOURS, OPEN, COLOURS[0]), strict=True))
    assert [bool(patch.get_hatch()) for patch in axis.patches] == [False] * 5 + [True]


def test_titles_of_panels_stay_beside_each_other():
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    asked = plan_chart("cactus", "call", players=4, by=["fewest"], games_asked=6_000, seed=2)
    figure = chart_figure(make_chart(asked, jobs=2), None, "en")
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    titles = [axis._left_title.get_window_extent(canvas.get_renderer()) for axis in figure.axes]
    shown = [box for box in titles if box.width > 1]
    assert len(shown) > 4
    assert not any(one.overlaps(other) for place, one in enumerate(shown) for other in shown[:place])
    assert all(box.x1 <= figure.bbox.x1 for box in shown)


def test_pictures_are_made_in_every_kind(chart: Chart, thumb: Thumb):
    assert chart_picture(chart, thumb, "en", "png").startswith(b"\x89PNG")
    svg = chart_picture(chart, thumb, "fr", "svg").decode()
    assert "Quand annoncer Cactus\u00a0?" in svg
    assert svg == chart_picture(chart, thumb, "fr", "svg").decode()
