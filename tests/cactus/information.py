"""What hooks are shown is what their player may know, neither more nor less: tests for a kernel in plain Python.

Run by `test_information.py` in a process with NUMBA_DISABLE_JIT=1; TEST_GAMES says how many games are looked at.
"""

import math
import os
import random
from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
import pytest

from cactus_sim import jit
from cactus_sim.cards import card_text, parse_card
from cactus_sim.games.cactus.state import HOOKS
from cactus_sim.strategies import parse_entry
from cactus_sim.strategies.compile import compile_entries, hook_address
from tests.cactus.expected import Account, faults
from tests.cactus.house import POWER_RANKS, power
from tests.cactus.mixes import players_for, random_rules
from tests.cactus.playing import GAME, Table, rules_of
from tests.cactus.referee import Referee, replay
from tests.cactus.refereed import PLAYERS, STRATEGIES
from tests.cactus.scripted import script
from tests.cactus.watching import Game, Key, Question, pack_order, watch

assert jit.DISABLED, "run with NUMBA_DISABLE_JIT=1"
GAMES = int(os.environ.get("TEST_GAMES", "60"))


def random_tables(name: str, games: int) -> list[tuple[Table, dict[str, int]]]:
    """Every second one a preset, every second one mixed house rules; any strategies and skills."""
    rng = random.Random(name)
    found = []
    presets = list(GAME.rule_book.presets)
    for game in range(games):
        values = random_rules(rng) if game % 2 else GAME.rule_book.resolve(presets[game // 2 % len(presets)])
        players = players_for(values, rng)
        table = Table([rng.choice(PLAYERS) for _ in range(players)], values)
        found.append((table, {"deal": rng.randrange(1 << 40), "rotation": rng.randrange(players), "seed": game}))
    return found


def check_shown(table: Table, game: Game) -> Counter[str]:
    """Compares what every hook of a game was shown with the referee's account; gives how often which was asked."""
    lapses = any(entry.traits["memory"] < 1 for entry in table.entries)
    account, questions, asked = Account(table), list(game.questions), Counter[str]()
    for place, (event, referee) in enumerate(replay(game.events, lapses)):
        account.see(event, referee)
        while questions and questions[0].key[0] == place + 1:
            question = questions.pop(0)
            assert int(question.mine["me"]) == question.player
            wrong = faults(question.mine, question.table, account, referee, question.hook)
            assert not wrong, (question.key, wrong, table.labels, game.events[max(0, place - 6) : place + 1])
            asked[question.hook] += 1
    assert questions == []
    return asked


def test_hooks_are_shown_what_their_player_may_know() -> None:
    asked: Counter[str] = Counter()
    for table, where in random_tables("shown", GAMES):
        asked += check_shown(table, watch(table, **where))
    assert set(asked) == set(HOOKS)
    assert min(asked.values()) > GAMES // 40


def hidden(referee: Referee, player: int) -> set[str]:
    """The cards that a player does not know, wherever they lie."""
    views = referee.views()
    mine = views.players[player]
    known = {*mine.cards.values(), *mine.others.values(), *views.table.public.values(), *views.table.discards}
    return {card_text(card) for card in range(54)} - known - ({mine.drawn} if mine.drawn else set())


def permuted(deck: np.ndarray, cards: set[str], rules: Any, rng: random.Random) -> np.ndarray:
    """The pack with these cards at each other's places; a card that has a power only with one that has the same."""
    deck = deck.copy()
    for name in sorted({power(card, rules) for card in cards}):
        places = [place for place, card in enumerate(deck) if card_text(card) in cards]
        places = [place for place in places if power(card_text(deck[place]), rules) == name]
        deck[places] = deck[rng.sample(places, len(places))]
    return deck


def one_pack_tables(name: str, games: int) -> list[tuple[Table, dict[str, int]]]:
    """Tables whose cards are all different: so a card's way can be followed."""
    return [
        (table, where) for table, where in random_tables(name, games)
        if table.values["packs"] == 1 and table.players > 1
    ]  # fmt: skip


def test_nothing_hidden_reaches_a_hook() -> None:
    """All that a player does not know is permuted, and the game played up to the same decision, in which all have given
    the same answers: the player is shown the same bytes, and no strategy's answer changes.
    """
    rng = random.Random("hidden")
    compared, moved, strayed = Counter[str](), 0, 0
    for table, where in one_pack_tables("hidden", GAMES):
        game, deck = watch(table, **where), pack_order(table, where["deal"], where["seed"])
        recorded: dict[Key, int] = {question.key: question.answer for question in game.questions}
        reshuffled = next((i for i, event in enumerate(game.events) if event["e"] == "reshuffle"), len(game.events))
        possible = [question for question in game.questions if question.key[0] <= reshuffled]
        chosen = {question.key: question for question in rng.sample(possible, min(4, len(possible)))}
        secrets = {key: hidden(referee, key[1]) for key, referee in at_questions(game, set(chosen))}
        for key, question in chosen.items():
            other = permuted(deck, secrets[key] & {card_text(card) for card in deck}, table.values, rng)
            again = watch(table, **where, deck=other, answer=partial(as_recorded, recorded), until=key)
            same = again.questions[-1]
            if not np.array_equal(again.rows[:, :2], game.rows[: len(again.rows), :2]) or same.key != key:
                # With other cards another player's call was not legal, or who was late had nothing to throw.
                assert table.values["call_under"] or table.values["throw_who"] == "first"
                strayed += 1
                continue
            same.mine["_dice"] = question.mine["_dice"]  # recorded answers throw no dice
            assert same.mine.tobytes() == question.mine.tobytes(), (key, table.labels)
            assert same.table.tobytes() == question.table.tobytes(), (key, table.labels)
            answers = [[ask(strategy, shown) for strategy in STRATEGIES] for shown in (same, question)]
            assert answers[0] == answers[1]
            compared[key[2]] += 1
            moved += int((deck != other).sum())
    assert compared.total() > GAMES
    assert strayed < compared.total() / 5
    assert moved > 10 * compared.total()
    assert {"call", "take", "place", "throw", "use_power"} <= set(compared)


def at_questions(game: Game, keys: set[Key]) -> Iterator[tuple[Key, Referee]]:
    """Some questions of a game, each with the referee as it is then."""
    for place, (_, referee) in enumerate(replay(game.events)):
        for key in keys:
            if key[0] == place + 1:
                yield key, referee


def ask(strategy: str, question: Question) -> int:
    """What a built-in strategy answers to a question that may have been put to another."""
    entry = parse_entry(strategy, GAME)
    records = [np.array([record], record.dtype) for record in (question.mine, question.table)]
    records[0]["p"] = compile_entries(GAME, [entry], ()).entries["p"]
    address = hook_address(GAME, entry.strategy, question.hook)
    with np.errstate(over="ignore"):
        return int(jit.PYTHON_HOOKS[address](*(jit.PlainRecords(record)[0] for record in records)))


def as_recorded(recorded: dict[Key, int], key: Key, *_: Any) -> int:
    """The answer that was given in the game recorded, or the one by which nothing happens."""
    return recorded.get(key, 0 if key[2] in ("call", "place_many") else -1)


def test_a_hook_that_is_shown_more_would_be_found() -> None:
    """A hidden card among what is shown is a fault."""
    table = Table(["threshold", "random", "random"])
    game, account = watch(table, deal=3), Account(table)
    question = next(question for question in game.questions if question.hook == "place")
    for place, (event, referee) in enumerate(replay(game.events)):
        account.see(event, referee)
        if question.key[0] == place + 1:
            assert faults(question.mine, question.table, account, referee, question.hook) == []
            slot = next(slot for slot in range(4) if question.mine["hand"][slot] < 0)
            question.mine["hand"][slot] = parse_card(min(hidden(referee, question.player)))
            assert len(faults(question.mine, question.table, account, referee, question.hook)) == 1
            return
    raise AssertionError("the question was asked")


def test_what_was_seen_of_others_cards_is_forgotten_too() -> None:
    """Player 0 looks at the same card of player 1 on every turn, and still knows it after six turns in ten."""
    looks: dict[str, Any] = {f"power_{name}": "look_other" for name in POWER_RANKS}
    table = Table(
        [script(uses=True, a_of=1, memory=0.6), script()], rules_of(throw_who="all", stall_rounds=100, **looks)
    )
    remembered = [
        bool(question.mine["theirs"][1, 0] >= 0)
        for deal in range(3)
        for question in watch(table, deal=deal).questions
        if question.player == 0 and int(question.table["active"]) == 1
    ]
    assert len(remembered) > 250
    assert abs(sum(remembered) - 0.6 * len(remembered)) < 5 * math.sqrt(len(remembered) * 0.6 * 0.4)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_answers_depend_on_what_is_shown_alone(strategy: str) -> None:
    """Asked again with copies of what it was shown, the dice too, a hook gives the same answer, and changes nothing."""
    table = Table([strategy] * 4, GAME.rule_book.resolve("cambio"))
    asked = 0

    def twice(_key: Key, mine: Any, table: Any, hook: Any) -> int:
        nonlocal asked
        before = mine.record.copy(), table.record.copy()
        first = hook(mine, table)
        copies = [jit.PlainRecords(np.array([record], record.dtype))[0] for record in before]
        assert hook(*copies) == first
        assert table.record.tobytes() == before[1].tobytes()
        visible = [name for name in mine.record.dtype.names if not name.startswith("_")]
        assert all(np.array_equal(mine.record[name], before[0][name]) for name in visible)
        asked += 1
        return int(first)

    for deal in range(2):
        watch(table, deal=deal, answer=twice)
    assert asked > 10
