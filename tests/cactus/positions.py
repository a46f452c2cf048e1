"""What positions are dealt: run in a process where the kernel is plain Python, by `test_advice.py`."""

from __future__ import annotations

import numpy as np

from cactus_sim import jit
from cactus_sim.cards import parse_card
from cactus_sim.games.cactus import GAME, kernel
from cactus_sim.simulate.experiment import rule_set
from cactus_sim.strategies import parse_entry
from cactus_sim.strategies.compile import compile_entries

POSITION = {"hand": "K 3 ? ?", "round": "4", "opponents": "4,3,2", "top": "7S", "seen": "10H 9D"}


def test_the_hidden_cards_are_dealt_consistently():
    """Every card of the pack is somewhere once, what is known is where it was said, each time that it is dealt."""
    values = rule_set(GAME).values
    entries = tuple(parse_entry(text, GAME) for text in ("chart", "threshold", "early", "patient"))
    line_up = compile_entries(GAME, entries, GAME.hooks_in_use(values))
    rules = jit.PlainRecords(GAME.rules_record(values))
    start = GAME.position(values, line_up, POSITION, 1).start
    live = tuple(np.zeros_like(array) for array in start)
    hands = set()
    for deal in range(40):
        live[0]["deal"] = deal
        with np.errstate(over="ignore"):
            kernel.begin_position(tuple(map(jit.PlainRecords, live)), tuple(map(jit.PlainRecords, start)), rules[0], 0)
        state, table = live[0][0], live[1][0]
        rows = [
            [int(state["rows"][player, slot]) for slot in range(32) if int(table["held"][player]) >> slot & 1]
            for player in range(4)
        ]
        assert [len(row) for row in rows] == [4, 4, 3, 2]
        assert state["rows"][0, 0] >> 2 == 12
        assert state["rows"][0, 1] >> 2 == 2
        discards = [int(card) for card in state["discards"][: state["discarded"]]]
        pile = [int(card) for card in state["deck"][state["next"] : 52]]
        assert discards[-1] >> 2 == 6
        assert {parse_card("10H"), parse_card("9D")} <= set(discards)
        assert sorted([*(card for row in rows for card in row), *discards, *pile]) == list(range(52))
        assert len(pile) == table["pile"]
        assert table["unseen_cards"] == 52 - len(discards)
        for player in range(1, 4):
            known = live[2][player]["hand"][:4]
            assert all(card in (-1, row) for card, row in zip(known, state["rows"][player], strict=False))
        hands.add(tuple(rows[1]))
    assert len(hands) > 30
