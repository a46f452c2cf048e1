"""The referee accepts the beginnings of scripted games under house rules of every kind."""

import pytest

from tests.cactus.referee import RefereeError, check
from tests.cactus.round import Event
from tests.cactus.script import (
    call,
    deal,
    discard,
    draw,
    exchange,
    forget,
    give,
    give_back,
    idle,
    late,
    look,
    peek,
    penalty,
    swap,
    swap_many,
    take,
    throw,
    turn,
)  # fmt: skip

PAIRS = [["7H", "7S", "3D", "QC"], ["7D", "2C", "JD", "9S"], ["5S", "10D", "KH", "4C"]]
SMALL = [["AS"], ["2S"], ["3S"]]
FIVES = [["5S", "KS", "3D", "QC"], ["5H", "2C", "JD", "9S"], ["5D", "10D", "KH", "4C"]]


@pytest.mark.parametrize(
    "events",
    [
        # powers and who has them
        [deal(power_9="look_other"), turn(0), draw(0, "9C"), look(0, 1, 3, "9S"), discard(0, "9C")],
        [deal(power_9="look_other"), turn(0), draw(0, "9C"), discard(0, "9C")],
        [deal(power_9="swap_blind"), turn(0), draw(0, "9C"), exchange(0, 3, 1, 0), discard(0, "9C"), turn(1)],
        [deal(power_9="swap_any"), turn(0), draw(0, "9C"), exchange(0, 3, 2, 0, 1), discard(0, "9C")],
        [deal(power_9="swap_any"), turn(0), draw(0, "9C"), exchange(0, 3, 0, 0), discard(0, "9C")],
        [deal(power_9="look_swap"), turn(0), draw(0, "9C"), look(0, 0, 3, "QC"), exchange(0, 3, 1, 0),
         discard(0, "9C")],
        [deal(power_9="look_swap"), turn(0), draw(0, "9C"), look(0, 1, 3, "9S"), discard(0, "9C")],
        [deal(power_9="give"), turn(0), draw(0, "9C"), give(0, 3, 1, 4), discard(0, "9C")],
        [deal(power_card_kept=True), turn(0), draw(0, "8C"), swap(0, 0, "8C", "7H")],
        [deal(power_7="peek_own", power_when="turn_discard"), turn(0), take(0, 0, "5C", "7H"), peek(0, 3, "QC")],
        [deal(power_7="peek_own", power_when="turn_discard"), turn(0), draw(0, "9C"), swap(0, 0, "9C", "7H"),
         peek(0, 3, "QC"), throw(1, 3, "9S", False), penalty(1, [3], ["6S"]), turn(1)],
        [deal(power_5="peek_own", power_when="any_discard"), throw(2, 0, "5S", True), peek(2, 3, "4C"), turn(0)],
        # several cards at once
        [deal(PAIRS, multi_swap=True), turn(0), draw(0, "9C"), swap_many(0, [0, 1], "9C", ["7H", "7S"], True, 0),
         throw(1, 0, "7D", True), turn(1)],
        [deal(PAIRS, multi_swap=True), turn(0), draw(0, "9C"), swap_many(0, [0, 2], "9C", ["7H", "3D"], False, 4),
         turn(1)],
        # throws
        [deal(FIVES), throw(1, 0, "5H", True), throw(0, 0, "5S", True), throw(2, 0, "5D", True), turn(0)],
        [deal(FIVES, throw_who="first"), throw(1, 0, "5H", True), late(0, 0), late(2, 1), turn(0)],
        [deal(FIVES, throw_who="first"), throw(0, 1, "KS", False), penalty(0, [1], ["6S"]), throw(2, 2, "KH", True)],
        [deal(), throw(0, 0, "7H", False), penalty(0, [0], ["6S"]), throw(1, 3, "9S", False), penalty(1, [3], ["AS"]),
         throw(0, 0, "6S", False), penalty(0, [0], ["6C"])],
        [deal(wrong_card="returns", penalty_cards=2), throw(0, 0, "7H", False), give_back(0, 0),
         penalty(0, [4, 5], ["6S", "6C"]), throw(2, 0, "5S", True), throw(0, 4, "6S", False), give_back(0, 4)],
        [deal(penalty_cards=0), throw(0, 0, "7H", False), throw(2, 0, "5S", False), throw(0, 1, "KS", False), turn(0)],
        [deal(FIVES, wrong_throws_max=1), throw(0, 1, "KS", False), penalty(0, [1], ["6S"]),
         *idle(0, "6C"), *idle(1, "10C"), turn(2), draw(2, "6D"), swap(2, 0, "6D", "5D"), throw(0, 0, "5S", True)],
        # cards of others
        [deal(throw="any"), throw(0, 0, "5S", True, 2), give(0, 3, 2, 0), turn(0)],
        [deal(throw="any"), throw(0, 1, "10D", False, 2), give_back(0, 1, 2), penalty(0, [4], ["6S"]), turn(0)],
        [deal([["5S"], ["5H"], ["3S"]], hand_cards=1, looked_at=1, throw="any"), throw(0, 0, "5S", True),
         throw(0, 0, "5H", True, 1), turn(0), draw(0, "9C"), discard(0, "9C")],
        [deal(throw="any", throw_who="first"), throw(0, 0, "5S", True, 2), give(0, 3, 2, 0), late(1, 0, 2), turn(0)],
        [deal(throw="any", throw_who="first"), throw(0, 0, "5S", True, 2), give(0, 3, 2, 0), late(1, 3, 0), turn(0)],
        [deal(throw="any", throw_who="first"), throw(2, 0, "5S", True), late(1, 0, 2), late(0, 2, 1), turn(0)],
        # calls
        [deal(call_under=0, call_time="before"), turn(0), call(0), take(0, 0, "5C", "7H"), throw(2, 0, "5S", False),
         penalty(2, [0], ["6S"]), turn(1)],
        [deal(call_under=0, call_time="after"), *idle(0, "9C"), call(0), turn(1)],
        [deal(call_under=0, call_time="after"), *idle(0, "9C"), forget(0, 0), call(0), turn(1)],
        [deal(call_under=0, call_time="after"), *idle(0, "9C"), call(0), forget(0, 0), turn(1)],
        [deal(call_under=0, final_turns=2), turn(0), call(0), *idle(1, "9C"), *idle(2, "9D"), *idle(1, "9H", 2),
         *idle(2, "10H", 2)],
        [deal(SMALL, "AD", hand_cards=1, looked_at=1, empty_hand="calls"), throw(0, 0, "AS", True), call(0),
         *idle(1, "9C"), *idle(2, "9D")],
        [deal(call_under=8, red_king=-1), turn(0), call(0)],
        [deal(call_under=6, red_king=-1), turn(0), call(0)],
        # a card forgotten may be anything: the call is legal
        [deal(), *idle(0, "9C"), forget(0, 0), *idle(1, "9D"), *idle(2, "9H"), turn(0, 2), call(0)],
    ],
)  # fmt: skip
def test_accepted(events: list[Event]) -> None:
    with pytest.raises(RefereeError, match="stops before the end"):
        check(events)


def test_a_card_seen_elsewhere_may_be_forgotten_silently() -> None:
    """It comes to the own row later: who remembers perfectly knows 10 points too many for a call."""
    events = [
        deal(power_9="look_other", power_10="swap_blind"),
        turn(0),
        draw(0, "9C"),
        look(0, 2, 1, "10D"),
        discard(0, "9C"),
        *idle(1, "6C"),
        *idle(2, "6D"),
        turn(0, 2),
        draw(0, "10C"),
        exchange(0, 0, 2, 1),
        discard(0, "10C"),
        *idle(1, "6H", 2),
        *idle(2, "6S", 2),
        turn(0, 3),
        call(0),
    ]
    with pytest.raises(RefereeError, match="stops before the end"):
        check(events)
    with pytest.raises(RefereeError, match="C12, event 22"):
        check(events, lapses=False)


def test_a_perfect_memory_forgets_nothing() -> None:
    with pytest.raises(RefereeError, match="these players forget nothing"):
        check([deal(), *idle(0, "9C"), forget(0, 0)], lapses=False)


def test_at_most_64_throws_follow_a_turn() -> None:
    """Two players throw wrong in turn, each throw paid with a card that does not equal the next one thrown."""
    events = [deal(packs=3)]
    cards = ["7H", "AH"]  # slot 0 of players 0 and 1
    pile = [rank + suit for rank in ("2", "3", "4", "6", "8", "9", "10", "J") for suit in "SHDC" for _ in range(2)]
    for number in range(64):
        player = number % 2
        drawn = pile.pop((0, -1)[player])
        events += [throw(player, 0, cards[player], False), penalty(player, [0], [drawn])]
        cards[player] = drawn
    with pytest.raises(RefereeError, match="stops before the end"):
        check([*events, turn(0)])
    with pytest.raises(RefereeError, match="more than 64 throws"):
        check([*events, throw(0, 0, cards[0], False)])
