"""Scripted games to their end, rare ends and matches: the referee refuses every other result."""

from typing import Any

import pytest

from tests.eights.house import CARDS
from tests.eights.referee import RefereeError, check
from tests.eights.round import Event
from tests.eights.script import (
    HANDS,
    deal,
    draw,
    end,
    pass_turn,
    play,
    put,
    reshuffle,
    skip,
    turn,
)

ONE = [["5C"], ["7C"], ["9D"]]
LEFT = [["2S", "8D", "AH", "X1"], ["2D", "10H", "QS", "7C"], ["3S"]]


def refuse_other_results(events: list[Event], result: Event) -> None:
    """The game is legal with this result and with no other."""
    check([*events, result])
    for field in ("winners", "points", "hands"):
        with pytest.raises(RefereeError):
            check([*events, {**result, field: [*result[field], 7]}])
    for field, other in (("reason", "tired"), ("winner", 2 if result["winner"] != 2 else None)):
        with pytest.raises(RefereeError):
            check([*events, {**result, field: other}])


@pytest.mark.parametrize(
    ("scoring", "points"),
    [("seed", [25 + 25 + 15 + 50, 15 + 5 + 10 + 5, 5]), ("crazy", [2 + 50 + 1 + 50, 2 + 10 + 10 + 7, 3]),
     ("openspiel", [2 + 50 + 10 + 50, 2 + 10 + 10 + 7, 3])],
)  # fmt: skip
def test_scorings(scoring: str, points: list[int]) -> None:
    """A round that the only turn allowed ends."""
    hands = [LEFT[0], LEFT[1], ["3S", "5C", "6C", "9C"]]
    left = [LEFT[0], LEFT[1], ["3S", "6C", "9C"]]
    more = {"seed": 10, "crazy": 15, "openspiel": 15}[scoring]
    events = [
        {**deal(hands, scoring=scoring, stall_turns=1), "rotation": 1, "dealer": 1, "first": 2},
        *put(2, "5C"),
    ]
    sums = [*points[:2], points[2] + more]
    refuse_other_results(events, end(left, sums, reason="stalled", winners=[sums.index(min(sums))]))


@pytest.mark.parametrize(
    ("events", "result"),
    [
        # E12: out with any card; a last attack is drawn before counting, with the sum that was passed on
        ([deal(ONE), *put(0, "5C")], end([[], ["7C"], ["9D"]], [0, 5, 5], 0)),
        ([deal([["8H"], *ONE[1:]]), *put(0, "8H")], end([[], ["7C"], ["9D"]], [0, 5, 5], 0)),
        ([deal([["2C"], *ONE[1:]]), *put(0, "2C"), draw(1, "6D", "KS", why="attack")],
         end([[], ["6D", "7C", "KS"], ["9D"]], [0, 20, 5], 0)),
        ([deal([["2C"], *ONE[1:]], last_attack=False), *put(0, "2C")], end([[], *ONE[1:]], [0, 5, 5], 0)),
        ([deal([["2C"], *ONE[1:]], specials=False), *put(0, "2C")], end([[], *ONE[1:]], [0, 5, 5], 0)),
        ([deal([["2C", "KD"], ["2S", "6S"], ["2D", "7C"]], stack="same", carte_cards=0), *put(0, "2C"),
         *put(1, "2S"),
          *put(2, "2D"), turn(0), draw(0, "3S", "3H", "3D", "3C", "4S", "4H", "4D", "5S", why="attack"),
          skip(0),
          turn(1), draw(1, "5D"), play(1, "5D"), turn(2), draw(2, "6D"), play(2, "6D"), *put(0, "KD"),
          turn(1), draw(1, "QD"), play(1, "QD"), turn(2), draw(2, "7D"), play(2, "7D"), *put(0, "3D"),
          turn(1), draw(1, "9D"), play(1, "9D"), turn(2), draw(2, "10D"), play(2, "10D"), *put(0, "4D"),
          turn(1), draw(1, "JD"), play(1, "JD"), skip(2), turn(0), draw(0, "JS"), play(0, "JS"), skip(1),
          turn(2), draw(2, "AC"), pass_turn(2), *put(0, "4S"), *put(1, "6S")],
         end([["3S", "3H", "3C", "4H", "5S"], [], ["7C", "AC"]], [25, 0, 20], 1)),
        ([deal([["2C"], ["2S"], ["9D"]], stack="same"), *put(0, "2C"), draw(1, "6D", "KS", why="attack")],
         end([[], ["2S", "6D", "KS"], ["9D"]], [0, 40, 5], 0)),
        # E15: the last turn, the last card allowed; ties share
        ([deal(stall_turns=1), *put(0, "5C")],
         end([HANDS[0][1:], *HANDS[1:]], [45, 45, 75], reason="stalled", winners=[0, 1])),
        ([deal(plays_max=1), *put(0, "8H")],
         end([["5C", "JC", "KD"], *HANDS[1:]], [25, 45, 75], reason="stalled", winners=[0])),
        ([deal(ONE, plays_max=1), *put(0, "5C")], end([[], ["7C"], ["9D"]], [0, 5, 5], 0)),
    ],
)  # fmt: skip
def test_results(events: list[Event], result: Event) -> None:
    refuse_other_results(events, result)


def test_a_last_attack_adds_to_the_sum_passed_on() -> None:
    hands = [["2C"], ["2S"], ["9D"]]
    events = [deal(hands, top="2H", first_card="acts", stack="same"), *put(0, "2C")]
    drawn = ("6D", "KS", "3S", "3H")
    check([*events, draw(1, *drawn, why="attack"), end([[], ["2S", *drawn], ["9D"]], [0, 50, 5], 0)])
    with pytest.raises(RefereeError, match="E12, event 3: 4 cards are to be drawn"):
        check([*events, draw(1, *drawn[:2], why="attack")])


BIG = [list(CARDS[:25]), list(CARDS[25:50])]
"""Two hands of all cards but the last two kings: one lies open, the other is the whole draw pile."""
TOP, LAST = "KD", "KC"


def big(top: str = TOP, **changes: Any) -> Event:
    """Two players hold 25 cards each, and may draw although they can play."""
    return deal(BIG, top=top, hand_cards=25, **{"jokers": 0, "voluntary_draw": True, **changes})


def test_reshuffle_comes_at_once() -> None:
    """KC is the last card of the pile; the discards follow it when it is drawn, and again after each play."""
    start = [big(), turn(0), play(0, "3D")]
    drawn = [*start, turn(1), draw(1, LAST, why="wants")]
    for legal in (
        [*drawn, reshuffle(1), pass_turn(1), turn(0), draw(0, TOP, why="wants")],
        [*start[:1], turn(0), draw(0, LAST, why="wants"), play(0, LAST), reshuffle(1), turn(1)],
    ):
        with pytest.raises(RefereeError, match="stops before the end"):
            check(legal)


@pytest.mark.parametrize(
    ("rule", "events"),
    [
        ("E10", [big(), turn(0), play(0, "3D"), turn(1), draw(1, LAST, why="wants"), pass_turn(1)]),
        ("E10", [big(), turn(0), play(0, "3D"), turn(1), draw(1, LAST, why="wants"), reshuffle(2)]),
        ("E10", [big(reshuffle=False), turn(0), play(0, "3D"), turn(1), draw(1, LAST, why="wants"),
         reshuffle(1)]),
        ("E10", [big(), turn(0), draw(0, LAST, why="wants"), play(0, LAST), turn(1)]),
        ("E10", [big(), turn(0), draw(0, LAST, why="wants"), reshuffle(0)]),
        ("E1", [big(), turn(0), play(0, "3D"), turn(1), draw(1, LAST, why="wants"), reshuffle(1),
         pass_turn(1),
                turn(0), draw(0, LAST, why="wants")]),
        ("E9", [big(draw_cards=2), turn(0), play(0, "3D"), turn(1), draw(1, LAST, why="wants"), reshuffle(1),
                pass_turn(1)]),
        ("E9", [big(reshuffle=False, draw_cards=2), turn(0), draw(0, LAST, why="wants"),
         draw(0, TOP, why="wants")]),
    ],
)  # fmt: skip
def test_reshuffle_refused(rule: str, events: list[Event]) -> None:
    with pytest.raises(RefereeError) as raised:
        check(events)
    assert (raised.value.rule, raised.value.index) == (rule, len(events) - 1), str(raised.value)


def test_a_draw_in_two_parts() -> None:
    """Two cards are drawn, one before and one after the reshuffle."""
    events = [
        big(draw_cards=2), turn(0), play(0, "3D"),
        turn(1), draw(1, LAST, why="wants"), reshuffle(1), draw(1, TOP, why="wants"), play(1, TOP),
        reshuffle(1),
    ]  # fmt: skip
    with pytest.raises(RefereeError, match="stops before the end"):
        check([*events, turn(0)])


@pytest.mark.parametrize("extra", [0, 1])
def test_blocked(extra: int) -> None:
    """The pile is empty, and all pass although they can play; the rules may ask for one more pass."""
    events = [big(reshuffle=False, play_drawn="anew", blocked_extra=extra), turn(0),
     draw(0, LAST, why="wants"),
              pass_turn(0), turn(1), pass_turn(1)]  # fmt: skip
    hands = [[*BIG[0], LAST], BIG[1]]
    value = {"A": 15, "2": 15, "8": 25, "J": 10, "Q": 10, "K": 10}
    points = [sum(25 if card == "2S" else value.get(card[:-1], 5) for card in hand) for hand in hands]
    result = end(hands, points, reason="blocked", winners=[points.index(min(points))])
    if extra:
        with pytest.raises(RefereeError, match="E10, event 6: the round does not end blocked"):
            check([*events, result])
        events += [turn(0), pass_turn(0)]
    refuse_other_results(events, result)
    with pytest.raises(RefereeError):
        check([*events, turn(1 - extra)])


def test_a_play_ends_a_row_of_passes() -> None:
    start = [big(reshuffle=False, play_drawn="anew"), turn(0), draw(0, LAST, why="wants"), pass_turn(0)]
    legal = [*start, turn(1), play(1, "KH"), turn(0), pass_turn(0), turn(1)]
    with pytest.raises(RefereeError, match="stops before the end"):
        check(legal)


def match_round(hand: int, points_left: list[str], **changes: Any) -> list[Event]:
    """A round of a match between two players; the beginner goes out at once, the other keeps these cards."""
    first = hand % 2
    hands = [[], []]
    hands[first], hands[1 - first] = ["5C"], list(points_left)
    event = deal(hands, hand_cards=1, match_points=60, **changes)
    event = {**event, "hand": hand, "first": first, "dealer": 1 - first}
    points = [0, 0]
    points[1 - first] = 50 if points_left == ["X1"] else 10
    left = [list(one) for one in hands]
    left[first] = []
    return [event, turn(first), play(first, "5C"), end(left, points, first)]


def test_match() -> None:
    rounds = [match_round(0, ["KD"]), match_round(1, ["X1"]), match_round(2, ["X1"])]
    legal = [*rounds[0], *rounds[1], *rounds[2], {"e": "match", "totals": [50, 60], "winners": [0]}]
    check(legal)
    for wrong in (
        [*legal[:-1], {"e": "match", "totals": [50, 60], "winners": [1]}],
        [*legal[:-1], {"e": "match", "totals": [60, 50], "winners": [0]}],
        [*rounds[0], {"e": "match", "totals": [0, 10], "winners": [0]}],
        [*legal[:-1], *match_round(3, ["KD"])],
        [*rounds[0], *rounds[0]],
        [*rounds[0], {**rounds[1][0], "dealer": 1, "first": 0}],
        [*rounds[0], *match_round(1, ["X1"], attack_joker=4)],
        rounds[0],
    ):
        with pytest.raises(RefereeError):
            check(wrong)
