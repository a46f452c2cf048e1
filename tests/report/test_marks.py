"""Marks of strategies: one each, by the order of entry alone, told apart without colours too."""

from __future__ import annotations

import pytest

from cactus_sim.report.marks import MARKERS, PETROFF_6, PETROFF_8, Mark, marks_of


def names(number: int) -> list[str]:
    return [f"strategy {place}" for place in range(number)]


def test_marks_go_by_the_order_of_entry():
    found = marks_of(["b", "a", "b", "c"])
    assert found == {"b": Mark("#5790fc", "o"), "a": Mark("#f89c20", "s"), "c": Mark("#e42536", "^")}


@pytest.mark.parametrize(("number", "palette"), [(1, PETROFF_6), (6, PETROFF_6), (7, PETROFF_8), (8, PETROFF_8)])
def test_up_to_eight_have_a_colour_and_a_marker_each(number: int, palette: tuple[str, ...]):
    found = list(marks_of(names(number)).values())
    assert [mark.colour for mark in found] == list(palette[:number])
    assert len({mark.marker for mark in found}) == number


def test_beyond_eight_no_two_of_eighty_eight_look_the_same():
    found = list(marks_of(names(88)).values())
    assert len(set(found)) == 88 == len(PETROFF_8) * len(MARKERS)
    assert [mark.colour for mark in found[8:16]] == list(PETROFF_8)
    assert found[8].marker != found[0].marker


@pytest.mark.parametrize("palette", [PETROFF_6, PETROFF_8])
def test_the_palettes_are_matplotlibs(palette: tuple[str, ...]):
    from matplotlib import style

    own = style.library.get(f"petroff{len(palette)}")
    if own is None:
        pytest.skip("this matplotlib has no such style")
    assert tuple(own["axes.prop_cycle"].by_key()["color"]) == palette
