"""Advice for one position typed in: what each option is worth there.

Where a chart of the same table has a cell for the position that is well visited, its figures are the answer: they are
from games as they are played. Elsewhere the position itself is played on, with all that is hidden dealt anew each time.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import resources
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from cactus_sim.analysis.chart import FEW_VISITS
from cactus_sim.analysis.charting import ChartPlan, decision_called, plan_chart
from cactus_sim.analysis.study import IntArray, Setting, run_study, values_of
from cactus_sim.errors import UsageError, suggest
from cactus_sim.simulate import experiment as experiments
from cactus_sim.simulate.schedule import Batch
from cactus_sim.strategies import charts

if TYPE_CHECKING:
    from pathlib import Path

    from cactus_sim.games.base import Game, Position

LOOKUP: Final = 16
"""Play-outs that are enough to know a position's cell."""
BY_CHART, BY_PLAY_OUTS = "chart", "play-outs"
CLEAR: Final = 1.96


@dataclass(frozen=True)
class OptionValue:
    """What an option is worth in the position, by the objective."""

    name: str
    value: float
    se: float

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval."""
        return self.value - CLEAR * self.se, self.value + CLEAR * self.se


@dataclass(frozen=True)
class Advice:
    """What to do in a position."""

    plan: ChartPlan
    given: Mapping[str, str]
    source: str
    """BY_CHART or BY_PLAY_OUTS."""
    visits: int
    """Decisions that the figures are from."""
    options: tuple[OptionValue, ...]
    """The legal options, best first."""
    lead: float
    """What the best option gains over the second best, on the same deals."""
    lead_se: float
    assumed: tuple[str, ...]
    """Keys of texts that say what is assumed of what is hidden; none where a chart is the source."""

    @property
    def clear(self) -> bool:
        """Whether the interval of the lead leaves 0 out."""
        return self.lead > CLEAR * self.lead_se

    def document(self) -> dict[str, Any]:
        """The advice as JSON has it."""
        setting = self.plan.setting
        return {
            "schema_version": 1,
            "game": setting.game.name,
            "decision": setting.decision.name,
            "players": setting.players,
            "rules": setting.rules.name,
            "objective": setting.objective,
            "position": dict(self.given),
            "source": self.source,
            "visits": self.visits,
            "seed": self.plan.seed,
            "options": [
                {
                    "option": one.name,
                    "estimate": one.value,
                    "se": one.se,
                    "low": one.interval[0],
                    "high": one.interval[1],
                }
                for one in self.options
            ],
            "lead": self.lead,
            "lead_se": self.lead_se,
            "clear": self.clear,
            "assumed": list(self.assumed),
        }


def give_advice(
    game: str | Game,
    position: Mapping[str, str],
    *,
    kind: str | None,
    players: int | None,
    field: Sequence[str] | None,
    rules: str | None,
    changes: Mapping[str, object] | None,
    rules_file: str | Path | None,
    objective: str | None,
    play_outs: int,
    seed: int,
    jobs: int | None,
) -> tuple[Advice, ...]:
    """Advice for a position (see `decide.advise`)."""
    found = experiments.game_called(game)
    given = checked_position(found, position)
    kinds = [decision.name for decision in found.decisions if decision.own_turn]
    wanted = kinds if kind is None else [decision_called(found, kind).name]
    if wanted and wanted[0] not in kinds:
        raise UsageError(f"there is no advice on '{kind}': a position is of one's own turn, with: {', '.join(kinds)}")
    advice = []
    for name in wanted:
        try:
            plan = plan_chart(
                found, name, players=players, field=field or ("chart",), rules=rules, changes=changes,
                rules_file=rules_file, objective=objective, games_asked=play_outs, seed=seed,
            )  # fmt: skip
        except UsageError:
            if kind is not None or name == kinds[0]:
                raise
            continue  # a decision that these rules do not ask for
        one = _from_chart(plan, given) if not field else None
        one = one or _from_play_outs(plan, given, jobs)
        if one is not None:
            advice.append(one)
    return tuple(advice)


def checked_position(game: Game, position: Mapping[str, str]) -> dict[str, str]:
    """The position with its defaults; a UsageError names an option that there is not, or that is missing."""
    known = {option.name: option for option in game.position_options}
    if not known:
        raise UsageError(f"there is no advice for {game.name}: positions of it can't be typed in")
    for name in position:
        if name not in known:
            raise UsageError(
                f"a position of {game.name} has no '{name}'{suggest(name, known)}; it has: {', '.join(known)}"
            )
    for option in known.values():
        if option.default is None and not position.get(option.name):
            raise UsageError(f'--{option.name} is missing; write --{option.name} "{option.example}"')
    return {option.name: position.get(option.name) or option.default or "" for option in known.values()}


def _from_play_outs(plan: ChartPlan, given: Mapping[str, str], jobs: int | None) -> Advice | None:
    """The position played on; None where the decision does not come up in it."""
    setting, policy = by_own_chart(plan.setting)
    tally = run_study(setting, policy, plan.seed, Batch(0, plan.games), jobs=jobs, given=given)
    whole = replace(tally, moments=tally.moments.sum(axis=0, keepdims=True))
    values = values_of(setting, whole)
    if not values.visits[0]:
        return None
    sign = setting.metric.better
    names = [option.name for option in setting.decision.options]
    worth = [(place, *values.value(place)) for place in range(len(names))]
    legal = [(place, float(mean[0]), float(error[0])) for place, mean, error in worth if np.isfinite(mean[0])]
    legal.sort(key=lambda one: -sign * one[1])
    best, second = legal[0][0], legal[1][0]
    lead, lead_se = values.difference(second, best)
    options = tuple(OptionValue(names[place], mean, error) for place, mean, error in legal)
    return Advice(
        plan, given, BY_PLAY_OUTS, int(values.visits[0]), options, sign * float(lead[0]), float(lead_se[0]),
        position_of(plan, given).assumed,
    )  # fmt: skip


def by_own_chart(setting: Setting) -> tuple[Setting, IntArray]:
    """The setting with the axes of the package's chart for the nearest number of players, and that chart's policy.

    So the player to decide goes on as the others do. Where the package has no such chart the policy is silent.
    """
    own = [chart for chart in charts.policies(setting.game.name, charts.OWN) if chart.kind == setting.decision.name]
    if not own:
        return setting, setting.silent()
    nearest = min(own, key=lambda chart: (abs(chart.players - setting.players), chart.players))
    return replace(setting, sizes=nearest.sizes), nearest.options


def position_of(plan: ChartPlan, given: Mapping[str, str]) -> Position:
    """The position as the game places it: what is assumed in it, and what can be worked out."""
    from cactus_sim.strategies import compile_entries

    setting = plan.setting
    line_up = compile_entries(setting.game, setting.line_up, setting.game.hooks_in_use(setting.rules.values))
    return setting.game.position(setting.rules.values, line_up, given, plan.seed)


def _from_chart(plan: ChartPlan, given: Mapping[str, str]) -> Advice | None:
    """The figures of the package's own chart for this table and decision, where it has a well-visited cell for it."""
    setting = plan.setting
    chart = own_chart(plan)
    if chart is None:
        return None
    sizes = tuple(int(axis["size"]) for axis in chart["axes"])
    of_chart = replace(setting, sizes=sizes)
    look = run_study(of_chart, of_chart.silent(), plan.seed, Batch(0, LOOKUP), jobs=1, given=given)
    visited = np.flatnonzero(look.moments[:, 0, 0])
    if len(visited) != 1:
        return None
    places = np.unravel_index(int(visited[0]), sizes)
    where = {
        axis.name: axis.text(int(place), "en") if axis.values else axis.low + int(place)
        for axis, place, size in zip(setting.decision.axes, places, sizes, strict=True)
        if size > 1
    }
    cell = next((cell for cell in chart["cells"] if all(cell[name] == value for name, value in where.items())), None)
    if cell is None or cell["visits"] < FEW_VISITS or not cell.get("values"):
        return None
    sign = setting.metric.better
    options = [OptionValue(name, worth["estimate"], worth["se"]) for name, worth in cell["values"].items()]
    options.sort(key=lambda one: -sign * one.value)
    return Advice(plan, given, BY_CHART, int(cell["visits"]), tuple(options), abs(cell["cost"]), cell["se"], ())


def own_chart(plan: ChartPlan) -> dict[str, Any] | None:
    """The package's own chart of the same decision, rules, objective and number of players; None where it has none."""
    setting = plan.setting
    book = setting.game.rule_book
    changed = {
        name: setting.rules.values[name]
        for name in book.differences(setting.rules.values, book.resolve(book.default_preset))
    }
    if any(float(skill) != 1.0 for skill in setting.decider.traits.values()):
        return None
    folder = resources.files(f"cactus_sim.games.{setting.game.name}.strategies").joinpath("charts")
    file = folder.joinpath(f"{setting.decision.name}-{setting.players}.json")
    if not file.is_file():
        return None
    text = file.read_text("utf-8")
    charts.read_policies(text, setting.game.name, "the package's chart")
    for chart in json.loads(text)["charts"]:
        same = chart["changed_rules"] == changed and chart["objective"] == setting.objective
        if same and chart["unit"] == setting.unit and chart["players"] == setting.players:
            found: dict[str, Any] = chart
            return found
    return None
