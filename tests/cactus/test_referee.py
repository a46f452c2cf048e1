"""The referee accepts scripted legal games, and refuses each kind of illegal event under the rule it breaks."""

from typing import Any

import pytest

from tests.cactus.referee import Referee, RefereeError, check
from tests.cactus.round import Event
from tests.cactus.script import (
    HANDS,
    call,
    deal,
    discard,
    draw,
    end,
    exchange,
    forget,
    give,
    give_back,
    idle,
    late,
    look,
    peek,
    penalty,
    reshuffle,
    swap,
    swap_many,
    take,
    throw,
    turn,
)  # fmt: skip

PAIRS = [["7H", "7S", "3D", "QC"], ["7D", "2C", "JD", "9S"], ["5S", "10D", "KH", "4C"]]
SMALL = [["AS"], ["2S"], ["3S"]]

GAME: list[Event] = [
    deal(),
    throw(2, 0, "5S", True),
    turn(0), draw(0, "8C"), peek(0, 3, "QC"), discard(0, "8C"),
    turn(1), draw(1, "KC"), swap(1, 2, "KC", "JD"), throw(0, 3, "QC", False), penalty(0, [3], ["AS"]),
    turn(2), take(2, 1, "QC", "10D"),
    turn(0, 2), draw(0, "KD"), swap(0, 0, "KD", "7H"),
    *idle(1, "6D", 2),
    turn(2, 2), draw(2, "4D"), swap(2, 1, "4D", "QC"),
    turn(0, 3), call(0),
    *idle(1, "9C", 3), throw(1, 3, "9S", True),
    *idle(2, "10C", 3),
    end([["KD", "KS", "3D", "AS"], ["AH", "2C", "KC", None], [None, "4D", "KH", "4C"]], [4, 3, 8], [1], 0),
]  # fmt: skip


def accepted(*events: Event) -> Referee:
    """The referee after the beginning of a legal game."""
    referee = Referee()
    for event in events:
        referee.see(event)
    return referee


def refused(rule: str, *events: Event) -> None:
    """The last event is refused under a rule, what comes before is accepted."""
    referee = accepted(*events[:-1])
    with pytest.raises(RefereeError) as caught:
        referee.see(events[-1])
    assert (caught.value.rule, caught.value.index) == (rule, len(events) - 1), str(caught.value)


def called(*before: Event, **changes: Any) -> list[Event]:
    """Player 0 has called on the first turn."""
    return [deal(**{"call_under": 0, **changes}), *before, turn(0), call(0)]


def test_a_whole_game() -> None:
    check(GAME)


def test_an_unfinished_game_is_refused() -> None:
    with pytest.raises(RefereeError, match="stops before the end"):
        check(GAME[:-1])


def test_error_names_rule_and_event() -> None:
    with pytest.raises(RefereeError, match=r"^C5, event 2: the next turn is of player 0"):
        accepted(*GAME[:2], turn(1))


@pytest.mark.parametrize(
    ("rule", "events"),
    [
        # C1: cards and their points
        ("C1", [deal([["7H", "7H", "3D", "QC"], *HANDS[1:]])]),
        ("C1", [deal([["X1", "KS", "3D", "QC"], *HANDS[1:]])]),
        ("C1", [deal(), turn(0), draw(0, "KS")]),
        ("C1", [deal(), *idle(0, "9C"), turn(1), draw(1, "9C")]),
        ("C1", [deal(packs=2), *idle(0, "9C"), *idle(1, "9C"), turn(2), draw(2, "9C")]),
        ("C1", [*GAME[:-1], {**GAME[-1], "totals": [4, 3, 9]}]),
        # C2, C3, C4: players, hands, cards looked at
        ("C2", [deal(players_min=4)]),
        ("C2", [deal(players_max=2)]),
        ("C3", [deal([["7H", "KS", "3D"], *HANDS[1:]])]),
        ("C2", [{**deal(), "line_up": ["random"]}]),
        ("C3", [{**deal(), "hands": HANDS[:2]}]),
        ("C3", [deal(discard=None)]),
        ("C3", [deal(discard_start=False)]),
        ("C4", [{**deal(), "seen": [[0, 1], [0, 1], [1, 2]]}]),
        ("C4", [{**deal(looked_at=0), "seen": [[0], [], []]}]),
        # C5: turn order
        ("C5", [{**deal(), "first": 1}]),
        ("C5", [{**deal(), "rotation": 1}]),
        ("C5", [{**deal(), "rotation": 3}]),
        ("C5", [deal(), turn(1)]),
        ("C5", [deal(), *idle(0, "9C"), turn(2)]),
        ("C5", [deal(), *idle(0, "9C"), turn(1, 2)]),
        # C6: the turn
        ("C6", [deal(), turn(0), turn(1)]),
        ("C6", [deal(), turn(0), draw(1, "9C")]),
        ("C6", [deal(), turn(0), draw(0, "9C"), draw(0, "9D")]),
        ("C6", [deal(), turn(0), draw(0, "9C"), turn(1)]),
        ("C6", [deal(), turn(0), discard(0, "5C")]),
        ("C6", [deal(), turn(0), draw(0, "9C"), discard(0, "9D")]),
        ("C6", [deal(), turn(0), draw(0, "9C"), swap(0, 0, "9D", "7H")]),
        ("C6", [deal(), turn(0), draw(0, "9C"), swap(0, 0, "9C", "KS")]),
        ("C6", [deal(), turn(0), draw(0, "9C"), swap(0, 4, "9C", "KS")]),
        ("C6", [deal(), turn(0), swap(0, 0, "5C", "7H")]),
        ("C6", [deal(), turn(0), draw(0, "9C"), take(0, 0, "5C", "7H")]),
        ("C6", [deal(), turn(0), take(1, 0, "5C", "AH")]),
        ("C6", [deal(), turn(0), take(0, 0, "9C", "7H")]),
        ("C6", [deal(), turn(0), take(0, 0, "5C", "KS")]),
        ("C6", [deal(take_discard=False), turn(0), take(0, 0, "5C", "7H")]),
        ("C6", [deal(discard=None, discard_start=False), turn(0), take(0, 0, "5C", "7H")]),
        ("C6", [deal(), throw(0, 1, "KS", False), penalty(0, [1], ["6S"]), turn(0), take(0, 0, "5C", "7H")]),
        # C7: powers
        ("C7", [deal(), turn(0), draw(0, "9C"), peek(0, 3, "QC")]),
        ("C7", [deal(), turn(0), peek(0, 3, "QC")]),
        ("C7", [deal(), turn(0), draw(0, "8C"), peek(1, 3, "9S")]),
        ("C7", [deal(), turn(0), draw(0, "8C"), peek(0, 3, "QD")]),
        ("C7", [deal(), turn(0), draw(0, "8C"), peek(0, 4, "QC")]),
        ("C7", [deal(), turn(0), draw(0, "8C"), peek(0, 3, "QC"), peek(0, 2, "3D")]),
        ("C7", [deal(), turn(0), draw(0, "8C"), look(0, 1, 3, "9S")]),
        ("C7", [deal(), turn(0), draw(0, "8C"), swap(0, 0, "8C", "7H")]),
        ("C7", [deal(power_card_kept=True), turn(0), draw(0, "8C"), peek(0, 3, "QC"), swap(0, 0, "8C", "7H")]),
        ("C7", [deal(), turn(0), draw(0, "8C"), discard(0, "8C"), peek(0, 3, "QC")]),
        ("C7", [deal(discard="8C", power_when="any_discard"), peek(0, 3, "QC")]),
        ("C7", [deal(), turn(0), take(0, 0, "5C", "7H"), peek(0, 3, "QC")]),
        ("C7", [deal(power_7="peek_own"), turn(0), take(0, 0, "5C", "7H"), peek(0, 3, "QC")]),
        ("C7", [deal(power_5="peek_own", power_when="turn_discard"), throw(2, 0, "5S", True), peek(2, 3, "4C")]),
        ("C7", [deal(power_7="peek_own", power_when="any_discard"), throw(0, 0, "7H", False),
                penalty(0, [0], ["6S"]), peek(0, 3, "QC")]),
        ("C7", [deal(power_9="look_other"), turn(0), draw(0, "9C"), look(0, 0, 3, "QC")]),
        ("C7", [deal(power_9="look_other"), turn(0), draw(0, "9C"), look(0, 1, 3, "9D")]),
        ("C7", [deal(power_9="look_other"), turn(0), draw(0, "9C"), exchange(0, 3, 1, 0)]),
        ("C7", [deal(power_9="look_other"), turn(0), draw(0, "9C"), look(0, 1, 3, "9S"), exchange(0, 3, 1, 3)]),
        ("C7", [deal(power_9="swap_blind"), turn(0), draw(0, "9C"), exchange(0, 3, 0, 1)]),
        ("C7", [deal(power_9="swap_blind"), turn(0), draw(0, "9C"), exchange(0, 3, 1, 0, 2)]),
        ("C7", [deal(power_9="swap_blind"), turn(0), draw(0, "9C"), exchange(0, 4, 1, 0)]),
        ("C7", [deal(power_9="swap_any"), turn(0), draw(0, "9C"), exchange(0, 3, 0, 3)]),
        ("C7", [deal(power_9="swap_any"), turn(0), draw(0, "9C"), exchange(0, 3, 1, 0, 0)]),
        ("C7", [deal(power_9="look_swap"), turn(0), draw(0, "9C"), exchange(0, 3, 1, 0)]),
        ("C7", [deal(power_9="look_swap"), turn(0), draw(0, "9C"), look(0, 1, 3, "9S"), exchange(0, 3, 1, 0)]),
        ("C7", [deal(power_9="look_swap"), turn(0), draw(0, "9C"), look(0, 1, 3, "9S"), look(0, 1, 0, "AH")]),
        ("C7", [deal(power_9="look_swap"), turn(0), draw(0, "9C"), look(0, 0, 3, "QC"), exchange(0, 3, 0, 0)]),
        ("C7", [deal(power_9="give"), turn(0), draw(0, "9C"), give(0, 3, 0, 4)]),
        ("C7", [deal(power_9="give"), turn(0), draw(0, "9C"), give(0, 3, 1, 0)]),
        ("C7", [deal(power_9="give"), turn(0), draw(0, "9C"), give(0, 3, 1, 5)]),
        ("C7", [deal(PAIRS), turn(0), draw(0, "9C"), swap_many(0, [0, 1], "9C", ["7H", "7S"], True, 0)]),
        ("C7", [deal(PAIRS, multi_swap=True), turn(0), draw(0, "9C"), swap_many(0, [0], "9C", ["7H"], True, 0)]),
        ("C7", [deal(PAIRS, multi_swap=True), turn(0), draw(0, "9C"),
                swap_many(0, [1, 0], "9C", ["7S", "7H"], True, 0)]),
        ("C7", [deal(PAIRS, multi_swap=True), turn(0), draw(0, "9C"),
                swap_many(0, [0, 1], "9C", ["7H", "7S"], True, 1)]),
        ("C7", [deal(PAIRS, multi_swap=True), turn(0), draw(0, "9C"),
                swap_many(0, [0, 2], "9C", ["7H", "3D"], True, 0)]),
        ("C7", [deal(PAIRS, multi_swap=True), turn(0), draw(0, "9C"),
                swap_many(0, [0, 2], "9C", ["7H", "3D"], False, 0)]),
        ("C7", [deal(PAIRS, multi_swap=True), turn(0), draw(0, "9C"),
                swap_many(0, [0, 1], "9C", ["7H", "7D"], True, 0)]),
        ("C7", [deal(PAIRS, multi_swap=True), turn(0), draw(0, "9C"),
                swap_many(0, [0, 1], "9C", ["7H", "7S"], False, 0)]),
        ("C7", [deal(power_9="look_other"), turn(0), draw(0, "9C"), look(0, 3, 0, "KC")]),
        ("C7", [deal(power_9="swap_any"), turn(0), draw(0, "9C"), exchange(0, 3, 3, 0)]),
        ("C7", [deal(PAIRS, multi_swap=True), turn(0), draw(0, "8C"),
                swap_many(0, [0, 1], "8C", ["7H", "7S"], True, 0)]),
        # C8: throws
        ("C8", [deal(throw="none"), throw(2, 0, "5S", True)]),
        ("C8", [deal(throw_on_start=False), throw(2, 0, "5S", True)]),
        ("C8", [deal(), throw(2, 0, "5S", False)]),
        ("C8", [deal(), throw(2, 1, "5S", True)]),
        ("C8", [deal(), throw(2, 0, "5S", True), throw(2, 0, "5S", True)]),
        ("C8", [deal(), turn(0), throw(2, 0, "5S", True)]),
        ("C8", [deal(), turn(0), draw(0, "9C"), throw(2, 0, "5S", True)]),
        ("C8", [deal(), throw(0, 0, "7H", False), penalty(0, [0], ["6S"]), throw(0, 1, "KS", False)]),
        ("C8", [deal(wrong_card="returns"), throw(0, 0, "7H", False), give_back(0, 0), penalty(0, [4], ["6S"]),
                throw(0, 1, "KS", False)]),
        ("C8", [deal(throw_who="first"), throw(2, 0, "5S", True), throw(1, 3, "9S", False)]),
        ("C8", [deal(throw_who="first"), late(1, 3)]),
        ("C8", [deal(throw_who="first"), throw(2, 0, "5S", True), late(2, 1)]),
        ("C8", [deal(throw_who="first"), throw(2, 0, "5S", True), late(1, 3), late(1, 2)]),
        ("C8", [deal(throw_who="first"), throw(2, 0, "5S", True), late(1, 4)]),
        ("C8", [deal(), throw(2, 0, "5S", True), late(1, 3)]),
        ("C8", [deal(throw="any", throw_who="first"), throw(2, 0, "5S", True), late(1, 4, 2)]),
        ("C11", [deal(throw_who="first"), throw(2, 0, "5S", True), late(1, 1, 2)]),
        # C9: wrong throws
        ("C9", [deal(), throw(0, 0, "7H", True)]),
        ("C9", [deal(), throw(0, 0, "7H", False), penalty(0, [4], ["6S"])]),
        ("C9", [deal(), throw(0, 0, "7H", False), penalty(1, [4], ["6S"])]),
        ("C9", [deal(), throw(0, 0, "7H", False), penalty(0, [0, 4], ["6S", "6C"])]),
        ("C9", [deal(), throw(0, 0, "7H", False), penalty(0, [0, 4], ["6S"])]),
        ("C9", [deal(penalty_cards=2), throw(0, 0, "7H", False), penalty(0, [0], ["6S"])]),
        ("C9", [deal(penalty_cards=2), throw(0, 0, "7H", False), penalty(0, [0, 5], ["6S", "6C"])]),
        ("C6", [deal(), throw(0, 0, "7H", False), turn(0)]),
        ("C8", [deal(), throw(0, 0, "7H", False), throw(1, 0, "AH", False)]),
        ("C9", [deal(), throw(0, 0, "7H", False), give_back(0, 0)]),
        ("C9", [deal(penalty_cards=0), throw(0, 0, "7H", False), penalty(0, [0], ["6S"])]),
        ("C9", [deal(wrong_card="returns"), throw(0, 0, "7H", False), penalty(0, [4], ["6S"])]),
        ("C9", [deal(wrong_card="returns"), throw(0, 0, "7H", False), give_back(0, 1)]),
        ("C9", [deal(wrong_card="returns"), throw(0, 0, "7H", False), give_back(1, 0)]),
        ("C9", [deal(wrong_card="returns"), throw(0, 0, "7H", False), give_back(0, 0), penalty(0, [0], ["6S"])]),
        ("C1", [deal(), throw(0, 0, "7H", False), penalty(0, [0], ["AH"])]),
        # C10: a limit to wrong throws
        ("C10", [deal(wrong_throws_max=1), throw(0, 0, "7H", False), penalty(0, [0], ["6S"]),
                 throw(1, 0, "AH", False), penalty(1, [0], ["6D"]), throw(0, 1, "KS", False)]),
        ("C10", [deal(wrong_throws_max=1), throw(0, 1, "KS", False), penalty(0, [1], ["6S"]),
                 turn(0), draw(0, "3C"), discard(0, "3C"), throw(0, 2, "3D", True)]),
        # C11: cards of others
        ("C11", [deal(), throw(0, 0, "5S", True, 2)]),
        ("C11", [deal(throw="any"), throw(2, 0, "5S", True, 2)]),
        ("C8", [deal(throw="any"), throw(0, 1, "5S", True, 2)]),
        ("C6", [deal(throw="any"), throw(0, 0, "5S", True, 2), turn(0)]),
        ("C11", [deal(throw="any"), throw(0, 0, "5S", True, 2), give(1, 3, 2, 0)]),
        ("C11", [deal(throw="any"), throw(0, 0, "5S", True, 2), give(0, 3, 1, 0)]),
        ("C11", [deal(throw="any"), throw(0, 0, "5S", True, 2), give(0, 3, 2, 4)]),
        ("C11", [deal(throw="any"), throw(0, 0, "5S", True, 2), give(0, 4, 2, 0)]),
        ("C9", [deal(throw="any"), throw(0, 1, "10D", False, 2), penalty(0, [4], ["6S"])]),
        ("C8", [deal(throw="any"), throw(0, 0, "5S", True, 3)]),
        ("C11", [deal(throw="any"), throw(0, 1, "10D", False, 2), give_back(0, 1)]),
        ("C11", [deal(throw="any"), throw(0, 1, "10D", False, 2), give_back(0, 1, 1)]),
        ("C11", [deal(wrong_card="returns"), throw(0, 0, "7H", False), give_back(0, 0, 0)]),
        ("C9", [deal(throw="any"), throw(0, 1, "10D", False, 2), give_back(0, 1, 2), penalty(0, [1], ["6S"])]),
        # C12: the call
        ("C12", [deal(), turn(0), call(0)]),
        ("C12", [deal(), call(0)]),
        ("C12", [deal(call_under=0), turn(0), call(1)]),
        ("C12", [deal(call_under=3), *idle(0, "9C"), turn(1), call(1)]),
        ("C12", [deal(call_under=0), *idle(0, "9C"), call(0)]),
        ("C12", [deal(call_under=0, call_time="after"), turn(0), call(0)]),
        ("C12", [deal(call_under=0, call_time="after"), call(0)]),
        ("C12", [*called(), turn(1), call(1)]),
        ("C12", [deal(call_under=0), turn(0), draw(0, "9C"), call(0)]),
        ("C12", [deal(), turn(0), take(0, 0, "5C", "7H"), *idle(1, "9C"), *idle(2, "9D"), turn(0, 2),
                 draw(0, "6C"), swap(0, 1, "6C", "KS"), *idle(1, "9H", 2), *idle(2, "10H", 2), turn(0, 3), call(0)]),
        ("C12", [*GAME[:-1], {**GAME[-1], "caller": None}]),
        # C13: after the call
        ("C6", [*called(), draw(0, "9C")]),
        ("C8", [*called(), throw(2, 0, "5S", True)]),
        ("C6", [*called(call_time="before"), turn(1)]),
        ("C13", [*GAME[:-1], turn(0, 4)]),
        ("C13", [*GAME[:-2], discard(2, "10C"), turn(0, 4)]),
        ("C13", [*called(final_turns=0), turn(1)]),
        ("C5", [*called(final_turns=2), *idle(1, "9C"), *idle(2, "9D"), turn(0, 2)]),
        ("C13", [*called(caller_throws=False), *idle(1, "7C"), throw(0, 0, "7H", True)]),
        ("C13", [*called(caller_frozen=True, power_9="look_other"), turn(1), draw(1, "9C"), look(1, 0, 0, "7H")]),
        ("C13", [*called(caller_frozen=True, power_9="swap_any"), turn(1), draw(1, "9C"), exchange(1, 0, 2, 0, 0)]),
        ("C13", [*called(caller_frozen=True, power_9="give"), turn(1), draw(1, "9C"), give(1, 0, 0, 4)]),
        ("C13", [*called(caller_frozen=True, throw="any"), *idle(1, "7C"), throw(1, 0, "7H", True, 0)]),
        ("C13", [*called(caller_frozen=True, call_time="before"), draw(0, "8C"), peek(0, 3, "QC")]),
        ("C13", [*GAME[:-1], {**GAME[-1], "hands": [["KD", "KS", "3D", "AS"], ["AH", "2C", "KC"], [None, *"abc"]]}]),
        ("C13", [*GAME[:12], {**GAME[-1], "caller": None}]),
        # C14, C15: winners, royal hands, emptied hands
        ("C14", [*GAME[:-1], {**GAME[-1], "winners": [0]}]),
        ("C14", [*GAME[:-1], {**GAME[-1], "winners": [0, 1]}]),
        ("C15", [*GAME[:-1], {**GAME[-1], "royal": [1]}]),
        ("C15", [deal(SMALL, "AD", hand_cards=1, looked_at=1, empty_hand="ends"), throw(0, 0, "AS", True), turn(0)]),
        ("C15", [deal(SMALL, "AD", hand_cards=1, looked_at=1, empty_hand="calls"), throw(0, 0, "AS", True), turn(0)]),
        ("C15", [deal(SMALL, "AD", hand_cards=1, looked_at=1, empty_hand="calls"), throw(0, 0, "AS", True), call(1)]),
        ("C12", [deal(SMALL, "AD", hand_cards=1, looked_at=1), throw(0, 0, "AS", True), call(0)]),
        ("C15", [deal(SMALL, "AD", hand_cards=1, looked_at=1), throw(0, 0, "AS", True),
                 end([[None], ["2S"], ["3S"]], [0, 2, 3], [0], reason="empty", royal=[0])]),
        # C16, C17: an empty pile, a round without end
        ("C16", [deal(), turn(0), reshuffle(1)]),
        ("C16", [deal(), *idle(0, "9C"), turn(1), reshuffle(1)]),
        ("C16", [deal(), turn(0), end(HANDS, [20, 22, 19], [2], reason="stock")]),
        ("C17", [deal(stall_rounds=1), *idle(0, "9C"), *idle(1, "9D"), *idle(2, "9H"), turn(0, 2)]),
        ("C17", [deal(stall_rounds=1), *idle(0, "9C"), *idle(1, "9D"),
                 end(HANDS, [20, 22, 19], [2], reason="stalled")]),
        # C18: points
        ("C18", [*GAME[:-1], {**GAME[-1], "points": [4, 3, 0]}]),
        # memory, format
        ("memory", [deal(), *idle(0, "9C"), forget(0, 2)]),
        ("memory", [deal(), *idle(0, "9C"), forget(1, 0)]),
        ("memory", [deal(), turn(0), forget(0, 0)]),
        ("memory", [deal(), *idle(0, "9C"), forget(0, 0), forget(0, 0)]),
        ("C8", [deal(), *idle(0, "9C"), forget(0, 0), throw(1, 3, "9S", True)]),
        ("trace", [{"player": 0}]),
        ("trace", [{**deal(), "game": "eights"}]),
        ("trace", [{name: value for name, value in deal().items() if name != "seed"}]),
        ("trace", [{**deal(), "rules": {"packs": 1}}]),
        ("trace", [deal(), turn(True)]),
        ("trace", [deal(), throw(0, 0, "7H", False), penalty(0, [-1], ["6S"])]),
        ("trace", [*GAME, deal()]),
        ("trace", [deal(), turn(3)]),
        ("trace", [deal(), turn(0), {"e": "draw", "player": 0}]),
        ("trace", [deal(), turn(0), {**draw(0, "9C"), "slot": 1}]),
        ("trace", [deal(), turn(0), draw(0, "1C")]),
        ("trace", [deal(), turn(0), {"e": "dance", "player": 0}]),
        ("trace", [deal(), deal()]),
        ("trace", [turn(0)]),
        ("trace", [*GAME, turn(0)]),
    ],
)  # fmt: skip
def test_refused(rule: str, events: list[Event]) -> None:
    refused(rule, *events)
