"""The findings of a calibration of CACTUS, the stacking game: what agrees, by what, and the constants fitted."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final, TypeVar

import numpy as np

from cactus_sim.games.balance.physics import STANDS
from scripts.calibration.fits import DRAWS, Figure, Floats, critical, ratio, root_mean_square, same_losses, share
from scripts.calibration.trials import SPREAD, Blow, Drop, Stack

EDGE_MM: Final = 0.5
"""A stack whose margin is less, either way, is near the edge."""
MARGINS: Final = -2.0, -0.5, -0.2, -0.1, 0.0, 0.1, 0.2, 0.5, 2.0
MEETINGS: Final = 2.0, 5.0, 10.0
FRICTIONS: Final = 0.45, 0.6
DROPS: Final = 2.0, 3.0, 4.0
SPEEDS: Final = 10.0, 20.0, 40.0
CANNOT_KNOW: Final = (
    "How a hand shakes the cactus: it is rigid here. That neighbours shift by half of jostle stays an assumption.",
    "What falls to the near or the far side: pieces are boxes in one plane here, so `hit` is an upper bound.",
    "How high, how fast and how level a hand lets go: assumed, so see what comes of it by height and speed.",
)
_P4, _P5 = 101, 102
"""Which random numbers fits draw, beside the seed."""

T = TypeVar("T")


@dataclass(frozen=True)
class Row:
    """A part of the trials."""

    of: str
    trials: int
    share: Figure
    """Of stacks those that agree, of placements those that lose pieces."""
    jostle: Figure | None = None
    """Fitted to these placements alone."""


@dataclass(frozen=True)
class Standing:
    """P3: the static verdict and the engine's."""

    stacks: int
    stand: float
    """The share that stands by P3."""
    agree: Figure
    agree_off_edge: Figure
    """Of those whose margin is EDGE_MM or more."""
    only_engine_falls: int
    slid: int
    """Of these: those in which something slid and nothing tilted."""
    only_static_falls: int
    near_edge: int
    """Of all that differ: those whose margin is less than EDGE_MM."""
    by_margin: list[Row]
    by_pieces: list[Row]
    by_meeting: list[Row]
    by_friction: list[Row]
    lowest: dict[str, float]
    """Where both fall: shares by whether the lowest level that comes off in the engine is the `same`, `lower` or
    `higher`."""


@dataclass(frozen=True)
class Jostling:
    """P4: what letting a piece go does where nothing need fall."""

    placements: int
    jostle: Figure
    root_mean_square: Figure
    """Shift of pieces that stay, in errors of the hand."""
    lost: Figure
    """The share of placements by which pieces of the perch come off."""
    new_off: Figure
    """The share in which the new piece does not stay."""
    by_drop: list[Row]
    by_speed: list[Row]
    by_friction: list[Row]
    neighbours: int
    neighbours_touched: Figure
    neighbours_root_mean_square: Figure


@dataclass(frozen=True)
class Hitting:
    """P5: what falling pieces do to lower neighbours."""

    falls: int
    all_stayed: Figure
    """The share of placements in which P2 or P3 has something fall, and nothing came off in the engine."""
    hit: Figure
    hit_shift: Figure
    root_mean_square: Figure
    """Shift, by each hit, of pieces that stay, in errors of the hand."""
    perches_hit: int
    lost: Figure
    """The share of perches hit that lose pieces."""


@dataclass(frozen=True)
class Findings:
    """All of a calibration."""

    pymunk: str
    seed: int
    trials: int
    standing: Standing
    jostling: Jostling
    hitting: Hitting
    cannot_know: tuple[str, ...] = CANNOT_KNOW


def standing(stacks: Sequence[Stack]) -> Standing:
    """What the stacks say of P3."""
    clear = [stack for stack in stacks if abs(stack.margin) >= EDGE_MM]
    engine = [stack for stack in stacks if stack.lowest == STANDS and not stack.stands]
    both = [stack for stack in stacks if stack.lowest != STANDS and stack.engine_lowest != STANDS]
    orders = Counter(("lower", "same", "higher")[1 + _sign(stack.engine_lowest - stack.lowest)] for stack in both)
    return Standing(
        len(stacks),
        sum(stack.lowest == STANDS for stack in stacks) / len(stacks),
        _share(stacks, lambda stack: stack.agrees),
        _share(clear, lambda stack: stack.agrees),
        len(engine),
        sum(stack.slid for stack in engine),
        sum(stack.lowest != STANDS and stack.stands for stack in stacks),
        sum(abs(stack.margin) < EDGE_MM and not stack.agrees for stack in stacks),
        _rows(stacks, lambda stack: stack.margin, MARGINS),
        [
            Row(str(levels), len(some), _share(some, lambda stack: stack.agrees))
            for levels in SPREAD
            if (some := [stack for stack in stacks if stack.levels == levels])
        ],
        _rows(stacks, lambda stack: stack.meeting, MEETINGS),
        _rows(stacks, lambda stack: stack.friction, FRICTIONS),
        {order: orders[order] / max(len(both), 1) for order in ("same", "lower", "higher")},
    )


def jostling(drops: Sequence[Drop], seed: int) -> Jostling:
    """What the placements say of P4."""
    random = np.random.default_rng([seed, _P4])
    factors = np.array([_critical(drop, random) for drop in drops])
    lost = np.array([drop.lost > 0 for drop in drops])

    def parts(measure: Callable[[Drop], float], edges: Sequence[float]) -> list[Row]:
        found = []
        for name, numbers in _between([measure(drop) for drop in drops], edges):
            jostle = same_losses(factors[numbers], lost[numbers], random)
            found.append(Row(name, len(numbers), share(int(lost[numbers].sum()), len(numbers)), jostle))
        return found

    quiet = [drop for drop in drops if drop.rests and not drop.lost]
    neighbours = sum(drop.neighbours for drop in quiet)
    return Jostling(
        len(drops),
        same_losses(factors, lost, random),
        root_mean_square([_squares(drop.shifts) for drop in drops], [len(drop.shifts) for drop in drops], random),
        share(int(lost.sum()), len(drops)),
        _share(drops, lambda drop: not drop.rests),
        parts(lambda drop: drop.drop, DROPS),
        parts(lambda drop: drop.speed, SPEEDS),
        parts(lambda drop: drop.friction, FRICTIONS),
        neighbours,
        share(sum(drop.touched for drop in quiet), neighbours),
        root_mean_square([_squares(drop.near) for drop in quiet], [len(drop.near) for drop in quiet], random),
    )


def _critical(drop: Drop, random: np.random.Generator) -> Floats:
    """By which jostles, one for each set of normal errors, a placement makes a piece that stood come off."""
    stood = len(drop.levels) - 1
    errors = drop.sigma * random.standard_normal((DRAWS, len(drop.levels)))
    return critical(drop.levels, drop.half_width, errors, stood, stood)


def hitting(falls: Sequence[Sequence[Blow]], seed: int) -> Hitting:
    """What the falls say of P5; each is the blows of one trial."""
    random = np.random.default_rng([seed, _P5])
    hits = [blow for blows in falls for blow in blows if blow.hits]
    factors = []
    for blow in hits:
        # Each hit shifts anew, so that the errors of several add up.
        errors = math.sqrt(blow.hits) * blow.sigma * random.standard_normal((DRAWS, len(blow.levels)))
        factors.append(critical(blow.levels, blow.half_width, errors, len(blow.levels), len(blow.levels)))
    return Hitting(
        len(falls),
        _share(falls, lambda blows: blows[0].fell == 0),
        ratio([sum(b.hits for b in blows) for blows in falls], [sum(b.fell for b in blows) for blows in falls], random),
        same_losses(np.array(factors), np.array([blow.lost > 0 for blow in hits]), random),
        root_mean_square(
            [_squares(blow.shifts) / blow.hits for blow in hits], [len(blow.shifts) for blow in hits], random
        ),
        len(hits),
        _share(hits, lambda blow: blow.lost > 0),
    )


def _rows(stacks: Sequence[Stack], measure: Callable[[Stack], float], edges: Sequence[float]) -> list[Row]:
    """How many agree, by where a measure lies between edges."""
    return [
        Row(name, len(numbers), _share([stacks[i] for i in numbers], lambda stack: stack.agrees))
        for name, numbers in _between([measure(stack) for stack in stacks], edges)
    ]


def _between(values: Sequence[float], edges: Sequence[float]) -> Iterator[tuple[str, list[int]]]:
    """What lies between edges, in words, and the numbers of the values that do; parts without any are left out."""
    for low, high in pairwise((-math.inf, *edges, math.inf)):
        name = f"{low:g} to {high:g}"
        if low == -math.inf:
            name = f"below {high:g}"
        elif high == math.inf:
            name = f"{low:g} or more"
        numbers = [i for i, value in enumerate(values) if low <= value < high]
        if numbers:
            yield name, numbers


def _share(trials: Sequence[T], happens: Callable[[T], Any]) -> Figure:
    return share(sum(bool(happens(trial)) for trial in trials), len(trials))


def _squares(shifts: Iterable[float]) -> float:
    return sum(shift * shift for shift in shifts)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
