import pytest
from cactus_sim.games.pairs import GAME
from hypothesis import given
from hypothesis import strategies as some

from cactus_sim.errors import UsageError
from cactus_sim.strategies import parse_entry


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("steady", "steady"),
        (" steady ( call_at = 4 ) ", "steady(call_at=4)"),
        ("steady()", "steady"),
        ("steady(call_at=5)", "steady"),
        ("steady(memory=1)", "steady"),
        ("steady(memory=0.95, call_at=4)", "steady(call_at=4, memory=0.95)"),
        ("steady(preset=human)", "steady(memory=0.95, attention=0.9)"),
        ("steady(preset=human, memory=0.5)", "steady(memory=0.5, attention=0.9)"),
        ("steady-taker", "steady-taker"),
        ("steady-taker(memory=0.9)", "steady-taker"),
        ("steady-taker(memory=1)", "steady-taker(memory=1.0)"),
        ("steady-taker(bluffs=yes,wants=red,margin=2)", "steady-taker(margin=2.0, bluffs=true, wants=red)"),
    ],
)
def test_a_label_says_what_is_not_at_its_default(game, text, label):
    entry = parse_entry(text, game)
    assert entry.label == label
    assert parse_entry(label, game) == entry


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("stedy", "pairs has no strategy 'stedy' — did you mean 'steady'?; strategies: steady, steady-taker, or your"),
        ("steady(call=4)", "has no parameter 'call' — did you mean 'call_at'?; parameters: call_at (0 to 60); traits"),
        ("steady(call_at=61)", "strategy steady: call_at=61: call_at must be from 0 to 60"),
        ("steady(call_at=4.5)", "strategy steady: call_at=4.5: call_at must be a whole number"),
        ("steady(memory=2)", "strategy steady: memory=2: memory must be from 0.0 to 1.0"),
        ("steady(reflex=0)", "reflex must be from 0.01 to 100.0"),
        ("steady(dexterity=1)", "has no parameter 'dexterity'"),
        ("steady(preset=humam)", "no players are called so — did you mean 'human'?; presets of players: human"),
        ("steady(4)", "'4' should be parameter=value"),
        ("steady(call_at=)", "'call_at=' should be parameter=value"),
        ("steady(call_at=4,)", "'' should be parameter=value"),
        ("steady(call_at=4, call_at=5)", "gives call_at twice"),
        ("steady(call_at=4", "is no entry of a line-up; write NAME"),
        ("steady call_at=4", "is no entry of a line-up"),
        ("", "'' is no entry of a line-up"),
        ("3steady", "is no entry of a line-up"),
        ("steady-taker(wants=blue)", "wants must be one of low, high, red"),
        ("steady-taker(bluffs=2)", "bluffs must be true or false"),
    ],
)
def test_a_wrong_entry_is_refused_with_a_way_out(game, text, message):
    with pytest.raises(UsageError) as refusal:
        parse_entry(text, game)
    assert message in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_one_value_changed(game):
    entry = parse_entry("steady-taker(call_at=7)", game)
    assert entry.with_value("call_at", 3).label == "steady-taker(call_at=3)"
    assert entry.with_value("memory", "0.5").label == "steady-taker(call_at=7, memory=0.5)"
    assert entry.label == "steady-taker(call_at=7)"
    with pytest.raises(UsageError, match="call_at must be from 0 to 60"):
        entry.with_value("call_at", 99)
    with pytest.raises(UsageError, match="has no parameter 'call_ta' — did you mean 'call_at'"):
        entry.with_value("call_ta", 3)


@given(
    call_at=some.integers(0, 60),
    margin=some.floats(0, 9),
    bluffs=some.booleans(),
    wants=some.sampled_from(["low", "high", "red"]),
    memory=some.floats(0, 1),
    reflex=some.floats(0.01, 100),
)
def test_every_label_reads_back(call_at, margin, bluffs, wants, memory, reflex):
    text = f"steady-taker({call_at=}, {margin=}, {bluffs=}, wants={wants}, {memory=}, {reflex=})"
    entry = parse_entry(text, GAME)
    assert (entry.parameters["margin"], entry.traits["memory"], entry.traits["reflex"]) == (margin, memory, reflex)
    assert parse_entry(entry.label, GAME) == entry


@given(some.text(max_size=30))
def test_any_text_is_an_entry_or_is_refused(text):
    try:
        entry = parse_entry(text, GAME)
    except UsageError:
        return
    assert parse_entry(entry.label, GAME) == entry
