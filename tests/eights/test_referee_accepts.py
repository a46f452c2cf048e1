"""The referee accepts the beginnings of scripted games under house rules of every kind."""

import pytest

from tests.eights.referee import Referee
from tests.eights.round import Event
from tests.eights.script import (
    HANDS,
    carte,
    caught,
    colour,
    deal,
    draw,
    idle,
    pass_turn,
    play,
    put,
    reverse,
    skip,
    turn,
)  # fmt: skip

ONE = [["5C"], ["7C"], ["9D"]]
TWO = [["5C", "KD"], ["7C", "QH"], ["9D", "10H"]]
PAIR = [["5C", "8H", "JC", "KD"], ["2S", "7C", "9D", "QH"]]
ACE = [HANDS[2], *HANDS[:2]]
TWOS = [["2C", "2H", "8H", "KD"], ["2S", "7C", "8D", "QH"], ["2D", "3C", "10H", "X1"]]


@pytest.mark.parametrize(
    "events",
    [
        # E1, E2: more cards, the first card
        [deal([HANDS[0], HANDS[0], HANDS[0]], packs=3)],
        [deal([HANDS[0], HANDS[0], HANDS[1]], packs=1, extra_pack_above=2)],
        [deal(top="8D"), turn(0), play(0, "KD")],
        [deal(top="X2"), turn(0), play(0, "KD")],
        [deal(top="2D"), turn(0), play(0, "KD")],
        [deal(top="JD"), turn(0), play(0, "JC"), skip(1)],
        [{**deal(first_card="redraw_specials"), "redrawn": ["2D", "8S", "2D"]}],
        [deal(top="AD", first_card="redraw_specials")],
        [{**deal(top="8D", first_card="redraw_eights"), "redrawn": ["8S"] * 64}],
        [deal(top="8D", first_card="acts"), colour(2, "S"), turn(0), play(0, "8H")],
        [deal(top="X2", first_card="acts"), colour(2, "S"),
         draw(0, "6D", "6H", "QC", "KS", "9S", why="attack"),
         skip(0), turn(1), play(1, "2S")],
        [deal(top="X2", first_card="acts", joker_next="free", specials=False), turn(0), play(0, "KD")],
        [deal(top="2D", first_card="acts"), draw(0, "6D", "6H", why="attack"), skip(0), turn(1)],
        [deal(TWO, top="2S", first_card="acts", stack="same"), turn(0),
         draw(0, "6D", "6H", "6S", "6C", why="attack"),
         skip(0), turn(1)],
        [deal(top="JD", first_card="acts"), skip(0), turn(1)],
        [deal(top="AD", first_card="acts", reverse="aces"), reverse(2), turn(1), play(1, "9D"), turn(0)],
        [deal(PAIR, top="AD", first_card="acts", reverse="aces"), reverse(1), turn(0)],
        [deal(PAIR, top="AD", first_card="acts", reverse="aces", reverse_2p="skip"), reverse(1), skip(0),
         turn(1)],
        [deal(PAIR, top="JD", first_card="acts"), skip(0), turn(1)],
        # E3
        [{**deal(dealer="random"), "dealer": 0, "first": 1}, turn(1)],
        [{**deal(), "rotation": 1, "dealer": 1, "first": 2}, turn(2)],
        # E4
        [deal(top="8S", eight_on_eight=False, hands=[["5S", *HANDS[0][1:]], *HANDS[1:]]), *put(0, "5S"),
         *put(1, "2S")],
        [deal(ACE, top="AD"), *put(0, "X1"), colour(0, "H")],
        # E5
        [deal(TWOS, stack="same"), *put(0, "2C"), *put(1, "2S"), *put(2, "2D"), *put(0, "2H"), turn(1),
         draw(1, "6D", "6H", "6S", "6C", "9C", "9H", "9S", "10C", "10S", "10D", why="attack"), skip(1),
         turn(2)],
        [deal(TWOS, stack="any"), *put(0, "2C"), *put(1, "2S"), *put(2, "X1"), colour(2, "D"), *put(0, "2H"),
         turn(1)],
        [deal(TWOS, attack_two=0), *put(0, "2C"), turn(1)],
        [deal(TWOS, specials=False), *put(0, "2C"), turn(1)],
        [deal(TWOS, attack_rank="7", attack_two=1), *put(0, "2C"), turn(1), play(1, "7C"),
         draw(2, "6D", why="attack"),
         skip(2)],
        # E6
        [deal(ACE, joker_next="free", attack_joker=0), *put(0, "X1"), *put(1, "KD")],
        [deal(ACE, joker_next="previous_suit", attack_joker=0), *put(0, "X1"), *put(1, "5C")],
        [deal(ACE, joker_next="blocked", attack_joker=0), *put(0, "X1"), *put(1, "8H"), colour(1, "S")],
        # E7, E8
        [deal(PAIR), *put(0, "JC"), skip(1), turn(0)],
        [deal([HANDS[2], HANDS[1]], top="4S"), *put(0, "AS"), reverse(0), *put(1, "2S")],
        [deal([HANDS[2], HANDS[1]], top="4S", reverse_2p="skip"), *put(0, "AS"), reverse(0), skip(1),
         turn(0)],
        # E9
        [deal(ONE, top="4H"), *idle(0, "6D"), *idle(1, "6C"), *idle(2, "6S")],
        [deal(ONE, top="4H", draw_cards=2), turn(0), draw(0, "6D", "6S"), pass_turn(0)],
        [deal(ONE, top="4H", draw_cards=2), turn(0), draw(0, "6H", "9H"), play(0, "9H")],
        [deal(ONE, top="4H", play_drawn="may"), turn(0), draw(0, "6H"), pass_turn(0), turn(1)],
        [deal(ONE, top="4H", play_drawn="no"), turn(0), draw(0, "6H"), pass_turn(0), turn(1)],
        [deal(voluntary_draw=True), turn(0), draw(0, "6D", why="wants"), pass_turn(0)],
        [deal(voluntary_draw=True), turn(0), draw(0, "6C", why="wants"), play(0, "6C")],
        [deal(ONE, top="4H", draw_until=True), turn(0), draw(0, "6D"), draw(0, "6S"), draw(0, "6H"), play(0,
         "6H")],
        [deal(ONE, top="4H", draw_until=True, draw_max=2), turn(0), draw(0, "6D"), draw(0, "6S"),
         pass_turn(0)],
        [deal(preset="openspiel", jokers=2), turn(0), draw(0, "6D", why="wants"), draw(0, "6S", why="wants"),
         play(0, "5C"), *put(1, "7C")],
        [deal(ONE, preset="openspiel", top="4H"), turn(0), draw(0, "6D"), draw(0, "6S"), draw(0, "6C"),
         draw(0, "9S"), draw(0, "9H"), pass_turn(0)],
        # E11
        [deal(TWO), *put(0, "5C"), carte(0), turn(1)],
        [deal(TWO), *put(0, "5C"), turn(1)],
        [deal(TWO), *put(0, "5C"), caught(0, 2), draw(0, "6D", why="carte"), turn(1)],
        [deal([["JC", "KD"], *TWO[1:]]), *put(0, "JC"), skip(1), caught(0, 1), draw(0, "6D", why="carte"),
         turn(2)],
        [deal([["2C", "KD"], *TWO[1:]]), *put(0, "2C"), carte(0), draw(1, "6D", "6H", why="attack"), skip(1)],
        # E12
        [deal([["8H"], *ONE[1:]], last_card="not_eight"), *idle(0, "6D"), *put(1, "7C")],
        [deal([["JC"], *ONE[1:]], last_card="not_special"), turn(0), draw(0, "6C"), play(0, "6C"), carte(0)],
    ],
)  # fmt: skip
def test_accepted(events: list[Event]) -> None:
    referee = Referee()
    for event in events:
        referee.see(event)
    assert not referee.over
