"""Finding the best policy for a kind of decision: a best reply to a field, or an equilibrium, by policy iteration.

Each round plays games with the policy so far, listens to every decision, and takes in each cell the option that was
worth most when all went on by that policy (Howard's policy iteration, on sampled values). What is found is best within
its abstraction only: among the policies that go by what the chart's axes tell.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np

from cactus_sim.analysis.study import DecisionTally, FloatArray, IntArray, Setting, Values, run_study, values_of
from cactus_sim.simulate.schedule import Batch

EXPLORED_FIRST: Final = 0.2
EXPLORED_LEAST: Final = 0.02
"""The part of decisions taken at random while a policy is looked for: in the first round, and never less than. It falls
from round to round, since what an option is worth in a cell depends on how one comes there."""
REMEMBERED: Final = 0.5
REMEMBERED_TOGETHER: Final = 0.8
"""The weight of what earlier rounds found, falling so from round to round: against a field, and where all seats change
their policy together and may run in a cycle. It damps cycles, and noise."""
PRIOR_VISITS: Final = 100.0
"""A cell is reckoned with so many visits of the mean of its neighbours beside its own."""
CLEAR: Final = 1.96
"""Standard errors that a difference must have to be beyond noise."""
MAX_ROUNDS: Final = 16
ENDLESS: Final = 0.2
"""The part of games that are stalled from which on a policy is said to run away: nobody ends the game any more."""

Report = Callable[["Round"], None]


@dataclass(frozen=True)
class Round:
    """One round of policy iteration."""

    number: int
    games: int
    changed: int
    """Cells whose option changed."""
    changed_beyond_noise: int
    """Those of them where the difference was clear."""
    regret: float
    """What the old policy lost against the new one, a game, by this round's figures: a rough figure, biased upward."""
    stalled: float
    """The part of the games that did not end by themselves."""


@dataclass(frozen=True)
class Search:
    """A policy that was found, and how."""

    options: IntArray
    values: Values
    """What the last rounds say of each cell, cells that the policy itself never comes to included."""
    rounds: tuple[Round, ...]
    deals: int
    """How many deals were used: those from this number on are fresh."""

    @property
    def settled(self) -> bool:
        """Whether the last round changed nothing beyond noise."""
        return self.rounds[-1].changed_beyond_noise == 0 and not self.endless

    @property
    def endless(self) -> bool:
        """Whether the policy has run away: by it games do not end by themselves."""
        return self.rounds[-1].stalled > ENDLESS


def search(
    setting: Setting,
    seed: int,
    games: int,
    *,
    start: IntArray | None = None,
    first_deal: int = 0,
    max_rounds: int = MAX_ROUNDS,
    jobs: int | None = None,
    report: Report | None = None,
) -> Search:
    """Policy iteration from the decider's own rule or from `start`, until nothing changes beyond noise.

    Every round of `games` has fresh deals. All seats follow the policy where the setting has no field: then what it
    settles on is an equilibrium of the abstraction (see `equilibrium_gap` for how nearly).
    """
    options = setting.silent() if start is None else start.copy()
    blocks = -(-games // setting.rotations)
    older: Values | None = None
    rounds: list[Round] = []
    for number in itertools.count(1):
        deals = Batch(first_deal + (number - 1) * blocks, blocks)
        tally = run_study(
            setting,
            options,
            seed,
            deals,
            explore=max(EXPLORED_LEAST, EXPLORED_FIRST / number),
            jobs=jobs,
            enough=lambda so_far: is_endless(setting, so_far),
        )
        values = older = values_of(setting, tally).plus(older, REMEMBERED if setting.field else REMEMBERED_TOGETHER)
        better, gain, clear = improved(setting, values, options)
        changed = better != options
        lost = float((gain * values.visits).sum()) / values.games
        rounds.append(
            Round(
                number, tally.games, int(changed.sum()), int((changed & clear).sum()), lost, stalled_in(setting, tally)
            )
        )
        options = better
        if report is not None:
            report(rounds[-1])
        if is_endless(setting, tally) or number >= max_rounds or (number > 2 and rounds[-1].changed_beyond_noise == 0):
            break
    return Search(options, values, tuple(rounds), first_deal + len(rounds) * blocks)


def stalled_in(setting: Setting, tally: DecisionTally) -> float:
    """The part of the games that did not end by themselves."""
    return tally.mean(setting.game, "stalled")


def stalled_part(found: Search) -> float:
    """The part of the games of the last round that did not end by themselves."""
    return found.rounds[-1].stalled


def is_endless(setting: Setting, tally: DecisionTally) -> bool:
    """Whether so many games did not end by themselves that the policy runs away."""
    return stalled_in(setting, tally) > ENDLESS


def improved(setting: Setting, values: Values, options: IntArray) -> tuple[IntArray, FloatArray, FloatArray]:
    """The best option of each cell by these values; what it gains over the option there, and whether that is clear.

    Cells never seen keep their option; a silent cell takes the best one, and that counts as clear where its lead over
    the second best is.
    """
    leads, errors = smoothed_leads(setting, values)
    sign = setting.metric.better
    better = np.where(np.isfinite(leads), sign * leads, -np.inf)
    best = better.argmax(axis=0)
    seen = np.isfinite(better).sum(axis=0) > 1
    new = np.where(seen, best, options).astype(np.int64)
    cell = np.arange(len(options))
    old = np.where(options < 0, 0, options)
    finite = np.where(np.isfinite(better), better, 0.0)
    gain = np.where(seen & (options >= 0), finite[new, cell] - finite[old, cell], 0.0)
    error = np.hypot(errors[np.maximum(new, 0), cell], np.where(old == new, 0.0, errors[old, cell]))
    clear = np.abs(gain) > CLEAR * np.where(np.isfinite(error), error, np.inf)
    first = (options < 0) & seen
    return new, gain, clear | (first & (values.visits >= PRIOR_VISITS))


def smoothed_leads(setting: Setting, values: Values) -> tuple[FloatArray, FloatArray]:
    """Mean and error [option, cell] of what each option gains over the first, rare cells drawn to their neighbours.

    A cell's mean is taken over its own visits and PRIOR_VISITS more of the mean of the cells around it (one step on
    each axis, nearer ones more), so that a cell with few visits says what its neighbours do.
    """
    leads = [np.zeros(len(values.visits))]
    errors = [np.zeros(len(values.visits))]
    # Where the first option was not legal there is no lead over it: such a cell stays as it is.
    for option in range(1, values.options):
        sums = values.sums[:, _slot(values.options, option)]
        visits, total = sums[:, 0], sums[:, 1] / values.scale
        around_visits, around_total = (_around(setting.sizes, column) for column in (visits, total))
        with np.errstate(invalid="ignore", divide="ignore"):
            prior = around_total / around_visits
            leads.append((total + PRIOR_VISITS * prior) / (visits + PRIOR_VISITS))
        _, error = values.difference(0, option)
        errors.append(np.where(np.isfinite(error), error, np.inf))
    return np.array(leads), np.array(errors)


def _slot(options: int, option: int) -> int:
    return options + option - 1


def _around(sizes: tuple[int, ...], column: FloatArray) -> FloatArray:
    """Each cell's weighted sum of itself and its neighbours, weights 1, 2, 1 along every axis."""
    grid = column.reshape(sizes)
    for axis, size in enumerate(sizes):
        if size > 1:
            padded = np.pad(grid, [(1, 1) if other == axis else (0, 0) for other in range(len(sizes))])
            low, middle, high = (np.take(padded, range(start, start + size), axis=axis) for start in (0, 1, 2))
            grid = low + 2 * middle + high
    return grid.reshape(-1)
