from pathlib import Path

import pytest

from cactus_sim import sweep
from cactus_sim.errors import UsageError
from cactus_sim.report.figures import BEST, check_suffix, sweep_picture, sweep_plot


@pytest.fixture
def found(toy):
    return sweep(toy, "skill=0:3", seed=1, games=300, jobs=1)


def compared(found):
    frame = found.frame()
    return frame[(frame["strategy"] == "focal plain") & (frame["metric"] == "share")]


def test_every_value_has_a_dash_and_two_intervals(found):
    from matplotlib.figure import Figure

    axis = Figure().add_subplot()
    sweep_plot(compared(found), axis, found.best, percent=True)
    dashes = [line for line in axis.lines if line.get_marker() == "_"]
    assert [dash.get_xdata()[0] for dash in dashes] == [0, 1, 2, 3]
    assert [dash.get_color() for dash in dashes].count(BEST) == 1
    assert len(axis.collections) == 8
    low, high = axis.get_ylim()
    ends = [y for collection in axis.collections for _, y in collection.get_segments()[0]]
    assert low < min(ends)
    assert max(ends) < high


def test_an_axis_of_whole_numbers_has_whole_ticks(found):
    from matplotlib.figure import Figure

    figure = Figure()
    axis = figure.add_subplot()
    sweep_plot(compared(found), axis, found.best)
    figure.draw_without_rendering()
    assert [tick for tick in axis.get_xticks() if tick != int(tick)] == []


@pytest.mark.parametrize(
    ("vary", "shown"),
    [("skill=0:3", {"best", "told apart"}), ("skill=0", set()), ("style=calm,loud", set())],
)
def test_a_legend_names_what_is_drawn(toy, vary, shown):
    text = sweep_picture(sweep(toy, vary, seed=1, games=3000, jobs=1), toy, 3000, "en", "svg").decode()
    assert {word for word in ("best", "told apart", "not told apart") if f">{word}<" in text} == shown
    assert "tables won, of 100" in text


def test_words_stand_side_by_side(toy):
    from matplotlib.figure import Figure

    found = sweep(toy, "style=calm,loud", seed=1, games=300, jobs=1)
    axis = Figure().add_subplot()
    sweep_plot(compared(found), axis, found.best)
    assert [label.get_text() for label in axis.get_xticklabels()] == ["calm", "loud"]


@pytest.mark.parametrize(("kind", "start"), [("png", b"\x89PNG"), ("svg", b"<?xml"), ("pdf", b"%PDF")])
def test_a_picture_is_the_same_file_each_time(toy, found, kind, start):
    picture = sweep_picture(found, toy, 300, "en", kind)
    assert picture.startswith(start)
    assert picture == sweep_picture(found, toy, 300, "en", kind)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_picture_says_finding_rules_and_number(toy, found, lang):
    text = sweep_picture(found, toy, 300, lang, "svg").decode()
    for part in ("skill=3", "plain", "300", "seed 1" if lang == "en" else "graine 1"):
        assert part in text


def test_a_picture_without_intervals_is_drawn(toy):
    assert sweep_picture(sweep(toy, "skill=0:3", seed=1, games=1, jobs=1), toy, 1, "en", "svg")


@pytest.mark.parametrize("name", ["plot", "plot.pgn", "plot.txt"])
def test_an_unknown_kind_of_picture_is_refused(name):
    with pytest.raises(UsageError, match="ends in"):
        check_suffix(Path(name))
