"""Each built-in strategy in scripted situations."""

from collections import Counter

import pytest

from cactus_sim.strategies import registry
from tests.eights.playing import GAME, counted, ready
from tests.eights.situation import situation

STRATEGIES = ("attacker", "blocker", "early-eight", "greedy", "hoarder", "random", "shedder")


def test_all_are_built_in() -> None:
    assert tuple(name for name in registry(GAME) if name in STRATEGIES) == STRATEGIES


@pytest.mark.parametrize("name", STRATEGIES)
def test_a_paragraph_says_what_each_does(name: str) -> None:
    strategy = registry(GAME)[name]
    assert len(strategy.about()) > 120
    assert strategy.summary().endswith(".")
    assert all(parameter.doc for parameter in strategy.parameters.values())
    assert strategy.parameters["colour"].choices == ("most", "points", "random", "starve", "last")


# colour


@pytest.mark.parametrize(
    ("hand", "suit"),
    [
        ("3H 4H KS", "H"),
        ("3H 4H KS QS", "S"),  # of equals the one worth most points
        ("8H 8D X1 3C", "C"),  # eights and jokers need no suit
        ("8H X1", "S"),
    ],
)
def test_colour_most(hand: str, suit: str) -> None:
    assert situation(hand, "").suit("greedy") == suit


@pytest.mark.parametrize(("hand", "suit"), [("3H 4H 2S", "S"), ("KH KD QD", "D"), ("3H 4H KS", "H"), ("8H 3C", "C")])
def test_colour_points(hand: str, suit: str) -> None:
    assert situation(hand, "").suit("greedy(colour=points)") == suit


def test_colour_random() -> None:
    at = situation("3H 4H KS", "")
    named = Counter(at.suit("greedy(colour=random)", seed) for seed in range(2000))
    assert set(named) == set("SHDC")
    assert all(abs(times - 500) < 100 for times in named.values())


def test_colour_starve() -> None:
    hand = "3H 4H KS"
    assert situation(hand, "", lacked={(1, "C"): 3, (1, "D"): 1}).suit("greedy(colour=starve)") == "D"
    assert situation(hand, "", lacked={(2, "C"): 0}).suit("greedy(colour=starve)") == "H"  # not the next player
    assert situation(hand, "", lacked={(3, "C"): 0}, direction=-1).suit("greedy(colour=starve)") == "C"


def test_colour_last() -> None:
    assert situation("3H 4H KS", "", before=3).suit("greedy(colour=last)") == "C"
    assert situation("3H 4H KS", "", before=4).suit("greedy(colour=last)") == "H"  # there was none


# which card


def test_greedy() -> None:
    assert situation("3H KH 8S X1", "3H KH 8S X1").play("greedy") == "X1"
    assert situation("3H KH 2S AH", "3H KH 2S AH").play("greedy") == "2S"
    assert situation("3H KH QH", "3H KH QH").play("greedy") == "QH"  # the lowest of equals


def test_shedder() -> None:
    hand = "3H 4H 9S 8C X1"
    assert situation(hand, "3H 9S 8C X1").play("shedder") == "3H"
    assert situation("3H 9S 9D 9C", "3H 9S").play("shedder") == "9S"  # two of its rank follow
    assert situation("3H 4H KH", "3H KH").play("shedder") == "KH"  # of equals the points
    assert situation("3H 8C X1", "8C X1").play("shedder") in ("8C", "X1")
    assert situation(hand, "3H 9S 8C X1", others=(5, 1, 5)).play("shedder") == "X1"
    assert situation(hand, "3H 9S 8C X1", others=(5, 3, 5)).play("shedder(danger=3)") == "X1"


def test_hoarder() -> None:
    assert situation("3H 8C X1", "3H 8C X1").play("hoarder") == "3H"
    assert situation("3H KH 8C X1", "3H KH 8C X1").play("hoarder") == "KH"
    assert situation("3H 8C X1", "8C X1").play("hoarder") == "X1"


def test_early_eight() -> None:
    assert situation("3H 8C X1", "3H 8C X1").play("early-eight") == "8C"
    assert situation("3H KH X1", "3H KH X1").play("early-eight") == "X1"


def test_attacker() -> None:
    hand = "3H KH 2H 2S X1"
    assert situation(hand, hand, others=(3, 8, 8)).play("attacker") == "X1"
    assert situation(hand, "3H KH 2H 2S", others=(3, 8, 8)).play("attacker") == "2S"
    assert situation(hand, hand, others=(4, 1, 1)).play("attacker") == "KH"
    assert situation(hand, hand, others=(4, 1, 1)).play("attacker(low=4)") == "X1"
    assert situation(hand, "2H X1", others=(8, 8, 8)).play("attacker") == "X1"
    assert situation(hand, hand, others=(8, 8, 1), direction=-1).play("attacker") == "X1"


def test_blocker() -> None:
    hand = "3H KH 4S 8C"
    assert situation(hand, hand).play("blocker") == "KH"
    assert situation(hand, hand, lacked={(1, "S"): 1}).play("blocker") == "4S"
    assert situation(hand, hand, lacked={(1, "S"): 3}).play("blocker") == "KH"  # drew too many since
    assert situation(hand, hand, lacked={(1, "S"): 3}).play("blocker(trust=3)") == "4S"
    assert situation(hand, "8C", lacked={(1, "S"): 1}).play("blocker") == "8C"
    assert situation(hand, "", lacked={(1, "D"): 1}).suit("blocker") == "D"


def test_random() -> None:
    def shares(**fields: int) -> dict[str, float]:
        at = situation("3H KH 8C 9S", "3H KH 8C", **fields)
        played = Counter(at.play("random", seed) for seed in range(3000))
        return {what: times / 3000 for what, times in played.items()}

    assert shares() == pytest.approx({"3H": 1 / 3, "KH": 1 / 3, "8C": 1 / 3}, abs=0.04)
    assert shares(may_draw=1) == pytest.approx({"3H": 1 / 4, "KH": 1 / 4, "8C": 1 / 4, "draw": 1 / 4}, abs=0.04)
    assert shares(may_pass=1) == pytest.approx({"3H": 1 / 4, "KH": 1 / 4, "8C": 1 / 4, "pass": 1 / 4}, abs=0.04)


def test_every_strategy_beats_random() -> None:
    for name in set(STRATEGIES) - {"random"}:
        game = counted(ready([name, "random"] * 2), 3000, rotations=2, rows=[0, 1, 0, 1])
        share = game.seat["share"] / 840 / 2
        difference = share[:, 0] - share[:, 1]
        worth = difference.mean() / (difference.std() / 3000**0.5)
        assert worth > 3 or name in ("greedy", "early-eight"), (name, worth)  # they spend what opens the way out
