"""`compare`: two players in the same seat, on the same deals and against the same field; or half a table each.

Light to import, as the package's __init__ does so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pathlib import Path

    from cactus_sim.analysis.comparison import ComparisonResult
    from cactus_sim.analysis.rivals import ComparisonPlan
    from cactus_sim.games.base import Game
    from cactus_sim.simulate.runner import Progress
    from cactus_sim.simulate.tally import Tally

    Look = Callable[[ComparisonResult], None]

GAMES_A_LOOK: Final = 8_192
"""Games between two looks at first: enough that looking takes no time, few enough to stop soon."""

LOOKS_GROW: Final = 1.01
"""Later looks come whenever there is a hundredth more to see."""


def compare(
    game: str | Game,
    a: str,
    b: str,
    *,
    field: Sequence[str] | None = None,
    mirror: bool = False,
    rules: str | None = None,
    changes: Mapping[str, object] | None = None,
    rules_file: str | Path | None = None,
    players: int | None = None,
    unit: str | None = None,
    objective: str | None = None,
    margin: float = 0.2,
    sequential: bool = False,
    target_se: float | None = None,
    games: int = 100_000,
    max_games: int | None = None,
    plain: bool = False,
    first_deal: str | int | None = None,
    seed: int | None = None,
    jobs: int | None = None,
) -> ComparisonResult:
    """Plays A and B in the same seat, `games` times each, and says whether A is better, worse or equivalent.

    The field is by default the rest of the game's default line-up; with `mirror` there is none, and A and B alternate
    around the table. A difference of `objective` (by default the game's first metric) less than `margin` does not
    count; `margin` and `target_se` are in percentage points where the objective is a share or a chance.

    With `sequential` the run stops as soon as there is a verdict, with `target_se` as soon as the difference's standard
    error is that small: after `max_games` at the latest (by default a hundred times `games`). The interval is then one
    that holds at every look, nearly as narrow as can be after `games`.

    `plain` leaves out control variates, and the pilot deals that they and the total gain are found with.

    >>> from cactus_sim import compare
    >>> found = compare("cactus", "threshold", "random", games=4000, seed=1)
    >>> found.verdict
    'better'
    """
    from cactus_sim.analysis.rivals import plan_comparison

    plan = plan_comparison(
        game, a, b, field=field, mirror=mirror, rules=rules, changes=changes, rules_file=rules_file, players=players,
        unit=unit, objective=objective, margin=margin, sequential=sequential, target_se=target_se, games_asked=games,
        max_games=max_games, plain=plain, first_deal=first_deal, seed=seed,
    )  # fmt: skip
    return run_comparison(plan, jobs)


def run_comparison(
    plan: ComparisonPlan, jobs: int | None = None, progress: Progress | None = None, look: Look | None = None
) -> ComparisonResult:
    """Plays a planned comparison; `look` is shown what is known so far, whenever a run that may stop is looked at."""
    from cactus_sim.analysis.adjustment import ControlledWorker, adjustment_of, narrowed
    from cactus_sim.analysis.comparison import ComparisonResult, places
    from cactus_sim.analysis.pilot import run_pilot
    from cactus_sim.simulate.facts import experiment_facts
    from cactus_sim.simulate.result import result_of
    from cactus_sim.simulate.runner import run
    from cactus_sim.simulate.session import current

    current().begin(lambda: experiment_facts(plan.experiment), plan.experiment.arms)
    pilot = run_pilot(plan, jobs)
    frozen = None if pilot is None else pilot.frozen

    def found(tally: Tally, interrupted: bool) -> ComparisonResult:
        controls = 0 if frozen is None else len(frozen.names)
        result = result_of(plan.experiment, narrowed(tally, controls), interrupted)
        both = places(result.layout, plan.rivals, plan.rivals.objective)
        adjustment = None if frozen is None else adjustment_of(tally, frozen, both)
        return ComparisonResult(result, plan.rivals, adjustment, None if pilot is None else pilot.plain_variance)

    # The places where the run is looked at depend neither on the number of threads nor on where a run goes on.
    size = max(1, GAMES_A_LOOK // (plan.experiment.rotations * len(plan.experiment.arms)))
    looks = look_places(size)
    next_look = next(looks)

    def enough(tally: Tally) -> bool:
        nonlocal next_look
        while next_look < tally.blocks:
            next_look = next(looks)
        if tally.blocks < next_look:
            return False
        so_far = found(tally, interrupted=False)
        if look is not None:
            look(so_far)
        return not so_far.undecided

    worker = None if frozen is None else ControlledWorker
    if plan.rivals.open_ended:
        tally, interrupted = run(plan.experiment, jobs, progress, batch_size=size, worker=worker, enough=enough)
    else:
        tally, interrupted = run(plan.experiment, jobs, progress, worker=worker)
    if interrupted and not tally.blocks:
        raise KeyboardInterrupt
    return found(tally, interrupted)


def look_places(size: int) -> Iterator[int]:
    """After how many blocks a run is looked at that is played `size` blocks at a time."""
    from cactus_sim.stats.sequences import FIRST_LOOK

    place = FIRST_LOOK
    while True:
        place = -(-place // size) * size
        yield place
        place = max(int(place * LOOKS_GROW), place + 1)
