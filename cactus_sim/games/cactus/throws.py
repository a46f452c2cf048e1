"""Throwing cards out of turn: showings, races, wrong throws and their penalty (rules C8 to C11, C15)."""

from __future__ import annotations

import math
from typing import Final

from cactus_sim.games.cactus.events import (
    CALLED,
    GIVEN,
    LATE,
    PENALTY,
    RETURNED,
    THROWN,
    emit,
)
from cactus_sim.games.cactus.powers import offer_power, owner_of
from cactus_sim.games.cactus.rules import (
    ALL,
    ANY_DISCARD,
    CALLS,
    ENDS,
    MAX_PLACES,
    MAX_THROWS,
    NO_POWER,
    STAYS,
    THROW_ANY,
    THROW_NONE,
)
from cactus_sim.games.cactus.state import (
    BY_EMPTY,
    GIVE_BACK,
    GOES_ON,
    THROW,
    give,
    make_public,
    new_slot,
    next_card,
    put,
    refuse,
    remove_to_discard,
)
from cactus_sim.games.cactus.view import NOTHING, PLACES, known_at, reachable
from cactus_sim.jit import ask, inlined, jit, lowest_bit
from cactus_sim.streams import ATTENTION, RACE, key_word, luck_at

NO_ONE: Final = -1
NO_SHOWING: Final = -2


@jit
def resolve_showings(state, table, mine, rules, events):
    """A card has come to lie on the discard pile: throws on it, and on what is thrown, until nobody throws (C8)."""
    if rules.throw == THROW_NONE:
        return
    left_out = NO_ONE
    while left_out != NO_SHOWING and state.over == GOES_ON and state.throws < MAX_THROWS:
        state.showings += 1
        willing = ask_all(state, table, mine, rules, left_out)
        if willing == 0:
            return
        left_out = act(state, table, mine, rules, events, willing)


@inlined
def ask_all(state, table, mine, rules, left_out):
    """Asks each player who has a say at this showing; gives those who throw (bits), their answers in the state.

    All decide on seeing the card, and the race is run among those who throw: asking one after the other in race order
    until somebody throws comes to the same, and would need a race at every showing.
    """
    willing, rank = 0, table.top_rank
    for player in range(state.players):
        me = mine[player]
        # Without an equal card in memory only a strategy that throws on purpose has anything to say.
        has_reason = (me.ranks >> rank | state.always_asked >> player) & 1
        if has_reason and has_a_say(state, table, me, rules, left_out, player):
            answer = ask(state.hooks[THROW, player], me, table)
            if answer != NOTHING:
                owner, slot = owner_of(answer, player), answer % MAX_PLACES
                if not throw_is_legal(state, table, me, rules, player, owner, slot, answer):
                    refuse(state, THROW, player, answer)
                    return 0
                state.answers[player] = answer
                willing |= 1 << player
    return willing


@jit
def has_a_say(state, table, me, rules, left_out, player):
    """Whether a player may throw at this showing and notices it."""
    if player == left_out or (player == table.caller and not rules.caller_throws):
        return False
    if me.cards == 0 and rules.throw != THROW_ANY:
        return False
    if state.lapses and me.attention < 1.0:
        word = key_word(state.deal, state.hand, ATTENTION, (player + state.rotation) % state.players)
        return luck_at(state.seed, word, state.showings) < me.attention
    return True


@jit
def act(state, table, mine, rules, events, willing):
    """Those who throw act, the fastest first; says who is left out of the showing that follows, or NO_SHOWING."""
    winner, power = -1, NO_POWER
    while willing:
        player = fastest(state, mine, willing)
        willing ^= 1 << player
        place = state.answers[player]
        owner, slot = owner_of(place, player), place % MAX_PLACES
        if winner >= 0:
            emit(events, state, LATE, player, owner, slot)
            continue
        state.throws += 1
        card = int(state.rows[owner, slot])
        right = card >> 2 == table.top_rank
        emit(events, state, THROWN, player, owner, slot, card, int(right))
        if right:
            throw_right(state, table, mine, rules, events, player, owner, slot)
            if state.over != GOES_ON:
                return NO_SHOWING
            winner = player
            power = rules.power_of[card] if rules.power_when == ANY_DISCARD else NO_POWER
            if rules.throw_who == ALL:
                break
        else:
            throw_wrong(state, table, mine, rules, events, player, owner, slot)
            if state.over != GOES_ON or state.throws >= MAX_THROWS:
                return NO_SHOWING
            if owner == player and rules.wrong_card == STAYS:
                return player
    if power != NO_POWER:
        offer_power(state, table, mine, events, winner, power)
    return NO_ONE if winner >= 0 and rules.throw_who == ALL else NO_SHOWING


@inlined
def fastest(state, mine, willing):
    """Who of the players (bits) reacts first: reaction times are exponential with rate `reflex`."""
    if willing & (willing - 1) == 0:
        return lowest_bit(willing)
    best, least = -1, 0.0
    for player in range(state.players):
        if willing >> player & 1:
            word = key_word(state.deal, state.hand, RACE, (player + state.rotation) % state.players)
            time = luck_at(state.seed, word, state.showings)
            if not state.same_reflex:  # else the order of the numbers is the order of the times
                time = -math.log1p(-time) / mine[player].reflex
            if best < 0 or time < least:
                best, least = player, time
    return best


@jit
def throw_is_legal(state, table, me, rules, player, owner, slot, place):
    """Whether a player may throw the card of this place, right or wrong (C8, C10, C11)."""
    if place < 0 or place >= PLACES or owner >= state.players or table.held[owner] >> slot & 1 == 0:
        return False
    remembered = int(me.hand[slot])
    if owner != player:
        if rules.throw != THROW_ANY or not reachable(me, table, owner):
            return False
        remembered = known_at(me, table, owner, slot)
    return me.may_throw_wrong != 0 or (remembered >= 0 and remembered >> 2 == table.top_rank)


@inlined
def throw_right(state, table, mine, rules, events, player, owner, slot):
    """An equal card leaves its row; for an opponent's card the thrower gives an own one, if it may be moved (C11)."""
    remove_to_discard(state, table, mine, rules, owner, slot)
    state.right_throws[player] += 1
    if owner != player and mine[player].cards > 0 and reachable(mine[player], table, player):
        own = ask(state.hooks[GIVE_BACK, player], mine[player], table)
        if own < 0 or own >= MAX_PLACES or mine[player].held >> own & 1 == 0:
            refuse(state, GIVE_BACK, player, own)
            return
        give(state, table, mine, player, own, owner, slot)
        emit(events, state, GIVEN, player, own, owner, slot)
        when_emptied(state, table, rules, events, player)
    when_emptied(state, table, rules, events, owner)


@jit
def throw_wrong(state, table, mine, rules, events, player, owner, slot):
    """A card that is not equal stays on the discard pile or goes back, and the thrower draws the penalty (C9)."""
    state.wrong_throws[player] += 1
    if state.wrong_throws[player] == rules.wrong_throws_max:
        mine[player].may_throw_wrong = 0
    if owner == player and rules.wrong_card == STAYS:
        remove_to_discard(state, table, mine, rules, player, slot)
        into = slot
    else:
        make_public(state, table, mine, owner, slot)
        emit(events, state, RETURNED, player, owner, slot)
        into = new_slot(state, table, player)
    for _ in range(rules.penalty_cards):
        if into < 0:
            break
        card = next_card(state, table, rules, events)
        if card < 0:
            return
        put(state, table, mine, player, into, card)
        emit(events, state, PENALTY, player, into, card)
        into = new_slot(state, table, player)
    if owner == player:
        when_emptied(state, table, rules, events, player)


@jit
def when_emptied(state, table, rules, events, player):
    """A row that throws have emptied may end the round or count as a call (C15)."""
    if table.cards[player] > 0 or state.over != GOES_ON:
        return
    if rules.empty_hand == ENDS:
        state.over = BY_EMPTY
    elif rules.empty_hand == CALLS and table.caller < 0:
        call(state, table, rules, events, player)


@jit
def call(state, table, rules, events, player):
    """A player calls « Cactus ! »: every other has `final_turns` turns left (C12, C13)."""
    table.caller = player
    table.call_round = table.round
    table.final_turns = (state.players - 1) * rules.final_turns
    emit(events, state, CALLED, player)
