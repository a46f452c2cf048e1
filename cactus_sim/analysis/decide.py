"""`chart` and `advise`: what to decide, cell by cell of what a player knows, or in one position.

Light to import, as the package's __init__ does so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from cactus_sim.analysis.advice import Advice
    from cactus_sim.analysis.chart import Chart
    from cactus_sim.games.base import Game


def chart(
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
    games: int = 400_000,
    seed: int | None = None,
    jobs: int | None = None,
) -> Chart:
    """The decision chart of a kind of decision: the best reply to `field`, or with `equilibrium` what all follow.

    `chart(…).frame()` has a row a cell: the best option, what the best other one costs by `objective`, its interval,
    the visits. `analysis.chart.chart_file` makes the file of it that the strategy `chart(file=…)` plays by, and
    `analysis.thumb.rules_of_thumb` boils it down. Raises KeyboardInterrupt where it is interrupted.

    >>> from cactus_sim import chart
    >>> found = chart("cactus", "call", players=4, games=20_000, seed=1)
    >>> cells = found.frame().set_index(["known", "unknown", "round"])
    >>> cells.loc[(0, 0, 3), "option"]
    'call'
    """
    from cactus_sim.analysis.charting import make_chart, plan_chart

    plan = plan_chart(
        game, kind, players=players, field=field, equilibrium=equilibrium, decider=decider, by=by, rules=rules,
        changes=changes, rules_file=rules_file, unit=unit, objective=objective, games_asked=games, seed=seed,
    )  # fmt: skip
    return make_chart(plan, jobs)


def advise(
    game: str | Game,
    position: Mapping[str, str],
    *,
    kind: str | None = None,
    players: int | None = None,
    field: Sequence[str] | None = None,
    rules: str | None = None,
    changes: Mapping[str, object] | None = None,
    rules_file: str | Path | None = None,
    objective: str | None = None,
    play_outs: int = 20_000,
    seed: int = 1,
    jobs: int | None = None,
) -> tuple[Advice, ...]:
    """Advice for a position, for each kind of decision that is to be taken there (or for one kind).

    `position`: what the game's `position_options` name. The others play by the package's charts, or as `field` says.

    >>> from cactus_sim import advise
    >>> (call, *_) = advise("cactus", {"hand": "K K 2", "round": "4"}, players=4, kind="call")
    >>> call.options[0].name
    'call'
    """
    from cactus_sim.analysis.advice import give_advice

    return give_advice(
        game, position, kind=kind, players=players, field=field, rules=rules, changes=changes, rules_file=rules_file,
        objective=objective, play_outs=play_outs, seed=seed, jobs=jobs,
    )  # fmt: skip
