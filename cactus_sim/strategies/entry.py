"""One player of a line-up: a strategy, the values of its parameters and the player's skills, and how that is written.

An entry reads `cautious`, `cautious(call_at=4, memory=0.95)`, `cautious(preset=human)` or
`path/to/mine.py:Bold(call_at=3)`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cactus_sim.errors import UsageError, suggest
from cactus_sim.strategies import load
from cactus_sim.strategies.declare import TRAIT_PRESETS, TRAITS, Parameter, Strategy, Value

if TYPE_CHECKING:
    from cactus_sim.games.base import Game

_ENTRY = re.compile(
    r"""(?: (?P<file>.+\.py) (?: : (?P<class>\w+) )? | (?P<name>[A-Za-z][\w-]*) )
        \s* (?: \( (?P<values>[^()]*) \) )?""",
    re.VERBOSE,
)


@dataclass(frozen=True)
class Entry:
    """A player of a line-up. Entries with equal labels play alike."""

    strategy: type[Strategy]
    name: str
    """How entries name the strategy: a registered name, or file:Class."""
    parameters: Mapping[str, Value]
    """Every parameter's value."""
    traits: Mapping[str, float]
    """Every skill that the game knows."""
    source: str | None = None
    """The Python file that the strategy came from, as it was given; None for a registered strategy."""

    @property
    def label(self) -> str:
        """The entry as text, without what is at its default: parse_entry reads it back."""
        changed = [
            f"{name}={parameter.text(self.parameters[name])}"
            for name, parameter in self.strategy.parameters.items()
            if self.parameters[name] != parameter.default
        ]
        changed += [
            f"{name}={TRAITS[name].text(skill)}"
            for name, skill in self.traits.items()
            if skill != _trait_default(self.strategy, name)
        ]
        return f"{self.name}({', '.join(changed)})" if changed else self.name

    def with_value(self, name: str, value: object) -> Entry:
        """The same entry with one parameter or trait changed; a UsageError says what is wrong with name or value."""
        parsed = parse_value(self.strategy, self.name, tuple(self.traits), name, value)
        if name in self.traits:
            return Entry(self.strategy, self.name, self.parameters, {**self.traits, name: float(parsed)}, self.source)
        return Entry(self.strategy, self.name, {**self.parameters, name: parsed}, self.traits, self.source)

    def without(self, name: str) -> Entry:
        """The same entry with one parameter or trait at its default; the entry itself where it has none of the name."""
        if name in self.traits:
            return self.with_value(name, _trait_default(self.strategy, name))
        return self.with_value(name, self.strategy.parameters[name].default) if name in self.parameters else self


def parse_entry(text: str, game: Game) -> Entry:
    """The entry that a text means. A strategy named by its file is loaded, which runs the file.

    Raises a UsageError (a StrategyError where the strategy itself is at fault) that names what is wrong and a remedy.
    """
    if not text.isascii() and text != text.encode("utf-8", "replace").decode():
        raise UsageError(f"'{text}' is no text that can be written down: give the file a name in UTF-8")
    match = _ENTRY.fullmatch(text.strip())
    if match is None:
        raise UsageError(
            f"'{text}' is no entry of a line-up; write NAME, NAME(parameter=value, …) or path/to/file.py:Class(…)"
        )
    given = _split(match["values"] or "", text)
    if match["name"]:
        strategy = load.find(match["name"], game)
        return make_entry(strategy, game, given, name=match["name"])
    strategy = load.from_file(match["file"], match["class"] or "", game)
    name = f"{match['file']}:{strategy.__name__}"
    return make_entry(strategy, game, given, name=name, source=match["file"])


def make_entry(
    strategy: type[Strategy],
    game: Game,
    given: Mapping[str, object] | None = None,
    *,
    name: str = "",
    source: str | None = None,
) -> Entry:
    """An entry for a strategy class, with the values `given` to its parameters and traits (and `preset`)."""
    load.check(strategy, game)
    name = name or strategy.strategy_name()
    given = dict(given or {})
    parameters = {key: parameter.default for key, parameter in strategy.parameters.items()}
    traits = {trait: _trait_default(strategy, trait) for trait in game.traits}
    if (preset := given.pop("preset", None)) is not None:
        if preset not in TRAIT_PRESETS:
            known = ", ".join(TRAIT_PRESETS)
            raise UsageError(
                f"{name}: preset={preset}: no players are called so{suggest(str(preset), TRAIT_PRESETS)}; "
                f"presets of players: {known}"
            )
        traits |= {trait: skill for trait, skill in TRAIT_PRESETS[str(preset)].items() if trait in traits}
    for key, value in given.items():
        parsed = parse_value(strategy, name, game.traits, key, value)
        if key in traits:
            traits[key] = float(parsed)
        else:
            parameters[key] = parsed
    return Entry(strategy, name, parameters, traits, source)


def parse_value(strategy: type[Strategy], name: str, traits: Iterable[str], key: str, value: object) -> Value:
    """A value checked against the parameter or trait `key` that it is for."""
    known: dict[str, Parameter] = {**strategy.parameters, **{trait: TRAITS[trait] for trait in traits}}
    if key not in known:
        own = ", ".join(f"{key} ({parameter.allowed})" for key, parameter in strategy.parameters.items())
        raise UsageError(
            f"strategy {name} has no parameter '{key}'{suggest(key, known)}; parameters: {own or 'none'}; "
            f"traits of every player: {', '.join(traits)}"
        )
    try:
        return known[key].parse(value)
    except ValueError as error:
        raise UsageError(f"strategy {name}: {key}={value}: {key} {error}") from None


def _trait_default(strategy: type[Strategy], trait: str) -> float:
    return float(strategy.traits.get(trait, TRAITS[trait].default))


def _split(values: str, text: str) -> dict[str, str]:
    """The `name=value` pairs of an entry's text."""
    given: dict[str, str] = {}
    for item in values.split(",") if values.strip() else []:
        name, equals, value = (part.strip() for part in item.partition("="))
        if not (name and equals and value):
            raise UsageError(f"entry '{text}': '{item.strip()}' should be parameter=value, as in threshold(call_at=4)")
        if name in given:
            raise UsageError(f"entry '{text}' gives {name} twice")
        given[name] = value
    return given
