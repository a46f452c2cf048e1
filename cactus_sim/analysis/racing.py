"""A race: the best of several strategies with few games, the beaten being dropped as soon as that is plain.

All play on the same deals. Each time every field was met, whoever's confidence sequence of paired differences from the
one in front excludes 0 at α/(K − 1) is dropped; so with chance 1 − α at least the truly best is never dropped, however
often one looks. The winner then meets the last one dropped on fresh deals, which no choice was made by.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, fields
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from cactus_sim.analysis.entrants import Contest, Entrants
from cactus_sim.errors import UsageError
from cactus_sim.simulate.company import FocalWorker, ready
from cactus_sim.simulate.result import SCHEMA_VERSION, read_json, two_levels, without_nan
from cactus_sim.simulate.runner import play_deals
from cactus_sim.simulate.schedule import MAX_DEALS, Batch
from cactus_sim.simulate.tally import Tally, empty
from cactus_sim.stats.intervals import Estimate
from cactus_sim.stats.moments import Moments, moments_of
from cactus_sim.stats.sequences import Sequence as ConfidenceSequence

if TYPE_CHECKING:
    import pandas as pd

    from cactus_sim.simulate.runner import Progress

ALPHA: Final = 0.05
FRESH_DEAL: Final = MAX_DEALS // 2
"""Fresh deals begin here, at the next whole cycle of fields: no race gets so far."""
FRESH_TIMES: Final = 4
"""So many times as many fresh deals as the race took (at most all that were planned): it ended at a lucky moment."""


@dataclass(frozen=True)
class Runner:
    """How a strategy stood when it was dropped, or when the race ended."""

    strategy: str
    estimate: Estimate
    """Its figure until then."""
    leader: str
    """Who was in front."""
    lag: Estimate
    """How much better that one was, on the same deals; 0 for the one in front itself."""
    half: float
    """Half the width of the lag's confidence sequence, at α/(K − 1); nan before the first look."""
    dropped: bool


@dataclass(frozen=True)
class Fresh:
    """The winner and the last one dropped, once more on fresh deals."""

    strategy: str
    rival: str
    estimate: Estimate
    """The winner's figure."""
    lead: Estimate
    """How much better it is than the rival, on the same deals."""

    @property
    def confirmed(self) -> bool:
        """Whether the winner leads here too, beyond chance (a 95 % interval, looked at once)."""
        return self.lead.interval()[0] > 0 or (self.lead.se == 0 and self.lead.value > 0)


@dataclass(frozen=True)
class RaceResult:
    """What a race gave."""

    contest: Contest
    runners: tuple[Runner, ...]
    """Those left at the end, the one in front first; then the dropped, the last one dropped first."""
    games: int
    """How many games were played, the fresh ones left out; a tournament of as many deals plays them all."""
    cycle: int
    """After so many deals every field was met equally often, and the leads were looked at."""
    fresh: Fresh | None
    partial: bool = False

    @property
    def left(self) -> tuple[Runner, ...]:
        """Those that were not dropped, the one in front first."""
        return tuple(runner for runner in self.runners if not runner.dropped)

    @property
    def winner(self) -> str | None:
        """The one that is left, if it is one."""
        return self.left[0].strategy if len(self.left) == 1 else None

    def records(self) -> Iterator[dict[str, Any]]:
        """How each stood (`race`), and the winner on fresh deals (`fresh`): its figure, its lag, their errors."""
        for runner in self.runners:
            yield {
                "table": "race",
                "strategy": runner.strategy,
                "rival": runner.leader,
                "dropped": runner.dropped,
                **_figures(runner.estimate, runner.lag),
                "lag_low": runner.lag.value - runner.half,
                "lag_high": runner.lag.value + runner.half,
            }
        if self.fresh is not None:
            lag = Estimate(-self.fresh.lead.value, self.fresh.lead.se, self.fresh.lead.n)
            low, high = lag.interval()
            yield {
                "table": "fresh",
                "strategy": self.fresh.strategy,
                "rival": self.fresh.rival,
                "dropped": False,
                **_figures(self.fresh.estimate, lag),
                "lag_low": low,
                "lag_high": high,
            }

    def frame(self) -> pd.DataFrame:
        """The records as a tidy pandas frame."""
        import pandas as pd

        return pd.DataFrame.from_records(list(self.records()))

    def to_json(self) -> str:
        """The result as JSON; from_json gives back an equal one."""
        from cactus_sim import __version__

        return two_levels(
            {
                "schema_version": SCHEMA_VERSION,
                "version": __version__,
                "race": asdict(self.contest),
                "winner": self.winner,
                "games": self.games,
                "cycle": self.cycle,
                "partial": self.partial,
                "runners": [without_nan(asdict(runner)) for runner in self.runners],
                "fresh": None if self.fresh is None else asdict(self.fresh),
                "estimates": [without_nan(record) for record in self.records()],
            }
        )

    @classmethod
    def from_json(cls, text: str) -> RaceResult:
        """The result that to_json wrote."""
        data = read_json(text)
        if "race" not in data:
            raise UsageError("this is a result of cactus-sim, but not of a race")
        asked = {field.name: data["race"][field.name] for field in fields(Contest)}
        contest = Contest(**{**asked, "strategies": tuple(asked["strategies"])})
        runners = tuple(
            Runner(**{**_with_estimates(runner, "lag"), "half": math.nan if runner["half"] is None else runner["half"]})
            for runner in data["runners"]
        )
        fresh = None if data["fresh"] is None else Fresh(**_with_estimates(data["fresh"], "lead"))
        return cls(contest, runners, data["games"], data["cycle"], fresh, data["partial"])


class Race:
    """A race that is being run."""

    def __init__(self, entrants: Entrants, jobs: int, progress: Progress | None) -> None:
        self._contest, self._company = entrants.contest, entrants.company
        self._objective = entrants.metrics[0]
        self._jobs, self._progress = jobs, progress
        self._arm = ready(entrants.company)
        self._cycle = entrants.company.cycle
        self._start()

    def _start(self) -> None:
        self._left = list(range(len(self._contest.strategies)))
        self._tally = empty(1, len(self._left), 1, 0)
        self._games = 0
        self._level = 1 - ALPHA / (len(self._left) - 1)
        self._sequence = ConfidenceSequence(self._contest.blocks)

    def run(self) -> RaceResult:
        """Runs it to its end."""
        out: list[Runner] = []
        interrupted = False
        while not interrupted and len(self._left) > 1 and self._tally.blocks < self._contest.blocks:
            rest = Batch(self._tally.blocks, self._contest.blocks - self._tally.blocks)
            tally, interrupted = self._play(self._left, rest, lambda part: bool(self._beaten(self._tally + part)))
            self._tally = self._tally + tally
            self._games += tally.blocks * self._contest.players * len(self._left)
            if not self._tally.blocks:
                raise KeyboardInterrupt
            beaten = self._beaten(self._tally)
            out = [runner for runner in self._runners(self._tally, beaten) if runner.dropped] + out
            self._drop(beaten)
        in_front = [runner for runner in self._runners(self._tally, []) if not runner.dropped]
        fresh = None
        if len(self._left) == 1 and not interrupted:
            fresh, interrupted = self._again(self._left[0], self._contest.strategies.index(out[0].strategy))
        runners = (*in_front, *out)
        return RaceResult(self._contest, runners, self._games, self._cycle, fresh, interrupted)

    def _play(self, candidates: Sequence[int], deals: Batch, enough: Any = None) -> tuple[Tally, bool]:
        workers = [FocalWorker(self._company, self._arm, candidates, self._objective) for _ in range(self._jobs)]
        before, games = self._games, self._contest.players * len(candidates)

        def progress(done: int, total: int) -> None:
            if self._progress is not None:
                self._progress(before + done, before + total)

        return play_deals(workers, deals, self._cycle, games, progress, enough)

    def _moments(self, tally: Tally) -> Moments:
        moments = moments_of(tally)
        unit = 1 / (self._contest.scale * self._contest.players)
        return moments.scaled(np.full(len(moments.means), unit))

    def _front(self, moments: Moments) -> int:
        """The place, among those left, of the one in front."""
        return int(np.argmax(self._contest.better * moments.means))

    def _lag(self, moments: Moments, place: int) -> Estimate:
        weights = np.zeros(len(self._left))
        weights[self._front(moments)] += self._contest.better
        weights[place] -= self._contest.better
        return moments.estimate(weights)

    def _beaten(self, tally: Tally) -> list[int]:
        """The places, among those left, of those that are told to be worse than the one in front."""
        moments = self._moments(tally)
        lags = [self._lag(moments, place) for place in range(len(self._left))]
        return [place for place, lag in enumerate(lags) if lag.value > self._sequence.half_width(lag, self._level)]

    def _runners(self, tally: Tally, beaten: Sequence[int]) -> list[Runner]:
        """How all that are left stand, the one in front first."""
        moments = self._moments(tally)
        front = self._contest.strategies[self._left[self._front(moments)]]
        runners = []
        for place, strategy in enumerate(self._left):
            lag = self._lag(moments, place)
            figure = moments.estimate(np.eye(len(self._left))[place])
            half = self._sequence.half_width(lag, self._level)
            half = half if math.isfinite(half) else math.nan
            runners.append(Runner(self._contest.strategies[strategy], figure, front, lag, half, place in beaten))
        return sorted(runners, key=lambda runner: runner.lag.value)

    def _drop(self, beaten: Sequence[int]) -> None:
        kept = [place for place in range(len(self._left)) if place not in beaten]
        columns = [0, *(1 + place for place in kept)]
        within = self._tally.within[:, columns][:, :, columns]
        self._tally = Tally(within, self._tally.across[kept], self._tally.histograms)
        self._left = [self._left[place] for place in kept]

    def _again(self, winner: int, rival: int) -> tuple[Fresh | None, bool]:
        """The two on fresh deals."""
        blocks = min(self._contest.blocks, FRESH_TIMES * self._tally.blocks)
        first = -(-FRESH_DEAL // self._cycle) * self._cycle
        tally, interrupted = self._play([winner, rival], Batch(first, blocks))
        if not tally.blocks:
            return None, interrupted
        moments = self._moments(tally)
        lead = moments.estimate(np.array([1.0, -1.0]) * self._contest.better)
        names = self._contest.strategies
        return Fresh(names[winner], names[rival], moments.estimate(np.array([1.0, 0.0])), lead), interrupted


def _figures(estimate: Estimate, lag: Estimate) -> dict[str, Any]:
    low, high = estimate.interval()
    figures = {"estimate": estimate.value, "se": estimate.se, "low": low, "high": high, "n": estimate.n}
    return {**figures, "lag": lag.value, "lag_se": lag.se}


def _with_estimates(data: dict[str, Any], name: str) -> dict[str, Any]:
    return {**data, "estimate": Estimate(**data["estimate"]), name: Estimate(**data[name])}
