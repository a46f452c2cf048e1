"""C9 to C11 in the kernel: wrong throws and their penalty, throws on purpose, cards of others thrown."""

from itertools import pairwise
from typing import Any

import pytest

from cactus_sim.errors import StrategyError
from tests.cactus.house import rank
from tests.cactus.playing import Table, only, turns_of
from tests.cactus.referee import check
from tests.cactus.scripted import script

IDLE = script()
AT_START: dict[str, Any] = {"throws_in": 0}
ALL_KNOWN: dict[str, Any] = {"looked_at": 4, "stall_rounds": 1}


@pytest.mark.parametrize("penalty_cards", [0, 1, 2, 3])
@pytest.mark.parametrize("wrong_card", ["stays", "returns"])
def test_c09_penalty(penalty_cards: int, wrong_card: str) -> None:
    """The penalty comes unseen, into the emptied slot and new ones."""
    told = [script(throws="slot", a=1, **AT_START), IDLE, IDLE]
    table = Table(told, penalty_cards=penalty_cards, wrong_card=wrong_card, stall_rounds=1, looked_at=4)
    found = 0
    for events in table.traces(10):
        hand, start = events[0]["hands"][0], turns_of(events)[0]
        wrong = start[0]
        assert (wrong["slot"], wrong["card"]) == (1, hand[1])
        if wrong["match"]:
            assert len(start) == 1
            continue
        row: list[str | None] = list(hand)
        assert only(start, "return") == ([{"e": "return", "player": 0, "slot": 1}] if wrong_card == "returns" else [])
        slots = ([4, 5, 6] if wrong_card == "returns" else [1, 4, 5])[:penalty_cards]
        if wrong_card == "stays":
            row[1] = None
        penalties = only(start, "penalty")
        assert [event["slots"] for event in penalties] == ([slots] if slots else [])
        for slot, card in zip(slots, penalties[0]["cards"] if slots else [], strict=True):
            row += [None] * (slot + 1 - len(row))
            row[slot] = card
        assert events[-1]["hands"][0] == row
        found += 1
    assert found > 5


def test_c09_a_penalty_card_is_not_seen_by_its_player() -> None:
    """A kamikaze throws all that it knows to be equal, or bad; never an unseen penalty card, though it be equal."""
    table = Table(["kamikaze(throw_from=5, call_at=-10)", IDLE, IDLE], looked_at=4, stall_rounds=8)
    unseen_equals = 0
    for events in table.traces(60):
        unseen: dict[int, str] = {}
        for event in events:
            if event["e"] == "penalty":
                unseen |= dict(zip(event["slots"], event["cards"], strict=True))
            if event.get("player") == 0 and event["e"] in ("take", "swap", "peek"):
                unseen.pop(event["slot"], None)
            if event["e"] == "throw":
                assert event["slot"] not in unseen
            if event["e"] == "discard":
                unseen_equals += rank(event["card"]) in map(rank, unseen.values())
    assert unseen_equals > 10


@pytest.mark.parametrize("wrong_card", ["stays", "returns"])
def test_c09_a_wrong_card_that_stays_is_a_showing_for_the_others(wrong_card: str) -> None:
    """Player 1 can throw on what player 0 threw wrongly if it stays; if it returns the top is what it was."""
    told = [script(throws="slot", **AT_START), script(throws="equal", **AT_START), script(takes=0)]
    table = Table(told, wrong_card=wrong_card, **ALL_KNOWN)
    found = 0
    for events in table.traces(80, rotation=1):
        deal, start = events[0], turns_of(events)[0]
        wrong = only(start, "throw", player=0)[0]
        hand = deal["hands"][1]
        if wrong["match"] or rank(wrong["card"]) not in map(rank, hand) or rank(deal["discard"]) in map(rank, hand):
            continue
        then = [(event["player"], rank(event["card"]), event["match"]) for event in only(start, "throw")[1:]]
        if wrong_card == "stays":
            assert then[0] == (1, rank(wrong["card"]), True)
        else:
            assert then == []
            assert only(events, "take")[0]["in"] == deal["discard"]
        found += 1
    assert found > 5


def test_c09_a_returned_card_is_seen_by_all() -> None:
    """Others, who have looked at nothing, can throw it later."""
    told = [script(throws="slot", a=2, **AT_START), script(throws="theirs"), IDLE]
    table = Table(told, wrong_card="returns", throw="any", looked_at=0, stall_rounds=4, power_8="none")
    found = 0
    for events in table.traces(30):
        check(events)
        start, *turns = turns_of(events)
        shown = None if start[0]["match"] else start[0]["card"]
        for turn in turns:
            equal = bool(shown) and rank(only(turn, "draw")[0]["card"]) == rank(str(shown))
            thrown = [(event["target"], event["slot"], event["match"]) for event in only(turn, "throw")]
            assert thrown == ([(0, 2, True)] if equal else [])
            found += equal
            shown = None if equal else shown
    assert found > 5


@pytest.mark.parametrize("wrong_throws_max", [0, 1, 2])
def test_c10_wrong_throws_on_purpose(wrong_throws_max: int) -> None:
    """Throwing wrong is legal, without limit or so often a round; an equal card that is remembered may follow."""
    told = [script(throws="wrong"), IDLE, IDLE]
    events = Table(told, wrong_throws_max=wrong_throws_max, stall_rounds=4).trace()
    wrong = [event for event in only(events, "throw") if not event["match"]]
    assert len(wrong) == (wrong_throws_max or 13)


def test_c10_an_equal_card_may_be_thrown_after_the_last_wrong_throw() -> None:
    told = ["kamikaze(throw_from=1)", "threshold", "threshold"]
    table = Table(told, wrong_throws_max=1, call_under=1, stall_rounds=6, looked_at=4)
    after = 0
    for events in table.traces(20):
        check(events, lapses=False)
        throws = only(events, "throw", player=0)
        wrong = [place for place, event in enumerate(throws) if not event["match"]]
        assert len(wrong) <= 1
        after += len(throws) - 1 - wrong[0] if wrong else 0
    assert after > 3


def test_c10_no_guess_after_the_last_wrong_throw() -> None:
    """Who has made all wrong throws may throw only a card that is remembered to be equal."""
    told = script(throws="slot", a=3)
    assert Table([told, IDLE, IDLE], wrong_throws_max=2).trace()[-1]["e"] == "end"
    with pytest.raises(StrategyError, match="'throw' answered 3"):
        Table([script(throws="slot", a=3, insists=True), IDLE, IDLE], wrong_throws_max=2).trace()


@pytest.mark.parametrize("wrong_card", ["stays", "returns"])
def test_c11_throwing_cards_of_others(wrong_card: str) -> None:
    """Right: the card is gone and the thrower gives one. Wrong: it returns, and the thrower is punished."""
    told = [script(throws="their-slot", b_of=1, b=2, gives=3, **AT_START), IDLE, IDLE]
    table = Table(told, throw="any", wrong_card=wrong_card, stall_rounds=1, penalty_cards=2, looked_at=0)
    right = wrong = 0
    for events in table.traces(120):
        hands, shown, start = events[0]["hands"], events[-1]["hands"], turns_of(events)[0]
        thrown = {"e": "throw", "player": 0, "target": 1, "slot": 2, "card": hands[1][2], "match": start[0]["match"]}
        assert start[0] == thrown
        assert thrown["match"] == (rank(hands[1][2]) == rank(events[0]["discard"]))
        if thrown["match"]:
            assert start[1] == {"e": "give", "player": 0, "slot": 3, "target": 1, "target_slot": 2}
            assert shown[1] == [*hands[1][:2], hands[0][3], hands[1][3]] or len(start) > 2
            right += 1
        else:
            assert start[1] == {"e": "return", "player": 0, "target": 1, "slot": 2}
            assert (start[2]["e"], start[2]["player"], start[2]["slots"]) == ("penalty", 0, [4, 5])
            assert len(start) == 3
            assert shown[1] == hands[1]
            wrong += 1
    assert right > 2
    assert wrong > 60


def test_c11_a_thrower_without_cards_gives_none() -> None:
    """Player 0 has one card, gives it for the first card of player 1 that it throws, and nothing for the next."""
    told = [script(throws="their-slot", b_of=1, b=0), IDLE, IDLE]
    table = Table(told, throw="any", hand_cards=1, looked_at=0, penalty_cards=0, stall_rounds=12)
    given = not_given = 0
    for events in table.traces(40):
        check(events)
        has_a_card = True
        for event, then in pairwise(events):
            if event["e"] == "throw" and event["match"]:
                assert (then["e"] == "give") == has_a_card
                given += has_a_card
                not_given += not has_a_card
                has_a_card = False
    assert given > 10
    assert not_given > 5
