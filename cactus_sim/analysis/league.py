"""What a tournament found: standings with rank sets and ratings, duels, payoffs, and where a population would go."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, fields
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from cactus_sim.analysis.entrants import Contest
from cactus_sim.analysis.evolution import Evolution, evolution
from cactus_sim.analysis.mixes import Counts, joined
from cactus_sim.errors import UsageError
from cactus_sim.simulate.result import SCHEMA_VERSION, read_json, two_levels, without_nan
from cactus_sim.simulate.tally import Tally
from cactus_sim.stats.intervals import Estimate
from cactus_sim.stats.moments import FloatArray, Moments, moments_of
from cactus_sim.stats.ranks import rank_sets, told_apart
from cactus_sim.stats.ratings import plackett_luce

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Standing:
    """How one strategy fared over all fields."""

    strategy: str
    estimate: Estimate
    """Its figure, the mean over all fields, each weighted equally."""
    lag: Estimate
    """How much better the first one is, paired on the same deals; 0 for the first itself."""
    ranks: tuple[int, int]
    """The first and the last rank that it may have."""
    rating: Estimate
    """Plackett–Luce: the log of its odds to finish ahead of a rival rated 0; nan where no finite ratings fit."""


@dataclass(frozen=True)
class Duel:
    """Two strategies at the tables where both sit."""

    strategy: str
    rival: str
    lead: Estimate
    """How much better the strategy fares than the rival at the same tables, paired by deals; each mix weighs alike."""
    apart: int
    """+1 where it is told to be better, −1 where worse, 0 where these games don't tell (Holm's correction)."""

    @property
    def alike(self) -> bool:
        """Whether both fared alike on every one of two deals or more."""
        return self.lead.same and self.lead.value == 0


@dataclass(frozen=True)
class Payoff:
    """What a strategy gets in a mix."""

    mix: Counts
    strategy: str
    estimate: Estimate


@dataclass(frozen=True, eq=False)
class TournamentResult:
    """What a tournament gave."""

    contest: Contest
    mixes: tuple[Counts, ...]
    fields: tuple[Counts, ...]
    tally: Tally
    """Its columns are those of simulate.company.MixWorker."""
    partial: bool = False

    @property
    def blocks(self) -> int:
        """How many deals were played: n of every estimate."""
        return self.tally.blocks

    @property
    def games(self) -> int:
        """How many games of each mix were played."""
        return self.blocks * self.contest.players

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        """Every strategy's standing, the best first."""
        figures = [self._payoffs.estimate(weight) for weight in self._field_weights]
        ranks, first = rank_sets(self._apart), self._order[0]
        return tuple(
            Standing(self.contest.strategies[i], figures[i], self._leads[first][i], ranks[i], self.ratings[i])
            for i in self._order
        )

    @property
    def behind_first(self) -> tuple[bool, ...]:
        """Of each standing, whether it is told to be worse than the first."""
        return tuple(self._apart[self._order[0]][i] == 1 for i in self._order)

    @property
    def like_first(self) -> tuple[bool, ...]:
        """Of each standing, whether it fared exactly as the first did, on every one of two deals or more."""
        return tuple(standing.lag.same and standing.lag.value == 0 for standing in self.standings)

    @cached_property
    def duels(self) -> tuple[Duel, ...]:
        """Every strategy against every other, in the order in which they were entered."""
        names = self.contest.strategies
        leads = [[self._lead(self._duel_weight(i, j)) for j in range(len(names))] for i in range(len(names))]
        apart = told_apart(leads)
        return tuple(
            Duel(name, rival, leads[i][j], apart[i][j])
            for i, name in enumerate(names)
            for j, rival in enumerate(names)
            if i != j
        )

    @cached_property
    def ratings(self) -> tuple[Estimate, ...]:
        """The Plackett–Luce rating of every strategy, in the order in which they were entered; their mean is 0."""
        counts = np.array(self.mixes, np.float64)
        met = self.contest.players * (counts.T @ counts)
        own = self.contest.players * (counts * (counts - 1)).sum(axis=0) / 2
        np.fill_diagonal(met, 0)
        behind = self._moments.means[self._columns :] / 2 - own
        covariance = self._moments.covariance[self._columns :, self._columns :] / 4
        ratings, errors = plackett_luce(behind, met, covariance)
        return tuple(
            Estimate(float(rating), float(np.sqrt(error)), self.blocks)
            for rating, error in zip(ratings, np.maximum(errors.diagonal(), 0), strict=True)
        )

    @cached_property
    def payoffs(self) -> tuple[Payoff, ...]:
        """What each strategy gets in each mix, for each of its seats and games."""
        unit = np.eye(self._columns)
        return tuple(
            Payoff(self.mixes[mix], self.contest.strategies[strategy], self._payoffs.estimate(unit[column]))
            for (mix, strategy), column in self._column.items()
        )

    @cached_property
    def evolution(self) -> Evolution | None:
        """Where a population goes that takes up strategies as they fare; None where a sample of mixes was played."""
        if not self.contest.complete or self.blocks < 2:
            return None
        column = np.array([[self._column_of(i, field) for field in self.fields] for i in range(self._count)])
        return evolution(np.array(self.fields), self._payoffs, column, self.contest.better)

    def records(self) -> Iterator[dict[str, Any]]:
        """Every figure (see analysis.league_records)."""
        from cactus_sim.analysis.league_records import records

        return records(self)

    def frame(self, table: str | None = None) -> pd.DataFrame:
        """The records as a tidy pandas frame; of one kind where `table` says which, without empty columns."""
        import pandas as pd

        from cactus_sim.analysis.league_records import LABELS

        frame = pd.DataFrame.from_records(list(self.records()))
        if table is None:
            return frame
        kept = frame[frame["table"] == table].reset_index(drop=True)
        return kept.drop(columns=[name for name in LABELS if kept[name].isin(["", None]).all()])

    def paths(self, starts: Sequence[Sequence[float]] | None = None) -> pd.DataFrame:
        """How populations go on from some starts (the even mix): a tidy frame with the part of each strategy in time.

        Each start holds the part of each strategy in the order in which they were entered.
        """
        import pandas as pd

        if self.evolution is None:
            raise UsageError("a population's way can be told only where all mixes were played, on two deals at least")
        begin = np.full((1, self._count), 1 / self._count) if starts is None else np.array(starts, np.float64)
        times, shares = self.evolution.paths(begin)
        step, start, strategy = (index.ravel() for index in np.indices(shares.shape))
        names = np.array(self.contest.strategies)[strategy]
        frame = pd.DataFrame({"start": start, "time": times[step, start], "strategy": names, "part": shares.ravel()})
        # A step that was too long was taken again, and time stood still.
        return frame.drop_duplicates(["start", "time", "strategy"], ignore_index=True)

    def mix_text(self, mix: Counts) -> str:
        """A mix in words: `threshold ×2, early, royal`."""
        names = zip(mix, self.contest.strategies, strict=True)
        return ", ".join(name if count == 1 else f"{name} ×{count}" for count, name in names if count)

    def to_json(self) -> str:
        """The result as JSON, its tally included, so that from_json gives back an equal one."""
        from cactus_sim import __version__

        return two_levels(
            {
                "schema_version": SCHEMA_VERSION,
                "version": __version__,
                "tournament": asdict(self.contest),
                "games": self.games,
                "blocks": self.blocks,
                "partial": self.partial,
                "fields": self.fields,
                "mixes": self.mixes,
                "estimates": [without_nan(record) for record in self.records()],
                "evolution": None if self.evolution is None else self.evolution.document(),
                "tally": self.tally.within[0].tolist(),
            }
        )

    @classmethod
    def from_json(cls, text: str) -> TournamentResult:
        """The result that to_json wrote."""
        data = read_json(text)
        if "tournament" not in data:
            raise UsageError("this is a result of cactus-sim, but not of a tournament")
        asked = {field.name: data["tournament"][field.name] for field in fields(Contest)}
        contest = Contest(**{**asked, "strategies": tuple(asked["strategies"])})
        within = np.array([data["tally"]], np.int64)
        across = within[0].diagonal()[1:].reshape(-1, 1, 1)
        tally = Tally(within, across, np.zeros((1, 1, 0), np.int64))
        mixes, fields_met = (tuple(map(tuple, data[key])) for key in ("mixes", "fields"))
        return cls(contest, mixes, fields_met, tally, data["partial"])

    @property
    def _count(self) -> int:
        return len(self.contest.strategies)

    @cached_property
    def _column(self) -> dict[tuple[int, int], int]:
        """Where the payoff of (mix, strategy) is counted."""
        present = [(mix, i) for mix, counts in enumerate(self.mixes) for i, count in enumerate(counts) if count]
        return {place: column for column, place in enumerate(present)}

    @property
    def _columns(self) -> int:
        return len(self._column)

    def _column_of(self, strategy: int, field: Counts) -> int:
        return self._column[self._number[joined(field, strategy)], strategy]

    @cached_property
    def _number(self) -> dict[Counts, int]:
        return {mix: number for number, mix in enumerate(self.mixes)}

    @cached_property
    def _moments(self) -> Moments:
        return moments_of(self.tally)

    @cached_property
    def _payoffs(self) -> Moments:
        """Every payoff for a seat and a game."""
        seats = np.array([self.mixes[mix][strategy] for mix, strategy in self._column])
        kept = slice(0, self._columns)
        moments = Moments(self.blocks, self._moments.means[kept], self._moments.covariance[kept, kept])
        return moments.scaled(1 / (self.contest.scale * self.contest.players * seats))

    @cached_property
    def _field_weights(self) -> FloatArray:
        """[strategy, column]: the mean over all fields."""
        weights = np.zeros((self._count, self._columns))
        for i in range(self._count):
            for field in self.fields:
                weights[i, self._column_of(i, field)] += 1 / len(self.fields)
        return weights

    @cached_property
    def _order(self) -> list[int]:
        """The strategies, the best first."""
        figures = self._field_weights @ self._payoffs.means
        return sorted(range(self._count), key=lambda i: -self.contest.better * float(figures[i]))

    @cached_property
    def _leads(self) -> list[list[Estimate]]:
        """[i][j]: how much better i is than j over all fields, on the same deals."""
        weights = self._field_weights
        return [[self._lead(one - other) for other in weights] for one in weights]

    @cached_property
    def _apart(self) -> list[list[int]]:
        return told_apart(self._leads)

    def _duel_weight(self, one: int, other: int) -> FloatArray:
        weight = np.zeros(self._columns)
        both = [mix for mix, counts in enumerate(self.mixes) if counts[one] and counts[other]]
        for mix in both:
            weight[self._column[mix, one]] += 1 / len(both)
            weight[self._column[mix, other]] -= 1 / len(both)
        return weight

    def _lead(self, weight: FloatArray) -> Estimate:
        """A difference, above 0 where the first is better."""
        return self._payoffs.estimate(self.contest.better * weight)
