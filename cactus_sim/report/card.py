"""A strategy card: one A4 page to take to the table."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from cactus_sim import __version__
from cactus_sim.analysis.chart import FEW_VISITS
from cactus_sim.errors import UsageError
from cactus_sim.report.chart_answer import answer, cost_text, kind_name, rule_text, unit, yardstick_text
from cactus_sim.report.chart_figure import FULL, chart_panels, chart_plot
from cactus_sim.report.chart_sheet import Sheet
from cactus_sim.report.figures import saved
from cactus_sim.report.words import own_words, words
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
TITLE_ROOM: Final = 0.024
BETWEEN: Final = 0.075
BELOW_MAPS: Final = 0.055
FOOT: Final = 0.040
RIGHT: Final = 0.94
LABEL_LETTER: Final = 0.0078
"""The width of a letter of the names of rows."""
NARROWEST_CELL: Final = 0.055
"""Parts of the page."""
LETTERS_A_LINE: Final = 104
ANSWER_LETTERS: Final = 84
SHOWN_CELLS: Final = 6


def card_picture(card: Card, lang: str, kind: str) -> bytes:
    """The card as a file's content, `kind` being png, svg or pdf."""
    return saved(card_figure(card, lang), kind)


def card_figure(card: Card, lang: str) -> Figure:
    """The card drawn on one page."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=A4, dpi=150)
    chart = card.chart
    w = words(lang, "card")
    panels = chart_panels(chart, lang)[:MOST_PANELS]
    if not panels:
        raise UsageError("nothing to draw: no cell was decided in often enough; play more games (--games)")
    blocks = list(_blocks(card, lang))
    top = _head(figure, card, lang) - TITLE_ROOM
    room = top - BELOW_MAPS - sum(block.height for block in blocks) - FOOT
    place = _maps(figure, panels, top, room, percent=chart.setting.metric.percent) - BELOW_MAPS
    for block in blocks:
        _text(figure, place, "\n".join(block.lines), size=block.size, weight=block.weight, linespacing=1.35)
        place -= block.height
    _text(figure, 0.030, w("again", command=card.command), size=7, colour="#404040", family="monospace")
    measured = w("measured", games=w.number(chart.games), seed=chart.seed, version=__version__)
    _text(figure, 0.017, measured, size=7, colour="#404040")
    return figure


def _head(figure: Figure, card: Card, lang: str) -> float:
    """The question, for which table, the answer, and what letters and marks are; gives the height below."""
    setting = card.chart.setting
    table = words(lang, "card")(
        "where", game=setting.game.title[lang], rules=setting.rules.name, players=setting.players
    )
    _text(figure, 0.970, setting.decision.question[lang], size=18, weight="bold")
    _text(figure, 0.943, table, size=11)
    said = textwrap.wrap(answer(card.chart, card.thumb, lang), ANSWER_LETTERS)
    _text(figure, 0.920, "\n".join(said), size=10.5, weight="bold", linespacing=1.3)
    place = 0.920 - 0.0175 * len(said) - 0.006
    legend = _legend(card, lang).split("\n")
    _text(figure, place, "\n".join(legend), size=8.5, colour="#404040", linespacing=1.3)
    return place - 0.0145 * len(legend)


def _text(figure: Figure, y: float, text: str, *, size: float, colour: str = "black", **more: Any) -> None:
    figure.text(0.06, y, text, fontsize=size, color=colour, va="top", **more)


@dataclass(frozen=True)
class Block:
    """Lines of text below the maps."""

    lines: tuple[str, ...]
    size: float = 9.5
    weight: str = "normal"

    @property
    def height(self) -> float:
        """The part of the page that it takes, with the space below it."""
        return 0.0017 * self.size * len(self.lines) + 0.007


def _blocks(card: Card, lang: str) -> Iterator[Block]:
    """All that is said below the maps."""
    chart, w = card.chart, words(lang, "card")
    if card.thumb is not None:
        yield _heading(w("thumb"))
        for rule in card.thumb.rules:
            name = kind_name(rule, chart, lang)
            cost = w("costs", cost=cost_text(rule, chart, lang), unit=unit(chart, lang))
            yield _paragraph(f"{name[:1].upper()}{name[1:]} — {rule_text(rule, chart, lang)}. {cost}")
        if told := yardstick_text(chart, lang):
            yield _paragraph(told)
    if card.changes:
        yield _heading(w("changes"))
        yield from (_paragraph(change_text(change, card, lang)) for change in card.changes)
    yield _heading(w("caveat_head"))
    yield _paragraph(own_words(chart.setting.game.name, "card", "caveat", lang))


def _heading(text: str) -> Block:
    return Block((text,), size=12, weight="bold")


def _paragraph(text: str) -> Block:
    text = text.replace(" :", "\u00a0:").replace(" ;", "\u00a0;").replace(" %", "\u00a0%")
    return Block(tuple(textwrap.wrap(text, LETTERS_A_LINE)))


def _legend(card: Card, lang: str) -> str:
    options = card.chart.setting.decision.options
    letters = ", ".join(f"{option.letter[lang]} = {option.words[lang]}" for option in options)
    text = words(lang, "card")("legend", letters=letters, unit=unit(card.chart, lang), few=FEW_VISITS)
    return "\n".join(textwrap.wrap(text, 118))


def _maps(figure: Figure, panels: list[dict[str, Any]], top: float, room: float, percent: bool) -> float:
    """Draws the panels of the map in the room there is, the first one across the page, the others below it.

    Gives the height below the last.
    """
    full = FULL if percent else 5.0
    first, *others = panels
    rows = len(first["rows"]) + max((len(panel["rows"]) for panel in others), default=0)
    cell = min(TALLEST_CELL, (room - (BETWEEN if others else 0.0)) / rows)
    height = cell * len(first["rows"])
    left = max(0.10, 0.07 + LABEL_LETTER * max(len(row) for panel in panels for row in panel["rows"]))
    _panel(figure.add_axes((left, top - height, RIGHT - left, height)), first, full)
    bottom = top - height
    if others:
        bottom -= BETWEEN
        width = (RIGHT - left) / len(others) - 0.04
        for place, panel in enumerate(others):
            own = cell * len(panel["rows"])
            axis = figure.add_axes((left + place * (width + 0.06), bottom - own, width, own))
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
    text = _change_words(change, card, facts, lang)
    return text if change.chart.settled else w("change_unsettled", text=text)


def _change_words(change: Change, card: Card, facts: Mapping[str, str], lang: str) -> str:
    """How many cells change, and what is done in the first of them."""
    w = words(lang, "card")
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
