"""What stands on the cacti, in exact numbers: whether it stands, where one would aim, what touches (P2, P3, P6)."""

from fractions import Fraction

from tests.balance.measures import MOST_LEVELS, Form, Ledge, colour_of, forms, ledges, shape_of

Stack = list[tuple[str, Fraction]]
"""Pieces from the lowest up, each with the middle of its flat from the cactus's axis."""


class Stacks:
    """All stacks on all cacti."""

    def __init__(self, cacti: str) -> None:
        self.ledges = ledges(cacti)
        self.forms = forms()
        self.on: dict[tuple[str, str], Stack] = {where: [] for where in self.ledges}

    def form(self, piece: str) -> Form:
        """What a piece measures."""
        return self.forms[shape_of(piece)]

    def neighbours(self, where: tuple[str, str]) -> list[tuple[str, str]]:
        """The neighbour perches of a perch, in the order of places."""
        near = ((where[0], name) for name in self.ledges[where].near)
        return sorted(near, key=lambda other: self.ledges[other].place)

    def support(self, where: tuple[str, str], level: int) -> tuple[Fraction, Fraction]:
        """The middle and the half-width of what the piece of a level stands on."""
        ledge: Ledge = self.ledges[where]
        if level == 0:
            return ledge.x, ledge.half
        below, x = self.on[where][level - 1]
        return x, self.form(below).half

    def weight(self, where: tuple[str, str], level: int) -> tuple[Fraction, Fraction]:
        """The mass from a level up, and its moment about the cactus's axis."""
        above = [(self.form(piece), x) for piece, x in self.on[where][level:]]
        mass = sum((form.mass for form, _ in above), Fraction(0))
        return mass, sum((form.mass * (x + form.off) for form, x in above), Fraction(0))

    def lowest_fall(self, where: tuple[str, str]) -> int | None:
        """The lowest level whose mass above leans beyond its support's edge (P3)."""
        for level in range(len(self.on[where])):
            mass, moment = self.weight(where, level)
            middle, half = self.support(where, level)
            if abs(moment / mass - middle) > half:
                return level
        return None

    def slips(self, piece: str, where: tuple[str, str], x: Fraction) -> bool:
        """Whether a piece put down there has its own centre beyond its support's edge (P2)."""
        middle, half = self.support(where, len(self.on[where]))
        return abs(x + self.form(piece).off - middle) > half

    def aim(self, piece: str, where: tuple[str, str]) -> Fraction:
        """The offset aimed at: the middle of where all would stand, not beyond the support (P2)."""
        levels, form = len(self.on[where]), self.form(piece)
        middle, half = self.support(where, levels)
        low, high = middle - half, middle + half
        for level in range(levels):
            mass, moment = self.weight(where, level)
            ledge, width = self.support(where, level)
            low = max(low, ((ledge - width) * (mass + form.mass) - moment) / form.mass)
            high = min(high, ((ledge + width) * (mass + form.mass) - moment) / form.mass)
        centre = min(max((low + high) / 2, middle - half), middle + half)
        return centre - form.off - self.ledges[where].x

    def top(self, where: tuple[str, str]) -> Fraction:
        """The height of what a new piece would stand on."""
        return self.ledges[where].z + sum((self.form(piece).thick for piece, _ in self.on[where]), Fraction(0))

    def touching(self, piece: str, where: tuple[str, str]) -> list[str]:
        """The pieces that a piece would touch where it is aimed (P6)."""
        stack = self.on[where]
        found = [stack[-1][0]] if stack else []
        low, x, form = self.top(where), self.ledges[where].x + self.aim(piece, where), self.form(piece)
        for other in self.neighbours(where):
            z = self.ledges[other].z
            for near, middle in self.on[other]:
                there = self.form(near)
                level = z < low + form.thick and low < z + there.thick
                if level and abs(middle - x) < form.half + there.half:
                    found.append(near)
                z += there.thick
        return found

    def is_open(self, piece: str, where: tuple[str, str]) -> bool:
        """Whether a piece may go there: there is room, and it touches no equal colour or shape (B4)."""
        return self.has_room(where) and not any(alike(piece, other) for other in self.touching(piece, where))

    def has_room(self, where: tuple[str, str]) -> bool:
        """Whether a perch can take one more piece."""
        return len(self.on[where]) < MOST_LEVELS

    def pieces(self) -> list[str]:
        """All pieces that stand."""
        return [piece for stack in self.on.values() for piece, _ in stack]


def alike(one: str, other: str) -> bool:
    """Whether two pieces have the same colour or the same shape."""
    return shape_of(one) == shape_of(other) or (colour_of(one) != "" and colour_of(one) == colour_of(other))
