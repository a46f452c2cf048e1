"""Playing 8 Américain: deal, turns, rounds, matches, and whole blocks of games (rules E2, E3, E14, E15)."""

from __future__ import annotations

from typing import Final

from cactus_sim.games.eights.events import MATCH_END, REDRAWN, START, TURN, emit
from cactus_sim.games.eights.metrics import UNENDED, clear_counts, count_block, count_result, count_round
from cactus_sim.games.eights.powers import act, play_card
from cactus_sim.games.eights.rules import (
    ACTS_REDRAW_EIGHTS,
    ANEW,
    ANY_SUIT,
    MAX_HANDS,
    MAX_PLAYERS,
    PLAIN,
    START_ACTS,
)
from cactus_sim.games.eights.scoring import add_to_match, emit_hand, match_winners, score_round
from cactus_sim.games.eights.state import BY_FAULT, BY_STALL, GOES_ON, after, new_deal, set_order, show
from cactus_sim.games.eights.turns import face_attack, play_anew, play_or_draw
from cactus_sim.games.eights.view import POINT_BITS
from cactus_sim.jit import jit
from cactus_sim.streams import CHANCE, key_word

ROUND_UNIT: Final = 1
"""The unit's number (0 is a match)."""


@jit
def seat_players(state, table, mine, rules, entries, hooks, seed):
    """Puts the line-up at the table: what stays the same in all its games."""
    players = entries.shape[0]
    state.seed = seed
    state.players = players
    state.lapses = 0
    set_order(state)
    for player in range(players):
        me, entry = mine[player], entries[player]
        me.me = player
        me._seed = seed
        for i in range(me.p.shape[0]):
            me.p[i] = entry.p[i]
        me.attention = entry.attention
        state.lapses |= int(entry.attention < 1.0)
        me.may_draw = 0
        me.may_pass = 0
        for hook in range(hooks.shape[0]):
            state.hooks[hook, player] = hooks[hook, player]
    table.players = players
    table.match_points = rules.match_points
    table.packs = rules.packs + int(0 < rules.extra_pack_above < players)
    for card in range(table.points_of.shape[0]):
        points = rules.points_of[card]
        table.points_of[card] = points
        for digit in range(POINT_BITS):
            bit = 1 << card
            table.point_bits[digit] &= ~bit
            table.point_bits[digit] |= bit if (points >> digit) & 1 else 0
        table.attack_of[card] = rules.attack_of[card]
    table.eights = rules.eights
    table.jokers = rules.jokers_mask if rules.jokers > 0 else 0
    table.attackers = rules.attackers
    table.skippers = rules.skippers
    table.reversers = rules.reversers


@jit
def start_round(state, table, mine, rules, events):
    """Hands out the deal and starts the discard pile (E2); gives the player who has the first turn (E3)."""
    state.over = GOES_ON
    state.plays = 0
    state.passes = 0
    state.reshuffles = 0
    state.out = -1
    state.turned = 0
    state.next = state.after_start
    players = state.players
    table.turn = 0
    table.direction = 1
    table.attack = 0
    table.gone = 0
    table.gone_twice = 0
    table.pile = state.deck_cards - state.after_start
    first = state.first_seat - state.rotation
    if first < 0:
        first += players
    for place in range(players):
        seat = state.first_seat + place if state.first_seat + place < players else state.first_seat + place - players
        player = first + place if first + place < players else first + place - players
        me = mine[player]
        me.hand = state.dealt[place]
        me.twice = state.dealt_twice[place]
        me.drawn = 0
        me._dice[1] = 0
        me._dice_word = key_word(state.deal, state.hand, CHANCE, seat)
        table.cards[player] = state.dealt_each
        table.taken[player] = 0
        for suit in range(4):
            table.lacked[player, suit] = 0
    dealer = first - 1 if first > 0 else players - 1
    emit_deal(state, mine, events, dealer)
    table.before = ANY_SUIT
    show(table, state.start)
    if state.start >= 52:
        table.suit = ANY_SUIT
    role, steps = rules.role_of[state.start], 1
    if role != PLAIN and (rules.first_card == START_ACTS or rules.first_card == ACTS_REDRAW_EIGHTS):
        steps = act(state, table, mine, rules, events, dealer, state.start, role, ANY_SUIT, 0)
    return after(state, dealer) if steps == 1 else after(state, after(state, dealer))


@jit
def emit_deal(state, mine, events, dealer):
    """Writes the hands and the start card as events."""
    if events is not None:
        for player in range(state.players):
            emit_hand(state, events, player, mine[player].hand, mine[player].twice)
        for i in range(state.redrawn_cards):
            emit(events, state, REDRAWN, -1, int(state.redrawn[i]))
        emit(events, state, START, dealer, state.start)


@jit
def play_round(state, table, mine, rules, events):
    """Plays one deal to its end; `state` names it by seed, deal, hand and rotation, and it is dealt (`new_deal`)."""
    # The mask tells the compiler that no index is negative: see `after`.
    player = start_round(state, table, mine, rules, events) & (MAX_PLAYERS - 1)
    table.first = player
    while state.over == GOES_ON:
        if table.turn == rules.stall_turns:
            state.over = BY_STALL
            break
        table.turn += 1
        emit(events, state, TURN, player)
        me = mine[player]
        if table.attack > 0:
            card = face_attack(state, table, me, rules, events, player)
        elif rules.play_drawn == ANEW:
            card = play_anew(state, table, me, rules, events, player)
        else:
            card = play_or_draw(state, table, me, rules, events, player)
        steps = 1
        if card >= 0:
            steps = play_card(state, table, mine, rules, events, player, card)
        player = after(state, player)
        if steps == 2:
            player = after(state, player)
    if state.over != BY_FAULT:
        score_round(state, table, mine, events)


@jit
def play_match(state, table, mine, rules, events, game_values, histograms, rows):
    """Plays rounds until a player reaches the match's points (E14), counting each; False where it was stalled."""
    for player in range(state.players):
        state.match_points[player] = 0
        table.totals[player] = 0
    ended = False
    for hand in range(MAX_HANDS):
        state.hand = hand
        new_deal(state, rules)
        play_round(state, table, mine, rules, events)
        if state.over == BY_FAULT:
            return True
        count_round(state, table, rows, game_values, histograms)
        ended = add_to_match(state, table, rules)
        if ended:
            break
    state.winners = match_winners(state)
    for player in range(state.players):
        emit(events, state, MATCH_END, player, state.match_points[player], state.winners >> player & 1)
    return ended


@jit
def play_one(state, table, mine, rules, unit, rows, game_values, histograms, events):
    """Plays and counts the game (a round or a match) that `state` names by seed, deal and rotation."""
    if unit == ROUND_UNIT:
        play_round(state, table, mine, rules, events)
        if state.over != BY_FAULT:
            count_round(state, table, rows, game_values, histograms)
            count_result(state, state.points)
    else:
        ended = play_match(state, table, mine, rules, events, game_values, histograms, rows)
        if state.over != BY_FAULT:
            count_result(state, state.match_points)
            game_values[UNENDED] += int(not ended)


def play_blocks(
    rules_of, states, tables, mine, entries, hooks, rows, unit, seed, first_deal, rotations, seat_values, game_values,
    histograms,
):  # fmt: skip
    """Plays whole blocks and counts them (see Game.play_blocks); False where a hook was at fault (see `states`)."""
    rules, state, table = rules_of[0], states[0], tables[0]
    seat_players(state, table, mine, rules, entries, hooks, seed)
    for block in range(seat_values.shape[0]):
        state.deal = first_deal + block
        clear_counts(state)
        if unit == ROUND_UNIT:
            state.hand = 0
            new_deal(state, rules)
        for rotation in range(rotations):
            state.rotation = rotation
            play_one(state, table, mine, rules, unit, rows, game_values[block], histograms, None)
            if state.over == BY_FAULT:
                return False
        count_block(state, rows, seat_values[block])
    return True


def play_traced(
    rules_of, states, tables, mine, entries, hooks, rows, unit, seed, deal, rotation, seat_values, game_values,
    histograms, events,
):  # fmt: skip
    """Plays one game and writes its events; the values are those that the game adds to its block."""
    rules, state, table = rules_of[0], states[0], tables[0]
    seat_players(state, table, mine, rules, entries, hooks, seed)
    state.deal = deal
    state.rotation = rotation
    state.events = 0
    clear_counts(state)
    if unit == ROUND_UNIT:
        state.hand = 0
        new_deal(state, rules)
    play_one(state, table, mine, rules, unit, rows, game_values[0], histograms, events)
    count_block(state, rows, seat_values[0])
    return state.over != BY_FAULT
