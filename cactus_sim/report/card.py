"""A strategy card: one A4 page to take to the table."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Any, Final

from cactus_sim import __version__
from cactus_sim.analysis.chart import FEW_VISITS
from cactus_sim.errors import UsageError
from cactus_sim.report.chart import title
from cactus_sim.report.chart_answer import cost_text, kind_name, rule_text, unit
from cactus_sim.report.chart_figure import FULL, chart_panels, chart_plot
from cactus_sim.report.chart_sheet import Sheet
from cactus_sim.report.figures import saved
from cactus_sim.report.words import words
from cactus_sim.simulate.experiment import value_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from cactus_sim.analysis.card import Card, Change

A4: Final = (8.27, 11.69)
"""Width and height in inches."""
MOST_PANELS: Final = 3
"""The first ones: what comes later is rare."""
TALLEST_CELL: Final = 0.0245
MAPS_HEIGHT: Final = 0.36
NARROWEST_CELL: Final = 0.055
"""Parts of the page."""
LETTERS_A_LINE: Final = 104
SHOWN_CELLS: Final = 6


def card_picture(card: Card, lang: str, kind: str) -> bytes:
    """The card as a file's content, `kind` being png, svg or pdf."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=A4, dpi=150)
    chart = card.chart
    w = words(lang, "card")
    _text(figure, 0.955, title(chart, lang), size=17, weight="bold")
    _text(figure, 0.930, _legend(card, lang), size=8.5, colour="#404040")
    panels = chart_panels(chart, lang)[:MOST_PANELS]
    if not panels:
        raise UsageError("nothing to draw: no cell was decided in often enough; play more games (--games)")
    bottom = _maps(figure, panels, top=0.865, percent=chart.setting.metric.percent)
    place = bottom - 0.055
    if card.thumb is not None:
        place = _heading(figure, place, w("thumb"))
        for rule in card.thumb.rules:
            name = kind_name(rule, chart, lang)
            cost = w("costs", cost=cost_text(rule, chart, lang), unit=unit(chart, lang))
            place = _paragraph(figure, place, f"{name[:1].upper()}{name[1:]} — {rule_text(rule, chart, lang)}. {cost}")
    if card.changes:
        place = _heading(figure, place - 0.012, w("changes"))
        for change in card.changes:
            place = _paragraph(figure, place, change_text(change, card, lang))
    place = _heading(figure, place - 0.012, w("caveat_head"))
    _paragraph(figure, place, w("caveat"))
    _text(figure, 0.030, w("again", command=card.command), size=7, colour="#404040", family="monospace")
    measured = w("measured", games=w.number(chart.games), seed=chart.seed, version=__version__)
    _text(figure, 0.017, measured, size=7, colour="#404040")
    return saved(figure, kind)


def _text(figure: Figure, y: float, text: str, *, size: float, colour: str = "black", **more: Any) -> None:
    figure.text(0.06, y, text, fontsize=size, color=colour, va="top", **more)


def _heading(figure: Figure, y: float, text: str) -> float:
    _text(figure, y, text, size=12, weight="bold")
    return y - 0.024


def _paragraph(figure: Figure, y: float, text: str) -> float:
    """A paragraph from a height on; gives the height below it."""
    text = text.replace(" :", "\u00a0:").replace(" ;", "\u00a0;").replace(" %", "\u00a0%")
    lines = textwrap.wrap(text, LETTERS_A_LINE)
    _text(figure, y, "\n".join(lines), size=9.5, linespacing=1.35)
    return y - 0.0162 * len(lines) - 0.007


def _legend(card: Card, lang: str) -> str:
    options = card.chart.setting.decision.options
    letters = ", ".join(f"{option.letter[lang]} = {option.words[lang]}" for option in options)
    text = words(lang, "card")("legend", letters=letters, unit=unit(card.chart, lang), few=FEW_VISITS)
    return "\n".join(textwrap.wrap(text, 118))


def _maps(figure: Figure, panels: list[dict[str, Any]], top: float, percent: bool) -> float:
    """Draws the panels of the map, the first one across the page, the others below it; gives the height of the last."""
    full = FULL if percent else 5.0
    first, *others = panels
    rows = len(first["rows"]) + max((len(panel["rows"]) for panel in others), default=0)
    cell = min(TALLEST_CELL, MAPS_HEIGHT / rows)
    height = cell * len(first["rows"])
    _panel(figure.add_axes((0.10, top - height, 0.84, height)), first, full)
    bottom = top - height
    if others:
        bottom -= 0.075
        width = 0.84 / len(others) - 0.04
        for place, panel in enumerate(others):
            own = cell * len(panel["rows"])
            axis = figure.add_axes((0.10 + place * (width + 0.06), bottom - own, width, own))
            wide = width / len(panel["columns"]) >= NARROWEST_CELL
            _panel(axis, panel if wide else _letters_only(panel), full)
            if place:
                axis.set_ylabel("")
        bottom -= cell * max(len(panel["rows"]) for panel in others)
    return bottom


def _letters_only(panel: dict[str, Any]) -> dict[str, Any]:
    """A panel whose cells have no room for figures: what to do, and ≈."""
    frame = panel["frame"].copy()
    frame["text"] = [text.split(" ")[0].rstrip(":") for text in frame["text"]]
    return {**panel, "frame": frame}


def _panel(axis: Axes, panel: dict[str, Any], full: float) -> None:
    chart_plot(panel["frame"], axis, panel["rows"], panel["columns"], full)
    axis.set_title(panel["title"], fontsize=9, loc="left")
    axis.set_xlabel("\n".join(textwrap.wrap(panel["across"], 34)), fontsize=8, labelpad=1)
    axis.set_ylabel(panel["down"], fontsize=8)
    axis.tick_params(labelsize=8, length=0)


def change_text(change: Change, card: Card, lang: str) -> str:
    """What a house rule does to the chart, in a sentence or two."""
    w = words(lang, "card")
    setting = card.chart.setting
    rule = setting.game.rule_book.rules[change.rule]
    facts = {
        "rule": f"{change.rule}={value_text(change.value)}",
        "meaning": str(getattr(rule, lang)),
        "compared": w.number(change.compared),
        "changed": w.number(len(change.cells)),
    }
    if not change.cells:
        return w("change_none", **facts)
    shown = [_cell_words(before, after, card, lang) for before, after in change.cells[:SHOWN_CELLS]]
    more = len(change.cells) - len(shown)
    text = "; ".join(shown) + (w("more", number=w.number(more)) if more else "")
    return w("change_some", **facts, cells=text)


def _cell_words(before: Any, after: Any, card: Card, lang: str) -> str:
    """A cell by what it goes by, and what is done there now."""
    sheet = Sheet(card.chart)
    options = card.chart.setting.decision.options
    where = ", ".join(
        f"{axis.words[lang]} {axis.text(place, lang)}"
        for axis, place, size in zip(sheet.axes, before.places, card.chart.setting.sizes, strict=True)
        if size > 1
    )
    return words(lang, "card")(
        "cell", where=where, before=options[before.option].words[lang], after=options[after.option].words[lang]
    )
