"""House rules: what a game's rules are called, which values they take, and the named sets of values (presets)."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from cactus_sim.errors import UsageError, suggest
from cactus_sim.truth import truth

Value = int | float | bool | str
Words = Mapping[str, str]
"""The same text by language: {"en": …, "fr": …}."""


@dataclass(frozen=True)
class Rule:
    """One house rule: its name, the number of the rule it belongs to, its values and what they mean."""

    name: str
    number: str
    default: Value
    en: str
    fr: str
    low: float = 0
    high: float = 0
    choices: tuple[str, ...] = ()
    origin: Literal["S", "G"] = "S"
    """S: said by the source of the game's rules; G: a gap of the source, filled here."""
    decimals: int = 0
    """How many decimals a value may have; records hold the value in units of the last of them."""
    reads: Callable[[str], str] | None = None
    """For a rule whose values are text of a form of its own: gives the value that a text names, or raises a
    UsageError that says what is wrong with it."""

    @property
    def kind(self) -> Literal["bool", "choice", "int", "decimal", "text"]:
        """What kind of value the rule takes."""
        if self.reads:
            return "text"
        if self.choices:
            return "choice"
        if self.decimals:
            return "decimal"
        return "bool" if isinstance(self.default, bool) else "int"

    @property
    def words(self) -> tuple[str, ...]:
        """The words that the rule takes for values; none where it takes numbers from `low` to `high`."""
        if self.kind == "text":
            return (str(self.default), "FILE")
        return ("true", "false") if self.kind == "bool" else self.choices

    @property
    def takes(self) -> str:
        """The values that the rule takes, for errors."""
        if self.kind == "choice":
            return f"one of {', '.join(self.choices)}"
        if self.kind == "text":
            return f"{self.default}, or a file"
        if self.kind == "decimal":
            return f"a number from {self.low:g} to {self.high:g} with {self.decimals} decimals at most"
        return "true or false" if self.kind == "bool" else f"a whole number from {self.low} to {self.high}"

    def parse(self, value: object) -> Value:
        """The value given as text, which is read as one of the rule's kind, or as what it is; checked."""
        return self.check(self._typed(value.strip()) if isinstance(value, str) else value)

    def check(self, value: object) -> Value:
        """The value, which must be of the rule's own kind: 2.0 is no whole number, and "true" is not true."""
        if self.kind == "choice" and isinstance(value, bool):
            value = self._off(value)
        if self.kind == "text" and self.reads and isinstance(value, str):
            return self.reads(value)
        if self.kind == "decimal" and isinstance(value, int | float) and not isinstance(value, bool):
            value = float(value) + 0.0  # a zero has no sign: -0.0 is the same rule
        fits = {
            "bool": isinstance(value, bool),
            "choice": isinstance(value, str) and value in self.choices,
            "int": isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high,
            "decimal": isinstance(value, float)
            and self.low <= value <= self.high
            and value == round(value, self.decimals),
            "text": False,
        }[self.kind]
        if not fits:
            hint = suggest(str(value), self.choices) if self.kind == "choice" else ""
            raise UsageError(f"rule {self.name}={_shown(value)}: takes {self.takes}{hint}")
        return value  # type: ignore[return-value]

    def index(self, value: Value) -> int:
        """The value as the whole number that rule records hold: a choice's place, 0 or 1, the number itself.

        Of a number with decimals it is so many units of the last decimal.
        """
        if self.kind == "choice":
            return self.choices.index(str(value))
        return round(float(value) * 10**self.decimals) if self.kind == "decimal" else int(value)

    def told(self, value: Value) -> str:
        """The value as a line of text has it: of text of a form of its own, but for the default, a digest."""
        if self.kind == "text" and value != self.default:
            return f"own ({hashlib.sha256(str(value).encode()).hexdigest()[:8]})"
        return str(value).lower() if isinstance(value, bool) else str(value)

    def _off(self, value: bool) -> object:
        """A choice that can be off (none, never) may be given as false."""
        off = [word for word in ("none", "never") if word in self.choices]
        return off[0] if off and not value else value

    def _typed(self, text: str) -> object:
        if self.kind == "choice":
            return self._off(False) if text.lower() == "false" else text
        if self.kind == "bool":
            return truth(text)
        if self.kind == "text":
            return text
        try:
            return float(text) if self.kind == "decimal" else int(text.replace("_", ""))
        except ValueError:
            return text


def _shown(value: object) -> str:
    if isinstance(value, str):
        return f'"{value}"'
    return str(value).lower() if isinstance(value, bool) else str(value)


@dataclass(frozen=True)
class Preset:
    """A named set of rule values: those that differ from the game's defaults."""

    name: str
    en: str
    fr: str
    source: str
    values: Mapping[str, Value]


@dataclass(frozen=True)
class RuleBook:
    """All rules of a game, in the order of the rules page, and its presets (TOML files of a folder)."""

    game: str
    default_preset: str
    rules: Mapping[str, Rule]
    folder: Path
    glossary: Mapping[str, Words] = field(default_factory=dict)
    """What words among the values mean, where a rule's own text does not say it."""

    @cached_property
    def presets(self) -> dict[str, Preset]:
        """The presets by name, the default first."""
        found = {path.stem: self._read_preset(path) for path in sorted(self.folder.glob("*.toml"))}
        first = {self.default_preset: found[self.default_preset]}
        return first | found

    def preset(self, name: str) -> Preset:
        """The preset called `name`."""
        if name not in self.presets:
            known = ", ".join(self.presets)
            raise UsageError(f"{self.game} has no preset '{name}'{suggest(name, self.presets)}; presets: {known}")
        return self.presets[name]

    def rule(self, name: str) -> Rule:
        """The rule called `name`."""
        if name not in self.rules:
            raise UsageError(
                f"{self.game} has no rule '{name}'{suggest(name, self.rules)}; "
                f"`cactus-sim rules {self.game}` lists them all"
            )
        return self.rules[name]

    def resolve(self, preset: str | None = None, changes: Mapping[str, object] | None = None) -> dict[str, Value]:
        """Every rule's value: the game's defaults, then the preset's, then the changes, each checked."""
        values: dict[str, Value] = {rule.name: rule.default for rule in self.rules.values()}
        values |= self.preset(preset or self.default_preset).values
        for name, value in (changes or {}).items():
            values[name] = self.rule(name).parse(value)
        return values

    def differences(self, values: Mapping[str, Value], others: Mapping[str, Value]) -> list[str]:
        """The names of the rules in which two full sets of values differ."""
        return [name for name in self.rules if values[name] != others[name]]

    def read_file(self, path: str | Path) -> tuple[str, dict[str, Value]]:
        """The preset and the changes of a rules file: `preset = "dutch"`, then under [rules] `name = value`."""
        data = read_toml(path)
        preset, changes = data.pop("preset", self.default_preset), data.pop("rules", {})
        for name in data:
            known = ("preset", "rules")
            raise UsageError(f"{path}: unknown key '{name}'{suggest(name, known)}; a rules file has: preset, [rules]")
        if not isinstance(preset, str) or not isinstance(changes, dict):
            raise UsageError(f'{path}: write preset = "{self.default_preset}" and a table [rules] of name = value')
        try:
            self.preset(preset)
            return preset, {name: self.rule(name).check(value) for name, value in changes.items()}
        except UsageError as error:
            raise UsageError(f"{path}: {error}") from None

    def _read_preset(self, path: Path) -> Preset:
        data: dict[str, Any] = read_toml(path)
        values = {name: self.rule(name).check(value) for name, value in data.get("rules", {}).items()}
        return Preset(path.stem, data["en"], data["fr"], data["source"], values)


def read_toml(path: str | Path) -> dict[str, object]:
    """The content of a TOML file; a UsageError names the file and, where it is malformed, the line."""
    try:
        # Some editors begin a file with a mark of its encoding, which is no part of the text.
        return tomllib.loads(Path(path).read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise UsageError(f"can't read {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise UsageError(f"can't read {path}: it is not UTF-8 text") from None
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{path} is not valid TOML: {error}") from None
    except RecursionError:
        raise UsageError(f"{path}: lists or tables lie in each other too deeply") from None
