"""The powers of cards: looking, exchanging, giving (rule C7)."""

from __future__ import annotations

from cactus_sim.games.cactus.events import EXCHANGED, GIVEN, LOOKED, PEEKED, emit
from cactus_sim.games.cactus.rules import (
    GIVE,
    LOOK_OTHER,
    LOOK_SWAP,
    MAX_PLACES,
    NO_POWER,
    PEEK_OWN,
    SWAP_ANY,
    SWAP_BLIND,
)
from cactus_sim.games.cactus.state import SWAP_SEEN, USE_POWER, exchange, give, new_slot, refuse
from cactus_sim.games.cactus.view import NOTHING, OTHERS, PLACES, learn, reachable
from cactus_sim.jit import ask, jit


@jit
def owner_of(place, player):
    """Whose slot a place is, seen from `player`."""
    return player if place < OTHERS else (place - OTHERS) // MAX_PLACES


@jit
def can_touch(state, table, mine, player, place):
    """Whether there is a card at a place that `player` may touch by a power."""
    if place < 0 or place >= PLACES:
        return False
    owner = owner_of(place, player)
    if owner >= state.players:
        return False
    return (table.held[owner] >> (place % MAX_PLACES)) & 1 == 1 and reachable(mine[player], table, owner)


@jit
def offer_power(state, table, mine, events, player, power):
    """Asks a player whether and how to use a power, and does it; an impossible use is refused."""
    table.power = power
    answer = ask(state.hooks[USE_POWER, player], mine[player], table)
    table.power = NO_POWER
    if answer == NOTHING:
        return
    if power in (PEEK_OWN, LOOK_OTHER, LOOK_SWAP):
        done = look(state, table, mine, events, player, power, answer)
    elif answer < 0:
        done = False
    elif power == GIVE:
        done = give_away(state, table, mine, events, player, answer // PLACES, answer % PLACES)
    else:
        done = swap(state, table, mine, events, player, power, answer // PLACES, answer % PLACES)
    if not done:
        refuse(state, USE_POWER, player, answer)


@jit
def look(state, table, mine, events, player, power, place):
    """Looks at one card: one's own, an opponent's, or under look_swap anyone's, and then may exchange it."""
    if not can_touch(state, table, mine, player, place):
        return False
    owner, slot = owner_of(place, player), place % MAX_PLACES
    if (power == PEEK_OWN and owner != player) or (power == LOOK_OTHER and owner == player):
        return False
    card = int(state.rows[owner, slot])
    if owner == player:
        learn(mine[player], table, slot, card)
    else:
        mine[player].theirs[owner, slot] = card
    if power == PEEK_OWN:
        emit(events, state, PEEKED, player, slot, card)
        return True
    emit(events, state, LOOKED, player, owner, slot, card)
    if power == LOOK_SWAP:
        mine[player].looked_place = place
        other = ask(state.hooks[SWAP_SEEN, player], mine[player], table)
        mine[player].looked_place = NOTHING
        if other != NOTHING:
            one_own = can_touch(state, table, mine, player, other) and (
                (owner_of(other, player) == player) != (owner == player)
            )
            if not one_own:
                refuse(state, SWAP_SEEN, player, other)
                return True
            own, theirs = (place, other) if owner == player else (other, place)
            do_swap(state, table, mine, events, player, own, theirs)
    return True


@jit
def swap(state, table, mine, events, player, power, a, b):
    """Exchanges two cards unseen: an own one with an opponent's, or under swap_any any two of the table."""
    if not can_touch(state, table, mine, player, a) or not can_touch(state, table, mine, player, b):
        return False
    owner_a, owner_b = owner_of(a, player), owner_of(b, player)
    if power == SWAP_BLIND and (owner_a != player or owner_b == player):
        return False
    if power == SWAP_ANY and owner_a == owner_b and a % MAX_PLACES == b % MAX_PLACES:
        return False
    do_swap(state, table, mine, events, player, a, b)
    return True


@jit
def do_swap(state, table, mine, events, player, a, b):
    """Two places' cards are exchanged and the event is written."""
    owner_a, owner_b = owner_of(a, player), owner_of(b, player)
    slot_a, slot_b = a % MAX_PLACES, b % MAX_PLACES
    exchange(state, table, mine, owner_a, slot_a, owner_b, slot_b)
    emit(events, state, EXCHANGED, player, owner_a * MAX_PLACES + slot_a, owner_b * MAX_PLACES + slot_b)


@jit
def give_away(state, table, mine, events, player, own, target):
    """Gives an own card, unseen by others, to an opponent, into a new slot."""
    other = owner_of(target, player)
    if own < 0 or other == player or other >= state.players or not reachable(mine[player], table, other):
        return False
    if owner_of(own, player) != player or not can_touch(state, table, mine, player, own):
        return False
    slot, into = own % MAX_PLACES, new_slot(state, table, other)
    if into < 0:
        return False
    give(state, table, mine, player, slot, other, into)
    emit(events, state, GIVEN, player, slot, other, into)
    return True
