"""C1 to C5 in the kernel: the pack, the players, the deal, the first look, who begins."""

from collections import Counter
from typing import Any

import pytest

from cactus_sim import play
from cactus_sim.errors import UsageError
from tests.cactus.house import CARDS, POWER_RANKS, rank, value_name
from tests.cactus.playing import Table, only, turns_of
from tests.cactus.round import Event
from tests.cactus.scripted import script

AT_ONCE: dict[str, Any] = {"call_under": 0, "final_turns": 0, "throw": "none"}
"""With players who call in round 1: the dealt hands are shown at once."""

TO_THE_LAST: dict[str, Any] = {"stock_out": "end", "stall_rounds": 1000, "throw": "none"}
"""With idle players: the whole pile is drawn."""

POINTS = {"A": 1, **{str(n): n for n in range(2, 11)}, "J": 10, "Q": 10, "K": 0, "X": 0}


def in_order(events: list[Event]) -> list[str]:
    """The cards in the order in which they come from the pack: hands seat by seat, the first discard, what is drawn."""
    deal = events[0]
    seats = [(seat - deal["rotation"]) % deal["players"] for seat in range(deal["players"])]
    dealt = [card for player in seats for card in deal["hands"][player]]
    start = [deal["discard"]] if deal["discard"] else []
    return dealt + start + [event["card"] for event in only(events, "draw")]


@pytest.mark.parametrize(("packs", "jokers"), [(1, 0), (1, 1), (1, 2), (2, 0), (3, 1), (4, 2)])
def test_c01_pack(packs: int, jokers: int) -> None:
    table = Table([script()] * 3, packs=packs, jokers=jokers, **TO_THE_LAST)
    jokers_there = {0: [], 1: ["X1"], 2: ["X1", "X2"]}[jokers]
    assert Counter(in_order(table.trace())) == Counter([*CARDS[:52], *jokers_there] * packs)


def test_c01_points() -> None:
    table = Table([script(calls_in=1)] * 6, jokers=2, **AT_ONCE)
    seen = set()
    for events in table.traces(40):
        for hand, total in zip(events[0]["hands"], events[-1]["totals"], strict=True):
            assert total == sum(POINTS[rank(card)] for card in hand)
            seen.update(hand)
    assert seen == set(CARDS)


@pytest.mark.parametrize("rule", ["ace", "jack", "queen", "red_king", "black_king", "joker"])
@pytest.mark.parametrize("value", [-3, 25])
def test_c01_points_of_house_rules(rule: str, value: int) -> None:
    usual = Table([script(calls_in=1)] * 6, jokers=2, **AT_ONCE)
    table = Table([script(calls_in=1)] * 6, jokers=2, **AT_ONCE, **{rule: value})
    changed = 0
    for deal in range(15):
        before, after = usual.trace(deal), table.trace(deal)
        for hand, total, new in zip(before[0]["hands"], before[-1]["totals"], after[-1]["totals"], strict=True):
            theirs = [card for card in hand if value_name(card) == rule]
            assert new - total == sum(value - POINTS[rank(card)] for card in theirs)
            changed += len(theirs)
    assert changed > 5


@pytest.mark.parametrize("players", range(2, 9))
def test_c02_two_to_eight_play(players: int) -> None:
    events = Table([script()] * players, players_min=2, players_max=8, stall_rounds=2).trace()
    assert [event["player"] for event in only(events, "turn")] == [*range(players)] * 2
    assert len(events[0]["hands"]) == len(events[-1]["totals"]) == players


def test_c02_fewest_and_most_players() -> None:
    for players in (3, 6):
        play("cactus", ["random"], players=players, seed=1)
    for players, changes, rule in (
        (2, {}, "players_min=2"), (7, {}, "players_max=7"), (3, {"players_min": 4}, "players_min=3"),
        (5, {"players_max": 4}, "players_max=5"),
    ):  # fmt: skip
        with pytest.raises(UsageError, match=rule):
            play("cactus", ["random"], players=players, changes=changes, seed=1)


@pytest.mark.parametrize("hand_cards", [1, 2, 4, 7])
def test_c03_hands_are_dealt_seat_by_seat_from_the_pack(hand_cards: int) -> None:
    """The pack is in the same order whatever is dealt from it."""
    whole = in_order(Table([script()] * 3, hand_cards=4, **TO_THE_LAST).trace())
    for rotation in range(3):
        events = Table([script()] * 3, hand_cards=hand_cards, looked_at=0, **TO_THE_LAST).trace(rotation=rotation)
        assert [len(hand) for hand in events[0]["hands"]] == [hand_cards] * 3
        assert in_order(events) == whole


def test_c03_discard_start() -> None:
    """Without a first discard there is nothing to take, nor to throw on, before somebody has put a card down."""
    told = [script(takes=0, throws="slot", a=1, throws_in=0)] * 3
    before, first, *_ = turns_of(Table(told, discard_start=True).trace())
    assert len(only(before, "throw")) >= 3
    assert first[1]["e"] == "take"
    events = Table(told, discard_start=False, stall_rounds=2).trace()
    before, first, second, *_ = turns_of(events)
    assert events[0]["discard"] is None
    assert before == []
    assert [event["e"] for event in first] == ["turn", "draw", "discard"]
    assert second[1]["in"] == first[1]["card"]


def test_c03_the_first_discard_has_no_power() -> None:
    powers = {f"power_{name}": "peek_own" for name in POWER_RANKS}
    table = Table([script(uses=True, a=3)] * 3, power_when="any_discard", **powers)
    for events in table.traces(5):
        before, *turns = turns_of(events)
        assert before == []
        assert all(only(turn, "peek") for turn in turns)


@pytest.mark.parametrize("looked_at", [0, 1, 2, 4])
def test_c04_each_looks_at_the_first_cards(looked_at: int) -> None:
    """Who throws only what they know to be equal throws on the first discard from the cards that they looked at."""
    table = Table([script(throws="equal", throws_in=0)] * 4, looked_at=looked_at, stall_rounds=1)
    found = 0
    for events in table.traces(60):
        deal = events[0]
        assert deal["seen"] == [list(range(looked_at))] * 4
        equal = {
            (player, slot)
            for player, hand in enumerate(deal["hands"])
            for slot in range(looked_at)
            if rank(hand[slot]) == rank(deal["discard"])
        }
        assert {(event["player"], event["slot"]) for event in only(events, "throw")} == equal
        found += len(equal)
    assert (found > 5) == (looked_at > 0)


def test_c04_cards_stay_in_their_slots() -> None:
    for events in Table([script(places=2)] * 3, throw="none", power_8="none", stall_rounds=3).traces(5):
        for player, (dealt, shown) in enumerate(zip(events[0]["hands"], events[-1]["hands"], strict=True)):
            last = only(events, "swap", player=player)[-1]["in"]
            assert shown == [dealt[0], dealt[1], last, dealt[3]]


@pytest.mark.parametrize("players", [2, 3, 5])
def test_c05_seat_0_begins_and_play_goes_clockwise(players: int) -> None:
    table = Table([script()] * players, stall_rounds=3)
    for rotation in range(players):
        events = table.trace(rotation=rotation)
        first = (players - rotation) % players
        assert events[0]["first"] == first
        turns = only(events, "turn")
        assert [event["player"] for event in turns] == [(first + n) % players for n in range(3 * players)]
        assert [event["round"] for event in turns] == [1 + n // players for n in range(3 * players)]
