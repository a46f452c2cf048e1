"""What house rules do, in sentences; undecided effects are named as such, never as findings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cactus_sim.analysis.figures import SKILL
from cactus_sim.games.variants import NOT_VARIED
from cactus_sim.report.digits import decimals, limits, shown
from cactus_sim.report.intervals import exactly
from cactus_sim.report.words import Words, words
from cactus_sim.simulate.experiment import value_text

if TYPE_CHECKING:
    from cactus_sim.analysis.changes import Change
    from cactus_sim.analysis.house_findings import Effect, HouseRules
    from cactus_sim.games.base import Game
    from cactus_sim.games.rule_book import Value
    from cactus_sim.stats.intervals import Estimate

CLAUSES = 5
"""Effects of one change that its sentence tells; the others are counted."""


def sentences(found: HouseRules, lang: str) -> list[str]:
    """A sentence a change, the greatest effect on the chosen metric first; then those without any, and open ones."""
    return [*of_changes(found, lang), *of_the_rest(found, lang)]


def of_changes(found: HouseRules, lang: str) -> list[str]:
    """A sentence for each change with a decided effect."""
    by_size = sorted(found.ordered, key=lambda change: -found.chosen(change.label).weight)
    told = (_sentence(found, change, words(lang, "house"), lang) for change in by_size)
    return [text for text in told if text]


def of_the_rest(found: HouseRules, lang: str) -> list[str]:
    """What makes no difference at all, what makes none that counts, what is undecided."""
    w = words(lang, "house")
    groups = (("identical", found.identical), ("equivalent", found.equivalent()), ("undecided", found.undecided()))
    deals = w.number(found.blocks)
    return [w(f"rest_{key}", changes=in_row(labels), deals=deals) for key, labels in groups if labels]


def in_row(labels: tuple[str, ...]) -> str:
    """Labels of changes in a row; a semicolon parts them where a label has commas."""
    return ("; " if any(", " in label for label in labels) else ", ").join(labels)


def subject(found: HouseRules, change: Change, lang: str) -> str:
    """The change, as a sentence begins: "With 2 penalty cards instead of 1"."""
    w = words(lang, "house")
    if change.preset is not None:
        return w("subject_preset", preset=change.preset, base=found.plan.base.name)
    if len(change.differs) == 1 and isinstance(change.differs[0][2], bool):
        name, _, value = change.differs[0]
        return w("subject_yes" if value else "subject_no", rule=name)
    parts = [_instead(found.game, name, base, value, w) for name, base, value in change.differs]
    return w("subject_change", changes=w.listed(parts))


def figure_heading(effect: Effect, game: Game, lang: str) -> str:
    """What a figure is called."""
    if effect.strategy:
        return words(lang, "house")("share_of", strategy=effect.strategy)
    return metric_heading(effect.metric, game, lang)


def metric_heading(metric: str, game: Game, lang: str) -> str:
    """What a metric of the table is called."""
    if metric == SKILL:
        return words(lang, "house")("skill")
    known = next(each for each in (*game.game_metrics, *game.seat_metrics) if each.name == metric)
    return str(getattr(known, lang))


def places_of(value: float, error: float) -> int:
    """The decimals that a difference deserves; none where it is a whole number on every deal."""
    return 0 if error == 0 and value == int(value) else decimals(error)


def _instead(game: Game, name: str, base: Value, value: Value, w: Words) -> str:
    variants = game.variants.get(name, NOT_VARIED)
    if variants.counts is None or isinstance(value, bool) or not isinstance(value, int):
        return w("instead", value=f"{name}={value_text(value)}", base=f"{name}={value_text(base)}")
    return w("instead", value=variants.counted(value, w.lang), base=value_text(base))


def _sentence(found: HouseRules, change: Change, w: Words, lang: str) -> str:
    decided = sorted((e for e in found.of_change(change.label) if e.decided), key=lambda e: -e.weight)
    chosen = found.chosen(change.label)
    if chosen in decided:
        decided.insert(0, decided.pop(decided.index(chosen)))
    clauses = [_clause(effect, found.game, w, lang) for effect in decided[:CLAUSES]]
    if len(decided) > CLAUSES:
        clauses.append(w("more_effects", number=len(decided) - CLAUSES))
    clauses += _places(found, change.label, w)
    return w("sentence", subject=subject(found, change, lang), clauses=w("and_also").join(clauses)) if clauses else ""


def _places(found: HouseRules, change: str, w: Words) -> Iterator[str]:
    for reversal in found.reversals:
        if reversal.change == change:
            yield w("overtakes", after=reversal.ahead_after, before=reversal.ahead_before)


def _clause(effect: Effect, game: Game, w: Words, lang: str) -> str:
    scale = 100 if effect.percent else 1
    estimate = effect.difference.estimate
    value = scale * estimate.value
    places = places_of(value, scale * estimate.se)
    low, high = (scale * end for end in estimate.interval(bounds=limits(effect.percent, between=True)))
    if effect.strategy or effect.metric == SKILL:
        down = value < 0
        ends = sorted(abs(end) for end in (low, high))
        numbers = [w.number(number, places) for number in (abs(value), *ends)]
        key = "skill" if effect.metric == SKILL else "share"
        return w(
            f"{key}_{'down' if down else 'up'}", strategy=effect.strategy, by=numbers[0],
            interval=_interval(estimate, numbers[1], numbers[2], w),
        )  # fmt: skip
    interval = _interval(estimate, w.number(low, places, sign=True), w.number(high, places, sign=True), w)
    base, changed = (shown(each, w, effect.percent) for each in (effect.base, effect.changed))
    return w(
        "moves_percent" if effect.percent else "moves", figure=figure_heading(effect, game, lang),
        by=w.number(value, places, sign=True), interval=interval, base=base, changed=changed,
    )  # fmt: skip


def _interval(estimate: Estimate, low: str, high: str, w: Words) -> str:
    return exactly(estimate.n, w.lang) if estimate.same else w("interval", low=low, high=high)
