"""What players foresee against what happens: each placement of games, with the chances that were foreseen for it."""

from typing import Any

import numpy as np

from cactus_sim.games.balance.falls import RESTS, put_down
from cactus_sim.games.balance.kernel import begin_game, new_deal, seat_players, step
from cactus_sim.games.balance.metrics import clear_counts
from cactus_sim.games.balance.turns import look, pieces_for, roll, seat_of, take
from cactus_sim.games.balance.view import PLACE_BITS, form_of
from cactus_sim.jit import OPTIONS, ask, copy_records, njit
from cactus_sim.simulate import runner
from cactus_sim.simulate.experiment import simulation
from cactus_sim.streams import HANDS, key_word, start_of, step_of
from tests.balance.playing import GAME


@njit(**OPTIONS)
def watch(
    rules_of,
    states,
    tables,
    mine,
    spare,
    entries,
    hooks,
    rows,
    seed,
    deals,
    found,
    seat_values,
    game_values,
    histograms,
):
    """Fills found [placement, (fall foreseen, slip foreseen, fell, slipped)]; gives how many placements there were.

    Each is made on copies of the records, with the luck that it has in the game.
    """
    rules, state, table = rules_of[0], states[0], tables[0]
    seat_players(state, table, mine, rules, entries, hooks, seed)
    number = 0
    for deal in range(deals):
        state.deal = deal
        state.rotation = 0
        clear_counts(state)
        new_deal(state)
        begin_game(state, table, mine, rules, None)
        going = True
        while going and number < found.shape[0]:
            copy_records(spare[0], states)
            copy_records(spare[1], tables)
            copy_records(spare[2], mine)
            now, there, player = spare[0][0], spare[1][0], state.to_move
            me = spare[2][player]
            roll(now, there)
            word = key_word(now.deal, there.turn, HANDS, seat_of(now, player))
            now.hands[0] = start_of(now.seed, word)
            now.hands[1] = step_of(now.seed, word)
            me.pieces = pieces_for(there)
            me.attempt = 0
            if me.pieces != 0 and look(there, me):
                answer = ask(now.hooks[0, player], me, there)
                piece, place = answer >> PLACE_BITS, answer & ((1 << PLACE_BITS) - 1)
                take(there, piece)
                form = form_of(there, piece)
                found[number, 0] = me.fall[form, place]
                found[number, 1] = me.slip[form, place]
                outcome = put_down(now, there, me, rules, None, player, piece, place, False)
                found[number, 2] = int(outcome & (RESTS - 1) > 0)
                found[number, 3] = int(outcome == 0)
                number += 1
            going = step(state, table, mine, rules, 0, rows, seat_values, game_values, histograms, None)
    return number


def placements(line_up: list[str], deals: int, **changes: Any) -> np.ndarray:
    """Placements of games, [placement, (fall foreseen, slip foreseen, fell, slipped alone)]."""
    experiment = simulation(GAME, line_up, changes=changes, seed=1, games_asked=len(line_up))
    arm = runner.prepare(experiment.game, experiment.arms[0])
    players = len(line_up)
    records, spare = GAME._records(players), GAME._records(players)  # type: ignore[attr-defined]
    found = np.zeros((deals * 30, 4))
    number = watch(
        arm.rules, *records, spare, arm.line_up.entries, arm.line_up.addresses, np.arange(players), 1, deals, found,
        np.zeros((players, len(GAME.seat_metrics)), np.int64), np.zeros(len(GAME.game_metrics), np.int64),
        np.zeros((players, sum(histogram.bins for histogram in GAME.histograms)), np.int64),
    )  # fmt: skip
    return found[:number]
