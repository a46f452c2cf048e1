"""What hooks are shown is what their player may know: tests for a kernel in plain Python.

Run by `test_information.py` in a process with NUMBA_DISABLE_JIT=1; TEST_GAMES says how many games are looked at.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import pytest

from cactus_sim import jit
from cactus_sim.cards import card_text
from cactus_sim.errors import UsageError
from cactus_sim.games.eights import events as kinds
from cactus_sim.games.eights import kernel, trace
from cactus_sim.games.eights.rules import MAX_PLAYERS
from cactus_sim.games.eights.state import HOOKS, STATE
from cactus_sim.games.eights.view import MINE, TABLE
from tests.eights.house import SEED, suit
from tests.eights.mixes import players_for, random_rules
from tests.eights.playing import GAME, Event, Ready, ready
from tests.eights.referee import Referee, replay

assert jit.DISABLED, "run with NUMBA_DISABLE_JIT=1"
GAMES = int(os.environ.get("TEST_GAMES", "40"))
STRATEGIES = ("random", "greedy", "shedder", "hoarder", "early-eight", "attacker", "blocker")
COLOURS = ("most", "points", "random", "starve", "last")
SUITS = {"S": 0, "H": 1, "D": 2, "C": 3, "any": 4, "none": 5}


class Question(NamedTuple):
    """A hook is asked: how many events were told before, and copies of what it was shown."""

    told: int
    player: int
    hook: str
    mine: np.void
    table: np.void


def told(rows: np.ndarray) -> int:
    """How many events the rows written so far make."""
    count, before = 0, None
    for kind, _, _, _, place in rows.tolist():
        dealt = kind in (kinds.CARD, kinds.REDRAWN)
        count += not dealt and not (kind == kinds.DRAWN and place > 0 and before == kinds.DRAWN)
        before = kind
    return count


def watch(at: Ready, seed: int, deal: int, rotation: int) -> tuple[list[Event], list[Question]]:
    """A round, and every question that was asked in it."""
    players, questions = len(at.labels), list[Question]()
    states, tables, mine = np.zeros(1, STATE), np.zeros(1, TABLE), np.zeros(MAX_PLAYERS, MINE)
    buffer = np.zeros((1 << 14, kinds.COLUMNS), np.int64)
    addresses = at.line_up.addresses.copy()

    def watched(hook: Any, name: str, player: int) -> Any:
        def asked(mine_: Any, table: Any) -> int:
            copies = mine_.record.copy(), table.record.copy()
            questions.append(Question(told(buffer[: int(states[0]["events"])]), player, name, *copies))
            answer = int(hook(mine_, table))
            assert table.record.tobytes() == copies[1].tobytes()
            assert all(np.array_equal(mine_.record[f], copies[0][f]) for f in MINE.names if f[0] != "_")
            return answer

        return asked

    for row, name in enumerate(HOOKS):
        for player in range(players):
            if addresses[row, player]:
                key = len(jit.PYTHON_HOOKS) + 1
                jit.PYTHON_HOOKS[key] = watched(jit.PYTHON_HOOKS[int(addresses[row, player])], name, player)
                addresses[row, player] = key
    counts = [
        np.zeros((1, players, len(GAME.seat_metrics)), np.int64),
        np.zeros((1, len(GAME.game_metrics)), np.int64),
        np.zeros((players, sum(histogram.bins for histogram in GAME.histograms)), np.int64),
    ]
    records = map(jit.readable, (at.rules, states, tables, mine, at.line_up.entries))
    with np.errstate(over="ignore"):
        kernel.play_traced(
            *records, addresses, np.arange(players), GAME.units.index("round"), seed, deal, rotation, *counts, buffer
        )
    rows = buffer[: int(states[0]["events"])]
    return list(trace.decode(rows, at.values, at.labels, "round", seed, deal, rotation)), questions


class Lacks:
    """Who could not follow which suit, and how many cards they had drawn by then, from what all have seen."""

    def __init__(self, players: int, rules: Any) -> None:
        self.rules = rules
        self.turn = 0
        self.taken = [0] * players
        self.known: dict[tuple[int, int], tuple[int, int]] = {}
        self.drew = False
        self.shows = False

    def see(self, event: Event, force: int, sizes: Sequence[int]) -> None:
        """One more event; `force` and `sizes` are the suit in force and the hand sizes before it."""
        kind, player = event["e"], event.get("player")
        if kind == "turn":
            self.turn += 1
            self.drew = False
        elif kind == "draw" and event["why"] in ("cannot", "wants"):
            if not self.drew or self.rules["play_drawn"] == "anew":
                self.shows = not self.rules["voluntary_draw"] and (
                    self.rules["last_card"] == "any" or sizes[player] > 1
                )
                self.note(player, force)
            self.drew = True
            self.taken[player] += len(event["cards"])
            if self.rules["play_drawn"] == "must" and self.rules["draw_cards"] == 1:
                self.note(player, force)
        elif kind == "draw":
            self.taken[player] += len(event["cards"])
        elif kind == "pass" and not self.drew and self.rules["play_drawn"] != "anew":
            self.judge(sizes[player])
            self.note(player, force)
        elif kind == "play" and suit(event["card"]) and (not self.drew or self.rules["play_drawn"] == "anew"):
            self.known.pop((player, SUITS[suit(event["card"])]), None)

    def judge(self, cards: int) -> None:
        """Whether a draw or a pass shows anything: not at will, nor of a card that may not be the last."""
        self.shows = not self.rules["voluntary_draw"] and (self.rules["last_card"] == "any" or cards > 1)

    def note(self, player: int, force: int) -> None:
        """The player can't follow the suit in force."""
        if self.shows and force < 4:
            self.known[player, force] = (self.turn, self.taken[player])


def cards_in(mask: int) -> list[str]:
    """The cards of a mask."""
    return [card_text(card) for card in range(54) if int(mask) >> card & 1]


def faults(question: Question, referee: Referee, lacks: Lacks) -> dict[str, tuple[Any, Any]]:
    """Where what a hook was shown differs from the referee's account: (shown, account) by name."""
    mine, table, views = question.mine, question.table, referee.views()
    public, own = views.table, views.players[question.player]
    players = len(public.hand_sizes)
    gone = Counter(public.discards)
    expected: dict[str, tuple[Any, Any]] = {
        "me": (int(mine["me"]), question.player),
        "hand": (cards_in(mine["hand"]), sorted(own.hand, key=lambda c: cards_in((1 << 54) - 1).index(c))),
        "twice": (set(cards_in(mine["twice"])), {card for card, count in own.hand.items() if count > 1}),
        "drawn": (set(cards_in(mine["drawn"])), set(own.drawn) if question.hook == "play" else set()),
        "cards": (table["cards"][:players].tolist(), list(public.hand_sizes)),
        "top": (card_text(int(table["top"])), public.top),
        "direction": (int(table["direction"]), public.direction),
        "turn": (int(table["turn"]), public.turn),
        "pile": (int(table["pile"]), public.stock),
        "gone": (set(cards_in(table["gone"])), set(gone)),
        "gone_twice": (set(cards_in(table["gone_twice"])), {card for card, count in gone.items() if count > 1}),
        "taken": (table["taken"][:players].tolist(), lacks.taken),
        "lacked": (
            {
                (player, suit_): (int(table["lacked"][player, suit_]), int(table["lacked_taken"][player, suit_]))
                for player in range(players)
                for suit_ in range(4)
                if table["lacked"][player, suit_]
            },
            lacks.known,
        ),
    }  # fmt: skip
    if question.hook == "play":
        expected |= {
            "playable": (set(cards_in(mine["playable"])), set(own.plays)),
            "may_draw": (bool(mine["may_draw"]), own.may_draw),
            "may_pass": (bool(mine["may_pass"]), own.may_pass),
            "suit": (int(table["suit"]), SUITS[public.in_force]),
            "attack": (int(table["attack"]), public.pending),
        }
    return {name: pair for name, pair in expected.items() if pair[0] != pair[1]}


def table_of(rng: random.Random, number: int) -> Ready | None:
    """A preset or mixed house rules, any strategies; None where they can't be played."""
    presets = list(GAME.rule_book.presets)
    values = random_rules(rng) if number % 2 else GAME.rule_book.resolve(presets[number // 2 % len(presets)])
    players = players_for(values, rng) if number % 2 else rng.randint(values["players_min"], values["players_max"])
    line_up = [
        f"{rng.choice(STRATEGIES)}(colour={rng.choice(COLOURS)}, attention={rng.choice((1.0, 0.6))})"
        for _ in range(players)
    ]
    try:
        return ready(line_up, "seed", **{name: value for name, value in values.items() if value != SEED[name]})
    except UsageError:
        return None


def test_hooks_are_shown_what_their_player_may_know() -> None:
    rng, asked = random.Random("shown"), Counter[str]()
    for number in range(GAMES):
        at = table_of(rng, number)
        if at is None:
            continue
        events, questions = watch(at, number, rng.randrange(1 << 40), rng.randrange(len(at.labels)))
        lacks = Lacks(len(at.labels), at.values)
        force, sizes = 4, [0] * len(at.labels)
        for place, (event, referee) in enumerate(replay(events)):
            lacks.see(event, force, sizes)
            if event["e"] in ("end", "match"):
                break
            public = referee.views().table
            force, sizes = SUITS[public.in_force], list(public.hand_sizes)
            while questions and questions[0].told == place + 1:
                question = questions.pop(0)
                wrong = faults(question, referee, lacks)
                assert not wrong, (question.hook, wrong, at.labels, events[max(1, place - 6) : place + 1])
                asked[question.hook] += 1
        assert not questions
    assert set(asked) == set(HOOKS)
    assert asked["play"] > 10 * GAMES


def test_nothing_else_is_shown() -> None:
    """Every field of the two views is compared above, or is the player's own, or says what the rules are."""
    compared = {
        "me", "hand", "twice", "drawn", "cards", "top", "direction", "turn", "pile", "gone", "gone_twice", "taken",
        "lacked", "lacked_taken", "playable", "may_draw", "may_pass", "suit", "attack",
    }  # fmt: skip
    own = {"p", "attention"}
    rules = {
        "players", "match_points", "points_of", "attack_of", "eights", "jokers", "attackers", "skippers", "reversers",
        "packs", "point_bits",
    }  # fmt: skip
    public = {"first", "before", "totals"}
    names = {name for name in (*MINE.names, *TABLE.names) if name[0] != "_"}
    assert names == compared | own | rules | public


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_answers_depend_on_what_is_shown_alone(strategy: str) -> None:
    """Asked again with copies of what it was shown, the dice too, a hook gives the same answer."""
    at = ready([strategy] * 4, "stacking")
    asked = 0
    for row in range(len(HOOKS)):
        key = int(at.line_up.addresses[row, 0])
        hook = jit.PYTHON_HOOKS[key]

        def twice(mine: Any, table: Any, hook: Any = hook) -> int:
            nonlocal asked
            copies = [jit.PlainRecords(np.array([record], record.dtype))[0] for record in (mine.record, table.record)]
            first = hook(mine, table)
            assert hook(*copies) == first
            asked += 1
            return int(first)

        jit.PYTHON_HOOKS[len(jit.PYTHON_HOOKS) + 1] = twice
        at.line_up.addresses[row, :] = len(jit.PYTHON_HOOKS)
    list(GAME.trace(at.rules, at.values, at.line_up, at.labels, "round", 1, 2, 0))
    assert asked > 10
