"""`seats`: is going first an advantage? The share of each seat where all play alike, by players and rules.

Light to import, as the package's __init__ does so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    import pandas as pd

    from cactus_sim.games.base import Game, Metric
    from cactus_sim.simulate.runner import Progress
    from cactus_sim.stats.intervals import Estimate

MARGIN: Final = 0.002
"""A seat whose share is within so much of an equal one is as good as any."""


@dataclass(frozen=True)
class Table:
    """One number of players under one set of rules."""

    rules: str
    players: int
    shares: tuple[Estimate, ...]
    """Each seat's share, the one that begins first."""
    verdicts: tuple[str, ...]
    """Of each seat against an equal share: higher, lower, equivalent, undecided or same, with Holm's correction."""

    @property
    def fair(self) -> float:
        """An equal share."""
        return 1 / self.players


@dataclass(frozen=True)
class Seats:
    """What each seat is worth."""

    game: Game
    metric: Metric
    strategy: str
    seed: int
    games: int
    """Games at each table."""
    tables: tuple[Table, ...]

    def records(self) -> Iterator[dict[str, Any]]:
        """A row a table and seat: rules, players, seat (from 1), estimate, se, low, high, fair, verdict, n."""
        for table in self.tables:
            for seat, (share, verdict) in enumerate(zip(table.shares, table.verdicts, strict=True), start=1):
                low, high = share.interval()
                yield {
                    "rules": table.rules, "players": table.players, "seat": seat, "estimate": share.value,
                    "se": share.se, "low": low, "high": high, "fair": table.fair, "verdict": verdict, "n": share.n,
                }  # fmt: skip

    def frame(self) -> pd.DataFrame:
        """The records as a tidy pandas frame."""
        import pandas as pd

        return pd.DataFrame.from_records(list(self.records()))


def seats(
    game: str | Game,
    strategy: str | None = None,
    *,
    players: Sequence[int] | None = None,
    rules: Sequence[str] | None = None,
    changes: Mapping[str, object] | None = None,
    games: int = 100_000,
    seed: int | None = None,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> Seats:
    """Plays rounds among players of one strategy, and counts what each seat wins.

    `players`: the numbers of players, by default all that the rules take; `rules`: presets, by default the game's own.
    Each table is decided by its own deals: a seat's share has no rotation to even it out, which is the point.

    >>> from cactus_sim import seats
    >>> found = seats("cactus", players=[3], games=3000, seed=1)
    >>> [round(sum(share.value for share in table.shares), 9) for table in found.tables]
    [1.0]
    """
    from cactus_sim.simulate import experiment as experiments
    from cactus_sim.simulate.experiment import Arm, Experiment
    from cactus_sim.simulate.facts import experiment_facts
    from cactus_sim.simulate.session import current
    from cactus_sim.simulate.simulation import run_experiment
    from cactus_sim.stats.families import verdicts
    from cactus_sim.stats.intervals import Estimate

    found = experiments.game_called(game)
    seed = experiments.check_seed(seed)
    text = strategy or found.default_line_up[0]
    planned = []
    for preset in rules or (None,):
        ruled = experiments.rule_set(found, preset, changes)
        low, high = found.players_allowed(ruled.values)
        for size in players or range(low, high + 1):
            entries = experiments.line_up_of(found, (text,), size)
            experiments.check_table(found, ruled, size)
            arm = Arm(ruled.name, ruled, entries, tuple(range(size)))
            names = tuple(f"seat {place + 1}" for place in range(size))
            unit = experiments.check_unit(found, "round")
            planned.append(Experiment(found, (arm,), names, unit, seed, games, rotated=False))
    arms = [experiment.arms[0] for experiment in planned]
    current().begin(lambda: experiment_facts(planned[0], arms), arms)
    tables = []
    for number, experiment in enumerate(planned):

        def so_far(done: int, total: int, before: int = number) -> None:
            if progress is not None:
                progress(before * total + done, len(planned) * total)

        result = run_experiment(experiment, jobs, so_far)
        if result.partial:
            raise KeyboardInterrupt
        arm, size = experiment.arms[0], len(experiment.row_names)
        metric = found.seat_metrics[0].name
        shares = tuple(result.estimate(metric, row) for row in range(size))
        from_fair = [Estimate(share.value - 1 / size, share.se, share.n) for share in shares]
        words = tuple(verdict.word for verdict in verdicts(from_fair, [MARGIN] * size))
        tables.append(Table(arm.rules.name, size, shares, words))
    return Seats(found, found.seat_metrics[0], text, seed, games, tuple(tables))
