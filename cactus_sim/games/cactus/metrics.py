"""What is counted of every game of Cactus, and how the kernel counts it."""

from __future__ import annotations

from typing import Final

from cactus_sim.games.base import AHEAD as AHEAD_NAME
from cactus_sim.games.base import Histogram, Metric
from cactus_sim.games.cactus.state import BY_CALL, BY_EMPTY, BY_STALL, BY_STOCK
from cactus_sim.jit import jit

SHARE_UNITS: Final = 840
"""A win's share is counted in 840ths: a multiple of 1…8, so a win shared by any number of players is whole."""

SEAT_METRICS: Final = (
    Metric("share", "share", "part", SHARE_UNITS, percent=True, better=1),
    Metric("wins", "wins", "victoires", percent=True, better=1),
    Metric("points", "points", "points", better=-1),
    Metric("total", "total", "total", shown=False),
    Metric("calls", "calls", "annonces", percent=True),
    Metric("failed_calls", "failed calls", "annonces ratées", per="calls", percent=True),
    Metric("won_calls", "won calls", "annonces gagnées", per="calls", percent=True, shown=False),
    Metric("call_total", "caller's total", "total annoncé", per="calls", shown=False),
    Metric("royals", "royals", "cactus royaux", percent=True),
    Metric("emptied", "rows emptied", "mains vidées", percent=True, shown=False),
    Metric("throws_right", "throws right", "jets justes"),
    Metric("throws_wrong", "throws wrong", "jets faux"),
    Metric(AHEAD_NAME, "rivals behind", "rivaux derrière", 2, shown=False),
)
(
    SHARE, WINS, POINTS, TOTAL, CALLS, FAILED_CALLS, WON_CALLS, CALL_TOTAL, ROYALS, EMPTIED, THROWS_RIGHT, THROWS_WRONG,
    AHEAD,
) = range(len(SEAT_METRICS))  # fmt: skip

GAME_METRICS: Final = (
    Metric("turns", "turns", "tours de jeu"),
    Metric("rounds", "rounds", "tours de table"),
    Metric("hands", "deals", "donnes", shown=False),
    Metric("called", "called", "annoncées", per="hands", percent=True, shown=False),
    Metric("stock_out", "pile empty", "pioche vide", per="hands", percent=True, shown=False),
    Metric("emptied_end", "row empty", "main vide", per="hands", percent=True, shown=False),
    Metric("stalled", "stalled", "bloquées", per="hands", percent=True),
    Metric("unended", "unended", "sans fin", percent=True, shown=False),
    Metric("first_share", "first's share", "part du premier", SHARE_UNITS, percent=True, shown=False),
)
TURNS, ROUNDS, HANDS, CALLED, STOCK_OUT, EMPTIED_END, STALLED, UNENDED, FIRST_SHARE = range(len(GAME_METRICS))

HISTOGRAMS: Final = (
    Histogram("totals", 64, "total at the end", "total final"),
    Histogram("call_totals", 32, "total of a caller at the end", "total final de qui annonce"),
    Histogram("call_rounds", 32, "round of the call", "tour de table de l’annonce"),
    Histogram("rounds", 64, "length in rounds", "durée en tours de table"),
)
_BINS: Final = tuple(histogram.bins for histogram in HISTOGRAMS)
_STARTS: Final = tuple(sum(_BINS[:place]) for place in range(len(_BINS)))
_TOTALS, _CALL_TOTALS, _CALL_ROUNDS, _ROUNDS = range(len(HISTOGRAMS))


@jit
def count_in(histograms, which, value):
    """Counts a value in its bin; below the first and above the last go to these."""
    histograms[_STARTS[which] + min(max(value, 0), _BINS[which] - 1)] += 1


@jit
def count_round(state, table, rules, rows, seat_values, game_values, histograms):
    """Counts how a round went, but for who won."""
    caller = table.caller
    for player in range(state.players):
        row = rows[player]
        values = seat_values[row]
        total = state.totals[player]
        values[TOTAL] += total
        values[ROYALS] += int(total == 0)
        values[EMPTIED] += int(table.cards[player] == 0)
        values[THROWS_RIGHT] += state.right_throws[player]
        values[THROWS_WRONG] += state.wrong_throws[player]
        count_in(histograms[row], _TOTALS, total)
        count_in(histograms[row], _ROUNDS, table.round)
    if caller >= 0:
        values = seat_values[rows[caller]]
        values[CALLS] += 1
        values[FAILED_CALLS] += int(state.totals[caller] > rules.cactus_max)
        values[WON_CALLS] += state.winners >> caller & 1
        values[CALL_TOTAL] += state.totals[caller]
        count_in(histograms[rows[caller]], _CALL_TOTALS, state.totals[caller])
        count_in(histograms[rows[caller]], _CALL_ROUNDS, table.call_round)
    game_values[TURNS] += state.turns
    game_values[ROUNDS] += table.round
    game_values[HANDS] += 1
    game_values[CALLED] += int(state.over == BY_CALL)
    game_values[STOCK_OUT] += int(state.over == BY_STOCK)
    game_values[EMPTIED_END] += int(state.over == BY_EMPTY)
    game_values[STALLED] += int(state.over == BY_STALL)


@jit
def count_result(state, rows, seat_values, game_values):
    """Counts who won the game (a round or a match), each winner's share, and the points."""
    winners = 0
    for player in range(state.players):
        winners += state.winners >> player & 1
    for player in range(state.players):
        values = seat_values[rows[player]]
        values[POINTS] += state.points[player]
        if state.winners >> player & 1:
            values[SHARE] += SHARE_UNITS // winners
            values[WINS] += 1
            if (player + state.rotation) % state.players == 0:
                game_values[FIRST_SHARE] += SHARE_UNITS // winners
        place = state.place[player]
        for other in range(player):
            ahead = int(place < state.place[other]) - int(place > state.place[other])
            values[AHEAD] += 1 + ahead
            seat_values[rows[other], AHEAD] += 1 - ahead
