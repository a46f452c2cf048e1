"""`house_rules`: what changes of the rules do to games and to strategies, each on the same deals as the base.

Light to import, as the package's __init__ does so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from cactus_sim.analysis.house_findings import HouseRules
    from cactus_sim.analysis.house_plan import HousePlan
    from cactus_sim.games.base import Game
    from cactus_sim.simulate.runner import Progress


def house_rules(
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
    margin: float = 0.2,
    games: int = 100_000,
    first_deal: str | int | None = None,
    seed: int | None = None,
    jobs: int | None = None,
) -> HouseRules:
    """Plays the base's rules and every change of them, `games` times each, with one line-up on the same deals.

    The base is the preset `rules` with `base_changes`, or a `rules_file`. Each of `changes` holds one rule or more that
    change together; `presets` are rule sets that take the base's place; `each` adds every change of a single rule that
    the game knows of. `line_up` is by default the game's own of unequal skill, so that luck and skill can be told
    apart. Changes are ordered by their effect on `metric`. Differences within `margin` percentage points (for numbers
    that are no percentages: within 1 % of the base's figure) count as equivalent.

    >>> from cactus_sim import house_rules
    >>> found = house_rules("cactus", [{"penalty_cards": 2}], games=4000, seed=1)
    >>> effect = found.effect("penalty_cards=2", "share", "kamikaze")
    >>> effect.verdict, round(effect.difference.estimate.value, 2)
    ('better', 0.06)
    """
    from cactus_sim.analysis.house_plan import plan_house_rules

    plan = plan_house_rules(
        game, changes, presets=presets, each=each, line_up=line_up, rules=rules, base_changes=base_changes,
        rules_file=rules_file, players=players, unit=unit, metric=metric, margin=margin, games_asked=games,
        first_deal=first_deal, seed=seed,
    )  # fmt: skip
    return run_house_rules(plan, jobs)


def run_house_rules(plan: HousePlan, jobs: int | None = None, progress: Progress | None = None) -> HouseRules:
    """Plays a planned comparison, one change after the other.

    Ctrl-C ends it with the changes that are finished, `partial` then being true; with the first deals of the first
    change where none is. Raises KeyboardInterrupt where nothing was done.
    """
    from cactus_sim.analysis.figures import Pair
    from cactus_sim.analysis.house_findings import HouseRules
    from cactus_sim.simulate.facts import experiment_facts
    from cactus_sim.simulate.layout import layout_of
    from cactus_sim.simulate.paired import run_pair
    from cactus_sim.simulate.session import current

    whole_plan = plan.pair(plan.changes[0])
    arms = (*whole_plan.arms, *(plan.pair(change).arms[1] for change in plan.changes[1:]))
    current().begin(lambda: experiment_facts(whole_plan, arms), arms)
    pairs: list[Pair] = []
    partial = False
    for change in plan.changes:
        experiment = plan.pair(change)
        whole = experiment.blocks * experiment.rotations * 2

        def report(done: int, _total: int, before: int = len(pairs) * whole, whole: int = whole) -> None:
            if progress is not None:
                progress(before + done, whole * len(plan.changes))

        try:
            tally, partial = run_pair(experiment, jobs, report)
        except KeyboardInterrupt:
            if not pairs:
                raise
            partial = True
        if partial and (pairs or not tally.blocks):
            break
        pairs.append(Pair(layout_of(experiment), tally))
        if partial:
            break
    if not pairs:
        raise KeyboardInterrupt
    return HouseRules.of(plan, pairs, partial)
