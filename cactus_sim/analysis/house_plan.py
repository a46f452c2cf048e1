"""Planning a comparison of house rules: the base, the table, the changes, and two arms for each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cactus_sim.analysis.changes import Change, Skipped, all_changes
from cactus_sim.analysis.figures import SKILL
from cactus_sim.errors import UsageError, suggest
from cactus_sim.simulate import experiment as experiments
from cactus_sim.simulate.experiment import Arm, Experiment, RuleSet

if TYPE_CHECKING:
    from pathlib import Path

    from cactus_sim.games.base import Game
    from cactus_sim.strategies import Entry

MARGIN = 0.2
"""Percentage points within which figures in percent are equivalent."""


@dataclass(frozen=True)
class HousePlan:
    """A comparison to be played: every change against the base, on the same deals."""

    game: Game
    base: RuleSet
    line_up: tuple[Entry, ...]
    rows: tuple[int, ...]
    row_names: tuple[str, ...]
    unit: str
    seed: int
    games: int
    changes: tuple[Change, ...]
    skipped: tuple[Skipped, ...]
    metric: str
    """What changes are ordered by: a metric of the game's effects, SKILL, or share:STRATEGY."""
    margin: float
    """Percentage points within which figures in percent are equivalent."""
    first_deal: str | int | None = None
    """Where the deals begin that are played (`schedule.first_deal_of`)."""

    def pair(self, change: Change) -> Experiment:
        """The base and a change of it as two arms."""
        arms = tuple(
            Arm(label, ruled, self.line_up, self.rows)
            for label, ruled in (("base", self.base), (change.label, change.rules))
        )
        experiment = Experiment(self.game, arms, self.row_names, self.unit, self.seed, self.games)
        return experiments.at_deals(experiment, self.first_deal)


def plan_house_rules(
    game: str | Game,
    changes: Sequence[Mapping[str, object]] = (),
    *,
    presets: Sequence[str] = (),
    each: bool = False,
    line_up: Sequence[str] | None = None,
    rules: str | None = None,
    base_changes: Mapping[str, object] | None = None,
    rules_file: str | Path | None = None,
    players: int | None = None,
    unit: str | None = None,
    metric: str | None = None,
    margin: float = MARGIN,
    games_asked: int = 1,
    first_deal: str | int | None = None,
    seed: int | None = None,
) -> HousePlan:
    """The plan, checked throughout: the table under the base and under every change."""
    found = experiments.game_called(game)
    base = experiments.rule_set(found, rules, base_changes, rules_file)
    entries = experiments.line_up_of(found, found.unequal_line_up[:players] if line_up is None else line_up, players)
    experiments.check_table(found, base, len(entries))
    played = experiments.check_unit(found, unit)
    asked, skipped = all_changes(found, base, changes, presets, each, len(entries), played)
    rows, names = experiments.grouped(entries)
    if not 0 <= margin < 100:
        raise UsageError(f"margin {margin}: percentage points, from 0 to 100")
    plan = HousePlan(
        found, base, entries, rows, names, played, experiments.check_seed(seed), games_asked, asked, skipped,
        _metric(found, names, metric), margin, first_deal,
    )  # fmt: skip
    plan.pair(asked[0])
    return plan


def metric_name(metric: str, strategy: str) -> str:
    """What a figure is called where one is chosen: its metric, and for a share whose."""
    return f"{metric}:{strategy}" if strategy else metric


def _metric(game: Game, names: tuple[str, ...], asked: str | None) -> str:
    shares = [metric_name(game.seat_metrics[0].name, name) for name in names]
    known = [*game.effects, *([SKILL, *shares] if len(names) > 1 else [])]
    if asked is None:
        return SKILL if len(names) > 1 else game.effects[0]
    if asked not in known:
        raise UsageError(f"house rules have no metric '{asked}'{suggest(asked, known)}; metrics: {', '.join(known)}")
    return asked
