"""What the kernel deals, seen by players who call at once: exact chances to compare it with are in `exact.py`."""

from collections import Counter
from typing import Any

import numpy as np

from tests.cactus.playing import Table
from tests.cactus.scripted import script

AT_ONCE: dict[str, Any] = {"call_under": 0, "final_turns": 0, "throw": "none"}
CHUNK = 50_000


def in_chunks(table: Table, deals: int, seed: int):
    """What the deals count, some at a time; each played in one rotation."""
    for first in range(0, deals, CHUNK):
        yield table.count(min(CHUNK, deals - first), first, rotations=1, seed=seed)


def dealt_totals(deals: int, players: int = 4, seed: int = 1) -> tuple[list[Counter[int]], np.ndarray]:
    """The totals dealt to each player: how often each came; and the mean products of two players' totals."""
    table = Table([script(calls_in=1)] * players, **AT_ONCE)
    bins, products = np.zeros((players, 64), np.int64), np.zeros((players, players), np.int64)
    for counts in in_chunks(table, deals, seed):
        bins += counts.histogram("totals")
        products += counts.of("total").T @ counts.of("total")
    return [Counter({total: int(n) for total, n in enumerate(row) if n}) for row in bins], products / deals


def first_discards(deals: int, seed: int = 2) -> Counter[str]:
    """How often each rank starts the discard pile: player 0 takes it for its only card, and player 1 calls."""
    points = {"jack": 11, "queen": 12, "red_king": 13, "black_king": 14}
    ranks = {1: "A", **{n: str(n) for n in range(2, 11)}, 11: "J", 12: "Q", 13: "K", 14: "K"}
    told = [script(takes=0), script(calls_in=1)]
    table = Table(told, hand_cards=1, looked_at=0, **points, **AT_ONCE)
    found: Counter[str] = Counter()
    for counts in in_chunks(table, deals, seed):
        for total, n in enumerate(counts.histogram("totals")[0]):
            if n:
                found[ranks[total]] += int(n)
    return found


def calls_at(limit: int, deals: int, seed: int = 3) -> int:
    """How often the two cards that the beginner has looked at come to at most `limit`."""
    table = Table([script(calls_in=1, calls_at=limit), script(), script()], stall_rounds=1, **AT_ONCE)
    return sum(int(counts.of("calls")[:, 0].sum()) for counts in in_chunks(table, deals, seed))
