"""What a sweep found: how each value stands, and which can't be told apart from the best."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from functools import cached_property
from typing import TYPE_CHECKING, Any

from cactus_sim.analysis.plan import Question
from cactus_sim.errors import UsageError
from cactus_sim.simulate.result import Result, without_nan
from cactus_sim.stats.intervals import Estimate
from cactus_sim.stats.multiplicity import beaten_by_best

if TYPE_CHECKING:
    import pandas as pd

FOCAL = 0
"""The row of the player whose figures are compared."""


@dataclass(frozen=True)
class Standing:
    """How one value fared."""

    value: str
    estimate: Estimate
    """The focal player's figure."""
    lag: Estimate
    """How much better the best value is, paired on the same deals; 0 for the best itself."""
    told_apart: bool
    """Whether the value is told apart from the best (multiplicity.beaten_by_best says by which rule)."""


@dataclass(frozen=True)
class SweepResult:
    """What a sweep gave; `result` holds all figures, an arm for each value."""

    result: Result
    question: Question

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        """Every value's standing, in the order of the values."""
        arms = range(len(self.question.values))
        estimates = [self.result.estimate(self.question.objective, FOCAL, arm) for arm in arms]
        pairs = [(self._best_arm, arm) if self.question.better > 0 else (arm, self._best_arm) for arm in arms]
        lags = [self.result.difference(self.question.objective, FOCAL, *pair).estimate for pair in pairs]
        beaten = beaten_by_best(lags)
        return tuple(Standing(self.question.values[arm], estimates[arm], lags[arm], beaten[arm]) for arm in arms)

    @property
    def best(self) -> str:
        """The value with the best figure."""
        return self.question.values[self._best_arm]

    @property
    def not_told_apart(self) -> tuple[str, ...]:
        """The other values that these games can't tell apart from the best."""
        return tuple(
            standing.value
            for arm, standing in enumerate(self.standings)
            if arm != self._best_arm and not standing.told_apart
        )

    @property
    def alike(self) -> bool:
        """Whether every counted figure was the same under all values, on every deal, of two at least."""
        across = self.result.tally.across
        return self.result.blocks > 1 and len(self.question.values) > 1 and bool((across == across[:, :1, :1]).all())

    @property
    def level(self) -> bool:
        """Whether all players are equal under each value of a rule, so that each has an equal share come what may."""
        asked = self.question
        shares = asked.objective == self.result.layout.seat[0].name
        return asked.is_rule and shares and set(asked.field) == {asked.focal}

    def records(self) -> Iterator[dict[str, Any]]:
        """Every figure, as Result.records has them, with the value that was played.

        The focal player's objective also has its lag behind the best value, the lag's standard error, and whether it
        is told apart.
        """
        by_arm = dict(zip((facts.label for facts in self.result.layout.arms), self.standings, strict=True))
        for record in self.result.records():
            standing = by_arm[record["arm"]]
            mine = record["strategy"] == self.result.layout.rows[FOCAL] and record["metric"] == self.question.objective
            yield {
                "value": standing.value,
                **record,
                "lag": standing.lag.value if mine else None,
                "lag_se": standing.lag.se if mine else None,
                "told_apart": standing.told_apart if mine else None,
            }

    def frame(self) -> pd.DataFrame:
        """The records as a tidy pandas frame, one row a value × strategy × metric."""
        import pandas as pd

        return pd.DataFrame.from_records(list(self.records()))

    def to_json(self) -> str:
        """The result's JSON, with what was asked and what was found."""
        standings = [
            {
                "value": standing.value, "lag": standing.lag.value, "lag_se": standing.lag.se, "n": standing.lag.n,
                "told_apart": standing.told_apart,
            }
            for standing in self.standings
        ]  # fmt: skip
        found = {
            **asdict(self.question), "best": self.best, "not_told_apart": self.not_told_apart,
            "standings": [without_nan(standing) for standing in standings],
        }  # fmt: skip
        return self.result.to_json({"sweep": found})

    @classmethod
    def from_json(cls, text: str) -> SweepResult:
        """The result that to_json wrote."""
        result = Result.from_json(text)
        if "sweep" not in (data := json.loads(text)):
            raise UsageError("this is a result of cactus-sim, but not of a sweep")
        asked = {field.name: data["sweep"][field.name] for field in fields(Question)}
        question = Question(**{**asked, "values": tuple(asked["values"]), "field": tuple(asked["field"])})
        return cls(result, question)

    @cached_property
    def _best_arm(self) -> int:
        asked = self.question
        figures = [self.result.estimate(asked.objective, FOCAL, arm).value for arm in range(len(asked.values))]
        return figures.index(max(figures) if asked.better > 0 else min(figures))
