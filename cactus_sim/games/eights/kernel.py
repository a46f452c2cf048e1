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
from cactus_sim.games.eights.state import BY_FAULT, BY_STALL, GOES_ON, after, draw, new_deal, set_order, show
from cactus_sim.games.eights.turns import face_attack, play_anew, play_or_draw
from cactus_sim.games.eights.view import POINT_BITS
from cactus_sim.games.forks import explorer
from cactus_sim.jit import copy_records, inlined, jit
from cactus_sim.streams import CHANCE, PACK, key_word, start_of, step_of

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
def begin_hand(state, table, mine, rules, unit, events):
    """Deals a hand of the game that `state` names by seed, deal, hand and rotation.

    The deal of a round must be ready (`new_deal`): all rotations share it. A match makes one for each hand.
    """
    if unit != ROUND_UNIT:
        new_deal(state, rules)
    state.to_move = start_round(state, table, mine, rules, events)
    table.first = state.to_move


@jit
def begin_game(state, table, mine, rules, unit, events):
    """Begins the game that `state` names by seed, deal and rotation: a round, or a match (E14)."""
    for player in range(state.players):
        state.match_points[player] = 0
        table.totals[player] = 0
    state.hand = 0
    begin_hand(state, table, mine, rules, unit, events)


@inlined
def take_turn(state, table, mine, rules, events, player):
    """Plays a player's turn, unless the round is stalled; gives who comes next."""
    if table.turn == rules.stall_turns:
        state.over = BY_STALL
        return player
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
    return player


@jit
def end_hand(state, table, mine, rules, unit, rows, game_values, histograms, events):
    """Scores and counts a hand, and goes on with the next one of a match; False where the game is over."""
    if state.over == BY_FAULT:
        return False
    score_round(state, table, mine, events)
    count_round(state, table, rows, game_values, histograms)
    if unit == ROUND_UNIT:
        count_result(state, state.points)
        return False
    ended = add_to_match(state, table, rules)
    if not ended and state.hand + 1 < MAX_HANDS:
        state.hand += 1
        begin_hand(state, table, mine, rules, unit, events)
        return True
    state.winners = match_winners(state)
    for player in range(state.players):
        emit(events, state, MATCH_END, player, state.match_points[player], state.winners >> player & 1)
    count_result(state, state.match_points)
    game_values[UNENDED] += int(not ended)
    return False


@jit
def play_game(state, table, mine, rules, unit, rows, game_values, histograms, events):
    """Plays and counts the game that `state` names by seed, deal and rotation."""
    begin_game(state, table, mine, rules, unit, events)
    going = True
    while going:
        # Whose turn it is stays out of the record meanwhile: a sixteenth faster. The mask tells the compiler that no
        # index is negative: see `after`.
        player = state.to_move & (MAX_PLAYERS - 1)
        while state.over == GOES_ON:
            player = take_turn(state, table, mine, rules, events, player)
        going = end_hand(state, table, mine, rules, unit, rows, game_values, histograms, events)


@jit
def step(state, table, mine, rules, unit, rows, seat_values, game_values, histograms, events):
    """Plays one turn, and what comes after the last one of a hand; False where the game is over, and then counted.

    All that a game is lies in the records, so a copy of them between two steps goes on as the game does.
    """
    if state.over == GOES_ON:
        state.to_move = take_turn(state, table, mine, rules, events, state.to_move & (MAX_PLAYERS - 1))
    if state.over == GOES_ON:
        return True
    if end_hand(state, table, mine, rules, unit, rows, game_values, histograms, events):
        return True
    count_block(state, rows, seat_values)
    clear_counts(state)
    return False


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
            play_game(state, table, mine, rules, unit, rows, game_values[block], histograms, None)
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
    play_game(state, table, mine, rules, unit, rows, game_values[0], histograms, events)
    count_block(state, rows, seat_values[0])
    return state.over != BY_FAULT


@jit
def begin_deal(live, start, rules, unit):  # noqa: ARG001 - a game from its deal has no other start
    """Begins the game that the live state names by seed, deal and rotation."""
    states, tables, mine = live
    states[0].hand = 0
    clear_counts(states[0])
    if unit == ROUND_UNIT:
        new_deal(states[0], rules)
    begin_game(states[0], tables[0], mine, rules, unit, None)


explore_deals = explorer(seat_players, begin_deal, step)


def play_forks(
    rules_of, live, kept, spare, start, entries, hooks, rows, memory, unit, seed, first_deal, blocks, rotations,
    focal, own_turn, one_in, options, objective, seat_values, game_values, histograms, values, sums, touched, totals,
):  # fmt: skip
    """Plays whole blocks, and on from each decision of a kind once for each option (see `forks.explorer`)."""
    return explore_deals(
        rules_of, live, kept, spare, start, entries, hooks, rows, memory, unit, seed, first_deal, blocks, rotations,
        focal, own_turn, one_in, options, objective, seat_values, game_values, histograms, values, sums, touched,
        totals,
    )  # fmt: skip


@jit
def begin_position(live, start, rules, unit):  # noqa: ARG001 - a position is of a round
    """Begins a game from the position `start`, all hands that are not known dealt anew from the cards not seen.

    The deck of `start` has the cards that are placed first.
    """
    deal, rotation = live[0][0].deal, live[0][0].rotation
    copy_records(live[0], start[0])
    copy_records(live[1], start[1])
    copy_records(live[2], start[2])
    state, table, mine = live[0][0], live[1][0], live[2]
    state.deal = deal
    state.rotation = rotation
    word = key_word(deal, state.hand, PACK, 0)
    state.pack_stream[0] = start_of(state.seed, word)
    state.pack_stream[1] = step_of(state.seed, word)
    for player in range(state.players):
        mine[player]._dice_word = key_word(deal, state.hand, CHANCE, (player + rotation) % state.players)
        if player > 0:
            for _ in range(table.cards[player]):
                card = draw(state, table)
                bit = 1 << card
                mine[player].twice |= mine[player].hand & bit
                mine[player].hand |= bit


explore_positions = explorer(seat_players, begin_position, step, first_step_only=True)


def play_positions(
    rules_of, live, kept, spare, start, entries, hooks, rows, memory, unit, seed, first_deal, blocks, rotations,
    focal, own_turn, one_in, options, objective, seat_values, game_values, histograms, values, sums, touched, totals,
):  # fmt: skip
    """As play_forks, from a position, of whose first step the decisions are played on from."""
    return explore_positions(
        rules_of, live, kept, spare, start, entries, hooks, rows, memory, unit, seed, first_deal, blocks, rotations,
        focal, own_turn, one_in, options, objective, seat_values, game_values, histograms, values, sums, touched,
        totals,
    )  # fmt: skip
