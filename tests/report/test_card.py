"""Strategy cards: what is on them is what was found, in both languages, on one page."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cactus_sim import games
from cactus_sim.analysis.card import Card, make_card
from cactus_sim.report.card import card_figure, card_picture, change_text


@pytest.fixture(scope="module")
def card() -> Card:
    return make_card(
        games.get("cactus"), "call", players=4, rules=None, changes={}, house_rules=[("call_time", "after")],
        games=30_000, seed=1, command="cactus-sim card cactus", jobs=2,
    )  # fmt: skip


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_card_is_drawn_in_every_kind(card: Card, lang: str):
    svg = card_picture(card, lang, "svg").decode()
    assert {"en": "When should I call Cactus?", "fr": "Quand annoncer Cactus ?"}[lang] in svg
    assert "cactus-sim card cactus" in svg
    assert svg == card_picture(card, lang, "svg").decode()
    assert card_picture(card, lang, "pdf").startswith(b"%PDF")


def test_cells_that_change_are_clear_in_both_charts(card: Card):
    (change,) = card.changes
    assert change.compared >= len(change.cells)
    for before, after in change.cells:
        assert before.places == after.places
        assert before.option != after.option
        assert not any(cell.open or cell.few for cell in (before, after))


def test_a_change_that_changes_nothing_says_so(card: Card):
    none = replace(card.changes[0], cells=())
    assert "no cell changes" in change_text(none, card, "en")
    assert "aucune case ne change" in change_text(none, card, "fr")


def test_a_house_rule_that_is_played_already_is_left_out():
    made = make_card(
        games.get("cactus"), "call", players=4, rules="gamelia-after", changes={},
        house_rules=[("call_time", "after")], games=4_000, seed=1, command="", jobs=2,
    )  # fmt: skip
    assert made.changes == ()


def test_nothing_on_a_card_lies_over_something_else(card: Card):
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    before, after = (replace(cell, option=option) for option, cell in enumerate(card.chart.cells[:2]))
    full = replace(card, changes=(replace(card.changes[0], cells=((before, after),) * 9),) * 2)
    for lang in ("en", "fr"):
        figure = card_figure(full, lang)
        canvas = FigureCanvasAgg(figure)
        canvas.draw()
        boxes = [text.get_window_extent() for text in figure.texts]
        boxes += [axis.get_tightbbox() for axis in figure.axes]
        assert len(boxes) > 10
        assert not any(one.overlaps(other) for place, one in enumerate(boxes) for other in boxes[:place])
        assert all(box.x0 >= 0 and box.x1 <= figure.bbox.x1 and box.y0 >= 0 for box in boxes)
