"""A hook sees its view and nothing else: no memory past it, no field of the kernel's own, no dice but the player's."""

import pytest

from cactus_sim import jit, simulate
from cactus_sim.errors import StrategyError

FILE = """
import random
from random import randint

import numpy as np

from cactus_sim.games.cactus.strategies.base import CactusStrategy
from cactus_sim.strategies import helper


@helper
def first(view):
    return {helper}


class Mine(CactusStrategy):
    @staticmethod
    def call(mine, table, p):
        return {hook}
"""


compiled = pytest.mark.skipif(jit.DISABLED, reason="as plain Python a hook raises its own errors")


def play(tmp_path, hook, helper="view.me"):
    path = tmp_path / "mine.py"
    path.write_text(FILE.format(hook=hook, helper=helper))
    return simulate("cactus", [f"{path}:Mine", "threshold", "threshold"], games=30, seed=1, jobs=1)


@compiled
@pytest.mark.parametrize("hook", ["table.cards[1_000_000_000] > 3", "mine.hand[568] > 3", "mine.hand[-33] > 3"])
def test_an_index_outside_the_view_is_an_error(tmp_path, hook):
    with pytest.raises(StrategyError, match=r"hook 'call' raised an error \(deal 0"):
        play(tmp_path, hook)


@compiled
def test_an_index_outside_the_view_in_a_helper_is_an_error(tmp_path):
    with pytest.raises(StrategyError, match="raised an error"):
        play(tmp_path, "first(mine) > 3", helper="view.hand[568]")


@compiled
@pytest.mark.parametrize("division", ["1 // (view.me - view.me)", "1 % (view.me - view.me)", "1 / (view.me - view.me)"])
def test_a_division_by_nought_is_an_error(tmp_path, division):
    with pytest.raises(StrategyError, match=r"raised an error.* It divided by 0"):
        play(tmp_path, division.replace("view", "mine") + " > 3")
    with pytest.raises(StrategyError, match=r"raised an error.* It divided by 0"):
        play(tmp_path, "first(mine) > 3", helper=division)


@compiled
def test_errors_call_a_strategy_as_its_entry_does(tmp_path):
    for hook in ("mine.hand[568] > 3", "mine.nothing > 3", "'text'"):
        with pytest.raises(StrategyError, match=rf"strategy {tmp_path}/mine\.py:Mine: (its )?hook 'call'"):
            play(tmp_path, hook)


@pytest.mark.parametrize(("hook", "helper"), [("mine._seed > 3", "view.me"), ("first(mine) > 3", "view._seed")])
def test_what_is_the_kernels_own_is_not_read(tmp_path, hook, helper):
    with pytest.raises(StrategyError, match=r"reads (mine|view)\._seed"):
        play(tmp_path, hook, helper)


@pytest.mark.parametrize("dice", ["random.random() < 0.5", "randint(0, 1)", "np.random.random() < 0.5"])
def test_dice_that_no_seed_governs_are_refused(tmp_path, dice):
    with pytest.raises(StrategyError, match="which no seed governs"):
        play(tmp_path, dice)


def test_what_lies_within_the_view_is_read(tmp_path):
    assert play(tmp_path, "mine.hand[31] > 3 and mine.hand[-1] > 3 and first(mine) > 3") is not None
