"""Scripted games to their end, rare ends and matches: the referee accepts each and refuses it with another result."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.cactus.house import CARDS
from tests.cactus.referee import RefereeError, check
from tests.cactus.round import Event
from tests.cactus.script import HANDS, call, deal, discard, draw, end, idle, penalty, reshuffle, take, throw, turn

SMALL = [["AS"], ["2S"], ["3S"]]
THREES = [["3D"], ["3S"], ["3H"]]
KAMIKAZE = [["QD", "KS", "QS", "KC"], HANDS[1], HANDS[2]]
SHOWN = [20, 22, 19]  # the totals of HANDS


def stop(*events: Event, **changes: Any) -> list[Event]:
    """A game that player 0 calls on the first turn, to be over with that turn."""
    return [deal(**{"call_under": 0, "final_turns": 0, **changes}), *events, turn(0), call(0)]


def one(hands: list[list[str]], **changes: Any) -> list[Event]:
    """The same with one card each."""
    return stop(hands=hands, hand_cards=1, looked_at=1, **changes)


@pytest.mark.parametrize(
    ("events", "result"),
    [
        # C14: the caller over `cactus_max` has lost; ties
        (stop(), end(HANDS, SHOWN, [2], 0)),
        (stop(cactus_max=20), end(HANDS, SHOWN, [2], 0)),
        (stop(hands=[HANDS[2], *HANDS[:2]], cactus_max=19), end([HANDS[2], *HANDS[:2]], [19, 20, 22], [0], 0)),
        (stop(hands=[HANDS[2], *HANDS[:2]], cactus_max=18), end([HANDS[2], *HANDS[:2]], [19, 20, 22], [1], 0)),
        (stop(winner_needs_cactus=True), end(HANDS, SHOWN, [], 0)),
        (stop(winner_needs_cactus=True, cactus_max=19), end(HANDS, SHOWN, [2], 0)),
        (one(THREES), end(THREES, [3] * 3, [0, 1, 2], 0)),
        (one(THREES, tie="caller"),
         end(THREES, [3] * 3, [0], 0)),
        (one(THREES, tie="others"),
         end(THREES, [3] * 3, [1, 2], 0)),
        (one([["3D"], ["4S"], ["4H"]], tie="others"),
         end([["3D"], ["4S"], ["4H"]], [3, 4, 4], [0], 0)),
        (one(THREES, tie="caller", cactus_max=2),
         end(THREES, [3] * 3, [1, 2], 0)),
        # C15: royal and emptied hands
        (one([["KS"], ["2S"], ["KD"]]),
         end([["KS"], ["2S"], ["KD"]], [0, 2, 0], [0, 2], 0, royal=[0, 2])),
        ([deal(SMALL, "AD", hand_cards=1, looked_at=1, empty_hand="ends"), throw(0, 0, "AS", True)],
         end([[None], ["2S"], ["3S"]], [0, 2, 3], [0], reason="empty", royal=[0])),
        # C17
        ([deal(stall_rounds=1), *idle(0, "9C"), *idle(1, "9D"), *idle(2, "9H")],
         end(HANDS, SHOWN, [2], reason="stalled")),
        # C18: points
        (stop(fail_points=5, not_lowest_points=10), end(HANDS, SHOWN, [2], 0, points=[35, 22, 19])),
        (stop(winner_zero=True), end(HANDS, SHOWN, [2], 0, points=[20, 22, 0])),
        (one([["3D"], ["3S"], ["4H"]], caller_zero=True, tie="others", fail_points=5),
         end([["3D"], ["3S"], ["4H"]], [3, 3, 4], [1], 0, points=[0, 3, 4])),
        (one([["7D"], ["7S"], ["9H"]], caller_zero=True, fail_points=5),
         end([["7D"], ["7S"], ["9H"]], [7, 7, 9], [1], 0, points=[12, 7, 9])),
        (stop(hands=KAMIKAZE, queen=12, black_king=13, kamikaze_hand=50),
         end(KAMIKAZE, [50, 22, 19], [2], 0, points=[0, 50, 50])),
    ],
)  # fmt: skip
def test_results(events: list[Event], result: Event) -> None:
    check([*events, result])
    for field in ("winners", "royal", "points", "totals"):
        with pytest.raises(RefereeError):
            check([*events, {**result, field: [*result[field], 7]}])
    with pytest.raises(RefereeError):
        check([*events, {**result, "reason": "stock"}])


BIG = [list(CARDS[:25]), list(CARDS[25:50])]
TOP, LAST = CARDS[50], CARDS[51]


def big(**changes: Any) -> list[Event]:
    """Two players hold all but two cards; the first draws the last one and discards it."""
    return [deal(BIG, TOP, hand_cards=25, **changes), *idle(0, LAST), turn(1)]


def test_reshuffle() -> None:
    legal = [*big(), reshuffle(1), draw(1, TOP), discard(1, TOP), turn(0, 2), reshuffle(1), draw(0, LAST)]
    with pytest.raises(RefereeError, match="stops before the end"):
        check(legal)


@pytest.mark.parametrize(
    ("rule", "events"),
    [
        ("C16", [*big(), reshuffle(2)]),
        ("C16", [*big(), draw(1, TOP)]),
        ("C1", [*big(), reshuffle(1), draw(1, LAST)]),
        ("C16", [*big(stock_out="end"), reshuffle(1)]),
        ("C6", [*big(), reshuffle(1), take(1, 0, LAST, BIG[1][0])]),
        ("C12", [*big(call_under=0), reshuffle(1), call(1)]),
        ("C16", [*big(), end(BIG, [0, 0], [0], reason="stock")]),
        ("C16", [*big()[:-3], end(BIG, [0, 0], [0], reason="stock")]),
    ],
)
def test_reshuffle_refused(rule: str, events: list[Event]) -> None:
    with pytest.raises(RefereeError) as caught:
        check(events)
    assert (caught.value.rule, caught.value.index) == (rule, len(events) - 1), str(caught.value)


def sums(hands: list[list[str]]) -> list[int]:
    value = (*range(1, 11), 10, 10, 0)
    return [sum(value[CARDS.index(card) // 4] for card in hand) for hand in hands]


def test_the_round_ends_when_nothing_can_be_drawn() -> None:
    totals = sums(BIG)
    check([*big(stock_out="end"), end(BIG, totals, [totals.index(min(totals))], reason="stock")])


def test_a_penalty_that_the_pile_cannot_pay() -> None:
    """Two penalty cards, one in the pile and no discards to shuffle but the thrown card's predecessor."""
    slot = 0
    card = BIG[0][slot]
    start = [deal(BIG, TOP, hand_cards=25, penalty_cards=3), throw(0, slot, card, False)]
    in_two = [*start, penalty(0, [0], [LAST]), reshuffle(1), penalty(0, [25], [TOP])]
    in_one = [*start, reshuffle(1), penalty(0, [0, 25], [LAST, TOP])]
    hands = [[LAST, *BIG[0][1:], TOP], BIG[1]]
    value = {"A": 1, "K": 0}
    totals = [
        sum(value.get(c[:-1], 10 if c[0] in "JQ" else int(c[:-1]) if c[:-1].isdigit() else 0) for c in h) for h in hands
    ]
    for events in (in_two, in_one):
        check([*events, end(hands, totals, [totals.index(min(totals))], reason="stock")])
        with pytest.raises(RefereeError):
            check([*events, turn(0)])


def match_round(
    hand: int, hands: list[list[str]], totals: list[int], winners: list[int], **changes: Any
) -> list[Event]:
    """A round of a match between two players that the beginner calls at once."""
    event = deal(hands, "5C", hand, call_under=0, final_turns=0, hand_cards=1, looked_at=1, cactus_max=99, **changes)
    event = {**event, "rotation": 0, "first": hand % 2}
    return [event, turn(hand % 2), call(hand % 2), end(hands, totals, winners, hand % 2)]


def deal_again(event: Event) -> Callable[..., Event]:
    """A function that gives a deal with changes."""
    return lambda **changes: {**event, **changes}


def test_match_with_bounce() -> None:
    changes = {"match_points": 10, "bounce": "once"}
    rounds = [
        match_round(0, [["10S"], ["3S"]], [10, 3], [1], **changes),  # 10 falls to 5
        match_round(1, [["5S"], ["4S"]], [5, 4], [1], **changes),  # 10 again: stays
    ]
    check([*rounds[0], *rounds[1], {"e": "match", "totals": [10, 7], "winners": [1]}])
    again = deal_again(rounds[1][0])
    for rule, wrong in (
        ("C18", [*rounds[0], {"e": "match", "totals": [5, 3], "winners": [1]}]),
        ("C18", [*rounds[0], *rounds[1], {"e": "match", "totals": [15, 7], "winners": [1]}]),
        ("C18", [*rounds[0], *rounds[1], {"e": "match", "totals": [10, 7], "winners": [0]}]),
        ("trace", [*rounds[0], *rounds[1], {"e": "match", "totals": [10, 7], "winners": [1], "hands": 2}]),
        ("C18", [*rounds[0][:-1], {"e": "match", "totals": [0, 0], "winners": [0, 1]}]),
        ("C18", [*rounds[0], *rounds[1], match_round(2, [["5S"], ["4S"]], [5, 4], [1], **changes)[0]]),
        ("C18", [*rounds[0], rounds[0][0]]),
        ("C18", [*rounds[0], again(hand=2)]),
        ("C5", [*rounds[0], again(first=0)]),
        ("trace", [*rounds[0], again(seed=2)]),
        ("trace", [*rounds[0], again(rules=rounds[0][0]["rules"] | {"cactus_max": 6})]),
        ("trace", [*rounds[0][:-1], again()]),
    ):
        with pytest.raises(RefereeError) as caught:
            check(wrong)
        assert (caught.value.rule, caught.value.index) == (rule, len(wrong) - 1), str(caught.value)


def test_match_that_bounces_always_or_never() -> None:
    for bounce, totals in (("always", [5, 7]), ("never", [10, 3])):
        changes = {"match_points": 10, "bounce": bounce}
        first = match_round(0, [["10S"], ["3S"]], [10, 3], [1], **changes)
        second = match_round(1, [["5S"], ["4S"]], [5, 4], [1], **changes)
        if bounce == "never":
            check([*first, {"e": "match", "totals": totals, "winners": [1]}])
        else:
            third = match_round(2, [["2S"], ["8S"]], [2, 8], [0], **changes)
            check([*first, *second, *third, {"e": "match", "totals": [7, 15], "winners": [0]}])
