"""A legal trace with one thing changed is refused, but for a few changes that make another legal game."""

import copy
import random
from collections.abc import Iterator
from typing import Any

import pytest

from tests.eights import twin
from tests.eights.house import CARDS, PRESETS, SUITS, house_rules
from tests.eights.mixes import players_for, random_rules
from tests.eights.referee import RefereeError, check
from tests.eights.round import Event
from tests.eights.test_referee import GAME

Mutation = tuple[str, list[Event]]

# What a deal is called and which rules it never came to can't be told from the events.
NAMES = ("e", "rules", "seed", "deal", "line_up")
WORDS = (("cannot", "wants", "attack", "carte"), ("out", "blocked", "stalled"), SUITS)


def other_values(value: Any) -> Iterator[Any]:
    """Values of the same type, near the given one or of the same kind."""
    if isinstance(value, int):
        yield from (value + 1, value - 1)
    elif isinstance(value, str):
        if value in CARDS:
            yield from (CARDS[CARDS.index(value) - step] for step in (1, 4, 13))
        yield from (word for words in WORDS if value in words for word in words if word != value)
    elif value is None:
        yield from (0, CARDS[0])
    elif isinstance(value, list):
        yield [*value, 0]
        yield value[:-1]
        for i, item in enumerate(value):
            for other in other_values(item):
                yield [*value[:i], other, *value[i + 1 :]]


def mutations(trace: list[Event]) -> Iterator[Mutation]:
    """Every trace that differs from the given one in one field, or by an event left out, doubled or moved."""
    for i, event in enumerate(trace):
        before, after, name = trace[:i], trace[i + 1 :], f"{i} {event['e']}"
        for field, value in event.items():
            for other in other_values(value) if field not in NAMES else ():
                if other != value:
                    yield f"{name}.{field} = {other}", [*before, {**event, field: other}, *after]
            if field != "e":
                less = {kept: event[kept] for kept in event if kept != field}
                yield f"{name} without {field}", [*before, less, *after]
        yield f"{name} left out", [*before, *after]
        yield f"{name} doubled", [*before, event, event, *after]
        if after:
            yield f"{name} moved behind {after[0]['e']}", [*before, after[0], event, *after[1:]]
            yield f"stops before {i + 1}", trace[: i + 1]


def makes_another_legal_game(text: str, mutated: list[Event]) -> bool:
    """The changes that may leave a game as legal as before:

    - another card turned first, or fewer or others put back before it;
    - another suit named, where the next card played follows by its rank or is a wild one;
    - another player who notices that « carte » was forgotten, or nobody where nothing is left to draw;
    - « carte » not said;
    - another rotation where the dealer is drawn by lot;
    - two draws of one turn in the other order.
    """
    index, _, change = text.partition(" ")
    if change == "draw moved behind draw":
        one, other = mutated[int(index)], mutated[int(index) + 1]
        return bool(one["player"] == other["player"] and one["why"] == other["why"])
    if change.startswith("deal.rotation ="):
        return bool(mutated[int(index)]["rules"]["dealer"] == "random")
    legal = (
        "deal.top =",
        "deal.redrawn =",
        "colour.suit =",
        "caught.by =",
        "caught left out",
        "carte left out",
    )
    return change.startswith(legal)


def assert_refused(trace: list[Event], rng: random.Random | None = None, most: int = 0) -> float:
    """All mutations (or `most` of them) are refused, or known to be legal; returns the share refused."""
    check(trace)
    kept = copy.deepcopy(trace)
    found = list(mutations(trace))
    if rng is not None and len(found) > most:
        found = rng.sample(found, most)
    refused = 0
    for text, mutated in found:
        try:
            check(mutated)
        except RefereeError:
            refused += 1
        else:
            assert makes_another_legal_game(text, mutated), text
    assert trace == kept
    return refused / len(found)


def test_every_mutation_of_a_scripted_game() -> None:
    assert assert_refused(GAME) > 0.97


@pytest.mark.parametrize("preset", PRESETS)
def test_mutations_of_preset_games(preset: str) -> None:
    rng = random.Random(f"mutation {preset}")
    rules = house_rules(preset)
    for _ in range(4):
        outcome = twin.play(rng.randint(2, min(4, rules["players_max"])), rng, rules, attention=0.7)
        if len(outcome.events) < 250:
            assert assert_refused(outcome.events, rng, 120) > 0.9


def test_mutations_of_games_under_mixed_house_rules() -> None:
    """One pack only: equal cards may change places unnoticed."""
    games = 0
    for seed in range(60):
        rng = random.Random(f"mutated mix {seed}")
        rules = random_rules(rng) | {"packs": 1, "extra_pack_above": 0}
        outcome = twin.play(players_for(rules, rng), rng, rules, attention=0.7)
        if len(outcome.events) < 150:
            games += 1
            assert_refused(outcome.events, rng, 40)
    assert games > 25


def test_mutations_of_a_match() -> None:
    rng = random.Random("mutated match")
    rules = house_rules("crazy-basic", match_points=60)
    assert_refused(twin.play_match(3, rng, rules), rng, 200)
