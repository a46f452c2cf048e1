"""Advice on positions: certain answers, what a position holds, and what is refused."""

from __future__ import annotations

import pytest

from cactus_sim.analysis.advice import BY_CHART, BY_PLAY_OUTS, Advice, own_chart
from cactus_sim.analysis.decide import advise
from cactus_sim.errors import UsageError
from tests.plain_python import pytest_in_plain_python


def call(**more: str) -> Advice:
    (advice,) = advise("cactus", more, kind="call", players=4, play_outs=2_000, jobs=2)
    return advice


def test_a_royal_in_hand_is_called():
    for opponents in ("4,4,4", "2,3,2", "1,1,1"):
        advice = call(hand="KH KS", round="3", opponents=opponents)
        assert advice.options[0].name == "call"
        assert advice.clear


def test_a_sure_loss_is_not_called():
    """A 5 and two cards unknown in the first round, against players with one card each."""
    advice = call(hand="5 ? ?", round="1", opponents="1,1,1")
    assert advice.options[0].name == "wait"
    assert advice.clear


def test_where_nobody_may_call_there_is_no_advice_to():
    assert advise("cactus", {"hand": "Q Q"}, kind="call", players=4, play_outs=200) == ()


def test_a_well_visited_cell_of_the_chart_is_the_answer():
    advice = call(hand="K K", round="3", opponents="2,3,3")
    chart = own_chart(advice.plan)
    assert chart is not None
    (cell,) = (
        cell for cell in chart["cells"]
        if (cell["known"], cell["unknown"], cell["round"], cell["fewest"]) == (0, 0, 3, 2)
    )  # fmt: skip
    assert advice.source == BY_CHART
    assert advice.visits == cell["visits"]
    assert {one.name: one.value for one in advice.options} == {
        name: worth["estimate"] for name, worth in cell["values"].items()
    }


def test_other_rules_are_played_out():
    advice = advise("cactus", {"hand": "K K", "round": "3"}, kind="call", players=4, changes={"penalty_cards": 2},
                    play_outs=1_000)[0]  # fmt: skip
    assert advice.source == BY_PLAY_OUTS
    assert advice.visits == 4_000
    assert advice.assumed


def test_positions() -> None:
    pytest_in_plain_python("tests/cactus/positions.py")


@pytest.mark.parametrize(
    ("position", "named"),
    [
        ({}, "--hand"),
        ({"hand": "Z"}, "--hand Z"),
        ({"hand": "K K K K K"}, "--hand K"),
        ({"hand": "K 3", "top": "KS", "seen": "KS"}, "--seen KS"),
        ({"hand": "K 3", "opponents": "4,3"}, "--opponents 4,3"),
        ({"hand": "K 3", "opponents": "4,3,x"}, "whole numbers"),
        ({"hand": "K 3", "round": "0"}, "--round 0"),
        ({"hand": "K 3", "rund": "1"}, "did you mean 'round'"),
        ({"hand": " ".join(["?"] * 30), "opponents": "30 30 30"}, "left in the pack"),
    ],
)
def test_what_is_no_position_is_refused(position: dict[str, str], named: str):
    with pytest.raises(UsageError, match=named.replace("?", "[?]")):
        advise("cactus", position, kind="call", players=4, play_outs=100)


def test_where_the_suit_matters_it_must_be_said():
    with pytest.raises(UsageError, match="the suit matters"):
        advise("cactus", {"hand": "K 3"}, kind="call", players=4, rules="cabo", play_outs=100)
