"""The cacti and the pieces: tables of measures (CSV), read and checked (rules B1, P1).

A table of cacti can be the player's own: its value as a rule is then the table itself, so that what was played is
recorded whole.
"""

from __future__ import annotations

import csv
import functools
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from cactus_sim.errors import UsageError, suggest

FOLDER: Final = Path(__file__).parent / "tables"
CACTI: Final = 5
MAX_PERCHES: Final = 8
"""Of one cactus."""
COLOURS: Final = ("yellow", "red", "blue", "green", "pink")
_COLUMNS: Final = ("cactus", "perch", "x_mm", "height_mm", "half_width_mm", "neighbours")
_LINE, _FIELD = ";", "|"
"""What parts the lines and fields of a table that is a rule's value."""


@dataclass(frozen=True)
class Perch:
    """A flat ledge of a cactus; measures in millimetres."""

    cactus: str
    name: str
    x: float
    """Of its middle, from the axis of the cactus."""
    height: float
    """Above the base."""
    half_width: float
    neighbours: tuple[str, ...]
    """Perches of the same cactus that its pieces can touch and fall on."""


@dataclass(frozen=True)
class Shape:
    """What pieces of one shape measure: millimetres and grams."""

    name: str
    special: bool
    half_width: float
    """Of the flat that it stands on, and that carries what stands on it."""
    thickness: float
    mass: float
    off_centre: float
    """Of its centre of mass, from the middle of its flat."""


@functools.cache
def shapes() -> tuple[Shape, ...]:
    """The basic shapes, then the special ones."""
    with (FOLDER / "pieces.csv").open(encoding="utf-8", newline="") as file:
        found = [
            Shape(
                row["piece"], row["kind"] == "special", float(row["flat_half_width_mm"]), float(row["thickness_mm"]),
                float(row["mass_g"]), float(row["off_centre_mm"]),
            )
            for row in csv.DictReader(file)
        ]  # fmt: skip
    return tuple(sorted(found, key=lambda shape: shape.special))


@functools.cache
def physics() -> Mapping[str, Any]:
    """The constants of jostling and hits by default, and their `origin`."""
    return tomllib.loads((FOLDER / "physics.toml").read_text(encoding="utf-8"))


def read_cacti(value: str) -> str:
    """The rule's value that a text names: `seed`, a CSV file's table, or such a table as a value has it.

    Raises a UsageError that names the row at fault.
    """
    if value == "seed":
        return value
    if _LINE in value:
        rows = [line.split(_FIELD) for line in value.split(_LINE)]
        _check(rows, "rule cacti")
        return value
    rows = _rows_of(Path(value))
    _check(rows, value)
    return _LINE.join(_FIELD.join(row) for row in rows)


@functools.lru_cache(maxsize=64)
def cacti(value: str) -> tuple[tuple[Perch, ...], ...]:
    """The perches of each cactus under a value of the rule."""
    rows = _rows_of(FOLDER / "cacti.csv") if value == "seed" else [line.split(_FIELD) for line in value.split(_LINE)]
    by_cactus: dict[str, list[Perch]] = {}
    for cactus, name, x, height, half_width, neighbours in rows:
        perch = Perch(cactus, name, float(x), float(height), float(half_width), tuple(neighbours.split()))
        by_cactus.setdefault(cactus, []).append(perch)
    return tuple(map(tuple, by_cactus.values()))


def _rows_of(path: Path) -> list[list[str]]:
    """The rows of a CSV file below its headings."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = [[field.strip() for field in row] for row in csv.reader(file) if any(map(str.strip, row))]
    except OSError as error:
        names = f"; rule cacti takes seed or a CSV file{suggest(str(path), ('seed',))}"
        raise UsageError(f"can't read the cacti in {path}: {error.strerror}{names}") from None
    except (UnicodeDecodeError, csv.Error):
        raise UsageError(f"can't read the cacti in {path}: it is not a CSV file in UTF-8") from None
    if not rows or tuple(rows[0]) != _COLUMNS:
        raise UsageError(f"{path}: its first line must be {','.join(_COLUMNS)}")
    return rows[1:]


def _check(rows: list[list[str]], where: str) -> None:
    """Raises a UsageError that names the first row with a measure that no cactus can have."""
    perches: dict[str, list[str]] = {}
    for number, row in enumerate(rows, 1):
        _check_row(f"{where}: row {number}", row, perches)
    for number, row in enumerate(rows, 1):
        for neighbour in row[5].split():
            _check_neighbour(f"{where}: row {number} ({row[0]} {row[1]})", row, neighbour, rows)
    if len(perches) != CACTI:
        raise UsageError(f"{where}: {len(perches)} cacti; the game has {CACTI} (the column cactus names them)")
    for cactus, names in perches.items():
        if len(names) > MAX_PERCHES:
            raise UsageError(f"{where}: {cactus} has {len(names)} perches; {MAX_PERCHES} at most")


def _check_row(at: str, row: list[str], perches: dict[str, list[str]]) -> None:
    """Checks a row but for its neighbours, and notes its perch."""
    if len(row) != len(_COLUMNS):
        raise UsageError(f"{at} has {len(row)} fields; it needs {len(_COLUMNS)}: {', '.join(_COLUMNS)}")
    if any(mark in field for field in row for mark in (_LINE, _FIELD, ",", "=")):
        raise UsageError(f"{at}: a field may not have {_LINE} {_FIELD} , or = in it")
    cactus, perch = row[0], row[1]
    at = f"{at} ({cactus} {perch})"
    if not cactus or not perch or " " in perch:
        raise UsageError(f"{at}: give cactus and perch names, the perch's without spaces")
    if perch in perches.setdefault(cactus, []):
        raise UsageError(f"{at}: this cactus has a perch of that name above; give another")
    perches[cactus].append(perch)
    _measure(at, "x_mm", row[2], -500, 500)
    _measure(at, "height_mm", row[3], 1, 1000)
    _measure(at, "half_width_mm", row[4], 0.1, 500)


def _check_neighbour(at: str, row: list[str], neighbour: str, rows: list[list[str]]) -> None:
    """Checks that a neighbour is another perch of the cactus, and the other way round."""
    others = {other[1]: other[5].split() for other in rows if other[0] == row[0] and other[1] != row[1]}
    if neighbour not in others:
        raise UsageError(
            f"{at}: neighbour '{neighbour}' is no other perch of this cactus{suggest(neighbour, others)}; "
            f"perches: {', '.join(others) or 'none'}"
        )
    if row[1] not in others[neighbour]:
        raise UsageError(
            f"{at}: {neighbour} is its neighbour, but not the other way round; name {row[1]} among the neighbours of "
            f"{neighbour}"
        )


def _measure(at: str, column: str, text: str, low: float, high: float) -> None:
    try:
        number = float(text)
    except ValueError:
        number = float("nan")
    if not low <= number <= high:
        raise UsageError(f"{at}: {column}={text} must be a number of millimetres from {low:g} to {high:g}")
