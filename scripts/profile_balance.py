"""Where the time of CACTUS, the stacking game, goes: each part of a turn is done again some times over, and timed.

A part that leaves everything as it was can be repeated: the time that each repetition adds is what it takes.
"""

from __future__ import annotations

import time
from statistics import median
from typing import Any

import numpy as np

from cactus_sim import games
from cactus_sim.games.balance.kernel import begin_game, new_deal, seat_players, step
from cactus_sim.games.balance.metrics import clear_counts
from cactus_sim.games.balance.turns import look, pieces_for, roll
from cactus_sim.jit import OPTIONS, ask, copy_records, njit
from cactus_sim.simulate import runner
from cactus_sim.simulate.experiment import simulation

AGAIN = 8
"""How often a part is repeated."""


@njit(**OPTIONS)
def play(
    rules_of: Any, states: Any, tables: Any, mine: Any, spare: Any, entries: Any, hooks: Any, rows: Any, seed: int,
    deals: int, looks: int, asks: int, counts: Any, seat_values: Any, game_values: Any, histograms: Any,
) -> int:  # fmt: skip
    """Plays deals, and before each turn repeats what a turn begins with on copies; gives how many turns there were."""
    rules, state, table = rules_of[0], states[0], tables[0]
    seat_players(state, table, mine, rules, entries, hooks, seed)
    turns, answers = 0, 0
    for deal in range(deals):
        state.deal = deal
        clear_counts(state)
        new_deal(state)
        for rotation in range(entries.shape[0]):
            state.rotation = rotation
            begin_game(state, table, mine, rules, None)
            going = True
            while going:
                copy_records(spare[0], states)
                copy_records(spare[1], tables)
                copy_records(spare[2], mine)
                there, me = spare[1][0], spare[2][state.to_move]
                roll(spare[0][0], there)
                me.pieces = pieces_for(there)
                me.attempt = 0
                found = me.pieces != 0 and look(there, me)
                for _ in range(looks):
                    look(there, me)
                for _ in range(asks if found else 0):
                    answers += ask(state.hooks[0, state.to_move], me, there)
                turns += 1
                going = step(state, table, mine, rules, 0, rows, seat_values, game_values, histograms, None)
    counts[0] = answers
    return turns


def profile(deals: int, repetitions: int) -> None:
    """Prints what each part of a turn takes, in nanoseconds and as a part of the whole game."""
    experiment = simulation("balance", None, seed=1, games_asked=4)
    game: Any = games.get("balance")
    arm = runner.prepare(game, experiment.arms[0])
    records, spare = game._records(4), game._records(4)
    arguments = (
        arm.rules, *records, spare, arm.line_up.entries, arm.line_up.addresses, np.arange(4), 1,
    )  # fmt: skip
    counts = (
        np.zeros(1, np.int64), np.zeros((4, len(game.seat_metrics)), np.int64),
        np.zeros(len(game.game_metrics), np.int64),
        np.zeros((4, sum(histogram.bins for histogram in game.histograms)), np.int64),
    )  # fmt: skip

    def seconds(looks: int, asks: int) -> float:
        start = time.process_time()
        play(*arguments, deals, looks, asks, *counts)
        return time.process_time() - start

    play(*arguments, 1, 0, 0, *counts)
    turns = play(*arguments, deals, 0, 0, *counts)
    measured = [(seconds(0, 0), seconds(AGAIN, 0), seconds(0, AGAIN)) for _ in range(repetitions)]
    looking = median((b - a) / AGAIN for a, b, _ in measured) / turns
    asking = median((c - a) / AGAIN for a, _, c in measured) / turns
    whole = median(whole_game(game, arm, deals) for _ in range(repetitions)) / turns
    print(f"  where a turn's {1e9 * whole:.0f} ns go ({turns / (4 * deals):.1f} turns a game)")
    for what, part in (
        ("seeing where pieces may go, and the risk there", looking),
        ("the strategy's hook", asking),
        ("the die, the hand, falls, flowers, counting", whole - looking - asking),
    ):
        print(f"    {what:50}{1e9 * part:5.0f} ns {100 * part / whole:4.0f} %")


def whole_game(game: Any, arm: Any, deals: int) -> float:
    """Seconds of processor time that so many deals take as a run plays them."""
    counts = (
        np.zeros((deals, 4, len(game.seat_metrics)), np.int64), np.zeros((deals, len(game.game_metrics)), np.int64),
        np.zeros((4, sum(histogram.bins for histogram in game.histograms)), np.int64),
    )  # fmt: skip
    start = time.process_time()
    game.play_blocks(arm.rules, arm.line_up, arm.labels, np.arange(4), "round", 1, 0, 4, *counts)
    return time.process_time() - start
