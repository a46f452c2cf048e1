import pytest

from cactus_sim import sweep
from cactus_sim.analysis.plan import plan_sweep
from cactus_sim.analysis.standings import SweepResult
from cactus_sim.errors import UsageError


def test_the_focal_player_is_the_first_that_has_the_parameter(toy):
    plan = plan_sweep(toy, "skill=0:2")
    assert plan.question.focal == "plain"
    assert plan.question.field == ("plain(skill=1)", "plain")
    assert [arm.entry_labels[0] for arm in plan.experiment.arms] == ["plain", "plain(skill=1)", "plain(skill=2)"]


def test_the_focal_player_has_a_row_alone(toy):
    plan = plan_sweep(toy, "skill=0:2", focal="plain", field=["plain", "other"], players=4)
    assert plan.experiment.row_names == ("focal plain", "plain", "other")
    assert all(arm.rows == (0, 1, 2, 1) for arm in plan.experiment.arms)
    assert plan.experiment.rotations == 4


def test_a_chosen_focal_player_takes_its_likes_place(toy):
    assert plan_sweep(toy, "skill=0:2", focal="plain(style=loud)").question.field == ("plain(skill=1)", "plain")


def test_players_repeat_the_field(toy):
    assert plan_sweep(toy, "skill=0:2", players=2).question.field == ("plain(skill=1)",)
    assert plan_sweep(toy, "skill=0:2", players=4).question.field == ("plain(skill=1)", "plain", "plain(skill=1)")


def test_a_trait_can_be_varied(toy):
    assert plan_sweep(toy, "memory=0.5,1").experiment.arms[0].entry_labels[0] == "plain(memory=0.5)"


@pytest.mark.parametrize(("vary", "focal"), [("memory=0.5,1", "plain(skill=2)"), ("skill=0:2", "plain(memory=0.3)")])
def test_a_sweep_names_its_player_without_what_is_varied(toy, vary, focal):
    assert plan_sweep(toy, vary, focal="plain(skill=2, memory=0.3)").question.focal == focal


def test_a_rule_can_be_varied(toy):
    plan = plan_sweep(toy, "sides=5:7", changes={"tie": "nobody"})
    assert plan.question.is_rule
    assert plan.question.rules_name == "plain, tie=nobody"
    assert [arm.rules.values["sides"] for arm in plan.experiment.arms] == [5, 6, 7]


@pytest.mark.parametrize(
    ("vary", "options", "message"),
    [
        ("skil=0:2", {}, "neither a parameter or trait of plain nor a rule of toy — did you mean 'skill'"),
        ("skill=0:20", {}, "from 0 to 9"),
        ("skill=a,b", {}, "whole number"),
        ("sides=0:3", {}, "takes a whole number from 2 to 30"),
        ("sides=3:5", {"changes": {"sides": 4}}, "both set and varied"),
        ("sides=2:5", {}, "sides=3 at least"),
        ("skill=0:2", {"objective": "zeros"}, "objectives: share, total"),
        ("skill=0:2", {"objective": "totl"}, "did you mean 'total'"),
        ("skill=0:2", {"focal": "other"}, "a rule of toy; faulty and plain have it: give -s faulty; other has: memory"),
        ("skill=0:2", {"players": 1}, "leave some out"),
        ("skill=0:2", {"field": ["plain"] * 3, "players": 3}, "leave some out"),
        ("skill=0:2", {"field": ["plain"] * 4}, "players_max=5"),
    ],
)
def test_what_cannot_be_swept_is_refused(toy, vary, options, message):
    with pytest.raises(UsageError, match=message):
        plan_sweep(toy, vary, **options)


def test_the_best_value_is_found_and_the_others_told_apart(toy):
    found = sweep(toy, "skill=0:3", seed=1, games=3000, jobs=2)
    assert found.best == "3"
    assert found.not_told_apart == ()
    lags = [standing.lag.value for standing in found.standings]
    assert lags == sorted(lags, reverse=True)
    assert lags[-1] == 0


def test_values_that_make_no_difference_are_not_told_apart(toy):
    found = sweep(toy, "style=calm,loud", seed=1, games=3000, jobs=1)
    assert (found.best, found.not_told_apart) == ("calm", ("loud",))


def test_what_plays_no_part_is_found_out(toy):
    assert sweep(toy, "style=calm,loud", seed=1, games=3000, jobs=1).alike
    assert not sweep(toy, "style=calm,loud", seed=1, games=1, jobs=1).alike
    assert not sweep(toy, "style=calm", seed=1, games=30, jobs=1).alike
    assert not sweep(toy, "sides=9,10", seed=1, games=3000, jobs=1).alike
    assert not sweep(toy, "skill=0,1,00", seed=1, games=3000, jobs=1).alike


@pytest.mark.parametrize(
    ("vary", "field", "objective", "level"),
    [
        ("sides=9,10", ["plain"], None, True),
        ("sides=9,10", ["plain(skill=1)"], None, False),
        ("sides=9,10", ["plain", "plain(skill=1)"], None, False),
        ("sides=9,10", ["plain"], "total", False),
        ("skill=0:1", ["plain"], None, False),
    ],
)
def test_equal_players_have_equal_shares_under_every_rule(toy, vary, field, objective, level):
    found = sweep(toy, vary, focal="plain", field=field, players=3, objective=objective, seed=1, games=300, jobs=1)
    assert found.level is level
    if level:
        assert [standing.estimate.value for standing in found.standings] == [pytest.approx(1 / 3)] * 2


def test_less_may_be_better(toy):
    found = sweep(toy, "skill=0:3", objective="total", seed=1, games=300, jobs=1)
    assert found.best == "0"
    assert [standing.lag.value for standing in found.standings] == [0, 1, 2, 3]


def test_the_frame_has_a_row_a_value_strategy_and_metric(toy):
    found = sweep(toy, "skill=0:3", seed=1, games=300, jobs=1)
    frame = found.frame()
    assert not frame.duplicated(["value", "strategy", "metric"]).any()
    assert frame["lag"].notna().sum() == 4


def test_json_gives_back_the_same_sweep(toy):
    found = sweep(toy, "skill=0:3", seed=1, games=300, jobs=1)
    again = SweepResult.from_json(found.to_json())
    assert again.question == found.question
    assert again.standings == found.standings
    assert again.to_json() == found.to_json()


def test_a_result_of_no_sweep_is_refused(toy):
    from cactus_sim import simulate

    with pytest.raises(UsageError, match="not of a sweep"):
        SweepResult.from_json(simulate(toy, games=3, jobs=1).to_json())
