"""Games told in words: a whole one in each language, every kind of event, and what is told of rows and totals."""

import random
import re
from typing import Any

import pytest

from cactus_sim.errors import UsageError
from cactus_sim.games.cactus.rows import Rows
from cactus_sim.games.cactus.tell import names, tell
from cactus_sim.simulate.playing import play
from tests.cactus import twin
from tests.cactus.mixes import players_for, random_rules
from tests.cactus.referee import Referee
from tests.cactus.round import Event
from tests.cactus.script import (
    call,
    deal,
    discard,
    draw,
    end,
    exchange,
    forget,
    give,
    give_back,
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
from tests.cactus.test_referee import GAME

ENGLISH = """\
Cactus, seed 1, deal 0, rotation 0
A card in brackets is not known to its player. At the end of a row: its points.
Everybody who has a card equal to the top discard may throw it out of turn, one after the other.
    random 1   7♥     K♠     (3♦)   (Q♣)    20
    random 2   A♥     2♣     (J♦)   (9♠)    22
    random 3   5♠     10♦    (K♥)   (4♣)    19
  The discard pile begins with 5♣. random 1 is first.
      random 3 throws 5♠ (card 1).
Round 1
  random 1 draws 8♣, looks at card 4 (Q♣) and discards 8♣.
  random 2 draws K♣ and exchanges it for J♦ (card 3).
      random 1 wrongly throws Q♣ (card 4) and draws a penalty card unseen (A♠).
  random 3 takes Q♣ from the discard pile for 10♦ (card 2).
    random 1   7♥     K♠     (3♦)   (A♠)    11
    random 2   A♥     2♣     K♣     (9♠)    12
    random 3   ·      Q♣     (K♥)   (4♣)    14
Round 2
  random 1 draws K♦ and exchanges it for 7♥ (card 1).
  random 2 draws 6♦ and discards it.
  random 3 draws 4♦ and exchanges it for Q♣ (card 2).
    random 1   K♦     K♠     (3♦)   (A♠)     4
    random 2   A♥     2♣     K♣     (9♠)    12
    random 3   ·      4♦     (K♥)   (4♣)     8
Round 3
  random 1 calls “Cactus!” with 4 points.
  random 2 draws 9♣ and discards it.
      random 2 throws 9♠ (card 4).
  random 3 draws 10♣ and discards it.
All show their cards.
    random 1   K♦     K♠     3♦     A♠       4
    random 2   A♥     2♣     K♣     ·        3
    random 3   ·      4♦     K♥     4♣       8
random 1 has called and ends with 4 points, which is not the fewest.
random 2 wins with 3 points.
"""

FRENCH = """\
Cactus, graine 1, donne 0, rotation 0
Une carte entre parenthèses est inconnue de son joueur. Au bout d’une rangée\u00a0: ses points.
Qui a une carte égale à celle du dessus de la défausse peut la jeter hors de son tour, l’un après l’autre.
    random 1   7♥     R♠     (3♦)   (D♣)    20
    random 2   A♥     2♣     (V♦)   (9♠)    22
    random 3   5♠     10♦    (R♥)   (4♣)    19
  La défausse commence par le 5♣. random 1 commence.
      random 3 jette le 5♠ (carte 1).
Tour 1
  random 1 pioche le 8♣, regarde sa carte 4 (D♣) et défausse le 8♣.
  random 2 pioche le R♣ et l’échange contre le V♦ (carte 3).
      random 1 jette à tort la D♣ (carte 4) et pioche une carte de pénalité à l’aveugle (A♠).
  random 3 prend la D♣ sur la défausse contre le 10♦ (carte 2).
    random 1   7♥     R♠     (3♦)   (A♠)    11
    random 2   A♥     2♣     R♣     (9♠)    12
    random 3   ·      D♣     (R♥)   (4♣)    14
Tour 2
  random 1 pioche le R♦ et l’échange contre le 7♥ (carte 1).
  random 2 pioche le 6♦ et le défausse.
  random 3 pioche le 4♦ et l’échange contre la D♣ (carte 2).
    random 1   R♦     R♠     (3♦)   (A♠)     4
    random 2   A♥     2♣     R♣     (9♠)    12
    random 3   ·      4♦     (R♥)   (4♣)     8
Tour 3
  random 1 annonce «\u00a0Cactus\u202f!\u00a0» avec 4 points.
  random 2 pioche le 9♣ et le défausse.
      random 2 jette le 9♠ (carte 4).
  random 3 pioche le 10♣ et le défausse.
Tous retournent leurs cartes.
    random 1   R♦     R♠     3♦     A♠       4
    random 2   A♥     2♣     R♣     ·        3
    random 3   ·      4♦     R♥     4♣       8
random 1 a annoncé et finit avec 4 points\u00a0: ce n’est pas le plus petit total.
random 2 gagne avec 3 points.
"""


@pytest.mark.parametrize(("lang", "text"), [("en", ENGLISH), ("fr", FRENCH)])
def test_a_whole_game(lang: str, text: str) -> None:
    assert "\n".join(tell(GAME, lang)) + "\n" == text


def told(lang: str, *events: Event, **changes: Any) -> str:
    """What is told after the lines of the deal."""
    beginning = deal(**changes)
    return "\n".join(line.strip() for line in list(tell([beginning, *events, turn(2)], lang))[7:])


@pytest.mark.parametrize(
    ("events", "english", "french"),
    [
        ([take(0, 0, "AS", "7H")], "random 1 takes A♠ from the discard pile for 7♥ (card 1).",
         "random 1 prend l’A♠ sur la défausse contre le 7♥ (carte 1)."),
        ([draw(0, "QD"), discard(0, "QD")], "random 1 draws Q♦ and discards it.",
         "random 1 pioche la D♦ et la défausse."),
        ([draw(0, "X1"), swap(0, 0, "X1", "7H")], "random 1 draws joker and exchanges it for 7♥ (card 1).",
         "random 1 pioche le joker et l’échange contre le 7♥ (carte 1)."),
        ([draw(0, "KC"), swap_many(0, [0, 3], "KC", ["7H", "QC"], True, 0)],
         "random 1 draws K♣ and exchanges it for 7♥ and Q♣ at once (cards 1 and 4).",
         "random 1 pioche le R♣ et l’échange d’un coup contre le 7♥ et la D♣ (cartes 1 et 4)."),
        ([draw(0, "KC"), swap_many(0, [0, 3], "KC", ["7H", "QC"], False, 4)],
         ("random 1 draws K♣ and tries to exchange it for 7♥ and Q♣ at once (cards 1 and 4): they are not equal, "
         "stay there for all to see, and K♣ joins them."),
         ("random 1 pioche le R♣ et veut l’échanger d’un coup contre le 7♥ et la D♣ (cartes 1 et 4)\u00a0: inégales, "
         "elles restent, vues de tous, et le R♣ s’y ajoute.")),
        ([peek(0, 2, "3D")], "random 1 looks at card 3 (3♦).", "random 1 regarde sa carte 3 (3♦)."),
        ([look(0, 0, 2, "3D")], "random 1 looks at card 3 (3♦).", "random 1 regarde sa carte 3 (3♦)."),
        ([look(0, 1, 2, "JD")], "random 1 looks at random 2’s card 3 (J♦).",
         "random 1 regarde la carte 3 chez random 2 (V♦)."),
        ([exchange(0, 2, 1, 0)], "random 1 exchanges card 3 (3♦) for random 2’s card 1 (A♥).",
         "random 1 échange sa carte 3 (3♦) contre la carte 1 chez random 2 (A♥)."),
        ([exchange(0, 0, 0, 2, 1)], "random 1 exchanges card 3 (3♦) for random 2’s card 1 (A♥).",
         "random 1 échange sa carte 3 (3♦) contre la carte 1 chez random 2 (A♥)."),
        ([exchange(0, 0, 0, 1)], "random 1 exchanges cards 1 (7♥) and 2 (K♠).",
         "random 1 intervertit ses cartes 1 (7♥) et 2 (R♠)."),
        ([exchange(0, 0, 2, 1, 1)], "random 1 exchanges random 2’s card 1 (A♥) and random 3’s card 2 (10♦).",
         "random 1 intervertit la carte 1 chez random 2 (A♥) et la carte 2 chez random 3 (10♦)."),
        ([give(0, 3, 1, 4)], "random 1 gives card 4 (Q♣) to random 2.", "random 1 donne sa carte 4 (D♣) à random 2."),
        ([throw(1, 0, "AH", False), penalty(1, [0, 4], ["9C", "9D"])],
         "random 2 wrongly throws A♥ (card 1) and draws 2 penalty cards unseen (9♣, 9♦).",
         "random 2 jette à tort l’A♥ (carte 1) et pioche 2 cartes de pénalité à l’aveugle (9♣, 9♦)."),
        ([throw(0, 3, "QC", False), give_back(0, 3)],
         "random 1 wrongly throws Q♣ (card 4) and puts it back for all to see.",
         "random 1 jette à tort la D♣ (carte 4) et la remet à sa place, à la vue de tous."),
        ([throw(0, 0, "5S", True, 2), give(0, 3, 2, 0)],
         "random 1 throws random 3’s card 1 (5♠) and gives card 4 (Q♣) to random 3.",
         "random 1 jette la carte 1 chez random 3 (5♠) et donne sa carte 4 (D♣) à random 3."),
        ([throw(0, 1, "10D", False, 2), give_back(0, 1, 2)],
         "random 1 wrongly throws random 3’s card 2 (10♦) and puts it back for all to see.",
         "random 1 jette à tort la carte 2 chez random 3 (10♦) et la remet à sa place, à la vue de tous."),
        ([late(0, 3)], "random 1 is too late with card 4.", "random 1 arrive trop tard avec sa carte 4."),
        ([late(0, 3, 1)], "random 1 is too late to throw random 2’s card 4.",
         "random 1 arrive trop tard pour jeter la carte 4 chez random 2."),
        ([draw(0, "2D"), discard(0, "2D"), forget(0, 0), forget(0, 1)],
         "random 1 draws 2♦ and discards it.\nrandom 1 forgets card 1 (7♥) and card 2 (K♠).",
         "random 1 pioche le 2♦ et le défausse.\nrandom 1 oublie sa carte 1 (7♥) et sa carte 2 (R♠)."),
        ([draw(0, "2D"), discard(0, "2D"), throw(0, 0, "7H", True), call(0)],
         "random 1 draws 2♦ and discards it.\nrandom 1 throws 7♥ (card 1).\nrandom 1 calls “Cactus!” with 13 points.",
         ("random 1 pioche le 2♦ et le défausse.\nrandom 1 jette le 7♥ (carte 1).\n"
         "random 1 annonce «\u00a0Cactus\u202f!\u00a0» avec 13 points.")),
        ([call(0), draw(0, "2D"), discard(0, "2D")],
         "random 1 calls “Cactus!” with 20 points, draws 2♦ and discards it.",
         "random 1 annonce «\u00a0Cactus\u202f!\u00a0» avec 20 points, pioche le 2♦ et le défausse."),
        ([reshuffle(23), draw(0, "2D"), discard(0, "2D")],
         ("The draw pile is empty: the discards but the top are shuffled to be the new one (cards: 23).\n"
         "random 1 draws 2♦ and discards it."),
         ("La pioche est vide\u00a0: la défausse, sauf le dessus, est mélangée et la remplace (cartes\u00a0: 23).\n"
         "random 1 pioche le 2♦ et le défausse.")),
    ],
)  # fmt: skip
def test_every_kind_of_event(events: list[Event], english: str, french: str) -> None:
    changes = {"wrong_card": "returns"} if any(event["e"] == "return" for event in events) else {}
    assert told("en", turn(0), *events, **changes).removeprefix("Round 1\n") == english
    assert told("fr", turn(0), *events, **changes).removeprefix("Tour 1\n") == french


def test_the_last_card_of_a_row() -> None:
    lines = list(tell([deal([["AS"], ["2S"], ["3S"]], "AD", hand_cards=1, looked_at=1), throw(0, 0, "AS", True),
                       end([[None], ["2S"], ["3S"]], [0, 2, 3], [0], reason="empty", royal=[0])], "fr"))  # fmt: skip
    assert lines[7:] == [
        "      random 1 jette l’A♠ (dernière carte).",
        "Il ne reste plus de carte à random 1\u00a0: la manche s’arrête et tous retournent leurs cartes.",
        "    random 1   ·        0",
        "    random 2   2♠       2",
        "    random 3   3♠       3",
        "Cactus royal pour random 1\u202f!",
        "random 1 gagne avec 0 point.",
    ]


HANDS = [["7H", "KS", "3D", "QC"], ["AH", "2C", "JD", "9S"], ["5S", "10D", "KH", "4C"]]
SMALL = [["AH"], ["AS"], ["2S"]]


@pytest.mark.parametrize(
    ("hands", "changes", "result", "english", "french"),
    [
        (HANDS, {}, {"totals": [20, 22, 19], "winners": [2], "caller": 0},
         ["random 1 has called and ends with 20 points, more than 6 points: lost.", "random 3 wins with 19 points."],
         ["random 1 a annoncé et finit avec 20 points, plus de 6 points\u00a0: c’est perdu.",
          "random 3 gagne avec 19 points."]),
        (SMALL, {}, {"totals": [1, 1, 2], "winners": [0, 1], "caller": 0},
         ["random 1 and random 2 win with 1 point each."], ["random 1 et random 2 gagnent avec 1 point chacun."]),
        (SMALL, {"tie": "caller"}, {"totals": [1, 1, 2], "winners": [0], "caller": 0},
         ["At a tie the caller, random 1, wins alone.", "random 1 wins with 1 point."],
         ["À égalité, random 1, qui a annoncé, gagne sans partage.", "random 1 gagne avec 1 point."]),
        (SMALL, {"tie": "others"}, {"totals": [1, 1, 2], "winners": [1], "caller": 0, "points": [1, 0, 2]},
         ["At a tie the caller, random 1, gives way.", "random 2 wins with 1 point.",
          "Written down: 1 for random 1, 0 for random 2 and 2 for random 3."],
         ["À égalité, random 1, qui a annoncé, cède la victoire.", "random 2 gagne avec 1 point.",
          "Points marqués\u00a0: 1 pour random 1, 0 pour random 2 et 2 pour random 3."]),
        (HANDS, {"winner_needs_cactus": True}, {"totals": [20, 22, 19], "winners": [], "reason": "stalled"},
         ["Nobody has cactus, 6 points at most: nobody wins."],
         ["Personne n’a cactus, 6 points au plus\u00a0: personne ne gagne."]),
        (HANDS, {}, {"totals": [20, 22, 19], "winners": [2], "reason": "stock"},
         ["random 3 wins with 19 points."], ["random 3 gagne avec 19 points."]),
    ],
)  # fmt: skip
def test_who_wins_and_why(
    hands: list[list[str]], changes: dict[str, Any], result: dict[str, Any], english: list[str], french: list[str]
) -> None:
    if hands == SMALL:
        changes = {**changes, "hand_cards": 1, "looked_at": 1}
    events = [deal(hands, **changes), end(hands, **result)]
    assert list(tell(events, "en"))[11:] == english
    assert list(tell(events, "fr"))[11:] == french


def test_a_match() -> None:
    rules = {"hand_cards": 1, "looked_at": 1, "match_points": 2}
    events = [
        deal(SMALL, "AD", 0, **rules), end(SMALL, [1, 1, 2], [0, 1], reason="stalled"),
        {"e": "match", "totals": [1, 1, 2], "winners": [0, 1]},
    ]  # fmt: skip
    english, french = list(tell(events, "en")), list(tell(events, "fr"))
    assert english[3:5] == ["", "Deal 1"]
    assert english[-3:] == [
        "", "The match is over: 1 for random 1, 1 for random 2 and 2 for random 3.",
        "random 1 and random 2 win with 1 point each.",
    ]  # fmt: skip
    assert french[4] == "Manche 1"
    assert french[-2] == "La partie est finie\u00a0: 1 pour random 1, 1 pour random 2 et 2 pour random 3."


@pytest.mark.parametrize(
    ("changes", "english", "french"),
    [
        ({"throw": "none"}, "Nobody may throw", "Personne ne peut jeter"),
        ({"throw_who": "first"}, "Whoever is fastest with a card", "Seul le plus rapide à avoir"),
        ({"throw": "any"}, "Everybody may throw cards", "Chacun peut jeter"),
        ({"throw": "any", "throw_who": "first"}, "Whoever is fastest may throw", "Seul le plus rapide peut jeter"),
    ],
)
def test_who_may_throw(changes: dict[str, Any], english: str, french: str) -> None:
    assert list(tell([deal(HANDS, **changes)], "en"))[2].startswith(english)
    assert list(tell([deal(HANDS, **changes)], "fr"))[2].startswith(french)


def test_names() -> None:
    assert names(["threshold", "early", "threshold"]) == ["threshold 1", "early", "threshold 2"]
    assert names(["a/b.py:Mine(x=2)", "c.py:Mine(x=2)", "d.py:Mine"]) == ["Mine(x=2) 1", "Mine(x=2) 2", "Mine"]


def test_an_unknown_language() -> None:
    with pytest.raises(UsageError, match="languages: en, fr"):
        list(tell(GAME, "de"))


def test_rows_and_what_is_known_of_them_are_those_of_the_referee() -> None:
    rng = random.Random(4)
    for _ in range(60):
        rules = random_rules(rng)
        events = twin.play(players_for(rules, rng), rng, rules).events
        referee, rows = Referee(), Rows(events[0])
        referee.see(events[0])
        for event in events[1:-1]:
            referee.see(event)
            if "player" in event:
                rows.follow(event)
            views = referee.views()
            for player, view in enumerate(views.players):
                known = {slot: rows.at(player, slot) for owner, slot in rows.known[player] if owner == player}
                assert known == view.cards, event
                assert sum(bool(card) for card in rows.rows[player]) == views.table.hand_sizes[player], event


SUIT = "[♠♥♦♣]"
BAD_FRENCH = re.compile(rf"\b(le|la) A{SUIT}|\ble D{SUIT}|\b(la|l’)([VR]|\d+){SUIT}|l’D| [:!?;»]|« |[{{}}]|\(\)|  ")


@pytest.mark.parametrize("preset", ["gamelia", "cactus-powers", "dutch", "cabo", "cambio"])
def test_games_of_the_kernel(preset: str) -> None:
    """Every game can be told; French is elided and spaced as it should be; the last rows add up to the totals."""
    for deal_number in range(6):
        for line_up in (["random", "random"], ["counter", "sleepy", "kamikaze", "random"]):
            changes = {"players_min": 2}
            events = play("cactus", line_up, rules=preset, changes=changes, seed=5, deal=deal_number, unit="round")
            english, french = list(tell(events, "en")), list(tell(events, "fr"))
            assert len(english) == len(french)
            for line in french:
                if not line.startswith("    ") or line.startswith("      "):
                    assert not BAD_FRENCH.search(line.strip()), line
            showing = next(i for i, line in enumerate(english) if line.endswith("show their cards."))
            shown = english[showing + 1 : showing + 1 + len(line_up)]
            assert [int(line.split()[-1].replace("−", "-")) for line in shown] == events[-1]["totals"]
