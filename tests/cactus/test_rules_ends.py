"""C16 to C18 in the kernel: the pile runs out, a round stalls, the points of rounds and matches."""

from collections import Counter
from typing import Any

import pytest

from tests.cactus.house import points
from tests.cactus.playing import Table, only, turns_of
from tests.cactus.referee import check
from tests.cactus.round import Event
from tests.cactus.scripted import script

IDLE = script()
CALLER = script(calls_in=1)
AT_ONCE: dict[str, Any] = {"call_under": 0, "final_turns": 0, "throw": "none"}


@pytest.mark.parametrize("stock_out", ["reshuffle", "end"])
def test_c16_stock_out(stock_out: str) -> None:
    """An empty pile: all discards but the top are shuffled and drawn again; or the round ends and all show."""
    table = Table([IDLE] * 4, stock_out=stock_out, stall_rounds=20, throw="none")
    orders = []
    for events in table.traces(5):
        draws = [event["card"] for event in only(events, "draw")]
        left = 52 - 17
        if stock_out == "end":
            assert len(draws) == left
            assert events[-2]["e"] == "turn"
            assert (events[-1]["reason"], events[-1]["caller"]) == ("stock", None)
            assert table.count(1, events[0]["deal"], 1).of("stock_out")[0] == 1
            continue
        first = [events[0]["discard"], *draws[:left]]
        assert only(events, "reshuffle")[0]["cards"] == left
        at = events.index(only(events, "reshuffle")[0])
        assert len(only(events[:at], "draw")) == left
        again = draws[left : 2 * left]
        assert Counter(again) == Counter(first[:-1])
        orders.append([first.index(card) for card in again])
        assert len(only(events, "reshuffle")) == 2
        assert len(set(map(tuple, orders))) == len(orders)
        assert list(range(left)) not in orders


def test_c16_nothing_to_draw_ends_the_round() -> None:
    """3 cards in the pile and only the top discard beside: a penalty of 8 can't be drawn whole."""
    told = [script(throws="slot", throws_in=0), *[IDLE] * 3]
    rules: dict[str, Any] = {"hand_cards": 12, "penalty_cards": 8, "stall_rounds": 1}
    found = 0
    for events in Table(told, wrong_card="returns", **rules).traces(10):
        if not events[1]["match"]:
            assert [event["e"] for event in events] == ["deal", "throw", "return", "penalty", "end"]
            assert (len(events[3]["cards"]), events[-1]["reason"]) == (3, "stock")
            found += 1
    assert found > 5
    for events in Table(told, wrong_card="stays", **rules).traces(3):  # the first discard is drawn again, then none
        if not events[1]["match"]:
            assert [event["e"] for event in events[1:]] == ["throw", "penalty", "reshuffle", "penalty", "end"]
            assert events[4]["cards"] == [events[0]["discard"]]


@pytest.mark.parametrize("stall_rounds", [1, 3, 100])
def test_c17_stall_rounds(stall_rounds: int) -> None:
    """Idle players are stopped after so many rounds; it is counted apart, with winners as usual."""
    table = Table([IDLE] * 3, stall_rounds=stall_rounds)
    events = table.trace()
    assert [event["round"] for event in only(events, "turn")] == [n // 3 + 1 for n in range(3 * stall_rounds)]
    assert (events[-1]["reason"], events[-1]["caller"]) == ("stalled", None)
    totals = events[-1]["totals"]
    assert events[-1]["winners"] == [p for p in range(3) if totals[p] == min(totals)]
    counts = table.count(4)
    assert counts.of("stalled").tolist() == [3] * 4
    assert counts.of("called").sum() == counts.of("calls").sum() == 0
    assert counts.of("rounds").tolist() == [3 * stall_rounds] * 4


def test_c17_a_call_that_is_not_over_stalls_too() -> None:
    """A call in the last round, with final turns in the next one, which is not played."""
    events = Table([IDLE, script(calls_in=2), IDLE], stall_rounds=2, call_under=0).trace()
    assert [event["player"] for event in only(events, "turn")] == [0, 1, 2, 0, 1, 2]
    assert (events[-1]["reason"], events[-1]["caller"]) == ("stalled", 1)


def ends(deals: int, **changes: Any) -> list[Event]:
    """The ends of rounds that player 0 of three calls at once."""
    return [events[-1] for events in Table([CALLER, IDLE, IDLE], **{**AT_ONCE, **changes}).traces(deals)]


def test_c18_points_are_totals() -> None:
    assert all(end["points"] == end["totals"] for end in ends(20))


def test_c18_fail_points() -> None:
    failed = 0
    for end in ends(60, fail_points=5, cactus_max=20):
        fails = end["totals"][0] > 20
        assert end["points"] == [end["totals"][0] + 5 * fails, *end["totals"][1:]]
        failed += fails
    assert 10 < failed < 50


@pytest.mark.parametrize("cactus_max", [20, 60])
def test_c18_not_lowest_points(cactus_max: int) -> None:
    """A caller who is not lowest gets them, failed or not; one who shares the lowest total does not."""
    more = lowest_failed = 0
    for end in ends(200, not_lowest_points=10, cactus_max=cactus_max):
        not_lowest = end["totals"][0] > min(end["totals"])
        assert end["points"] == [end["totals"][0] + 10 * not_lowest, *end["totals"][1:]]
        more += not_lowest
        lowest_failed += end["totals"][0] > cactus_max and not not_lowest
    assert 100 < more < 180
    assert lowest_failed > 3 or cactus_max == 60


def test_c18_penalties_add_up() -> None:
    for end in ends(40, not_lowest_points=10, fail_points=5, cactus_max=20, caller_zero=True, winner_zero=True):
        total, lowest = end["totals"][0], min(end["totals"])
        own = 0 if 0 in end["winners"] else total + 10 * (total > lowest) + 5 * (total > 20)
        assert end["points"] == [own, *(0 if p in end["winners"] else end["totals"][p] for p in (1, 2))]


@pytest.mark.parametrize("winner_zero", [False, True])
def test_c18_winner_zero(winner_zero: bool) -> None:
    for end in ends(30, winner_zero=winner_zero, cactus_max=60):
        zero = end["winners"] if winner_zero else []
        assert end["points"] == [0 if p in zero else total for p, total in enumerate(end["totals"])]


@pytest.mark.parametrize("caller_zero", [False, True])
def test_c18_caller_zero(caller_zero: bool) -> None:
    """Only a caller who is lowest, even if tied, and has not failed."""
    zero = failed = tied = 0
    for end in ends(300, caller_zero=caller_zero, cactus_max=20, tie="others"):
        lowest = end["totals"][0] == min(end["totals"])
        scores_0 = caller_zero and lowest and end["totals"][0] <= 20
        assert end["points"] == [0 if scores_0 else end["totals"][0], *end["totals"][1:]]
        zero += scores_0
        failed += lowest and end["totals"][0] > 20
        tied += scores_0 and end["totals"].count(end["totals"][0]) > 1
    assert failed > 3
    assert (zero > 10 and tied > 0) == caller_zero


@pytest.mark.parametrize("kamikaze_hand", [0, 50])
def test_c18_kamikaze_hand(kamikaze_hand: int) -> None:
    """All cards of 12 or 13 points but those of 2 to 10: a pack in which such a hand is dealt now and then."""
    worth = {"ace": 13, "jack": 12, "queen": 12, "red_king": 13, "black_king": 13, "joker": 12}
    table = Table([CALLER, IDLE, IDLE], kamikaze_hand=kamikaze_hand, jokers=2, **worth, **AT_ONCE)
    found = near = 0
    for events in table.traces(4000):
        hands = [sorted(points(card, events[0]["rules"]) for card in hand) for hand in events[0]["hands"]]
        kamikazes = [hand == [12, 12, 13, 13] for hand in hands]
        end = events[-1]
        if kamikaze_hand and any(kamikazes):
            assert end["points"] == [0 if kamikaze else 50 for kamikaze in kamikazes]
        else:
            assert end["points"] == end["totals"]
        found += any(kamikazes)
        near += any(sum(hand) == 50 or hand[1:] == [12, 13, 13] for hand in hands) and not any(kamikazes)
    assert found > 3
    assert near > 3


def test_c18_a_kamikaze_hand_has_four_cards() -> None:
    """With a fifth card, be it worth nothing, it is none."""
    worth = {"ace": 0, "jack": 12, "queen": 12, "red_king": 13, "black_king": 13}
    table = Table([CALLER, IDLE, IDLE], kamikaze_hand=50, hand_cards=5, **worth, **AT_ONCE)
    found = 0
    for events in table.traces(2500):
        hands = [Counter(points(card, events[0]["rules"]) for card in hand) for hand in events[0]["hands"]]
        found += any(hand[12] == hand[13] == 2 for hand in hands)
        assert events[-1]["points"] == events[-1]["totals"]
    assert found > 3


def rounds_and_match(deal: int, bounce: str, match_points: int, **changes: Any) -> tuple[list[list[int]], Event]:
    """The points of each round of a match, and how it ends."""
    table = Table([CALLER, IDLE, IDLE], bounce=bounce, match_points=match_points, **{**AT_ONCE, **changes})
    events = table.trace(deal, unit="match")
    assert [event["hand"] for event in only(events, "deal")] == list(range(len(only(events, "end"))))
    return [event["points"] for event in only(events, "end")], events[-1]


@pytest.mark.parametrize("match_points", [1, 60, 100])
def test_c18_match(match_points: int) -> None:
    """Points add up until a player has reached match_points; the lowest total wins; every round is dealt anew."""
    lengths = set()
    for deal in range(20):
        points_of_rounds, match = rounds_and_match(deal, "never", match_points)
        totals = [sum(column) for column in zip(*points_of_rounds, strict=True)]
        assert match == {
            "e": "match", "totals": totals, "winners": [p for p in range(3) if totals[p] == min(totals)],
        }  # fmt: skip
        before = [sum(column) for column in zip(*points_of_rounds[:-1], strict=True)]
        assert max(totals) >= match_points
        assert not before or max(before) < match_points
        lengths.add(len(points_of_rounds))
    assert (len(lengths) > 1) == (match_points > 1)


def test_c18_a_match_deals_anew_and_the_beginner_moves_on() -> None:
    table = Table([CALLER] * 3, match_points=200, **AT_ONCE)
    for rotation in range(3):
        deals = only(table.trace(rotation=rotation, unit="match"), "deal")
        assert [deal["first"] for deal in deals] == [(hand - rotation) % 3 for hand in range(len(deals))]
        assert len({str(deal["hands"]) for deal in deals}) == len(deals) > 5


@pytest.mark.parametrize("bounce", ["never", "once", "always"])
def test_c18_bounce(bounce: str) -> None:
    """One card each, matches to 10: a total of exactly 10 falls to 5, once for each player or always."""
    falls = again = 0
    for deal in range(300):
        points_of_rounds, match = rounds_and_match(deal, bounce, 10, hand_cards=1, looked_at=1)
        totals, fallen = [0] * 3, [0] * 3
        for place, row in enumerate(points_of_rounds):
            for p in range(3):
                totals[p] += row[p]
                if totals[p] == 10 and (bounce == "always" or (bounce == "once" and not fallen[p])):
                    totals[p], fallen[p] = 5, fallen[p] + 1
            assert (max(totals) >= 10) == (place == len(points_of_rounds) - 1)
        assert match["totals"] == totals
        assert match["winners"] == [p for p in range(3) if totals[p] == min(totals)]
        falls += sum(fallen)
        again += max(fallen) > 1
    assert (falls > 50) == (bounce != "never")
    assert (again > 3) == (bounce == "always")


def test_c18_the_share_of_a_match_goes_to_the_lowest_total() -> None:
    table = Table([CALLER, IDLE, IDLE], match_points=60, **AT_ONCE)
    for deal in range(10):
        match = table.trace(deal, unit="match")[-1]
        counts = table.count(1, deal, rotations=1, unit="match")
        winners = match["winners"]
        assert counts.of("share")[0].tolist() == [840 // len(winners) * (p in winners) for p in range(3)]
        assert counts.of("points")[0].tolist() == match["totals"]


def test_c18_a_match_that_never_ends_is_counted_apart() -> None:
    """Totals fall and fall: after 4,095 rounds the match is over."""
    worth = dict.fromkeys(("ace", "jack", "queen", "red_king", "black_king"), -20)
    table = Table([CALLER, IDLE], hand_cards=1, looked_at=0, **worth, **AT_ONCE)
    counts = table.count(1, rotations=1, unit="match")
    assert (counts.of("unended")[0], counts.of("hands")[0]) == (1, 4095)


def test_c18_matches_by_house_rules_are_refereed() -> None:
    for preset in ("dutch", "cabo", "tamalou"):
        for events in Table(["threshold", "random", "early"], preset=preset).traces(2, unit="match"):
            check(events)
            assert len(turns_of(events)) > 3
