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

MAX_FOLLOWED: Final = 24
"""A game is played on from so many of its decisions at most, the first ones: a game without end would take for ever."""


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


def explorer(seat_players: Any, begin: Any, step: Any, first_step_only: bool = False) -> Any:  # noqa: C901 - three functions
    """The function explore_blocks of a game, given its own kernel-side functions.

    seat_players(state, table, mine, rules, entries, hooks, seed) puts the line-up at the table;
    begin(live, start, rules, unit) begins the game that the live state names by seed, deal and rotation;
    step(state, table, mine, rules, unit, rows, seat_values, game_values, histograms, events) goes on by a turn, and
    says whether the game does: the values hold its result from then on. With `first_step_only` a game ends for the
    study after its first step: what is asked later does not matter to a position.
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
    def follow(rules, kept, spare, unit, rows, memory, which, options, objective,
               values, seat_values, game_values, histograms):  # fmt: skip
        """Plays on from a noted decision once for each legal option; False where a hook was at fault."""
        line = LOG + which * LOG_COLUMNS
        row, legal = rows[memory[line + PLAYER]], memory[line + LEGAL]
        for option in range(options):
            values[option] = NO_VALUE
            if legal >> option & 1:
                memory[FORCED_AT] = which
                memory[FORCED] = option
                values[option] = play_on(
                    rules, kept, spare, unit, rows, memory, row, objective, seat_values, game_values, histograms
                )
                if values[option] == NO_VALUE:
                    return False
        return True

    @jit
    def explore_game(rules, live, kept, spare, unit, rows, memory, focal, own_turn, one_in, options, objective,
                     values, seat_values, game_values, histograms, sums, touched, in_touched):  # fmt: skip
        """Plays the live game, adding its decisions to the sums of its block.

        Gives how many cells the block has touched, −1 where a hook was at fault (see the state that is at fault).
        """
        states, tables, mine = live
        state, table = states[0], tables[0]
        going, followed, number = True, 0, state.deal + state.rotation
        while going:
            listens = followed < MAX_FOLLOWED and (own_turn == 0 or focal >> state.to_move & 1 == 1)
            if listens:
                copy_records(kept[0], states)
                copy_records(kept[1], tables)
                copy_records(kept[2], mine)
                memory[MODE] = LISTEN
            memory[ASKED] = 0
            going = step(state, table, mine, rules, unit, rows, seat_values[0], game_values[0], histograms, None)
            memory[MODE] = PLAY
            if state.fault_player >= 0:
                return -1
            for which in range(memory[ASKED]):
                line = LOG + which * LOG_COLUMNS
                player, legal = memory[line + PLAYER], memory[line + LEGAL]
                if focal >> player & 1 == 0 or legal & (legal - 1) == 0:
                    continue
                number += 1  # from another one in every game, so that all have the same chance to be followed
                if number % one_in != 0:
                    continue
                if not follow(rules, kept, spare, unit, rows, memory, which, options, objective,
                              values, seat_values[1], game_values[1], histograms):  # fmt: skip
                    return -1
                in_touched = note(sums, touched, in_touched, memory[line + CELL], options, values)
                followed += 1
            if first_step_only:
                return in_touched
        return in_touched

    @jit
    def explore_blocks(rules_of, live, kept, spare, start, entries, hooks, rows, memory,
                       unit, seed, first_deal, blocks, rotations, focal, own_turn, one_in, options, objective,
                       seat_values, game_values, histograms, values, sums, touched, totals):  # fmt: skip
        """Plays whole blocks and adds their decisions to `totals`; False where a hook was at fault.

        `live`, `kept`, `spare` and `start` are each the records of a game, (states, tables, mine); `start` is what
        `begin` may begin from. `focal`: whose decisions are studied (bits); their charts are all the one at `memory`.
        `own_turn`: whether the kind is decided on one's own turn only. `one_in`: a game is played on from one in so
        many decisions. `objective`: the seat metric that options are valued by. seat_values and game_values are first
        those of the games listened to, then those of games played on.
        """
        rules, state = rules_of[0], live[0][0]
        seat_players(state, live[1][0], live[2], rules, entries, hooks, seed)
        state.fault_player = -1
        memory[MODE] = PLAY
        for block in range(blocks):
            in_touched = 0
            for rotation in range(rotations):
                state.deal = first_deal + block
                state.rotation = rotation
                begin(live, start, rules, unit)
                in_touched = explore_game(
                    rules, live, kept, spare, unit, rows, memory, focal, own_turn, one_in, options, objective,
                    values, seat_values, game_values, histograms, sums, touched, in_touched,
                )  # fmt: skip
                if in_touched < 0:
                    return False
            end_block(sums, touched, in_touched, totals)
        return True

    return explore_blocks
