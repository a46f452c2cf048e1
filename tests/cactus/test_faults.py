"""An impossible answer is an error that names strategy, hook and deal; nothing of it is counted, nothing repaired."""

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cactus_sim import jit, simulate
from cactus_sim.errors import StrategyError
from cactus_sim.games.cactus.view import PLACES, pair, theirs_at
from cactus_sim.strategies import Entry, make_entry
from tests.cactus.faulty import HOOKS, Faulty, Raising
from tests.cactus.house import POWER_RANKS
from tests.cactus.playing import BINS, GAME, SEAT, TABLE, Table, so_many
from tests.cactus.scripted import script


def power(name: str, **changes: Any) -> dict[str, Any]:
    """Every card has this power, and may be kept."""
    return {f"power_{rank}": name for rank in POWER_RANKS} | {"power_card_kept": True, "throw": "none", **changes}


def at(player: int, slot: int) -> int:
    """A place in another's row."""
    return theirs_at(player, slot)


IMPOSSIBLE: list[tuple[str, dict[str, Any], tuple[int, ...]]] = [
    ("call", {"call_under": 0}, (2, -1, 7)),
    ("take", {}, (4, 31, 32, -2, at(0, 0), 1 << 40)),
    ("place", {"power_8": "none"}, (4, 31, 32, -2, at(0, 1), 1 << 40)),
    ("place_many", {"multi_swap": True, "power_8": "none"}, (0b1, 0b10001, 0b110000, -1, 1 << 40)),
    ("throw", {}, (4, 31, -2, at(0, 0), PLACES, 1 << 40)),
    ("throw", {"throw": "any"}, (4, -2, at(0, 4), at(5, 0), PLACES)),
    ("use_power", power("peek_own"), (4, -2, at(0, 0), PLACES, 1 << 40)),
    ("use_power", power("look_other"), (0, 3, -2, at(0, 4), at(7, 0), PLACES)),
    (
        "use_power", power("swap_blind"),
        (-2, pair(0, 1), pair(4, at(0, 0)), pair(0, at(0, 4)), pair(at(0, 0), 0), pair(at(0, 0), at(2, 0))),
    ),
    ("use_power", power("swap_any"), (-2, pair(1, 1), pair(4, 0), pair(at(0, 0), at(0, 0)), pair(0, at(7, 0)))),
    ("use_power", power("give"), (-2, pair(5, at(0, 0)), pair(0, at(7, 0)), pair(at(0, 0), at(2, 0)), pair(0, 1))),
    ("use_power", power("look_swap"), (4, -2, at(0, 4), PLACES)),
    ("swap_seen", power("look_swap"), (0, 1, -2, at(0, 4), PLACES)),
    ("give_back", {"throw": "any", "penalty_cards": 0}, (4, 31, -1, at(0, 0), 1 << 40)),
]  # fmt: skip
"""Hook, rules, and answers that are impossible there for player 1 of three, who has four cards."""
CASES = [
    pytest.param(hook, rules, answer, id=f"{hook}-{place}-{answer}")
    for place, (hook, rules, answers) in enumerate(IMPOSSIBLE)
    for answer in answers
]
SEVENTEEN = (
    r"faulty.*: its hook '{hook}' answered {answer}, which is impossible there \(deal 17, rotation 0, round \d+; "
    r"its slots with cards: "
)


def faulty(hook: str, answer: int, in_round: int = 0) -> Entry:
    return make_entry(Faulty, GAME, {"at_fault": hook, "answer": answer, "in_round": in_round})


@pytest.mark.parametrize(("hook", "rules", "answer"), CASES)
def test_impossible_answers(hook: str, rules: dict[str, Any], answer: int) -> None:
    """They are refused, naming who, which hook, what and where; the round counts nothing."""
    table = Table([script(), faulty(hook, answer), script()], **rules)
    counts = [np.zeros((1, 3, len(SEAT)), np.int64), np.zeros((1, len(TABLE)), np.int64)]
    bins = np.zeros((3, sum(BINS.values())), np.int64)
    pattern = SEVENTEEN.format(hook=hook, answer=answer)
    with pytest.raises(StrategyError, match=pattern):
        table.trace(17)
    with pytest.raises(StrategyError, match=pattern):
        GAME.play_blocks(table.record, table.line_up, table.labels, np.arange(3), "round", 1, 17, 1, *counts, bins)
    assert not any(numbers.any() for numbers in (*counts, bins))


def test_every_hook_is_tried() -> None:
    assert {hook for hook, *_ in IMPOSSIBLE} == set(HOOKS) == {hook.name for hook in GAME.hooks}


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_run_ends_with_the_error(jobs: int) -> None:
    """However late it comes; by the library there is no result."""
    entry = f"{faulty_file()}:Faulty(at_fault=place, answer=9, in_round=4)"
    with pytest.raises(StrategyError, match=r"its hook 'place' answered 9.*\(deal \d+, rotation \d, round [4-9]"):
        simulate("cactus", [entry, "threshold", "threshold"], games=so_many(3000, 100), seed=1, jobs=jobs)


def faulty_file() -> str:
    return str(Path(__file__).with_name("faulty.py"))


def test_what_was_played_before_the_fault_is_not_taken_back() -> None:
    """Blocks before it are counted, the round itself is not: so it is never taken for a game."""
    table = Table(["threshold", faulty("place", 9, in_round=5), "threshold"])
    seat, games = np.zeros((50, 3, len(SEAT)), np.int64), np.zeros((50, len(TABLE)), np.int64)
    bins = np.zeros((3, sum(BINS.values())), np.int64)
    with pytest.raises(StrategyError) as caught:
        GAME.play_blocks(table.record, table.line_up, table.labels, np.arange(3), "round", 1, 0, 3, seat, games, bins)
    where = re.search(r"deal (\d+), rotation (\d), round 5", str(caught.value))
    assert where
    deal, rotation = int(where[1]), int(where[2])
    hands = games[:, TABLE["hands"]]
    assert hands[:deal].tolist() == [3] * deal
    assert hands[deal] == rotation
    assert not hands[deal + 1 :].any()
    assert not seat[deal + 1 :].any()


def test_a_hook_that_raises() -> None:
    """Which is no answer either; the error says that it raised."""
    table = Table(["threshold", make_entry(Raising, GAME), "threshold"], call_under=1)
    if jit.DISABLED:
        with pytest.raises(ValueError, match="no such card"):
            table.trace(3)
        return
    with pytest.raises(
        StrategyError, match=r"strategy raising: its hook 'place' raised an error \(deal 3, .*round [2-9]"
    ):
        table.trace(3)
    with pytest.raises(StrategyError, match=r"its hook 'place' raised an error"):
        table.count(10)
