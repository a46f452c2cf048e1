"""Who wins a round and what it scores (rules C13 to C15, C18)."""

from __future__ import annotations

from typing import Final

from cactus_sim.games.cactus.events import CARD, END, SCORED, emit
from cactus_sim.games.cactus.rules import NEVER, ONCE, TIE_CALLER, TIE_OTHERS
from cactus_sim.jit import jit

AHEAD_OF_ALL: Final = -(1 << 40)
BEHIND_ALL: Final = 1 << 40
"""Places in the finishing order of a round: winners tie ahead of all others, a failed caller is behind all (C14); the
others stand by their points. In a match all stand by match points (C18)."""


@jit
def score_round(state, table, rules, events):
    """All cards are shown: totals, winners (C14) and the points of the round (C18)."""
    lowest_of_all, lowest, caller = 1 << 40, 1 << 40, table.caller
    for player in range(state.players):
        total = 0
        for slot in range(state.ends[player]):
            card = int(state.rows[player, slot])
            if card >= 0:
                total += rules.points_of[card]
                emit(events, state, CARD, player, slot, card)
        state.totals[player] = total
        lowest_of_all = min(lowest_of_all, total)
        if may_win(state, rules, caller, player):
            lowest = min(lowest, total)
    winners = 0
    for player in range(state.players):
        if state.totals[player] == lowest and may_win(state, rules, caller, player):
            winners |= 1 << player
    state.winners = break_tie(winners, caller, rules.tie)
    for player in range(state.players):
        state.points[player] = round_points(state, rules, caller, player, lowest_of_all)
    if rules.kamikaze_hand > 0:
        score_kamikaze_hands(state, table, rules)
    for player in range(state.players):
        failed = player == caller and state.totals[player] > rules.cactus_max
        state.place[player] = BEHIND_ALL if failed else state.points[player]
        if state.winners >> player & 1:
            state.place[player] = AHEAD_OF_ALL
    emit(events, state, END, -1, state.over, caller, state.winners)
    for player in range(state.players):
        emit(events, state, SCORED, player, state.totals[player], state.points[player])


@jit
def may_win(state, rules, caller, player):
    """Whether a player's total, already counted, is one that can win."""
    total = state.totals[player]
    if total > rules.cactus_max:
        return player != caller and not rules.winner_needs_cactus
    return True


@jit
def break_tie(winners, caller, tie):
    """Who wins of those with the same lowest total, the caller among them or not (bits)."""
    if caller < 0 or winners >> caller & 1 == 0 or winners == 1 << caller:
        return winners
    if tie == TIE_CALLER:
        return 1 << caller
    if tie == TIE_OTHERS:
        return winners ^ (1 << caller)
    return winners


@jit
def round_points(state, rules, caller, player, lowest_of_all):
    """The points that a player writes down for the round, a kamikaze hand apart."""
    points = state.totals[player]
    if rules.winner_zero and state.winners >> player & 1:
        return 0
    if player == caller:
        failed = state.totals[player] > rules.cactus_max
        if state.totals[player] > lowest_of_all:
            points += rules.not_lowest_points
        elif rules.caller_zero and not failed:
            points = 0
        if failed:
            points += rules.fail_points
    return points


@jit
def score_kamikaze_hands(state, table, rules):
    """A row of two cards of 12 and two of 13 points scores 0 and every other player `kamikaze_hand`."""
    for player in range(state.players):
        twelves, thirteens = 0, 0
        for slot in range(state.ends[player]):
            card = int(state.rows[player, slot])
            if card >= 0:
                twelves += rules.points_of[card] == 12
                thirteens += rules.points_of[card] == 13
        if table.cards[player] == 4 and twelves == 2 and thirteens == 2:
            for other in range(state.players):
                state.points[other] = 0 if other == player else rules.kamikaze_hand
            return


@jit
def add_to_match(state, rules):
    """The round's points go to the match totals (with the bounce of C18); True where the match is over."""
    over = False
    for player in range(state.players):
        state.match_totals[player] += state.points[player]
        may_bounce = rules.bounce != NEVER and (rules.bounce != ONCE or state.bounced >> player & 1 == 0)
        if may_bounce and state.match_totals[player] == rules.match_points:
            state.bounced |= 1 << player
            state.match_totals[player] = rules.match_points // 2
        over |= state.match_totals[player] >= rules.match_points
    return over


@jit
def match_winners(state):
    """The players with the lowest match total, as bits (ties share)."""
    lowest = state.match_totals[0]
    for player in range(state.players):
        lowest = min(lowest, state.match_totals[player])
    winners = 0
    for player in range(state.players):
        state.place[player] = state.match_totals[player]
        if state.match_totals[player] == lowest:
            winners |= 1 << player
    return winners
