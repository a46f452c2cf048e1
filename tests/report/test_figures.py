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


def test_every_value_has_a_dot_and_two_intervals(found):
    from matplotlib.figure import Figure

    axis = Figure().add_subplot()
    sweep_plot(compared(found), axis, found.best, percent=True)
    dots = [line for line in axis.lines if line.get_marker() == "o"]
    assert [dot.get_xdata()[0] for dot in dots] == [0, 1, 2, 3]
    assert [dot.get_color() for dot in dots].count(BEST) == 1
    assert len(axis.collections) == 8
    low, high = axis.get_ylim()
    ends = [y for collection in axis.collections for _, y in collection.get_segments()[0]]
    assert low < min(ends)
    assert max(ends) < high


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
