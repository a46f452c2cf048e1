"""Planning a comparison: two players in the same seat against the same field, or half a table each."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, TypeVar

from cactus_sim.analysis.plan import objective_of
from cactus_sim.errors import UsageError, counted
from cactus_sim.simulate import experiment as experiments
from cactus_sim.simulate.experiment import MAX_SEED, Arm, Experiment
from cactus_sim.simulate.schedule import ANY_DEALS, blocks_for
from cactus_sim.stats.intervals import ANY, DIFFERENCE_OF_CHANCES
from cactus_sim.stats.sequences import FIRST_LOOK

if TYPE_CHECKING:
    from pathlib import Path

    from cactus_sim.games.base import Game
    from cactus_sim.strategies import Entry

T = TypeVar("T")

MARGIN: Final = 0.2
"""Percentage points (or units of the objective, where it is no percentage) below which a difference does not count."""

LONGEST: Final = 100
"""A run that stops by itself plays at most so many times the planned number of games, unless told otherwise."""

PILOT_BLOCKS: Final = 2048
PILOT_PART: Final = 4
"""There is a pilot where it is no more than a fourth of what is planned."""


@dataclass(frozen=True)
class Rivals:
    """What a comparison asks: is A better than B, by more than does not count?"""

    a: str
    b: str
    field: tuple[str, ...]
    """The other players' entries; none where A and B have half a table each."""
    players: int
    rules_name: str
    objective: str
    """The metric that is compared."""
    better: int
    """+1 where more of it is better, −1 where less is."""
    percent: bool
    """Whether it is shown as a percentage; all numbers here are its own, 0.002 for 0.2 percentage points."""
    margin: float
    """A difference smaller than this does not count."""
    planned: int
    """Blocks that are planned: the run has so many, or where it stops by itself is most precise at so many."""
    sequential: bool
    """Whether the run stops at a verdict."""
    target_se: float | None
    """The standard error at which the run stops, if any."""

    @property
    def same(self) -> bool:
        """Whether A is compared with itself: then nothing can differ."""
        return self.a == self.b

    @property
    def bounds(self) -> tuple[float, float]:
        """Between what a difference must be."""
        return DIFFERENCE_OF_CHANCES if self.percent else ANY

    @property
    def greatest(self) -> float | None:
        """How much any deal's difference can be; None where nothing is known of it."""
        return self.bounds[1] if self.percent else None

    @property
    def mirror(self) -> bool:
        """Whether A and B have half a table each."""
        return not self.field

    @property
    def open_ended(self) -> bool:
        """Whether the run stops by itself: then the interval is one that holds at every look."""
        return self.sequential or self.target_se is not None


@dataclass(frozen=True)
class ComparisonPlan:
    """A comparison to be played."""

    experiment: Experiment
    """Arms A and B, the compared player's row being 0; or one arm with the row of A and that of B."""
    rivals: Rivals
    pilot: Experiment | None
    """The same at other deals, an arm for each seating of each arm; None where there is none."""


def plan_comparison(
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
    margin: float = MARGIN,
    sequential: bool = False,
    target_se: float | None = None,
    games_asked: int = 1,
    max_games: int | None = None,
    plain: bool = False,
    first_deal: str | int | None = None,
    seed: int | None = None,
) -> ComparisonPlan:
    """The plan of a comparison, checked throughout."""
    found = experiments.game_called(game)
    ruled = experiments.rule_set(found, rules, changes, rules_file)
    one, other = experiments.line_up_of(found, [a])[0], experiments.line_up_of(found, [b])[0]
    metric = objective_of(found, objective)
    arms, row_names = (
        _halves(found, one, other, field, players, ruled)
        if mirror
        else _seats(found, one, other, field, players, ruled)
    )
    experiments.check_table(found, ruled, len(arms[0].line_up))
    _check_numbers(margin, target_se)
    planned, most = _lengths(games_asked, max_games, sequential or target_se is not None)
    experiment = Experiment(
        found, arms, row_names, experiments.check_unit(found, unit), experiments.check_seed(seed), most
    )
    experiment = experiments.at_deals(experiment, first_deal)
    if (sequential or target_se is not None) and experiment.blocks < FIRST_LOOK:
        least = FIRST_LOOK * experiment.rotations
        raise UsageError(
            f"at most {counted(most, 'game')}: a run that stops by itself needs {least:,} at least "
            f"({FIRST_LOOK:,} deals)"
        )
    rivals = Rivals(
        one.label, other.label, () if mirror else tuple(entry.label for entry in arms[0].line_up[1:]),
        len(arms[0].line_up), ruled.name, metric.name, metric.better, metric.percent, _own(margin, metric.percent),
        blocks_for(planned, experiment.rotations), sequential,
        None if target_se is None else _own(target_se, metric.percent),
    )  # fmt: skip
    return ComparisonPlan(experiment, rivals, None if plain else _pilot(experiment, rivals.planned))


def _seats(
    game: Game, one: Entry, other: Entry, field: Sequence[str] | None, players: int | None, ruled: experiments.RuleSet
) -> tuple[tuple[Arm, ...], tuple[str, ...]]:
    """An arm with A and one with B in the same seat, row 0, and the rows of the field."""
    if field is None:
        default = experiments.line_up_of(game, game.default_line_up)
        place = next((i for i, entry in enumerate(default) if entry.strategy is one.strategy), 0)
        others = default[:place] + default[place + 1 :]
    else:
        others = experiments.line_up_of(game, field)
    if players is not None:
        if players < 2 or (field is not None and players < 1 + len(others)):
            raise UsageError(
                f"{counted(players, 'player')}, but one compared and {len(others)} of the field: leave some out"
            )
        others = tuple(others[i % len(others)] for i in range(players - 1))
    rows, names = experiments.grouped(others)
    places = (0, *(1 + row for row in rows))
    arms = tuple(
        Arm(f"{letter}: {entry.label}", ruled, (entry, *others), places) for letter, entry in (("A", one), ("B", other))
    )
    return arms, ("compared", *names)


def _halves(
    game: Game, one: Entry, other: Entry, field: Sequence[str] | None, players: int | None, ruled: experiments.RuleSet
) -> tuple[tuple[Arm, ...], tuple[str, ...]]:
    """One arm in which A and B alternate; its other rotation has the halves swapped."""
    if field is not None:
        raise UsageError("half a table each leaves no seat for a field: give --field or --mirror, not both")
    size = players or len(game.default_line_up)
    if size % 2:
        raise UsageError(f"{counted(size, 'player')} can't be two halves of a table: give --players an even number")
    line_up = (one, other) * (size // 2)
    arm = Arm(f"{one.label}, {other.label}", ruled, line_up, (0, 1) * (size // 2))
    return (arm,), (f"A: {one.label}", f"B: {other.label}")


def _check_numbers(margin: float, target_se: float | None) -> None:
    # Written so that nan is refused too.
    if not 0 <= margin < 1e9:
        raise UsageError(f"margin {margin:g}: a number from 0 on")
    if target_se is not None and not 0 < target_se < 1e9:
        raise UsageError(f"target standard error {target_se:g}: a number greater than 0")


def _lengths(games_asked: int, max_games: int | None, open_ended: bool) -> tuple[int, int]:
    """How many games are planned, and how many are played at most."""
    if not open_ended:
        if max_games is not None:
            raise UsageError("a greatest number of games is for runs that stop by themselves: add --sequential")
        return games_asked, games_asked
    most = LONGEST * games_asked if max_games is None else max_games
    return min(games_asked, most), most


def _own(number: float, percent: bool) -> float:
    """A number of percentage points as the metric counts it."""
    return number / 100 if percent else number


def _pilot(experiment: Experiment, planned: int) -> Experiment | None:
    """Every seating of every arm as an arm of its own, on deals of another seed."""
    if planned < PILOT_PART * PILOT_BLOCKS:
        return None
    arms = tuple(
        replace(arm, label=f"{arm.label} ({shift})", line_up=_turned(arm.line_up, shift), rows=_turned(arm.rows, shift))
        for arm in experiment.arms
        for shift in range(experiment.rotations)
    )
    digest = hashlib.sha256(f"pilot {experiment.seed}".encode()).digest()
    seed = int.from_bytes(digest[:8], "big") & MAX_SEED
    return replace(experiment, arms=arms, seed=seed, games=PILOT_BLOCKS, rotated=False, first_deal=ANY_DEALS)


def _turned(items: tuple[T, ...], shift: int) -> tuple[T, ...]:
    return items[-shift:] + items[:-shift] if shift else items
