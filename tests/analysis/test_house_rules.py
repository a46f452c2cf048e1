import json

import pytest

from cactus_sim import house_rules, simulate
from cactus_sim.analysis.house_plan import plan_house_rules
from cactus_sim.analysis.house_rules import run_house_rules
from cactus_sim.errors import UsageError


@pytest.fixture
def found(toy):
    return house_rules(toy, [{"sides": 30}, {"tie": "nobody"}, {"reroll": True}], seed=1, games=3000, jobs=1)


def test_figures_are_those_of_simulate(toy, found):
    effect = found.effect("sides=30", "share", "plain(skill=3)")
    for changes, estimate in (({}, effect.base), ({"sides": 30}, effect.changed)):
        alone = simulate(toy, toy.unequal_line_up, changes=changes, seed=1, games=3000, jobs=1)
        assert alone.estimate("share", "plain(skill=3)") == estimate
    assert effect.difference.estimate.value == pytest.approx(effect.changed.value - effect.base.value)


def test_skill_counts_for_less_where_luck_is_greater(found):
    effect = found.effect("sides=30", "skill")
    assert effect.difference.estimate.value < 0
    assert effect.verdict == "lower"
    assert found.effect("sides=30", "share", "plain(skill=3)").verdict == "worse"
    assert found.effect("sides=30", "share", "plain").verdict == "better"


def test_changes_are_ordered_by_their_effect(found):
    assert [change.label for change in found.ordered] == ["reroll=true", "tie=nobody", "sides=30"]


def test_what_changes_nothing_at_all_is_named(found):
    assert found.identical == ("reroll=true",)
    assert {effect.verdict for effect in found.of_change("reroll=true")} == {"same"}
    assert found.undecided() == found.equivalent() == ()


def test_a_frame_has_a_row_a_change_metric_and_strategy(toy, found):
    frame = found.frame()
    assert len(frame) == 3 * (len(toy.effects) + 1 + 3)
    assert not frame.duplicated(["change", "metric", "strategy"]).any()
    row = frame[(frame["change"] == "sides=30") & (frame["metric"] == "high")].iloc[0]
    assert row["low"] < row["difference"] < row["high"]
    assert row["n"] == 1000


def test_strategies_alike_have_no_skill_and_no_shares(toy):
    found = house_rules(toy, [{"sides": 30}], line_up=["plain"], players=3, seed=1, games=300, jobs=1)
    assert {effect.metric for effect in found.effects} == set(toy.effects)
    assert found.plan.metric == "high"


@pytest.fixture
def upside_down(toy, monkeypatch):
    """With nine sides skill is taken from the roll instead of added."""
    totals = type(toy).totals

    def turned(self, rules, *rest):
        rolls, added = totals(self, rules, *rest)
        return rolls, 9 + 2 * rolls - added if rules["sides"][0] == 9 else added

    monkeypatch.setattr(type(toy), "totals", turned)
    return toy


def test_strategies_that_change_places_are_named(upside_down):
    found = house_rules(upside_down, [{"sides": 9}, {"sides": 8}], seed=1, games=3000, jobs=1)
    assert {reversal.change for reversal in found.reversals} == {"sides=9"}
    assert ("plain(skill=3)", "plain") in {(each.ahead_before, each.ahead_after) for each in found.reversals}
    assert all(each.before.value > 0 and each.after.value > 0 for each in found.reversals)
    assert "plain overtakes plain(skill=3)" in " ".join(found.sentences())


def test_an_order_that_is_not_sure_is_not_reversed(upside_down):
    assert house_rules(upside_down, [{"sides": 9}], seed=1, games=9, jobs=1).reversals == ()


def test_json_holds_all_and_no_nan(found):
    data = json.loads(found.to_json(), parse_constant=pytest.fail)
    assert data["schema_version"] == 1
    assert data["identical"] == ["reroll=true"]
    assert [change["change"] for change in data["changes"]] == ["reroll=true", "tie=nobody", "sides=30"]
    assert len(data["effects"]) == len(found.effects)
    assert data["sentences"]["en"] == found.sentences("en")


def test_csv_and_markdown(found):
    lines = found.to_csv().splitlines()
    assert lines[0].startswith("change,rules,metric,strategy,base,")
    assert len(lines) == 1 + len(found.effects)
    assert "| sides=30 |" in found.to_md()
    assert "| change |" in found.to_md()


def test_one_deal_gives_figures_without_verdicts(toy):
    found = house_rules(toy, [{"sides": 30}], seed=1, games=1, jobs=1)
    assert {effect.verdict for effect in found.effects} == {"undecided"}
    assert json.loads(found.to_json(), parse_constant=pytest.fail)["effects"][0]["se"] is None


def test_the_result_does_not_depend_on_jobs(toy, found):
    again = house_rules(toy, [{"sides": 30}, {"tie": "nobody"}, {"reroll": True}], seed=1, games=3000, jobs=3)
    assert again.to_json() == found.to_json()


def test_ctrl_c_keeps_the_changes_that_are_finished(toy):
    plan = plan_house_rules(toy, [{"sides": 30}, {"tie": "nobody"}, {"reroll": True}], seed=1, games_asked=3000)

    def press(done, total):
        if done > total // 2:
            raise KeyboardInterrupt

    found = run_house_rules(plan, 1, press)
    assert found.partial
    assert [change.label for change in found.changes] == ["sides=30"]
    assert (found.games, found.blocks) == (3000, 1000)


def test_ctrl_c_in_the_first_change_keeps_its_first_deals(toy):
    plan = plan_house_rules(toy, [{"sides": 30}, {"tie": "nobody"}], seed=1, games_asked=300_000)

    def press(done, total):
        if done:
            raise KeyboardInterrupt

    found = run_house_rules(plan, 1, press)
    assert found.partial
    assert 0 < found.games < 300_000
    assert [change.label for change in found.changes] == ["sides=30"]


def test_ctrl_c_before_anything_is_done(toy):
    def press(done, total):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_house_rules(plan_house_rules(toy, [{"sides": 30}], seed=1, games_asked=300), 1, press)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"metric": "hihg"}, "did you mean 'high'"),
        ({"metric": "share:plane"}, "did you mean 'share:plain'"),
        ({"margin": -1}, "percentage points"),
        ({"unit": "rounds"}, "did you mean 'round'"),
        ({"line_up": ["plain"]}, "1 player:"),
    ],
)
def test_what_can_not_be_asked_is_refused(toy, options, message):
    with pytest.raises(UsageError, match=message):
        house_rules(toy, [{"sides": 30}], **options)


def test_an_effect_that_is_not_there(found):
    with pytest.raises(UsageError, match="did you mean 'sides=30'"):
        found.effect("sides=31", "high")
    with pytest.raises(UsageError, match="did you mean 'ties'"):
        found.effect("sides=30", "tie")
