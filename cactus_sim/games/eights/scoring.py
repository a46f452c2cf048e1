"""Who wins a round and a match, and what a round scores (rules E12 to E14)."""

from __future__ import annotations

from cactus_sim.games.eights.events import CARD, END, SCORED, emit
from cactus_sim.games.eights.masks import lowest_of
from cactus_sim.games.eights.view import points_held
from cactus_sim.jit import jit


@jit
def score_round(state, table, mine, events):
    """Counts the points left in hand; the player who is out wins, else all who have the fewest points."""
    fewest = 1 << 40
    for player in range(state.players):
        state.points[player] = points_held(mine[player], table)
        fewest = min(fewest, state.points[player])
    if state.out >= 0:
        state.winners = 1 << state.out
    else:
        state.winners = players_with(state.points, state.players, fewest)
    if events is not None:
        for player in range(state.players):
            emit_hand(state, events, player, mine[player].hand, mine[player].twice)
        emit(events, state, END, -1, state.over, state.out, state.winners)
        for player in range(state.players):
            emit(events, state, SCORED, player, state.points[player])


@jit
def emit_hand(state, events, player, hand, twice):
    """Writes the cards of a hand as events, in order."""
    while hand:
        card = lowest_of(hand)
        hand &= hand - 1
        emit(events, state, CARD, player, card)
        if (twice >> card) & 1:
            emit(events, state, CARD, player, card)


@jit
def players_with(points, players, value):
    """The players, as bits, who have just so many points."""
    found = 0
    for player in range(players):
        if points[player] == value:
            found |= 1 << player
    return found


@jit
def add_to_match(state, table, rules):
    """The round's points go to the match totals; True where the match is over."""
    over = False
    for player in range(state.players):
        state.match_points[player] += state.points[player]
        table.totals[player] = state.match_points[player]
        over |= state.match_points[player] >= rules.match_points
    return over


@jit
def match_winners(state):
    """The players with the lowest match total, as bits (ties share)."""
    lowest = state.match_points[0]
    for player in range(state.players):
        lowest = min(lowest, state.match_points[player])
    return players_with(state.match_points, state.players, lowest)
