"""A tournament's records: every figure in one tidy table."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from cactus_sim.stats.intervals import ANY, CHANCE, DIFFERENCE_OF_CHANCES, Estimate

if TYPE_CHECKING:
    from cactus_sim.analysis.league import TournamentResult

LABELS: Final[dict[str, Any]] = {"rival": "", "mix": "", "word": "", "rank_low": None, "rank_high": None}
"""Columns that some kinds of records have, and what stands there in the others."""


def records(found: TournamentResult) -> Iterator[dict[str, Any]]:
    """Every figure: `table` says of which kind, `estimate`, `se`, `low`, `high` (95 %) and `n` (blocks) how much.

    `standing`: the objective over all fields, with the ranks it may have and the `word` first, close or behind;
    `lag`: behind the first; `rating`: Plackett–Luce; `duel`: ahead of `rival` at the tables of both, alike
    where it was the same on every deal; `payoff`: in
    the mix; `resting`: the part that the strategy has in a resting point of the replicator dynamics, `mix` being
    the point's number and `word` whether it is stable; `tied`: strategies (of one `mix` number) that fare alike in
    a whole row of populations, with the part of all populations that come to rest in it. Intervals of shares and
    chances are cut at what these can be.
    """
    own, between = (CHANCE, DIFFERENCE_OF_CHANCES) if found.contest.percent else (ANY, ANY)
    for rank, (standing, behind) in enumerate(zip(found.standings, found.behind_first, strict=True)):
        ranks = {"rank_low": standing.ranks[0], "rank_high": standing.ranks[1]}
        word = "behind" if behind else "close" if rank else "first"
        yield _record("standing", standing.strategy, standing.estimate, own, word=word, **ranks)
        yield _record("lag", standing.strategy, standing.lag, between)
        yield _record("rating", standing.strategy, standing.rating)
    for duel in found.duels:
        word = "alike" if duel.alike else ("not told apart", "better", "worse")[duel.apart]
        yield _record("duel", duel.strategy, duel.lead, between, rival=duel.rival, word=word)
    for payoff in found.payoffs:
        yield _record("payoff", payoff.strategy, payoff.estimate, own, mix=found.mix_text(payoff.mix))
    if found.evolution is not None:
        for number, place in enumerate(found.evolution.places, start=1):
            for name, share, se in zip(found.contest.strategies, place.shares, place.se, strict=True):
                part = Estimate(float(share), float(se), found.blocks)
                yield _record("resting", name, part, CHANCE, mix=str(number), word=place.word)
        for number, tied in enumerate(found.evolution.tied, start=1):
            part = Estimate(tied.basin, math.nan, found.blocks)
            for strategy in tied.strategies:
                name = found.contest.strategies[strategy]
                yield _record("tied", name, part, CHANCE, mix=str(number), word=tied.word)


def _record(
    table: str, strategy: str, estimate: Estimate, bounds: tuple[float, float] = ANY, **more: Any
) -> dict[str, Any]:
    low, high = estimate.interval(bounds=bounds)
    figures = {"estimate": estimate.value, "se": estimate.se, "low": low, "high": high, "n": estimate.n}
    return {"table": table, "strategy": strategy, **figures, **LABELS, **more}
