import json

import pytest

from cactus_sim import compare
from cactus_sim.analysis.compare import run_comparison
from cactus_sim.analysis.comparison import DIFFERENCE, ComparisonResult
from cactus_sim.analysis.rivals import PILOT_BLOCKS, plan_comparison
from cactus_sim.errors import UsageError

A, B = "plain(skill=1)", "plain"
FIELD = ["plain", "other"]


def test_a_and_b_take_the_same_seat_against_the_same_field(toy):
    plan = plan_comparison(toy, A, B, field=FIELD, players=4)
    assert [arm.entry_labels for arm in plan.experiment.arms] == [
        ("plain(skill=1)", "plain", "other", "plain"),
        ("plain", "plain", "other", "plain"),
    ]
    assert all(arm.rows == (0, 1, 2, 1) for arm in plan.experiment.arms)
    assert plan.experiment.rotations == 4


def test_the_field_is_the_rest_of_the_default_line_up(toy):
    assert plan_comparison(toy, A, B).rivals.field == ("plain(skill=1)", "plain")


def test_halves_alternate_and_are_swapped_by_rotation(toy):
    plan = plan_comparison(toy, A, B, mirror=True, players=4)
    (arm,) = plan.experiment.arms
    assert arm.entry_labels == ("plain(skill=1)", "plain") * 2
    assert arm.rows == (0, 1, 0, 1)
    assert plan.experiment.rotations == 2
    assert plan.rivals.mirror


def test_the_better_is_found(toy):
    found = compare(toy, A, B, field=FIELD, games=3000, seed=1, jobs=1)
    assert found.verdict == "better"
    assert found.estimate(0).value - found.estimate(1).value == pytest.approx(found.difference.value)
    low, high = found.interval()
    assert 0 < low < found.difference.value < high
    assert compare(toy, B, A, field=FIELD, games=3000, seed=1, jobs=1).verdict == "worse"


def test_less_may_be_better(toy):
    found = compare(toy, A, B, objective="total", games=3000, seed=1, jobs=1)
    assert (found.verdict, found.difference.value, found.difference.se) == ("worse", 1, 0)


def test_half_a_table_each(toy):
    found = compare(toy, A, B, mirror=True, players=4, games=3000, seed=1, jobs=1)
    assert found.verdict == "better"
    assert found.estimate(0).value + found.estimate(1).value == pytest.approx(0.5)
    assert found.difference.value == pytest.approx(found.estimate(0).value - found.estimate(1).value)
    # What one half wins more, the other wins less.
    assert found.difference.se == pytest.approx(2 * found.estimate(0).se)


def test_players_that_play_alike_are_equivalent(toy):
    found = compare(toy, B, "plain(style=loud)", games=4500, seed=1, jobs=1)
    assert (found.verdict, found.difference.value, found.difference.se) == ("equivalent", 0, 0)
    assert found.alike
    assert not found.rivals.same


def test_few_deals_alike_prove_no_equivalence(toy):
    found = compare(toy, B, "plain(style=loud)", games=1200, seed=1, jobs=1)
    assert (found.verdict, found.result.blocks) == ("undecided", 400)
    assert found.games_to_go == pytest.approx(3 * 1097, abs=6)


@pytest.mark.parametrize("more", [{}, {"sequential": True}, {"mirror": True, "players": 2}, {"margin": 0.0}])
def test_a_player_is_equivalent_to_itself(toy, more):
    found = compare(toy, B, B, games=3000 if "sequential" in more else 12, seed=1, jobs=1, **more)
    assert (found.verdict, found.difference.value, found.difference.se) == ("equivalent", 0, 0)
    assert found.rivals.same
    assert "with itself" in found.sentence()


def test_few_games_decide_nothing(toy):
    found = compare(toy, A, B, field=FIELD, games=30, seed=1, jobs=1)
    assert found.verdict == "undecided"
    assert not found.undecided
    assert 0 < found.games_to_go < 10_000


def test_a_sequential_run_stops_at_its_verdict_whatever_the_number_of_threads(toy):
    runs = [compare(toy, A, B, field=FIELD, sequential=True, seed=1, games=10**5, jobs=jobs) for jobs in (1, 2, 3)]
    assert {found.verdict for found in runs} == {"better"}
    assert 1000 <= runs[0].result.blocks < 4000
    assert len({found.to_json() for found in runs}) == 1


def test_its_interval_is_wider_than_that_of_one_look(toy):
    found = compare(toy, A, B, field=FIELD, sequential=True, seed=1, games=10**5, jobs=1)
    assert found.half_width() > 1.4 * found.difference.half_width()


def test_a_run_may_stop_at_a_standard_error(toy):
    found = compare(toy, A, B, field=FIELD, target_se=0.1, margin=0, seed=1, games=10**5, jobs=1)
    assert not found.undecided
    assert 0.0009 < found.difference.se <= 0.001
    assert found.rivals.open_ended


def test_a_run_that_does_not_stop_is_undecided(toy):
    found = compare(
        toy, B, "plain(style=loud)", field=FIELD, sequential=True, margin=0, games=3000, max_games=9000, seed=1, jobs=1
    )
    assert found.undecided
    assert found.result.games == 9000
    assert found.games_to_go is None


def test_every_look_is_shown(toy):
    plan = plan_comparison(toy, A, B, field=FIELD, target_se=0.05, sequential=False, games_asked=10**5, seed=1)
    seen = []
    found = run_comparison(plan, 1, look=seen.append)
    assert [look.result.blocks for look in seen][-1] == found.result.blocks
    assert all(look.undecided for look in seen[:-1])


def test_an_interrupted_run_keeps_its_first_deals(toy):
    toy.interrupt_at = 9000
    found = compare(toy, A, B, field=FIELD, plain=True, games=60_000, seed=1, jobs=1)
    assert found.result.partial
    assert 0 < found.result.blocks <= 9000


def test_controls_take_variance_off_and_stay_unbiased(toy):
    options = {"field": FIELD, "games": 60_000, "seed": 3, "jobs": 1}
    found, plain = compare(toy, A, B, **options), compare(toy, A, B, plain=True, **options)
    assert found.adjustment is not None
    assert found.result.tally == plain.result.tally
    assert found.unadjusted == plain.unadjusted
    assert found.difference.se < 0.99 * plain.difference.se
    assert abs(found.difference.value - plain.difference.value) < 3 * plain.difference.se
    gains = found.gains
    assert gains.controls == pytest.approx((plain.difference.se / found.difference.se) ** 2)
    assert gains.total == pytest.approx(gains.seats * gains.pairing * gains.controls)


def test_the_total_gain_is_that_of_blocks_over_single_games(toy):
    """Against a rival that always wins, A's share is 0 in every game and B's is 1: nothing varies but at ties."""
    found = compare(toy, "plain", "plain(skill=9)", field=["plain", "plain"], games=60_000, seed=3, jobs=1)
    shares = [found.result.estimate("share", 0, arm).value for arm in (0, 1)]
    assert shares[0] == pytest.approx(1 / 3)
    assert 0.9 < shares[1] < 1
    # A share s of games that are won or lost whole varies by s (1 − s); ties make it a little less.
    assert 0.15 < found.plain_variance < sum(share * (1 - share) for share in shares)
    assert found.gains.total == pytest.approx(
        found.plain_variance / (3 * found.result.blocks * found.difference.se**2), rel=1e-9
    )


def test_short_runs_have_no_pilot(toy):
    assert plan_comparison(toy, A, B, games_asked=3 * 4 * PILOT_BLOCKS - 3).pilot is None
    pilot = plan_comparison(toy, A, B, games_asked=3 * 4 * PILOT_BLOCKS, seed=5).pilot
    assert pilot.seed != 5
    assert len(pilot.arms) == 6
    assert pilot.blocks == PILOT_BLOCKS


def test_the_frame_has_a_row_an_arm_strategy_and_metric(toy):
    frame = compare(toy, A, B, field=FIELD, games=3000, seed=1, jobs=1).frame()
    assert not frame.duplicated(["arm", "strategy", "metric"]).any()
    differences = frame[frame["arm"] == DIFFERENCE].set_index("metric")
    assert "zero_wins" not in differences.index
    assert differences.loc["share", "verdict"] == "better"
    assert differences["verdict"].notna().sum() == 1
    assert differences.loc["total", "estimate"] == 1


@pytest.mark.parametrize("more", [{}, {"mirror": True, "players": 4, "field": None}, {"sequential": True}])
def test_json_gives_back_the_same_comparison(toy, more):
    found = compare(toy, A, B, **{"field": FIELD, "games": 60_000, "seed": 1, "jobs": 1, **more})
    again = ComparisonResult.from_json(found.to_json())
    assert again.rivals == found.rivals
    assert again.difference == found.difference
    assert again.gains == found.gains
    assert again.to_json() == found.to_json()
    assert json.loads(found.to_json())["compare"]["verdict"] == "better"


def test_a_result_of_no_comparison_is_refused(toy):
    from cactus_sim import simulate

    with pytest.raises(UsageError, match="not of a comparison"):
        ComparisonResult.from_json(simulate(toy, games=3, jobs=1).to_json())


def test_text_forms(toy):
    found = compare(toy, A, B, field=FIELD, games=3000, seed=1, jobs=1)
    assert "plain(skill=1) is better than plain" in found.sentence()
    assert "est meilleur que" in found.sentence("fr")
    assert found.to_md().startswith("**")
    assert found.to_csv().startswith("arm,strategy,metric")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"a": "plan"}, "did you mean 'plain'"),
        ({"field": ["plain"] * 4}, "players_max=5"),
        ({"field": FIELD, "players": 2}, "leave some out"),
        ({"field": FIELD, "mirror": True}, "not both"),
        ({"mirror": True, "players": 3}, "even number"),
        ({"objective": "zeros"}, "objectives: share, total"),
        ({"margin": -1}, "from 0 on"),
        ({"margin": float("nan")}, "from 0 on"),
        ({"target_se": 0}, "greater than 0"),
        ({"max_games": 100}, "add --sequential"),
        ({"sequential": True, "max_games": 2000}, "needs 3,000 at least"),
    ],
)
def test_what_cannot_be_compared_is_refused(toy, options, message):
    with pytest.raises(UsageError, match=message):
        plan_comparison(toy, **{"a": A, "b": B, **options})
