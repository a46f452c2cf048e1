"""Studies of decisions: games played on from every decision of a kind, their sums, and what these say of each cell."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Final

import numpy as np
import numpy.typing as npt

from cactus_sim.games.base import CompiledLineUp, Study
from cactus_sim.games.decisions import cells
from cactus_sim.simulate.crew import Recipe
from cactus_sim.simulate.interrupts import interrupts_kept
from cactus_sim.simulate.runner import hands, play_deals
from cactus_sim.simulate.schedule import Batch
from cactus_sim.simulate.session import current
from cactus_sim.strategies import charts
from cactus_sim.strategies.charts import ChartParameter, Policy

if TYPE_CHECKING:
    from cactus_sim.games.base import Game, Metric
    from cactus_sim.games.decisions import Decision
    from cactus_sim.simulate.experiment import RuleSet
    from cactus_sim.simulate.runner import Progress
    from cactus_sim.strategies import Entry

GAMES_A_LOOK: Final = 2_048
"""Games of a batch, after which a study is looked at."""

IntArray = npt.NDArray[np.int64]
FloatArray = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Setting:
    """The table at which decisions are studied."""

    game: Game
    decision: Decision
    sizes: tuple[int, ...]
    """The length of each axis, 1 where the chart leaves it out."""
    rules: RuleSet
    decider: Entry
    """The player whose decisions are studied: an entry of a strategy that plays by a chart."""
    field: tuple[Entry, ...]
    """The other players; none where all play by the chart."""
    players: int
    unit: str
    objective: str

    @property
    def metric(self) -> Metric:
        """The metric that options are valued by."""
        return next(metric for metric in self.game.seat_metrics if metric.name == self.objective)

    @property
    def line_up(self) -> tuple[Entry, ...]:
        """Who sits at the table: the decider first, or all over."""
        return (self.decider, *self.field) if self.field else (self.decider,) * self.players

    @property
    def rotations(self) -> int:
        """The rotations of a deal that differ."""
        return self.players if self.field else 1

    def policy(self, options: IntArray) -> Policy:
        """A policy for the decider."""
        return Policy(self.decision.name, self.players, self.sizes, options)

    def silent(self) -> IntArray:
        """The policy that says nothing: the decider's own rule decides everywhere."""
        return np.full(cells(self.sizes), -1, np.int64)


@dataclass(frozen=True)
class DecisionTally:
    """Sums over blocks of what decisions were worth; adding two adds their deals."""

    blocks: int
    rotations: int
    moments: IntArray
    """[cell, slot, moment] (see `games.forks`): a slot for each option and then for each pair of options."""
    game_values: IntArray
    """[metric]: the sums of the game's own metrics, over the games that were listened to."""

    def __add__(self, other: DecisionTally) -> DecisionTally:
        return DecisionTally(
            self.blocks + other.blocks,
            self.rotations,
            self.moments + other.moments,
            self.game_values + other.game_values,
        )

    @property
    def games(self) -> int:
        """Games that were listened to; those played on from a decision are not counted."""
        return self.blocks * self.rotations

    def mean(self, game: Game, metric: str) -> float:
        """A metric of the game itself, a game; nan before the first."""
        place = [own.name for own in game.game_metrics].index(metric)
        scale = game.game_metrics[place].scale
        return float(self.game_values[place]) / (scale * self.games) if self.games else float("nan")


@dataclass(frozen=True)
class Values:
    """What a study found: for each cell (and pair of options) a mean over visits with its standard error.

    Visits of one deal go together, so the errors are those of a ratio of block sums.
    """

    options: int
    scale: int
    """What the objective's whole numbers are divided by."""
    sums: FloatArray
    """[cell, slot, moment]."""
    games: float
    """How many games they are from."""

    @cached_property
    def visits(self) -> FloatArray:
        """How often each cell was decided in [cell]."""
        most: FloatArray = self.sums[:, : self.options, 0].max(axis=1)
        return most

    def value(self, option: int) -> tuple[FloatArray, FloatArray]:
        """The mean of the objective where an option is taken, and its standard error, by cell."""
        return self._ratio(self.sums[:, option])

    def difference(self, first: int, second: int) -> tuple[FloatArray, FloatArray]:
        """Mean and standard error, by cell, of what option `second` gains over `first`."""
        if first > second:
            mean, error = self.difference(second, first)
            return -mean, error
        return self._ratio(self.sums[:, pair_slot(self.options, first, second)])

    def plus(self, older: Values | None, weight: float) -> Values:
        """These sums and `weight` times older ones."""
        if older is None:
            return self
        return replace(self, sums=self.sums + weight * older.sums, games=self.games + weight * older.games)

    def _ratio(self, sums: FloatArray) -> tuple[FloatArray, FloatArray]:
        visits, total, visits2, total2, both = sums.T
        with np.errstate(invalid="ignore", divide="ignore"):
            mean = total / visits
            spread = np.maximum(total2 - 2 * mean * both + mean * mean * visits2, 0.0)
            # A cell that one deal alone has visited says nothing of its error.
            alone = visits2 >= visits * visits
            error = np.where(alone, np.inf, np.sqrt(spread) / visits)
        return mean / self.scale, error / self.scale


def pair_slot(options: int, first: int, second: int) -> int:
    """The slot of the difference second − first of a pair of options, first < second (as `games.forks` has it)."""
    pairs = [(a, b) for a in range(options) for b in range(a + 1, options)]
    return options + pairs.index((first, second))


def values_of(setting: Setting, tally: DecisionTally) -> Values:
    """What a tally says of each cell."""
    return Values(len(setting.decision.options), setting.metric.scale, tally.moments.astype(np.float64), tally.games)


def run_study(
    setting: Setting,
    options: IntArray,
    seed: int,
    deals: Batch,
    *,
    explore: float = 0.0,
    jobs: int | None = None,
    progress: Progress | None = None,
    enough: Callable[[DecisionTally], bool] | None = None,
    given: Mapping[str, str] | None = None,
) -> DecisionTally:
    """Plays the deals with a policy for the decider, and on from each of its decisions once for each option.

    After a decision all go on by the policy. With `explore` so large a part of the decisions is taken at random in the
    games listened to, never in those played on: so that cells are seen that the policy never comes to. `enough` is
    asked after every GAMES_A_LOOK games, and ends the study where it says so. With `given` (a position as the game's
    options describe it) every game begins from that position, and its first decision is studied. Raises
    KeyboardInterrupt where it is interrupted: half a study is none.
    """
    jobs = hands(jobs)
    with interrupts_kept(), current().timed("compiling"):
        setting.game.compile_study(positions=given is not None)
    workers = [StudyWorker(setting, options, seed, explore, given) for _ in range(jobs)]
    size = max(1, GAMES_A_LOOK // setting.rotations)
    tally, interrupted = play_deals(workers, deals, size, setting.rotations, progress, enough)
    if interrupted:
        raise KeyboardInterrupt
    return tally


class StudyWorker:
    """Plays batches of a study on one thread; it has a chart of its own in memory, since it listens by it."""

    def __init__(
        self,
        setting: Setting,
        options: IntArray,
        seed: int,
        explore: float,
        given: Mapping[str, str] | None = None,
    ) -> None:
        from cactus_sim.games.deciding import EXPLORE, EXPLORE_OF, STUDIED
        from cactus_sim.strategies import compile_entries

        self.recipe = Recipe(_study_worker, (setting, options, seed, explore, given))
        self._setting, self._seed = setting, seed
        game = setting.game
        memory = charts.lay_out(game.name, (*others_of(setting), setting.policy(options)))
        memory[STUDIED] = [decision.name for decision in game.decisions].index(setting.decision.name)
        memory[EXPLORE] = round(explore * EXPLORE_OF)
        line_up = compile_entries(game, setting.line_up, game.hooks_in_use(setting.rules.values))
        names = list(setting.decider.strategy.parameters)
        place = next(
            names.index(name)
            for name, parameter in setting.decider.strategy.parameters.items()
            if isinstance(parameter, ChartParameter)
        )
        deciders = 1 if setting.field else setting.players
        for player in range(deciders):
            line_up.entries[player]["p"][place] = charts.address_of(memory)
        self._line_up = CompiledLineUp(line_up.entries, line_up.addresses)
        self._rules = game.rules_record(setting.rules.values)
        self._labels = tuple(entry.label for entry in setting.line_up)
        objective = [metric.name for metric in game.seat_metrics].index(setting.objective)
        self._study = Study(setting.decision, memory, (1 << deciders) - 1, objective)
        self._start = None
        if given is not None:
            self._study = replace(self._study, focal=1)
            self._start = game.position(setting.rules.values, self._line_up, given, seed).start

    def nothing(self) -> DecisionTally:
        """The tally of no deals."""
        options = len(self._setting.decision.options)
        slots = options + options * (options - 1) // 2
        moments = np.zeros((cells(self._setting.sizes), slots, 5), np.int64)
        game_values = np.zeros(len(self._setting.game.game_metrics), np.int64)
        return DecisionTally(0, self._setting.rotations, moments, game_values)

    def play(self, batch: Batch) -> DecisionTally:
        """The tally of a batch."""
        tally = self.nothing()
        self._setting.game.explore(
            self._rules, self._line_up, self._labels, self._setting.unit, self._seed, batch.first_deal, batch.blocks,
            self._setting.rotations, self._study, tally.moments, tally.game_values,
            self._start,
        )  # fmt: skip
        return replace(tally, blocks=batch.blocks)


def _study_worker(
    setting: Setting, options: IntArray, seed: int, explore: float, given: Mapping[str, str] | None
) -> StudyWorker:
    setting.game.compile_study(positions=given is not None)
    return StudyWorker(setting, options, seed, explore, given)


def others_of(setting: Setting) -> tuple[Policy, ...]:
    """The charts of other kinds that the decider plays by besides: those of its chart file."""
    for name, parameter in setting.decider.strategy.parameters.items():
        if isinstance(parameter, ChartParameter):
            own = charts.policies(setting.game.name, str(setting.decider.parameters[name]))
            return tuple(policy for policy in own if policy.kind != setting.decision.name)
    return ()
