"""Playing a game on from every decision of a kind, once for each option: what the options are worth, cell by cell.

The records of a game are kept before a step; where the step asked for decisions of the kind studied, each is forced
once to each legal option on a copy, which is played to its end on the same streams (see `deciding` for how).
"""

from __future__ import annotations

from typing import Any, Final

from cactus_sim.games.deciding import (
    ASKED,
    CELL,
    FORCE,
    FORCED,
    FORCED_AT,
    LEGAL,
    LISTEN,
    LOG,
    LOG_COLUMNS,
    MODE,
    PLAY,
    PLAYER,
)
from cactus_sim.jit import copy_records, jit

N, SUM, N_N, SUM_SUM, N_SUM, MOMENTS = range(6)
"""What is summed over blocks for every cell and slot: a block's visits, its sum of values, and their products."""

NO_VALUE: Final = -(1 << 62)


@jit
def slot_of_pair(options, first, second):
    """The slot of the difference second − first (first < second): after one for each option, pair by pair."""
    slot = options
    for lower in range(first):
        slot += options - 1 - lower
    return slot + second - first - 1


@jit
def note(sums, touched, in_touched, cell, options, values):
    """Adds a decision to its block's sums [cell, slot, N or SUM]; gives how many cells the block has touched."""
    visited = False
    for slot in range(options):
        visited = visited or sums[cell, slot, N] > 0
    if not visited:
        touched[in_touched] = cell
        in_touched += 1
    for first in range(options):
        if values[first] != NO_VALUE:
            sums[cell, first, N] += 1
            sums[cell, first, SUM] += values[first]
            for second in range(first + 1, options):
                if values[second] != NO_VALUE:
                    slot = slot_of_pair(options, first, second)
                    sums[cell, slot, N] += 1
                    sums[cell, slot, SUM] += values[second] - values[first]
    return in_touched


@jit
def end_block(sums, touched, in_touched, totals):
    """Adds a block's sums and their products to the totals [cell, slot, MOMENTS], and clears them."""
    for i in range(in_touched):
        cell = touched[i]
        for slot in range(sums.shape[1]):
            visits, value = sums[cell, slot, N], sums[cell, slot, SUM]
            if visits > 0:
                moments = totals[cell, slot]
                moments[N] += visits
                moments[SUM] += value
                moments[N_N] += visits * visits
                moments[SUM_SUM] += value * value
                moments[N_SUM] += visits * value
                sums[cell, slot, N] = 0
                sums[cell, slot, SUM] = 0


def explorer(seat_players: Any, new_deck: Any, begin: Any, step: Any) -> Any:  # noqa: C901 - three functions
    """The function explore_blocks of a game, given its own kernel-side functions.

    seat_players(state, table, mine, rules, entries, hooks, seed) and new_deck(state, rules) prepare games;
    begin(state, table, mine, rules, unit, events) begins one; step(state, table, mine, rules, unit, rows, seat_values,
    game_values, histograms, events) goes on by a turn, and says whether the game does.
    """

    @jit
    def play_on(rules, kept, spare, unit, rows, memory, row, objective, seat_values, game_values, histograms):
        """Plays a copy of the kept game to its end, one decision of its first step forced; gives the value."""
        states, tables, mine = spare
        copy_records(states, kept[0])
        copy_records(tables, kept[1])
        copy_records(mine, kept[2])
        state, table = states[0], tables[0]
        before = seat_values[row, objective]
        memory[MODE] = FORCE
        memory[ASKED] = 0
        while step(state, table, mine, rules, unit, rows, seat_values, game_values, histograms, None):
            memory[MODE] = PLAY
        memory[MODE] = PLAY
        return NO_VALUE if state.fault_player >= 0 else seat_values[row, objective] - before

    @jit
    def explore_game(rules, live, kept, spare, unit, rows, memory, focal, own_turn, options, objective,
                     values, seat_values, game_values, histograms, sums, touched, in_touched):  # fmt: skip
        """Plays the game that the live state names, adding its decisions to the sums of its block.

        `live`, `kept` and `spare` are each (states, tables, mine). Gives how many cells the block has touched, −1
        where a hook was at fault (see the state that is at fault).
        """
        states, tables, mine = live
        state, table = states[0], tables[0]
        memory[MODE] = PLAY
        begin(state, table, mine, rules, unit, None)
        going = True
        while going:
            listens = own_turn == 0 or focal >> state.to_move & 1 == 1
            if listens:
                copy_records(kept[0], states)
                copy_records(kept[1], tables)
                copy_records(kept[2], mine)
                memory[MODE] = LISTEN
                memory[ASKED] = 0
            going = step(state, table, mine, rules, unit, rows, seat_values, game_values, histograms, None)
            memory[MODE] = PLAY
            if state.fault_player >= 0:
                return -1
            asked = memory[ASKED] if listens else 0
            for which in range(asked):
                line = LOG + which * LOG_COLUMNS
                player, cell, legal = memory[line + PLAYER], memory[line + CELL], memory[line + LEGAL]
                if focal >> player & 1 == 0 or legal & (legal - 1) == 0:
                    continue
                for option in range(options):
                    values[option] = NO_VALUE
                    if legal >> option & 1:
                        memory[FORCED_AT] = which
                        memory[FORCED] = option
                        value = play_on(rules, kept, spare, unit, rows, memory, rows[player], objective,
                                        seat_values, game_values, histograms)  # fmt: skip
                        if value == NO_VALUE:
                            return -1
                        values[option] = value
                in_touched = note(sums, touched, in_touched, cell, options, values)
        return in_touched

    @jit
    def explore_blocks(rules_of, live, kept, spare, entries, hooks, rows, memory,
                       unit, seed, first_deal, blocks, rotations, focal, own_turn, options, objective,
                       seat_values, game_values, histograms, values, sums, touched, totals):  # fmt: skip
        """Plays whole blocks and adds their decisions to `totals`; False where a hook was at fault.

        `focal`: whose decisions are studied (bits); their charts are all the one at `memory`. `own_turn`: whether
        the kind is decided on one's own turn only. `objective`: the seat metric that options are valued by.
        """
        rules, state, table, mine = rules_of[0], live[0][0], live[1][0], live[2]
        seat_players(state, table, mine, rules, entries, hooks, seed)
        state.fault_player = -1
        for block in range(blocks):
            state.deal = first_deal + block
            in_touched = 0
            for rotation in range(rotations):
                state.hand = 0
                new_deck(state, rules)
                state.rotation = rotation
                in_touched = explore_game(
                    rules, live, kept, spare, unit, rows, memory, focal, own_turn, options, objective,
                    values, seat_values, game_values, histograms, sums, touched, in_touched,
                )  # fmt: skip
                if in_touched < 0:
                    return False
            end_block(sums, touched, in_touched, totals)
        return True

    return explore_blocks
