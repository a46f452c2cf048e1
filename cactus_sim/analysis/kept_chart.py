"""Charts read back from a chart file, for people: what is shown of them is what was measured when they were made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from cactus_sim.analysis.chart import Cell, Chart
from cactus_sim.analysis.charting import plan_chart
from cactus_sim.analysis.choices import ALWAYS
from cactus_sim.analysis.policy import Round, Search
from cactus_sim.analysis.study import Setting, Values
from cactus_sim.analysis.thumb import NEVER, Rule, Thumb
from cactus_sim.stats.intervals import Estimate

if TYPE_CHECKING:
    from cactus_sim.games.decisions import Axis


@dataclass(frozen=True)
class KeptChart(Chart):
    """A chart as its file tells it: cells and games are read, not reckoned from sums."""

    read: tuple[Cell, ...] = ()

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells in the file."""
        return self.read


def chart_of(document: Mapping[str, Any]) -> KeptChart:
    """The chart that an item of a chart file describes."""
    setting = _setting(document)
    nothing = Values(len(setting.decision.options), 1, np.zeros((0, 1, 5)), document["games"])
    options = np.full(int(np.prod(setting.sizes)), -1, np.int64)
    rounds = tuple(Round(**one) for one in document["rounds"])
    gap = document["gap"]
    return KeptChart(
        setting, document["seed"], options, nothing, Search(options, nothing, rounds, 0),
        None if gap is None else Estimate(gap["estimate"], gap["se"], gap["n"]),
        tuple(_cell(record, setting) for record in document["cells"]),
    )  # fmt: skip


def thumb_of(records: list[dict[str, Any]], chart: Chart, games: int) -> Thumb:
    """The rules of thumb that go with a chart in its file."""
    return Thumb(chart, tuple(_rule(record, chart.setting) for record in records), games)


def _rule(record: Mapping[str, Any], setting: Setting) -> Rule:
    cost = Estimate(record["cost"], record["se"], record["n"])
    if "options" in record:
        names = [axis.name for axis in setting.decision.axes]
        axis = ALWAYS if record["axis"] is None else names.index(record["axis"])
        return Rule(record["rule"], (), cost, (axis, tuple(map(setting.decision.option, record["options"]))))
    thresholds = (NEVER if threshold is None else threshold for threshold in record["thresholds"].values())
    return Rule(record["rule"], tuple(thresholds), cost)


def _setting(document: Mapping[str, Any]) -> Setting:
    from cactus_sim import games

    decision = next(each for each in games.get(document["game"]).decisions if each.name == document["kind"])
    used = {axis["name"] for axis in document["axes"] if axis["size"] > 1}
    plan = plan_chart(
        document["game"], document["kind"], players=document["players"], field=document["field"],
        equilibrium=document["equilibrium"], decider=document["decider"],
        by=[axis.name for axis in decision.axes if not axis.standard and axis.name in used],
        changes=document["changed_rules"], unit=document["unit"], objective=document["objective"],
        seed=document["seed"],
    )  # fmt: skip
    return plan.setting


def _cell(record: Mapping[str, Any], setting: Setting) -> Cell:
    names = [option.name for option in setting.decision.options]
    places = tuple(
        _place(axis, record[axis.name]) if size > 1 else 0
        for axis, size in zip(setting.decision.axes, setting.sizes, strict=True)
    )
    values = tuple(
        (worth["estimate"], worth["se"]) if (worth := record["values"].get(name)) is not None else None
        for name in names
    )
    # JSON has no number for the error of a cell that one deal alone has visited.
    error = float("inf") if record["se"] is None else record["se"]
    return Cell(
        places, names.index(record["option"]), record["visits"], record["cost"], error, names.index(record["second"]),
        values,
    )  # fmt: skip


def _place(axis: Axis, value: Any) -> int:
    return axis.values["en"].index(value) if axis.values else int(value) - axis.low
