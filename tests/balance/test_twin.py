"""The kernel against the slow readable twin: from the same streams the same games, event for event."""

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from cactus_sim import play
from tests.balance.playing import HOUSES, STRATEGIES, Event
from tests.balance.referee import FIELDS
from tests.balance.twin import Twin, Way, by_chance
from tests.balance.twin_hand import Luck

OWN_CACTI = ";".join(
    line for cactus in "abcde" for line in (f"{cactus}|left|-7.5|60|8.5|right", f"{cactus}|right|22.25|50|6|left")
)


def repeating(trace: list[Event]) -> Callable[[Twin, list[Way]], Way]:
    """Chooses what was chosen in a trace; an AssertionError where the twin does not offer it."""
    pieces = iter([event["piece"] for event in trace if event["e"] == "piece"])
    places = iter([event for event in trace if event["e"] == "place"])
    now = {"turn": 0, "piece": ""}

    def choose(twin: Twin, ways: list[Way]) -> Way:
        if now["turn"] != twin.turns:
            now.update(turn=twin.turns, piece=next(pieces))
        event = next(places)
        way = (now["piece"], (event["cactus"], event["perch"]))
        assert way in ways
        return way

    return choose


def compared(
    dice: random.Random, strategies: tuple[str, ...], deal: int, seed: int
) -> tuple[list[Event], tuple[Any, Any] | None]:
    """Plays a game at a table drawn at random: its trace, and the first events of kernel and twin that differ."""
    n = dice.randint(2, 5)
    attention = [dice.choice((1.0, 0.5)) for _ in range(n)]
    dexterity = [dice.choice((1.0, 0.5, 2.0)) for _ in range(n)]
    line_up = [
        f"{dice.choice(strategies)}(attention={notice}, dexterity={skill})"
        for notice, skill in zip(attention, dexterity, strict=True)
    ]
    changes = {rule: dice.choice(values) for rule, values in HOUSES.items() if dice.random() < 0.25}
    if dice.random() < 0.2:
        changes["cacti"] = OWN_CACTI
    rotation = dice.randrange(n)
    ours = play("balance", line_up, changes=changes, players=n, seed=seed, deal=deal, rotation=rotation)
    choose = by_chance if strategies == ("random",) else repeating(ours)
    start = ours[0]
    twin = Twin(start["rules"], start["line_up"], attention, dexterity, choose, seed, deal, rotation)
    theirs = twin.play()
    if len(ours) != len(theirs):
        theirs.append({"e": "nothing more"})
    return ours, next((pair for pair in zip(ours, theirs, strict=False) if pair[0] != pair[1]), None)


def unlike(strategies: tuple[str, ...], games: int, seed: int) -> list[tuple[Any, Any]]:
    """Plays so many games; where kernel and twin part. An AssertionError where something never came up."""
    dice, seen = random.Random(f"{strategies} {seed}"), Counter[str]()
    parted = []
    for deal in range(games):
        trace, difference = compared(dice, strategies, deal, seed)
        seen.update(event["e"] for event in trace)
        seen[f"ends by {trace[-1]['reason']}"] += 1
        seen["worked in"] += sum(event.get("worked_in", False) for event in trace)
        seen["slips"] += sum(event.get("slips", False) for event in trace)
        parted += [difference] if difference else []
    due = (*FIELDS, "worked in", "slips", *(f"ends by {why}" for why in ("piece", "specials", "stalled", "flowers")))
    assert [kind for kind in due if not seen[kind]] == []
    return parted


@pytest.mark.parametrize("seed", [1, 20261201, (1 << 63) - 1])
def test_random_players_play_the_same_games(seed: int) -> None:
    assert unlike(("random",), 120, seed) == []


def test_games_of_all_strategies_go_on_as_they_do() -> None:
    assert unlike(STRATEGIES, 200, seed=4) == []


def test_a_twin_with_other_luck_plays_another_game() -> None:
    """The comparison is able to fail."""
    trace = play("balance", ["random", "random"], seed=1)
    start = trace[0]
    twin = Twin(start["rules"], start["line_up"], [1, 1], [1, 1], by_chance, seed=1, deal=0, rotation=0)
    twin.die = Luck(1, 1, 0, 0, 1)
    assert twin.play() != trace
