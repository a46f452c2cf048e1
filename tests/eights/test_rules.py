"""Every numbered rule of 8 Américain, seen in games that the kernel plays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from cactus_sim.errors import UsageError
from tests.eights.house import CARDS, JOKERS, rank, suit
from tests.eights.playing import GAME, Event, Moment, counted, moments, ready, rounds, trace

RANDOM3, RANDOM4 = ("random",) * 3, ("random",) * 4
THIRTEEN = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
MIXED = ("greedy", "shedder", "random", "blocker")


def kinds(events: list[Event], *names: str) -> list[Event]:
    """The events of some kinds."""
    return [event for event in events if event["e"] in names]


def all_moments(games: list[list[Event]]) -> Iterator[tuple[list[Event], int, Moment]]:
    """Every event of every round but the deal, with its game, its place there, and the table before it."""
    for events in games:
        for place, moment in enumerate(moments(events), 1):
            yield events, place, moment


def plays_of(games: list[list[Event]], *cards: str) -> Iterator[tuple[list[Event], int, Event]]:
    """Every play of one of the cards that does not end its round: the game, the place after it, the play."""
    for events in games:
        for place, event in enumerate(events):
            if event["e"] == "play" and event["card"] in cards and kinds(events[place:], "turn"):
                yield events, place, event


def follows(events: list[Event], place: int) -> list[Event]:
    """The events after a play, « carte » and reshuffles apart."""
    return [event for event in events[place + 1 :] if event["e"] not in ("carte", "reshuffle")]


def cards_of(name: str) -> tuple[str, ...]:
    """The four cards of a rank."""
    return tuple(card for card in CARDS if rank(card) == name)


def in_force(moment: Moment) -> str:
    """The suit in force before an event under rules of `seed`, "" where anything may follow."""
    for event in reversed(moment.before):
        if event["e"] == "colour":
            return str(event["suit"])
        if event["e"] == "play":
            return suit(event["card"]) or ""
    return suit(moment.top) or ""


# E1


@pytest.mark.parametrize(
    ("changes", "size", "jokers"),
    [({}, 54, 2), ({"jokers": 0}, 52, 0), ({"jokers": 1}, 53, 1), ({"packs": 2}, 108, 2)],
)
def test_e1_the_pack(changes: dict[str, Any], size: int, jokers: int) -> None:
    games = rounds(RANDOM3, 12, stall_turns=300, **changes)
    seen: set[str] = set()
    for events in games:
        dealt = Counter([events[0]["top"], *(card for hand in events[0]["hands"] for card in hand)])
        assert max(dealt.values()) <= -(-size // 54)
        seen |= set(dealt)
    assert seen == set(CARDS[:52]) | set(JOKERS[:jokers])
    reshuffled = [moment for _, _, moment in all_moments(games) if moment.event["e"] == "reshuffle"]
    assert reshuffled
    for moment in reshuffled:
        assert moment.event["cards"] + sum(len(hand) for hand in moment.hands) + 1 == size


def test_e1_players() -> None:
    values = GAME.rule_book.resolve()
    for players in range(2, 6):
        GAME.check_rules(values, players)
    with pytest.raises(UsageError, match="--set players_max=6"):
        GAME.check_rules(values, 6)
    with pytest.raises(UsageError, match="hand_cards"):
        GAME.check_rules({**values, "players_max": 8}, 7)
    GAME.check_rules({**values, "players_max": 8, "packs": 2}, 8)
    GAME.check_rules(GAME.rule_book.resolve("openspiel"), 8)  # with a second pack


def test_e1_a_rank_has_one_role() -> None:
    with pytest.raises(UsageError, match=r"skip_rank=jack and reverse=jacks"):
        GAME.check_rules(GAME.rule_book.resolve(changes={"reverse": "jacks"}), 4)
    GAME.check_rules(GAME.rule_book.resolve(changes={"reverse": "jacks", "specials": False}), 4)


# E2


def test_e2_hands() -> None:
    assert all(len(hand) == 8 for events in rounds(RANDOM3, 5) for hand in events[0]["hands"])
    two = rounds(("random",) * 2, 5, "crazy-basic")
    assert all(len(hand) == 7 for events in two for hand in events[0]["hands"])


def test_e2_plain_first_card_has_no_effect() -> None:
    for events in rounds(RANDOM4, 150):
        assert events[0]["redrawn"] == []
        assert events[1] == {"e": "turn", "player": events[0]["first"]}


@pytest.mark.parametrize(
    ("first_card", "never"),
    [
        ("redraw_specials", {"8", "2", "J", "X", "AS"}),
        ("redraw_eights", {"8"}),
        ("acts_redraw_eights", {"8"}),
    ],
)
def test_e2_cards_turned_again(first_card: str, never: set[str]) -> None:
    games = rounds(RANDOM4, 150, first_card=first_card)
    assert any(events[0]["redrawn"] for events in games)
    for events in games:
        assert not never & {rank(events[0]["top"]), events[0]["top"]}
        assert all(never & {rank(card), card} for card in events[0]["redrawn"])


def test_e2_first_card_acts() -> None:
    seen = set()
    for events in rounds(RANDOM4, 250, first_card="acts"):
        top, dealer, first = events[0]["top"], events[0]["dealer"], events[0]["first"]
        said = events[1 : next(place for place, event in enumerate(events) if event["e"] == "turn") + 1]
        turn = {"e": "turn", "player": (first + 1) % 4}
        if top == "AS":
            assert said == [{"e": "reverse", "player": dealer}, {"e": "turn", "player": (dealer - 1) % 4}]
        elif rank(top) == "J":
            assert said == [{"e": "skip", "player": first}, turn]
        elif rank(top) == "2":
            assert [event["e"] for event in said] == ["draw", "skip", "turn"]
            assert len(said[0]["cards"]) == (4 if top == "2S" else 2)
            assert (said[0]["player"], said[2]) == (first, turn)
        elif rank(top) == "8":
            assert [event["e"] for event in said] == ["colour", "turn"]
            assert (said[0]["player"], said[1]["player"]) == (dealer, first)
        elif rank(top) == "X":
            assert [event["e"] for event in said] == ["colour", "draw", "skip", "turn"]
        else:
            assert said == [{"e": "turn", "player": first}]
            continue
        seen.add(rank(top))
    assert seen == {"A", "J", "2", "8", "X"}


# E3


def test_e3_the_player_after_the_dealer_begins() -> None:
    for events in rounds(RANDOM4, 20):
        about = events[0]
        assert (about["dealer"] + about["rotation"]) % 4 == 3
        assert about["first"] == (about["dealer"] + 1) % 4
        turns = [event["player"] for event in kinds(events, "turn")]
        assert turns[0] == about["first"]


def test_e3_clockwise() -> None:
    for events in rounds(RANDOM4, 20, "crazy-basic"):
        turns = [event["player"] for event in kinds(events, "turn")]
        assert all(after == (before + 1) % 4 for before, after in pairwise(turns))


def test_e3_the_deal_goes_round_in_a_match() -> None:
    deals = kinds(trace(ready(RANDOM3), "match", deal=3, rotation=1), "deal")
    assert [event["hand"] for event in deals] == list(range(len(deals)))
    assert all((event["first"] + 1) % 3 == event["hand"] % 3 for event in deals)


def test_e3_random_dealer() -> None:
    dealers = Counter(events[0]["dealer"] for events in rounds(RANDOM4, 150, "openspiel"))
    assert len(dealers) == 4
    assert min(dealers.values()) > 18


# E4


def test_e4_what_may_be_played() -> None:
    for _, _, moment in all_moments(rounds(MIXED, 40)):
        if moment.event["e"] == "play":
            card, force = moment.event["card"], in_force(moment)
            assert suit(card) == force or rank(card) == rank(moment.top) or rank(card) in ("8", "X") or not force, (
                moment.event
            )


def test_e4_no_eight_on_an_eight() -> None:
    for _, _, moment in all_moments(rounds(RANDOM4, 60, eight_on_eight=False)):
        assert not (moment.event["e"] == "play" and rank(moment.event["card"]) == rank(moment.top) == "8")
    assert any(
        moment.event["e"] == "play" and rank(moment.event["card"]) == rank(moment.top) == "8"
        for _, _, moment in all_moments(rounds(RANDOM4, 60))
    )


def test_e4_no_joker_on_an_ace() -> None:
    def on_ace(moment: Moment) -> bool:
        return moment.event["e"] == "play" and rank(moment.event["card"]) == "X" and rank(moment.top) == "A"

    assert not any(on_ace(moment) for _, _, moment in all_moments(rounds(RANDOM4, 60, joker_on_ace=False)))
    assert any(on_ace(moment) for _, _, moment in all_moments(rounds(RANDOM4, 60)))


# E5


@pytest.mark.parametrize(("card", "size"), [("X1", 5), ("X2", 5), ("2S", 4), ("2H", 2), ("2D", 2), ("2C", 2)])
def test_e5_attacks(card: str, size: int) -> None:
    found = 0
    for events, place, event in plays_of(rounds(RANDOM4, 60), card):
        after = [e for e in follows(events, place) if e["e"] != "colour"]
        drawn = []
        while after[0]["e"] == "draw":
            drawn += after[0]["cards"]
            assert after[0]["why"] == "attack"
            victim = after.pop(0)["player"]
        assert len(drawn) == size
        assert after[0] == {"e": "skip", "player": victim}
        assert victim in ((event["player"] + 1) % 4, (event["player"] - 1) % 4)
        found += 1
    assert found > 3


@pytest.mark.parametrize("stack", ["same", "any"])
def test_e5_stacked_attacks_grow(stack: str) -> None:
    sizes = {"X1": 5, "X2": 5, "2S": 4, "2H": 2, "2D": 2, "2C": 2}
    deepest, mixed = 0, 0
    for events in rounds(RANDOM4, 80, stack=stack):
        pending: list[str] = []
        drawn: list[str] = []
        for place, event in enumerate(events):
            if event["e"] == "play" and event["card"] in sizes and follows(events, place)[0]["e"] != "end":
                pending.append(event["card"])
            elif event["e"] == "play":
                assert not pending, "an attack is answered by an attack"
            elif event["e"] == "draw" and event["why"] == "attack":
                drawn += event["cards"]
            elif event["e"] == "skip" and pending:
                assert len(drawn) == sum(sizes[card] for card in pending)
                deepest = max(deepest, len(pending))
                mixed += len({card[0] for card in pending}) > 1
                pending, drawn = [], []
            elif event["e"] == "end":
                break
    assert deepest >= 2
    assert (mixed > 0) == (stack == "any")


def test_e5_roles_of_ranks_are_values() -> None:
    games = rounds(RANDOM4, 30, "maumau")
    for events, place, _ in plays_of(games, *cards_of("7")):
        drawn = follows(events, place)[0]
        assert (drawn["e"], drawn["why"], len(drawn["cards"])) == ("draw", "attack", 2)
    assert all(follows(events, place)[0]["e"] == "skip" for events, place, _ in plays_of(games, *cards_of("8")))
    assert all(follows(events, place)[0]["e"] == "colour" for events, place, _ in plays_of(games, *cards_of("J")))
    assert all(follows(events, place)[0]["e"] == "turn" for events, place, _ in plays_of(games, *cards_of("2")))


# E6


def test_e6_an_eight_names_the_suit() -> None:
    for events, place, event in plays_of(rounds(MIXED, 40), *cards_of("8"), *JOKERS):
        named = follows(events, place)[0]
        assert (named["e"], named["player"]) == ("colour", event["player"])
        assert named["suit"] in "SHDC"


def played_after_joker(joker_next: str) -> Iterator[tuple[Moment, Moment]]:
    """A joker's play and the next play, in rounds where jokers do not attack."""
    games = rounds(RANDOM4, 60, joker_next=joker_next, attack_joker=0)
    for events in games:
        plays = [moment for moment in moments(events) if moment.event["e"] == "play"]
        yield from (pair for pair in pairwise(plays) if rank(pair[0].event["card"]) == "X")


def test_e6_after_a_joker_anything() -> None:
    free = [later.event["card"] for _, later in played_after_joker("free")]
    assert len({suit(card) for card in free}) >= 4


def test_e6_after_a_joker_the_suit_before() -> None:
    for joker, later in played_after_joker("previous_suit"):
        force = in_force(joker)
        if force:
            assert suit(later.event["card"]) == force or rank(later.event["card"]) in ("8", "X")


def test_e6_after_a_joker_eights_and_jokers_only() -> None:
    after = [later.event["card"] for _, later in played_after_joker("blocked")]
    assert after
    assert all(rank(card) in ("8", "X") for card in after)


# E7


def test_e7_a_jack_skips_the_next_player() -> None:
    for events, place, event in plays_of(rounds(RANDOM4, 40), *cards_of("J")):
        skipped, turn = [e for e in follows(events, place) if e["e"] != "caught"][:2]
        assert skipped["e"] == "skip"
        assert skipped["player"] in ((event["player"] + 1) % 4, (event["player"] - 1) % 4)
        assert turn == {"e": "turn", "player": (event["player"] + 2) % 4}


def test_e7_two_players_play_again() -> None:
    for events, place, event in plays_of(rounds(("random",) * 2, 40), *cards_of("J")):
        assert follows(events, place)[1] == {"e": "turn", "player": event["player"]}


# E8


def turned(reverse: str) -> set[str]:
    """The cards that turned the direction."""
    return {
        moment.top
        for _, _, moment in all_moments(rounds(RANDOM3, 40, reverse=reverse, skip_rank="none"))
        if moment.event["e"] == "reverse"
    }


@pytest.mark.parametrize(
    ("reverse", "cards"),
    [
        ("ace_spades", {"AS"}),
        ("aces", set(cards_of("A"))),
        ("jacks", set(cards_of("J"))),
        ("tens", set(cards_of("10"))),
    ],
)
def test_e8_cards_that_turn_the_direction(reverse: str, cards: set[str]) -> None:
    assert turned(reverse) == cards
    assert turned("none") == set()


def test_e8_the_direction_turns() -> None:
    for events in rounds(RANDOM4, 40, reverse="aces", skip_rank="none", attack_rank="none", attack_joker=0):
        direction, last = 1, None
        for event in events:
            if event["e"] == "reverse":
                direction = -direction
            elif event["e"] == "turn":
                assert last is None or event["player"] == (last + direction) % 4
                last = event["player"]


def test_e8_two_players() -> None:
    for rule, events_after in (("nothing", ["reverse", "turn"]), ("skip", ["reverse", "skip", "turn"])):
        games = rounds(("random",) * 2, 60, reverse="aces", reverse_2p=rule)
        for events, place, event in plays_of(games, *cards_of("A")):
            after = [e for e in follows(events, place) if e["e"] != "caught"][: len(events_after)]
            assert [e["e"] for e in after] == events_after
            assert (after[-1]["player"] == event["player"]) == (rule == "skip")


# E9


def turns_of(games: list[list[Event]]) -> Iterator[list[Event]]:
    """Every turn: its events up to the next one."""
    for events in games:
        starts = [place for place, event in enumerate(events) if event["e"] in ("turn", "end")]
        yield from (events[a:b] for a, b in pairwise(starts))


def own(turn: list[Event], *names: str) -> list[Event]:
    """The events of a turn that its player chose, of some kinds."""
    return [event for event in kinds(turn, *names) if event["player"] == turn[0]["player"] and chosen(event)]


def chosen(event: Event) -> bool:
    return event.get("why") not in ("attack", "carte")


def test_e9_a_drawn_card_is_played_if_it_can_be() -> None:
    drawn = 0
    for turn in turns_of(rounds(MIXED, 40)):
        draws, plays, passes = own(turn, "draw"), own(turn, "play"), own(turn, "pass")
        assert len(plays) + len(passes) == 1
        if draws:
            drawn += 1
            assert [len(event["cards"]) for event in draws] == [1]
            assert draws[0]["why"] == "cannot"
            assert not plays or plays[0]["card"] == draws[0]["cards"][0]
        else:
            assert plays
    assert drawn > 50


def test_e9_a_drawn_card_may_or_may_not_be_played() -> None:
    assert not any(own(turn, "draw") and own(turn, "play") for turn in turns_of(rounds(RANDOM4, 40, play_drawn="no")))
    may = [turn for turn in turns_of(rounds(RANDOM4, 60, play_drawn="may")) if own(turn, "draw")]
    assert all(own(t, "play")[0]["card"] in own(t, "draw")[0]["cards"] for t in may if own(t, "play"))
    must = [turn for turn in turns_of(rounds(RANDOM4, 60)) if own(turn, "draw")]
    assert share(may) < share(must) - 0.05


def share(turns: list[list[Event]]) -> float:
    """How many of the turns end with a card played."""
    return sum(bool(own(turn, "play")) for turn in turns) / len(turns)


def test_e9_drawing_until_a_card_can_be_played() -> None:
    longest = 0
    for turn in turns_of(rounds(RANDOM4, 40, "crazy-basic")):
        draws, plays = own(turn, "draw"), own(turn, "play")
        if draws and plays:
            assert plays[0]["card"] == draws[-1]["cards"][-1]
            longest = max(longest, len(draws))
    assert longest >= 4
    bounded = [len(own(turn, "draw")) for turn in turns_of(rounds(RANDOM4, 40, "crazy-basic", draw_max=2))]
    assert max(bounded) == 2


def test_e9_several_cards_at_a_time() -> None:
    sizes = Counter(
        len(own(turn, "draw")[0]["cards"]) for turn in turns_of(rounds(RANDOM4, 30, draw_cards=3)) if own(turn, "draw")
    )
    assert sizes.most_common(1)[0][0] == 3


def test_e9_drawing_at_will() -> None:
    wants = [e["why"] for turn in turns_of(rounds(RANDOM4, 30, voluntary_draw=True)) for e in own(turn, "draw")]
    assert {"wants", "cannot"} == set(wants)


def test_e9_the_choice_comes_anew() -> None:
    most, mixed = 0, False
    for events in rounds(RANDOM4, 60, "openspiel", draw_max=3):
        pile = 52 - 4 * 5 - 1
        for turn in turns_of([events]):
            draws, plays, passes = own(turn, "draw"), own(turn, "play"), own(turn, "pass")
            assert all(len(event["cards"]) == 1 for event in draws)
            pile -= len(draws)
            assert len(draws) <= 3
            assert not passes or len(draws) == 3 or pile == 0
            most = max(most, len(draws))
            mixed |= bool(draws and plays) and plays[0]["card"] not in {event["cards"][0] for event in draws}
    assert most == 3
    assert mixed, "a card of the hand may be played after a draw"


# E10


def test_e10_the_discards_but_the_top_are_shuffled() -> None:
    found = 0
    for events, place, moment in all_moments(rounds(MIXED, 60)):
        if moment.event["e"] == "reshuffle":
            found += 1
            in_hand = sum(len(hand) for hand in moment.hands)
            assert moment.event["cards"] == 54 - in_hand - 1
            assert events[place - 1]["e"] in ("draw", "play")
    assert found > 20


def test_e10_no_card_is_lost_or_doubled() -> None:
    for events, _, moment in all_moments(rounds(MIXED, 60)):
        held = Counter([card for hand in moment.hands for card in hand] + [moment.top])
        assert max(held.values()) == 1
        if moment.event["e"] == "draw":
            assert not set(moment.event["cards"]) & set(held)
        assert events[0]["e"] == "deal"


def test_e10_blocked() -> None:
    for extra in (0, 1):
        games = rounds(RANDOM4, 40, "openspiel", blocked_extra=extra)
        blocked = [events for events in games if events[-1]["reason"] == "blocked"]
        assert blocked
        for events in blocked:
            passes = 4 + extra
            last = [event["e"] for event in events[-2 * passes : -1]]
            assert last == ["pass"] + ["turn", "pass"] * (passes - 1)
            points = events[-1]["points"]
            assert events[-1]["winner"] is None
            assert events[-1]["winners"] == [p for p in range(4) if points[p] == min(points)]


# E11


def test_e11_carte_is_said_with_one_card_left() -> None:
    for events, place, moment in all_moments(rounds(MIXED, 40)):
        if moment.event["e"] == "play" and len(moment.hands[moment.event["player"]]) == 2:
            said = next(event for event in events[place + 1 :] if event["e"] != "reshuffle")
            assert said == {"e": "carte", "player": moment.event["player"]}
        elif moment.event["e"] == "carte":
            assert len(moment.hands[moment.event["player"]]) == 1


def test_e11_who_forgets_is_caught() -> None:
    games = rounds(("greedy(attention=0)", "greedy", "greedy"), 40)
    caught = 0
    for events, place, moment in all_moments(games):
        if moment.event["e"] == "caught":
            assert (moment.event["player"], moment.event["by"]) in ((0, 1), (0, 2))
            drawn = events[place + 1]
            assert (drawn["e"], drawn["player"], drawn["why"], len(drawn["cards"])) == ("draw", 0, "carte", 1)
            caught += 1
    assert caught > 20
    assert not any(event == {"e": "carte", "player": 0} for events in games for event in events)


def test_e11_nobody_notices() -> None:
    assert not any(kinds(events, "carte", "caught") for events in rounds(("random(attention=0)",) * 3, 20))
    assert not any(kinds(events, "carte", "caught") for events in rounds(RANDOM3, 20, carte_cards=0))


def test_e11_attention_is_a_chance() -> None:
    at = ready(["random(attention=0.7)"] * 4)
    game = counted(at, 4000)
    forgotten, caught = game.seat["forgotten"].sum(), game.seat["caught"].sum()
    said = sum(len(kinds(events, "carte")) for events in rounds(("random(attention=0.7)",) * 4, 300))
    lost = sum(len(kinds(events, "caught")) for events in rounds(("random(attention=0.7)",) * 4, 300))
    assert caught / forgotten == pytest.approx(1 - 0.3**3, abs=0.01)
    assert lost / (said + lost) == pytest.approx(0.3, abs=0.06)


# E12


def test_e12_who_is_out_wins() -> None:
    for events in rounds(MIXED, 40):
        end = events[-1]
        assert end["reason"] == "out"
        assert end["winners"] == [end["winner"]]
        assert end["hands"][end["winner"]] == []
        assert all(hand for player, hand in enumerate(end["hands"]) if player != end["winner"])


def last_cards(**changes: Any) -> list[str]:
    """The cards by which rounds were won."""
    return [kinds(events, "play")[-1]["card"] for events in rounds(RANDOM4, 80, **changes)]


def test_e12_the_last_card() -> None:
    special = {"8", "2", "J", "X"}
    assert special & {rank(card) for card in last_cards()}
    assert not special & {rank(card) for card in last_cards(last_card="not_special")}
    assert "AS" not in last_cards(last_card="not_special")
    assert "8" not in {rank(card) for card in last_cards(last_card="not_eight")}


@pytest.mark.parametrize("draws", [True, False])
def test_e12_the_last_attack(draws: bool) -> None:
    found = 0
    for events in rounds(RANDOM4, 80, last_attack=draws):
        place = max(place for place, event in enumerate(events) if event["e"] == "play")
        after = [event["e"] for event in follows(events, place)]
        attacks = rank(events[place]["card"]) in ("2", "X")
        found += attacks
        assert set(after[:-1]) <= ({"draw"} if attacks and draws else set())
        assert (len(after) > 1) == (attacks and draws)
    assert found


# E13


@pytest.mark.parametrize(
    ("scoring", "points"),
    [
        ("seed", dict(zip(THIRTEEN, (15, 15, 5, 5, 5, 5, 5, 25, 5, 5, 10, 10, 10), strict=True))),
        ("crazy", dict(zip(THIRTEEN, (1, 2, 3, 4, 5, 6, 7, 50, 9, 10, 10, 10, 10), strict=True))),
        ("openspiel", dict(zip(THIRTEEN, (10, 2, 3, 4, 5, 6, 7, 50, 9, 10, 10, 10, 10), strict=True))),
    ],
)
def test_e13_points(scoring: str, points: dict[str, int]) -> None:
    def worth(card: str) -> int:
        return 50 if card in JOKERS else 25 if scoring == "seed" and card == "2S" else points[rank(card)]

    for events in rounds(RANDOM4, 40, scoring=scoring):
        assert events[-1]["points"] == [sum(map(worth, hand)) for hand in events[-1]["hands"]]


# E14


def test_e14_a_match_ends_at_the_limit() -> None:
    for deal in range(5):
        events = trace(ready(MIXED), "match", deal=deal)
        totals = [0] * 4
        for end in kinds(events, "end"):
            assert max(totals) < 500
            totals = [total + points for total, points in zip(totals, end["points"], strict=True)]
        assert max(totals) >= 500
        assert events[-1] == {
            "e": "match",
            "totals": totals,
            "winners": [player for player in range(4) if totals[player] == min(totals)],
        }


# E15


def test_e15_a_round_is_stalled() -> None:
    for events in rounds(RANDOM4, 10, stall_turns=7):
        assert len(kinds(events, "turn")) == 7
        assert events[-1]["reason"] == "stalled"
    for events in rounds(RANDOM4, 10, plays_max=9):
        assert len(kinds(events, "play")) == 9
        assert events[-1]["reason"] == "stalled"
        assert events[-2]["e"] in ("play", "reshuffle")
    stalled = counted(ready(RANDOM4, stall_turns=7), 10).game
    assert stalled["stalled"].sum() == 10
