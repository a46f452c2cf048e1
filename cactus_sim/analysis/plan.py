"""Planning a sweep: who is varied, against whom, and an arm for each value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cactus_sim.analysis.vary import parse_vary
from cactus_sim.errors import UsageError, counted, suggest
from cactus_sim.simulate import experiment as experiments
from cactus_sim.simulate.experiment import Arm, Experiment
from cactus_sim.strategies import registry

if TYPE_CHECKING:
    from pathlib import Path

    from cactus_sim.games.base import Game, Metric
    from cactus_sim.strategies import Entry


@dataclass(frozen=True)
class Question:
    """What a sweep asks: which of the values is best for the focal player against the field?"""

    name: str
    """What is varied."""
    values: tuple[str, ...]
    is_rule: bool
    """Whether a rule is varied, rather than a parameter or trait of the focal player."""
    focal: str
    """The focal player's entry, without the value that is varied."""
    field: tuple[str, ...]
    """The entries of the other players."""
    rules_name: str
    """The rule set, without the value that is varied."""
    objective: str
    """The metric that is compared."""
    better: int
    """+1 where more of it is better, −1 where less is."""


@dataclass(frozen=True)
class SweepPlan:
    """A sweep to be played: an arm for each value. The focal player's row is 0; the field's rows follow."""

    experiment: Experiment
    question: Question


def plan_sweep(
    game: str | Game,
    vary: str,
    *,
    focal: str | None = None,
    field: Sequence[str] | None = None,
    rules: str | None = None,
    changes: Mapping[str, object] | None = None,
    rules_file: str | Path | None = None,
    players: int | None = None,
    unit: str | None = None,
    objective: str | None = None,
    games_asked: int = 1,
    first_deal: str | int | None = None,
    seed: int | None = None,
) -> SweepPlan:
    """The plan of a sweep, checked throughout: every value, line-up and rule set."""
    found = experiments.game_called(game)
    varied = parse_vary(vary)
    entry, others = _table(found, varied.name, focal, field, players)
    ruled = experiments.rule_set(found, rules, changes, rules_file)
    is_rule = not _tunes(entry, varied.name)
    if is_rule:
        _check_rule(found, entry, varied.name, changes or {})
        rule_sets = [
            experiments.rule_set(found, rules, {**(changes or {}), varied.name: value}, rules_file)
            for value in varied.values
        ]
        entries = [entry] * len(rule_sets)
    else:
        entries = [entry.with_value(varied.name, value) for value in varied.values]
        rule_sets = [ruled] * len(entries)
    rows, names = experiments.grouped(others)
    arms = tuple(
        Arm(f"{varied.name}={value}", rule_set, (player, *others), (0, *(1 + row for row in rows)))
        for value, rule_set, player in zip(varied.values, rule_sets, entries, strict=True)
    )
    for arm in arms:
        experiments.check_table(found, arm.rules, len(arm.line_up))
    metric = objective_of(found, objective)
    experiment = Experiment(
        found, arms, (f"focal {entry.name}", *names), experiments.check_unit(found, unit),
        experiments.check_seed(seed), games_asked,
    )  # fmt: skip
    experiment = experiments.at_deals(experiment, first_deal)
    question = Question(
        varied.name, varied.values, is_rule, entry.without(varied.name).label, tuple(other.label for other in others),
        ruled.name, metric.name, metric.better,
    )  # fmt: skip
    return SweepPlan(experiment, question)


def _table(
    game: Game, name: str, focal: str | None, field: Sequence[str] | None, players: int | None
) -> tuple[Entry, tuple[Entry, ...]]:
    """The focal player and the field: as given, else from the game's default line-up."""
    default = experiments.line_up_of(game, game.default_line_up)
    if focal is None:
        place = next((i for i, entry in enumerate(default) if _tunes(entry, name)), 0)
        player = default[place]
    else:
        player = experiments.line_up_of(game, [focal])[0]
        place = next((i for i, entry in enumerate(default) if entry.strategy is player.strategy), 0)
    rest = default[:place] + default[place + 1 :]
    others = rest if field is None else experiments.line_up_of(game, field)
    if players is not None:
        if players < 2 or (field is not None and players < 1 + len(others)):
            raise UsageError(
                f"{counted(players, 'player')}, but the focal player and {len(others)} of the field: leave some out"
            )
        others = tuple(others[i % len(others)] for i in range(players - 1))
    return player, others


def _tunes(entry: Entry, name: str) -> bool:
    return name in entry.parameters or name in entry.traits


def _check_rule(game: Game, entry: Entry, name: str, changes: Mapping[str, object]) -> None:
    """Raises a UsageError where what the focal player has no parameter for is no rule either, or is set already."""
    if name not in game.rule_book.rules:
        own = (*entry.parameters, *entry.traits)
        having = [other for other, strategy in registry(game).items() if name in strategy.parameters]
        hint = suggest(name, (*own, *game.rule_book.rules))
        if having:
            hint = f"; {' and '.join(having)} {'have' if having[1:] else 'has'} it: give -s {having[0]}"
        raise UsageError(
            f"'{name}' is neither a parameter or trait of {entry.name} nor a rule of {game.name}"
            f"{hint}; {entry.name} has: {', '.join(own)}"
        )
    if name in changes:
        raise UsageError(f"rule {name} is both set and varied")


def objective_of(game: Game, name: str | None) -> Metric:
    """The metric by which players are compared: the one of that name, the game's first where none is given."""
    known = {metric.name: metric for metric in game.seat_metrics if metric.better and not metric.per}
    if name is None:
        return game.seat_metrics[0]
    if name not in known:
        raise UsageError(f"{game.name} has no objective '{name}'{suggest(name, known)}; objectives: {', '.join(known)}")
    return known[name]
