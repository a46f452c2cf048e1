"""C8 in the kernel: showings, races, who notices."""

import math
from collections import Counter
from itertools import pairwise, permutations
from typing import Any

import pytest

from cactus_sim.errors import StrategyError
from tests.cactus.exact import chi_square_is_plausible
from tests.cactus.house import MOST_THROWS, rank
from tests.cactus.playing import Table, only, turns_of
from tests.cactus.referee import check
from tests.cactus.scripted import script

IDLE = script()
AT_START: dict[str, Any] = {"throws_in": 0}
ALL_KNOWN: dict[str, Any] = {"looked_at": 4, "stall_rounds": 1}


@pytest.mark.parametrize("throw", ["none", "own", "any"])
def test_c08_throw(throw: str) -> None:
    """Nobody throws, all own cards that are equal are thrown, or others' too; each right throw is a showing."""
    table = Table([script(throws="equal", **AT_START)] * 4, throw=throw, **ALL_KNOWN)
    found = 0
    for events in table.traces(20):
        cards = [card for hand in events[0]["hands"] for card in hand]
        equal = [card for card in cards if rank(card) == rank(events[0]["discard"])]
        thrown = only(turns_of(events)[0], "throw")
        assert sorted(event["card"] for event in thrown) == sorted(equal if throw != "none" else [])
        assert all(event["match"] for event in thrown)
        found += len(equal) > 1
    assert found > 3


def test_c08_only_own_cards_may_be_thrown_under_own() -> None:
    told = [script(throws="their-slot", **AT_START), IDLE, IDLE]
    with pytest.raises(StrategyError, match="'throw' answered"):
        Table(told, throw="own").trace()
    assert Table(told, throw="any").trace()[1]["target"] == 1


@pytest.mark.parametrize("throw_on_start", [True, False])
def test_c08_throw_on_start(throw_on_start: bool) -> None:
    table = Table([script(throws="equal")] * 4, throw_on_start=throw_on_start, looked_at=4, stall_rounds=1)
    before, later = 0, 0
    for events in table.traces(20):
        start, *turns = turns_of(events)
        before += len(start)
        later += sum(len(only(turn, "throw")) for turn in turns)
    assert (before > 0) == throw_on_start
    assert later > 0


def test_c08_throws_follow_every_card_that_is_put_down() -> None:
    """A discarded card, one exchanged for a drawn or a taken one: who knows an equal card throws it."""
    for told, kind in ((IDLE, "discard"), (script(places=3), "swap"), (script(takes=3), "take")):
        table = Table([told, script(throws="equal"), IDLE], looked_at=4, stall_rounds=1, throw_on_start=False)
        found = 0
        for events in table.traces(40):
            hand = events[0]["hands"][1]
            first = turns_of(events)[1]
            top = only(first, kind)[0] if only(first, kind) else None
            if top:
                down = top["card"] if kind == "discard" else top["out"]
                equal = [slot for slot, card in enumerate(hand) if rank(card) == rank(down)]
                assert [(event["player"], event["slot"]) for event in only(first, "throw")] == [(1, s) for s in equal]
                found += len(equal)
        assert found > 3, kind


@pytest.mark.parametrize("throw_who", ["all", "first"])
def test_c08_throw_who(throw_who: str) -> None:
    """Of several with an equal card all throw, or the fastest alone: the others are late, without penalty."""
    table = Table([script(throws="equal", **AT_START)] * 4, throw_who=throw_who, **ALL_KNOWN)
    found, firsts = 0, set()
    for events in table.traces(40):
        deal, start = events[0], turns_of(events)[0]
        holders = [p for p, hand in enumerate(deal["hands"]) if rank(deal["discard"]) in map(rank, hand)]
        if len(holders) > 1:
            throwers = [event["player"] for event in only(start, "throw")]
            assert set(throwers) | {event["player"] for event in only(start, "late")} == set(holders)
            if throw_who == "first":
                assert [event["e"] for event in start] == ["throw", *["late"] * (len(holders) - 1)]
                assert all(events[-1]["hands"][event["player"]][event["slot"]] for event in only(start, "late"))
            else:
                assert set(throwers) == set(holders)
                assert only(start, "late") == []
            found += 1
            firsts.add(holders.index(throwers[0]))
    assert found > 5
    assert len(firsts) > 1


def test_c08_wrong_throws_do_not_end_a_race_for_the_fastest() -> None:
    """Under `first` a wrong card that stays is a new showing, at which the others may throw on it."""
    told = [script(throws="wrong", **AT_START), script(throws="equal", **AT_START), IDLE]
    found = 0
    for events in Table(told, throw_who="first", **ALL_KNOWN).traces(60):
        check(events)
        start = turns_of(events)[0]
        wrong = start[0]
        if wrong["player"] == 0 and not wrong["match"] and rank(wrong["card"]) in map(rank, events[0]["hands"][1]):
            assert [(event["player"], event["match"]) for event in only(start, "throw")][:2] == [(0, False), (1, True)]
            found += 1
    assert found > 5


def race_orders(reflexes: tuple[float, ...], deals: int, **where: Any) -> Counter[tuple[int, ...]]:
    """How often which order of three comes: all throw a card at the start, and those of a wrong one try in turn."""
    told = [script(throws="slot", reflex=reflex, **AT_START) for reflex in reflexes]
    table = Table(told, wrong_card="returns", penalty_cards=0, stall_rounds=1)
    orders: Counter[tuple[int, ...]] = Counter()
    for events in table.traces(deals, **where):
        thrown = only(turns_of(events)[0], "throw")
        if not any(event["match"] for event in thrown):
            orders[tuple(event["player"] for event in thrown)] += 1
    return orders


def test_c08_the_race_goes_by_reflex() -> None:
    """Exponential times with these rates: a player is next with chance reflex / sum of those still in the race."""
    reflexes = (1.0, 2.0, 4.0)
    orders = race_orders(reflexes, 800)
    expected = {
        order: math.prod(reflexes[p] / sum(reflexes[q] for q in order[i:]) for i, p in enumerate(order))
        for order in permutations(range(3))
    }
    total = orders.total()
    assert total > 500
    assert set(orders) <= set(expected)
    statistic = sum((orders[order] - total * chance) ** 2 / (total * chance) for order, chance in expected.items())
    assert chi_square_is_plausible(statistic, 5)


def test_c08_equal_reflexes_are_equally_quick_and_each_showing_has_a_race_of_its_own() -> None:
    """The order at one showing says nothing about that at the next: all 36 pairs are equally likely."""
    table = Table([script(throws="slot")] * 3, wrong_card="returns", penalty_cards=0, stall_rounds=2)
    pairs: Counter[tuple[tuple[int, ...], ...]] = Counter()
    for events in table.traces(500):
        orders = [tuple(event["player"] for event in only(turn, "throw")) for turn in turns_of(events)]
        whole = [len(order) == 3 and len(set(order)) == 3 for order in orders]
        pairs.update((orders[i], orders[i + 1]) for i in range(0, len(orders) - 1, 2) if whole[i] and whole[i + 1])
    total = pairs.total()
    assert total > 600
    assert len(pairs) <= 36
    statistic = sum((count - total / 36) ** 2 / (total / 36) for count in pairs.values())
    assert chi_square_is_plausible(statistic + (36 - len(pairs)) * total / 36, 35)


def test_c08_attention_is_the_chance_to_notice() -> None:
    """One player tries at every showing; each of the 13 of a game is noticed with chance 0.3."""
    told = [script(throws="slot", attention=0.3, a=3), *[IDLE] * 3]
    table = Table(told, wrong_card="returns", penalty_cards=0, stall_rounds=3)
    tries = [sum(bool(only(turn, "throw")) for turn in turns_of(events)) for events in table.traces(150)]
    assert abs(sum(tries) - 0.3 * 13 * 150) < 5 * math.sqrt(13 * 150 * 0.3 * 0.7)
    assert min(tries) < 3 < 5 < max(tries)


def test_c08_at_most_64_throws_follow_a_turn() -> None:
    """All throw wrong cards without end, each not on their own: 64 after the deal, and after every turn again."""
    table = Table([script(throws="wrong")] * 3, packs=4, hand_cards=12, stall_rounds=1)
    last_is_right = 0
    assert MOST_THROWS == 64
    for events in table.traces(15):
        assert len(turns_of(events)) == 4
        for turn in turns_of(events):
            throws = only(turn, "throw")
            assert len(throws) == 64
            for one, other in pairwise(throws):
                assert one["match"] or one["player"] != other["player"]
            last_is_right += throws[-1]["match"]
    assert last_is_right > 0
