"""Games for tests: traced ones under mixed house rules, and records to set up positions in."""

import functools
import random
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest import mock

import numpy as np

from cactus_sim import games, play, streams
from cactus_sim.games.balance import decisions, falls, kernel, physics, turns, view
from cactus_sim.games.balance.state import STATE
from cactus_sim.games.balance.view import MINE, TABLE
from cactus_sim.jit import PlainRecords
from cactus_sim.strategies.compile import ENTRY_DTYPE

Event = dict[str, Any]
GAME = games.get("balance")
STRATEGIES = ("random", "careful", "gatherer", "setter", "saboteur", "chart")
HOUSES: dict[str, tuple[Any, ...]] = {
    "hand_mm": (0, 1, 2.5, 6, 9, 20), "fallen": ("returned",), "special_colours": (False,), "die_special": (0, 1, 4),
    "die_colour": (0, 3), "touch": (0, 0.1), "attempts": (1, 2), "flowers_reserve": (0, 1), "flowers_each": (0, 1),
    "jostle": (0, 2), "hit": (0, 1), "fall_cost": (0, 3), "stall_turns": (1, 13), "claim_third": (0, 3),
}  # fmt: skip
"""Values of rules that differ from the default."""


def mixed_games(number: int, seed: int) -> Iterator[list[Event]]:
    """Traces of games of all strategies, at tables of all sizes, under house rules drawn at random."""
    dice = random.Random(seed)
    for deal in range(number):
        players = dice.randint(2, 5)
        line_up = [dice.choice(STRATEGIES) for _ in range(players)]
        line_up[0] += dice.choice(("", "(attention=0.5)"))
        line_up[1] += dice.choice(("", "(dexterity=0.5)"))
        changes = {rule: dice.choice(values) for rule, values in HOUSES.items() if dice.random() < 0.25}
        rotation = dice.randrange(players)
        yield play("balance", line_up, changes=changes, players=players, seed=seed, deal=deal, rotation=rotation)


def lowest_bit(mask: int) -> int:
    """As `jit.lowest_bit`, which Python can't call."""
    return (int(mask) & -int(mask)).bit_length() - 1


def bits_set(mask: int) -> int:
    """As `jit.bits_set`, which Python can't call."""
    return int(mask).bit_count()


@contextmanager
def plainly() -> Iterator[None]:
    """Within it, functions of the kernel run as plain Python; nothing may be compiled meanwhile."""
    with ExitStack() as stack:
        stack.enter_context(np.errstate(over="ignore"))
        for module in (streams, decisions, falls, physics, turns, view):
            for plain_one in (lowest_bit, bits_set):
                if hasattr(module, plain_one.__name__):
                    stack.enter_context(mock.patch.object(module, plain_one.__name__, plain_one))
        yield


def plain(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function of the kernel, run as plain Python."""

    @functools.wraps(getattr(function, "py_func", function))
    def run(*arguments: Any) -> Any:
        with plainly():
            return function(*arguments)

    return run


class Position:
    """A game that is begun, whose records a test sets as it needs; functions of the kernel run on them as Python."""

    def __init__(self, players: int = 2, seed: int = 1, deal: int = 0, **changes: Any) -> None:
        rules = GAME.rule_book.resolve(None, changes)
        self.rules = PlainRecords(GAME.rules_record(rules))[0]
        self.state = PlainRecords(np.zeros(1, STATE))[0]
        self.table: Any = PlainRecords(np.zeros(1, TABLE))[0]
        self.mine = PlainRecords(np.zeros(players, MINE))
        entries = np.zeros(players, ENTRY_DTYPE)
        entries["attention"] = entries["dexterity"] = 1.0
        self.state.deal = deal
        with plainly():
            kernel.seat_players(
                self.state, self.table, self.mine, self.rules, PlainRecords(entries), np.zeros((1, players), int), seed
            )
            kernel.new_deal(self.state)
            kernel.begin_game(self.state, self.table, self.mine, self.rules, None)

    def lay(self, piece: int, place: int, x: float | None = None) -> None:
        """A piece comes to stand at a place, by default in the middle of its perch."""
        middle = float(self.table.perch_x[place])
        with plainly():
            falls.lay(self.table, piece, place, middle if x is None else x)
            falls.measure(self.table, place)
        self.table.supply = int(self.table.supply) & ~(1 << piece)
