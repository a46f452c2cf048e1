"""An experiment: arms (line-ups, rules) of one game, played on the same deals."""

from __future__ import annotations

import math
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from cactus_sim import games
from cactus_sim.errors import UsageError, counted, suggest
from cactus_sim.simulate.schedule import ANY_DEALS, Batch, FirstDeal, blocks_for, first_deal_of, period, ranges_of

if TYPE_CHECKING:
    from pathlib import Path

    from cactus_sim.games.base import Game
    from cactus_sim.games.rule_book import Value
    from cactus_sim.strategies import Entry

MAX_SEED = (1 << 63) - 1


@dataclass(frozen=True)
class RuleSet:
    """Resolved rules, and what they are called: the preset and the changes to it."""

    name: str
    values: Mapping[str, Value]


@dataclass(frozen=True)
class Arm:
    """One line-up under one set of rules."""

    label: str
    rules: RuleSet
    line_up: tuple[Entry, ...]
    rows: tuple[int, ...]
    """The tally row of each entry: entries of one row are counted together."""

    @property
    def entry_labels(self) -> tuple[str, ...]:
        """The entries as text, defaults left out."""
        return tuple(entry.label for entry in self.line_up)


@dataclass(frozen=True)
class Experiment:
    """Everything that a result depends on."""

    game: Game
    arms: tuple[Arm, ...]
    row_names: tuple[str, ...]
    unit: str
    seed: int
    games: int
    """How many games each arm plays at least; they are rounded up to whole blocks."""
    rotated: bool = True
    """Whether a block holds every rotation of the line-up, rather than rotation 0 alone."""
    first_deal: FirstDeal = ANY_DEALS
    """Which deals are played."""

    @cached_property
    def rotations(self) -> int:
        """How many rotations of the line-up a block plays: all that differ, in every arm."""
        if not self.rotated:
            return 1
        return math.lcm(*(period(tuple(zip(arm.entry_labels, arm.rows, strict=True))) for arm in self.arms))

    @cached_property
    def blocks(self) -> int:
        """How many deals are played."""
        return blocks_for(self.games, self.rotations)

    @property
    def deals(self) -> tuple[Batch, ...]:
        """Which deals are played, in this order."""
        return ranges_of(self.first_deal, self.blocks)


def rule_set(
    game: Game,
    preset: str | None = None,
    changes: Mapping[str, object] | None = None,
    rules_file: str | Path | None = None,
) -> RuleSet:
    """The rules of a preset, or of a rules file, with changes: named `dutch, penalty_cards=2`."""
    book = game.rule_book
    all_changes: dict[str, object] = {}
    if rules_file is not None:
        if preset is not None:
            raise UsageError(
                f"rules '{preset}' and rules file {rules_file}: give one of the two; a file names its preset"
            )
        preset, from_file = book.read_file(rules_file)
        all_changes |= from_file
    preset = preset or book.default_preset
    values = book.resolve(preset, all_changes | dict(changes or {}))
    changed = book.differences(values, book.resolve(preset))
    return RuleSet(", ".join([preset, *(f"{name}={book.rule(name).told(values[name])}" for name in changed)]), values)


def value_text(value: object) -> str:
    """A rule's or parameter's value as it is written on the command line."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def line_up_of(game: Game, texts: Sequence[str], players: int | None = None) -> tuple[Entry, ...]:
    """The entries that the texts name, repeated in order up to `players`."""
    from cactus_sim.strategies import parse_entry

    if isinstance(texts, str):
        texts = (texts,)
    if not texts:
        raise UsageError("a line-up needs at least one entry")
    if players is not None and players < len(texts):
        raise UsageError(f"{counted(players, 'player')}, but {len(texts)} entries in the line-up: leave some out")
    entries = [parse_entry(text, game) for text in texts]
    return tuple(entries[i % len(entries)] for i in range(players or len(entries)))


def check_table(game: Game, rules: RuleSet, players: int) -> None:
    """Raises a UsageError where the rules don't take so many players; it names the rule that would."""
    low, high = game.players_allowed(rules.values)
    if low > high:
        raise UsageError(
            f"{game.name} under {rules.name}: {low} players at least and {high} at most, so nobody can play"
        )
    if not low <= players <= high:
        raise UsageError(
            f"{counted(players, 'player')}: {game.name} under {rules.name} takes {span(low, high)}; "
            f"{_remedy(game, rules, players, low, high)}"
        )
    game.check_rules(rules.values, players)


def span(low: int, high: int) -> str:
    """Numbers from one to another: `2 to 5`, or just `3`."""
    return str(low) if low == high else f"{low} to {high}"


def _remedy(game: Game, rules: RuleSet, players: int, low: int, high: int) -> str:
    name = "players_min" if players < low else "players_max"
    rule = game.rule_book.rules.get(name)
    if rule and rule.low <= players <= rule.high:
        more = ", add entries or give --players" if players < low else ""
        try:
            game.check_rules({**rules.values, name: players}, players)
        except UsageError as error:
            more += f"; that alone is not enough: {error}"
        fewer = f"seat fewer (--players {high}) or " if players > high else ""
        return f"{fewer}give --set {name}={players}{more}"
    if players < low:
        return f"add entries or give --players {low}"
    most = ""
    if rule and high < rule.high < players:
        most = f", {rule.high:g} at most with --set {name}={rule.high:g}"
    return f"leave some entries out or give --players {high}{most}"


def check_unit(game: Game, unit: str | None) -> str:
    """The unit asked for, the game's own where none is."""
    if unit is None:
        return game.units[0]
    if unit not in game.units:
        raise UsageError(f"{game.name} has no unit '{unit}'{suggest(unit, game.units)}; units: {', '.join(game.units)}")
    return unit


def check_seed(seed: int | None) -> int:
    """The seed asked for, checked; a drawn one where none is."""
    if seed is None:
        return secrets.randbelow(1 << 32)
    if not 0 <= seed <= MAX_SEED:
        raise UsageError(f"seed {seed}: a whole number from 0 to {MAX_SEED}")
    return seed


def grouped(line_up: Sequence[Entry]) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """The row of each entry and the rows' names, entries of one label in one row."""
    names = tuple(dict.fromkeys(entry.label for entry in line_up))
    return tuple(names.index(entry.label) for entry in line_up), names


def simulation(
    game: str | Game,
    line_up: Sequence[str] | None = None,
    *,
    rules: str | None = None,
    changes: Mapping[str, object] | None = None,
    rules_file: str | Path | None = None,
    players: int | None = None,
    unit: str | None = None,
    seed: int | None = None,
    games_asked: int = 1,
    first_deal: str | int | None = None,
) -> Experiment:
    """The experiment of one line-up under one set of rules, checked throughout."""
    found = game_called(game)
    ruled = rule_set(found, rules, changes, rules_file)
    entries = line_up_of(found, found.default_line_up[:players] if line_up is None else line_up, players)
    check_table(found, ruled, len(entries))
    rows, names = grouped(entries)
    arm = Arm(ruled.name, ruled, entries, rows)
    experiment = Experiment(found, (arm,), names, check_unit(found, unit), check_seed(seed), games_asked)
    return at_deals(experiment, first_deal)


def at_deals(experiment: Experiment, first_deal: str | int | None) -> Experiment:
    """The experiment at the deals from one on, or at ranges of them (`schedule.first_deal_of`), checked."""
    placed = replace(experiment, first_deal=first_deal_of(first_deal))
    if not placed.deals:
        raise UsageError("no deals to play")
    return placed


def game_called(game: str | Game) -> Game:
    """The game of that name, or the game itself."""
    return games.get(game) if isinstance(game, str) else game
