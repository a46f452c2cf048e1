"""Advice for people: what to do, how sure that is, where the figures are from, and why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cactus_sim.cards import card_name, card_text
from cactus_sim.report.tables import Document, Table
from cactus_sim.report.words import Words, words
from cactus_sim.simulate.result import SCHEMA_VERSION, two_levels

if TYPE_CHECKING:
    from cactus_sim.analysis.advice import Advice
    from cactus_sim.games.base import Position


def document(advice: Sequence[Advice], position: Position, game: str, rules: str, lang: str, explain: bool) -> Document:
    """All advice for a position, in all its forms."""
    w = words(lang, "advice")
    tables = [_table(one, lang, w) for one in advice]
    lines = [line for one in advice for line in _lines(one, lang, w)]
    if position.forced:
        lines.append(words(lang, game)(position.forced, card=card_name(position.forced_card, lang)))
    elif not advice:
        lines.append(w("none", rules=rules))
    if explain and position.facts:
        lines.append(w("why", facts=_facts(game, position, lang)))
    return Document(tables, lambda: _records(advice), lambda: _json(advice, position), tuple(lines))


def _table(advice: Advice, lang: str, w: Words) -> Table:
    setting = advice.plan.setting
    names = {option.name: option.words[lang] for option in setting.decision.options}
    metric = setting.metric
    heading = metric.en if lang == "en" else metric.fr
    scale, decimals = _scale(metric.percent, advice)
    rows = [
        (
            names[option.name],
            f"{w.number(scale * option.value, decimals)} ± {w.number(196 / 100 * scale * option.se, decimals)}",
        )
        for option in advice.options
    ]
    unit = f"{heading} %" if metric.percent else heading
    return Table(setting.decision.question[lang], (w("option"), unit), rows)


def _scale(percent: bool, advice: Advice) -> tuple[float, int]:
    """By what figures are multiplied, and their decimals: as many as the error allows."""
    scale = 100.0 if percent else 1.0
    error = scale * max(option.se for option in advice.options)
    return scale, 0 if error >= 2 else 1 if error >= 0.05 else 2


def _lines(advice: Advice, lang: str, w: Words) -> Iterator[str]:
    setting = advice.plan.setting
    metric = setting.metric
    names = {option.name: option.words[lang] for option in setting.decision.options}
    scale, decimals = _scale(metric.percent, advice)
    best, second = advice.options[0], advice.options[1]
    key = f"{'best' if advice.clear else 'open'}_{'share' if metric.percent else 'value'}"
    yield w(
        key,
        option=names[best.name][:1].upper() + names[best.name][1:],
        second=names[second.name],
        value=w.number(scale * best.value, decimals),
        other=w.number(scale * second.value, decimals),
        lead=w.number(scale * abs(advice.lead), max(1, decimals)),
        half=w.number(1.96 * scale * advice.lead_se, max(1, decimals)),
        metric=metric.en if lang == "en" else metric.fr,
    )
    told = words(lang, setting.game.name)
    if advice.assumed:
        yield w("play_outs", visits=w.number(advice.visits), seed=advice.plan.seed)
        yield w("assumed", what=" ".join(told(key) for key in advice.assumed))
    else:
        yield w("chart", players=setting.players, visits=w.number(advice.visits), seed=advice.plan.seed)


def _facts(game: str, position: Position, lang: str) -> str:
    told = words(lang, game)
    return "; ".join(told(key, number=told.short(round(number, 1))) for key, number in position.facts.items())


def _records(advice: Sequence[Advice]) -> Iterator[Mapping[str, Any]]:
    for one in advice:
        for option in one.options:
            low, high = option.interval
            yield {
                "decision": one.plan.setting.decision.name,
                "option": option.name,
                "estimate": option.value,
                "se": option.se,
                "low": low,
                "high": high,
                "source": one.source,
                "n": one.visits,
            }


def _json(advice: Sequence[Advice], position: Position) -> str:
    forced: dict[str, Any] | None = None
    if position.forced:
        card = card_text(position.forced_card) if position.forced_card >= 0 else None
        forced = {"what": position.forced.removeprefix("forced_"), "card": card}
    advised = [one.document() for one in advice]
    return two_levels({"schema_version": SCHEMA_VERSION, "forced": forced, "advice": advised})
