"""The kernel as plain Python, with an eye on every question that it asks: what the hook was shown, what it answered.

For a process with NUMBA_DISABLE_JIT=1; see `information.py`.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from cactus_sim import jit
from cactus_sim.games.cactus import GAME, kernel, trace
from cactus_sim.games.cactus import events as kinds
from cactus_sim.games.cactus.rules import MAX_PLAYERS
from cactus_sim.games.cactus.state import BY_FAULT, GOES_ON, HOOKS, STATE, draw, new_deck
from cactus_sim.games.cactus.view import MINE, TABLE
from tests.cactus.playing import Table
from tests.cactus.round import Event

Key = tuple[int, int, str, int]
"""Names a question: events told before it, who is asked, the hook, the how-manieth such question."""

FIRST_KEY = 1 << 40


class ReachedError(Exception):
    """The question up to which a game was to be played was asked."""


@dataclass
class Question:
    """A hook is asked: copies of the records it was shown."""

    key: Key
    mine: np.void
    table: np.void
    answer: int

    @property
    def player(self) -> int:
        return self.key[1]

    @property
    def hook(self) -> str:
        return self.key[2]


@dataclass
class Game:
    """A round played by the plain kernel; without events where it was stopped at a question."""

    events: list[Event]
    questions: list[Question]
    rows: np.ndarray = field(repr=False)


Answer = Callable[[Key, Any, Any, Callable[..., int]], int]
"""What answers in a hook's place: the question's key, what is shown, and the hook itself."""


def told(rows: Sequence[Any]) -> int:
    """How many events of a trace the rows of a round make, from its deal on."""
    starts = [place for place, row in enumerate(rows) if row[0] == kinds.START]
    if not starts:
        return 0
    events, before = 1, -1
    for row in rows[starts[0] + 1 :]:
        goes_on = row[0] == kinds.MANY_OUT or row[0] == before == kinds.PENALTY
        events += not goes_on
        before = row[0]
    return events


def pack_order(table: Table, deal: int, seed: int) -> np.ndarray:
    """The whole pack of a deal in the order in which it is drawn."""
    states, tables = np.zeros(1, STATE), np.zeros(1, TABLE)
    state, rules = jit.PlainRecords(states)[0], jit.PlainRecords(table.record)[0]
    state.seed, state.deal = seed, deal
    with np.errstate(over="ignore"):
        new_deck(state, rules)
        return np.array([draw(state, jit.PlainRecords(tables)[0], rules) for _ in range(rules.pack_size)], np.int8)


def watch(
    table: Table,
    deal: int = 0,
    rotation: int = 0,
    seed: int = 1,
    deck: np.ndarray | None = None,
    answer: Answer = lambda key, mine, table, hook: hook(mine, table),
    until: Key | None = None,
) -> Game:
    """Plays one round, its pack in the order of `deck` if that is given; `answer` answers in the hooks' place.

    It is stopped where the question `until` is answered, or an answer is refused.
    """
    states, tables, mine = np.zeros(1, STATE), np.zeros(1, TABLE), np.zeros(MAX_PLAYERS, MINE)
    rows = np.zeros((1 << 14, kinds.COLUMNS), np.int64)
    state, view, players = (jit.PlainRecords(array) for array in (states, tables, mine))
    rules, entries = jit.PlainRecords(table.record), jit.PlainRecords(table.line_up.entries)
    counts = (
        np.zeros((table.players, len(GAME.seat_metrics)), np.int64),
        np.zeros(len(GAME.game_metrics), np.int64),
        np.zeros((table.players, sum(histogram.bins for histogram in GAME.histograms)), np.int64),
    )
    questions: list[Question] = []
    asked: Counter[tuple[int, int, str]] = Counter()
    addresses = np.zeros_like(table.line_up.addresses)

    def asker(player: int, name: str, hook: Callable[..., int]) -> Callable[..., int]:
        def ask(mine: Any, table: Any) -> int:
            where = (told(rows[: state[0].events].tolist()), player, name)
            key = (*where, asked[where])
            asked[where] += 1
            shown = (mine.record.copy(), table.record.copy())
            questions.append(Question(key, *shown, answer(key, mine, table, hook)))
            if key == until:
                raise ReachedError
            return questions[-1].answer

        return ask

    for row, name in enumerate(HOOKS):
        for player in range(table.players):
            if address := int(table.line_up.addresses[row, player]):
                key = FIRST_KEY + row * MAX_PLAYERS + player
                jit.PYTHON_HOOKS[key] = asker(player, name, jit.PYTHON_HOOKS[address])
                addresses[row, player] = key
    with np.errstate(over="ignore"):
        kernel.seat_players(state[0], view[0], players, rules[0], entries, addresses, seed)
        states["deal"], states["rotation"] = deal, rotation
        new_deck(state[0], rules[0])
        if deck is not None:
            states["deck"][0, : len(deck)] = deck
            states["shuffled"] = len(deck)
        with suppress(ReachedError):
            kernel.play_game(state[0], view[0], players, rules[0], 0, np.arange(table.players), *counts, rows)
    rows = rows[: int(states["events"][0])]
    over = states["over"][0] not in (GOES_ON, BY_FAULT)
    events = trace.decode(rows, table.values, table.labels, "round", seed, deal, rotation) if over else ()
    return Game(list(events), questions, rows)
