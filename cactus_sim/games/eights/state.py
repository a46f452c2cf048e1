"""The state of one game of 8 Américain as a record, and how cards move in it, which keeps all knowledge up to date.

Players are numbered as in the line-up; the seat of player p is (p + rotation) % players. Hands are kept in the players'
own views, which strategies can't write to.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from cactus_sim.games.eights.events import DRAWN, RESHUFFLED, emit
from cactus_sim.games.eights.masks import lowest_of
from cactus_sim.games.eights.rules import (
    ACTS_REDRAW_EIGHTS,
    MAX_PACK,
    MAX_PLAYERS,
    MAX_REDRAWN,
    PLAIN,
    RANDOM_SEAT,
    REDRAW_EIGHTS,
    REDRAW_SPECIALS,
)
from cactus_sim.games.eights.rules import EIGHT as EIGHT_ROLE
from cactus_sim.jit import inlined, jit
from cactus_sim.streams import PACK, RESHUFFLE, below, key_word, luck_at, start_of, step_of

GOES_ON, BY_OUT, BY_BLOCK, BY_STALL, BY_FAULT = range(5)
"""Why a round is over."""

HOOKS: Final = ("play", "name_suit")
PLAY, NAME_SUIT = range(len(HOOKS))

COUNTS: Final = (
    "share", "wins", "ahead", "points", "out", "cards_left", "cards_drawn", "attacks_given", "attacks_taken",
    "attack_cards", "skipped", "eights", "jokers", "forgotten", "caught", "draws", "passes", "nominations",
)  # fmt: skip
"""What is counted of each player while a block is played."""
(
    SHARE, WINS, AHEAD, POINTS, OUT, CARDS_LEFT, CARDS_DRAWN, ATTACKS_GIVEN, ATTACKS_TAKEN, ATTACK_CARDS,
    TURNS_SKIPPED, EIGHTS, JOKERS, FORGOTTEN, TIMES_CAUGHT, DRAWS, PASSES, NOMINATIONS,
) = range(len(COUNTS))  # fmt: skip

STATE: Final = np.dtype(
    [
        ("players", "i8"),
        ("over", "i8"),
        ("seed", "i8"),
        ("deal", "i8"),
        ("hand", "i8"),
        ("rotation", "i8"),
        ("to_move", "i8"),  # whose turn comes next
        ("plays", "i8"),  # cards played, where the rules bound them
        ("passes", "i8"),  # in a row, with nothing to draw
        ("turned", "i8"),  # MAX_PLAYERS after the direction has turned, 0 else
        ("order", "i8", (2 * MAX_PLAYERS,)),  # by player + turned: who comes next
        ("reshuffles", "i8"),
        ("lapses", "i8"),  # whether anybody's attention is less than perfect
        ("hooks", "i8", (len(HOOKS), MAX_PLAYERS)),  # where each player's hooks are
        ("deck_cards", "i8"),
        ("deck", "i1", (MAX_PACK,)),  # the pack, shuffled up to `shuffled`
        ("shuffled", "i8"),
        ("pack_stream", "u8", (2,)),
        ("dealt", "i8", (MAX_PLAYERS,)),  # the hands dealt, from the player after the dealer on
        ("dealt_twice", "i8", (MAX_PLAYERS,)),
        ("dealt_each", "i8"),
        ("start", "i8"),  # the card that starts the discard pile
        ("after_start", "i8"),  # the place in the deck of the first card to draw
        ("redrawn", "i1", (MAX_REDRAWN,)),  # cards turned and put back before it
        ("redrawn_cards", "i8"),
        ("first_seat", "i8"),  # the seat after the dealer's
        ("next", "i8"),  # the place in the deck (or in `again`) of the next card
        ("again", "i1", (MAX_PACK,)),  # the draw pile after a reshuffle
        ("again_cards", "i8"),
        ("again_stream", "u8", (2,)),
        ("counts", "i8", (MAX_PLAYERS, len(COUNTS))),
        ("rounds", "i8"),  # rounds counted there
        ("points", "i8", (MAX_PLAYERS,)),
        ("out", "i8"),  # who has played the last card, −1: nobody
        ("winners", "i8"),  # bit p
        ("match_points", "i8", (MAX_PLAYERS,)),
        ("fault_hook", "i8"),
        ("fault_player", "i8"),
        ("fault_answer", "i8"),
        ("events", "i8"),  # how many rows of the event buffer are used
    ],
    align=True,
)


@inlined
def shuffle_to(state, i):
    """The card at place i of the pack (Fisher–Yates from the front, as far as it is needed)."""
    if i == state.shuffled:
        j = i + below(state.pack_stream, state.deck_cards - i)
        card = state.deck[j]
        state.deck[j] = state.deck[i]
        state.deck[i] = card
        state.shuffled = i + 1
    return int(state.deck[i])


@jit
def new_deal(state, rules):
    """Shuffles and deals: hands, start card and the dealer's seat, the same for every rotation of a deal (E1 to E3)."""
    players = state.players
    word = key_word(state.deal, state.hand, PACK, 0)
    state.pack_stream[0] = start_of(state.seed, word)
    state.pack_stream[1] = step_of(state.seed, word)
    state.shuffled = 0
    packs = rules.packs + int(0 < rules.extra_pack_above < players)
    state.deck_cards = packs * rules.pack_cards
    for copy in range(packs):
        for i in range(rules.pack_cards):
            state.deck[copy * rules.pack_cards + i] = rules.pack[i]
    each = rules.hand_cards
    if players == 2 and rules.hand_cards_2p > 0:
        each = rules.hand_cards_2p
    state.dealt_each = each
    for place in range(players):
        state.dealt[place] = 0
        state.dealt_twice[place] = 0
    for i in range(each):
        for place in range(players):
            card = shuffle_to(state, i * players + place)
            bit = 1 << card
            state.dealt_twice[place] |= state.dealt[place] & bit
            state.dealt[place] |= bit
    turn_start(state, rules, players * each)
    state.first_seat = state.hand % players
    if rules.dealer == RANDOM_SEAT:
        state.first_seat = int(luck_at(state.seed, key_word(state.deal, state.hand, PACK, 1), 1) * players)


@jit
def turn_start(state, rules, i):
    """Turns the card that starts the discard pile; one that may not goes back among the rest of the pack (E2)."""
    state.redrawn_cards = 0
    while True:
        j = i + below(state.pack_stream, state.deck_cards - i)
        card = int(state.deck[j])
        role = rules.role_of[card]
        refused = (rules.first_card == REDRAW_SPECIALS and role != PLAIN) or (
            rules.first_card in (REDRAW_EIGHTS, ACTS_REDRAW_EIGHTS) and role == EIGHT_ROLE
        )
        if not refused or state.redrawn_cards == MAX_REDRAWN:
            break
        state.redrawn[state.redrawn_cards] = card
        state.redrawn_cards += 1
    state.deck[j] = state.deck[i]
    state.deck[i] = card
    state.shuffled = i + 1
    state.start = card
    state.after_start = i + 1


@inlined
def draw(state, table):
    """The next card of the draw pile, which is not empty."""
    i = state.next
    state.next = i + 1
    table.pile -= 1
    if state.reshuffles == 0:
        return shuffle_to(state, i)
    j = i + below(state.again_stream, state.again_cards - i)
    card = state.again[j]
    state.again[j] = state.again[i]
    return int(card)


@jit
def restock(state, table, rules, events):
    """The draw pile being empty, makes a new one of the discards but the top, where there are any (E10)."""
    if not rules.reshuffle:
        return
    top = 1 << table.top
    kept_twice = table.gone_twice & top
    rest = table.gone if kept_twice else table.gone ^ top
    size = 0
    for mask in (rest, table.gone_twice ^ kept_twice):
        while mask:
            state.again[size] = lowest_of(mask)
            mask &= mask - 1
            size += 1
    if size == 0:
        return
    state.reshuffles += 1
    if state.reshuffles < 64:
        word = key_word(state.deal, state.hand, RESHUFFLE, state.reshuffles)
        state.again_stream[0] = start_of(state.seed, word)
        state.again_stream[1] = step_of(state.seed, word)
    state.again_cards = size
    state.next = 0
    table.pile = size
    table.gone = top
    table.gone_twice = 0
    emit(events, state, RESHUFFLED, -1, size)


@jit
def draw_cards(state, table, me, rules, events, player, n, why):
    """A player draws n cards, or as many as are there (a reshuffle in between where needed); gives how many."""
    hand, twice, drawn = me.hand, me.twice, 0
    while drawn < n and table.pile > 0:
        card = draw(state, table)
        bit = 1 << card
        twice |= hand & bit
        hand |= bit
        me.drawn |= bit
        emit(events, state, DRAWN, player, card, why, drawn)
        drawn += 1
        if table.pile == 0:
            restock(state, table, rules, events)
    me.hand = hand
    me.twice = twice
    table.cards[player] += drawn
    table.taken[player] += drawn
    state.counts[player, CARDS_DRAWN] += drawn
    state.passes = 0
    return drawn


@inlined
def put_down(table, me, player, card):
    """A card goes from a hand to the top of the discard pile."""
    bit = 1 << card
    if me.twice & bit:
        me.twice ^= bit
    else:
        me.hand ^= bit
    table.cards[player] -= 1
    show(table, card)


@inlined
def show(table, card):
    """A card lies on top of the discard pile, its suit in force."""
    bit = 1 << card
    if table.gone & bit:
        table.gone_twice |= bit
    table.gone |= bit
    table.suit = card & 3
    table.top = card


@jit
def set_order(state):
    """Who comes after whom, in both directions."""
    for player in range(state.players):
        state.order[player] = (player + 1) % state.players
        state.order[player + MAX_PLAYERS] = (player + state.players - 1) % state.players


@inlined
def after(state, player):
    """The next player in the direction of play."""
    # The masks tell the compiler that no index is negative.
    return state.order[(player | state.turned) & (2 * MAX_PLAYERS - 1)] & (MAX_PLAYERS - 1)
