"""What is counted of every game of CACTUS, and how the kernel counts it."""

from __future__ import annotations

from typing import Final

from cactus_sim.games.balance.events import END, SCORED, emit
from cactus_sim.games.balance.state import (
    AHEAD,
    BY_FLOWERS,
    BY_PIECE,
    BY_SPECIALS,
    BY_STALL,
    COUNTS,
    FLOWERS,
    SHARE,
    WINS,
)
from cactus_sim.games.base import Histogram, Metric
from cactus_sim.jit import jit

SHARE_UNITS: Final = 840
"""A win's share is counted in 840ths: a multiple of 1…8, so a win shared by any number of players is whole."""

SEAT_METRICS: Final = (
    Metric("share", "share", "part", SHARE_UNITS, percent=True, better=1),
    Metric("wins", "wins", "victoires", percent=True, better=1, shown=False),
    Metric("ahead", "rivals behind", "rivaux derrière", 2, shown=False),
    Metric("flowers", "flowers", "fleurs", better=1),
    Metric("earned", "earned", "gagnées"),
    Metric("fallen", "pieces fallen", "pièces tombées"),
    Metric("lost_falls", "flowers lost (falls)", "fleurs perdues (chutes)"),
    Metric("touches", "touches", "touches", shown=False),
    Metric("lost_touches", "flowers lost (touching)", "fleurs perdues (touches)"),
    Metric("slips", "slips", "glissades"),
    Metric("worked_in", "worked in", "forcées", shown=False),
    Metric("turns_with_fall", "turns with a fall", "tours avec chute", per="turns_played", percent=True),
    Metric("claims_colour", "colour claims", "fleurs de couleur", shown=False),
    Metric("claims_shape", "shape claims", "fleurs de forme", shown=False),
    Metric("claims_five", "five-colour claims", "fleurs des cinq couleurs", shown=False),
    Metric("missed", "flowers missed", "fleurs oubliées", shown=False),
    Metric("turns_played", "turns", "tours", shown=False),
    Metric("decisions", "decisions", "décisions", shown=False),
)
"""`state.COUNTS` in order."""

GAME_METRICS: Final = (
    Metric("turns", "turns", "tours"),
    Metric("fallen_pieces", "pieces fallen", "pièces tombées"),
    Metric("ended_flowers", "ended: no flowers left", "fin : plus de fleurs", percent=True),
    Metric("ended_piece", "ended: no piece fits", "fin : aucune pièce ne va", percent=True),
    Metric("ended_specials", "ended: specials used up", "fin : plus de pièces spéciales", percent=True),
    Metric("stalled", "stalled", "sans fin", percent=True),
    Metric("flowers_paid", "flowers of all", "fleurs de tous", shown=False),
    Metric("first_share", "first's share", "part du premier", SHARE_UNITS, percent=True, shown=False),
)
(
    TURNS, FALLEN, ENDED_FLOWERS, ENDED_PIECE, ENDED_SPECIALS, STALLED, ALL_FLOWERS, FIRST_SHARE,
) = range(len(GAME_METRICS))  # fmt: skip

HISTOGRAMS: Final = (
    Histogram("flowers", 48, "flowers at the end", "fleurs à la fin"),
    Histogram("fallen", 24, "pieces fallen in a game", "pièces tombées dans une partie"),
    Histogram("turns", 96, "length in turns", "durée en tours"),
)
_FLOWERS, _FALLEN, _TURNS = 0, 48, 72


@jit
def count_in(histogram, start, bins, value):
    """Counts a value in its bin, in the last one if it is above."""
    histogram[start + min(value, bins - 1)] += 1


@jit
def clear_counts(state):
    """Makes ready to count a block."""
    for player in range(state.players):
        for i in range(len(COUNTS)):
            state.counts[player, i] = 0


@jit
def count_game(state, table, rows, game_values, histograms, events):
    """Finds who has the most flowers (B8), and counts how the game went."""
    most, winners, number, flowers = 0, 0, 0, 0
    for player in range(state.players):
        most = max(most, table.flowers[player])
    for player in range(state.players):
        flowers += table.flowers[player]
        if table.flowers[player] == most:
            winners |= 1 << player
            number += 1
    state.winners = winners
    for player in range(state.players):
        own, won = table.flowers[player], winners >> player & 1
        counts = state.counts[player]
        counts[SHARE] += won * (SHARE_UNITS // number)
        counts[WINS] += won
        counts[FLOWERS] += own
        for other in range(player):
            ahead = int(own > table.flowers[other]) - int(own < table.flowers[other])
            counts[AHEAD] += 1 + ahead
            state.counts[other, AHEAD] += 1 - ahead
        histogram = histograms[rows[player]]
        count_in(histogram, _FLOWERS, 48, own)
        count_in(histogram, _FALLEN, 24, state.fallen)
        count_in(histogram, _TURNS, 96, table.turn)
    game_values[TURNS] += table.turn
    game_values[FALLEN] += state.fallen
    game_values[ENDED_FLOWERS] += int(state.over == BY_FLOWERS)
    game_values[ENDED_PIECE] += int(state.over == BY_PIECE)
    game_values[ENDED_SPECIALS] += int(state.over == BY_SPECIALS)
    game_values[STALLED] += int(state.over == BY_STALL)
    game_values[ALL_FLOWERS] += flowers
    game_values[FIRST_SHARE] += (winners >> state.first & 1) * (SHARE_UNITS // number)
    emit(events, state, END, -1, state.over, winners)
    if events is not None:
        for player in range(state.players):
            emit(events, state, SCORED, player, table.flowers[player])


@jit
def count_block(state, rows, seat_values):
    """Adds what was counted of each player to the row that the player's entry belongs to."""
    for player in range(state.players):
        values = seat_values[rows[player]]
        for i in range(len(COUNTS)):
            values[i] += state.counts[player, i]
