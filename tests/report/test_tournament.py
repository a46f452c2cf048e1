import pytest

from cactus_sim import race, tournament
from cactus_sim.report.evolution import population
from cactus_sim.report.marks import marks_of
from cactus_sim.report.race_figure import race_picture, race_plot
from cactus_sim.report.tournament_figures import (
    GRID,
    apart,
    curves_plot,
    duels_plot,
    standings_plot,
    tournament_picture,
    triangle_plot,
)
from cactus_sim.report.words import words

ENTERED = ["plain", "plain(skill=2)", "other"]
MARKS = marks_of(ENTERED)


@pytest.fixture
def found(toy):
    return tournament(toy, ENTERED, games=900, seed=1, jobs=1)


@pytest.fixture
def axis():
    from matplotlib.figure import Figure

    return Figure().add_subplot()


def test_standings_have_a_dot_and_two_intervals_each(found, axis):
    standings_plot(found.frame("standing"), axis, MARKS, percent=True)
    assert len(axis.collections) == 6
    assert [label.get_text() for label in axis.get_yticklabels()] == ["plain(skill=2)  1", "plain  2–3", "other  2–3"]


def test_duels_are_numbers_that_say_whether_they_are_told(found, axis):
    order = [standing.strategy for standing in found.standings]
    duels_plot(found.frame("duel"), axis, order, words("en", "tournament"), percent=True)
    texts = [text.get_text() for text in axis.texts]
    assert texts[0] == texts[4] == ""
    assert texts[1].startswith("+")
    assert texts[3].startswith("−")
    assert texts[5].startswith("≈")


def test_curves_end_with_the_best(found, axis):
    curves_plot(found.paths(), axis, MARKS)
    ends = {line.get_label(): line.get_ydata()[-1] for line in axis.lines if line.get_label() in ENTERED}
    assert ends["plain(skill=2)"] > 99
    assert next(iter(ends)) == "plain(skill=2)"


def test_a_triangle_has_its_ways_and_resting_points(found, axis):
    triangle_plot(found.paths(GRID), found.frame("resting"), axis, MARKS)
    corners = [line for line in axis.lines if line.get_color() in {mark.colour for mark in MARKS.values()}]
    assert [line.get_marker() for line in corners] == [mark.marker for mark in MARKS.values()]
    dots = [line for line in axis.lines if line.get_marker() == "o" and line not in corners]
    assert len(dots) == len(found.evolution.places)
    assert len(axis.lines) == len(GRID) + len(dots) + len(corners)


@pytest.mark.parametrize(("kind", "start"), [("png", b"\x89PNG"), ("svg", b"<?xml"), ("pdf", b"%PDF")])
def test_a_picture_is_the_same_file_each_time(found, kind, start):
    picture = tournament_picture(found, 900, "en", kind)
    assert picture.startswith(start)
    assert picture == tournament_picture(found, 900, "en", kind)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_pictures_say_what_was_found(toy, found, lang):
    seed = "seed 1" if lang == "en" else "graine 1"
    text = tournament_picture(found, 900, lang, "svg").decode()
    assert "plain(skill=2)" in text
    assert seed in text
    text = race_picture(race(toy, ENTERED, games=3000, seed=1, jobs=1), lang, "svg").decode()
    assert "plain(skill=2)" in text
    assert seed in text


def test_four_strategies_and_a_sample_are_drawn(toy):
    entered = [f"plain(skill={skill})" for skill in range(4)]
    assert tournament_picture(tournament(toy, entered, games=60, seed=1, jobs=1), 60, "en", "svg")
    sample = tournament(toy, entered, mixes=16, games=60, seed=1, jobs=1)
    assert tournament_picture(sample, 60, "en", "svg")


def test_one_deal_is_drawn(toy):
    assert tournament_picture(tournament(toy, ENTERED, games=1, seed=1, jobs=1), 1, "en", "svg")


def test_a_race_is_drawn_with_its_fresh_deals(toy, axis):
    race_plot(race(toy, ENTERED, games=3000, seed=1, jobs=1).frame(), axis, MARKS, "fresh deals", percent=True)
    labels = [label.get_text() for label in axis.get_yticklabels()]
    assert len(labels) == 3
    assert labels[-1].endswith("(fresh deals)")


def test_a_strategy_looks_the_same_in_every_part_of_a_picture(found, axis):
    from matplotlib.colors import same_color
    from matplotlib.figure import Figure

    others = Figure().subplots(1, 2)
    standings_plot(found.frame("standing"), axis, MARKS, percent=True)
    curves_plot(found.paths(), others[0], MARKS)
    race_plot(race(found.contest.game, ENTERED, games=3000, seed=1, jobs=1).frame(), others[1], MARKS, "fresh")
    for drawn, most in ((axis, 3), (others[0], 3), (others[1], 2)):
        shown = [(line.get_color(), line.get_marker()) for line in drawn.lines if line.get_marker() not in ("None", "")]
        assert len(set(shown)) == most
        assert all(any(same_color(c, mark.colour) and m == mark.marker for mark in MARKS.values()) for c, m in shown)


def test_labels_of_curves_that_end_together_stand_apart():
    assert apart([99.0, 0.4, 0.1, 0.0], 7.0) == [99.0, 14.0, 7.0, 0.0]
    assert apart([60.0, 30.0, 10.0], 7.0) == [60.0, 30.0, 10.0]
    assert apart([], 7.0) == []


def test_populations_in_words():
    w = words("en", "tournament")
    assert population(("a", "b", "c"), [0.25, 0.7, 0.05], w) == "70 % b, 25 % a, 5 % c"
    assert population(("a", "b"), [0.001, 0.999], w) == "b alone"
