"""C12 to C15 in the kernel: the call, the turns after it, who wins, royal and emptied hands."""

from itertools import pairwise
from typing import Any

import pytest

from cactus_sim.errors import StrategyError
from tests.cactus.house import POWER_RANKS, fewest_points, points, rank
from tests.cactus.playing import SEAT, Table, only, turns_of
from tests.cactus.referee import check, replay
from tests.cactus.round import Event
from tests.cactus.scripted import script

IDLE = script()
CALLER = script(calls_in=1)
FREE: dict[str, Any] = {"call_under": 0}
AT_ONCE: dict[str, Any] = {**FREE, "final_turns": 0, "throw": "none"}


def kinds(events: list[Event]) -> list[str]:
    return [event["e"] for event in events]


@pytest.mark.parametrize("call_time", ["instead", "after", "before"])
@pytest.mark.parametrize(
    "changes", [{"call_under": 0}, {"call_under": 6}, {"call_under": 12}, {"call_under": 3, "red_king": -1}]
)
def test_c12_call_under(call_time: str, changes: dict[str, Any]) -> None:
    """All call as soon as they may: when known points plus the least of the unknown are under the limit."""
    told = [script(calls_in=1, places=2), script(calls_in=1, takes=3), script(calls_in=1), script(calls_in=1, places=0)]
    table = Table(told, call_time=call_time, stall_rounds=4, throw="none", **changes)
    calls = refusals = 0
    for events in table.traces(25):
        least, limit = fewest_points(events[0]["rules"]), changes["call_under"]
        seen = [(event, referee.views()) for event, referee in replay(events, lapses=False)]
        for place, (event, views) in enumerate(seen[:-1]):
            then = seen[place + 1][0]["e"]
            asked = then in ("turn", "end", "call") if call_time == "after" else event["e"] == "turn"
            if views.table.player is None or views.table.caller is not None or not asked:
                continue
            mine = views.players[views.table.player]
            legal = limit == 0 or mine.known_points + mine.unknown * least < limit
            assert (then == "call") == legal
            calls += legal
            refusals += not legal
    assert calls > 5
    assert refusals > 5 or limit == 0


@pytest.mark.parametrize(
    ("call_time", "turn"),
    [
        ("instead", ["turn", "call"]),
        ("after", ["turn", "draw", "discard", "call"]),
        ("before", ["turn", "call", "draw", "discard"]),
    ],
)
def test_c12_call_time(call_time: str, turn: list[str]) -> None:
    for events in Table([CALLER, IDLE, IDLE], call_time=call_time, throw="none", **FREE).traces(5):
        _, first, *others = turns_of(events)
        assert kinds(first) == turn
        assert [kinds(other) for other in others] == [["turn", "draw", "discard"]] * 2


def test_c12_a_call_after_the_turn_comes_after_its_throws() -> None:
    told = [CALLER, script(throws="equal"), IDLE]
    found = 0
    for events in Table(told, call_time="after", throw_on_start=False, looked_at=4, **FREE).traces(30):
        first = turns_of(events)[1]
        assert first[-1] == {"e": "call", "player": 0}
        found += len(only(first, "throw"))
    assert found > 3


def test_c12_one_call_a_deal() -> None:
    for rotation in range(3):
        events = Table([CALLER] * 3, **FREE).trace(rotation=rotation)
        assert only(events, "call") == [{"e": "call", "player": (3 - rotation) % 3}]


@pytest.mark.parametrize("final_turns", [0, 1, 2, 5])
@pytest.mark.parametrize("call_time", ["instead", "after"])
def test_c13_final_turns(final_turns: int, call_time: str) -> None:
    """After the call of player 1 in round 2 the others have so many turns each, clockwise; then the hands are shown."""
    table = Table([IDLE, script(calls_in=2), IDLE, IDLE], final_turns=final_turns, call_time=call_time, **FREE)
    events = table.trace()
    turns = [(event["player"], event["round"]) for event in only(events, "turn")]
    after = [((2 + n) % 4, 2 + (2 + n) // 4) for n in range(4 * final_turns) if (2 + n) % 4 != 1]
    assert turns == [(0, 1), (1, 1), (2, 1), (3, 1), (0, 2), (1, 2), *after]
    assert (events[-1]["reason"], events[-1]["caller"]) == ("called", 1)


@pytest.mark.parametrize("caller_throws", [True, False])
def test_c13_caller_throws(caller_throws: bool) -> None:
    told = [script(calls_in=1, throws="equal"), script(throws="equal"), IDLE]
    table = Table(told, caller_throws=caller_throws, looked_at=4, final_turns=3, **FREE)
    before = caller = other = 0
    for events in table.traces(30):
        start, *turns = turns_of(events)
        before += len(only(start, "throw", player=0))
        caller += sum(len(only(turn, "throw", player=0)) for turn in turns)
        other += sum(len(only(turn, "throw", player=1)) for turn in turns)
    assert before > 3  # nobody has called yet
    assert (caller > 3) == caller_throws
    assert (caller > 0) == caller_throws
    assert other > 3


def touching(power: str, n: int) -> dict[str, Any]:
    """What a player is told, to touch a card of the n-th player after itself by a power."""
    return {
        "look_other": {"a_of": n},
        "swap_blind": {"b_of": n},
        "swap_any": {"a_of": 1, "a": 1, "b_of": n},
        "look_swap": {"a_of": n, "swaps_seen": True, "b_of": 0},
        "give": {"b_of": n},
    }[power]


@pytest.mark.parametrize("power", ["look_other", "swap_blind", "swap_any", "look_swap", "give"])
def test_c13_caller_frozen(power: str) -> None:
    """No power touches a caller's cards where they are frozen; a strategy that insists is refused."""
    rules = {f"power_{name}": power for name in POWER_RANKS} | {"final_turns": 1, "throw": "none", **FREE}
    for n, target in ((1, 2), (2, 0)):
        player = script(uses=True, insists=True, **touching(power, n))
        touched = {"player": 1, "target": target}
        free = Table([CALLER, player, IDLE], caller_frozen=False, **rules).trace()
        assert touched.items() <= turns_of(free)[2][2].items()
        frozen = Table([CALLER, player, IDLE], caller_frozen=True, **rules)
        if target:
            assert touched.items() <= turns_of(frozen.trace())[2][2].items()
        else:
            with pytest.raises(StrategyError, match="'use_power' answered"):
                frozen.trace()


def test_c13_a_frozen_caller_has_no_power_over_own_cards() -> None:
    rules = {f"power_{name}": "peek_own" for name in POWER_RANKS} | {"call_time": "before", **FREE}
    told = script(calls_in=1, uses=True, insists=True)
    assert kinds(turns_of(Table([told, IDLE, IDLE], throw="none", **rules).trace())[1])[3] == "peek"
    with pytest.raises(StrategyError, match="'use_power' answered 0"):
        Table([told, IDLE, IDLE], throw="none", caller_frozen=True, **rules).trace()


def test_c13_a_frozen_caller_s_cards_are_not_thrown_by_others_nor_given() -> None:
    thrower = {"throws": "their-slot", "b_of": 2, "insists": True, "throws_in": 2}
    rules: dict[str, Any] = {"throw": "any", "caller_frozen": True, **FREE}
    with pytest.raises(StrategyError, match="'throw' answered"):
        Table([CALLER, script(**thrower), IDLE], **rules).trace()
    table = Table([script(calls_in=1, throws="theirs"), script(takes=0), script(takes=1)], final_turns=3, **rules)
    right = 0
    for events in table.traces(40):
        check(events)
        for event, then in pairwise(events):
            if event["e"] == "throw" and event["match"]:
                assert then["e"] != "give"
                right += 1
    assert right > 3


def least(events: list[Event], players: list[int]) -> list[int]:
    """Those with the lowest total among some players."""
    totals = events[-1]["totals"]
    return [p for p in players if totals[p] == min(totals[q] for q in players)]


@pytest.mark.parametrize("cactus_max", [5, 6, 20])
def test_c14_cactus_max(cactus_max: int) -> None:
    """A caller over it has lost, lowest or not; else the lowest total wins, be it over the limit."""
    failed_lowest = won = others = 0
    for events in Table([CALLER, IDLE, IDLE], cactus_max=cactus_max, **AT_ONCE).traces(400):
        failed = events[-1]["totals"][0] > cactus_max
        expected = least(events, [1, 2] if failed else [0, 1, 2])
        assert events[-1]["winners"] == expected
        failed_lowest += failed and 0 in least(events, [0, 1, 2])
        won += 0 in expected
        others += min(events[-1]["totals"][p] for p in expected) > cactus_max
    assert failed_lowest > 3
    assert won > 0
    assert others > 3


@pytest.mark.parametrize("winner_needs_cactus", [False, True])
def test_c14_winner_needs_cactus(winner_needs_cactus: bool) -> None:
    """Then nobody may win, and no share is counted."""
    table = Table([CALLER, IDLE, IDLE], cactus_max=18, winner_needs_cactus=winner_needs_cactus, **AT_ONCE)
    nobody = somebody = 0
    for deal in range(60):
        events = table.trace(deal)
        under = [p for p in range(3) if events[-1]["totals"][p] <= 18]
        if not winner_needs_cactus:
            under = [p for p in range(3) if p != 0 or 0 in under]
        expected = least(events, under) if under else []
        assert events[-1]["winners"] == expected
        share = table.count(1, deal, rotations=1).of("share")
        assert share.sum() == (840 if expected else 0)
        nobody += not expected
        somebody += bool(expected)
    assert somebody > 5
    assert (nobody > 5) == winner_needs_cactus


@pytest.mark.parametrize("tie", ["all", "caller", "others"])
def test_c14_tie(tie: str) -> None:
    """A caller and others with the lowest total: all share the win, or the caller alone has it, or the others."""
    table = Table([CALLER, IDLE, IDLE, IDLE], tie=tie, cactus_max=60, hand_cards=2, looked_at=0, **AT_ONCE)
    with_caller = without = 0
    for deal in range(150):
        events = table.trace(deal)
        tied = least(events, [0, 1, 2, 3])
        if len(tied) < 2:
            continue
        expected = tied
        if 0 in tied:
            expected = {"all": tied, "caller": [0], "others": tied[1:]}[tie]
        assert events[-1]["winners"] == expected
        seat = table.count(1, deal, rotations=1).seat[0]
        assert seat[:, SEAT["share"]].tolist() == [840 // len(expected) * (p in expected) for p in range(4)]
        assert seat[:, SEAT["wins"]].tolist() == [int(p in expected) for p in range(4)]
        with_caller += 0 in tied
        without += 0 not in tied
    assert with_caller > 3
    assert without > 3


def test_c15_royal() -> None:
    """A total of exactly 0, whoever called and whoever wins; an empty row too."""
    table = Table([CALLER, IDLE, IDLE], hand_cards=2, looked_at=2, ace=-2, **AT_ONCE)
    found = 0
    for deal in range(300):
        events = table.trace(deal)
        hands = events[0]["hands"]
        expected = [p for p, hand in enumerate(hands) if sum(points(card, events[0]["rules"]) for card in hand) == 0]
        assert events[-1]["royal"] == expected
        assert table.count(1, deal, rotations=1).of("royals")[0].tolist() == [int(p in expected) for p in range(3)]
        found += len(expected)
    assert found > 5
    emptied = Table([script(throws="equal")] * 3, hand_cards=1, looked_at=1, stall_rounds=1)
    rows = [events[-1] for events in emptied.traces(30) if [None] in events[-1]["hands"]]
    assert len(rows) > 3
    for end in rows:
        assert end["royal"] == [p for p, hand in enumerate(end["hands"]) if hand == [None] or rank(hand[0]) == "K"]


@pytest.mark.parametrize("empty_hand", ["plays_on", "ends", "calls"])
def test_c15_empty_hand(empty_hand: str) -> None:
    """Players throw their only card on the first discard, or on that of player 0's turn."""
    told = [script(places=0), *[script(throws="equal")] * 3]
    table = Table(told, empty_hand=empty_hand, hand_cards=1, looked_at=1, stall_rounds=30, power_8="none")
    found = 0
    for deal in range(60):
        events = table.trace(deal)
        check(events)
        place = next((place for place, event in enumerate(events) if event["e"] == "throw"), None)
        if place is None:
            assert events[-1]["reason"] == "stalled"
            continue
        thrower, rest = events[place]["player"], events[place + 1 :]
        turns = [event["player"] for event in only(rest, "turn")]
        counted = table.count(1, deal, rotations=1)
        if empty_hand == "plays_on":
            assert (events[-1]["reason"], events[-1]["caller"]) == ("stalled", None)
            assert thrower in turns
        elif empty_hand == "ends":
            assert (kinds(rest), rest[0]["reason"], rest[0]["caller"]) == (["end"], "empty", None)
            assert counted.of("emptied_end")[0] == counted.of("emptied")[0, thrower] == 1
        else:
            assert rest[0] == {"e": "call", "player": thrower}
            assert sorted(turns) == [p for p in range(4) if p != thrower]
            assert (events[-1]["reason"], events[-1]["caller"]) == ("called", thrower)
            assert counted.of("calls")[0].tolist() == [int(p == thrower) for p in range(4)]
        found += 1
    assert found > 10


def test_c15_wrong_throws_empty_a_hand_too() -> None:
    """Without a penalty card a wrongly thrown card leaves the row shorter."""
    told = [script(throws="slot", throws_in=0), IDLE, IDLE]
    for events in Table(told, empty_hand="ends", hand_cards=1, penalty_cards=0, looked_at=0).traces(5):
        assert kinds(events) == ["deal", "throw", "end"]
        assert events[-1]["reason"] == "empty"
    for events in Table(told, empty_hand="ends", hand_cards=1, penalty_cards=1, looked_at=0, stall_rounds=1).traces(5):
        assert events[-1]["reason"] == ("empty" if events[1]["match"] else "stalled")
