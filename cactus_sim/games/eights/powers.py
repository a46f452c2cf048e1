"""What a played card does: suits named, attacks, skips, the direction turned, « carte » (E5 to E8, E11, E12)."""

from __future__ import annotations

from cactus_sim.games.eights.events import (
    ATTACKED,
    CARTE,
    CAUGHT,
    FORGOT,
    NAMED,
    PLAYED,
    REVERSED,
    SKIPPED,
    emit,
)
from cactus_sim.games.eights.rules import (
    ANY_SUIT,
    BLOCKED,
    EIGHT,
    FREE,
    JOKER,
    NAMES_SUIT,
    NO_SUIT,
    PLAIN,
    REVERSE,
    SKIP,
    SKIP_2P,
    STACK_NONE,
)
from cactus_sim.games.eights.state import (
    ATTACK_CARDS,
    ATTACKS_GIVEN,
    ATTACKS_TAKEN,
    BY_FAULT,
    BY_OUT,
    BY_STALL,
    EIGHTS,
    FORGOTTEN,
    GOES_ON,
    JOKERS,
    NAME_SUIT,
    NOMINATIONS,
    PLAYS,
    TIMES_CAUGHT,
    TURNS_SKIPPED,
    after,
    draw_cards,
    put_down,
    restock,
)
from cactus_sim.jit import ask, inlined, jit
from cactus_sim.streams import ATTENTION, key_word, luck_at


@jit
def refuse(state, hook, player, answer):
    """Ends the game because a hook gave an answer that is not legal there (or raised)."""
    state.over = BY_FAULT
    state.fault_hook = hook
    state.fault_player = player
    state.fault_answer = answer


@inlined
def play_card(state, table, mine, rules, events, player, card):
    """A player puts down a card that they may play, and what follows from it."""
    put_down(table, mine, rules, player, card)
    state.plays += 1
    state.passes = 0
    state.counts[player, PLAYS] += 1
    emit(events, state, PLAYED, player, card)
    if table.pile == 0:
        restock(state, table, rules, events)
    if mine[player].cards == 0:
        go_out(state, table, mine, rules, events, player, card)
        return
    if state.plays == rules.plays_max:
        state.over = BY_STALL
        return
    forgot = False
    if mine[player].cards == 1 and rules.carte_cards > 0:
        forgot = not notices(state, mine, player, 0)
        if forgot:
            state.counts[player, FORGOTTEN] += 1
        else:
            emit(events, state, CARTE, player)
    role = rules.role_of[card]
    if role != PLAIN:
        state.counts[player, EIGHTS] += int(role == EIGHT)
        state.counts[player, JOKERS] += int(role == JOKER)
        state.counts[player, ATTACKS_GIVEN] += int(rules.attack_of[card] > 0 and table.pile > 0)
        act(state, table, mine, rules, events, player, card, role)
    if forgot and state.over == GOES_ON:
        catch(state, table, mine, rules, events, player)


@jit
def go_out(state, table, mine, rules, events, player, card):
    """A player has played the last card: the round is over, but for the attack of that card (E12)."""
    state.over = BY_OUT
    state.out = player
    role = rules.role_of[card]
    state.counts[player, EIGHTS] += int(role == EIGHT)
    state.counts[player, JOKERS] += int(role == JOKER)
    size = rules.attack_of[card]
    if size > 0 and rules.last_attack and table.pile > 0:
        state.counts[player, ATTACKS_GIVEN] += 1
        victim = after(state, table, player, 1)
        state.counts[victim, ATTACKS_TAKEN] += 1
        drawn = draw_cards(state, table, mine, rules, events, victim, table.attack + size, ATTACKED)
        state.counts[victim, ATTACK_CARDS] += drawn


@jit
def act(state, table, mine, rules, events, player, card, role):
    """What a special card does when it is played, or starts the discard pile as if the dealer had played it."""
    if role == EIGHT:
        name_suit(state, table, mine, events, player)
    elif role == JOKER:
        if rules.joker_next == NAMES_SUIT:
            name_suit(state, table, mine, events, player)
        elif rules.joker_next == FREE:
            table.suit = ANY_SUIT
        elif rules.joker_next == BLOCKED:
            table.suit = NO_SUIT
        else:
            table.suit = table.before
    elif role == REVERSE:
        table.direction = -table.direction
        emit(events, state, REVERSED, player)
        if state.players == 2 and rules.reverse_2p == SKIP_2P:
            skip_next(state, table, events, player)
    elif role == SKIP:
        skip_next(state, table, events, player)
    if rules.attack_of[card] > 0 and state.over == GOES_ON:
        attack(state, table, mine, rules, events, player, rules.attack_of[card])


@jit
def name_suit(state, table, mine, events, player):
    """Asks a player for the suit in force (E6)."""
    suit = ask(state.hooks[NAME_SUIT, player], mine[player], table)
    if suit < 0 or suit > 3:
        refuse(state, NAME_SUIT, player, suit)
        return
    table.suit = suit
    state.counts[player, NOMINATIONS] += 1
    emit(events, state, NAMED, player, suit)


@jit
def skip_next(state, table, events, player):
    """The next player has no turn (E7)."""
    state.step = 2
    skipped = after(state, table, player, 1)
    state.counts[skipped, TURNS_SKIPPED] += 1
    emit(events, state, SKIPPED, skipped)


@jit
def attack(state, table, mine, rules, events, player, size):
    """The next player must draw: at once, or when they can't pass it on (E5); void where nothing can be drawn."""
    if table.pile == 0:
        table.attack = 0
    elif rules.stack == STACK_NONE:
        take_attack(state, table, mine, rules, events, after(state, table, player, 1), size)
        state.step = 2
    else:
        table.attack += size


@jit
def take_attack(state, table, mine, rules, events, victim, size):
    """A player draws the cards of an attack and loses the turn."""
    drawn = draw_cards(state, table, mine, rules, events, victim, size, ATTACKED)
    state.counts[victim, ATTACKS_TAKEN] += 1
    state.counts[victim, ATTACK_CARDS] += drawn
    state.counts[victim, TURNS_SKIPPED] += 1
    emit(events, state, SKIPPED, victim)


@jit
def notices(state, mine, player, what):
    """Whether a player thinks of saying « carte » (what 0), or notices that another has not (what 1), this turn."""
    attention = mine[player].attention
    if state.lapses == 0 or attention >= 1.0:
        return True
    word = key_word(state.deal, state.hand, ATTENTION, (player + state.rotation) % state.players)
    return luck_at(state.seed, word, 2 * state.turns + what) < attention


@jit
def catch(state, table, mine, rules, events, forgetter):
    """The first of the others, in order of play, who notices that « carte » was not said: the forgetter draws (E11)."""
    for steps in range(1, state.players):
        other = after(state, table, forgetter, steps)
        if notices(state, mine, other, 1):
            state.counts[forgetter, TIMES_CAUGHT] += 1
            emit(events, state, CAUGHT, forgetter, other)
            draw_cards(state, table, mine, rules, events, forgetter, rules.carte_cards, FORGOT)
            return
