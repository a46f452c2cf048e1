"""The state of one game of Cactus as a record, and how cards move in it; all knowledge of them is kept up to date here.

Players are numbered as in the line-up; the seat of player p is (p + rotation) % players, and seat 0 begins (C5).
"""

from __future__ import annotations

from typing import Final

import numpy as np

from cactus_sim.games.cactus.events import RESHUFFLED, emit
from cactus_sim.games.cactus.rules import MAX_PACK, MAX_PLACES, MAX_PLAYERS, STOCK_ENDS
from cactus_sim.games.cactus.view import forget, learn, see, show
from cactus_sim.jit import inlined, jit
from cactus_sim.streams import PACK, RESHUFFLE, below, key_word, start_of, step_of

GOES_ON, BY_CALL, BY_STOCK, BY_EMPTY, BY_STALL, BY_FAULT = range(6)
"""Why a round is over."""

HOOKS: Final = ("call", "take", "place", "place_many", "throw", "use_power", "swap_seen", "give_back")
CALL, TAKE, PLACE, PLACE_MANY, THROW, USE_POWER, SWAP_SEEN, GIVE_BACK = np.arange(len(HOOKS))

STATE: Final = np.dtype(
    [
        ("players", "i8"),
        ("over", "i8"),
        ("seed", "i8"),
        ("deal", "i8"),
        ("hand", "i8"),
        ("rotation", "i8"),
        ("turns", "i8"),
        ("to_move", "i8"),  # whose turn comes next
        ("moved", "i8"),  # turns taken or passed over since the last time around the table was complete
        ("around", "i8"),  # times around the table
        ("hooks", "i8", (len(HOOKS), MAX_PLAYERS)),  # where each player's hooks are
        ("always_asked", "i8"),  # bit p: asked at every showing, not only with an equal rank remembered
        ("same_reflex", "i8"),  # whether all react equally fast
        ("lapses", "i8"),  # whether anybody's memory or attention is less than perfect
        ("deck", "i1", (MAX_PACK,)),  # the pack, shuffled up to `shuffled`
        ("shuffled", "i8"),
        ("pack_stream", "u8", (2,)),
        ("next", "i8"),  # the place in the deck (or in `again`) of the next card
        ("again", "i1", (MAX_PACK,)),  # the draw pile after a reshuffle
        ("again_stream", "u8", (2,)),
        ("reshuffles", "i8"),
        ("discards", "i1", (MAX_PACK,)),
        ("discarded", "i8"),
        ("rows", "i1", (MAX_PLAYERS, MAX_PLACES)),
        ("ends", "i8", (MAX_PLAYERS,)),  # one past the last slot that a row ever used
        ("showings", "i8"),
        ("answers", "i8", (MAX_PLAYERS,)),  # the place that each player throws from at this showing
        ("throws", "i8"),  # since the turn began
        ("wrong_throws", "i8", (MAX_PLAYERS,)),
        ("right_throws", "i8", (MAX_PLAYERS,)),
        ("totals", "i8", (MAX_PLAYERS,)),
        ("points", "i8", (MAX_PLAYERS,)),
        ("winners", "i8"),  # bit p
        ("place", "i8", (MAX_PLAYERS,)),  # in the finishing order: lower is ahead, equal is a tie
        ("match_totals", "i8", (MAX_PLAYERS,)),
        ("bounced", "i8"),  # bit p: whose total has fallen to half
        ("fault_hook", "i8"),
        ("fault_player", "i8"),
        ("fault_answer", "i8"),
        ("events", "i8"),  # how many rows of the event buffer are used
    ],
    align=True,
)


@jit
def new_deck(state, rules):
    """The pack in order, to be shuffled as it is drawn from, by the stream of this deal and hand."""
    word = key_word(state.deal, state.hand, PACK, 0)
    state.pack_stream[0] = start_of(state.seed, word)
    state.pack_stream[1] = step_of(state.seed, word)
    state.shuffled = 0
    for i in range(rules.pack_size):
        state.deck[i] = rules.pack[i]


@inlined
def draw(state, table, rules):
    """The next card of a draw pile that is not empty (see `next_card`).

    The deck is shuffled only as far as it is drawn (Fisher–Yates from the front), so a deal's order is the same
    whoever plays, and later rotations of a deal find it shuffled.
    """
    i = state.next
    table.pile -= 1
    state.next = i + 1
    if state.reshuffles > 0:
        return int(state.again[i])
    if i == state.shuffled:
        j = i + below(state.pack_stream, rules.pack_size - i)
        card = state.deck[j]
        state.deck[j] = state.deck[i]
        state.deck[i] = card
        state.shuffled = i + 1
    return int(state.deck[i])


@jit
def next_card(state, table, rules, events):
    """The next card, from a new draw pile if need be; −1 where there is none, and then the round is over (C16)."""
    if table.pile == 0:
        if not restock(state, table, rules):
            state.over = BY_STOCK
            return -1
        emit(events, state, RESHUFFLED, -1, table.pile)
    return draw(state, table, rules)


@jit
def refuse(state, hook, player, answer):
    """A hook gave an answer that is impossible in its situation: the game ends here, and the caller reports it."""
    state.over = BY_FAULT
    state.fault_hook = hook
    state.fault_player = player
    state.fault_answer = answer


@jit
def restock(state, table, rules):
    """Makes a new draw pile of the discards but the top (C16); False where that can't be done."""
    size = state.discarded - 1
    if rules.stock_out == STOCK_ENDS or size < 1:
        return False
    state.reshuffles += 1
    number = min(state.reshuffles, 63)  # the last that a key has room for
    word = key_word(state.deal, state.hand, RESHUFFLE, number)
    state.again_stream[0] = start_of(state.seed, word)
    state.again_stream[1] = step_of(state.seed, word)
    for i in range(size):
        state.again[i] = state.discards[i]
        see(table, int(state.discards[i]), -1)
    for i in range(size):
        j = i + below(state.again_stream, size - i)
        card = state.again[j]
        state.again[j] = state.again[i]
        state.again[i] = card
    state.discards[0] = state.discards[size]
    state.discarded = 1
    state.next = 0
    table.pile = size
    return True


@inlined
def discard(state, table, card):
    """A card comes to lie on the discard pile."""
    state.discards[state.discarded] = card
    state.discarded += 1
    show(table, card)


@inlined
def put(state, table, mine, player, slot, card):
    """A card that nobody knows yet comes into an empty slot of a row."""
    bit = 1 << slot
    state.rows[player, slot] = card
    table.public[player, slot] = -1
    table.held[player] |= bit
    table.cards[player] += 1
    me = mine[player]
    me.hand[slot] = -1
    me.held |= bit
    me.cards += 1
    me.unknown += 1
    if slot >= state.ends[player]:
        state.ends[player] = slot + 1


@jit
def remove(state, table, mine, rules, player, slot):
    """A card leaves a row, and everybody's knowledge of that place with it; gives the card."""
    bit = 1 << slot
    card = int(state.rows[player, slot])
    me = mine[player]
    forget(me, table, slot)
    state.rows[player, slot] = -1
    table.held[player] ^= bit
    table.cards[player] -= 1
    table.public[player, slot] = -1
    me.held ^= bit
    me.cards -= 1
    me.unknown -= 1
    if rules.looks:
        for other in range(state.players):
            mine[other].theirs[player, slot] = -1
    return card


@jit
def remove_to_discard(state, table, mine, rules, player, slot):
    """A card leaves a row for the discard pile, where all see it; gives the card."""
    was_public = table.public[player, slot] >= 0
    card = remove(state, table, mine, rules, player, slot)
    if not was_public:
        see(table, card, 1)
    discard(state, table, card)
    return card


@inlined
def replace(state, table, mine, rules, player, slot, card, public):
    """A card that its player knows comes into a slot, the one there goes to the discard pile; gives the latter."""
    me = mine[player]
    out = int(state.rows[player, slot])
    if table.public[player, slot] < 0:
        see(table, out, 1)
    forget(me, table, slot)
    state.rows[player, slot] = card
    learn(me, table, slot, card)
    table.public[player, slot] = card if public else -1
    if rules.looks:
        for other in range(state.players):
            mine[other].theirs[player, slot] = -1
    discard(state, table, out)
    return out


@jit
def make_public(state, table, mine, player, slot):
    """A card of a row is shown to all and stays in its slot."""
    card = int(state.rows[player, slot])
    if table.public[player, slot] < 0:
        table.public[player, slot] = card
        see(table, card, 1)
    learn(mine[player], table, slot, card)


@jit
def new_slot(state, table, player):
    """The slot for one more card: one past the end of the row, else the lowest empty one, −1 where the row is full."""
    if state.ends[player] < MAX_PLACES:
        return state.ends[player]
    for slot in range(MAX_PLACES):
        if table.held[player] >> slot & 1 == 0:
            return slot
    return -1


@jit
def exchange(state, table, mine, player, slot, other, other_slot):
    """Two cards in rows change places, unseen; whoever knew one of them knows it at its new place (C7)."""
    public, other_public = int(table.public[player, slot]), int(table.public[other, other_slot])
    knew, knew_other = int(mine[player].hand[slot]), int(mine[other].hand[other_slot])
    # What third players remember goes along; what the two owners remember of each other's card becomes their own's.
    saw, saw_other = int(mine[other].theirs[player, slot]), int(mine[player].theirs[other, other_slot])
    for third in range(state.players):
        theirs = mine[third].theirs
        swapped = theirs[player, slot]
        theirs[player, slot] = theirs[other, other_slot]
        theirs[other, other_slot] = swapped
    forget(mine[player], table, slot)
    forget(mine[other], table, other_slot)
    card, other_card = int(state.rows[player, slot]), int(state.rows[other, other_slot])
    state.rows[player, slot], state.rows[other, other_slot] = other_card, card
    table.public[player, slot], table.public[other, other_slot] = other_public, public
    if player == other:
        if knew_other >= 0 or other_public >= 0:
            learn(mine[player], table, slot, other_card)
        if knew >= 0 or public >= 0:
            learn(mine[player], table, other_slot, card)
        return
    mine[player].theirs[other, other_slot] = knew
    mine[other].theirs[player, slot] = knew_other
    mine[player].theirs[player, slot] = -1
    mine[other].theirs[other, other_slot] = -1
    if saw_other >= 0 or other_public >= 0:
        learn(mine[player], table, slot, other_card)
    if saw >= 0 or public >= 0:
        learn(mine[other], table, other_slot, card)


@jit
def give(state, table, mine, player, slot, other, other_slot):
    """A card goes from a row into an empty slot of another row, unseen by those who did not know it."""
    put(state, table, mine, other, other_slot, -1)
    exchange(state, table, mine, player, slot, other, other_slot)
    state.rows[player, slot] = -1
    remove_empty(table, mine, player, slot)


@jit
def remove_empty(table, mine, player, slot):
    """A slot whose card went elsewhere is empty from now on."""
    bit = 1 << slot
    table.held[player] ^= bit
    table.cards[player] -= 1
    mine[player].held ^= bit
    mine[player].cards -= 1
    mine[player].unknown -= 1
