"""The decisions of Cactus that charts are made of: calling, taking the top discard, throwing a bad card on purpose."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from cactus_sim.games.cactus.view import NOTHING, match_of, worst_known
from cactus_sim.games.deciding import decide, place_on
from cactus_sim.games.decisions import Axis, Decision, Option, Yardstick
from cactus_sim.jit import jit

CALL, TAKE, KAMIKAZE = range(3)
"""Places of the kinds in DECISIONS."""

_ROUND: Final = Axis("round", {"en": "round", "fr": "tour"}, 1, 12)
_FEWEST: Final = Axis(
    "fewest",
    {"en": "fewest cards an opponent holds", "fr": "plus petit nombre de cartes d'un adversaire"},
    0,
    6,
    standard=False,
)
_KNOWN: Final = Axis("known", {"en": "points known", "fr": "points connus"}, -4, 25)
_UNKNOWN: Final = Axis("unknown", {"en": "cards unknown", "fr": "cartes inconnues"}, 0, 5)
_TOP: Final = Axis("top", {"en": "points of the top discard", "fr": "points de la défausse"}, -1, 15)
_REPLACED: Final = Axis(
    "replaced",
    {"en": "points of the card replaced", "fr": "points de la carte remplacée"},
    -2,
    16,
    values={lang: (word, "−1", *map(str, range(13)), "13+") for lang, word in (("en", "unknown"), ("fr", "inconnue"))},
)
_BAD: Final = Axis("bad", {"en": "points of the bad card", "fr": "points de la mauvaise carte"}, 1, 15)
_LEFT: Final = Axis(
    "left",
    {"en": "turns left", "fr": "tours restants"},
    0,
    3,
    values={
        "en": ("before a call", "called, a turn to come", "called, no turn to come"),
        "fr": ("avant l'annonce", "annoncé, encore un tour", "annoncé, plus de tour"),
    },
)


def _of_expected_total(values: Mapping[str, Any]) -> tuple[float, ...]:
    """The weights by which points known and cards unknown make up the expected total."""
    from cactus_sim.games.cactus.rules import rules_record

    record = rules_record(values)[0]
    return 1.0, float(record["pack_points"]) / float(record["pack_size"]), 0.0, 0.0


DECISIONS: Final = (
    Decision(
        "call",
        "call",
        {"en": "When should I call Cactus?", "fr": "Quand annoncer Cactus ?"},
        (
            Option("wait", {"en": "W", "fr": "J"}, {"en": "play on", "fr": "jouer encore"}),
            Option("call", {"en": "C", "fr": "A"}, {"en": "call", "fr": "annoncer"}),
        ),
        (_KNOWN, _UNKNOWN, _ROUND, _FEWEST),
        rows=2,
        yardstick=Yardstick("call", _of_expected_total, "round", range(-4, 21)),
    ),
    Decision(
        "take",
        "take",
        {"en": "Take the top discard, or draw?", "fr": "Prendre la défausse, ou piocher ?"},
        (
            Option("draw", {"en": "D", "fr": "P"}, {"en": "draw", "fr": "piocher"}),
            Option("take", {"en": "T", "fr": "D"}, {"en": "take the discard", "fr": "prendre la défausse"}),
        ),
        (_REPLACED, _TOP, _ROUND, _FEWEST),
        rows=1,
    ),
    Decision(
        "kamikaze",
        "throw",
        {"en": "Throw a bad card on purpose?", "fr": "Jeter exprès une mauvaise carte ?"},
        (
            Option("keep", {"en": "K", "fr": "G"}, {"en": "keep it", "fr": "la garder"}),
            Option("throw", {"en": "T", "fr": "J"}, {"en": "throw it", "fr": "la jeter"}),
        ),
        (_BAD, _ROUND, _LEFT, _FEWEST),
        rows=1,
        own_turn=False,
        one_in=8,
    ),
)


@jit
def fewest_of_others(mine, table):
    """The fewest cards that an opponent holds."""
    fewest = 1000
    for player in range(table.players):
        if player != mine.me and table.cards[player] < fewest:
            fewest = table.cards[player]
    return fewest


@jit
def decide_call(chart, mine, table):
    """What a chart says where a player may call: an option, or SILENT."""
    return decide(
        chart, CALL, mine, table,
        place_on(mine.known_points, -4, 25), place_on(mine.unknown, 0, 5),
        place_on(table.round, 1, 12), place_on(fewest_of_others(mine, table), 0, 6), 0b11,
    )  # fmt: skip


@jit
def decide_take(chart, mine, table, slot):
    """What a chart says of taking the top discard for the card of a slot: an option, or SILENT."""
    points = table.points_of[mine.hand[slot]] if mine.known >> slot & 1 else -2
    return decide(
        chart, TAKE, mine, table,
        place_on(points, -2, 16), place_on(table.top_points, -1, 15),
        place_on(table.round, 1, 12), place_on(fewest_of_others(mine, table), 0, 6), 0b11,
    )  # fmt: skip


@jit
def bad_card(mine, table):
    """The slot of the worst known card, where throwing it would be wrong and is allowed; else NOTHING."""
    if mine.may_throw_wrong == 0 or match_of(mine, table.top_rank) >= 0:
        return NOTHING
    worst = worst_known(mine, table)
    return worst if worst >= 0 and table.points_of[mine.hand[worst]] > 0 else NOTHING


@jit
def turns_left(mine, table):
    """Whether the player has a turn to come: 0 before a call, 1 after it where there is one, 2 where there is none."""
    if table.caller < 0:
        return 0
    player, turns = table.active, 0
    while turns < table.final_turns:
        player = player + 1 if player + 1 < table.players else 0
        if player != table.caller:
            turns += 1
            if player == mine.me:
                return 1
    return 2


@jit
def decide_kamikaze(chart, mine, table, slot):
    """What a chart says of throwing the card of a slot wrongly and on purpose: an option, or SILENT."""
    return decide(
        chart, KAMIKAZE, mine, table,
        place_on(table.points_of[mine.hand[slot]], 1, 15), place_on(table.round, 1, 12),
        turns_left(mine, table), place_on(fewest_of_others(mine, table), 0, 6), 0b11,
    )  # fmt: skip
