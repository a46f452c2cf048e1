"""The twin against the referee, both written from the rules page, and against what can be computed exactly."""

import random
from collections import Counter
from math import sqrt

import pytest

from tests.cactus import twin
from tests.cactus.exact import chance, chi_square, chi_square_is_plausible, dealt_total
from tests.cactus.house import PRESETS, house_rules, points
from tests.cactus.mixes import players_for, random_rules
from tests.cactus.referee import check


@pytest.mark.parametrize("preset", PRESETS)
def test_referee_accepts_the_twin(preset: str) -> None:
    rules = house_rules(preset)
    rng = random.Random(f"twin {preset}")
    for _ in range(40):
        players = rng.randint(rules["players_min"], rules["players_max"])
        check(twin.play(players, rng, rules, rng.randrange(players)).events, lapses=False)


def test_referee_accepts_the_twin_under_mixed_house_rules() -> None:
    seen: Counter[str] = Counter()
    for seed in range(300):
        rng = random.Random(f"mix {seed}")
        rules = random_rules(rng)
        players = players_for(rules, rng)
        outcome = twin.play(players, rng, rules, rng.randrange(players))
        check(outcome.events, lapses=False)
        seen.update(event["e"] for event in outcome.events)
        seen[outcome.reason] += 1
    kinds = ("take", "swap", "peek", "look", "exchange", "give", "return", "late", "reshuffle")
    for kind in (*kinds, "called", "stock", "empty", "stalled"):
        assert seen[kind], f"no {kind} in any game"


@pytest.mark.parametrize("bounce", ["never", "once", "always"])
def test_referee_accepts_matches_of_the_twin(bounce: str) -> None:
    rng = random.Random(f"match {bounce}")
    for preset in ("gamelia", "dutch", "tamalou", "cabo"):
        rules = house_rules(preset, bounce=bounce, match_points=60)
        for _ in range(4):
            check(twin.play_match(3, rng, rules, rng.randrange(3)), lapses=False)


def test_outcome_agrees_with_its_trace() -> None:
    rng = random.Random("outcome")
    for _ in range(100):
        outcome = twin.play(4, rng)
        events = outcome.events
        count = Counter(event["e"] for event in events)
        assert count["turn"] == outcome.turns
        assert sum(outcome.calls) == count["call"]
        assert sum(outcome.right) == sum(event["e"] == "throw" and event["match"] for event in events)
        assert sum(outcome.wrong) == sum(event["e"] == "throw" and not event["match"] for event in events)
        assert outcome.rounds == max(event["round"] for event in events if event["e"] == "turn")
        failed = outcome.caller is not None and outcome.totals[outcome.caller] > 6
        assert sum(outcome.failed) == failed


def within(observed: int, games: int, expected: float) -> bool:
    """Whether a count is within five standard deviations of its expectation."""
    return abs(observed - games * expected) <= 5 * sqrt(games * expected * (1 - expected))


def test_dealt_totals_are_those_of_the_pack() -> None:
    rng, rules = random.Random("dealt"), house_rules()
    counts: Counter[int] = Counter()
    for _ in range(3000):
        hands = twin.Twin(3, rng, rules).rows
        counts[sum(points(card, rules) for card in hands[0] if card is not None)] += 1
    assert chi_square_is_plausible(*chi_square(counts, dealt_total()))


def test_first_turns_are_uniform_among_the_legal_choices() -> None:
    """Without throws the beginner's choice is exact: a call is legal when two cards are under 6 points."""
    rng, rules, games = random.Random("first"), house_rules(throw="none", stall_rounds=1), 3000
    firsts = Counter(twin.play(3, rng, rules).events[2]["e"] for _ in range(games))
    legal = float(chance(dealt_total(cards=2), lambda total: total < 6))
    assert within(firsts["call"], games, legal / 3)
    assert within(firsts["take"], games, legal / 3 + (1 - legal) / 2)


def test_one_player_in_eight_throws() -> None:
    """Nobody throws at the start with chance (7/8) to the number of players."""
    rng, rules, games = random.Random("throws"), house_rules(stall_rounds=1), 3000
    quiet = sum(twin.play(4, rng, rules).events[1]["e"] == "turn" for _ in range(games))
    assert within(quiet, games, (7 / 8) ** 4)
