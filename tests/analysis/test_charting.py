"""Charts: what is asked is checked, what is found plays, and rules of thumb cost what play says."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import cactus_sim
from cactus_sim.analysis.chart import chart_file
from cactus_sim.analysis.charting import make_chart, plan_chart
from cactus_sim.analysis.policy import search
from cactus_sim.analysis.thumb import NEVER, policy_of_thresholds, rules_of_thumb
from cactus_sim.errors import UsageError
from cactus_sim.strategies import parse_entry
from cactus_sim.strategies.charts import policies


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"kind": "cal"}, "did you mean 'call'"),
        ({"by": ["few"]}, "no such axis"),
        ({"equilibrium": True, "field": ["early"]}, "leave one of the two out"),
        ({"decider": "threshold"}, "does not play by a chart"),
        ({"players": 2}, "players_min"),
        ({"players": 3, "field": ["early"] * 3}, "leave some out"),
        ({"objective": "shar"}, "did you mean 'share'"),
        ({"kind": "take", "changes": {"take_discard": False}}, "nobody ever decides"),
    ],
)
def test_what_can_not_be_charted_is_refused(more: dict, said: str):
    with pytest.raises(UsageError, match=said):
        plan_chart("cactus", **{"kind": "call", **more})


def test_with_wins_counted_in_full_the_search_runs_away():
    setting = plan_chart("cactus", "call", equilibrium=True, objective="wins", seed=1).setting
    found = search(setting, 1, 8_000, jobs=2)
    assert found.endless
    assert not found.settled


def test_a_chart_file_is_a_strategy(tmp_path: Path):
    chart = make_chart(plan_chart("cactus", "call", games_asked=20_000, seed=2), jobs=2)
    file = tmp_path / "mine.json"
    file.write_text(chart_file([chart]), "utf-8")
    (policy,) = policies("cactus", str(file))
    assert (policy.options == chart.options).all()
    found = cactus_sim.compare("cactus", f"chart(file={file})", "early", games=4_000, seed=1)
    assert found.verdict == "better"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda chart: chart.update(policy=chart["policy"][:-1]), "damaged"),
        (lambda chart: chart.update(policy="7" * len(chart["policy"])), "damaged"),
        (lambda chart: chart.update(players=True), "whole number"),
        (lambda chart: chart.update(kind="cal"), "did you mean"),
        (lambda chart: chart.update(game="eights"), "not of cactus"),
        (lambda chart: chart["axes"].pop(), "axes"),
        (lambda chart: chart.pop("policy"), "lacks"),
    ],
)
def test_a_damaged_chart_file_is_refused(tmp_path: Path, change, said: str):
    own = Path(cactus_sim.__file__).parent / "games" / "cactus" / "strategies" / "charts" / "call-6.json"
    content = json.loads(own.read_text("utf-8"))
    change(content["charts"][0])
    file = tmp_path / "bad.json"
    file.write_text(json.dumps(content), "utf-8")
    from cactus_sim import games

    with pytest.raises(UsageError, match=said):
        parse_entry(f"chart(file={file})", games.get("cactus"))


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"schema_version": 99, "charts": []}', "[" * 100_000])
def test_what_is_no_chart_file_is_refused(tmp_path: Path, text: str):
    file = tmp_path / "bad.json"
    file.write_text(text, "utf-8")
    with pytest.raises(UsageError, match=r"bad\.json"):
        policies("cactus", str(file))


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_charts_of_the_package_leave_a_best_reply_next_to_nothing(players: int):
    own = Path(cactus_sim.__file__).parent / "games" / "cactus" / "strategies" / "charts" / f"call-{players}.json"
    (chart,) = json.loads(own.read_text("utf-8"))["charts"]
    assert chart["equilibrium"]
    assert chart["settled"]
    assert chart["gap"]["estimate"] + 2 * chart["gap"]["se"] < 0.0005


def test_thresholds_are_kept_to():
    setting = plan_chart("cactus", "call", seed=1).setting
    yardstick = setting.decision.yardstick
    assert yardstick is not None
    options = policy_of_thresholds(setting, yardstick, (NEVER, NEVER, *[6] * 10)).reshape(setting.sizes)
    assert not options[:, :, :2].any()
    assert options[: 4 + 7, 0, 2].all()
    assert not options[4 + 7 :, 0].any()
    assert options[4 + 0, 1, 2] == 1  # one unknown card counts 5.77: 0 known and one unknown is 6 at most
    assert options[4 + 1, 1, 2] == 0


def test_rules_of_thumb_cost_what_play_says():
    """A rule's cost is what `compare` measures between the chart and that rule."""
    chart = make_chart(plan_chart("cactus", "call", games_asked=20_000, seed=2), jobs=2)
    thumb = rules_of_thumb(chart, 8_000, jobs=2)
    one = thumb.rules[0]
    assert len(set(one.thresholds)) == 1
    from cactus_sim.analysis.chart import fresh_seed
    from cactus_sim.analysis.charting import chart_entry, try_entries

    setting = chart.setting
    entries = [
        chart_entry(setting, chart.options),
        parse_entry(f"threshold(call_at={one.thresholds[0]})", setting.game),
    ]
    result = try_entries(setting, entries, fresh_seed(chart.seed, "thumb"), 8_000, jobs=2)
    assert result.difference("share", 0, 0, 1).estimate.value == pytest.approx(one.cost.value, abs=1e-12)
    assert np.isfinite(one.cost.se)
