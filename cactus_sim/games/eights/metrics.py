"""What is counted of every game of 8 Américain, and how the kernel counts it."""

from __future__ import annotations

from typing import Final

from cactus_sim.games.base import Histogram, Metric
from cactus_sim.games.eights.state import (
    AHEAD,
    BY_BLOCK,
    BY_OUT,
    BY_STALL,
    CARDS_DRAWN,
    CARDS_LEFT,
    COUNTS,
    DRAWS,
    NOMINATIONS,
    OUT,
    PASSES,
    POINTS,
    SHARE,
    WINS,
)
from cactus_sim.jit import jit

SHARE_UNITS: Final = 840
"""A win's share is counted in 840ths: a multiple of 1…8, so a win shared by any number of players is whole."""


def _counted(name: str, en: str, fr: str, shown: bool = True, per: str = "rounds_played") -> Metric:
    return Metric(name, en, fr, per=per, shown=shown)


SEAT_METRICS: Final = (
    Metric("share", "share", "part", SHARE_UNITS, percent=True, better=1),
    Metric("wins", "wins", "victoires", percent=True, better=1, shown=False),
    Metric("ahead", "rivals behind", "rivaux derrière", 2, shown=False),
    Metric("points", "points", "points", better=-1),
    Metric("out", "went out", "a fini", per="rounds_played", percent=True),
    _counted("cards_left", "cards left", "cartes en main", shown=False),
    _counted("cards_drawn", "cards drawn", "cartes prises"),
    _counted("attacks_given", "attacks", "attaques"),
    _counted("attacks_taken", "attacked", "subies"),
    _counted("attack_cards", "by attack", "par attaque", shown=False),
    _counted("skipped", "skipped", "sauts"),
    _counted("eights", "eights", "huit"),
    _counted("jokers", "jokers", "jokers"),
    _counted("forgotten", "forgot carte", "carte oubliée"),
    _counted("caught", "caught", "surpris"),
    _counted("draws", "draws", "pioches", shown=False),
    _counted("passes", "passes", "passe", shown=False),
    _counted("nominations", "suits named", "annonces", shown=False),
    Metric("rounds_played", "rounds", "manches", shown=False),
    _counted("plays", "cards played", "cartes posées", shown=False),
    _counted("decisions", "decisions", "décisions", shown=False),
)
"""First `state.COUNTS` in order, then what follows from them."""
ROUNDS_PLAYED, PLAYS, DECISIONS = range(len(COUNTS), len(SEAT_METRICS))

GAME_METRICS: Final = (
    Metric("turns", "turns", "tours de jeu", per="rounds"),
    Metric("cards_played", "cards played", "cartes posées", per="rounds"),
    Metric("rounds", "rounds", "manches"),
    Metric("ended_out", "ended by going out", "finies", per="rounds", percent=True, shown=False),
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
def clear_counts(state):
    """Makes ready to count a block."""
    state.rounds = 0
    for player in range(state.players):
        for i in range(len(COUNTS)):
            state.counts[player, i] = 0


@jit
def count_round(state, table, rows, game_values, histograms):
    """Counts how a round went, but for who won the game that it is (a part of)."""
    winners, played = 0, 0
    for player in range(state.players):
        left = table.cards[player]
        winners += state.winners >> player & 1
        played += state.dealt_each + table.taken[player] - left
        state.counts[player, CARDS_LEFT] += left
        histogram = histograms[rows[player]]
        count_in(histogram, _POINTS, 192, state.points[player])
        count_in(histogram, _CARDS_LEFT, 32, left)
        count_in(histogram, _TURNS, 192, table.turn)
    if state.out >= 0:
        state.counts[state.out, OUT] += 1
    state.rounds += 1
    game_values[TURNS] += table.turn
    game_values[CARDS_PLAYED] += played
    game_values[ROUNDS] += 1
    game_values[ENDED_OUT] += int(state.over == BY_OUT)
    game_values[BLOCKED] += int(state.over == BY_BLOCK)
    game_values[STALLED] += int(state.over == BY_STALL)
    game_values[RESHUFFLES] += state.reshuffles
    game_values[FIRST_SHARE] += (state.winners >> table.first & 1) * share_of(winners)
    game_values[FIRST_OUT] += int(state.out == table.first)


@jit
def share_of(winners):
    """Each winner's share, in SHARE_UNITS (a win alone is by far the most frequent)."""
    return SHARE_UNITS if winners == 1 else SHARE_UNITS // winners


@jit
def count_result(state, points):
    """Counts who won the game (a round or a match), each winner's share, the points, and who finished ahead of whom."""
    winners = 0
    for player in range(state.players):
        winners += state.winners >> player & 1
    for player in range(state.players):
        won = state.winners >> player & 1
        state.counts[player, POINTS] += points[player]
        for other in range(player):  # who has fewer points finishes ahead
            ahead = int(points[player] < points[other]) - int(points[player] > points[other])
            state.counts[player, AHEAD] += 1 + ahead
            state.counts[other, AHEAD] += 1 - ahead
        state.counts[player, SHARE] += won * share_of(winners)
        state.counts[player, WINS] += won


@jit
def count_block(state, rows, seat_values):
    """Adds what was counted of each player to the row that the player's entry belongs to."""
    for player in range(state.players):
        values = seat_values[rows[player]]
        for i in range(len(COUNTS)):
            values[i] += state.counts[player, i]
        plays = state.rounds * state.dealt_each + state.counts[player, CARDS_DRAWN] - state.counts[player, CARDS_LEFT]
        values[ROUNDS_PLAYED] += state.rounds
        values[PLAYS] += plays
        values[DECISIONS] += (
            plays + state.counts[player, DRAWS] + state.counts[player, PASSES] + state.counts[player, NOMINATIONS]
        )
