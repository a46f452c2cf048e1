"""What a decision chart answers, in a sentence; rules of thumb in words, and what each costs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from cactus_sim.analysis.choices import ALWAYS
from cactus_sim.analysis.policy import stalled_part
from cactus_sim.analysis.thumb import NEVER
from cactus_sim.report.chart_sheet import SHOWN_VISITS, Sheet
from cactus_sim.report.digits import decimals
from cactus_sim.report.words import words

if TYPE_CHECKING:
    from cactus_sim.analysis.chart import Chart
    from cactus_sim.analysis.choices import Choice
    from cactus_sim.analysis.thumb import Rule, Thumb

MOST_NAMED: Final = 4
"""Groups of undecided cells that are named."""


def answer(chart: Chart, thumb: Thumb | None, lang: str) -> str:
    """What the chart says, in a sentence: its best rule of thumb, else how many cells say what.

    Where the search did not settle or ran away, that is what is said.
    """
    w = words(lang, "chart")
    if not Sheet(chart).cells:
        return w("no_cells", games=w.number(chart.games), few=SHOWN_VISITS)
    if chart.found.endless:
        name = chart.setting.metric.en if lang == "en" else chart.setting.metric.fr
        stalled = w.number(100 * stalled_part(chart.found), 0)
        return w("endless", metric=name, stalled=stalled, games=w.number(chart.games))
    said = summary(chart, lang)
    if thumb is not None:
        rule = thumb.best
        key = "headline" if rule.cost.interval()[0] > 0 else "headline_free"
        said = w(key, rule=rule_text(rule, chart, lang), cost=cost_text(rule, chart, lang), unit=unit(chart, lang))
    if chart.settled:
        return said
    return w("headline_unsettled", rounds=len(chart.found.rounds), answer=said[:1].lower() + said[1:])


def summary(chart: Chart, lang: str) -> str:
    """How many of the clear cells say what, and that the others tell nothing."""
    w = words(lang, "chart")
    clear = [cell for cell in chart.cells if not cell.few and not cell.open]
    parts = [
        w("summary_option", option=option.words[lang], number=number)
        for place, option in enumerate(chart.setting.decision.options)
        if (number := sum(cell.option == place for cell in clear))
    ]
    if not parts:
        return w("summary_open", cells=len(chart.cells))
    if len(parts) == 1:
        option = chart.setting.decision.options[clear[0].option]
        return w("summary_one", option=option.words[lang], clear=len(clear), cells=len(chart.cells))
    key = "summary_all" if len(clear) == len(chart.cells) else "summary"
    return w(key, options=w.listed(parts), clear=len(clear), cells=len(chart.cells))


def undecided(chart: Chart, lang: str) -> str:
    """Which of the cells that are often decided in tell nothing, rows that are so in the same columns taken together.

    "" where all tell something. What all these cells have in common is said once.
    """
    w, sheet = words(lang, "chart"), Sheet(chart)
    cells = sorted(cell.places for cell in sheet.cells.values() if cell.open and not cell.few)
    if not cells:
        return ""
    down, *others = sheet.row_axes
    further = (*others, *sheet.panel_axes)
    common = tuple(axis for axis in further if len({places[axis] for places in cells}) == 1)
    own = tuple(axis for axis in further if axis not in common)
    columns: dict[tuple[int, ...], list[int]] = defaultdict(list)
    for places in cells:
        columns[(*(places[axis] for axis in own), places[down])].append(places[sheet.column_axis])
    rows: dict[tuple[int, ...], list[int]] = defaultdict(list)
    for (*where, row), across in sorted(columns.items()):
        rows[(*where, *across)].append(row)
    texts = []
    for key, alike in rows.items():
        parts = [_values(sheet, axis, [place], lang) for axis, place in zip(own, key, strict=False)]
        parts += [_values(sheet, down, alike, lang), _values(sheet, sheet.column_axis, key[len(own) :], lang)]
        texts.append(", ".join(parts))
    always = "".join(f", {_values(sheet, axis, [cells[0][axis]], lang)}" for axis in common)
    rest = len(texts) - MOST_NAMED
    named = w("undecided_and").join(texts[:MOST_NAMED])
    return w("undecided_more" if rest > 0 else "undecided", always=always, cells=named, number=rest)


def _values(sheet: Sheet, axis: int, places: Sequence[int], lang: str) -> str:
    """Values of an axis in words: `round 5 and 6`; three and more in a row as `round 5–8`."""
    texts = [sheet.axes[axis].text(place, lang) for place in places]
    in_a_row = len(places) > 2 and list(places) == list(range(places[0], places[-1] + 1))
    told = f"{texts[0]}–{texts[-1]}" if in_a_row else words(lang, "chart").listed(texts)
    return f"{sheet.axes[axis].words[lang]} {told}"


def scale(chart: Chart) -> float:
    """How many of the unit that people read are one of the objective's."""
    return 100.0 if chart.setting.metric.percent else 1.0


def unit(chart: Chart, lang: str) -> str:
    """What costs are counted in."""
    metric = chart.setting.metric
    name = metric.en if lang == "en" else metric.fr
    return words(lang, "chart")("unit_percent", metric=name) if metric.percent else name


def kind_name(rule: Rule, chart: Chart, lang: str) -> str:
    """What kind of rule of thumb it is."""
    by = Sheet(chart).column_axis if rule.choice is None else rule.choice[0]
    axis = chart.setting.decision.axes[by]
    return words(lang, "chart")(rule.kind.replace(" ", "_"), axis=axis.words[lang])


def cost_text(rule: Rule, chart: Chart, lang: str) -> str:
    """What a rule of thumb costs, ± half its interval."""
    w, times = words(lang, "chart"), scale(chart)
    if rule.cost.n < 2:
        return w.number(times * rule.cost.value, 2)
    places = max(2, decimals(times * rule.cost.se))
    return f"{w.number(times * rule.cost.value, places)} ± {w.number(times * rule.cost.half_width(), places)}"


def rule_text(rule: Rule, chart: Chart, lang: str) -> str:
    """A rule of thumb in words, for what is ever decided in."""
    if rule.choice is not None:
        return choice_text(rule.choice, chart, lang)
    return thresholds_text(rule.thresholds, chart, lang)


def choice_text(choice: Choice, chart: Chart, lang: str) -> str:
    """A choice in words: what is done always, or at some values of an axis and at the others."""
    w, sheet, (axis, by_place) = words(lang, "chart"), Sheet(chart), choice
    told = [option.words[lang] for option in chart.setting.decision.options]
    if axis == ALWAYS:
        return w("rule_always", what=told[by_place[0]])
    places: dict[int, list[int]] = defaultdict(list)
    for place in sheet.used(axis):
        places[by_place[place]].append(place)
    *few, most = sorted(places, key=lambda option: len(places[option]))
    if not few:
        return w("rule_always", what=told[most])
    texts = [w("rule_at", where=_values(sheet, axis, places[option], lang), what=told[option]) for option in few]
    text = w("rule_and").join([*texts, w("rule_else", what=told[most])])
    return text[:1].upper() + text[1:]


def thresholds_text(thresholds: Sequence[int], chart: Chart, lang: str) -> str:
    """Thresholds by column in words: "round 3: call at 4 points or less; from round 4 on: …"."""
    w = words(lang, "chart")
    sheet = Sheet(chart)
    columns = sheet.used(sheet.column_axis)
    axis = sheet.axes[sheet.column_axis]
    spans: list[tuple[int, int, int]] = []
    for column in columns:
        if spans and spans[-1][2] == thresholds[column]:
            spans[-1] = spans[-1][0], column, thresholds[column]
        else:
            spans.append((column, column, thresholds[column]))
    texts = []
    for first, last, threshold in spans:
        what = _at_most(threshold, chart, lang)
        key = "line_all" if len(spans) == 1 else "line_on" if last == columns[-1] else "line_one"
        key = "line_span" if key == "line_one" and last > first else key
        texts.append(w(key, axis=axis.words[lang], first=axis.low + first, last=axis.low + last, what=what))
    text = "; ".join(texts) if lang == "en" else " ; ".join(texts)
    return text[:1].upper() + text[1:]


def yardstick_text(chart: Chart, lang: str) -> str:
    """What the number is that rules of thumb go by; "" where they go by none."""
    setting = chart.setting
    if setting.decision.yardstick is None:
        return ""
    return words(lang, setting.game.name)(f"yardstick_{setting.decision.yardstick.option}")


def _at_most(threshold: int, chart: Chart, lang: str) -> str:
    """A threshold in the game's own words."""
    yardstick = chart.setting.decision.yardstick
    if yardstick is None:
        raise ValueError("no thresholds without a yardstick")
    told = words(lang, chart.setting.game.name)
    if threshold == NEVER:
        return told(f"never_{yardstick.option}")
    return told(f"at_most_{yardstick.option}", number=told.number(threshold))
