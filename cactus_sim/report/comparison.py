"""The compare command's result for people: the answer in a sentence, a table, and how sure it is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from cactus_sim import games
from cactus_sim.analysis.comparison import DIFFERENCE, ComparisonResult
from cactus_sim.games.base import in_percent
from cactus_sim.report.digits import MOST_DECIMALS, decimals, shown
from cactus_sim.report.intervals import exactly, remarks
from cactus_sim.report.simulation import cell, column_heading, heading, line_up_text, unit
from cactus_sim.report.tables import Document, Table
from cactus_sim.report.words import Words, words
from cactus_sim.stats.intervals import ANY, Estimate, cut

if TYPE_CHECKING:
    from cactus_sim.games.base import Metric


def document(found: ComparisonResult, lang: str) -> Document:
    """The result in all its forms."""
    w = words(lang, "compare")
    metric = objective(found)
    others = [other for other in _game(found).seat_metrics if other.shown and other is not metric]
    played = found.result.layout.unit
    headings = ("", heading(metric, lang), *(column_heading(_game(found), other, played, lang) for other in others))
    rows = [_row(found, player, metric, others, w) for player in (0, 1)]
    differences = {record["metric"]: record for record in found.records() if record["arm"] == DIFFERENCE}
    last = [
        _difference_cell(found, differences[other.name], other, w) if other.name in differences else ""
        for other in others
    ]
    rows.append((w("difference"), _with_half(found, metric, w), *last))
    table = Table(w("title_mirror" if found.rivals.mirror else "title", **facts(found, lang)), headings, rows)
    return Document((table,), found.records, found.to_json, tuple(_lines(found, lang)))


def sentence(found: ComparisonResult, lang: str) -> str:
    """The verdict and the figures behind it."""
    w, rivals, metric = words(lang, "compare"), found.rivals, objective(found)
    a, b = _names(found)
    half = found.half_width()
    difference, low, high = _ends(found, metric, w)
    margin = margin_text(rivals.margin, metric.percent, w)
    head = w("head_same", a=rivals.a) if rivals.same else w(f"head_{found.verdict}", a=a, b=b, margin=margin)
    share = metric.percent and metric.name == found.result.layout.seat[0].name
    interval = exactly(found.result.blocks, lang) if half == 0 else w("interval", low=low, high=high)
    if rivals.same:
        interval = exactly(found.result.blocks, lang)
    elif not half < float("inf"):
        interval = w("no_interval")
    tail = w(
        "tail_share" if share else "tail_percent" if metric.percent else "tail_other", a=a, b=b,
        objective=getattr(metric, lang), value_a=shown(found.estimate(0), w, metric.percent),
        value_b=shown(found.estimate(1), w, metric.percent), difference=difference,
        interval=interval,
    )  # fmt: skip
    return f"{head}{w('colon')}{tail}"


def interim(found: ComparisonResult, lang: str) -> str:
    """What is known so far, in a line: difference, interval, how far from a decision."""
    w, metric = words(lang, "compare"), objective(found)
    difference, low, high = _ends(found, metric, w)
    far = found.games_to_go
    distance = w("far_never") if far is None else w("far", games=_rough(far, w)) if far else w("far_not")
    return w(
        "interim", games=w.number(found.result.games), difference=difference, low=low, high=high, distance=distance
    )  # fmt: skip


def _ends(found: ComparisonResult, metric: Metric, w: Words) -> tuple[str, str, str]:
    """The difference and its interval's ends, to a digit more than the error's first; to more where an end that is not
    0 would read as 0, as where a run stops as soon as its interval excludes 0.
    """
    scale = 100 if metric.percent else 1
    if not found.difference.se > 0:
        text = shown(found.difference, w, metric.percent, sign=True)
        return text, text, text
    places = decimals(scale * found.difference.se / 10)
    numbers = [scale * x for x in (found.difference.value, *found.interval())]
    while places < MOST_DECIMALS and any(round(x, places) == 0 for x in numbers[1:] if x):
        places += 1
    low, high = (w.number(x, places) for x in numbers[1:])
    return w.number(numbers[0], places, sign=True), low, high


def objective(found: ComparisonResult) -> Metric:
    """The metric that is compared."""
    metrics: tuple[Metric, ...] = _game(found).seat_metrics
    return next(metric for metric in metrics if metric.name == found.rivals.objective)


def facts(found: ComparisonResult, lang: str) -> dict[str, Any]:
    """What titles say of a comparison."""
    w = words(lang, "compare")
    return {
        "game": _game(found).title[lang],
        "rules": found.rivals.rules_name,
        "a": found.rivals.a,
        "b": found.rivals.b,
        "field": line_up_text(found.rivals.field),
        "players": found.rivals.players,
        "games": w.number(found.result.games),
        "unit": unit(found.result, lang),
        "deals": w.number(found.result.blocks),
        "seed": found.result.seed,
    }


def margin_text(margin: float, percent: bool, w: Words) -> str:
    """The margin, in percentage points or in the metric's own unit."""
    number = w.short(margin * (100 if percent else 1))
    return w("points", number=number) if percent else number


def _game(found: ComparisonResult) -> Any:
    return games.get(found.result.layout.game)


def _names(found: ComparisonResult) -> tuple[str, str]:
    a, b = found.rivals.a, found.rivals.b
    return (a, b) if a != b else (f"{a} (A)", f"{b} (B)")


def _row(found: ComparisonResult, player: int, metric: Metric, others: list[Metric], w: Words) -> tuple[str, ...]:
    row, arm = (player, 0) if found.rivals.mirror else (0, player)
    cells = (cell(found.result, _game(found), other, row, arm, w, error=False) for other in others)
    name = (found.rivals.a, found.rivals.b)[player]
    return (f"{'AB'[player]}: {name}", shown(found.estimate(player), w, metric.percent, error=True), *cells)


def _with_half(found: ComparisonResult, metric: Metric, w: Words) -> str:
    """The objective's difference and half its interval, which may be one that holds at every look."""
    text, half = shown(found.difference, w, metric.percent, sign=True), found.half_width()
    if not 0 < half < float("inf"):
        return text
    scale = 100 if metric.percent else 1
    places = decimals(scale * found.difference.se)
    if found.interval() != cut(found.difference.value, half, ANY):
        return f"{text} ({w.span(*(w.number(scale * end, places, sign=True) for end in found.interval()))})"
    return f"{text} ± {w.number(scale * half, places)}"


def _difference_cell(found: ComparisonResult, record: dict[str, Any], metric: Metric, w: Words) -> str:
    percent = in_percent(_game(found), metric, found.result.layout.unit)
    return shown(Estimate(record["estimate"], record["se"], record["n"]), w, percent, sign=True)


def _lines(found: ComparisonResult, lang: str) -> Iterator[str]:
    w, rivals, s = words(lang, "compare"), found.rivals, words(lang, "simulate")
    if found.result.partial:
        yield w("partial", games=w.number(found.result.games))
    yield sentence(found, lang)
    if rivals.same:
        return
    if found.difference.same and found.difference.value == 0:
        key = "alike" if found.alike else "alike_objective"
        yield w(key, objective=getattr(objective(found), lang), deals=w.number(found.result.blocks))
    yield from remarks(map(found.estimate, (0, 1)), [found.difference], objective(found).percent, lang)
    if found.verdict == "undecided" and found.result.blocks > 1:
        far = found.games_to_go
        yield w("more_never") if far is None else w("more", games=_rough(far, w))
    if found.undecided and not found.result.partial:
        yield w("not_reached", games=w.number(found.result.games))
    if found.result.blocks < 2:
        yield s("no_error")
        return
    key = "kind_sequence" if rivals.open_ended else "kind_fixed"
    yield w(key, deals=w.number(found.result.blocks), planned=w.number(rivals.planned))
    yield from _gains(found, w)


def _gains(found: ComparisonResult, w: Words) -> Iterator[str]:
    """What the ways to reduce variance gained."""
    gains, pairing = found.gains, found.unadjusted.gain
    if gains is None:
        if not found.rivals.mirror and pairing == pairing:
            yield w("gain_pairing", pairing=_times(pairing, w))
        return
    parts = [w("gain_seats", times=_times(gains.seats, w))]
    if not found.rivals.mirror:
        parts.append(w("gain_deals", times=_times(gains.pairing, w)))
    if found.adjustment is None:
        parts.append(w("gain_no_controls"))
    else:
        parts.append(w("gain_controls", times=_times(gains.controls, w), names=w.listed(found.adjustment.frozen.names)))
    parts.append(w("gain_no_strata"))
    yield w("gain", total=_times(gains.total, w), parts=", ".join(parts))


def _times(factor: float, w: Words) -> str:
    return w.number(factor, 2 if factor < 2 else 1 if factor < 10 else 0)


def _rough(games: int, w: Words) -> str:
    """A number of games to two digits: it is a guess."""
    unit = 10 ** max(len(str(games)) - 2, 0)
    return w.number(-(-games // unit) * unit)
