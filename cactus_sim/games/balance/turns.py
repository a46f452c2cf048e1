"""A player's turn: the die, the choice, the placing until the piece rests, the flowers (rules B2 to B9)."""

from __future__ import annotations

from cactus_sim.games.balance.events import COST, PIECE, TOUCH, TURN, emit
from cactus_sim.games.balance.falls import RESTS, lucky, put_down
from cactus_sim.games.balance.flowers import all_flowers_out, claim, pay
from cactus_sim.games.balance.physics import assess, marks_of, survey, touched
from cactus_sim.games.balance.rules import BASICS, SHAPES
from cactus_sim.games.balance.state import (
    BY_FAULT,
    BY_FLOWERS,
    BY_PIECE,
    BY_SPECIALS,
    BY_STALL,
    CHOOSE,
    DECISIONS,
    FALLEN_PIECES,
    GOES_ON,
    LOST_FALLS,
    LOST_TOUCHES,
    SLIPS,
    TOUCHES,
    TURNS_PLAYED,
    TURNS_WITH_FALL,
    WORKED_IN,
)
from cactus_sim.games.balance.tables import CACTI, MAX_PERCHES
from cactus_sim.games.balance.view import COLOUR, FREE, MAX_LEVELS, PLACE_BITS, SHAPE, SPECIAL, form_of
from cactus_sim.jit import ask, inlined, jit, lowest_bit
from cactus_sim.streams import HANDS, below, key_word, start_of, step_of

_OF_COLOUR = 0b00001_00001_00001_00001_00001
"""The basic pieces of colour 0, as bits."""
_OF_SHAPE = 0b11111
"""The basic pieces of shape 0, as bits."""


@inlined
def take_turn(state, table, mine, rules, events, player):
    """Plays a player's turn, unless the game is stalled or no piece fits the roll; gives who comes next."""
    if table.turn == rules.stall_turns:
        state.over = BY_STALL
        return player
    roll(state, table)
    me = mine[player]
    word = key_word(state.deal, table.turn, HANDS, seat_of(state, player))
    state.hands[0] = start_of(state.seed, word)
    state.hands[1] = step_of(state.seed, word)
    emit(events, state, TURN, player, table.face, table.cactus)
    me.pieces = pieces_for(table)
    me.attempt = 0
    place_piece(state, table, me, rules, events, player)
    if state.over == GOES_ON:
        if all_flowers_out(table):
            state.over = BY_FLOWERS
        elif table.row_length == 0:
            state.over = BY_SPECIALS
    player += 1
    return player if player < state.players else 0


@jit
def seat_of(state, player):
    """The seat at which a player sits."""
    seat = player + state.rotation
    return seat if seat < state.players else seat - state.players


@jit
def roll(state, table):
    """Begins a turn: the die, and the next cactus clockwise; the first player chooses freely (B2)."""
    table.turn += 1
    if table.turn == 1:
        table.face = FREE
        return
    face = below(state.dice, table.faces[COLOUR] + table.faces[SHAPE] + table.faces[SPECIAL])
    table.face = COLOUR
    if face >= table.faces[COLOUR]:
        table.face = SHAPE if face < table.faces[COLOUR] + table.faces[SHAPE] else SPECIAL
    table.cactus = table.cactus + 1 if table.cactus + 1 < CACTI else 0


@jit
def pieces_for(table):
    """The pieces that the roll allows, as bits (B3)."""
    if table.face == FREE:
        return table.supply
    if table.face == COLOUR:
        return table.supply & (_OF_COLOUR << table.colour_now)
    if table.face == SHAPE:
        return table.supply & (_OF_SHAPE << (SHAPES * table.shape_now))
    return 1 << table.row[0]


@jit
def look(table, me):
    """Shows a player where each of the pieces may go (B4); False where there is no room for any."""
    me.forced = 0
    if open_places(table, me):
        return True
    me.forced = 1
    return open_places(table, me)


@jit
def open_places(table, me):
    """Finds the places where each of the pieces may go, and what is foreseen there; False where there is none."""
    found, rest, seen = False, me.pieces, 0
    first = max(table.cactus, 0)
    last = CACTI - 1 if table.cactus < 0 else table.cactus
    while rest:
        piece = lowest_bit(rest)
        rest &= rest - 1
        me.open[piece] = 0
        form = form_of(table, piece)
        marks = marks_of(table, piece)
        for cactus in range(first, last + 1):
            for place in range(cactus * MAX_PERCHES, cactus * MAX_PERCHES + table.perches[cactus]):
                if table.levels[place] == MAX_LEVELS:
                    continue
                if seen == 0:
                    survey(table, me, place)
                if seen >> form & 1 == 0:
                    assess(table, me, piece, place)
                if me.forced or touched(table, me, piece, place) & marks == 0:
                    me.open[piece] |= 1 << place
                    found = True
        seen |= 1 << form
    return found


@jit
def place_piece(state, table, me, rules, events, player):
    """Chooses and places a piece until it rests, and pays what it costs and earns (B4 to B7, B9)."""
    counts = state.counts[player]
    fallen = 0
    while True:
        if not look(table, me):
            state.over = BY_PIECE
            return
        answer = ask(state.hooks[CHOOSE, player], me, table)
        piece, place = answer >> PLACE_BITS, answer & ((1 << PLACE_BITS) - 1)
        if answer < 0 or piece >= BASICS + table.row.shape[0] or not is_allowed(me, piece, place):
            state.over = BY_FAULT
            state.fault_hook = CHOOSE
            state.fault_player = player
            state.fault_answer = answer
            return
        counts[DECISIONS] += 1
        if me.attempt == 0:
            take(table, piece)
            emit(events, state, PIECE, player, piece, me.forced)
            counts[TURNS_PLAYED] += 1
            counts[WORKED_IN] += me.forced
        if rules.touch > 0.0 and lucky(state.hands, rules.touch / me.dexterity):
            lost = -pay(table, player, -rules.touch_cost)
            counts[TOUCHES] += 1
            counts[LOST_TOUCHES] += lost
            emit(events, state, TOUCH, player, lost)
        outcome = put_down(state, table, me, rules, events, player, piece, place, me.attempt >= rules.attempts)
        fallen += outcome & (RESTS - 1)
        if outcome & RESTS:
            break
        counts[SLIPS] += 1
        me.attempt += 1
        me.pieces = 1 << piece
    state.fallen += fallen
    if fallen > 0:
        lost = -pay(table, player, -table.fall_cost * fallen)
        counts[FALLEN_PIECES] += fallen
        counts[LOST_FALLS] += lost
        counts[TURNS_WITH_FALL] += 1
        emit(events, state, COST, player, fallen, lost)
    else:
        claim(state, table, me, events, player, piece, place)
    if table.cactus < 0:
        table.cactus = place // MAX_PERCHES
    set_in_force(table, piece)


@inlined
def is_allowed(me, piece, place):
    """Whether a piece may be placed at a place."""
    return me.pieces >> piece & 1 == 1 and me.open[piece] >> place & 1 == 1


@jit
def take(table, piece):
    """A piece leaves its supply, or the row, in which the others move up."""
    if piece < BASICS:
        table.supply &= ~(1 << piece)
        return
    table.row_length -= 1
    for i in range(table.row_length):
        table.row[i] = table.row[i + 1]


@jit
def set_in_force(table, piece):
    """The colour and the shape that the next rolls ask for (B3)."""
    if table.colour[piece] >= 0:
        table.colour_now = table.colour[piece]
    if table.shape[piece] >= 0:
        table.shape_now = table.shape[piece]
