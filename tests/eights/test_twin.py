"""The twin against the referee, both written from the rules page, and against figures of another engine."""

import random
from collections import Counter
from math import sqrt

import pytest

from tests.eights import openspiel, twin
from tests.eights.exact import mean_points, nothing_playable, ordinary_tops
from tests.eights.house import PRESETS, house_rules, points
from tests.eights.mixes import players_for, random_rules
from tests.eights.referee import check

FIGURES = openspiel.published()


@pytest.mark.parametrize("preset", PRESETS)
def test_referee_accepts_the_twin(preset: str) -> None:
    rules = house_rules(preset)
    rng = random.Random(f"twin {preset}")
    for attention in (1.0, 0.6):
        for _ in range(15):
            players = rng.randint(rules["players_min"], rules["players_max"])
            outcome = twin.play(players, rng, rules, rng.randrange(players), attention=attention)
            check(outcome.events, lapses=attention < 1)


@pytest.mark.parametrize("row", FIGURES, ids=str)
def test_referee_accepts_the_twin_in_the_settings_of_the_other_engine(row: openspiel.Row) -> None:
    rng = random.Random(str(row))
    for _ in range(5):
        check(twin.play(row.players, rng, row.rules()).events)


def test_referee_accepts_the_twin_under_mixed_house_rules() -> None:
    seen: Counter[str] = Counter()
    for seed in range(250):
        rng = random.Random(f"mix {seed}")
        rules = random_rules(rng)
        players = players_for(rules, rng)
        outcome = twin.play(players, rng, rules, rng.randrange(players), attention=0.7)
        check(outcome.events)
        seen.update(event["e"] for event in outcome.events)
        seen.update(event["why"] for event in outcome.events if event["e"] == "draw")
        seen[outcome.reason] += 1
    kinds = ("colour", "pass", "skip", "reverse", "carte", "caught", "reshuffle", "wants", "attack", "carte")
    for kind in (*kinds, "out", "blocked", "stalled"):
        assert seen[kind], f"no {kind} in any game"


@pytest.mark.parametrize("preset", ["seed", "crazy-basic", "stacking"])
def test_referee_accepts_matches_of_the_twin(preset: str) -> None:
    rng = random.Random(f"match {preset}")
    rules = house_rules(preset, match_points=200)
    for players in (2, 3, 5):
        check(twin.play_match(players, rng, rules, rng.randrange(players), attention=0.9))


def test_outcome_agrees_with_its_trace() -> None:
    rng = random.Random("outcome")
    for _ in range(30):
        for preset in ("seed", "openspiel"):
            outcome = twin.play(4, rng, house_rules(preset))
            events = outcome.events
            count = Counter(event["e"] for event in events)
            assert (count["turn"], count["play"], count["pass"]) == (
                outcome.turns,
                outcome.plays,
                outcome.passes,
            )
            assert outcome.cards_drawn == sum(len(event["cards"]) for event in events if event["e"] == "draw")
            assert outcome.points == events[-1]["points"]
            assert outcome.beginner == next(event["player"] for event in events if event["e"] == "turn")
            chosen = outcome.plays + outcome.draws + outcome.passes + outcome.named
            assert sum(outcome.moves) == chosen


def within(observed: int, games: int, expected: float) -> bool:
    """Whether a count is within five standard deviations of its expectation."""
    return abs(observed - games * expected) <= 5 * sqrt(games * expected * (1 - expected))


def test_the_first_player_can_play_as_often_as_counted() -> None:
    """Only games that an ordinary card begins: the first of 8 cards dealt must draw in 1.57 % of them."""
    rng, rules = random.Random("first"), house_rules(stall_turns=1)
    tops, firsts = set(ordinary_tops()), Counter[str]()
    for _ in range(6000):
        events = twin.play(4, rng, rules).events
        if events[0]["top"] in tops:
            firsts[events[2]["e"]] += 1
    assert within(firsts["draw"], firsts.total(), float(nothing_playable("5C", 8)))


def test_cards_dealt_have_the_mean_points() -> None:
    rng, rules, deals = random.Random("points"), house_rules(), 2000
    dealt = [sum(points(card, rules) for card in twin.Twin(4, rng, rules).hands[0]) for _ in range(deals)]
    mean = sum(dealt) / deals
    error = sqrt(sum((value - mean) ** 2 for value in dealt)) / deals
    assert abs(mean - 8 * float(mean_points())) <= 4 * error


@pytest.mark.slow
@pytest.mark.parametrize("row", FIGURES, ids=str)
def test_figures_of_the_other_engine(row: openspiel.Row) -> None:
    """Every figure within four joint standard errors."""
    apart = openspiel.scores(FIGURES[row], openspiel.played(row, 1000, str(row)))
    assert len(apart) == 11 + 5 * row.players
    assert {figure: round(score, 1) for figure, score in apart.items() if abs(score) > 4} == {}
