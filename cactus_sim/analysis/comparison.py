"""What a comparison found: the difference, its interval, the verdict, and what pairing and the rest gained."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from cactus_sim.analysis.adjustment import Adjustment
from cactus_sim.analysis.rivals import Rivals
from cactus_sim.errors import UsageError
from cactus_sim.simulate.layout import Layout
from cactus_sim.simulate.result import Result
from cactus_sim.simulate.tally import Tally
from cactus_sim.stats.intervals import LEVEL, Difference, Estimate, cut, difference, student_quantile
from cactus_sim.stats.sequences import Sequence
from cactus_sim.stats.verdicts import Verdict, blocks_to_go, verdict

if TYPE_CHECKING:
    import pandas as pd

DIFFERENCE = "A - B"
"""The arm under which differences stand in frames."""


@dataclass(frozen=True)
class Gains:
    """How many times as many games plain sampling needs, for the same standard error of the difference.

    Plain sampling plays A and B (or the tables of both) in games of their own, each on its own deal and in a seat
    drawn at random. `total` is the product of the other three.
    """

    seats: float
    """By playing every deal at every rotation."""
    pairing: float
    """By playing A and B on the same deals."""
    controls: float
    """By the control variates; 1 without any."""

    @property
    def total(self) -> float:
        """By all of them."""
        return self.seats * self.pairing * self.controls


@dataclass(frozen=True)
class ComparisonResult:
    """What a comparison gave; `result` holds all figures of A and B."""

    result: Result
    rivals: Rivals
    adjustment: Adjustment | None = None
    """The control variates that were used, and their sums."""
    plain_variance: float | None = None
    """Variance of the objective over single games, A's and B's added up, as the pilot saw it; None without a pilot."""

    def estimate(self, player: int) -> Estimate:
        """The objective of A (0) or B (1)."""
        place = {"row": player, "arm": 0} if self.rivals.mirror else {"row": 0, "arm": player}
        return self.result.estimate(self.rivals.objective, **place)

    @cached_property
    def difference(self) -> Estimate:
        """How much more of the objective A has than B, control variates taken into account."""
        if self.adjustment is None:
            return self.unadjusted.estimate
        moments = _moments(self.result.layout, self.result.tally, self.rivals, self.rivals.objective)
        return self.adjustment.apply(self.result.blocks, *moments)

    @cached_property
    def unadjusted(self) -> Difference:
        """That difference as pairing alone gives it."""
        return paired(self.result.layout, self.result.tally, self.rivals, self.rivals.objective)

    def half_width(self, level: float = LEVEL) -> float:
        """Half the width of the difference's interval: of one that holds at every look, if the run stops by itself."""
        if self.rivals.open_ended:
            return Sequence(self.rivals.planned).half_width(self.difference, level)
        return self.difference.half_width(level)

    def interval(self, level: float = LEVEL) -> tuple[float, float]:
        """The interval's two ends, cut at what a difference can be."""
        return cut(self.difference.value, self.half_width(level), self.rivals.bounds)

    @property
    def verdict(self) -> Verdict:
        """Whether A is better than B."""
        if self.rivals.same:
            return "equivalent"
        asked = self.rivals
        return verdict(self.difference, self.half_width(), asked.margin, asked.better, asked.greatest)

    @property
    def alike(self) -> bool:
        """Whether every counted figure of A was that of B on every deal, of two at least."""
        layout, tally = self.result.layout, self.result.tally
        products = [_moments(layout, tally, self.rivals, quantity.name)[1] for quantity in layout.seat]
        return tally.blocks > 1 and all(one[0] + other[1] == 2 * one[1] for one, other in products)

    @property
    def undecided(self) -> bool:
        """Whether a run that stops by itself found no reason to stop."""
        reached = self.rivals.target_se is not None and self.difference.se <= self.rivals.target_se
        return self.rivals.open_ended and not reached and not (self.rivals.sequential and self.verdict != "undecided")

    @property
    def games_to_go(self) -> int | None:
        """How many more games of each decide, if the figures stay as they are; None where no number does."""

        def errors(blocks: int) -> float:
            if self.rivals.open_ended:
                return Sequence(self.rivals.planned).errors(blocks)
            return student_quantile(0.5 + LEVEL / 2, max(blocks - 1, 1))

        blocks = blocks_to_go(self.difference, errors, self.rivals.margin, self.rivals.greatest)
        return None if blocks is None else blocks * self.result.layout.rotations

    @cached_property
    def gains(self) -> Gains | None:
        """What the ways to reduce variance gained; None where there was no pilot, or no variance."""
        if self.plain_variance is None or not self.difference.se > 0:
            return None
        block, apart = self.unadjusted.estimate.se**2 * self.result.blocks, self.unadjusted.gain
        controls = (self.unadjusted.estimate.se / self.difference.se) ** 2
        if self.rivals.mirror:
            # One game holds A and B: it is compared with a single game, of which nothing is paired.
            return Gains(self.plain_variance / (self.result.layout.rotations * block), 1.0, controls)
        return Gains(self.plain_variance / (self.result.layout.rotations * block * apart), apart, controls)

    def records(self) -> Iterator[dict[str, Any]]:
        """Every figure as Result.records has them, then the differences, whose arm is DIFFERENCE.

        `kind` says how the interval was made; the objective's difference also has the verdict.
        """
        for record in self.result.records():
            low, high = Estimate(record["estimate"], record["se"], record["n"]).interval(0.5)
            yield {**record, "low_50": low, "high_50": high, "kind": "fixed", "verdict": None}
        name = f"{self.rivals.a} - {self.rivals.b}"
        for quantity in self.result.layout.seat:
            if quantity.per:
                continue
            main = quantity.name == self.rivals.objective
            estimate = self.difference if main else self._other(quantity.name)
            halves = [self.half_width(level) if main else estimate.half_width(level) for level in (LEVEL, 0.5)]
            yield {
                "arm": DIFFERENCE,
                "strategy": name,
                "metric": quantity.name,
                "estimate": estimate.value,
                "se": estimate.se,
                "low": estimate.value - halves[0],
                "high": estimate.value + halves[0],
                "n": estimate.n,
                "low_50": estimate.value - halves[1],
                "high_50": estimate.value + halves[1],
                "kind": "sequence" if main and self.rivals.open_ended else "fixed",
                "verdict": self.verdict if main else None,
            }

    def frame(self) -> pd.DataFrame:
        """The records as a tidy pandas frame, one row an arm × strategy × metric."""
        import pandas as pd

        return pd.DataFrame.from_records(list(self.records()))

    def to_json(self) -> str:
        """The result's JSON, with what was asked and what was found."""
        low, high = self.interval()
        gains = self.gains
        found = {
            "verdict": self.verdict,
            "difference": self.difference.value,
            "se": _finite(self.difference.se),
            "low": _finite(low),
            "high": _finite(high),
            "kind": "sequence" if self.rivals.open_ended else "fixed",
            "pairing": _finite(self.unadjusted.gain),
            "gains": None if gains is None else {**asdict(gains), "total": gains.total},
            "plain_variance": self.plain_variance,
            "adjustment": None if self.adjustment is None else self.adjustment.as_dict(),
        }
        return self.result.to_json({"compare": {**asdict(self.rivals), **found}})

    @classmethod
    def from_json(cls, text: str) -> ComparisonResult:
        """The result that to_json wrote."""
        result = Result.from_json(text)
        if "compare" not in (data := json.loads(text)):
            raise UsageError("this is a result of cactus-sim, but not of a comparison")
        asked = {field.name: data["compare"][field.name] for field in fields(Rivals)}
        adjustment = data["compare"]["adjustment"]
        return cls(
            result,
            Rivals(**{**asked, "field": tuple(asked["field"])}),
            None if adjustment is None else Adjustment.from_dict(adjustment),
            data["compare"]["plain_variance"],
        )

    def to_csv(self) -> str:
        """The records as CSV."""
        return self._rendered("csv", "en")

    def to_md(self, lang: str = "en") -> str:
        """What the command shows, as Markdown."""
        return self._rendered("md", lang)

    def sentence(self, lang: str = "en") -> str:
        """The answer in a sentence."""
        from cactus_sim.report.comparison import sentence

        return sentence(self, lang)

    def _rendered(self, form: str, lang: str) -> str:
        from cactus_sim.report.comparison import document
        from cactus_sim.report.tables import render

        return render(document(self, lang), form)

    def _other(self, metric: str) -> Estimate:
        return paired(self.result.layout, self.result.tally, self.rivals, metric).estimate


def paired(layout: Layout, tally: Tally, rivals: Rivals, metric: str) -> Difference:
    """A metric of A minus that of B, paired by deals."""
    return difference(tally.blocks, *_moments(layout, tally, rivals, metric))


def places(layout: Layout, rivals: Rivals, metric: str) -> tuple[tuple[int, int], tuple[int, int]]:
    """The arm and column in which a metric of A is counted, and those of B."""
    if rivals.mirror:
        return (0, layout.column(metric, 0)), (0, layout.column(metric, 1))
    return (0, layout.column(metric, 0)), (1, layout.column(metric, 0))


def _moments(
    layout: Layout, tally: Tally, rivals: Rivals, metric: str
) -> tuple[list[int], list[list[int]], list[Fraction]]:
    """Σ xᵢ and Σ xᵢxⱼ of a metric of A and B, and what a counted unit of each means for one game."""
    both = places(layout, rivals, metric)
    sums = [int(tally.within[arm, 0, 1 + column]) for arm, column in both]
    products = [
        [
            int(tally.within[arm, 1 + column, 1 + beside] if arm == again else tally.across[column, arm, again])
            for again, beside in both
        ]
        for arm, column in both
    ]
    rows = (0, 1) if rivals.mirror else (0, 0)
    units = [layout.per_game(metric, row, arm) for row, (arm, _) in zip(rows, both, strict=True)]
    return sums, products, units


def _finite(number: float) -> float | None:
    return number if math.isfinite(number) else None
