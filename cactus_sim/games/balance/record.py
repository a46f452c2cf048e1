"""The rules of CACTUS as the kernel reads them: measures of cacti and pieces, chances, in the kernel's own units."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from cactus_sim.games.balance.rules import BASICS, COLOURS, PIECES, RULE_BOOK, SHAPES
from cactus_sim.games.balance.tables import CACTI, MAX_PERCHES, cacti, shapes
from cactus_sim.games.rule_book import Value

PLACES: Final = CACTI * MAX_PERCHES
"""A place is cactus × MAX_PERCHES + perch."""

_WHOLE: Final = tuple(rule.name for rule in RULE_BOOK.rules.values() if rule.kind in ("int", "bool", "choice"))
_DECIMAL: Final = tuple(rule.name for rule in RULE_BOOK.rules.values() if rule.kind == "decimal")

RULES_DTYPE: Final = np.dtype(
    [
        *((name, "i8") for name in _WHOLE),
        *((name, "f8") for name in _DECIMAL),
        ("perches", "i8", (CACTI,)),  # how many each cactus has
        ("perch_x", "f8", (PLACES,)),
        ("perch_z", "f8", (PLACES,)),
        ("perch_half", "f8", (PLACES,)),
        ("neighbours", "i8", (PLACES,)),  # places, as bits
        ("colour", "i8", (PIECES,)),  # −1: none
        ("shape", "i8", (PIECES,)),  # −1: like no other
        ("half", "f8", (PIECES,)),
        ("thick", "f8", (PIECES,)),
        ("mass", "f8", (PIECES,)),
        ("off", "f8", (PIECES,)),
    ],
    align=True,
)


def rules_record(rules: Mapping[str, Value]) -> npt.NDArray[np.void]:
    """The rules as the kernel reads them, an array of one RULES_DTYPE record."""
    array: npt.NDArray[Any] = np.zeros(1, RULES_DTYPE)
    record = array[0]
    for name in _WHOLE:
        record[name] = RULE_BOOK.rules[name].index(rules[name])
    for name in _DECIMAL:
        record[name] = float(rules[name])
    for cactus, perches in enumerate(cacti(str(rules["cacti"]))):
        record["perches"][cactus] = len(perches)
        names = [perch.name for perch in perches]
        for i, perch in enumerate(perches):
            place = cactus * MAX_PERCHES + i
            record["perch_x"][place] = perch.x
            record["perch_z"][place] = perch.height
            record["perch_half"][place] = perch.half_width
            near = (cactus * MAX_PERCHES + names.index(neighbour) for neighbour in perch.neighbours)
            record["neighbours"][place] = sum(1 << other for other in near)
    for piece in range(PIECES):
        basic = piece < BASICS
        shape = shapes()[piece // COLOURS if basic else SHAPES + piece - BASICS]
        special_colour = (piece - BASICS) % COLOURS if rules["special_colours"] else -1
        record["colour"][piece] = piece % COLOURS if basic else special_colour
        record["shape"][piece] = piece // COLOURS if basic else -1
        record["half"][piece] = shape.half_width
        record["thick"][piece] = shape.thickness
        record["mass"][piece] = shape.mass
        record["off"][piece] = shape.off_centre
    return array
