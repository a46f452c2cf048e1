"""Pieces and cacti as rigid bodies in the plane (pymunk): millimetres, grams, seconds, radians."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import pymunk

GRAVITY: Final = 9_810.0
STEP: Final = 0.25e-3
"""Seconds; a contact is one step late at most, in which a piece at rest falls by 0.0006 mm."""
ITERATIONS: Final = 60
"""Of the solver, in each step: a stack of six is then solved to a hundredth of a millimetre."""
SLOP: Final = 0.005
"""Millimetres by which bodies at rest sink into each other."""
CHECK: Final = 200
"""Steps between looks at what is at rest or gone."""
STILL: Final = 0.5
"""Millimetres a second: what is slower than this for RESTING seconds is at rest. A stack that begins to tip by a
hundredth of a millimetre is faster than that by then."""
RESTING: Final = 0.25
GONE: Final = -60.0
"""Height below which a piece is taken away."""
TIPPED, LOWERED = 0.35, 3.0
"""A piece tilted by more, or whose flat lies lower by more, has come off."""


@dataclass(frozen=True)
class Box:
    """An upright rectangle."""

    left: float
    right: float
    low: float
    high: float

    def overlaps(self, other: Box) -> bool:
        """Whether they have more than an edge in common."""
        beside = self.left >= other.right or other.left >= self.right
        return not (beside or self.low >= other.high or other.low >= self.high)


@dataclass(frozen=True)
class Brick:
    """A piece as a box: flat half-width, thickness, mass, and how far its centre is from the middle of its flat."""

    half: float
    thick: float
    mass: float
    off: float

    def at(self, x: float, z: float) -> Box:
        """Where it is with the middle of its flat at x and its underside at z."""
        return Box(x - self.half, x + self.half, z, z + self.thick)


class Body:
    """A brick in a world."""

    def __init__(self, brick: Brick, x: float, z: float, friction: float, bounce: float) -> None:
        left, right, tall = -brick.half - brick.off, brick.half - brick.off, brick.thick / 2
        corners = [(left, -tall), (right, -tall), (right, tall), (left, tall)]
        self.body = pymunk.Body(brick.mass, pymunk.moment_for_poly(brick.mass, corners))
        self.body.position = x + brick.off, z + tall
        self.shape = pymunk.Poly(self.body, corners)
        self.shape.friction, self.shape.elasticity = friction, bounce
        self._foot = -brick.off, -tall
        self._x, self._z = x, z
        self.gone = False

    @property
    def shift(self) -> float:
        """By how much the middle of its flat has moved sideways."""
        return float(self.body.local_to_world(self._foot).x) - self._x

    @property
    def tilt(self) -> float:
        """By how much it has turned, either way."""
        return abs(self.body.angle)

    @property
    def sunk(self) -> float:
        """By how much the middle of its flat has come down."""
        return self._z - float(self.body.local_to_world(self._foot).y)

    @property
    def off(self) -> bool:
        """Whether it has come off what it stood on."""
        return self.gone or self.tilt > TIPPED or self.sunk > LOWERED


class World:
    """Boxes that nothing moves, and bodies on them."""

    def __init__(self, friction: float, bounce: float = 0.0) -> None:
        self.space = pymunk.Space()
        self.space.gravity = 0.0, -GRAVITY
        self.space.iterations = ITERATIONS
        self.space.collision_slop = SLOP
        self.space.sleep_time_threshold = RESTING
        self.space.idle_speed_threshold = STILL
        self.friction, self.bounce = friction, bounce
        self.bodies: list[Body] = []
        self.met: set[tuple[Body, Body]] = set()
        """Pairs of watched bodies that have touched."""

    def fix(self, boxes: Iterable[Box]) -> None:
        """Adds boxes that nothing moves."""
        for box in boxes:
            corners = [(box.left, box.low), (box.right, box.low), (box.right, box.high), (box.left, box.high)]
            shape = pymunk.Poly(self.space.static_body, corners)
            shape.friction, shape.elasticity = self.friction, self.bounce
            self.space.add(shape)

    def put(self, brick: Brick, x: float, z: float) -> Body:
        """Adds a brick at rest with the middle of its flat at x and its underside at z."""
        body = Body(brick, x, z, self.friction, self.bounce)
        self.space.add(body.body, body.shape)
        self.bodies.append(body)
        return body

    def watch(self, some: Sequence[Body], others: Sequence[Body]) -> None:
        """Has `met` tell which of some bodies touch which of others; once for a world."""
        of_shape: dict[pymunk.Shape, Body] = {body.shape: body for body in self.bodies}
        for kind, group in enumerate((some, others), 1):
            for body in group:
                body.shape.collision_type = kind

        def note(arbiter: pymunk.Arbiter, _space: pymunk.Space, _data: object) -> None:
            first, second = arbiter.shapes
            self.met.add((of_shape[first], of_shape[second]))

        self.space.on_collision(1, 2, begin=note)

    def run(self, seconds: float) -> None:
        """Lets time pass until all that is left is at rest, or so many seconds are over."""
        for step in itertools.count(1):
            self.space.step(STEP)
            if step % CHECK == 0:
                self._take_away()
                if step * STEP >= seconds or all(body.gone or body.body.is_sleeping for body in self.bodies):
                    return

    def _take_away(self) -> None:
        for body in self.bodies:
            if not body.gone and body.body.position.y < GONE:
                body.gone = True
                self.space.remove(body.body, body.shape)
