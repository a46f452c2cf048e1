"""The decision of CACTUS that charts are made of: the safest perch, or the one that earns most."""

from __future__ import annotations

from typing import Final

from cactus_sim.games.balance.view import PLACE_BITS, answer_of, flowers_for, form_of
from cactus_sim.games.deciding import decide, place_on
from cactus_sim.games.decisions import Axis, Decision, Option
from cactus_sim.jit import jit, lowest_bit

RISK: Final = 0
"""The place of the kind in DECISIONS."""
SAFE, EARN = range(2)
"""The options of RISK."""

_SIGHT: Final = Axis("flowers", {"en": "flowers more in sight", "fr": "fleurs de plus en vue"}, 1, 5)
_FALL: Final = Axis(
    "chance",
    {"en": "added chance of a fall", "fr": "risque de chute en plus"},
    0,
    8,
    values={
        "en": (
            "under 2 %", "2 to 5 %", "5 to 10 %", "10 to 20 %", "20 to 30 %", "30 to 50 %", "50 to 70 %", "over 70 %",
        ),
        "fr": (
            "moins de 2 %", "2 à 5 %", "5 à 10 %", "10 à 20 %", "20 à 30 %", "30 à 50 %", "50 à 70 %", "plus de 70 %",
        ),
    },
)  # fmt: skip
_HELD: Final = Axis("held", {"en": "flowers held", "fr": "fleurs en main"}, 0, 16, standard=False)
_LEFT: Final = Axis("left", {"en": "special pieces left", "fr": "pièces spéciales restantes"}, 0, 11, standard=False)

DECISIONS: Final = (
    Decision(
        "risk",
        "place",
        {
            "en": "The safest perch, or the one that earns most?",
            "fr": "Le perchoir le plus sûr, ou celui qui rapporte le plus ?",
        },
        (
            Option("safe", {"en": "S", "fr": "S"}, {"en": "take the safest perch", "fr": "prendre le plus sûr"}),
            Option(
                "earn",
                {"en": "F", "fr": "F"},
                {"en": "take the one that earns most flowers", "fr": "prendre celui qui rapporte le plus de fleurs"},
            ),
        ),
        (_FALL, _SIGHT, _HELD, _LEFT),
        rows=1,
    ),
)


@jit
def safest(mine, table):
    """The piece and place with the least chance of a fall; of equals the one that earns most, then slips least."""
    best, least, most, slip = -1, 2.0, 0, 0.0
    pieces = mine.pieces
    while pieces:
        piece = lowest_bit(pieces)
        pieces &= pieces - 1
        form, places = form_of(table, piece), mine.open[piece]
        while places:
            place = lowest_bit(places)
            places &= places - 1
            chance, off = mine.fall[form, place], mine.slip[form, place]
            if best >= 0 and chance > least:
                continue
            flowers = flowers_for(table, piece, place)
            if best < 0 or chance < least or flowers > most or (flowers == most and off < slip):
                best, least, most, slip = answer_of(piece, place), chance, flowers, off
    return best


@jit
def richest(mine, table):
    """The piece and place that earn the most flowers; of equals the one least likely to fall, then to slip."""
    best, least, most, slip = -1, 2.0, -1, 0.0
    pieces = mine.pieces
    while pieces:
        piece = lowest_bit(pieces)
        pieces &= pieces - 1
        form, places = form_of(table, piece), mine.open[piece]
        while places:
            place = lowest_bit(places)
            places &= places - 1
            flowers = flowers_for(table, piece, place)
            if flowers < most:
                continue
            chance, off = mine.fall[form, place], mine.slip[form, place]
            if flowers > most or chance < least or (chance == least and off < slip):
                best, least, most, slip = answer_of(piece, place), chance, flowers, off
    return best


@jit
def flowers_of(table, answer):
    """The flowers that an answer of `place` would earn."""
    return flowers_for(table, answer >> PLACE_BITS, answer & ((1 << PLACE_BITS) - 1))


@jit
def fall_of(mine, table, answer):
    """The chance that other pieces fall by an answer of `place`."""
    return mine.fall[form_of(table, answer >> PLACE_BITS), answer & ((1 << PLACE_BITS) - 1)]


@jit
def band_of(chance):
    """The place of a chance on the axis of chances."""
    if chance < 0.1:
        return 0 if chance < 0.02 else (1 if chance < 0.05 else 2)
    if chance < 0.3:
        return 3 if chance < 0.2 else 4
    return 5 if chance < 0.5 else (6 if chance < 0.7 else 7)


@jit
def decide_risk(chart, mine, table, safe, rich):
    """What a chart says between the safest answer and the one that earns most: SAFE or EARN; −1 where it is silent."""
    sight = flowers_of(table, rich) - flowers_of(table, safe)
    if sight <= 0:
        return -1
    added = fall_of(mine, table, rich) - fall_of(mine, table, safe)
    return decide(
        chart, RISK, mine, table,
        band_of(added), place_on(sight, 1, 5), place_on(table.flowers[mine.me], 0, 16),
        place_on(table.row_length, 0, 11), 0b11,
    )  # fmt: skip
