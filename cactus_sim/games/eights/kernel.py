"""Playing 8 Américain: deal, turns, rounds, matches, and whole blocks of games (rules E2 to E4, E9, E10, E14, E15)."""

from __future__ import annotations

from typing import Any, Final

import numba
import numpy as np
from numba.core import types

from cactus_sim.games.eights.effects import act, play_card, refuse, take_attack
from cactus_sim.games.eights.events import (
    CANNOT,
    MATCH,
    PASSED,
    REDRAWN,
    START,
    TURN,
    WANTS,
    emit,
)
from cactus_sim.games.eights.masks import has, inlined, lowest_of
from cactus_sim.games.eights.metrics import UNENDED, count_result, count_round
from cactus_sim.games.eights.rules import (
    ACTS_REDRAW_EIGHTS,
    ANEW,
    ANY_SUIT,
    MAX_HANDS,
    MUST,
    NO,
    PLAIN,
    RULES_DTYPE,
    START_ACTS,
)
from cactus_sim.games.eights.scoring import add_to_match, emit_hand, match_winners, score_round
from cactus_sim.games.eights.state import (
    BY_BLOCK,
    BY_FAULT,
    BY_STALL,
    DRAWS,
    GOES_ON,
    PASSES,
    PLAY,
    STATE,
    after,
    draw_cards,
    new_deal,
    show,
)
from cactus_sim.games.eights.view import DRAW, MINE, PASS, TABLE, lack
from cactus_sim.jit import ask, compile_cached, jit
from cactus_sim.streams import CHANCE, key_word

ROUND_UNIT: Final = 1
NO_CARD: Final = -1
"""The card of a turn in which none is played, and of one in which a hook was at fault."""


@jit
def seat_players(state, table, mine, rules, entries, hooks, seed):
    """Puts the line-up at the table: what stays the same in all its games."""
    players = entries.shape[0]
    state.seed = seed
    state.players = players
    state.lapses = 0
    for player in range(players):
        me, entry = mine[player], entries[player]
        me.me = player
        me.seed = seed
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
        table.points_of[card] = rules.points_of[card]
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
    state.turns = 0
    state.plays = 0
    state.passes = 0
    state.reshuffles = 0
    state.out = -1
    state.step = 1
    state.next = state.after_start
    players = state.players
    table.turn = 0
    table.direction = 1
    table.attack = 0
    table.gone = 0
    table.gone_twice = 0
    table.pile = state.deck_cards - state.after_start
    first = (state.first_seat + players - state.rotation) % players
    for place in range(players):
        player = first + place if first + place < players else first + place - players
        me = mine[player]
        me.hand = state.dealt[place]
        me.twice = state.dealt_twice[place]
        me.points = state.dealt_points[place]
        me.cards = state.dealt_each
        me.drawn = 0
        me.chance[1] = 0
        me.chance_word = key_word(state.deal, state.hand, CHANCE, (player + state.rotation) % players)
        table.cards[player] = state.dealt_each
        table.taken[player] = 0
        for suit in range(4):
            table.lacked[player, suit] = 0
        counts = state.counts[player]
        for i in range(counts.shape[0]):
            counts[i] = 0
    dealer = after(state, table, first, -1)
    emit_deal(state, mine, events, dealer)
    table.suit = ANY_SUIT
    show(table, state.start)
    if state.start >= 52:
        table.suit = ANY_SUIT
    role = rules.role_of[state.start]
    if role != PLAIN and (rules.first_card == START_ACTS or rules.first_card == ACTS_REDRAW_EIGHTS):
        table.active = dealer
        act(state, table, mine, rules, events, dealer, state.start, role)
    return after(state, table, dealer, state.step)


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
    player = start_round(state, table, mine, rules, events)
    table.first = player
    while state.over == GOES_ON:
        if state.turns == rules.stall_turns:
            state.over = BY_STALL
            break
        state.turns += 1
        state.step = 1
        table.turn = state.turns
        table.active = player
        table.next = after(state, table, player, 1)
        mine[player].drawn = 0
        emit(events, state, TURN, player)
        if table.attack > 0:
            card = face_attack(state, table, mine, rules, events, player)
        elif rules.play_drawn == ANEW:
            card = play_anew(state, table, mine, rules, events, player)
        else:
            card = play_or_draw(state, table, mine, rules, events, player)
        if card >= 0:
            play_card(state, table, mine, rules, events, player, card)
        player = after(state, table, player, state.step)
    if state.over != BY_FAULT:
        score_round(state, mine, events)


@inlined
def may_play(me, table, rules):
    """The cards of a hand that may be played now (E4, E12)."""
    playable = me.hand & rules.follow[table.top << 3 | table.suit]
    if me.cards == 1:
        playable &= ~rules.never_last
    return playable


@inlined
def choose(state, table, mine, player, playable, may_draw, may_pass):
    """What a player does: a card, DRAW or PASS; asked where there is a choice. NO_CARD where the hook was at fault."""
    if playable & (playable - 1) == 0 and may_draw + may_pass + int(playable != 0) == 1:
        if playable:
            return lowest_of(playable)
        return DRAW if may_draw else PASS
    me = mine[player]
    me.playable = playable
    me.may_draw = may_draw
    me.may_pass = may_pass
    answer = ask(state.hooks[PLAY, player], me, table)
    if 0 <= answer < 54:
        if has(playable, answer):
            return answer
    elif (answer == DRAW and may_draw) or (answer == PASS and may_pass):
        return answer
    refuse(state, PLAY, player, answer)
    return NO_CARD


@inlined
def play_or_draw(state, table, mine, rules, events, player):
    """A turn: a card that can be played, or a draw, after which only a drawn card can be; gives the card (E9)."""
    me = mine[player]
    playable = may_play(me, table, rules)
    if playable:
        may_draw = int(rules.voluntary_draw != 0 and table.pile > 0)
        answer = choose(state, table, mine, player, playable, may_draw, 0)
        if answer != DRAW:
            return answer
    return draw_and_play(state, table, mine, rules, events, player, playable)


@jit
def draw_and_play(state, table, mine, rules, events, player, playable):
    """Draws, and gives the card that is then played, NO_CARD where the turn passes or was at fault (E9)."""
    if playable == 0 and not rules.voluntary_draw:
        lack(table, player, table.suit)
    if table.pile > 0:
        drawn = draw_for_turn(state, table, mine, rules, events, player, WANTS if playable else CANNOT)
        # Where a drawn card must be played if it can be, those that are kept do not follow the suit either.
        if rules.play_drawn == MUST and rules.draw_cards == 1 and not rules.voluntary_draw:
            lack(table, player, table.suit)
        if drawn and rules.play_drawn != NO:
            answer = choose(state, table, mine, player, drawn, 0, int(rules.play_drawn != MUST))
            if answer != PASS:
                return answer
    end_without_card(state, table, events, player, rules)
    return NO_CARD


@jit
def draw_for_turn(state, table, mine, rules, events, player, why):
    """Draws once, or until a card can be played; gives the cards drawn this turn that can be (E9)."""
    me = mine[player]
    draws = 0
    while True:
        draw_cards(state, table, mine, rules, events, player, rules.draw_cards, why)
        state.counts[player, DRAWS] += 1
        draws += 1
        playable = me.drawn & may_play(me, table, rules)
        if playable or not rules.draw_until or draws == rules.draw_max or table.pile == 0:
            return playable


@jit
def play_anew(state, table, mine, rules, events, player):
    """A turn in which the whole choice comes again after every draw; gives the card played (E9, `play_drawn: anew`)."""
    me = mine[player]
    draws = 0
    while True:
        playable = may_play(me, table, rules)
        can_draw = table.pile > 0 and (rules.draw_max == 0 or draws < rules.draw_max)
        may_draw = int(can_draw and (rules.voluntary_draw != 0 or playable == 0))
        if playable == 0 and not rules.voluntary_draw:
            lack(table, player, table.suit)
        answer = choose(state, table, mine, player, playable, may_draw, int(not can_draw))
        if answer == PASS:
            end_without_card(state, table, events, player, rules)
            return NO_CARD
        if answer != DRAW:
            return answer
        draw_cards(state, table, mine, rules, events, player, rules.draw_cards, WANTS if playable else CANNOT)
        state.counts[player, DRAWS] += 1
        draws += 1


@jit
def face_attack(state, table, mine, rules, events, player):
    """A turn under attack: pass it on with the card given, or take its cards (E5, `stack`)."""
    me = mine[player]
    playable = me.hand & rules.answer[table.top]
    if me.cards == 1:
        playable &= ~rules.never_last
    answer = choose(state, table, mine, player, playable, 1, 0)
    if answer != DRAW:
        return answer
    size = table.attack
    table.attack = 0
    state.counts[player, DRAWS] += 1
    take_attack(state, table, mine, rules, events, player, size)
    return NO_CARD


@jit
def end_without_card(state, table, events, player, rules):
    """A player passes; when all do in a row with nothing to draw, the round is blocked (E10)."""
    state.counts[player, PASSES] += 1
    emit(events, state, PASSED, player)
    if table.pile > 0:
        state.passes = 0
        return
    state.passes += 1
    if state.passes == state.players + rules.blocked_extra:
        state.over = BY_BLOCK


@jit
def play_match(state, table, mine, rules, events, seat_values, game_values, histograms, rows):
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
        count_round(state, table, rows, seat_values, game_values, histograms)
        ended = add_to_match(state, table, rules)
        if ended:
            break
    state.winners = match_winners(state)
    for player in range(state.players):
        emit(events, state, MATCH, player, state.match_points[player], state.winners >> player & 1)
    return ended


@jit
def play_one(state, table, mine, rules, unit, rows, seat_values, game_values, histograms, events):
    """Plays and counts the game (a round or a match) that `state` names by seed, deal and rotation."""
    if unit == ROUND_UNIT:
        play_round(state, table, mine, rules, events)
        if state.over != BY_FAULT:
            count_round(state, table, rows, seat_values, game_values, histograms)
            count_result(state, rows, state.points, seat_values)
    else:
        ended = play_match(state, table, mine, rules, events, seat_values, game_values, histograms, rows)
        if state.over != BY_FAULT:
            count_result(state, rows, state.match_points, seat_values)
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
        if unit == ROUND_UNIT:
            state.hand = 0
            new_deal(state, rules)
        for rotation in range(rotations):
            state.rotation = rotation
            play_one(
                state, table, mine, rules, unit, rows, seat_values[block], game_values[block], histograms, None
            )
            if state.over == BY_FAULT:
                return False
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
    if unit == ROUND_UNIT:
        state.hand = 0
        new_deal(state, rules)
    play_one(state, table, mine, rules, unit, rows, seat_values[0], game_values[0], histograms, events)
    return state.over != BY_FAULT


def compile_kernel(name: str) -> Any:
    """The compiled function that plays blocks ("blocks") or one traced game ("traced")."""
    from cactus_sim.strategies.compile import ENTRY_DTYPE

    def records(dtype: np.dtype[np.void]) -> types.Array:
        return types.Array(numba.from_dtype(dtype), 1, "C")

    def ints(dimensions: int) -> types.Array:
        return types.Array(types.int64, dimensions, "C")

    whole = types.int64
    common = (records(RULES_DTYPE), records(STATE), records(TABLE), records(MINE), records(ENTRY_DTYPE), ints(2), ints(1))
    values = (ints(3), ints(2), ints(2))
    if name == "blocks":
        signature = types.boolean(*common, whole, whole, whole, whole, *values)
        return compile_cached(play_blocks, signature, "eights")
    signature = types.boolean(*common, whole, whole, whole, whole, *values, ints(2))
    return compile_cached(play_traced, signature, "eights")
