"""Playing CACTUS: the set-up, turns, the end, and whole blocks of games (rules B1, B2, B8)."""

from __future__ import annotations

from cactus_sim.games.balance.events import ROW, emit
from cactus_sim.games.balance.flowers import tokens_for
from cactus_sim.games.balance.metrics import clear_counts, count_block, count_game
from cactus_sim.games.balance.record import PLACES
from cactus_sim.games.balance.rules import BASICS, COLOURS, PIECES, SHAPES, SPECIALS
from cactus_sim.games.balance.state import BY_FAULT, GOES_ON, new_deal
from cactus_sim.games.balance.tables import CACTI
from cactus_sim.games.balance.turns import seat_of, take_turn
from cactus_sim.games.balance.view import COLOUR, SHAPE, SPECIAL
from cactus_sim.games.forks import explorer
from cactus_sim.jit import jit
from cactus_sim.streams import CHANCE, PACK, key_word, start_of, step_of


@jit
def seat_players(state, table, mine, rules, entries, hooks, seed):
    """Puts the line-up at the table: what stays the same in all its games."""
    state.seed = seed
    state.players = entries.shape[0]
    state.hand = 0
    state.lapses = 0
    for player in range(entries.shape[0]):
        me, entry = mine[player], entries[player]
        me.me = player
        me._seed = seed
        for i in range(me.p.shape[0]):
            me.p[i] = entry.p[i]
        me.attention = entry.attention
        me.dexterity = entry.dexterity
        me.hand_mm = rules.hand_mm / entry.dexterity
        state.lapses |= int(entry.attention < 1.0)
        for hook in range(hooks.shape[0]):
            state.hooks[hook, player] = hooks[hook, player]
    table.players = entries.shape[0]
    table.faces[COLOUR] = rules.die_colour
    table.faces[SHAPE] = rules.die_shape
    table.faces[SPECIAL] = rules.die_special
    table.third = rules.claim_third
    table.fifth = rules.claim_fifth
    table.five_colours = rules.claim_five_colours
    table.fall_cost = rules.fall_cost
    table.steady_mm = rules.steady_mm
    table.jostle = rules.jostle
    table.push = rules.push
    table.hit = rules.hit
    table.hit_shift = rules.hit_shift
    for cactus in range(CACTI):
        table.perches[cactus] = rules.perches[cactus]
    for place in range(PLACES):
        table.perch_x[place] = rules.perch_x[place]
        table.perch_z[place] = rules.perch_z[place]
        table.perch_half[place] = rules.perch_half[place]
        table.neighbours[place] = rules.neighbours[place]
    for piece in range(PIECES):
        table.colour[piece] = rules.colour[piece]
        table.shape[piece] = rules.shape[piece]
        table.half[piece] = rules.half[piece]
        table.thick[piece] = rules.thick[piece]
        table.mass[piece] = rules.mass[piece]
        table.off[piece] = rules.off[piece]


@jit
def begin_game(state, table, mine, rules, events):
    """Sets up the game that `state` names by seed, deal and rotation (B1); its deal must be ready (`new_deal`)."""
    players = state.players
    state.over = GOES_ON
    state.fallen = 0
    state.first = (players - state.rotation) % players
    state.to_move = state.first
    word = key_word(state.deal, 0, PACK, 1)
    state.dice[0] = start_of(state.seed, word)
    state.dice[1] = step_of(state.seed, word)
    table.turn = 0
    table.cactus = -1
    table.colour_now = 0
    table.shape_now = 0
    table.supply = (1 << BASICS) - 1
    table.row_length = SPECIALS
    for i in range(SPECIALS):
        table.row[i] = state.dealt_row[i]
        emit(events, state, ROW, -1, state.dealt_row[i])
    table.reserve = players * rules.flowers_each + rules.flowers_reserve - players * tokens_for(rules.flowers_each)
    for player in range(players):
        table.flowers[player] = rules.flowers_each
        me = mine[player]
        me._dice[1] = 0
        me._dice_word = key_word(state.deal, 0, CHANCE, seat_of(state, player))
    for place in range(PLACES):
        table.levels[place] = 0
        table.top[place] = table.perch_z[place]
    for colour in range(COLOURS):
        table.on_colour[colour] = 0
        for cactus in range(CACTI):
            table.on_cactus[cactus, colour] = 0
    for shape in range(SHAPES):
        table.on_shape[shape] = 0


@jit
def play_game(state, table, mine, rules, rows, game_values, histograms, events):
    """Plays and counts the game that `state` names by seed, deal and rotation."""
    begin_game(state, table, mine, rules, events)
    player = state.to_move
    while state.over == GOES_ON:
        player = take_turn(state, table, mine, rules, events, player)
    if state.over != BY_FAULT:
        count_game(state, table, rows, game_values, histograms, events)


@jit
def step(state, table, mine, rules, unit, rows, seat_values, game_values, histograms, events):  # noqa: ARG001
    """Plays one turn; False where the game is over, and then counted.

    All that a game is lies in the records, so a copy of them between two steps goes on as the game does.
    """
    if state.over == GOES_ON:
        state.to_move = take_turn(state, table, mine, rules, events, state.to_move)
    if state.over == GOES_ON:
        return True
    if state.over != BY_FAULT:
        count_game(state, table, rows, game_values, histograms, events)
        count_block(state, rows, seat_values)
        clear_counts(state)
    return False


def play_blocks(
    rules_of, states, tables, mine, entries, hooks, rows, unit, seed, first_deal, rotations,  # noqa: ARG001
    seat_values, game_values, histograms,
):  # fmt: skip
    """Plays whole blocks and counts them (see Game.play_blocks); False where a hook was at fault (see `states`)."""
    rules, state, table = rules_of[0], states[0], tables[0]
    seat_players(state, table, mine, rules, entries, hooks, seed)
    for block in range(seat_values.shape[0]):
        state.deal = first_deal + block
        clear_counts(state)
        new_deal(state)
        for rotation in range(rotations):
            state.rotation = rotation
            play_game(state, table, mine, rules, rows, game_values[block], histograms, None)
            if state.over == BY_FAULT:
                return False
        count_block(state, rows, seat_values[block])
    return True


def play_traced(
    rules_of, states, tables, mine, entries, hooks, rows, unit, seed, deal, rotation,  # noqa: ARG001
    seat_values, game_values, histograms, events,
):  # fmt: skip
    """Plays one game and writes its events; the values are those that the game adds to its block."""
    rules, state, table = rules_of[0], states[0], tables[0]
    seat_players(state, table, mine, rules, entries, hooks, seed)
    state.deal = deal
    state.rotation = rotation
    state.events = 0
    clear_counts(state)
    new_deal(state)
    play_game(state, table, mine, rules, rows, game_values[0], histograms, events)
    count_block(state, rows, seat_values[0])
    return state.over != BY_FAULT


@jit
def begin_deal(live, start, rules, unit):  # noqa: ARG001 - a game from its deal has no other start
    """Begins the game that the live state names by seed, deal and rotation."""
    states, tables, mine = live
    clear_counts(states[0])
    new_deal(states[0])
    begin_game(states[0], tables[0], mine, rules, None)


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
