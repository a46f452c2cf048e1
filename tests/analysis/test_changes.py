import pytest

from cactus_sim import games
from cactus_sim.analysis.changes import all_changes, asked_changes, each_change
from cactus_sim.errors import UsageError
from cactus_sim.simulate.experiment import rule_set


def every(toy, **base):
    return each_change(toy, rule_set(toy, changes=base), 3, "round")


def test_each_tries_every_other_value_and_says_what_it_skips(toy):
    changes, skipped = every(toy)
    assert [change.label for change in changes] == ["sides=8", "sides=12", "tie=nobody", "reroll=true"]
    assert [(skip.rule, skip.en) for skip in skipped] == [
        ("players_min", "only says how many may play"),
        ("players_max", "only says how many may play"),
    ]


def test_each_begins_from_the_base(toy):
    changes, _ = every(toy, sides=8, tie="nobody")
    assert [change.label for change in changes] == ["sides=10", "sides=12", "tie=share", "reroll=true"]
    assert changes[0].rules.name == "plain, sides=8, tie=nobody, sides=10"
    assert changes[0].differs == (("sides", 8, 10),)


def test_what_can_not_be_played_is_skipped_without_the_remedy(toy, monkeypatch):
    def refuse(rules, players):
        if rules["reroll"]:
            raise UsageError("no rerolls here; set reroll=false")

    monkeypatch.setattr(type(toy), "check_rules", lambda self, rules, players: refuse(rules, players))
    changes, skipped = every(toy)
    assert "reroll=true" not in [change.label for change in changes]
    assert (skipped[-1].rule, skipped[-1].values, skipped[-1].en) == ("reroll", (True,), "no rerolls here")


def test_bundles_and_presets(toy):
    base = rule_set(toy)
    bundle, preset = asked_changes(toy, base, [{"sides": "12", "reroll": "yes"}], ["loaded"], 3)
    assert bundle.label == "sides=12, reroll=true"
    assert bundle.rules.name == "plain, sides=12, reroll=true"
    assert bundle.differs == (("sides", 10, 12), ("reroll", False, True))
    assert (preset.label, preset.preset) == ("loaded", "loaded")
    assert preset.differs == (("sides", 10, 6), ("players_max", 4, 3))


def test_a_named_change_is_not_tried_again_by_each(toy):
    changes, _ = all_changes(toy, rule_set(toy), [{"sides": 12}], [], True, 3, "round")
    assert [change.label for change in changes] == ["sides=12", "sides=8", "tie=nobody", "reroll=true"]


@pytest.mark.parametrize(
    ("changes", "presets", "message"),
    [
        ([], [], "give --change RULE=VALUE, --preset NAME or --each"),
        ([{"sidse": 3}], [], "did you mean 'sides'"),
        ([{"sides": 99}], [], "takes a whole number from 2 to 30"),
        ([{"sides": 10}], [], "sides=10 changes nothing: the base, plain, has it already"),
        ([{"sides": 9}, {"sides": "9"}], [], "sides=9 is named twice"),
        ([{"sides": 6, "players_max": 3}], ["loaded"], "loaded is the same as sides=6, players_max=3"),
        ([], ["loadd"], "did you mean 'loaded'"),
        ([{"sides": 2}], [], "need sides=3"),
        ([{"players_max": 2}], [], "3 players, and it takes 2; leave the change out"),
    ],
)
def test_what_can_not_be_changed_is_refused(toy, changes, presets, message):
    with pytest.raises(UsageError, match=message):
        all_changes(toy, rule_set(toy), changes, presets, False, 3, "round")


@pytest.mark.parametrize("name", games.names())
def test_variants_name_rules_and_values_that_exist(name):
    game = games.get(name)
    for rule, variants in game.variants.items():
        known = game.rule_book.rule(rule)
        assert not variants.tries or known.kind in ("int", "decimal")
        assert all(known.parse(value) == value for value in variants.tries)
        assert not variants.tries or len(variants.tries) > 1
        assert variants.counts is None or known.kind == "int"


@pytest.mark.parametrize("name", games.names())
def test_every_rule_is_tried_or_skipped_under_every_preset(name):
    game = games.get(name)
    for preset in game.rule_book.presets:
        base = rule_set(game, preset)
        low, high = game.players_allowed(base.values)
        for unit in game.units:
            changes, skipped = each_change(game, base, min(max(3, low), high), unit)
            seen = {change.differs[0][0] for change in changes} | {skip.rule for skip in skipped}
            assert seen == set(game.rule_book.rules)
            assert all(len(change.differs) == 1 for change in changes)


@pytest.mark.parametrize("name", games.names())
def test_the_effects_of_a_game_are_its_metrics(name):
    game = games.get(name)
    seat, table = ({metric.name for metric in metrics} for metrics in (game.seat_metrics, game.game_metrics))
    assert set(game.effects) <= seat | table
    assert not set(game.effects) & seat & table
    assert len(set(game.unequal_line_up)) > 1


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"players_max": 2}, "change players_max=2: 3 players, and it takes 2; .*, or seat 2 for all"),
        ({"players_min": 4}, "change players_min=4: 3 players, and it takes 4; .*, or seat 4 for all"),
        ({"players_min": 5}, "change players_min=5: .*so nobody can play"),
        ({"sides": 2}, "change sides=2: 3 players need sides=3"),
    ],
)
def test_the_way_out_of_a_change_is_never_to_undo_it(toy, change, message):
    with pytest.raises(UsageError, match=message) as caught:
        asked_changes(toy, rule_set(toy), [change], (), 3)
    assert "--set" not in str(caught.value)
