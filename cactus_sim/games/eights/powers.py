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
    MAX_PLAYERS,
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
    """A player puts down a card that they may play, and what follows; gives how many places on the next turn is."""
    me = mine[player]
    suit = table.suit
    put_down(table, me, player, card)
    emit(events, state, PLAYED, player, card)
    if table.pile == 0:
        state.passes = 0
        restock(state, table, rules, events)
    left = table.cards[player]
    if left == 0:
        go_out(state, table, mine, rules, events, player, card)
        return 1
    if rules.plays_max > 0:
        state.plays += 1
        if state.plays == rules.plays_max:
            state.over = BY_STALL
            return 1
    forgot = False
    if left == 1 and rules.carte_cards > 0:
        forgot = not notices(state, table, me, player, 0)
        if forgot:
            state.counts[player, FORGOTTEN] += 1
        else:
            emit(events, state, CARTE, player)
    steps = 1
    role = rules.role_of[card]
    if role != PLAIN:
        steps = act(state, table, mine, rules, events, player, card, role, suit, 1)
    if forgot and state.over == GOES_ON:
        catch(state, table, mine, rules, events, player)
    return steps


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
        victim = after(state, player)
        draw_for_attack(state, table, mine[victim], rules, events, victim, table.attack + size)


@inlined
def act(state, table, mine, rules, events, player, card, role, suit, played):
    """What a special card does when it is played (`played` 1), or starts the discard pile as if the dealer had played
    it (0); gives how many places on the next turn is. `suit` was in force before.
    """
    steps = 1
    table.before = suit
    if role == EIGHT:
        state.counts[player, EIGHTS] += played
        name_suit(state, table, mine[player], events, player)
    elif role == JOKER:
        state.counts[player, JOKERS] += played
        if rules.joker_next == NAMES_SUIT:
            name_suit(state, table, mine[player], events, player)
        elif rules.joker_next == FREE:
            table.suit = ANY_SUIT
        elif rules.joker_next == BLOCKED:
            table.suit = NO_SUIT
        else:
            table.suit = suit
    elif role == REVERSE:
        turn_direction(state, table)
        emit(events, state, REVERSED, player)
    if role == SKIP or (role == REVERSE and state.players == 2 and rules.reverse_2p == SKIP_2P):
        steps = 2
        skipped = after(state, player)
        state.counts[skipped, TURNS_SKIPPED] += 1
        emit(events, state, SKIPPED, skipped)
    size = rules.attack_of[card]
    if size > 0 and state.over == GOES_ON:
        if table.pile == 0:
            table.attack = 0  # nothing can be drawn: the attack is void
        else:
            state.counts[player, ATTACKS_GIVEN] += played
            if rules.stack == STACK_NONE:
                steps = 2
                victim = after(state, player)
                take_attack(state, table, mine[victim], rules, events, victim, size)
            else:
                table.attack += size
    return steps


@jit
def name_suit(state, table, me, events, player):
    """Asks a player for the suit in force (E6)."""
    suit = ask(state.hooks[NAME_SUIT, player], me, table)
    if suit < 0 or suit > 3:
        refuse(state, NAME_SUIT, player, suit)
        return
    table.suit = suit
    state.counts[player, NOMINATIONS] += 1
    emit(events, state, NAMED, player, suit)


@inlined
def turn_direction(state, table):
    """The direction of play turns (E8)."""
    table.direction = -table.direction
    state.turned ^= MAX_PLAYERS


@jit
def take_attack(state, table, me, rules, events, victim, size):
    """A player draws the cards of an attack and loses the turn (E5)."""
    draw_for_attack(state, table, me, rules, events, victim, size)
    state.counts[victim, TURNS_SKIPPED] += 1
    emit(events, state, SKIPPED, victim)


@inlined
def draw_for_attack(state, table, me, rules, events, victim, size):
    """A player draws the cards of an attack."""
    state.counts[victim, ATTACKS_TAKEN] += 1
    state.counts[victim, ATTACK_CARDS] += draw_cards(state, table, me, rules, events, victim, size, ATTACKED)
    me.drawn = 0


@jit
def notices(state, table, me, player, what):
    """Whether a player thinks of saying « carte » (what 0), or notices that another has not (what 1), this turn."""
    if state.lapses == 0 or me.attention >= 1.0:
        return True
    word = key_word(state.deal, state.hand, ATTENTION, (player + state.rotation) % state.players)
    return luck_at(state.seed, word, 2 * table.turn + what) < me.attention


@jit
def catch(state, table, mine, rules, events, forgetter):
    """The first of the others, in order of play, who notices that « carte » was not said: the forgetter draws (E11)."""
    other = after(state, forgetter)
    while other != forgetter:
        if notices(state, table, mine[other], other, 1):
            state.counts[forgetter, TIMES_CAUGHT] += 1
            emit(events, state, CAUGHT, forgetter, other)
            draw_cards(state, table, mine[forgetter], rules, events, forgetter, rules.carte_cards, FORGOT)
            mine[forgetter].drawn = 0
            return
        other = after(state, other)
