"""One player's turn: call, take or draw, place, and what it leads to (rules C6, C7, C12, C16)."""

from __future__ import annotations

from cactus_sim.games.cactus.events import (
    DISCARDED,
    DRAWN,
    FORGOTTEN,
    MANY_OUT,
    SWAPPED,
    SWAPPED_MANY,
    TAKEN,
    TURN,
    emit,
)
from cactus_sim.games.cactus.powers import offer_power
from cactus_sim.games.cactus.rules import AFTER, INSTEAD, MAX_PLACES, MAX_PLAYERS, NO_POWER
from cactus_sim.games.cactus.rules import DRAWN as ONLY_DRAWN
from cactus_sim.games.cactus.state import (
    CALL,
    GOES_ON,
    PLACE,
    PLACE_MANY,
    TAKE,
    discard,
    make_public,
    new_slot,
    next_card,
    put,
    refuse,
    remove_to_discard,
    replace,
)
from cactus_sim.games.cactus.throws import call, resolve_showings
from cactus_sim.games.cactus.view import NOTHING, count_of, first_of, forget, learn, see
from cactus_sim.jit import ask, inlined, jit
from cactus_sim.streams import LAPSE, key_word, luck_at


@inlined
def take_turn(state, table, mine, rules, events, player):
    """One player's turn: call, or take or draw and place, with all throws that follow (C6, C12)."""
    me = mine[player]
    state.throws = 0
    state.turns += 1
    table.turn = state.turns
    table.active = player
    table.may_take = int(rules.take_discard and table.top >= 0 and me.cards > 0)
    emit(events, state, TURN, player, table.round)
    if table.caller >= 0:
        table.final_turns -= 1
    elif rules.call_time != AFTER:
        offer_call(state, table, mine, rules, events, player)
        if state.over != GOES_ON:
            return
    if table.caller != player or rules.call_time != INSTEAD:
        if not take_top(state, table, mine, rules, events, player) and state.over == GOES_ON:
            draw_card(state, table, mine, rules, events, player)
        if table.caller < 0 and rules.call_time == AFTER and state.over == GOES_ON:
            offer_call(state, table, mine, rules, events, player)
    if state.lapses and me.memory < 1.0 and state.over == GOES_ON:
        lose_memory(state, table, mine, rules, events, player)


@inlined
def offer_call(state, table, mine, rules, events, player):
    """Asks a player whether to call, where it is legal: known points plus the least of the unknown (C12)."""
    me = mine[player]
    if rules.call_under != 0 and me.known_points + me.unknown * rules.least >= rules.call_under:
        return
    answer = ask(state.hooks[CALL, player], me, table)
    if answer == 1:
        call(state, table, rules, events, player)
    elif answer != 0:
        refuse(state, CALL, player, answer)


@inlined
def take_top(state, table, mine, rules, events, player):
    """Asks whether to take the top discard, and for which card; True where it was taken (C6)."""
    if not table.may_take:
        return False
    slot = ask(state.hooks[TAKE, player], mine[player], table)
    if slot == NOTHING:
        return False
    if not is_slot(mine[player], slot):
        refuse(state, TAKE, player, slot)
        return False
    card = int(table.top)
    state.discarded -= 1
    out = replace(state, table, mine, rules, player, slot, card, True)
    emit(events, state, TAKEN, player, slot, card, out)
    after_own_card(state, table, mine, rules, events, player, out)
    return True


@inlined
def is_slot(me, slot):
    """Whether a player has a card in a slot."""
    return 0 <= slot < MAX_PLACES and me.held >> slot & 1 == 1


@inlined
def draw_card(state, table, mine, rules, events, player):
    """Draws a card, offers its power, and discards it or lets it replace one's own (C6, C7)."""
    me = mine[player]
    card = next_card(state, table, rules, events)
    if card < 0:
        return
    me.drawn = card
    emit(events, state, DRAWN, player, card)
    power = rules.power_of[card]
    table.must_discard = int(me.cards == 0 or (power != NO_POWER and not rules.power_card_kept))
    slot = NOTHING
    if not table.must_discard:
        if rules.multi_swap and place_many(state, table, mine, rules, events, player):
            return
        slot = ask(state.hooks[PLACE, player], me, table)
        if slot != NOTHING and not is_slot(me, slot):
            refuse(state, PLACE, player, slot)
        if state.over != GOES_ON:
            return
    if slot == NOTHING:
        if power != NO_POWER:
            offer_power(state, table, mine, events, player, power)
            if state.over != GOES_ON:
                return
        me.drawn = NOTHING
        see(table, card, 1)
        discard(state, table, card)
        emit(events, state, DISCARDED, player, card)
        resolve_showings(state, table, mine, rules, events)
    else:
        me.drawn = NOTHING
        out = replace(state, table, mine, rules, player, slot, card, False)
        emit(events, state, SWAPPED, player, slot, card, out)
        after_own_card(state, table, mine, rules, events, player, out)


@jit
def after_own_card(state, table, mine, rules, events, player, out):
    """A card from one's own row ends the turn on the discard pile: its power where the rules give it one, throws."""
    if rules.power_when != ONLY_DRAWN and rules.power_of[out] != NO_POWER:
        offer_power(state, table, mine, events, player, rules.power_of[out])
        if state.over != GOES_ON:
            return
    resolve_showings(state, table, mine, rules, events)


@jit
def place_many(state, table, mine, rules, events, player):
    """Asks whether the drawn card replaces several own cards at once; True where it did or was refused (C7)."""
    me = mine[player]
    slots = ask(state.hooks[PLACE_MANY, player], me, table)
    if slots == 0:
        return False
    if slots < 0 or slots & ~me.held != 0 or count_of(slots) < 2:
        refuse(state, PLACE_MANY, player, slots)
        return True
    card, into, equal = int(me.drawn), first_of(slots), True
    lowest = int(state.rows[player, into])
    for slot in range(MAX_PLACES):
        if slots >> slot & 1:
            equal = equal and state.rows[player, slot] >> 2 == state.rows[player, into] >> 2
    me.drawn = NOTHING
    if not equal:
        into = new_slot(state, table, player)
    emit(events, state, SWAPPED_MANY, player, card, int(equal), into)
    for slot in range(MAX_PLACES):
        if slots >> slot & 1:
            emit(events, state, MANY_OUT, player, slot, int(state.rows[player, slot]))
            if equal:
                remove_to_discard(state, table, mine, rules, player, slot)
            else:
                make_public(state, table, mine, player, slot)
    if into >= 0:
        put(state, table, mine, player, into, card)
        learn(me, table, into, card)
    else:
        see(table, card, 1)
        discard(state, table, card)
    if equal:
        after_own_card(state, table, mine, rules, events, player, lowest)
    return True


@jit
def lose_memory(state, table, mine, rules, events, player):
    """At the end of their turn a player forgets each card they remember with chance 1 − memory."""
    me = mine[player]
    word = key_word(state.deal, state.hand, LAPSE, (player + state.rotation) % state.players)
    base = state.turns * (MAX_PLAYERS + 1) * MAX_PLACES
    for slot in range(state.ends[player]):
        if me.known >> slot & 1 and luck_at(state.seed, word, base + slot) >= me.memory:
            forget(me, table, slot)
            emit(events, state, FORGOTTEN, player, slot)
    if rules.looks:
        for other in range(state.players):
            seat = (other + state.rotation) % state.players  # luck goes with seats: a place in the line-up has none
            for slot in range(state.ends[other]):
                k = base + (seat + 1) * MAX_PLACES + slot
                if me.theirs[other, slot] >= 0 and luck_at(state.seed, word, k) >= me.memory:
                    me.theirs[other, slot] = -1
