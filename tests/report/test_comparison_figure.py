import pytest

from cactus_sim import compare
from cactus_sim.analysis.comparison import DIFFERENCE
from cactus_sim.report.comparison_figure import comparison_picture, comparison_plot
from cactus_sim.report.marks import marks_of


@pytest.fixture
def found(toy):
    return compare(toy, "plain(skill=1)", "plain", field=["plain"], games=3000, seed=1, jobs=1)


def compared(found):
    frame = found.frame()
    return frame[(frame["arm"] == DIFFERENCE) & (frame["metric"] == "share")]


def test_a_difference_has_a_dot_two_intervals_and_the_margin(found):
    from matplotlib.figure import Figure

    axis = Figure().add_subplot()
    marks = marks_of(["plain(skill=1)", "plain"])
    both = (marks["plain(skill=1)"], marks["plain"])
    comparison_plot(compared(found), axis, 0.002, both, percent=True)
    (dot,) = [line for line in axis.lines if line.get_marker() == "o"]
    assert dot.get_color() == both[0].colour
    assert dot.get_xdata()[0] == pytest.approx(100 * found.difference.value)
    thin, thick = (collection.get_segments()[0][:, 0] for collection in axis.collections)
    assert list(thin) == pytest.approx([100 * end for end in found.interval()])
    assert thin[0] < thick[0] < thick[1] < thin[1]
    (band,) = axis.patches
    assert (band.get_x(), band.get_width()) == pytest.approx((-0.2, 0.4))


@pytest.mark.parametrize(
    ("verdict", "marker", "colour"),
    [
        ("better", "o", "#5790fc"),
        ("worse", "s", "#f89c20"),
        ("undecided", "o", "#7F7F7F"),
        ("equivalent", "o", "#7F7F7F"),
    ],
)
def test_a_difference_has_the_mark_of_the_better_one(found, verdict, marker, colour):
    from matplotlib.figure import Figure

    axis = Figure().add_subplot()
    marks = marks_of(["a", "b"])
    comparison_plot(compared(found).assign(verdict=verdict), axis, 0.002, (marks["a"], marks["b"]))
    (dot,) = [line for line in axis.lines if line.get_marker() not in ("None", "")]
    assert (dot.get_marker(), dot.get_color()) == (marker, colour)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_same_result_makes_the_same_picture(found, lang):
    assert comparison_picture(found, lang, "svg") == comparison_picture(found, lang, "svg")
