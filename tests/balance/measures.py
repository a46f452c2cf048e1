"""Cacti and pieces as the referee knows them: read from the tables by itself, in exact numbers."""

import csv
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import cactus_sim

TABLES = Path(cactus_sim.__file__).parent / "games" / "balance" / "tables"
COLOURS = ("yellow", "red", "blue", "green", "pink")
BASIC_SHAPES = ("disc", "block", "bar", "wedge", "arch")
MOST_LEVELS = 12


@dataclass(frozen=True)
class Ledge:
    """A perch."""

    place: int
    """cactus × 8 + perch: the order in which places are settled."""
    cactus: str
    name: str
    x: Fraction
    z: Fraction
    half: Fraction
    near: tuple[str, ...]


@dataclass(frozen=True)
class Form:
    """What a piece measures."""

    special: bool
    half: Fraction
    thick: Fraction
    mass: Fraction
    off: Fraction


def exact(text: str) -> Fraction:
    """A measure as the kernel holds it: the nearest double."""
    return Fraction(float(text))


def ledges(value: str) -> dict[tuple[str, str], Ledge]:
    """The perches by cactus and name, under a value of the rule `cacti`."""
    if value == "seed":
        with (TABLES / "cacti.csv").open(encoding="utf-8") as file:
            rows = list(csv.reader(file))[1:]
    else:
        rows = [line.split("|") for line in value.split(";")]
    cacti: list[str] = list(dict.fromkeys(row[0] for row in rows))
    found: dict[tuple[str, str], Ledge] = {}
    for cactus in cacti:
        for perch, (_, name, x, z, half, near) in enumerate(row for row in rows if row[0] == cactus):
            place = cacti.index(cactus) * 8 + perch
            found[cactus, name] = Ledge(place, cactus, name, exact(x), exact(z), exact(half), tuple(near.split()))
    return found


def forms() -> dict[str, Form]:
    """The forms of pieces, by name."""
    with (TABLES / "pieces.csv").open(encoding="utf-8") as file:
        return {
            row["piece"]: Form(
                row["kind"] == "special", exact(row["flat_half_width_mm"]), exact(row["thickness_mm"]),
                exact(row["mass_g"]), exact(row["off_centre_mm"]),
            )
            for row in csv.DictReader(file)
        }  # fmt: skip


def shape_of(piece: str) -> str:
    """The shape in a piece's name."""
    return piece.partition("-")[0]


def colour_of(piece: str) -> str:
    """The colour in a piece's name; "" for a special piece without one."""
    return piece.partition("-")[2]
