"""Rules of thumb that go by no number: what they cost is what play says, and what they say is what they do."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from cactus_sim.analysis.chart import Chart, chart_file, fresh_seed
from cactus_sim.analysis.charting import make_chart, plan_chart, try_policies
from cactus_sim.analysis.choices import ALWAYS, best_choices, choice_losses, policy_of_choice
from cactus_sim.analysis.kept_chart import chart_of, thumb_of
from cactus_sim.analysis.thumb import Thumb, rules_of_thumb
from cactus_sim.report.chart_answer import choice_text, rule_text


@pytest.fixture(scope="module")
def chart() -> Chart:
    return make_chart(plan_chart("cactus", "take", players=4, games_asked=20_000, seed=2), jobs=2)


@pytest.fixture(scope="module")
def thumb(chart: Chart) -> Thumb:
    return rules_of_thumb(chart, 8_000, jobs=2)


def test_rules_are_constant_choices_and_the_best_by_an_axis(chart: Chart):
    choices = best_choices(chart, 3)
    assert len(choices) == 3
    assert choices[0] == (ALWAYS, (0,))  # to draw always is better than to take always
    assert choices[1] == (ALWAYS, (1,))
    axis, options = choices[2]
    assert chart.setting.decision.axes[axis].name == "top"
    assert options[1] == 1  # a top discard of 0 points is taken
    assert set(options[5:11]) == {0}
    losses = [
        choice_losses(chart)[policy_of_choice(chart.setting, each), np.arange(len(chart.options))] for each in choices
    ]
    assert losses[2].sum() < losses[0].sum() < losses[1].sum()


def test_a_choice_loses_nothing_where_the_chart_makes_it(chart: Chart):
    losses = choice_losses(chart)
    for option in (0, 1):
        assert not losses[option, chart.options == option].any()
    assert losses.sum() > 0


def test_costs_are_what_play_says(chart: Chart, thumb: Thumb):
    policies = [chart.options, *(policy_of_choice(chart.setting, rule.choice) for rule in thumb.rules)]
    played = try_policies(chart.setting, policies, fresh_seed(chart.seed, "thumb"), 8_000, jobs=2)
    shares = [played.estimate("share", 0, arm).value for arm in range(len(policies))]
    assert [rule.cost.value for rule in thumb.rules] == pytest.approx([shares[0] - share for share in shares[1:]])
    assert thumb.rules[0].cost.interval()[0] > 0  # never to take a king costs something beyond doubt


def test_rules_in_words(chart: Chart, thumb: Thumb):
    assert rule_text(thumb.rules[0], chart, "en") == "Always draw"
    assert rule_text(thumb.rules[0], chart, "fr") == "Toujours piocher"
    options = tuple(int(place in (1, 4, 5, 6)) for place in range(15))
    assert choice_text((1, options), chart, "en") == (
        "Points of the top discard 0, 3, 4 and 5: take the discard; otherwise: draw"
    )


def test_rules_are_read_back_from_a_chart_file(chart: Chart, thumb: Thumb):
    content = json.loads(chart_file([chart], thumb))
    kept = thumb_of(content["rules_of_thumb"], chart_of(content["charts"][0]), thumb.games)
    assert kept.rules == thumb.rules
    assert replace(kept, chart=chart) == thumb


def test_where_one_choice_is_best_everywhere_the_cheapest_other_one_is_told(chart: Chart):
    alike = replace(chart, options=np.zeros_like(chart.options))
    taken = chart.measured.sums.copy()
    taken[:, 1, 0] = 0  # taking the discard was never legal
    assert best_choices(replace(alike, measured=replace(chart.measured, sums=taken)), 3) == [(ALWAYS, (0,))]
    choices = best_choices(replace(alike, measured=always_better(chart)), 3)
    assert choices[:2] == [(ALWAYS, (0,)), (ALWAYS, (1,))]
    axis, options = choices[2]
    assert axis != ALWAYS
    assert sum(options) == 1


def always_better(chart: Chart):
    """What was measured, but that drawing is a point better everywhere."""
    sums = chart.measured.sums.copy()
    sums[:, 2, 1] = -0.01 * chart.measured.scale * sums[:, 2, 0]
    return replace(chart.measured, sums=sums)
