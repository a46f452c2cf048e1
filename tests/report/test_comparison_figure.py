import pytest

from cactus_sim import compare
from cactus_sim.analysis.comparison import DIFFERENCE
from cactus_sim.report.comparison_figure import comparison_picture, comparison_plot


@pytest.fixture
def found(toy):
    return compare(toy, "plain(skill=1)", "plain", field=["plain"], games=3000, seed=1, jobs=1)


def test_a_difference_has_a_dot_two_intervals_and_the_margin(found):
    from matplotlib.figure import Figure

    axis = Figure().add_subplot()
    frame = found.frame()
    comparison_plot(frame[(frame["arm"] == DIFFERENCE) & (frame["metric"] == "share")], axis, 0.002, percent=True)
    (dot,) = [line for line in axis.lines if line.get_marker() == "o"]
    assert dot.get_xdata()[0] == pytest.approx(100 * found.difference.value)
    thin, thick = (collection.get_segments()[0][:, 0] for collection in axis.collections)
    assert list(thin) == pytest.approx([100 * end for end in found.interval()])
    assert thin[0] < thick[0] < thick[1] < thin[1]
    (band,) = axis.patches
    assert (band.get_x(), band.get_width()) == pytest.approx((-0.2, 0.4))


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_same_result_makes_the_same_picture(found, lang):
    assert comparison_picture(found, lang, "svg") == comparison_picture(found, lang, "svg")
