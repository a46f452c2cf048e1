"""`simulate`: one line-up under one set of rules, played many times.

Light to import, as the package's __init__ does so: numpy and numba come when something is played.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from cactus_sim.games.base import Game
    from cactus_sim.simulate.experiment import Experiment
    from cactus_sim.simulate.result import Result
    from cactus_sim.simulate.runner import Progress


def simulate(
    game: str | Game,
    line_up: Sequence[str] | None = None,
    *,
    rules: str | None = None,
    changes: Mapping[str, object] | None = None,
    rules_file: str | Path | None = None,
    players: int | None = None,
    unit: str | None = None,
    games: int = 100_000,
    first_deal: str | int | None = None,
    seed: int | None = None,
    jobs: int | None = None,
) -> Result:
    """Plays a line-up `games` times (rounded up to whole blocks: every rotation of the seats on each deal).

    `line_up` holds entries such as "threshold(call_at=4)"; `players` repeats them in order up to so many. `rules` is a
    preset, `changes` rules that differ from it; or `rules_file` names both. A seed is drawn where none is given, and
    kept in the result. With `first_deal` the deals from that one on are played, rather than from 0 on. Ctrl-C ends the
    run with what was done, `partial` then being true; where nothing was, the KeyboardInterrupt goes on.

    >>> from cactus_sim import simulate
    >>> result = simulate("cactus", ["threshold(call_at=4)", "random"], players=4, games=2000, seed=1)
    >>> result.games, result.blocks
    (2000, 1000)
    >>> result.estimate("share", "threshold(call_at=4)").value > result.estimate("share", "random").value
    True
    """
    from cactus_sim.simulate.experiment import simulation

    experiment = simulation(
        game, line_up, rules=rules, changes=changes, rules_file=rules_file, players=players, unit=unit, seed=seed,
        games_asked=games, first_deal=first_deal,
    )  # fmt: skip
    return run_experiment(experiment, jobs)


def run_experiment(experiment: Experiment, jobs: int | None = None, progress: Progress | None = None) -> Result:
    """Plays any experiment; raises KeyboardInterrupt where it was interrupted before a first batch was done."""
    from cactus_sim.simulate.facts import experiment_facts
    from cactus_sim.simulate.result import result_of
    from cactus_sim.simulate.runner import run
    from cactus_sim.simulate.session import current

    current().begin(lambda: experiment_facts(experiment), experiment.arms)
    tally, interrupted = run(experiment, jobs, progress)
    if interrupted and not tally.blocks:
        raise KeyboardInterrupt
    return result_of(experiment, tally, interrupted)
