"""The referee accepts a scripted game, and refuses each kind of illegal event under the rule it breaks."""

import pytest

from tests.eights.referee import Referee, RefereeError, check
from tests.eights.round import Event
from tests.eights.script import (
    HANDS,
    carte,
    caught,
    colour,
    deal,
    draw,
    end,
    idle,
    pass_turn,
    play,
    put,
    reshuffle,
    reverse,
    skip,
    turn,
)  # fmt: skip

ONE = [["5C"], ["7C"], ["9D"]]
TWO = [["5C", "KD"], ["7C", "QH"], ["9D", "10H"]]
PAIR = [["5C", "8H", "JC", "KD"], ["2S", "7C", "9D", "QH"]]
TWOS = [["2C", "2H", "8H", "KD"], ["2S", "7C", "8D", "QH"], ["2D", "3C", "10H", "X1"]]

# Three players; attacks by a 2 of spades and a joker, a jack, an 8, a turned direction, « carte » forgotten.
GAME: list[Event] = [
    deal(),
    *put(0, "JC"), skip(1),
    *put(2, "X1"), colour(2, "S"), draw(0, "6D", "6H", "QC", "KS", "9S", why="attack"), skip(0),
    *put(1, "2S"), draw(2, "3H", "4H", "5H", "6S", why="attack"), skip(2),
    *put(0, "9S"),
    *put(1, "9D"),
    turn(2), draw(2, "JD"), play(2, "JD"), skip(0),
    turn(1), draw(1, "AC"), pass_turn(1),
    turn(2), draw(2, "8D"), play(2, "8D"), colour(2, "S"),
    *put(0, "KS"),
    turn(1), draw(1, "8C"), play(1, "8C"), colour(1, "S"),
    *put(2, "AS"), reverse(2),
    *put(1, "AC"),
    *put(0, "QC"),
    *put(2, "3C"),
    *put(1, "7C"), caught(1, 2), draw(1, "10D", why="carte"),
    *put(0, "5C"),
    *put(2, "5H"),
    *put(1, "QH"), carte(1),
    *put(0, "8H"), colour(0, "D"),
    turn(2), draw(2, "10C"), pass_turn(2),
    *put(1, "10D"),
    end([["6H", "6D", "KD"], [], ["3H", "4H", "6S", "10H", "10C"]], [20, 0, 25], 1),
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
    with pytest.raises(RefereeError) as raised:
        referee.see(events[-1])
    assert (raised.value.rule, raised.value.index) == (rule, len(events) - 1), str(raised.value)


def test_a_whole_game() -> None:
    check(GAME)


def test_an_unfinished_game_is_refused() -> None:
    with pytest.raises(RefereeError, match="stops before the end"):
        check(GAME[:-1])


def test_error_names_rule_and_event() -> None:
    with pytest.raises(RefereeError, match=r"^E3, event 1: the next turn is of player 0"):
        accepted(deal(), turn(1))


def test_attentive_players_say_carte() -> None:
    start = [deal(TWO), *put(0, "5C")]
    accepted(*start, turn(1))
    referee = Referee(lapses=False)
    for event in start:
        referee.see(event)
    with pytest.raises(RefereeError, match="E11, event 3"):
        referee.see(turn(1))


@pytest.mark.parametrize(
    ("rule", "events"),
    [
        # E1: cards and players
        ("E1", [deal([["5C", "5C", "JC", "KD"], *HANDS[1:]])]),
        ("E1", [deal(jokers=0)]),
        ("E1", [deal(top="KD")]),
        ("E1", [deal(players_min=4)]),
        ("E1", [deal(players_max=2)]),
        ("E1", [{**deal(), "line_up": ["random"]}]),
        ("E1", [deal(ONE, top="4H"), turn(0), draw(0, "7C")]),
        ("E1", [deal(), *put(0, "5C"), *put(1, "7C"), turn(2), play(2, "X1"), colour(2, "S"),
                draw(0, "6D", "6H", "QC", "KS", "5C", why="attack")]),
        ("E1", [{**deal(first_card="redraw_eights"), "redrawn": ["8H"]}]),
        # E2: hands and the first card
        ("E2", [deal(hand_cards=5)]),
        ("E2", [deal([HANDS[0][:3], *HANDS[1:]])]),
        ("E2", [deal(PAIR, hand_cards_2p=7)]),
        ("E2", [deal(top="8D", first_card="redraw_eights")]),
        ("E2", [deal(top="8D", first_card="acts_redraw_eights")]),
        ("E2", [deal(top="AD", reverse="aces", first_card="redraw_specials")]),
        ("E2", [deal(top="2H", first_card="redraw_specials")]),
        ("E2", [deal(top="X2", first_card="redraw_specials")]),
        ("E2", [{**deal(), "redrawn": ["8D"]}]),
        ("E2", [{**deal(first_card="redraw_eights"), "redrawn": ["2D"]}]),
        ("E2", [{**deal(first_card="redraw_eights"), "redrawn": ["8D"] * 65}]),
        ("E6", [deal(top="8D", first_card="acts"), turn(0)]),
        ("E6", [deal(top="8D", first_card="acts"), colour(0, "S")]),
        ("E5", [deal(top="2D", first_card="acts"), turn(0)]),
        ("E7", [deal(top="JD", first_card="acts"), turn(0)]),
        ("E8", [deal(top="AD", first_card="acts", reverse="aces"), turn(0)]),
        ("E3", [deal(top="AD", first_card="acts", reverse="aces"), reverse(2), turn(0)]),
        ("E7", [deal(top="JD"), skip(0)]),
        # E3: the dealer and the order of play
        ("E3", [{**deal(), "dealer": 0, "first": 1}]),
        ("E3", [{**deal(), "first": 1}]),
        ("E3", [{**deal(), "rotation": 1}]),
        ("E3", [{**deal(), "rotation": 3}]),
        ("E3", [{**deal(dealer="random"), "dealer": 3}]),
        ("E3", [{**deal(dealer="random"), "dealer": 1}]),
        ("E3", [deal(), turn(2)]),
        ("E3", [deal(), *put(0, "5C"), turn(2)]),
        ("E3", [deal(), *put(0, "5C"), turn(0)]),
        ("E3", [deal(), turn(0), turn(1)]),
        ("E3", [deal(), *put(0, "8H"), colour(0, "D"), *put(1, "9D"), turn(0)]),
        # E4: what may be played
        ("E4", [deal(), turn(0), play(0, "KD")]),
        ("E4", [deal(), turn(0), play(0, "QC")]),
        ("E4", [deal(), turn(0), play(1, "7C")]),
        ("E4", [deal(), play(0, "5C")]),
        ("E4", [deal(), *put(0, "5C"), play(0, "JC")]),
        ("E4", [deal(), *put(0, "8H"), colour(0, "D"), turn(1), play(1, "7C")]),
        ("E4", [deal(), *put(0, "8H"), colour(0, "D"), turn(1), play(1, "QH")]),
        ("E4", [deal(top="8D", eight_on_eight=False), turn(0), play(0, "8H")]),
        ("E4", [deal(top="8H", hands=[["8D", "8S", "JC", "KD"], *HANDS[1:]], eight_on_eight=False), turn(0),
                play(0, "8D")]),
        ("E4", [deal([HANDS[2], *HANDS[:2]], top="AD", joker_on_ace=False), turn(0), play(0, "X1")]),
        # E5: attacks
        ("E5", [deal(TWOS), *put(0, "2C"), turn(1)]),
        ("E5", [deal(TWOS), *put(0, "2C"), draw(1, "6D", why="attack")]),
        ("E5", [deal(TWOS), *put(0, "2C"), draw(1, "6D", "6H", "6S", why="attack")]),
        ("E5", [deal(TWOS), *put(0, "2C"), draw(2, "6D", "6H", why="attack")]),
        ("E5", [deal(TWOS), *put(0, "2C"), draw(1, "6D", "6H")]),
        ("E5", [deal(TWOS), *put(0, "2C"), draw(1, "6D", "6H", why="attack"), turn(1)]),
        ("E5", [deal(TWOS), *put(0, "2C"), draw(1, "6D", "6H", why="attack"), skip(2)]),
        ("E3", [deal(TWOS), *put(0, "2C"), draw(1, "6D", "6H", why="attack"), skip(1), turn(1)]),
        ("E3", [deal(TWOS, stack="same"), *put(0, "2C"), turn(2)]),
        ("E9", [deal(TWOS, stack="same"), *put(0, "2C"), draw(1, "6D", "6H", why="attack")]),
        ("E5", [deal(TWOS, stack="same"), *put(0, "2C"), turn(1), draw(1, "6D", why="attack")]),
        ("E5", [deal(TWOS, stack="same"), *put(0, "2C"), turn(1), draw(1, "6D")]),
        ("E5", [deal(TWOS, stack="same"), *put(0, "2C"), turn(1), play(1, "7C")]),
        ("E5", [deal(TWOS, stack="same"), *put(0, "2C"), turn(1), play(1, "8D")]),
        ("E9", [deal(TWOS, stack="same"), *put(0, "2C"), turn(1), pass_turn(1)]),
        ("E5", [deal(TWOS, stack="same"), *put(0, "2C"), turn(1), skip(1)]),
        ("E5", [deal(TWOS, stack="same"), *put(0, "2C"), *put(1, "2S"), turn(2), play(2, "X1")]),
        ("E5", [deal(TWOS, stack="any"), *put(0, "2C"), *put(1, "2S"), turn(2), draw(2, "6D", why="attack")]),
        ("E5", [deal(TWOS, attack_two=0, stack="any"), *put(0, "2C"), *put(1, "2S"), turn(2), play(2, "2D")]),
        ("E9", [deal(TWOS, specials=False), *put(0, "2C"), draw(1, "6D", "6H", why="attack")]),
        ("E3", [deal(TWOS, stack="same"), *put(0, "2C"), turn(1), draw(1, "6D", "6H", why="attack"), skip(1),
                turn(0)]),
        # E6: the suit is named
        ("E6", [deal(), *put(0, "8H"), turn(1)]),
        ("E6", [deal(), *put(0, "8H"), colour(1, "D")]),
        ("E6", [deal(), *put(0, "8H"), colour(0, "X")]),
        ("E6", [deal(), *put(0, "5C"), colour(0, "D")]),
        ("E6", [deal(preset="maumau", jokers=2), *put(0, "JC"), turn(1)]),
        ("E6", [deal([HANDS[2], *HANDS[:2]]), *put(0, "X1"),
         draw(1, "6D", "6H", "QC", "KS", "9S", why="attack")]),
        ("E4", [deal(TWOS, joker_next="blocked", specials=False), *put(0, "2C"), *put(1, "7C"), *put(2, "X1"),
                turn(0), play(0, "KD")]),
        ("E4", [deal(TWOS, joker_next="previous_suit", specials=False), *put(0, "2C"), *put(1, "7C"),
                *put(2, "X1"), turn(0), play(0, "KD")]),
        ("E6", [deal(TWOS, joker_next="free", specials=False), *put(0, "2C"), *put(1, "7C"), *put(2, "X1"),
                colour(2, "D")]),
        # E7: skips
        ("E7", [deal(), *put(0, "JC"), turn(1)]),
        ("E7", [deal(), *put(0, "JC"), skip(2)]),
        ("E3", [deal(), *put(0, "JC"), skip(1), turn(1)]),
        ("E3", [deal(PAIR), *put(0, "JC"), skip(1), turn(1)]),
        ("E7", [deal(), *put(0, "5C"), skip(1)]),
        ("E7", [deal(specials=False), *put(0, "JC"), skip(1)]),
        ("E7", [deal(skip_rank="queen"), *put(0, "JC"), skip(1)]),
        # E8: the direction
        ("E8", [deal([HANDS[2], *HANDS[:2]], top="4S"), *put(0, "AS"), turn(2)]),
        ("E8", [deal([HANDS[2], *HANDS[:2]], top="4S"), *put(0, "AS"), reverse(1)]),
        ("E3", [deal([HANDS[2], *HANDS[:2]], top="4S"), *put(0, "AS"), reverse(0), turn(1)]),
        ("E8", [deal([HANDS[2], *HANDS[:2]], top="4S", reverse="tens"), *put(0, "AS"), reverse(0)]),
        ("E8", [deal([HANDS[2], HANDS[1]], top="4S", reverse_2p="skip"), *put(0, "AS"), reverse(0), turn(1)]),
        ("E7", [deal([HANDS[2], HANDS[1]], top="4S"), *put(0, "AS"), reverse(0), skip(1)]),
        # E9: draws and passes
        ("E9", [deal(), turn(0), draw(0, "6D")]),
        ("E9", [deal(), turn(0), draw(0, "6D", why="wants")]),
        ("E9", [deal(), turn(0), pass_turn(0)]),
        ("E9", [deal(ONE, top="4H"), turn(0), pass_turn(0)]),
        ("E9", [deal(ONE, top="4H"), turn(0), draw(0, "6D", "6S")]),
        ("E9", [deal(ONE, top="4H"), turn(0), draw(0, "6D", why="wants")]),
        ("E9", [deal(ONE, top="4H"), turn(0), draw(0, "6D", why="carte")]),
        ("E9", [deal(voluntary_draw=True), turn(0), draw(0, "6D")]),
        ("E9", [deal(ONE, top="4H"), turn(0), draw(1, "6D")]),
        ("E9", [deal(ONE, top="4H"), *idle(0, "6D"), draw(1, "6S")]),
        ("E9", [deal(ONE, top="4H"), turn(0), draw(0, "6D"), draw(0, "6S")]),
        ("E9", [deal(ONE, top="4H"), turn(0), draw(0, "6H"), pass_turn(0)]),
        ("E9", [deal(ONE, top="4H", play_drawn="no"), turn(0), draw(0, "6H"), play(0, "6H")]),
        ("E4", [deal(ONE, top="4H", play_drawn="may"), turn(0), draw(0, "6D"), play(0, "6D")]),
        ("E9", [deal(voluntary_draw=True), turn(0), draw(0, "6D", why="wants"), play(0, "5C")]),
        ("E9", [deal(ONE, top="4H", draw_until=True), turn(0), draw(0, "6D"), pass_turn(0)]),
        ("E9", [deal(ONE, top="4H", draw_until=True), turn(0), draw(0, "6H"), draw(0, "6D")]),
        ("E9", [deal(ONE, top="4H", draw_until=True, draw_max=2), turn(0), draw(0, "6D"), draw(0, "6S"),
                draw(0, "6C")]),
        ("E9", [deal(ONE, top="4H", play_drawn="anew"), turn(0), draw(0, "6D"), pass_turn(0)]),
        ("E9", [deal(ONE, top="4H", play_drawn="anew", draw_max=2), turn(0), draw(0, "6D"), draw(0, "6S"),
                draw(0, "6C")]),
        ("E9", [deal(ONE, top="4C", play_drawn="anew"), turn(0), draw(0, "6D", why="wants")]),
        # E10: no reshuffle while cards are there; blocked rounds are in test_referee_results
        ("E10", [deal(), reshuffle(0)]),
        ("E10", [deal(), *put(0, "5C"), reshuffle(1)]),
        ("E10", [deal(), *put(0, "5C"), end(HANDS, [45, 55, 75], reason="blocked", winners=[0])]),
        # E11: « carte »
        ("E11", [deal(), *put(0, "5C"), carte(0)]),
        ("E11", [deal(TWO), *put(0, "5C"), carte(1)]),
        ("E11", [deal(TWO), *put(0, "5C"), carte(0), carte(0)]),
        ("E11", [deal(TWO), *put(0, "5C"), *put(1, "7C"), carte(0)]),
        ("E11", [deal(TWO, carte_cards=0), *put(0, "5C"), carte(0)]),
        ("E11", [deal(TWO, carte_cards=0), *put(0, "5C"), caught(0, 1)]),
        ("E11", [deal(TWO), *put(0, "5C"), carte(0), caught(0, 1)]),
        ("E11", [deal(TWO), *put(0, "5C"), caught(0, 0)]),
        ("E11", [deal(TWO), *put(0, "5C"), caught(1, 2)]),
        ("E11", [deal(TWO), *put(0, "5C"), turn(1), caught(0, 1)]),
        ("E11", [deal(TWO), *put(0, "5C"), *put(1, "7C"), caught(0, 1)]),
        ("E11", [deal(TWO), *put(0, "5C"), caught(0, 1), turn(1)]),
        ("E11", [deal(TWO), *put(0, "5C"), caught(0, 1), draw(0, "6D", "6S", why="carte")]),
        ("E11", [deal(TWO), *put(0, "5C"), caught(0, 1), draw(0, "6D", why="attack")]),
        ("E11", [deal(TWO), *put(0, "5C"), caught(0, 1), draw(1, "6D", why="carte")]),
        ("E11", [deal(TWO), *put(0, "5C"), caught(0, 1), draw(0, "6D", why="carte"), caught(0, 1)]),
        ("E7", [deal([["JC", "KD"], *TWO[1:]]), *put(0, "JC"), caught(0, 1)]),
        # E12: the last card
        ("E12", [deal(ONE), *put(0, "5C"), turn(1)]),
        ("E12", [deal(ONE), *put(0, "5C"), end([[], *ONE[1:]], [0, 5, 5], 1)]),
        ("E12", [deal(), *put(0, "5C"), end(HANDS, [45, 55, 75], 0)]),
        ("E12", [deal([["JC"], *ONE[1:]], last_card="not_special"), turn(0), play(0, "JC")]),
        ("E12", [deal([["8H"], *ONE[1:]], last_card="not_eight"), turn(0), play(0, "8H")]),
        ("E12", [deal([["2C"], *ONE[1:]]), *put(0, "2C"), end([[], *ONE[1:]], [0, 5, 5], 0)]),
        ("E12", [deal([["2C"], *ONE[1:]]), *put(0, "2C"), draw(1, "6D", why="attack")]),
        ("E12", [deal([["2C"], *ONE[1:]]), *put(0, "2C"), draw(1, "6D", "6S", why="attack"), skip(1)]),
        ("E12", [deal([["2C"], *ONE[1:]], last_attack=False), *put(0, "2C"),
         draw(1, "6D", "6S", why="attack")]),
        ("E12", [deal([["8H"], *ONE[1:]]), *put(0, "8H"), colour(0, "D")]),
        ("E12", [*GAME[:-1], {**GAME[-1], "winner": 0}]),
        ("E12", [*GAME[:-1], {**GAME[-1], "winners": [0, 1]}]),
        ("E12", [*GAME[:-1], {**GAME[-1], "hands": [["6H", "6D", "KD"], [], ["3H", "4H", "6S", "10H"]]}]),
        # E13: points; scorings are in test_referee_results
        ("E13", [*GAME[:-1], {**GAME[-1], "points": [20, 0, 30]}]),
        ("E13", [*GAME[:-1], {**GAME[-1], "points": [20, 5, 25]}]),
        # E14: a match
        ("E14", [deal(), {"e": "match", "totals": [0, 0, 0], "winners": [0, 1, 2]}]),
        ("E14", [{**deal(), "hand": 1}]),
        # E15: the last turn, the last card allowed
        ("E15", [deal(stall_turns=1), *put(0, "5C"), turn(1)]),
        ("E15", [deal(stall_turns=2), *put(0, "5C"),
         end(HANDS, [45, 55, 75], reason="stalled", winners=[0])]),
        ("E12", [deal(plays_max=1), *put(0, "5C"), turn(1)]),
        ("E12", [deal(plays_max=1), *put(0, "8H"), colour(0, "D")]),
        # format
        ("trace", [deal(), {"e": "turn"}]),
        ("trace", [deal(), {**turn(0), "round": 1}]),
        ("trace", [deal(), turn(3)]),
        ("trace", [deal(), turn(0), {"e": "dance", "player": 0}]),
        ("trace", [deal(), turn(0), play(0, "1C")]),
        ("trace", [deal(ONE, top="4H"), turn(0), draw(0)]),
        ("trace", [deal(), deal()]),
        ("trace", [turn(0)]),
        ("trace", [*GAME, turn(0)]),
        ("trace", [{**deal(), "game": "cactus"}]),
        ("trace", [{**deal(), "rules": {**deal()["rules"], "dance": True}}]),
        ("trace", [{**deal(), "hands": [HANDS[0][::-1], *HANDS[1:]]}]),
    ],
)  # fmt: skip
def test_refused(rule: str, events: list[Event]) -> None:
    refused(rule, *events)
