"""What is counted of every game of 8 Américain, and how the kernel counts it."""

from __future__ import annotations

from typing import Final

from cactus_sim.games.base import Histogram, Metric
from cactus_sim.games.eights.state import (
    BY_BLOCK,
    BY_OUT,
    BY_STALL,
    COUNTS,
    DRAWS,
    NOMINATIONS,
    PASSES,
    PLAYS,
)
from cactus_sim.jit import jit

SHARE_UNITS: Final = 840
"""A win's share is counted in 840ths: a multiple of 1…8, so a win shared by any number of players is whole."""


def _counted(name: str, en: str, fr: str, shown: bool = True, per: str = "rounds_played") -> Metric:
    return Metric(name, en, fr, per=per, shown=shown)


SEAT_METRICS: Final = (
    Metric("share", "share", "part", SHARE_UNITS, percent=True, better=1),
    Metric("wins", "wins", "victoires", percent=True, better=1, shown=False),
    Metric("points", "points", "points", better=-1),
    Metric("rounds_played", "rounds", "manches", shown=False),
    Metric("out", "went out", "a fini", per="rounds_played", percent=True),
    _counted("cards_left", "cards left", "cartes en main", shown=False),
    _counted("decisions", "decisions", "décisions", shown=False),
    _counted("plays", "cards played", "cartes posées", shown=False),
    _counted("draws", "draws", "pioches", shown=False),
    _counted("passes", "passes", "passe", shown=False),
    _counted("nominations", "suits named", "annonces", shown=False),
    _counted("cards_drawn", "cards drawn", "cartes prises"),
    _counted("attacks_given", "attacks given", "attaques"),
    _counted("attacks_taken", "attacks taken", "subies"),
    _counted("attack_cards", "by attack", "par attaque", shown=False),
    _counted("skipped", "turns skipped", "tours sautés"),
    _counted("eights", "eights played", "huit posés"),
    _counted("jokers", "jokers played", "jokers posés"),
    _counted("forgotten", "« carte » forgotten", "« carte » oubliés"),
    _counted("caught", "caught", "surpris"),
)
SHARE, WINS, POINTS, ROUNDS_PLAYED, OUT, CARDS_LEFT, DECISIONS, FIRST_COUNT = range(8)
"""From FIRST_COUNT on the metrics are `state.COUNTS` in order."""

GAME_METRICS: Final = (
    Metric("turns", "turns", "tours de jeu", per="rounds"),
    Metric("cards_played", "cards played", "cartes posées", per="rounds"),
    Metric("rounds", "rounds", "manches"),
    Metric("out", "ended by going out", "finies", per="rounds", percent=True, shown=False),
    Metric("blocked", "blocked", "bloquées", per="rounds", percent=True),
    Metric("stalled", "stalled", "sans fin", per="rounds", percent=True),
    Metric("reshuffles", "reshuffles", "remélanges", per="rounds", shown=False),
    Metric("unended", "unended", "inachevées", percent=True, shown=False),
    Metric("first_share", "first's share", "part du premier", SHARE_UNITS, per="rounds", percent=True, shown=False),
    Metric("first_out", "first went out", "premier fini", per="rounds", percent=True, shown=False),
)
TURNS, CARDS_PLAYED, ROUNDS, ENDED_OUT, BLOCKED, STALLED, RESHUFFLES, UNENDED, FIRST_SHARE, FIRST_OUT = range(
    len(GAME_METRICS)
)

HISTOGRAMS: Final = (
    Histogram("points", 192, "points of a round", "points d’une manche"),
    Histogram("cards_left", 32, "cards left", "cartes en main à la fin"),
    Histogram("turns", 192, "length in turns", "durée en tours de jeu"),
)
_POINTS, _CARDS_LEFT, _TURNS = 0, 192, 224


@jit
def count_in(histogram, start, bins, value):
    """Counts a value in its bin, in the last one if it is above."""
    histogram[start + min(value, bins - 1)] += 1


@jit
def count_round(state, table, rows, seat_values, game_values, histograms):
    """Counts how a round went, but for who won the game that it is (a part of)."""
    winners = 0
    for player in range(state.players):
        winners += state.winners >> player & 1
    for player in range(state.players):
        row = rows[player]
        values, counts = seat_values[row], state.counts[player]
        values[ROUNDS_PLAYED] += 1
        values[OUT] += int(player == state.out)
        values[CARDS_LEFT] += table.cards[player]
        values[DECISIONS] += counts[PLAYS] + counts[DRAWS] + counts[PASSES] + counts[NOMINATIONS]
        for i in range(len(COUNTS)):
            values[FIRST_COUNT + i] += counts[i]
        count_in(histograms[row], _POINTS, 192, state.points[player])
        count_in(histograms[row], _CARDS_LEFT, 32, table.cards[player])
        count_in(histograms[row], _TURNS, 192, state.turns)
    game_values[TURNS] += state.turns
    game_values[CARDS_PLAYED] += state.plays
    game_values[ROUNDS] += 1
    game_values[ENDED_OUT] += int(state.over == BY_OUT)
    game_values[BLOCKED] += int(state.over == BY_BLOCK)
    game_values[STALLED] += int(state.over == BY_STALL)
    game_values[RESHUFFLES] += state.reshuffles
    game_values[FIRST_SHARE] += (state.winners >> table.first & 1) * (SHARE_UNITS // winners)
    game_values[FIRST_OUT] += int(state.out == table.first)


@jit
def count_result(state, rows, points, seat_values):
    """Counts who won the game (a round or a match), each winner's share, and the points."""
    winners = 0
    for player in range(state.players):
        winners += state.winners >> player & 1
    for player in range(state.players):
        values = seat_values[rows[player]]
        values[POINTS] += points[player]
        if state.winners >> player & 1:
            values[SHARE] += SHARE_UNITS // winners
            values[WINS] += 1
