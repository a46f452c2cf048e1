"""What a comparison of house rules found: every effect of every change, and the strategies that change places."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Any

from cactus_sim.analysis.changes import Change, Skipped
from cactus_sim.analysis.figures import SKILL, Figure, Pair, figures_of
from cactus_sim.analysis.house_plan import HousePlan, metric_name
from cactus_sim.errors import UsageError, suggest
from cactus_sim.games.base import in_percent
from cactus_sim.stats import families
from cactus_sim.stats.families import EQUIVALENT, HIGHER, LOWER, SAME, UNDECIDED, chance_beyond, verdicts
from cactus_sim.stats.intervals import Difference, Estimate
from cactus_sim.stats.multiplicity import holm

if TYPE_CHECKING:
    import pandas as pd

    from cactus_sim.games.base import Game

SCHEMA_VERSION = 1
NUMBER_MARGIN = 0.01
"""Numbers that are no percentages are equivalent within this part of the base's figure."""
BETTER, WORSE = "better", "worse"


@dataclass(frozen=True)
class Effect:
    """What a change does to one figure."""

    change: str
    metric: str
    strategy: str
    """Whose share it is; "" for the whole table."""
    percent: bool
    base: Estimate
    changed: Estimate
    difference: Difference
    """The figure under the change minus that under the base, paired by deals."""
    margin: float
    verdict: str
    """better or worse (for a strategy), higher or lower (for the table), equivalent, undecided; same on every deal."""
    chance: float
    """As in stats.families.Verdict."""

    @property
    def decided(self) -> bool:
        """Whether it is surely an effect, and not shown to be within the margin."""
        return self.verdict in (BETTER, WORSE, HIGHER, LOWER)

    @property
    def weight(self) -> float:
        """How great it is, in margins; for ordering."""
        return abs(self.difference.estimate.value) / self.margin if self.margin else 0.0


@dataclass(frozen=True)
class Reversal:
    """Two strategies that change places: the first is ahead under the base, the second under the change."""

    change: str
    ahead_before: str
    ahead_after: str
    before: Estimate
    """The lead of the first under the base."""
    after: Estimate
    """The lead of the second under the change."""


@dataclass(frozen=True)
class HouseRules:
    """What a comparison gave."""

    plan: HousePlan
    changes: tuple[Change, ...]
    """Those that were played."""
    effects: tuple[Effect, ...]
    """By change, then by figure."""
    reversals: tuple[Reversal, ...]
    """Only those that are sure (Holm over all pairs of strategies and all changes)."""
    identical: tuple[str, ...]
    """Changes under which every counted figure of every deal was the same."""
    partial: bool
    blocks: int
    games: int

    @classmethod
    def of(cls, plan: HousePlan, pairs: Sequence[Pair], partial: bool) -> HouseRules:
        """The findings from the tallies, one a change."""
        played = plan.changes[: len(pairs)]
        return cls(
            plan, played, tuple(_effects(plan, pairs)), tuple(_reversals(plan, pairs)),
            tuple(change.label for change, pair in zip(played, pairs, strict=True) if pair.same()),
            partial, pairs[0].blocks, pairs[0].blocks * pairs[0].layout.rotations,
        )  # fmt: skip

    @property
    def game(self) -> Game:
        """The game that was played."""
        return self.plan.game

    @property
    def skipped(self) -> tuple[Skipped, ...]:
        """Changes that were not tried, and why."""
        return self.plan.skipped

    @cached_property
    def ordered(self) -> tuple[Change, ...]:
        """The changes, the greatest rise of the chosen metric first."""
        return tuple(sorted(self.changes, key=lambda change: -_place(self.chosen(change.label))))

    def chosen(self, change: str) -> Effect:
        """A change's effect on the chosen metric."""
        return next(
            effect for effect in self.of_change(change)
            if metric_name(effect.metric, effect.strategy) == self.plan.metric
        )  # fmt: skip

    def of_change(self, change: str) -> list[Effect]:
        """All effects of one change."""
        return [effect for effect in self.effects if effect.change == change]

    def effect(self, change: str, metric: str, strategy: str = "") -> Effect:
        """One effect."""
        labels = [played.label for played in self.changes]
        if change not in labels:
            raise UsageError(f"no change '{change}'{suggest(change, labels)}; changes: {', '.join(labels)}")
        found = {metric_name(effect.metric, effect.strategy): effect for effect in self.of_change(change)}
        name = metric_name(metric, strategy)
        if name not in found:
            raise UsageError(f"no metric '{name}'{suggest(name, found)}; metrics: {', '.join(found)}")
        return found[name]

    def undecided(self) -> tuple[str, ...]:
        """Changes of which no effect is decided, not even that all are equivalent, yet that do change something."""
        return tuple(
            change.label for change in self.changes
            if change.label not in self.identical
            and all(effect.verdict in (UNDECIDED, EQUIVALENT, SAME) for effect in self.of_change(change.label))
            and any(effect.verdict == UNDECIDED for effect in self.of_change(change.label))
        )  # fmt: skip

    def equivalent(self) -> tuple[str, ...]:
        """Changes that do change something, but every figure by less than its margin."""
        return tuple(
            change.label for change in self.changes
            if change.label not in self.identical
            and all(effect.verdict in (EQUIVALENT, SAME) for effect in self.of_change(change.label))
        )  # fmt: skip

    def gain(self) -> float:
        """How many times as many games an unpaired comparison would take: the median of all effects; nan if none."""
        gains = sorted(effect.difference.gain for effect in self.effects if effect.difference.gain > 0)
        return gains[len(gains) // 2] if gains else float("nan")

    def records(self) -> Iterator[dict[str, Any]]:
        """Every effect: the figure under the base and under the change, the difference with its error and interval."""
        rules = {change.label: change.rules.name for change in self.changes}
        for effect in self.effects:
            estimate = effect.difference.estimate
            low, high = estimate.interval()
            yield {
                "change": effect.change,
                "rules": rules[effect.change],
                "metric": effect.metric,
                "strategy": effect.strategy,
                "base": effect.base.value,
                "base_se": effect.base.se,
                "changed": effect.changed.value,
                "changed_se": effect.changed.se,
                "difference": estimate.value,
                "se": estimate.se,
                "low": low,
                "high": high,
                "margin": effect.margin,
                "verdict": effect.verdict,
                "gain": effect.difference.gain,
                "n": estimate.n,
            }

    def frame(self) -> pd.DataFrame:
        """The records as a tidy pandas frame, one row a change × metric × strategy."""
        import pandas as pd

        return pd.DataFrame.from_records(list(self.records()))

    def sentences(self, lang: str = "en") -> list[str]:
        """What was found, in words: decided effects only; then what makes no difference, and what is open."""
        from cactus_sim.report.house_sentences import sentences

        return sentences(self, lang)

    def to_json(self) -> str:
        """All of it as JSON."""
        from cactus_sim import __version__
        from cactus_sim.simulate.result import two_levels, without_nan

        plan = self.plan
        whole = {
            "schema_version": SCHEMA_VERSION,
            "version": __version__,
            "game": plan.game.name,
            "unit": plan.unit,
            "base": {"name": plan.base.name, "rules": dict(plan.base.values)},
            "line_up": [entry.label for entry in plan.line_up],
            "seed": plan.seed,
            "games": self.games,
            "blocks": self.blocks,
            "partial": self.partial,
            "not_played": [change.label for change in plan.changes[len(self.changes) :]],
            "metric": plan.metric,
            "changes": [
                {"change": change.label, "preset": change.preset, "differs": [list(item) for item in change.differs]}
                for change in self.ordered
            ],
            "identical": self.identical,
            "equivalent": self.equivalent(),
            "undecided": self.undecided(),
            "reversals": [asdict(reversal) for reversal in self.reversals],
            "skipped": [asdict(skipped) for skipped in plan.skipped],
            "sentences": {lang: self.sentences(lang) for lang in ("en", "fr")},
            "effects": [without_nan(record) for record in self.records()],
        }
        return two_levels(whole)

    def to_csv(self) -> str:
        """The records as CSV."""
        return self._as("csv")

    def to_md(self, lang: str = "en") -> str:
        """The tables and sentences as Markdown."""
        return self._as("md", lang)

    def _as(self, form: str, lang: str = "en") -> str:
        from cactus_sim.report.house_rules import document
        from cactus_sim.report.tables import render

        return render(document(self, lang), form)


def _effects(plan: HousePlan, pairs: Sequence[Pair]) -> Iterator[Effect]:
    figures = list(figures_of(plan.game.effects, pairs[0].layout))
    found = [
        (change.label, figure, pair.compare(figure))
        for change, pair in zip(plan.changes, pairs, strict=False)
        for figure in figures
    ]
    percent = {figure: is_percent(plan.game, figure.metric, plan.unit) for figure in figures}
    margins = [
        plan.margin / 100 if percent[figure] else NUMBER_MARGIN * abs(both.base.value) for _, figure, both in found
    ]
    judged = verdicts([both.difference.estimate for _, _, both in found], margins)
    for (label, figure, both), margin, verdict in zip(found, margins, judged, strict=True):
        strategy = "" if figure.row is None else plan.row_names[figure.row]
        yield Effect(
            label, figure.metric, strategy, percent[figure], both.base, both.changed, both.difference, margin,
            _word(plan.game, figure, verdict.word), verdict.chance,
        )  # fmt: skip


def _reversals(plan: HousePlan, pairs: Sequence[Pair]) -> Iterator[Reversal]:
    """The pairs of strategies whose order under the base and under the change are both sure, and are opposite."""
    found = []
    for change, pair in zip(plan.changes, pairs, strict=False):
        for one, other in combinations(range(len(plan.row_names)), 2):
            before = pair.lead(one, other, 0)
            first, second = (one, other) if before.value >= 0 else (other, one)
            leads = pair.lead(first, second, 0), pair.lead(second, first, 1)
            chance = max(chance_beyond(lead, lead.value) for lead in leads)
            found.append((chance, Reversal(change.label, plan.row_names[first], plan.row_names[second], *leads)))
    for chance, (_, reversal) in zip(holm([chance for chance, _ in found]), found, strict=True):
        if chance <= families.ALPHA:
            yield reversal


def is_percent(game: Game, metric: str, unit: str) -> bool:
    """Whether a figure is shown in percent where that unit is played."""
    if metric == SKILL:
        return game.seat_metrics[0].percent
    known = next(known for known in (*game.game_metrics, *game.seat_metrics) if known.name == metric)
    return in_percent(game, known, unit)


def _word(game: Game, figure: Figure, word: str) -> str:
    """For a strategy, better or worse in the place of higher or lower."""
    if figure.row is None or word not in (HIGHER, LOWER):
        return word
    return BETTER if (word == HIGHER) == (game.seat_metrics[0].better > 0) else WORSE


def _place(effect: Effect) -> float:
    value = effect.difference.estimate.value
    return value if value == value else float("-inf")
