"""The tournament command's result for people: standings, duels, where a population goes, payoffs, and sentences."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from cactus_sim import games
from cactus_sim.analysis.evolution import UNSTABLE
from cactus_sim.report.digits import NOTHING, decimals, shown
from cactus_sim.report.simulation import heading
from cactus_sim.report.tables import Document, Table
from cactus_sim.report.words import Words, words
from cactus_sim.stats.resting import SEARCHED

if TYPE_CHECKING:
    from cactus_sim.analysis.entrants import Contest
    from cactus_sim.analysis.evolution import Evolution, Place
    from cactus_sim.analysis.league import TournamentResult
    from cactus_sim.games.base import Metric
    from cactus_sim.stats.intervals import Estimate

MOST_PAYOFFS: Final = 40
"""The payoff table is shown up to so many mixes."""

SMALLEST_PART: Final = 0.005
RATING_STEP: Final = 0.5


def document(found: TournamentResult, asked: int, lang: str) -> Document:
    """The result in all its forms; `asked` is the number of games of each mix that were to be played."""
    tables = [_standings(found, lang), _duels(found, lang)]
    if found.evolution is not None:
        tables.append(_resting(found, found.evolution, lang))
    if len(found.mixes) <= MOST_PAYOFFS:
        tables.append(_payoffs(found, lang))
    return Document(tuple(tables), found.records, found.to_json, tuple(_lines(found, asked, lang)))


def sentence(found: TournamentResult, lang: str) -> str:
    """Who comes first, and who is not told apart from it."""
    w, first = words(lang, "tournament"), found.standings[0]
    rivals = close_to_first(found)
    kind = "alone" if not rivals else "all" if len(rivals) == len(found.standings) - 1 else "some"
    text = figure(found.contest, first.estimate, lang)
    return w(f"found_{kind}", first=first.strategy, figure=text, others=w.listed(rivals) if rivals else "")


def plot_title(found: TournamentResult, lang: str) -> str:
    """The finding in a few words."""
    w, rivals = words(lang, "tournament"), close_to_first(found)
    kind = "alone" if not rivals else "all" if len(rivals) == len(found.standings) - 1 else "some"
    others = w.listed(rivals) if rivals else ""
    return w(f"plot_title_{kind}", first=found.standings[0].strategy, others=others)


def plot_below(found: TournamentResult, asked: int, lang: str) -> str:
    """Rules, numbers and marks, for under the picture."""
    w = words(lang, "tournament")
    text = w("plot_below", **facts(found, lang))
    if found.evolution is not None and len(found.contest.strategies) == 3:
        text += w("plot_marks")
    return f"{_partial(found, asked, lang)} · {text}" if found.partial else text


def close_to_first(found: TournamentResult) -> list[str]:
    """Those that the games don't tell apart from the first, the best of them first."""
    return [
        standing.strategy
        for standing, apart in zip(found.standings[1:], found.behind_first[1:], strict=True)
        if not apart
    ]


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


def figure(contest: Contest, estimate: Estimate, lang: str) -> str:
    """A figure with its interval, in words."""
    w, metric = words(lang, "tournament"), objective(contest)
    scale = 100 if metric.percent else 1
    low, high = (w.number(scale * end, decimals(scale * estimate.se)) for end in estimate.interval())
    interval = f"{low}–{high}" if estimate.n > 1 else NOTHING
    first = games.get(contest.game).seat_metrics[0].name
    key = "figure_share" if metric.percent and metric.name == first else "figure_other"
    return w(key, objective=heading(metric, lang), value=shown(estimate, w, metric.percent), interval=interval)


def population(strategies: tuple[str, ...], shares: Any, w: Words) -> str:
    """A population in words, those that most hold first: `63 % threshold, 37 % early`."""
    parts = sorted(zip(shares, strategies, strict=True), key=lambda part: -part[0])
    there = [(share, name) for share, name in parts if share >= SMALLEST_PART]
    if len(there) == 1:
        return w("part_all", strategy=there[0][1])
    return ", ".join(w("part", part=w.number(100 * share), strategy=name) for share, name in there)


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
                "" if standing is found.standings[0] else shown(standing.lag, w, metric.percent, error=True),
                shown(standing.rating, w, error=True),
                NOTHING if math.isnan(ahead) else w.number(100 * ahead, places),
            )
        )
    headings = (w("strategy"), w("ranks"), heading(metric, lang), w("behind"), w("rating"), w("ahead"))
    return Table(w("title", **facts(found, lang)), headings, rows)


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
            cells.append(lead if duel.apart else w("not_told", lead=lead))
        rows.append((name, *cells))
    return Table(w("title_duels", objective=heading(metric, lang)), (w("strategy"), *names), rows)


def _resting(found: TournamentResult, evolution: Evolution, lang: str) -> Table:
    w = words(lang, "tournament")
    kept = [place for place in evolution.places if _counts(place)]
    rows = [
        (
            population(found.contest.strategies, place.shares, w),
            w(f"state_{place.word}"),
            w.number(100 * place.stable),
            w.number(100 * place.basin),
        )
        for place in kept
    ]
    notes = []
    if len(kept) < len(evolution.places):
        notes.append(w("resting_left_out", number=len(evolution.places) - len(kept)))
    if not evolution.searched:
        notes.append(w("resting_not_searched", most=SEARCHED))
    headings = (w("population"), "", w("stable"), w("basin"))
    return Table(w("title_resting"), headings, rows, tuple(notes), left=2)


def _counts(place: Place) -> bool:
    return place.word != UNSTABLE or place.basin > 0


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
        yield _goes(found, found.evolution, w)
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
    chance = 100 / (1 + math.exp(-RATING_STEP))
    finite = math.isfinite(found.standings[0].rating.value)
    yield w("rating_says", step=w.number(RATING_STEP, 1), chance=w.number(chance)) if finite else w("no_rating")
    if len(found.mixes) > MOST_PAYOFFS:
        yield w("payoffs_left_out", mixes=w.number(len(found.mixes)))


def _partial(found: TournamentResult, asked: int, lang: str) -> str:
    s = words(lang, "simulate")
    return s("partial", games=s.number(found.games), asked=s.number(asked))


def _goes(found: TournamentResult, evolution: Evolution, w: Words) -> str:
    """Where a population goes, from how many of all starts."""
    ends = [place for place in evolution.places if place.basin > 0]
    texts = [population(found.contest.strategies, place.shares, w) for place in ends]
    if len(ends) == 1 and evolution.moving == 0:
        return w("evolves_one", end=texts[0], sure=w.number(100 * ends[0].stable))
    parts = [
        w("evolves_to", basin=w.number(100 * place.basin), end=text, sure=w.number(100 * place.stable))
        for place, text in zip(ends, texts, strict=True)
    ]
    if evolution.moving:
        parts.append(w("evolves_nowhere", basin=w.number(100 * evolution.moving)))
    return w("evolves_some", ends=w.listed(parts))
