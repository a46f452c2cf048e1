"""What the referee says that players may know is true, and no more than is open."""

import random

import pytest

from tests.eights import twin
from tests.eights.house import PRESETS, house_rules, is_eight, suit
from tests.eights.knowledge import Miss
from tests.eights.mixes import players_for, random_rules
from tests.eights.referee import Referee, RefereeError, replay
from tests.eights.round import Event
from tests.eights.script import HANDS, deal, draw, idle, pass_turn, play, put, skip, turn

ONE = [["5C"], ["7C"], ["9D"]]


def after(*events: Event) -> Referee:
    """The referee after the beginning of a legal game."""
    referee = Referee()
    for event in events:
        referee.see(event)
    return referee


def test_views_of_a_deal() -> None:
    views = after(deal()).views()
    assert (views.table.top, views.table.in_force, views.table.direction, views.table.pending) == (
        "4C",
        "C",
        1,
        0,
    )
    assert (views.table.hand_sizes, views.table.stock, views.table.unseen.total()) == ((4, 4, 4), 41, 53)
    assert sorted(views.players[0].hand) == sorted(HANDS[0])
    assert views.players[0].unseen.total() == 49
    assert not views.players[0].plays  # nobody is on turn yet


def test_views_on_turn() -> None:
    me = after(deal(), turn(0)).views().players[0]
    assert (me.plays, me.may_draw, me.may_pass) == ({"5C", "8H", "JC"}, False, False)
    me = after(deal(voluntary_draw=True), turn(0)).views().players[0]
    assert (me.plays, me.may_draw, me.may_pass) == ({"5C", "8H", "JC"}, True, False)
    me = after(deal(ONE, top="4H", play_drawn="may"), turn(0), draw(0, "6H")).views().players[0]
    assert (me.plays, me.may_draw, me.may_pass, me.drawn) == ({"6H"}, False, True, ("6H",))


def test_an_attack_faced() -> None:
    hands = [["2C", "KD"], ["2S", "7C"], ["9D", "10H"]]
    views = after(deal(hands, stack="same", carte_cards=0), *put(0, "2C"), turn(1)).views()
    assert (views.table.pending, views.players[1].plays, views.players[1].may_draw) == (2, {"2S"}, True)


def test_who_misses_a_suit() -> None:
    start = [deal(ONE, top="4H"), *idle(0, "6D")]
    assert after(*start).views().table.misses[0] == {"H": Miss(1, 0)}
    drew = [*start, turn(1), draw(1, "9S")]
    assert after(*drew).views().table.misses[1] == {"H": Miss(2, 1)}
    assert after(*drew, pass_turn(1)).views().table.misses[1] == {"H": Miss(2, 0)}
    played = [*start, turn(1), draw(1, "9H"), play(1, "9H"), turn(2)]
    assert after(*played).views().table.misses[1] == {"H": Miss(2, 0)}
    by_wish = [deal(ONE, top="4H", voluntary_draw=True), *idle(0, "6D")]
    assert after(*by_wish).views().table.misses[0] == {}
    kept = [deal(ONE, top="4H", play_drawn="may"), *idle(0, "6D")]
    assert after(*kept).views().table.misses[0] == {"H": Miss(1, 1)}


def test_a_card_that_may_not_be_the_last_tells_nothing() -> None:
    held = [["JH"], ["7C"], ["9D"]]
    assert after(deal(held, top="4H", last_card="not_special"), *idle(0, "6D")).views().table.misses[0] == {}
    assert after(deal(ONE, top="4H", last_card="not_special"), *idle(0, "6D")).views().table.misses[0] == {}


def test_attack_draws_are_unknown() -> None:
    events = [deal(ONE, top="4H"), *idle(0, "6D"), turn(1), draw(1, "2H"), play(1, "2H")]
    misses = after(*events, draw(2, "6S", "9H", why="attack"), skip(2), *idle(0, "KS")).views().table.misses
    assert misses == ({"H": Miss(3, 0)}, {"H": Miss(2, 0)}, {})


def test_no_views_before_the_deal() -> None:
    with pytest.raises(RefereeError, match="nothing is dealt"):
        Referee().views()


def assert_views_hold(events: list[Event]) -> None:
    """After every event: what is unseen and missed fits the true hands, and the next play is a legal one."""
    plays: tuple[frozenset[str], ...] = ()
    for event, referee in replay(events):
        round_ = referee.round
        assert round_ is not None
        if event["e"] == "play":
            assert event["card"] in plays[event["player"]]
        views = referee.views()
        table = round_.table
        plays = tuple(me.plays for me in views.players)
        hidden = table.pack.total() - len(views.table.discards)
        assert views.table.unseen.total() == hidden == sum(views.table.hand_sizes) + views.table.stock
        for p, me in enumerate(views.players):
            assert me.unseen.total() == hidden - views.table.hand_sizes[p]
            assert not table.hands[p] - me.hand
            for other, hand in enumerate(table.hands):
                assert other == p or not hand - me.unseen
            for missed, miss in views.table.misses[p].items():
                held = [card for card in table.hands[p].elements() if suit(card) == missed]
                assert sum(not is_eight(card, round_.rules) for card in held) <= miss.drawn


@pytest.mark.parametrize("preset", PRESETS)
def test_views_hold_in_preset_games(preset: str) -> None:
    rng = random.Random(f"views {preset}")
    rules = house_rules(preset)
    for _ in range(3):
        assert_views_hold(twin.play(rng.randint(2, 5), rng, rules, attention=0.8).events)


def test_views_hold_under_mixed_house_rules() -> None:
    for seed in range(30):
        rng = random.Random(f"viewed mix {seed}")
        rules = random_rules(rng)
        assert_views_hold(twin.play(players_for(rules, rng), rng, rules, attention=0.8).events)
