"""Single trials that compare the static physics of CACTUS, the stacking game, with rigid bodies: P3, P4 and P5.

Each trial depends on the seed, its kind and its number alone. Stacks, aims, errors and static verdicts are the game's
own functions; only what then happens is the engine's.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from cactus_sim.games.balance.physics import STANDS
from cactus_sim.games.balance.rules import PIECES
from scripts.calibration.rigid_bodies import LOWERED, TIPPED, Body, Box, World
from scripts.calibration.scenes import LEDGE_MM, Levels, Scene, bricks, perches, rules, verdict

STACKS, PLACEMENTS, FALLS = range(3)
"""Kinds of trial."""
FRICTION: Final = 0.3, 0.8
"""What wood, card and plastic have on each other, from and to: drawn for each trial."""
BOUNCE: Final = 0.4
"""Each surface's share of the speed given back; of two that meet, the product."""
DROP_MM: Final = 1.0, 5.0
"""From how high a hand lets go, from and to."""
SIDEWAYS: Final = 5.0
"""A hand's sideways speed as it lets go, in its own errors a second (standard deviation): some 28 mm/s."""
SPREAD: Final = {2: 1.3, 3: 1.15, 4: 1.0, 5: 0.86, 6: 0.76}
"""By number of pieces: how far, in half-widths of its support, a piece's centre may lie off so that half stand."""
SECONDS: Final = 2.5
"""Within which a world comes to rest, or is as it is."""
MOVED_MM, TILTED = 1.0, 0.1
"""A stack in which no piece has moved or tilted by more stands."""


@dataclass(frozen=True)
class Stack:
    """A stack set to rest by itself (P3)."""

    levels: int
    friction: float
    meeting: float
    """Millimetres of the narrowest meeting of two pieces, or of a piece and the ledge; below 0 they do not meet."""
    margin: float
    """By how many millimetres it stands at its weakest level by P3; below 0 it falls."""
    lowest: int
    """The lowest level that falls by P3, or STANDS."""
    stands: bool
    """In the engine."""
    slid: bool
    """Whether something moved in the engine without anything that tilted."""
    engine_lowest: int
    """The lowest level that came off in the engine, or STANDS."""

    @property
    def agrees(self) -> bool:
        """Whether both say that it stands, or both that it falls."""
        return self.stands == (self.lowest == STANDS)


@dataclass(frozen=True)
class Drop:
    """A piece let go where P2 and P3 have everything stand, and what it does to the pieces there (P4)."""

    friction: float
    drop: float
    """Millimetres that the piece fell."""
    speed: float
    """Its sideways speed as it was let go, either way, in millimetres a second."""
    sigma: float
    """The error of the hand, in millimetres."""
    levels: Levels
    """The stack with the new piece on top, as it was meant."""
    half_width: float
    """Of the ledge, in millimetres."""
    lost: int
    """Pieces that stood on the perch and came off."""
    rests: bool
    """Whether the new piece stayed."""
    shifts: tuple[float, ...]
    """Of the pieces that stood on the perch and stayed, in errors of the hand."""
    neighbours: int
    """Neighbour perches with pieces."""
    touched: int
    """How many of them had a piece that something from this perch touched."""
    near: tuple[float, ...]
    """Shifts of the neighbour perches' pieces that stayed, in errors of the hand."""


@dataclass(frozen=True)
class Blow:
    """What pieces that come off a perch do to one lower neighbour perch (P5)."""

    number: int
    """Of the trial: one trial can be several blows."""
    sigma: float
    levels: Levels
    """The neighbour's stack before."""
    half_width: float
    fell: int
    """Pieces that came off, the new one with them."""
    hits: int
    """How many of them touched a piece of the neighbour perch."""
    lost: int
    """Pieces of the neighbour perch that came off."""
    shifts: tuple[float, ...]
    """Of those that stayed, in errors of the hand."""


def random_numbers(seed: int, kind: int, number: int) -> np.random.Generator:
    """The random numbers of one trial."""
    return np.random.default_rng([seed, kind, number])


def stack_trial(seed: int, number: int) -> Stack:
    """A random stack of two to six pieces on a ledge, set to rest."""
    random = random_numbers(seed, STACKS, number)
    count = 2 + number % 5
    half_width = float(rules().perch_half[random.choice(perches())])
    levels: list[tuple[int, float]] = []
    middle, width, meeting = 0.0, half_width, math.inf
    for piece in map(int, random.choice(PIECES, count, replace=False)):
        brick = bricks()[piece]
        x = middle + SPREAD[count] * width * random.uniform(-1.0, 1.0) - brick.off
        meeting = min(meeting, min(x + brick.half, middle + width) - max(x - brick.half, middle - width))
        levels.append((piece, x))
        middle, width = x, brick.half
    margin, lowest = verdict(levels, half_width)
    world = World(random.uniform(*FRICTION))
    world.fix([Box(-half_width, half_width, -LEDGE_MM, 0.0)])
    z = 0.0
    for piece, x in levels:
        world.put(bricks()[piece], x, z)
        z += bricks()[piece].thick
    world.run(SECONDS)
    tilted = any(body.gone or body.tilt > TILTED for body in world.bodies)
    moved = any(body.gone or max(abs(body.shift), abs(body.sunk)) > MOVED_MM for body in world.bodies)
    off = (level for level, body in enumerate(world.bodies) if body.off)
    return Stack(
        count, world.friction, meeting, margin, lowest, not (tilted or moved), moved and not tilted,
        min(off, default=STANDS),
    )  # fmt: skip


def drop_trial(seed: int, number: int) -> Drop:
    """A piece let go where nothing need fall."""
    random = random_numbers(seed, PLACEMENTS, number)
    drop = random.uniform(*DROP_MM)
    while True:
        scene = Scene(random, int(random.choice(perches())))
        if scene.levels(scene.place) and scene.stands() and scene.is_possible(drop):
            break
    now = _LetGo(scene, drop, scene.neighbours())
    stayed = [body for body in now.own if not body.off]
    return Drop(
        now.world.friction, drop, now.speed, scene.sigma, (*scene.levels(scene.place), scene.new_level()),
        scene.half_width(scene.place), len(now.own) - len(stayed), now.rests,
        tuple(body.shift / scene.sigma for body in stayed), len(now.near), sum(map(now.is_touched, now.near)),
        tuple(body.shift / scene.sigma for stack in now.near.values() for body in stack if not body.off),
    )  # fmt: skip


def fall_trial(seed: int, number: int) -> list[Blow]:
    """A piece let go where something has to fall, over a perch with lower neighbours that have pieces."""
    random = random_numbers(seed, FALLS, number)
    drop = random.uniform(*DROP_MM)
    z = rules().perch_z
    over = [place for place in perches() if any(z[other] < z[place] for other in perches() if _are_near(place, other))]
    while True:
        scene = Scene(random, int(random.choice(over)))
        below = [other for other in scene.neighbours() if z[other] < z[scene.place]]
        if below and not scene.stands() and scene.is_possible(drop):
            break
    now = _LetGo(scene, drop, below)
    blows = []
    for place, stack in now.near.items():
        stayed = [body for body in stack if not body.off]
        blows.append(
            Blow(
                number, scene.sigma, scene.levels(place), scene.half_width(place), len(now.fell), now.hits(place),
                len(stack) - len(stayed), tuple(body.shift / scene.sigma for body in stayed),
            )
        )  # fmt: skip
    return blows


def _are_near(place: int, other: int) -> bool:
    return bool(int(rules().neighbours[place]) >> other & 1)


class _LetGo:
    """A scene after its piece was let go and everything came to rest; `near` are the neighbour perches looked at."""

    def __init__(self, scene: Scene, drop: float, near: Sequence[int]) -> None:
        random, table = scene.random, scene.table
        self.world = world = World(random.uniform(*FRICTION), BOUNCE)
        world.fix(scene.fixed)
        stacks: dict[int, list[Body]] = {}
        for place in scene.cactus:
            middle, z = float(table.perch_x[place]), float(table.perch_z[place])
            stacks[place] = []
            for piece, x in scene.levels(place):
                stacks[place].append(world.put(bricks()[piece], middle + x, z))
                z += bricks()[piece].thick
        self.own = stacks[scene.place]
        self.near = {place: stacks[place] for place in near}
        new = world.put(bricks()[scene.new], scene.x, float(table.top[scene.place]) + drop)
        velocity = SIDEWAYS * scene.sigma * random.normal()
        self.speed = abs(velocity)
        new.body.velocity = velocity, 0.0
        world.watch([*self.own, new], [body for stack in self.near.values() for body in stack])
        world.run(SECONDS)
        self.rests = not (new.gone or new.tilt > TIPPED or new.sunk > LOWERED + drop)
        self.fell = [body for body in self.own if body.off] + ([] if self.rests else [new])

    def is_touched(self, place: int) -> bool:
        """Whether anything from the scene's perch touched a piece of a neighbour perch."""
        return any(other in self.near[place] for _, other in self.world.met)

    def hits(self, place: int) -> int:
        """How many of the pieces that fell touched a piece of a neighbour perch."""
        return len({body for body, other in self.world.met if body in self.fell and other in self.near[place]})
