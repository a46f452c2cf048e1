"""A race's result for people: who won, when each was dropped, and what fresh deals say."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from cactus_sim.analysis.racing import ALPHA
from cactus_sim.report.digits import NOTHING, decimals, shown
from cactus_sim.report.intervals import remarks
from cactus_sim.report.simulation import heading
from cactus_sim.report.tables import Document, Table
from cactus_sim.report.tournament import SAME, contest_facts, figure, objective
from cactus_sim.report.words import Words, words
from cactus_sim.stats.sequences import FIRST_LOOK

if TYPE_CHECKING:
    from cactus_sim.analysis.racing import RaceResult, Runner
    from cactus_sim.games.base import Metric


def document(found: RaceResult, lang: str) -> Document:
    """The result in all its forms."""
    w, metric = words(lang, "race"), objective(found.contest)
    rows = [
        (
            runner.strategy,
            _state(found, runner, w),
            shown(runner.estimate, w, metric.percent, error=True),
            "" if runner is found.runners[0] else shown(runner.lag, w, metric.percent),
            "" if runner is found.runners[0] else _interval(runner, metric, w),
        )
        for runner in found.runners
    ]
    headings = (w("strategy"), "", heading(metric, lang), w("behind"), w("sequence"))
    table = Table(w("title", **contest_facts(found.contest, lang)), headings, rows, left=2)
    return Document((table,), found.records, found.to_json, tuple(_lines(found, lang)))


def plot_title(found: RaceResult, lang: str) -> str:
    """The finding in a few words."""
    w = words(lang, "race")
    return w("plot_title", winner=found.winner) if found.winner else w("plot_title_undecided", left=_left(found, w))


def sentences(found: RaceResult, lang: str) -> Iterator[str]:
    """Who won, after how many games, and what fresh deals say."""
    w, contest = words(lang, "race"), found.contest
    unit = words(lang, "units")(contest.unit, games=found.games)
    if found.winner is None:
        alike = all(_alike(runner) for runner in found.left[1:])
        key, deals = "undecided_alike" if alike else "undecided", w.number(found.left[0].estimate.n)
        yield w(key, games=w.number(found.games), unit=unit, left=_left(found, w), deals=deals)
        return
    whole = contest.blocks * contest.players * len(contest.strategies)
    yield w("won", winner=found.winner, games=w.number(found.games), unit=unit, all=w.number(whole))
    if found.fresh is not None:
        fresh, metric = found.fresh, objective(contest)
        half = fresh.lead.half_width() * (100 if metric.percent else 1)
        lead: str = shown(fresh.lead, w, metric.percent, sign=True)
        places = decimals(fresh.lead.se * (100 if metric.percent else 1))
        lead = f"{lead} ± {w.number(half, places)}" if half > 0 else lead
        yield w(
            "fresh_yes" if fresh.confirmed else "fresh_no", deals=w.number(fresh.lead.n), rival=fresh.rival,
            figure=figure(contest, fresh.estimate, lang), lead=lead,
        )  # fmt: skip


def _lines(found: RaceResult, lang: str) -> Iterator[str]:
    w, contest = words(lang, "race"), found.contest
    if found.partial:
        yield words(lang, "progress")("interrupted")
    yield from sentences(found, lang)
    yield from remarks([], [runner.lag for runner in found.left[1:]], contest.percent, lang)
    rivals = len(contest.strategies) - 1
    yield w("field", fields=w.number(contest.fields), players=contest.players)
    alpha = f"{w.short(float(f'{100 * ALPHA / rivals:.3g}'))} %"
    yield w("method", alpha=alpha, cycle=w.number(found.cycle), first_look=w.number(FIRST_LOOK))


def _left(found: RaceResult, w: Words) -> str:
    return w.listed(runner.strategy for runner in found.left)


def _state(found: RaceResult, runner: Runner, w: Words) -> str:
    if runner.dropped:
        return w("dropped", deals=w.number(runner.lag.n))
    return w("first") if runner is found.runners[0] else w("left")


def _alike(runner: Runner) -> bool:
    """Whether it fared exactly as the first on every deal."""
    return runner.lag.same and runner.lag.value == 0


def _interval(runner: Runner, metric: Metric, w: Words) -> str:
    if _alike(runner):
        return SAME
    if math.isnan(runner.half):
        return NOTHING
    scale = 100 if metric.percent else 1
    # One digit more than elsewhere: whether 0 is within them is what the ends are looked at for.
    places = decimals(scale * runner.lag.se / 10)
    ends = (scale * (runner.lag.value + sign * runner.half) for sign in (-1, 1))
    low, high = (w.number(end, places) for end in ends)
    return w("interval", low=low, high=high)
