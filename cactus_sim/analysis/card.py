"""Strategy cards: the chart of a decision, rules of thumb, and which cells house rules change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cactus_sim.analysis.chart import Cell, Chart
from cactus_sim.analysis.charting import make_chart, plan_chart
from cactus_sim.analysis.thumb import Thumb, rules_of_thumb

if TYPE_CHECKING:
    from cactus_sim.games.base import Game
    from cactus_sim.simulate.runner import Progress


@dataclass(frozen=True)
class Change:
    """What a house rule does to the chart."""

    rule: str
    value: object
    chart: Chart
    """The chart under the changed rule."""
    cells: tuple[tuple[Cell, Cell], ...]
    """The cells that are clear in both charts and whose option differs: before, and under the changed rule."""
    compared: int
    """How many cells are clear in both."""


@dataclass(frozen=True)
class Card:
    """All that is on a strategy card."""

    chart: Chart
    thumb: Thumb | None
    changes: tuple[Change, ...]
    command: str
    """The command that makes it again."""

    def document(self) -> dict[str, Any]:
        """The card as JSON has it."""
        return {
            "schema_version": 1,
            "command": self.command,
            "chart": self.chart.document(),
            "rules_of_thumb": None if self.thumb is None else list(self.thumb.records()),
            "changes": [
                {
                    "rule": change.rule,
                    "value": change.value,
                    "compared": change.compared,
                    "cells": [
                        {"places": list(before.places), "before": before.option, "after": after.option}
                        for before, after in change.cells
                    ],
                }
                for change in self.changes
            ],
        }


def make_card(
    game: Game,
    kind: str,
    *,
    players: int | None,
    rules: str | None,
    changes: Mapping[str, object],
    house_rules: Sequence[tuple[str, object]],
    games: int,
    seed: int,
    command: str,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> Card:
    """Makes the equilibrium chart of a decision, its rules of thumb, and the chart under each house rule.

    A house rule that the rules have already is left out. Raises KeyboardInterrupt where it is interrupted.
    """
    shared: dict[str, Any] = {
        "players": players,
        "rules": rules,
        "equilibrium": True,
        "games_asked": games,
        "seed": seed,
    }
    plan = plan_chart(game, kind, changes=changes, **shared)
    others = [
        (rule, value, plan_chart(game, kind, changes={**changes, rule: value}, **shared))
        for rule, value in house_rules
        if plan.setting.rules.values[rule] != value
    ]
    chart = make_chart(plan, jobs, progress)
    thumb = None
    if chart.cells and not chart.found.endless:
        thumb = rules_of_thumb(chart, jobs=jobs)
    found = []
    for rule, value, other in others:
        changed = make_chart(other, jobs, progress)
        found.append(_change(chart, rule, value, changed))
    return Card(chart, thumb, tuple(found), command)


def _change(chart: Chart, rule: str, value: object, changed: Chart) -> Change:
    """Which cells differ, of those that are clear in both charts."""
    after = {cell.places: cell for cell in changed.cells if not cell.few and not cell.open}
    both = [
        (cell, after[cell.places]) for cell in chart.cells if not cell.few and not cell.open and cell.places in after
    ]
    return Change(rule, value, changed, tuple(pair for pair in both if pair[0].option != pair[1].option), len(both))
