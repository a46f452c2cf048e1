"""The tournament command's result for people: standings, duels, where a population goes, payoffs, and sentences."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from cactus_sim import games
from cactus_sim.report.digits import NOTHING, decimals, limits, shown
from cactus_sim.report.evolution import resting_table, where_it_goes
from cactus_sim.report.intervals import exactly, remarks
from cactus_sim.report.simulation import heading
from cactus_sim.report.tables import Document, Table
from cactus_sim.report.words import Words, words

if TYPE_CHECKING:
    from cactus_sim.analysis.entrants import Contest
    from cactus_sim.analysis.league import Standing, TournamentResult
    from cactus_sim.games.base import Metric
    from cactus_sim.stats.intervals import Estimate

MOST_PAYOFFS: Final = 40
"""The payoff table is shown up to so many mixes."""

RATING_STEP: Final = 0.5
SAME: Final = "="
"""What stands where two fared alike on every deal."""


def document(found: TournamentResult, asked: int, lang: str) -> Document:
    """The result in all its forms; `asked` is the number of games of each mix that were to be played."""
    tables = [_standings(found, lang), _duels(found, lang)]
    if found.evolution is not None and not found.evolution.flat:
        tables.append(resting_table(found.contest.strategies, found.evolution, words(lang, "tournament")))
    if len(found.mixes) <= MOST_PAYOFFS:
        tables.append(_payoffs(found, lang))
    return Document(tuple(tables), found.records, found.to_json, tuple(_lines(found, asked, lang)))


def sentence(found: TournamentResult, lang: str) -> str:
    """Who comes first, who fares exactly as the first does, and who is not told apart from it."""
    w, (first, *rest) = words(lang, "tournament"), found.standings
    others, deals = close_to_first(found), w.number(found.blocks)
    same = [standing.strategy for standing, like in zip(rest, found.like_first[1:], strict=True) if like]
    if len(same) == len(rest):
        names = w.listed([first.strategy, *same])
        return w("found_same", first=names, deals=deals, figure=figure(found.contest, first.estimate, lang, 2))
    kind = _kind(others, len(rest) - len(same))
    number = 1 + len(same)
    text = w(
        f"found_{kind}", first=w.listed([first.strategy, *same]), number=number,
        figure=figure(found.contest, first.estimate, lang, number), others=w.listed(others) if others else "",
    )  # fmt: skip
    if same:
        text += " " + w("like_first", first=first.strategy, others=w.listed(same), number=len(same), deals=deals)
    return text


def plot_title(found: TournamentResult, lang: str) -> str:
    """The finding in a few words."""
    w, others = words(lang, "tournament"), close_to_first(found)
    if all(found.like_first):
        return w("plot_title_same")
    same = [standing.strategy for standing, like in zip(found.standings, found.like_first, strict=True) if like]
    kind = _kind(others, len(found.standings) - len(same))
    firsts = w.listed(same) if same else found.standings[0].strategy
    listed = w.listed(others) if others else ""
    return w(f"plot_title_{kind}", first=firsts, number=max(1, len(same)), others=listed)


def plot_below(found: TournamentResult, asked: int, lang: str) -> str:
    """Rules, numbers and marks, for under the picture."""
    w = words(lang, "tournament")
    text = w("plot_below", **facts(found, lang))
    if found.evolution is not None and found.evolution.flat:
        text += f" · {w('plot_flat')}"
    elif found.evolution is not None and len(found.contest.strategies) == 3:
        text += w("plot_marks")
    return f"{_partial(found, asked, lang)} · {text}" if found.partial else text


def close_to_first(found: TournamentResult) -> list[str]:
    """Those that the games don't tell apart from the first, though they did not fare exactly alike, the best first."""
    rest = zip(found.standings[1:], found.behind_first[1:], found.like_first[1:], strict=True)
    return [standing.strategy for standing, apart, like in rest if not apart and not like]


def facts(found: TournamentResult, lang: str) -> dict[str, Any]:
    """What titles say of a tournament."""
    w = words(lang, "tournament")
    return {
        **contest_facts(found.contest, lang),
        "unit": words(lang, "units")(found.contest.unit, games=found.games),
        "mixes": w.number(len(found.mixes)),
        "games": w.number(found.games),
        "deals": w.number(found.blocks),
    }


def contest_facts(contest: Contest, lang: str) -> dict[str, Any]:
    """What titles say of a contest."""
    return {
        "game": games.get(contest.game).title[lang],
        "rules": contest.rules_name,
        "strategies": len(contest.strategies),
        "players": contest.players,
        "seed": contest.seed,
    }


def objective(contest: Contest) -> Metric:
    """The metric that is compared."""
    metrics: tuple[Metric, ...] = games.get(contest.game).seat_metrics
    return next(metric for metric in metrics if metric.name == contest.objective)


def figure(contest: Contest, estimate: Estimate, lang: str, number: int = 1) -> str:
    """A figure with its interval, in words, for as many strategies."""
    w, metric = words(lang, "tournament"), objective(contest)
    scale = 100 if metric.percent else 1
    ends = estimate.interval(bounds=limits(metric.percent))
    low, high = (w.number(scale * end, decimals(scale * estimate.se)) for end in ends)
    interval = words(lang, "compare")("no_interval") if estimate.n < 2 else f"{low}–{high}"
    if estimate.same:
        interval = exactly(estimate.n, lang)
    first = games.get(contest.game).seat_metrics[0].name
    key = "figure_share" if metric.percent and metric.name == first else "figure_other"
    value = shown(estimate, w, metric.percent)
    return w(key, objective=heading(metric, lang), value=value, interval=interval, number=number)


def _kind(others: list[str], rivals: int) -> str:
    """Whether all, some or none of the rivals are not told apart from the first."""
    return "alone" if not others else "all" if len(others) == rivals else "some"


def _standings(found: TournamentResult, lang: str) -> Table:
    w, metric = words(lang, "tournament"), objective(found.contest)
    rows = []
    for standing in found.standings:
        low, high = standing.ranks
        ahead = 1 / (1 + math.exp(-standing.rating.value))
        places = decimals(100 * standing.rating.se * ahead * (1 - ahead))
        rows.append(
            (
                standing.strategy,
                str(low) if low == high else w("rank_set", low=low, high=high),
                shown(standing.estimate, w, metric.percent, error=True),
                "" if standing is found.standings[0] else _lag(standing, metric, w),
                shown(standing.rating, w, error=True),
                NOTHING if math.isnan(ahead) else w.number(100 * ahead, places),
            )
        )
    headings = (w("strategy"), w("ranks"), heading(metric, lang), w("behind"), w("rating"), w("ahead"))
    return Table(w("title", **facts(found, lang)), headings, rows)


def _lag(standing: Standing, metric: Metric, w: Words) -> str:
    return shown(standing.lag, w, metric.percent, error=True, between=True)


def _duels(found: TournamentResult, lang: str) -> Table:
    w, metric = words(lang, "tournament"), objective(found.contest)
    duels = {(duel.strategy, duel.rival): duel for duel in found.duels}
    names = [standing.strategy for standing in found.standings]
    rows = []
    for name in names:
        cells = []
        for rival in names:
            if rival == name:
                cells.append("")
                continue
            duel = duels[name, rival]
            lead = shown(duel.lead, w, metric.percent, sign=True)
            cells.append(SAME if duel.alike else lead if duel.apart else w("not_told", lead=lead))
        rows.append((name, *cells))
    return Table(w("title_duels", objective=heading(metric, lang)), (w("strategy"), *names), rows)


def _payoffs(found: TournamentResult, lang: str) -> Table:
    w, metric = words(lang, "tournament"), objective(found.contest)
    cells = {(payoff.mix, payoff.strategy): shown(payoff.estimate, w, metric.percent) for payoff in found.payoffs}
    names = [standing.strategy for standing in found.standings]
    rows = [(found.mix_text(mix), *(cells.get((mix, name), "") for name in names)) for mix in found.mixes]
    return Table(w("title_payoffs", objective=heading(metric, lang)), (w("mix"), *names), rows)


def _lines(found: TournamentResult, asked: int, lang: str) -> Iterator[str]:
    w, contest = words(lang, "tournament"), found.contest
    if found.partial:
        yield _partial(found, asked, lang)
    yield sentence(found, lang)
    if found.evolution is not None:
        yield where_it_goes(contest.strategies, found.evolution, found.blocks, w)
    numbers = {"fields": w.number(contest.fields), "players": contest.players}
    if contest.complete:
        yield w("field_all", **numbers)
    else:
        every = math.comb(len(contest.strategies) + contest.players - 1, contest.players)
        yield w("field_some", **numbers, all=every, mixes=len(found.mixes))
    if found.blocks < 2:
        yield words(lang, "simulate")("no_error")
        return
    yield w("method", players=contest.players)
    figures, lags = zip(*((standing.estimate, standing.lag) for standing in found.standings), strict=True)
    yield from remarks(figures, lags[1:], contest.percent, lang)
    chance = 100 / (1 + math.exp(-RATING_STEP))
    finite = math.isfinite(found.standings[0].rating.value)
    yield w("rating_says", step=w.number(RATING_STEP, 1), chance=w.number(chance)) if finite else w("no_rating")
    if len(found.mixes) > MOST_PAYOFFS:
        yield w("payoffs_left_out", mixes=w.number(len(found.mixes)))


def _partial(found: TournamentResult, asked: int, lang: str) -> str:
    s = words(lang, "simulate")
    return s("partial", games=s.number(found.games), asked=s.number(asked))
