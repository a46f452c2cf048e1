"""What hooks are shown is what lies on the table: tests for a kernel in plain Python.

Run by `test_information.py` in a process with NUMBA_DISABLE_JIT=1.
"""

from __future__ import annotations

import json
import os
from typing import Any

import numpy as np
import pytest

from cactus_sim import jit, play
from cactus_sim.games.balance.trace import piece_name
from cactus_sim.games.balance.view import MINE, TABLE
from cactus_sim.simulate import runner
from cactus_sim.simulate.experiment import simulation
from tests.balance.measures import BASIC_SHAPES, COLOURS, colour_of, shape_of
from tests.balance.playing import GAME, mixed_games
from tests.balance.referee import Referee

assert jit.DISABLED, "run with NUMBA_DISABLE_JIT=1"
GAMES = int(os.environ.get("TEST_GAMES", "12"))


class Watcher(Referee):
    """A referee that notes what lies on the table whenever a player is asked: before each attempt."""

    def __init__(self, events: list[dict[str, Any]]) -> None:
        super().__init__(events)
        self.accounts: list[dict[str, Any]] = []

    def note(self, pieces: list[str]) -> None:
        """What a player who has to place one of these pieces may know."""
        stacks = self.stacks
        forced = not any(self.open(piece) for piece in pieces)
        self.accounts.append(
            {
                "turn": self.turns,
                "me": self.player,
                "pieces": sorted(pieces),
                "forced": forced,
                "open": {piece: sorted(stacks.ledges[where].place
                                       for where in (self.room(piece) if forced else self.open(piece)))
                         for piece in pieces},
                "flowers": list(self.flowers),
                "reserve": self.reserve(),
                "row": [*self.row],
                "stacks": {stacks.ledges[where].place: [(piece, float(x)) for piece, x in stack]
                           for where, stack in stacks.on.items() if stack},
                "heights": {stacks.ledges[where].place: float(stacks.top(where)) for where in stacks.on},
                "colours": [sum(colour_of(piece) == colour for piece in stacks.pieces()) for colour in COLOURS],
                "shapes": [sum(shape_of(piece) == shape for piece in stacks.pieces()) for shape in BASIC_SHAPES],
            }
        )  # fmt: skip

    def roll(self, event: dict[str, Any]) -> list[str]:
        """The first question of a turn comes after the roll."""
        allowed = super().roll(event)
        if allowed and any(self.room(piece) for piece in allowed):
            self.note(allowed)
        return allowed

    def put(self, piece: str, where: Any, event: dict[str, Any], held: bool) -> bool:
        """Another comes after each attempt at which the piece does not rest."""
        rests = super().put(piece, where, event, held)
        if not rests:
            self.note([piece])
        return rests


def shown(mine: np.void, table: np.void, players: int, special_colours: bool) -> dict[str, Any]:
    """What a hook is shown, in the referee's words."""

    def named(piece: int) -> str:
        return piece_name(piece, special_colours)

    pieces = [piece for piece in range(35) if int(mine["pieces"]) >> piece & 1]
    return {
        "turn": int(table["turn"]),
        "me": int(mine["me"]),
        "pieces": sorted(map(named, pieces)),
        "forced": bool(mine["forced"]),
        "open": {named(piece): [place for place in range(40) if int(mine["open"][piece]) >> place & 1]
                 for piece in pieces},
        "flowers": table["flowers"][:players].tolist(),
        "reserve": int(table["reserve"]),
        "row": [named(int(piece)) for piece in table["row"][: int(table["row_length"])]],
        "stacks": {place: [(named(int(table["piece"][place, level])), float(table["x"][place, level]))
                           for level in range(int(table["levels"][place]))]
                   for place in range(40) if table["levels"][place]},
        "heights": {place: float(table["top"][place]) for place in range(40) if table["perch_half"][place] > 0},
        "colours": table["on_colour"].tolist(),
        "shapes": table["on_shape"].tolist(),
    }  # fmt: skip


def watched(
    line_up: list[str], changes: dict[str, Any], seed: int, deal: int, rotation: int
) -> tuple[list[dict[str, Any]], list[tuple[np.void, np.void]]]:
    """A game, and copies of what was shown at every question of it."""
    experiment = simulation(GAME, line_up, changes=changes, players=len(line_up), seed=seed)
    arm, questions = runner.prepare(experiment.game, experiment.arms[0]), list[tuple[np.void, np.void]]()

    def asking(hook: Any) -> Any:
        def asked(mine: Any, table: Any) -> int:
            copies = mine.record.copy(), table.record.copy()
            questions.append(copies)
            answer = int(hook(mine, table))
            assert table.record.tobytes() == copies[1].tobytes()
            assert all(np.array_equal(mine.record[f], copies[0][f]) for f in MINE.names if f[0] != "_")
            return answer

        return asked

    for player in range(len(line_up)):
        key = len(jit.PYTHON_HOOKS) + 1
        jit.PYTHON_HOOKS[key] = asking(jit.PYTHON_HOOKS[int(arm.line_up.addresses[0, player])])
        arm.line_up.addresses[0, player] = key
    values = experiment.arms[0].rules.values
    events = GAME.trace(arm.rules, values, arm.line_up, arm.labels, "round", seed, deal, rotation)
    return list(events), questions


def test_hooks_are_shown_what_lies_on_the_table() -> None:
    asked = 0
    for game in mixed_games(GAMES, seed=21):
        deal = game[0]
        changes = {name: value for name, value in deal["rules"].items() if value != GAME.rule_book.rules[name].default}
        again, questions = watched(deal["line_up"], changes, deal["seed"], deal["deal"], deal["rotation"])
        assert again == game
        watcher = Watcher(again)
        watcher.play()
        assert len(questions) == len(watcher.accounts)
        for (mine, table), account in zip(questions, watcher.accounts, strict=True):
            seen = shown(mine, table, deal["players"], deal["rules"]["special_colours"])
            assert {name: (seen[name], account[name]) for name in account if seen[name] != account[name]} == {}
            asked += 1
    assert asked > 10 * GAMES


def test_nothing_else_is_shown() -> None:
    """Every field of the two views is compared above, follows from such, or says what the rules are."""
    compared = {
        "me", "pieces", "open", "forced", "turn", "flowers", "reserve", "row", "row_length", "levels", "piece", "x",
        "top", "on_colour", "on_shape",
    }  # fmt: skip
    follows = {
        "attempt", "aim", "slip", "fall", "face", "cactus", "colour_now", "shape_now", "supply", "on_cactus", "z",
        "margin",
    }  # fmt: skip
    own = {"p", "attention", "dexterity", "hand_mm"}
    rules = {
        "players", "perches", "perch_x", "perch_z", "perch_half", "neighbours", "colour", "shape", "half", "thick",
        "mass", "off", "faces", "third", "fifth", "five_colours", "fall_cost", "steady_mm", "jostle", "push",
        "hit", "hit_shift",
    }  # fmt: skip
    names = {name for name in (*MINE.names, *TABLE.names) if name[0] != "_"}
    assert names == compared | follows | own | rules


@pytest.mark.parametrize("strategy", ["random", "careful", "gatherer", "setter", "saboteur", "chart"])
def test_answers_depend_on_what_is_shown_alone(strategy: str) -> None:
    """Asked again with copies of what it was shown, its dice too, a hook gives the same answer."""
    _, questions = watched([strategy] * 3, {}, 1, 2, 0)
    assert len(questions) > 10
    experiment = simulation(GAME, [strategy] * 3, seed=1)
    arm = runner.prepare(experiment.game, experiment.arms[0])
    hook = jit.PYTHON_HOOKS[int(arm.line_up.addresses[0, 0])]
    for mine, table in questions:
        answers = set()
        for _ in range(2):
            copies = [jit.PlainRecords(np.array([record], record.dtype))[0] for record in (mine, table)]
            with np.errstate(over="ignore"):
                answers.add(int(hook(*copies)))
        assert len(answers) == 1


def test_games_are_those_of_the_compiled_kernel() -> None:
    """The events printed by the process that compiles: see `test_information.py`."""
    for line in os.environ["TEST_COMPILED"].splitlines():
        deal, flowers = json.loads(line)
        assert play("balance", ["gatherer", "random", "saboteur"], seed=5, deal=deal)[-1]["flowers"] == flowers
