"""Cacti with stacks as the game's own players build them, for the static model and for rigid bodies alike."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from cactus_sim.games.balance.falls import lay
from cactus_sim.games.balance.physics import (
    STANDS,
    assess,
    error_of_hand,
    fails,
    least_margin,
    lowest_fall,
    measure,
    slips,
    support,
)  # fmt: skip
from cactus_sim.games.balance.record import rules_record
from cactus_sim.games.balance.rules import PIECES, RULE_BOOK
from cactus_sim.games.balance.tables import MAX_PERCHES
from cactus_sim.games.balance.view import MINE, TABLE, form_of
from cactus_sim.jit import PlainRecords
from scripts.calibration.rigid_bodies import Box, Brick

LEDGE_MM: Final = 4.0
"""Thickness of a ledge; the arm below it is narrower."""

Levels = tuple[tuple[int, float], ...]
"""A stack from the lowest piece up: numbers of pieces, and where the middles of their flats are from the perch's."""


@functools.cache
def rules() -> Any:
    """The default rules as the kernel reads them."""
    return PlainRecords(rules_record(RULE_BOOK.resolve()))[0]


@functools.cache
def bricks() -> tuple[Brick, ...]:
    """Every piece as a box."""
    r = rules()
    return tuple(Brick(*map(float, (r.half[i], r.thick[i], r.mass[i], r.off[i]))) for i in range(PIECES))


def perches() -> list[int]:
    """The places that there are."""
    return [MAX_PERCHES * cactus + i for cactus, count in enumerate(rules().perches) for i in range(count)]


def verdict(levels: Sequence[tuple[int, float]], half_width: float) -> tuple[float, int]:
    """The margin of a stack about its ledge's middle, and the lowest level that falls, as the game has them (P3)."""
    r = rules()
    pieces = np.array([[piece for piece, _ in levels]])
    xs = np.array([[x for _, x in levels]])
    stack = xs, pieces, r.half, r.mass, r.off, 0, len(levels), 0.0, half_width
    return float(least_margin(*stack)), int(lowest_fall(*stack))


class Scene:
    """One cactus of the game with stacks as a hand builds them, and a piece about to be let go over one perch."""

    def __init__(self, random: np.random.Generator, place: int) -> None:
        self.random, self.place = random, place
        self.me: Any = PlainRecords(np.zeros(1, MINE))[0]
        self.me.hand_mm = rules().hand_mm
        self.table = _empty_table()
        self.cactus = [other for other in perches() if other // MAX_PERCHES == place // MAX_PERCHES]
        self.fixed = _boxes([(rules().perch_x[i], rules().perch_z[i], rules().perch_half[i]) for i in self.cactus])
        self.supply = list(map(int, random.permutation(PIECES)))
        for other in self.cactus:
            for _ in range(random.integers(1, 4) if other == place else random.integers(0, 3)):
                self._build(other)
        self.new = self.supply.pop()
        self.sigma = float(error_of_hand(self.table, self.me, place))
        self.x = self._aim(self.new, place) + self.sigma * random.normal()

    def neighbours(self) -> list[int]:
        """Neighbour perches with pieces."""
        bits = int(rules().neighbours[self.place])
        return [other for other in self.cactus if bits >> other & 1 and self.table.levels[other] > 0]

    def half_width(self, place: int) -> float:
        """Of a perch's ledge."""
        return float(self.table.perch_half[place])

    def new_level(self) -> tuple[int, float]:
        """The new piece as a level of the stack that it is meant for."""
        return self.new, self.x - float(self.table.perch_x[self.place])

    def levels(self, place: int) -> Levels:
        """The stack of a perch."""
        table = self.table
        stack = zip(table.piece[place], table.x[place] - table.perch_x[place], strict=True)
        return tuple((int(piece), float(x)) for piece, x in list(stack)[: table.levels[place]])

    def stands(self) -> bool:
        """Whether the new piece neither slips nor makes the stack fall, where nothing is jostled (P2, P3)."""
        table, place = self.table, self.place
        middle, half = support(table, place)
        if slips(self.x, table.off[self.new], middle, half):
            return False
        lay(table, self.new, place, self.x)
        stood = fails(table, place) == STANDS
        table.levels[place] -= 1
        return bool(stood)

    def is_possible(self, drop: float) -> bool:
        """Whether no two things are in one place, the new piece as it is let go included."""
        new = bricks()[self.new].at(self.x, self.table.top[self.place] + drop)
        things = [*self._pieces(), (self.place, new)]
        return not any(
            box.overlaps(other)
            for i, (place, box) in enumerate(things)
            for other in [*self.fixed, *(box for there, box in things[:i] if there != place)]
        )

    def _pieces(self) -> list[tuple[int, Box]]:
        table = self.table
        return [
            (place, bricks()[table.piece[place, level]].at(table.x[place, level], table.z[place, level]))
            for place in self.cactus
            for level in range(table.levels[place])
        ]

    def _aim(self, piece: int, place: int) -> float:
        """Where the game's players aim."""
        assess(self.table, self.me, piece, place)
        return float(self.table.perch_x[place] + self.me.aim[form_of(self.table, piece), place])

    def _build(self, place: int) -> None:
        """One more piece on a perch, put there as often as it takes until all stands."""
        piece = self.supply.pop()
        aim, sigma = self._aim(piece, place), error_of_hand(self.table, self.me, place)
        middle, half = support(self.table, place)
        for _ in range(rules().attempts):
            x = aim + sigma * self.random.normal()
            if slips(x, self.table.off[piece], middle, half):
                continue
            lay(self.table, piece, place, x)
            if fails(self.table, place) == STANDS:
                measure(self.table, place)
                return
            self.table.levels[place] -= 1


def _empty_table() -> Any:
    """The game's table with nothing on the cacti, and no neighbours: they bear on the chances foreseen, not aims."""
    measures, array = rules_record(RULE_BOOK.resolve()), np.zeros(1, TABLE)
    for name in set(array.dtype.names or ()) & set(measures.dtype.names or ()):
        array[name] = measures[name]
    table: Any = PlainRecords(array)[0]
    table.top[:] = table.perch_z
    table.neighbours[:] = 0
    return table


def _boxes(ledges: Sequence[tuple[float, float, float]]) -> list[Box]:
    """A cactus as boxes, as the game's pictures have it: ledges (x, height, half-width), trunk and arms."""
    trunk = max(ledges, key=lambda ledge: ledge[1])
    boxes = []
    for x, height, half in ledges:
        wide = 0.8 * half
        elbow = max(0.45 * height, 8.0)
        foot = 0.0 if (x, height, half) == trunk else elbow - 0.7 * wide
        boxes.append(Box(x - half, x + half, height - LEDGE_MM, height))
        boxes.append(Box(x - wide, x + wide, foot, height - LEDGE_MM))
        if foot > 0.0:
            boxes.append(Box(min(x, trunk[0]), max(x, trunk[0]), foot, elbow + 0.7 * wide))
    return boxes
