"""`play`: one game, event by event."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from cactus_sim.games.base import Event, Game
    from cactus_sim.simulate.experiment import Experiment


def play(
    game: str | Game,
    line_up: Sequence[str] | None = None,
    *,
    rules: str | None = None,
    changes: Mapping[str, object] | None = None,
    rules_file: str | Path | None = None,
    players: int | None = None,
    unit: str | None = None,
    seed: int | None = None,
    deal: int = 0,
    rotation: int = 0,
) -> list[Event]:
    """The events of one game: the same one that `simulate` counts at that seed, deal and rotation.

    >>> from cactus_sim import play
    >>> events = play("cactus", ["random"], players=3, seed=1, deal=5)
    >>> events[0]["e"], events[-1]["e"]
    ('deal', 'end')
    """
    from cactus_sim.simulate.experiment import simulation

    experiment = simulation(
        game, line_up, rules=rules, changes=changes, rules_file=rules_file, players=players, unit=unit, seed=seed
    )
    return list(trace(experiment, deal, rotation))


def trace(experiment: Experiment, deal: int = 0, rotation: int = 0) -> Iterator[Event]:
    """The events of one game of an experiment's first arm."""
    from cactus_sim.errors import UsageError
    from cactus_sim.simulate.interrupts import interrupts_kept
    from cactus_sim.simulate.runner import prepare
    from cactus_sim.simulate.schedule import MAX_DEALS

    arm = experiment.arms[0]
    players = len(arm.line_up)
    if not 0 <= deal < MAX_DEALS:
        raise UsageError(f"deal {deal}: a number from 0 to {MAX_DEALS - 1}")
    if not 0 <= rotation < players:
        raise UsageError(f"rotation {rotation}: a number from 0 to {players - 1}, as {players} play")
    with interrupts_kept():
        experiment.game.compile()
        ready = prepare(experiment.game, arm)
    return experiment.game.trace(
        ready.rules, arm.rules.values, ready.line_up, ready.labels, experiment.unit, experiment.seed, deal, rotation
    )
