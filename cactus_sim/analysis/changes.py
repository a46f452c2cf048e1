"""Which changes of the rules are to be played: as asked for, or every one that the game's variants know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cactus_sim.errors import UsageError, counted
from cactus_sim.games.variants import NOT_VARIED, others
from cactus_sim.simulate.experiment import RuleSet, check_table, rule_set, span

if TYPE_CHECKING:
    from cactus_sim.games.base import Game
    from cactus_sim.games.rule_book import Rule, Value

MAX_CHANGES = 1000


@dataclass(frozen=True)
class Change:
    """A change of the base's rules."""

    label: str
    """`penalty_cards=2`, `penalty_cards=2, tie=caller`, or a preset's name."""
    rules: RuleSet
    preset: str | None
    """The preset that takes the base's place, where it is one."""
    differs: tuple[tuple[str, Value, Value], ...]
    """Every rule that differs: its name, its value in the base, its value now."""


@dataclass(frozen=True)
class Skipped:
    """Changes of one rule that are not tried, and why."""

    rule: str
    values: tuple[Value, ...]
    """Those that would have been tried; empty where the rule is not varied at all."""
    en: str
    fr: str


def asked_changes(
    game: Game, base: RuleSet, changes: Sequence[Mapping[str, object]], presets: Sequence[str], players: int
) -> list[Change]:
    """The changes that were named, checked: rules that exist, values they take, tables that can play them."""
    found = [_bundle(game, base, bundle) for bundle in changes] + [_preset(game, base, name) for name in presets]
    for change in found:
        if not change.differs:
            raise UsageError(f"{change.label} changes nothing: the base, {base.name}, has it already")
        _check_change(game, change, players)
    return found


def _check_change(game: Game, change: Change, players: int) -> None:
    """Raises a UsageError where the table can't play the change; the way out is never to undo it."""
    low, high = game.players_allowed(change.rules.values)
    if low <= high and not low <= players <= high:
        nearest = low if players < low else high
        raise UsageError(
            f"change {change.label}: {counted(players, 'player')}, and it takes {span(low, high)}; leave the change "
            f"out, or seat {nearest} for all: --players {nearest}, or so many entries (-s)"
        )
    try:
        check_table(game, change.rules, players)
    except UsageError as error:
        raise UsageError(f"change {change.label}: {error}") from None


def each_change(game: Game, base: RuleSet, players: int, unit: str) -> tuple[list[Change], list[Skipped]]:
    """Every change of a single rule that may matter and can be played; and the others, with the reason."""
    found: list[Change] = []
    skipped: list[Skipped] = []
    for rule in game.rule_book.rules.values():
        variants = game.variants.get(rule.name, NOT_VARIED)
        values = others(rule, variants, base.values[rule.name])
        need = variants.need
        if need is not None and not need.there(base.values, unit, players):
            skipped.append(Skipped(rule.name, values, need.en, need.fr))
            continue
        if not values:
            skipped.append(Skipped(rule.name, (), "no other value is worth trying", "pas d’autre valeur à essayer"))
        for value in values:
            change = _bundle(game, base, {rule.name: value})
            try:
                check_table(game, change.rules, players)
            except UsageError as error:
                # What comes after the semicolon is a remedy for who asked for this change; here nobody did.
                why = str(error).partition(";")[0]
                fr = f"ne va pas avec les autres règles, ou pas à {players} joueurs"
                skipped.append(Skipped(rule.name, (value,), why, fr))
            else:
                found.append(change)
    return found, skipped


def all_changes(
    game: Game,
    base: RuleSet,
    changes: Sequence[Mapping[str, object]],
    presets: Sequence[str],
    each: bool,
    players: int,
    unit: str,
) -> tuple[tuple[Change, ...], tuple[Skipped, ...]]:
    """What is to be played, the named changes first; a UsageError where it is nothing, too much, or named twice."""
    found = asked_changes(game, base, changes, presets, players)
    for i, change in enumerate(found):
        twin = next((other for other in found[:i] if other.rules.values == change.rules.values), None)
        if twin is not None:
            same = "is named twice" if twin.label == change.label else f"is the same as {twin.label}: name one of them"
            raise UsageError(f"change {change.label} {same}")
    skipped: list[Skipped] = []
    if each:
        more, skipped = each_change(game, base, players, unit)
        named = [change.rules.values for change in found]
        found += [change for change in more if change.rules.values not in named]
    if not found:
        raise UsageError("no change of the rules to play: give --change RULE=VALUE, --preset NAME or --each")
    if len(found) > MAX_CHANGES:
        raise UsageError(f"{len(found)} changes; {MAX_CHANGES} at most in one run")
    return tuple(found), tuple(skipped)


def _bundle(game: Game, base: RuleSet, bundle: Mapping[str, object]) -> Change:
    book = game.rule_book
    values = dict(base.values) | {name: book.rule(name).parse(value) for name, value in bundle.items()}
    label = ", ".join(f"{name}={book.rule(name).told(values[name])}" for name in bundle)
    return Change(label, RuleSet(f"{base.name}, {label}", values), None, _differs(book.rules, base.values, values))


def _preset(game: Game, base: RuleSet, name: str) -> Change:
    ruled = rule_set(game, name)
    return Change(name, ruled, name, _differs(game.rule_book.rules, base.values, ruled.values))


def _differs(
    rules: Mapping[str, Rule], base: Mapping[str, Value], values: Mapping[str, Value]
) -> tuple[tuple[str, Value, Value], ...]:
    return tuple((name, base[name], values[name]) for name in rules if base[name] != values[name])
