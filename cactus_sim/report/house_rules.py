"""The house-rules command's result for people: tables of effects, sentences, what was not tried."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from cactus_sim.analysis.house_findings import is_percent
from cactus_sim.report.digits import NOTHING, shown
from cactus_sim.report.house_sentences import metric_heading, of_changes, of_the_rest
from cactus_sim.report.simulation import line_up_text
from cactus_sim.report.tables import Document, Table
from cactus_sim.report.words import Words, words
from cactus_sim.simulate.experiment import value_text
from cactus_sim.stats.families import EQUIVALENT, SAME, UNDECIDED

if TYPE_CHECKING:
    from cactus_sim.analysis.changes import Change
    from cactus_sim.analysis.house_findings import Effect, HouseRules

SENTENCES = 12
"""Changes that are told of in sentences under the tables; JSON has the sentences of all."""

MOST_COLUMNS = 5
"""Figures in one table."""

MARKS = {EQUIVALENT: " ≈", UNDECIDED: " ?"}


def document(found: HouseRules, lang: str) -> Document:
    """The result in all its forms."""
    w = words(lang, "house")
    tables = list(_games_tables(found, w, lang))
    if len(found.plan.row_names) > 1:
        tables.append(_strategies_table(found, w))
    return Document(tables, found.records, found.to_json, tuple(_lines(found, w, lang)))


def facts(found: HouseRules, lang: str) -> dict[str, Any]:
    """What titles say of a comparison."""
    w = words(lang, "house")
    return {
        "game": found.game.title[lang],
        "base": found.plan.base.name,
        "line_up": line_up_text(entry.label for entry in found.plan.line_up),
        "games": w.number(found.games),
        "unit": words(lang, "units")(found.plan.unit, games=found.games),
        "deals": w.number(found.blocks),
        "seed": found.plan.seed,
    }


def _games_tables(found: HouseRules, w: Words, lang: str) -> Iterator[Table]:
    """What games are like, a few figures a table, so that lines stay short."""
    game = found.game
    metrics = [effect.metric for effect in found.of_change(found.changes[0].label) if not effect.strategy]
    number = -(-len(metrics) // MOST_COLUMNS)
    size = -(-len(metrics) // number)
    for start in range(0, len(metrics), size):
        part = metrics[start : start + size]
        headings = [
            f"{metric_heading(metric, game, lang)} %"
            if is_percent(game, metric, found.plan.unit)
            else metric_heading(metric, game, lang)
            for metric in part
        ]
        rows = [_base_row(found, w, part)]
        for change in _shown(found):
            effects = {effect.metric: effect for effect in found.of_change(change.label) if not effect.strategy}
            rows.append((change.label, *(_cell(effects[metric], w) for metric in part)))
        yield Table(w("title", **facts(found, lang)) if start == 0 else "", (w("change"), *headings), rows)


def _strategies_table(found: HouseRules, w: Words) -> Table:
    """How often each strategy wins, and who changes places."""
    rows = [(*_base_row(found, w, None), "")]
    for change in _shown(found):
        cells = (_cell(effect, w) for effect in found.of_change(change.label) if effect.strategy)
        swaps = [
            f"{reversal.ahead_after} > {reversal.ahead_before}"
            for reversal in found.reversals
            if reversal.change == change.label
        ]
        rows.append((change.label, *cells, ", ".join(swaps)))
    headings = (w("change"), *(w("share_heading", strategy=name) for name in found.plan.row_names), w("places"))
    return Table(w("title_shares"), headings, rows)


def _shown(found: HouseRules) -> list[Change]:
    """The changes in the tables: without those that change nothing at all, unless none does."""
    changing = [change for change in found.ordered if change.label not in found.identical]
    return changing or list(found.ordered)


def _base_row(found: HouseRules, w: Words, metrics: list[str] | None) -> tuple[str, ...]:
    """The base's figures: of the table by these metrics, or with None the strategies' shares."""
    effects = [
        effect
        for effect in found.of_change(found.changes[0].label)
        if (effect.strategy if metrics is None else not effect.strategy and effect.metric in metrics)
    ]
    cells = (f"{shown(effect.base, w, effect.percent)}  " for effect in effects)
    return (w("base", base=found.plan.base.name), *cells)


def _cell(effect: Effect, w: Words) -> str:
    """The difference ± half its interval, and a mark where it is undecided or too small to count."""
    estimate = effect.difference.estimate
    if estimate.value != estimate.value:
        return f"{NOTHING}  "
    if effect.verdict == SAME:
        return "=  "
    text = shown(estimate, w, effect.percent, error=True, sign=True, between=True)
    return text + MARKS.get(effect.verdict, "  ")


def _lines(found: HouseRules, w: Words, lang: str) -> Iterator[str]:
    if found.partial:
        left = [change.label for change in found.plan.changes[len(found.changes) :]]
        asked = found.plan.pair(found.changes[0])
        wanted = asked.blocks * asked.rotations
        if found.games < wanted:
            yield words(lang, "simulate")("partial", games=w.number(found.games), asked=w.number(wanted))
        if left:
            yield w("not_played", number=len(left), changes="; ".join(left))
    told = of_changes(found, lang)
    yield from told[:SENTENCES]
    if len(told) > SENTENCES:
        yield w("more_sentences", number=len(told) - SENTENCES)
    yield from of_the_rest(found, lang)
    yield from _skipped(found, w, lang)
    if found.blocks < 2:
        yield words(lang, "simulate")("no_error")
        return
    effects = len(found.effects)
    yield w("rule", deals=w.number(found.blocks), margin=w.short(found.plan.margin), effects=effects)
    if len(found.plan.row_names) > 1:
        yield w("skill_means")
    if found.gain() == found.gain():
        yield w("gain", gain=w.number(found.gain(), 1))


def _skipped(found: HouseRules, w: Words, lang: str) -> Iterator[str]:
    """What was not tried, one line for all with the same reason."""
    by_reason: dict[str, list[str]] = {}
    for skipped in found.skipped:
        values = "|".join(value_text(value) for value in skipped.values)
        name = f"{skipped.rule}={values}" if len(skipped.values) == 1 else skipped.rule
        by_reason.setdefault(getattr(skipped, lang), []).append(name)
    if by_reason:
        yield w("skipped", rules=w("and_also").join(f"{', '.join(names)} ({why})" for why, names in by_reason.items()))
