"""`tournament`: every mix of the entered strategies at the table, all on the same deals; `race`: which one is best?

Light to import, as the package's __init__ does so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from cactus_sim.analysis.entrants import Entrants
    from cactus_sim.analysis.league import TournamentResult
    from cactus_sim.analysis.racing import RaceResult
    from cactus_sim.games.base import Game
    from cactus_sim.simulate.runner import Progress


def tournament(
    game: str | Game,
    strategies: Sequence[str] | None = None,
    *,
    rules: str | None = None,
    changes: Mapping[str, object] | None = None,
    rules_file: str | Path | None = None,
    players: int | None = None,
    unit: str | None = None,
    objective: str | None = None,
    mixes: int | None = None,
    games: int = 10_000,
    first_deal: str | int | None = None,
    seed: int | None = None,
    jobs: int | None = None,
) -> TournamentResult:
    """Plays every mix of the strategies over tables of `players`, `games` times each, all on the same deals.

    `strategies` holds entries such as "threshold(call_at=4)", by default every built-in strategy of the game; `players`
    is by default as many as in the game's default line-up. Where there are more than `mixes` mixes (400) a balanced
    sample of them is played. `objective` is what is compared, by default the game's first metric.

    >>> from cactus_sim import tournament
    >>> found = tournament("cactus", ["threshold", "early", "random"], players=3, games=600, seed=1)
    >>> len(found.mixes), found.standings[-1].strategy
    (10, 'random')
    """
    from cactus_sim.analysis.entrants import enter
    from cactus_sim.analysis.mixes import MOST_MIXES

    entrants = enter(
        game, strategies, rules=rules, changes=changes, rules_file=rules_file, players=players, unit=unit,
        objective=objective, mixes=MOST_MIXES if mixes is None else mixes, games_asked=games,
        first_deal=first_deal, seed=seed,
    )  # fmt: skip
    return run_tournament(entrants, jobs)


def run_tournament(entrants: Entrants, jobs: int | None = None, progress: Progress | None = None) -> TournamentResult:
    """Plays a planned tournament; raises KeyboardInterrupt where it was interrupted before a first batch was done."""
    from cactus_sim.analysis.entrants import described
    from cactus_sim.analysis.league import TournamentResult
    from cactus_sim.analysis.mixes import seats_of
    from cactus_sim.simulate.company import MixWorker, ready
    from cactus_sim.simulate.facts import contest_facts
    from cactus_sim.simulate.runner import hands, play_deals
    from cactus_sim.simulate.session import current

    company, contest = entrants.company, entrants.contest
    current().begin(lambda: contest_facts(*described(entrants)), (company.arm,))
    threads = hands(jobs)
    arm = ready(company)
    tables = [seats_of(counts) for counts in entrants.mixes.mixes]
    workers = [MixWorker(company, arm, tables, *entrants.metrics) for _ in range(threads)]
    games_a_block = len(tables) * contest.players
    size = company.batch_size(games_a_block, contest.blocks, threads)
    tally, interrupted = play_deals(workers, contest.deals, size, games_a_block, progress)
    if interrupted and not tally.blocks:
        raise KeyboardInterrupt
    return TournamentResult(contest, entrants.mixes.mixes, entrants.mixes.fields, tally, interrupted)


def race(
    game: str | Game,
    strategies: Sequence[str] | None = None,
    *,
    rules: str | None = None,
    changes: Mapping[str, object] | None = None,
    rules_file: str | Path | None = None,
    players: int | None = None,
    unit: str | None = None,
    objective: str | None = None,
    mixes: int | None = None,
    games: int = 10_000,
    seed: int | None = None,
    jobs: int | None = None,
) -> RaceResult:
    """Finds the best of the strategies with as few games as it takes: the beaten are dropped early.

    The question is that of `tournament`: who fares best over all fields of rivals among those entered, each field
    weighted equally? All play on the same deals in the same seat against the same fields; whoever is told to be worse
    than the one in front is dropped, until one is left or each has played `games` games against every field. Then the
    winner meets the last one dropped again, on fresh deals.

    >>> from cactus_sim import race
    >>> race("cactus", ["threshold", "random"], players=3, games=4000, seed=1).winner
    'threshold'
    """
    from cactus_sim.analysis.entrants import enter
    from cactus_sim.analysis.mixes import MOST_MIXES

    entrants = enter(
        game, strategies, rules=rules, changes=changes, rules_file=rules_file, players=players, unit=unit,
        objective=objective, mixes=MOST_MIXES if mixes is None else mixes, games_asked=games, seed=seed, race=True,
    )  # fmt: skip
    return run_race(entrants, jobs)


def run_race(entrants: Entrants, jobs: int | None = None, progress: Progress | None = None) -> RaceResult:
    """Runs a planned race; raises KeyboardInterrupt where it was interrupted before a first batch was done."""
    from cactus_sim.analysis.entrants import described
    from cactus_sim.analysis.racing import Race
    from cactus_sim.simulate.facts import contest_facts
    from cactus_sim.simulate.runner import hands
    from cactus_sim.simulate.session import current

    current().begin(lambda: contest_facts(*described(entrants)), (entrants.company.arm,))
    return Race(entrants, hands(jobs), progress).run()
