"""Making charts: what is asked is checked, a policy is searched, measured, and tried against what it should beat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from cactus_sim.analysis.chart import Chart, fresh_seed
from cactus_sim.analysis.plan import objective_of
from cactus_sim.analysis.policy import Report, search
from cactus_sim.analysis.study import IntArray, Setting, run_study, values_of
from cactus_sim.errors import UsageError, suggest
from cactus_sim.games.decisions import Decision
from cactus_sim.simulate import experiment as experiments
from cactus_sim.simulate.experiment import Arm, Experiment
from cactus_sim.simulate.facts import contest_facts
from cactus_sim.simulate.result import Result
from cactus_sim.simulate.schedule import Batch
from cactus_sim.simulate.session import current
from cactus_sim.simulate.simulation import run_experiment
from cactus_sim.strategies import charts

if TYPE_CHECKING:
    from pathlib import Path

    from cactus_sim.games.base import Game
    from cactus_sim.simulate.runner import Progress
    from cactus_sim.stats.intervals import Estimate
    from cactus_sim.strategies import Entry

SEARCH_PART: Final = 2
"""A round of the search plays so large a part (one in …) of the games that the chart is measured by."""
REPLY_ROUNDS: Final = 3
"""Rounds of the search for a best reply to an equilibrium's chart: it begins with the chart itself."""
CHART_ENTRY: Final = "chart"


@dataclass(frozen=True)
class ChartPlan:
    """A chart to be made."""

    setting: Setting
    seed: int
    games: int
    """Games that it is measured by."""


def decision_called(game: Game, kind: str) -> Decision:
    """The game's decision of that name; a UsageError lists what there is."""
    found = {decision.name: decision for decision in game.decisions}
    if kind not in found:
        known = ", ".join(found) or "none"
        raise UsageError(f"{game.name} has no decision '{kind}'{suggest(kind, found)}; decisions: {known}")
    return found[kind]


def plan_chart(
    game: str | Game,
    kind: str,
    *,
    players: int | None = None,
    field: Sequence[str] | None = None,
    equilibrium: bool = False,
    decider: str | None = None,
    by: Sequence[str] = (),
    rules: str | None = None,
    changes: Mapping[str, object] | None = None,
    rules_file: str | Path | None = None,
    unit: str | None = None,
    objective: str | None = None,
    games_asked: int = 400_000,
    seed: int | None = None,
) -> ChartPlan:
    """The plan of a chart, checked throughout.

    `field`: the other players' entries, repeated up to `players` − 1; by default those of the game's default line-up,
    whose number of players is the default too.
    `decider`: an entry of a strategy that plays by a chart, for what the chart does not decide and the player's skills.
    `by`: axes to go by that are not standard.
    """
    found = experiments.game_called(game)
    decision = decision_called(found, kind)
    extra = [axis.name for axis in decision.axes if not axis.standard]
    for name in by:
        if name not in extra:
            raise UsageError(
                f"--by {name}: a chart of {kind} has no such axis to add{suggest(name, extra)}; "
                f"it can go by: {', '.join(extra) or 'nothing more'}"
            )
    if equilibrium and field:
        raise UsageError(
            "--equilibrium: every seat follows the chart, so there is no --field; leave one of the two out"
        )
    size = max(1 + len(field or ()), len(found.default_line_up)) if players is None else players
    if field and size < 1 + len(field):
        raise UsageError(f"{size} players, but {len(field)} entries in the field: leave some out")
    ruled = experiments.rule_set(found, rules, changes, rules_file)
    experiments.check_table(found, ruled, size)
    entry = _decider(found, decider)
    others = () if equilibrium else experiments.line_up_of(found, field or found.default_line_up[1:], None)
    if others:
        others = tuple(others[place % len(others)] for place in range(size - 1))
    metric = objective_of(found, objective)
    setting = Setting(
        found, decision, decision.sizes(by), ruled, entry, others, size,
        experiments.check_unit(found, unit or "round"), metric.name,
    )  # fmt: skip
    if decision.hook not in found.hooks_in_use(ruled.values):
        raise UsageError(f"under {ruled.name} nobody ever decides '{kind}': the rules do not ask for it")
    return ChartPlan(setting, experiments.check_seed(seed), games_asked)


def _decider(game: Game, text: str | None) -> Entry:
    """The entry whose decisions are charted."""
    (entry,) = experiments.line_up_of(game, (text or CHART_ENTRY,))
    if not any(isinstance(parameter, charts.ChartParameter) for parameter in entry.strategy.parameters.values()):
        raise UsageError(
            f"{entry.label} does not play by a chart; write {CHART_ENTRY}, "
            f"or {CHART_ENTRY}(memory=0.9, …) for its skills"
        )
    return entry


def make_chart(
    plan: ChartPlan, jobs: int | None = None, progress: Progress | None = None, report: Report | None = None
) -> Chart:
    """Searches, measures and, for an equilibrium, tries the chart. Raises KeyboardInterrupt where it is interrupted."""
    setting = plan.setting
    arm = Arm("chart", setting.rules, setting.line_up, tuple(range(setting.players)))
    deals = (Batch(0, max(1, plan.games // setting.rotations)),)
    current().begin(
        lambda: contest_facts(setting.game, (arm,), setting.unit, plan.seed, setting.rotations, deals), (arm,)
    )
    setting.game.compile()
    part = max(1, plan.games // SEARCH_PART)
    found = search(setting, plan.seed, part, jobs=jobs, report=report)
    blocks = -(-plan.games // setting.rotations)
    tally = run_study(
        setting, found.options, plan.seed, Batch(found.deals, blocks), jobs=jobs, progress=progress,
        enough=lambda so_far: found.endless and so_far.games > 0,
    )  # fmt: skip
    chart = Chart(setting, plan.seed, found.options, values_of(setting, tally), found)
    if chart.equilibrium and not found.endless:
        chart = replace(chart, gap=equilibrium_gap(chart, part, plan.games, jobs))
    return chart


def equilibrium_gap(chart: Chart, part: int, games: int, jobs: int | None = None) -> Estimate:
    """What a best reply of the abstraction gains over the chart where all others follow it, on fresh deals."""
    setting = chart.setting
    others = tuple(chart_entry(setting, chart.options) for _ in range(setting.players - 1))
    against = replace(setting, field=others)
    seed = fresh_seed(chart.seed, "reply")
    reply = search(against, seed, part, start=chart.options, max_rounds=REPLY_ROUNDS, jobs=jobs)
    result = try_policies(against, [reply.options, chart.options], fresh_seed(chart.seed, "gap"), games, jobs)
    return result.difference(setting.objective, 0, 0, 1).estimate


def chart_entry(setting: Setting, options: IntArray) -> Entry:
    """The decider, playing by a policy."""
    name = charts.keep(setting.game.name, (setting.policy(options),))
    for parameter in setting.decider.strategy.parameters:
        if isinstance(setting.decider.strategy.parameters[parameter], charts.ChartParameter):
            return setting.decider.with_value(parameter, name)
    raise TypeError(f"{setting.decider.label} does not play by a chart")


def try_policies(
    setting: Setting,
    policies: Sequence[IntArray],
    seed: int,
    games: int,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> Result:
    """Plays each policy in one seat against the setting's field on the same deals: an arm a policy, its row 0."""
    entries = [chart_entry(setting, options) for options in policies]
    return try_entries(setting, entries, seed, games, jobs, progress)


def try_entries(
    setting: Setting,
    entries: Sequence[Entry],
    seed: int,
    games: int,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> Result:
    """Plays each entry in one seat against the setting's field on the same deals: an arm an entry, its row 0."""
    rows, names = experiments.grouped(setting.field)
    arms = tuple(
        Arm(str(place), setting.rules, (entry, *setting.field), (0, *(1 + row for row in rows)))
        for place, entry in enumerate(entries)
    )
    experiment = Experiment(setting.game, arms, ("focal", *names), setting.unit, seed, games)
    result = run_experiment(experiment, jobs, progress)
    if result.partial:
        raise KeyboardInterrupt
    return result
