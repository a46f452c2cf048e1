"""A legal trace with one thing changed is refused, but for a few changes that make another legal game."""

import copy
import random
from collections.abc import Iterator
from typing import Any

import pytest

from tests.cactus import twin
from tests.cactus.house import PRESETS, house_rules, pack
from tests.cactus.mixes import players_for, random_rules
from tests.cactus.referee import RefereeError, check
from tests.cactus.round import Event
from tests.cactus.test_referee import GAME

Mutation = tuple[str, list[Event]]

# Unlike what happens, what a deal is called and which rules it never came to can't be told from the events.
NAMES = ("e", "rules", "seed", "deal", "line_up")
REASONS = ("called", "stock", "empty", "stalled", "tired")


def other_values(value: Any, cards: list[str]) -> Iterator[Any]:
    """Values of the same type, near the given one or of the same kind."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value + 1, value - 1)
    elif isinstance(value, str):
        yield from ([cards[cards.index(value) - step] for step in (1, 4, 13)] if value in cards else REASONS)
    elif value is None:
        yield from (0, cards[0])
    elif isinstance(value, list):
        yield [*value, 0]
        yield value[:-1]
        for i, item in enumerate(value):
            for other in other_values(item, cards):
                yield [*value[:i], other, *value[i + 1 :]]


def mutations(trace: list[Event]) -> Iterator[Mutation]:
    """Every trace that differs from the given one in one field, or by an event left out, doubled or moved."""
    cards = pack(trace[0]["rules"])
    for i, event in enumerate(trace):
        before, after = trace[:i], trace[i + 1 :]
        for field, value in event.items():
            if field not in NAMES:
                for other in other_values(value, cards):
                    if other != value or type(other) is not type(value):
                        yield f"{i} {event['e']}.{field} = {other}", [*before, {**event, field: other}, *after]
            if field != "e":
                yield (
                    f"{i} {event['e']} without {field}",
                    [*before, {name: kept for name, kept in event.items() if name != field}, *after],
                )
        yield f"{i} {event['e']} left out", [*before, *after]
        yield f"{i} {event['e']} doubled", [*before, event, event, *after]
        if after:
            yield f"{i} {event['e']} moved behind {after[0]['e']}", [*before, after[0], event, *after[1:]]
        if i + 1 < len(trace):
            yield f"stops before {i + 1}", trace[: i + 1]


def makes_another_legal_game(text: str, trace: list[Event]) -> bool:
    """The changes that leave a game as legal as before:

    - another first discard, where nobody takes it, equals it or sees it again;
    - a power not used, a card not forgotten, a late card not told: all may be or not;
    - another slot for a late card, which is not shown, or for a card forgotten;
    - two right throws of the same showing, two late cards or two cards forgotten in the other order;
    - a late card told after the winner of the race used the power of the thrown card.
    """
    index, _, change = text.partition(" ")
    if change.startswith(("deal.discard =", "late.slot =", "forget.slot =")):
        return True
    if change in ("peek left out", "look left out", "forget left out", "late left out"):
        return True
    if change == "throw moved behind throw":
        one, other = trace[int(index)], trace[int(index) + 1]
        return bool(one["match"] and other["match"] and one["player"] != other["player"])
    moved = change.split(" moved behind ")
    return len(moved) == 2 and "late" in moved and set(moved) <= {"late", "peek", "look", "exchange", "give"}


def assert_refused(trace: list[Event], rng: random.Random | None = None, most: int = 0) -> int:
    """All mutations (or `most` chosen by chance) are refused, or known to be legal; returns how many were refused."""
    check(trace, lapses=False)
    kept = copy.deepcopy(trace)
    found = list(mutations(trace))
    if rng is not None and len(found) > most:
        found = rng.sample(found, most)
    refused = 0
    for text, mutated in found:
        try:
            check(mutated, lapses=False)
        except RefereeError:
            refused += 1
        else:
            assert makes_another_legal_game(text, trace), text
    assert trace == kept
    return refused


def test_every_mutation_of_a_scripted_game() -> None:
    found = len(list(mutations(GAME)))
    assert assert_refused(GAME) > 0.97 * found


@pytest.mark.parametrize("preset", PRESETS)
def test_mutations_of_preset_games(preset: str) -> None:
    rng = random.Random(f"mutation {preset}")
    rules = house_rules(preset)
    for _ in range(4):
        outcome = twin.play(rng.randint(rules["players_min"], min(4, rules["players_max"])), rng, rules)
        if len(outcome.events) < 120:
            assert_refused(outcome.events, rng, 150)


def test_mutations_of_games_under_mixed_house_rules() -> None:
    """Packs of different cards only: equal ones may change places unnoticed."""
    games = 0
    for seed in range(60):
        rng = random.Random(f"mutated mix {seed}")
        rules = random_rules(rng) | {"packs": 1, "jokers": rng.choice((0, 2))}
        rules["penalty_cards"] = max(1, rules["penalty_cards"])
        outcome = twin.play(players_for(rules, rng), rng, rules)
        if len(outcome.events) < 100:
            games += 1
            assert_refused(outcome.events, rng, 40)
    assert games > 30


def test_mutations_of_a_match() -> None:
    rng = random.Random("mutated match")
    rules = house_rules("cabo", match_points=30)
    assert_refused(twin.play_match(3, rng, rules), rng, 300)
