"""Each built-in strategy in scripted situations, and all of them under every preset and under mixed house rules."""

import random
from typing import Any

import numpy as np
import pytest

from cactus_sim.games.cactus.rules import GIVE, LOOK_OTHER, LOOK_SWAP, PEEK_OWN, SWAP_ANY, SWAP_BLIND
from cactus_sim.games.cactus.view import NOTHING, pair, theirs_at
from cactus_sim.strategies import parse_entry, registry
from cactus_sim.strategies.compile import compile_entries
from tests.cactus.mixes import players_for, random_rules
from tests.cactus.situation import GAME, situation

STRATEGIES = ("counter", "early", "kamikaze", "patient", "random", "royal", "sleepy", "threshold")
ENTRIES = (*STRATEGIES, "kamikaze(when=called, throw_from=3)", "counter(memory=0.7, attention=0.8)")


def test_all_are_built_in() -> None:
    assert tuple(name for name in registry(GAME) if name in STRATEGIES) == STRATEGIES


@pytest.mark.parametrize("name", STRATEGIES)
def test_a_paragraph_says_what_each_does(name: str) -> None:
    strategy = registry(GAME)[name]
    assert len(strategy.about()) > 120
    assert strategy.summary().endswith(".")
    assert all(parameter.doc for parameter in strategy.parameters.values())


# What all but `random` have in common


@pytest.mark.parametrize(
    ("own", "top", "rules", "answer"),
    [
        ("QH 2S ? ?", "AC", "gamelia", 2),  # an unknown card first: only a known one can be thrown
        ("4H 2S 5C 3D", "AC", "gamelia", 2),  # else the worst
        ("QH 2S ? ?", "2C", "gamelia", NOTHING),  # above 1: drawing is better
        ("AH AS KC KH", "AC", "gamelia", NOTHING),  # gains nothing
        ("AH - 2C 3D", "KC", "gamelia", 3),
        ("QH 2S ? ?", "3C", "golf4", 0),  # where nothing is thrown the worst known card
        ("4H 2S ? ?", "3C", "golf4", 2),  # or an unknown one, worth more than a 4
        ("QH 2S ? ?", "5C", "golf4", NOTHING),
    ],
)
def test_take(own: str, top: str, rules: str, answer: int) -> None:
    assert situation(own, top=top, rules=rules).ask("threshold", "take") == answer


@pytest.mark.parametrize(
    ("own", "drawn", "rules", "answer"),
    [
        ("QH 2S ? ?", "10C", "gamelia", 2),  # an unknown card first, whatever comes in
        ("QH 2S 3C 3D", "9C", "gamelia", 0),
        ("4H 2S 3C 3D", "4C", "gamelia", NOTHING),
        ("QH 2S ? ?", "9C", "golf4", 0),  # where nothing is thrown the worst
        ("4H 2S ? ?", "5C", "golf4", 2),
        ("4H 2S ? ?", "9C", "golf4", NOTHING),
    ],
)
def test_place(own: str, drawn: str, rules: str, answer: int) -> None:
    assert situation(own, drawn=drawn, rules=rules).ask("threshold", "place") == answer


@pytest.mark.parametrize(
    ("own", "drawn", "answer"),
    [("7H 7S ? ?", "KC", 0b11), ("7H 7S QC QD", "9C", 0b1100), ("7H 6S ? 2D", "KC", 0), ("2H 2S ? ?", "9C", 0)],
)
def test_place_many(own: str, drawn: str, answer: int) -> None:
    assert situation(own, drawn=drawn, rules="cabo").ask("threshold", "place_many") == answer


@pytest.mark.parametrize(
    ("own", "top", "answer"), [("QH 5S ? 5H", "5C", 1), ("QH 2S ? ?", "5C", NOTHING), ("KH - ? ?", "KC", 0)]
)
def test_throw(own: str, top: str, answer: int) -> None:
    assert situation(own, top=top).ask("threshold", "throw") == answer


def test_a_card_below_nought_is_not_thrown() -> None:
    assert situation("KH ? ? ?", top="KD", rules="cambio").ask("threshold", "throw") == NOTHING
    assert situation("KH ? KS ?", top="KD", rules="cambio").ask("threshold", "throw") == 2


def test_throw_of_others() -> None:
    others = ("? ? ? ?", "? 5H ? ?")
    assert situation("QH ? ? ?", others, rules="cambio").ask("threshold", "throw") == theirs_at(2, 1)
    assert situation("QH ? ? ?", ("? (5H) ? ?",), rules="cambio").ask("threshold", "throw") == theirs_at(1, 1)
    assert situation("QH ? ? ?", others, rules="cambio", caller=2).ask("threshold", "throw") == NOTHING
    assert situation("- - - -", others, rules="cambio").ask("threshold", "throw") == NOTHING
    assert situation("KH KD - -", others, rules="cambio").ask("threshold", "throw") == NOTHING
    assert situation("QH 2S ? ?", others, rules="cambio").ask("threshold", "give_back") == 0


@pytest.mark.parametrize(
    ("power", "own", "others", "answer"),
    [
        (PEEK_OWN, "QH ? 3S ?", ("? ?",), 1),
        (PEEK_OWN, "QH 2S", ("? ?",), NOTHING),
        (LOOK_OTHER, "QH ?", ("? ? ?", "2H ? -"), theirs_at(2, 1)),  # the opponent with the fewest cards
        (LOOK_OTHER, "QH ?", ("2S (3C)", "2H 4H"), NOTHING),
        (SWAP_BLIND, "QH ?", ("2S ?", "? ?"), pair(0, theirs_at(1, 0))),
        (SWAP_BLIND, "3H 2D", ("2S ?", "? ?"), pair(0, theirs_at(1, 0))),
        (SWAP_BLIND, "QH ?", ("9S ?", "? ?"), pair(0, theirs_at(1, 1))),  # an unknown card is reckoned better
        (SWAP_BLIND, "AH 2D", ("9S ?", "? ?"), NOTHING),
        (SWAP_ANY, "3H 2D", ("9S (KH)", "? ?"), pair(0, theirs_at(1, 1))),
        (GIVE, "QH 2D", ("? ? ?", "? ?"), pair(0, theirs_at(2, 0))),
        (GIVE, "KH KD", ("? ? ?", "? ?"), NOTHING),
        (LOOK_SWAP, "QH 2D", ("9S KC", "? ?"), theirs_at(1, 1)),
        (LOOK_SWAP, "QH 2D", ("9S 8C", "? ?"), theirs_at(2, 0)),
        (LOOK_SWAP, "- -", ("9S 8C", "? ?"), NOTHING),
    ],
)
def test_powers(power: int, own: str, others: tuple[str, ...], answer: int) -> None:
    assert situation(own, others, power=power).ask("threshold", "use_power") == answer


def test_no_power_touches_a_frozen_caller() -> None:
    for power in (SWAP_BLIND, SWAP_ANY, GIVE, LOOK_SWAP, LOOK_OTHER):
        frozen = situation("QH 2D", ("KS ?",), rules="dutch", caller=1, power=power)
        assert frozen.ask("threshold", "use_power") == NOTHING
    own = situation("QH ?", ("KS ?",), rules="dutch", caller=0, power=PEEK_OWN)
    assert own.ask("threshold", "use_power") == NOTHING


def test_swap_seen() -> None:
    seen = situation("QH 2D", ("(3S) ?",))
    for place, answer in ((theirs_at(1, 0), 0), (1, NOTHING)):
        seen.mine["looked_place"] = place
        assert seen.ask("threshold", "swap_seen") == answer
    frozen = situation("QH 2D", ("(3S) ?",), rules="cambio", caller=0)
    frozen.mine["looked_place"] = theirs_at(1, 0)
    assert frozen.ask("threshold", "swap_seen") == NOTHING


@pytest.mark.parametrize("me", range(3))
def test_equal_opponents_are_looked_through_clockwise(me: int) -> None:
    """Or else a place in the line-up would be a disadvantage."""
    seen = situation("QH ?", ("? ?", "? ?"), me=me, power=LOOK_OTHER)
    assert seen.ask("threshold", "use_power") == theirs_at((me + 1) % 3, 0)


# Each strategy


@pytest.mark.parametrize(("own", "call"), [("4H AS", 1), ("4H 2S", 0), ("KH KD ?", 0), ("KH KD -", 1)])
def test_threshold(own: str, call: int) -> None:
    assert situation(own).ask("threshold", "call") == call
    assert situation("KH KD ?").ask("threshold(call_at=6)", "call") == 1  # the mean of the pack is 5.77


@pytest.mark.parametrize(
    ("own", "call"), [("4H AS ? ?", 1), ("4H 2S ? ?", 0), ("KH AS ? ? ?", 0), ("5H - - -", 1), ("6H - - -", 0)]
)
def test_early(own: str, call: int) -> None:
    assert situation(own).ask("early", "call") == call


def test_early_where_cards_are_below_nought() -> None:
    assert situation("6H AS ? ?", rules="cambio").ask("early", "call") == 1  # both others may be red kings
    assert situation("7H AS ? ?", rules="cambio").ask("early", "call") == 0


def test_patient() -> None:
    full = ("? ? ? ?",) * 3
    assert situation("AH KS", full).ask("patient", "call") == 1
    assert situation("3H 2S", full).ask("patient", "call") == 0
    assert situation("3H 2S", full, round=6).ask("patient", "call") == 1
    assert situation("3H 2S", ("? - - ?", *full[1:])).ask("patient", "call") == 1
    assert situation("3H 2S", ("? AS ? 2C", *full[1:])).ask("patient", "call") == 1
    assert situation("3H 2S", ("? 3S ? 2C", *full[1:])).ask("patient", "call") == 0
    assert situation("3H 3S", ("? - - ?", *full[1:]), round=9).ask("patient", "call") == 0


def test_royal() -> None:
    assert situation("KH KS").ask("royal", "call") == 1
    assert situation("KH AS").ask("royal", "call") == 0
    assert situation("KH ?").ask("royal", "call") == 0
    assert situation("- -").ask("royal", "call") == 1
    assert situation("KH AS", round=20).ask("royal", "call") == 0
    assert situation("KH AS", round=21).ask("royal", "call") == 1
    assert situation("KH ?", rules="cambio").ask("royal", "call") == 0


@pytest.mark.parametrize(
    ("entry", "own", "changes", "caller", "answer"),
    [
        ("kamikaze", "QH 5S ? ?", {}, -1, 1),  # an equal card comes first
        ("kamikaze", "4H QS ? ?", {}, -1, 1),
        ("kamikaze", "4H 9S ? ?", {}, -1, NOTHING),
        ("kamikaze(throw_from=9)", "4H 9S ? ?", {}, -1, 1),
        ("kamikaze", "4H QS ? ?", {"penalty_cards": 2}, -1, NOTHING),
        ("kamikaze", "4H QS ? ?", {"penalty_cards": 0}, -1, 1),
        ("kamikaze", "4H QS ? ?", {"wrong_card": "returns"}, -1, NOTHING),
        ("kamikaze(when=called)", "4H QS ? ?", {}, -1, NOTHING),
        ("kamikaze(when=called)", "4H QS ? ?", {}, 2, 1),
    ],
)
def test_kamikaze(entry: str, own: str, changes: dict[str, Any], caller: int, answer: int) -> None:
    assert situation(own, changes=changes, caller=caller).ask(entry, "throw") == answer


def test_kamikaze_keeps_to_the_limit_of_wrong_throws() -> None:
    seen = situation("4H QS ? ?")
    seen.mine["may_throw_wrong"] = 0
    assert seen.ask("kamikaze", "throw") == NOTHING


def test_sleepy() -> None:
    player = parse_entry("sleepy", GAME)
    assert (player.traits["memory"], player.traits["attention"], player.traits["reflex"]) == (0.9, 0.67, 1.0)
    assert situation("4H AS").ask("sleepy", "call") == 1


def test_counter_replaces_unknown_cards_first() -> None:
    assert situation("QH 2S ? ?", drawn="9C").ask("counter", "place") == 2
    assert situation("QH 2S ? ?", drawn="9C").ask("counter(curiosity=0)", "place") == 0
    assert situation("QH 2S 3C AH", drawn="9C").ask("counter", "place") == 0
    assert situation("4H 2S 3C AH", drawn="9C").ask("counter", "place") == NOTHING


def test_counter_takes_what_is_much_better_than_drawing() -> None:
    assert situation("QH 2S ? ?", top="KC").ask("counter", "take") == 2
    assert situation("QH 2S ? ?", top="5C").ask("counter", "take") == NOTHING
    assert situation("4H 2S 3C AH", top="3D").ask("counter", "take") == NOTHING
    assert situation("4H 2S 3C AH", top="3D").ask("counter(prefer_draw=-2)", "take") == 0
    assert situation("- - - -", top="KD").ask("counter", "take") == NOTHING


def test_counter_calls_below_its_opponents_and_lower_from_round_to_round() -> None:
    full = ("? ? ? ?",) * 3
    assert situation("3H 2S", full).ask("counter", "call") == 1
    assert situation("3H 2S", full, round=4).ask("counter", "call") == 0
    assert situation("2H 2S", full, round=4).ask("counter", "call") == 1
    assert situation("3H 2S", ("? - - KC", *full[1:]), round=5).ask("counter", "call") == 0
    assert situation("3H 2S", ("AC - - -", *full[1:])).ask("counter", "call") == 0
    assert situation("KH KS", ("AC - - -", *full[1:]), round=5).ask("counter", "call") == 1
    assert situation("3H 2S", ("AC - - -", *full[1:]), round=10).ask("counter", "call") == 1
    assert situation("3H 4S", full, round=11).ask("counter", "call") == 0
    assert situation("3H 4S", full, round=12).ask("counter", "call") == 1


def test_counter_knows_the_mean_of_what_it_has_not_seen() -> None:
    rich = situation("KH ?")
    rich.table["unseen_points"] = 4 * rich.table["unseen_cards"]
    assert rich.ask("counter", "call") == 1
    assert situation("KH ?").ask("counter", "call") == 0


# random: how often it does what


def close(found: dict[int, float], expected: dict[int, float], times: int = 2000) -> None:
    """Each answer comes as often as expected, within five standard errors; no other one comes."""
    assert set(found) == set(expected)
    for answer, chance in expected.items():
        assert abs(found[answer] - chance) < 5 * (chance * (1 - chance) / times) ** 0.5, (answer, found, expected)


def evenly(*answers: int) -> dict[int, float]:
    return dict.fromkeys(answers, 1 / len(answers))


def test_random_turns() -> None:
    seen = situation("QH - ? 2S", drawn="3C")
    close(seen.often("random", "call"), {1: 1 / 3, 0: 2 / 3})
    close(seen.often("random", "take"), {NOTHING: 1 / 2, 0: 1 / 6, 2: 1 / 6, 3: 1 / 6})
    close(seen.often("random", "place"), evenly(NOTHING, 0, 2, 3))
    close(seen.often("random", "give_back"), evenly(0, 2, 3))
    assert seen.ask("random", "place_many") == 0
    seen.table["may_take"] = 0
    close(seen.often("random", "call"), {1: 1 / 2, 0: 1 / 2})


def test_random_throws() -> None:
    seen = situation("5H - ? 2S")
    close(seen.often("random", "throw"), {NOTHING: 7 / 8, 0: 1 / 24, 2: 1 / 24, 3: 1 / 24})
    seen.mine["may_throw_wrong"] = 0
    close(seen.often("random", "throw"), {NOTHING: 7 / 8, 0: 1 / 8})
    assert situation("- -").often("random", "throw", 100) == {NOTHING: 1.0}


@pytest.mark.parametrize(
    ("power", "answers"),
    [
        (PEEK_OWN, (0, 2)),
        (LOOK_OTHER, (theirs_at(1, 1), theirs_at(2, 0))),
        (LOOK_SWAP, (0, 2, theirs_at(1, 1), theirs_at(2, 0))),
        (SWAP_BLIND, tuple(pair(own, theirs) for own in (0, 2) for theirs in (theirs_at(1, 1), theirs_at(2, 0)))),
        (GIVE, tuple(pair(own, theirs_at(other, 0)) for own in (0, 2) for other in (1, 2))),
    ],
)
def test_random_powers(power: int, answers: tuple[int, ...]) -> None:
    others = ("- ?", "?", "? ?")
    seen = situation("QH - ?", others, rules="dutch", caller=3, power=power)
    close(seen.often("random", "use_power"), evenly(NOTHING, *answers))


def test_random_swaps_any_two_cards() -> None:
    places = (0, theirs_at(1, 0), theirs_at(1, 1))
    found = situation("QH", ("? ?",), power=SWAP_ANY).often("random", "use_power")
    pairs = {pair(a, b): 1 / 8 for a in places for b in places if a != b}  # both orders of three pairs
    close(found, {NOTHING: 1 / 4, **pairs})
    assert situation("-", ("?",), power=SWAP_ANY).often("random", "use_power", 50) == {NOTHING: 1.0}


def test_random_swaps_what_it_has_seen() -> None:
    seen = situation("QH - ?", ("? -", "?"))
    seen.mine["looked_place"] = 2
    close(seen.often("random", "swap_seen"), evenly(NOTHING, theirs_at(1, 0), theirs_at(2, 0)))
    seen.mine["looked_place"] = theirs_at(1, 0)
    close(seen.often("random", "swap_seen"), evenly(NOTHING, 0, 2))


# All strategies, all rules


def play(entries: list[str], rules: dict[str, Any], unit: str = "round", blocks: int = 20, seed: int = 1) -> np.ndarray:
    """Plays some games; a StrategyError where a hook answers what is impossible. Gives the sums of the seat metrics."""
    line_up = [parse_entry(entry, GAME) for entry in entries]
    n = len(line_up)
    seats = np.zeros((blocks, n, len(GAME.seat_metrics)), np.int64)
    counts = np.zeros((blocks, len(GAME.game_metrics)), np.int64)
    bins = np.zeros((n, sum(histogram.bins for histogram in GAME.histograms)), np.int64)
    GAME.play_blocks(
        GAME.rules_record(rules), compile_entries(GAME, line_up, GAME.hooks_in_use(rules)), tuple(entries),
        np.arange(n), unit, seed, 0, n, seats, counts, bins,
    )  # fmt: skip
    return seats.sum(axis=0)


@pytest.mark.parametrize("preset", GAME.rule_book.presets)
@pytest.mark.parametrize("entry", ENTRIES)
def test_legal_under_every_preset(preset: str, entry: str) -> None:
    rules = GAME.rule_book.resolve(preset)
    fewest, most = GAME.players_allowed(rules)
    play([entry] * min(4, most), rules)
    play([entry, *["random"] * (most - 1)], rules)
    play([entry, *["threshold"] * (fewest - 1)], rules, "match", 2)


def test_legal_under_mixed_house_rules() -> None:
    rng = random.Random(1)
    for seed in range(300):
        rules = random_rules(rng)
        play([rng.choice(ENTRIES) for _ in range(players_for(rules, rng))], rules, blocks=3, seed=seed)


@pytest.mark.parametrize("preset", GAME.rule_book.presets)
def test_equal_strategies_have_equal_shares(preset: str) -> None:
    """A place in the line-up is no advantage: with perfect skills, all rotations of a deal share its wins evenly."""
    for entry in ("threshold", "counter", "patient", "royal", "kamikaze", "early"):
        shares = play([entry] * 4, GAME.rule_book.resolve(preset), blocks=10)[:, 0]
        assert len(set(shares.tolist())) == 1, (entry, shares)


def test_strength() -> None:
    """Who calls a little early, late or by counting does about as well as the yardstick, the others worse."""
    rules = GAME.rule_book.resolve("gamelia")
    share = {
        entry: play([entry, *["threshold"] * 3], rules, blocks=500)[0, 0] / (840 * 4 * 500)
        for entry in ("counter", "early", "sleepy", "random", "patient", "royal", "kamikaze")
    }
    assert share["random"] < 0.02 < share["sleepy"] < share["kamikaze"] < share["early"] < 0.22
    assert all(0.23 < share[entry] < 0.27 for entry in ("royal", "patient", "counter"))
