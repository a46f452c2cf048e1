"""`sweep`: one parameter, trait or rule varied against a fixed field, every value on the same deals.

Light to import, as the package's __init__ does so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from cactus_sim.analysis.plan import SweepPlan
    from cactus_sim.analysis.standings import SweepResult
    from cactus_sim.games.base import Game
    from cactus_sim.simulate.runner import Progress


def sweep(
    game: str | Game,
    vary: str,
    *,
    focal: str | None = None,
    field: Sequence[str] | None = None,
    rules: str | None = None,
    changes: Mapping[str, object] | None = None,
    rules_file: str | Path | None = None,
    players: int | None = None,
    unit: str | None = None,
    objective: str | None = None,
    games: int = 100_000,
    first_deal: str | int | None = None,
    seed: int | None = None,
    jobs: int | None = None,
) -> SweepResult:
    """Plays one player with each value of what is varied, `games` times each, all on the same deals and field.

    `vary` reads "call_at=0:12", "memory=0.8:1:0.05" or "tie=all,caller": a parameter or trait of the focal player, else
    a rule. The focal player is `focal`, by default the first entry of the game's default line-up that has the
    parameter; the field is the rest of that line-up. `objective` is what is compared, by default the game's first
    metric.

    >>> from cactus_sim import sweep
    >>> found = sweep("cactus", "call_at=2,30", games=2000, seed=1)
    >>> found.best, found.not_told_apart
    ('2', ())
    """
    from cactus_sim.analysis.plan import plan_sweep

    plan = plan_sweep(
        game, vary, focal=focal, field=field, rules=rules, changes=changes, rules_file=rules_file, players=players,
        unit=unit, objective=objective, games_asked=games, first_deal=first_deal, seed=seed,
    )  # fmt: skip
    return run_sweep(plan, jobs)


def run_sweep(plan: SweepPlan, jobs: int | None = None, progress: Progress | None = None) -> SweepResult:
    """Plays a planned sweep."""
    from cactus_sim.analysis.standings import SweepResult
    from cactus_sim.simulate.simulation import run_experiment

    result = run_experiment(plan.experiment, jobs, progress)
    return SweepResult(result, plan.question)
