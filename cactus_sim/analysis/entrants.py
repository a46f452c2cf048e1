"""Who is entered in a tournament, under which rules, and how each is to be compared."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from cactus_sim.analysis.mixes import MOST_MIXES, SAMPLE_SEED, Mixes, mixes_of, seats_of
from cactus_sim.analysis.plan import objective_of
from cactus_sim.errors import UsageError
from cactus_sim.games.base import AHEAD
from cactus_sim.simulate import experiment as experiments
from cactus_sim.simulate.company import DEALS_AN_ORDER, Company, deals_an_order
from cactus_sim.simulate.experiment import Arm
from cactus_sim.simulate.schedule import Batch, blocks_for, first_deal_of, ranges_of
from cactus_sim.stats.sequences import FIRST_LOOK

if TYPE_CHECKING:
    from pathlib import Path

    from cactus_sim.games.base import Game, Metric

CYCLE: Final = 2048
"""In a race all fields are met within about so many deals; it looks at the leads each time they were."""


@dataclass(frozen=True)
class Contest:
    """What a tournament, or a race, asks."""

    game: str
    rules_name: str
    unit: str
    players: int
    """How many sit at a table."""
    strategies: tuple[str, ...]
    objective: str
    """The metric that is compared."""
    better: int
    """+1 where more of it is better, −1 where less is."""
    percent: bool
    """Whether it is shown as a percentage."""
    scale: int
    """What is counted of it is so many times what it says."""
    fields: int
    """How many fields of rivals each strategy faces."""
    complete: bool
    """Whether these are all fields, rather than a balanced sample."""
    blocks: int
    """How many deals are planned, each at every rotation; in a race, at most."""
    seed: int
    first_deal: str | None = None
    """Where the deals begin that are played (`schedule.first_deal_of`); None for 0."""

    @property
    def deals(self) -> tuple[Batch, ...]:
        """Which deals are played, in this order."""
        return ranges_of(first_deal_of(self.first_deal), self.blocks)


@dataclass(frozen=True)
class Entrants:
    """A contest to be played."""

    contest: Contest
    company: Company
    mixes: Mixes
    metrics: tuple[int, int]
    """Where the objective and AHEAD are among the game's seat metrics."""


def enter(
    game: str | Game,
    strategies: Sequence[str] | None = None,
    *,
    rules: str | None = None,
    changes: Mapping[str, object] | None = None,
    rules_file: str | Path | None = None,
    players: int | None = None,
    unit: str | None = None,
    objective: str | None = None,
    games_asked: int = 1,
    mixes: int = MOST_MIXES,
    first_deal: str | int | None = None,
    seed: int | None = None,
    race: bool = False,
) -> Entrants:
    """The entrants, checked throughout: every strategy, the rules, the number at a table.

    Each mix is played `games_asked` times; in a race each strategy plays at most so often against every field.
    """
    found = experiments.game_called(game)
    texts = _all_strategies(found) if strategies is None else tuple(strategies)
    ruled = experiments.rule_set(found, rules, changes, rules_file)
    entries = experiments.line_up_of(found, texts)
    labels = tuple(entry.label for entry in entries)
    _check_different(labels)
    size = len(found.default_line_up) if players is None else players
    experiments.check_table(found, ruled, size)
    metric = objective_of(found, objective)
    chosen = mixes_of(len(entries), size, mixes)
    blocks = blocks_for(games_asked, size)
    fields, deals = (_in_turn(chosen), _deals_a_field(chosen)) if race else (((),), deals_an_order(size, blocks))
    if race:
        blocks = _whole(blocks * len(fields), deals * len(fields))
    contest = Contest(
        found.name, ruled.name, experiments.check_unit(found, unit), size, labels, metric.name, metric.better,
        metric.percent, metric.scale, len(chosen.fields), chosen.complete, blocks, experiments.check_seed(seed),
        None if first_deal is None else str(first_deal),
    )  # fmt: skip
    if race and first_deal is not None:
        raise UsageError("a race stops by itself, and begins with deal 0: leave out the first deal")
    if not contest.deals:
        raise UsageError("no deals to play")
    arm = Arm("all", ruled, entries, tuple(range(len(entries))))
    company = Company(found, arm, contest.unit, contest.seed, size, deals, fields)
    return Entrants(contest, company, chosen, (_place(found, metric.name), _place(found, AHEAD)))


def metric_of(contest: Contest, game: Game) -> Metric:
    """The metric that a contest compares."""
    return next(metric for metric in game.seat_metrics if metric.name == contest.objective)


def described(entrants: Entrants) -> tuple[Game, tuple[Arm, ...], str, int, int, tuple[Batch, ...]]:
    """What is played, as a run's manifest has it: all strategies as one line-up."""
    company, contest = entrants.company, entrants.contest
    return company.game, (company.arm,), contest.unit, contest.seed, contest.players, contest.deals


def _all_strategies(game: Game) -> tuple[str, ...]:
    from cactus_sim.strategies import registry

    return tuple(registry(game))


def _check_different(labels: tuple[str, ...]) -> None:
    for place, label in enumerate(labels):
        if label in labels[:place]:
            raise UsageError(f"{label} is entered twice: tables of mixed company seat a strategy several times anyway")
    if len(labels) < 2:
        raise UsageError(f"{', '.join(labels) or 'nobody'} alone makes no tournament: enter at least two strategies")


def _in_turn(mixes: Mixes) -> tuple[tuple[int, ...], ...]:
    """The fields as entries in their seats, in a fixed random order, so that neighbours have little in common."""
    rng = random.Random(SAMPLE_SEED)
    return tuple(sorted(map(seats_of, mixes.fields), key=lambda _: rng.random()))


def _deals_a_field(mixes: Mixes) -> int:
    """How many deals in a row meet the same field: few enough that all fields are met soon."""
    return max(1, min(DEALS_AN_ORDER, CYCLE // len(mixes.fields)))


def _whole(blocks: int, cycle: int) -> int:
    """So many blocks in whole cycles, in which every field is met equally often; enough for a first look."""
    return -(-max(blocks, FIRST_LOOK) // cycle) * cycle


def _place(game: Game, name: str) -> int:
    return next(place for place, metric in enumerate(game.seat_metrics) if metric.name == name)
