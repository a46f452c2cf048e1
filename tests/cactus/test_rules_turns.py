"""C6 and C7 in the kernel: taking, drawing, exchanging, and the powers of cards."""

from itertools import pairwise
from typing import Any

import pytest

from tests.cactus.house import POWER_RANKS, rank, value_name
from tests.cactus.mixes import POWERS
from tests.cactus.playing import Table, only, turns_of
from tests.cactus.referee import check
from tests.cactus.round import Event
from tests.cactus.scripted import script

NO_POWER = {"power_8": "none"}
ALL_PEEK = {f"power_{name}": "peek_own" for name in POWER_RANKS}


def test_c06_take() -> None:
    """The top discard goes to the slot, the card there is the new top; nothing is drawn."""
    for events in Table([script(takes=1)] * 3, throw="none", stall_rounds=2).traces(5):
        rows, top = [list(hand) for hand in events[0]["hands"]], events[0]["discard"]
        for turn in turns_of(events)[1:]:
            assert [event["e"] for event in turn] == ["turn", "take"]
            take = turn[1]
            assert (take["slot"], take["in"], take["out"]) == (1, top, rows[take["player"]][1])
            rows[take["player"]][1], top = top, take["out"]
        assert events[-1]["hands"] == rows


def test_c06_draw_and_exchange() -> None:
    for events in Table([script(places=3)] * 3, throw="none", stall_rounds=2, **NO_POWER).traces(5):
        rows = [list(hand) for hand in events[0]["hands"]]
        for _, draw, swap in turns_of(events)[1:]:
            player = swap["player"]
            assert (draw["e"], swap["e"], swap["slot"]) == ("draw", "swap", 3)
            assert (swap["in"], swap["out"]) == (draw["card"], rows[player][3])
            rows[player][3] = draw["card"]
        assert events[-1]["hands"] == rows


def test_c06_draw_and_discard() -> None:
    """The drawn card is discarded and lies on top: the next player takes it."""
    for events in Table([script(), script(takes=0), script()], throw="none", stall_rounds=2).traces(5):
        first, second, third = turns_of(events)[1:4]
        assert [event["e"] for event in first + third] == ["turn", "draw", "discard"] * 2
        assert first[2]["card"] == first[1]["card"] == second[1]["in"]
        assert events[-1]["hands"][2] == events[0]["hands"][2]


@pytest.mark.parametrize("take_discard", [True, False])
def test_c06_take_discard(take_discard: bool) -> None:
    events = Table([script(takes=0)] * 3, take_discard=take_discard, stall_rounds=2).trace()
    assert len(only(events, "take")) == (6 if take_discard else 0)
    assert len(only(events, "draw")) == (0 if take_discard else 6)


@pytest.mark.parametrize("taken", [True, False])
def test_c06_a_taken_card_is_known_to_all(taken: bool) -> None:
    """Nobody has looked at any card: others can throw the card in slot 0 of player 0 if it was taken, not if drawn."""
    player = script(takes=0) if taken else script(places=0)
    table = Table([player, script(throws="theirs"), script()], throw="any", looked_at=0, stall_rounds=6, **NO_POWER)
    thrown = chances = 0
    for events in table.traces(40):
        check(events)
        lying = None
        for event in events:
            if event["e"] in ("take", "swap") and event["player"] == 0:
                lying = event["in"]
            top = event["card"] if event["e"] == "discard" else event.get("out")
            chances += bool(top and lying and rank(top) == rank(lying))
            if event["e"] == "throw":
                assert (event["target"], event["slot"], event["match"]) == (0, 0, True)
                thrown += 1
                lying = None
    assert chances > 5
    assert thrown == (chances if taken else 0)


def test_c06_a_player_without_cards_draws_and_discards() -> None:
    """Two of one card: who throws it at the start has an empty row."""
    told = script(takes=0, places=0, throws="equal", throws_in=0)
    table = Table([told] * 4, hand_cards=1, looked_at=1, stall_rounds=2, **NO_POWER)
    found = 0
    for events in table.traces(40):
        emptied = {event["player"] for event in only(events, "throw")}
        for turn in turns_of(events)[1:]:
            if turn[0]["player"] in emptied:
                assert [event["e"] for event in turn] == ["turn", "draw", "discard"]
                found += 1
    assert found > 5


# What a player told to use a power does, by power: script, and the event with 3 players.
TOLD: dict[str, dict[str, Any]] = {
    "none": {},
    "peek_own": {"a": 2},
    "look_other": {"a_of": 1, "a": 3},
    "swap_blind": {"a": 0, "b_of": 1, "b": 1},
    "swap_any": {"a_of": 1, "a": 2, "b_of": 2, "b": 3},
    "look_swap": {"a_of": 1, "a": 0, "b_of": 0, "b": 1, "swaps_seen": True},
    "give": {"a": 1, "b_of": 2},
}


def used(power: str, player: int, hands: list[list[str]]) -> list[Event]:
    """The events of a power of the first turn of a round, used as it is told."""
    one, two = (player + 1) % 3, (player + 2) % 3
    look = {"e": "look", "player": player, "target": one}
    exchange = {"e": "exchange", "player": player}
    return {
        "none": [],
        "peek_own": [{"e": "peek", "player": player, "slot": 2, "card": hands[player][2]}],
        "look_other": [{**look, "slot": 3, "card": hands[one][3]}],
        "swap_blind": [{**exchange, "slot": 0, "target": one, "target_slot": 1}],
        "swap_any": [{**exchange, "from": one, "slot": 2, "target": two, "target_slot": 3}],
        "look_swap": [
            {**look, "slot": 0, "card": hands[one][0]},
            {**exchange, "slot": 1, "target": one, "target_slot": 0},
        ],
        "give": [{"e": "give", "player": player, "slot": 1, "target": two, "target_slot": 4}],
    }[power]


@pytest.mark.parametrize("name", POWER_RANKS)
@pytest.mark.parametrize("power", POWERS)
def test_c07_power_of_each_rank(name: str, power: str) -> None:
    """A drawn card of the rank has the power and is discarded; any other card goes to slot 0 and has none."""
    player = script(places=0, uses=True, **TOLD[power])
    rules = {**NO_POWER, f"power_{name}": power, "power_card_kept": False}
    table = Table([player] * 3, jokers=2, packs=2, throw="none", stall_rounds=1, **rules)
    found = 0
    for events in table.traces(60):
        first = turns_of(events)[1]
        if power == "none" or value_name(first[1]["card"]) != name:
            assert [event["e"] for event in first] == ["turn", "draw", "swap"]
        else:
            assert first[2:] == [*used(power, 0, events[0]["hands"]), {**first[1], "e": "discard"}]
            check(events)
        found += value_name(first[1]["card"]) == name
    assert found


def test_c07_a_power_need_not_be_used() -> None:
    events = Table([script(places=0)] * 3, throw="none", stall_rounds=2, **ALL_PEEK).trace()
    assert [event["e"] for event in events[1:-1]] == ["turn", "draw", "discard"] * 6


@pytest.mark.parametrize("power_card_kept", [False, True])
def test_c07_power_card_kept(power_card_kept: bool) -> None:
    """A power card may be kept where the rules say so, and then has no power; discarded, it has."""
    rules = {**ALL_PEEK, "power_card_kept": power_card_kept, "throw": "none", "stall_rounds": 2}
    keeps = Table([script(places=0, uses=True, a=2)] * 3, **rules).trace()
    kept = ["turn", "draw", "swap"] if power_card_kept else ["turn", "draw", "peek", "discard"]
    assert [event["e"] for event in keeps[1:-1]] == kept * 6
    discards = Table([script(uses=True, a=2)] * 3, **rules).trace()
    assert [event["e"] for event in discards[1:-1]] == ["turn", "draw", "peek", "discard"] * 6


@pytest.mark.parametrize("power_when", ["drawn", "turn_discard", "any_discard"])
def test_c07_power_when(power_when: str) -> None:
    """After a take or swap the card put down has its power but under `drawn`; a thrown one under `any_discard` only."""
    rules = {**ALL_PEEK, "power_when": power_when, "power_card_kept": True, "stall_rounds": 4, "looked_at": 4}
    thrown = 0
    for told in ({"takes": 0}, {"places": 0}):
        for events in Table([script(**told, throws="equal", uses=True, a=3)] * 3, **rules).traces(15):
            check(events)
            gone = set()
            for event, after in pairwise(events):
                if event["e"] not in ("take", "swap", "throw"):
                    continue
                gone |= {(event["player"], event["slot"])} if event["e"] == "throw" else set()
                expected = power_when == "any_discard" or (power_when == "turn_discard" and event["e"] != "throw")
                if (event["player"], 3) not in gone:
                    assert (after["e"] == "peek" and after["player"] == event["player"]) == expected
                    thrown += event["e"] == "throw"
    assert thrown > 10


def test_c07_wrong_throws_and_penalties_have_no_power() -> None:
    rules = {**ALL_PEEK, "power_when": "any_discard", "stall_rounds": 1}
    events = Table([script(throws="slot", a=0, throws_in=0, uses=True), script(), script()], **rules).trace()
    assert [event["e"] for event in events[1:4]] == ["throw", "penalty", "turn"]


def test_c07_multi_swap() -> None:
    """Equal cards are replaced at once; unequal ones stay and the drawn card comes beside them."""
    for multi_swap in (False, True):
        table = Table([script(many=0b101, places=0)] * 3, multi_swap=multi_swap, throw="none", stall_rounds=1)
        equal = unequal = 0
        for events in table.traces(60):
            hands, shown = events[0]["hands"], events[-1]["hands"]
            assert bool(only(events, "swap_many")) <= multi_swap
            for _, draw, last, *_ in turns_of(events)[1:]:
                player, card = draw["player"], draw["card"]
                hand = hands[player]
                if rank(card) == "8" or not multi_swap:
                    assert last["e"] != "swap_many"
                    continue
                assert last["slots"] == [0, 2]
                assert (last["in"], last["out"]) == (card, [hand[0], hand[2]])
                if rank(hand[0]) == rank(hand[2]):
                    assert (last["match"], last["slot"]) == (True, 0)
                    assert shown[player] == [card, hand[1], None, hand[3]]
                    equal += 1
                else:
                    assert (last["match"], last["slot"]) == (False, 4)
                    assert shown[player] == [*hand, card]
                    unequal += 1
        assert min(equal, unequal) > 2 or not multi_swap


def test_c07_cards_put_down_together_are_one_showing_and_unequal_ones_are_seen_by_all() -> None:
    """Player 1 throws cards of player 0 that it knows: only those that came to be public."""
    told = [script(many=0b11), script(throws="theirs", throws_in=2), script()]
    table = Table(told, multi_swap=True, throw="any", looked_at=0, stall_rounds=1, throw_on_start=False)
    found = 0
    for events in table.traces(120):
        check(events)
        put = only(events, "swap_many")
        top = only(events, "discard", player=1)
        public = put[0]["out"] if put and not put[0]["match"] else []
        equal = [slot for slot, card in enumerate(public) if rank(card) == rank(top[0]["card"])]
        assert [(event["target"], event["slot"]) for event in only(events, "throw")][:1] == [(0, s) for s in equal][:1]
        found += bool(equal)
    assert found > 3
