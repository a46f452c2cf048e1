"""Texts in English and French, from the files in locales/.

A locale file has a table for each place that speaks: `[sweep]` for the sweep command, `[cactus]` for telling a game of
Cactus. All languages have the same keys with the same {fields}. What depends on a number is written with its forms:
`{deals} {deals:deal|deals}` is "1 deal" or "2 deals", the singular first, by the language's own rule (in French 0 and
1,5 are singular).
"""

from __future__ import annotations

import functools
import string
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from importlib import resources
from typing import Any, Protocol

from cactus_sim.errors import UsageError, suggest

LANGUAGES = ("en", "fr")


class Number(str):
    """A number as it is written, with the value that is read there: 1.0 is not 1 in every language."""

    __slots__ = ("value",)

    def __new__(cls, text: str, value: Decimal) -> Number:
        """The number written so."""
        number = super().__new__(cls, text)
        number.value = value
        return number

    value: Decimal


class Takes(Protocol):
    """A rule or a parameter: it takes words, or else numbers of a range."""

    @property
    def words(self) -> tuple[str, ...]:
        """The words that it takes; none where it takes numbers."""

    @property
    def low(self) -> float | None:
        """The least number."""

    @property
    def high(self) -> float | None:
        """The greatest number."""


class Texts(string.Formatter):
    """Fills in fields; `{field:singular|plural}` is the form that goes with the field's number."""

    def __init__(self, lang: str) -> None:
        self._lang = lang

    def format_field(self, value: Any, format_spec: str) -> str:
        """The value as it is, or the form of the words that goes with it."""
        if "|" not in format_spec:
            return str(super().format_field(value, format_spec))
        singular, plural = format_spec.split("|")
        number = value.value if isinstance(value, Number) else value
        return singular if is_singular(self._lang, number) else plural


@dataclass(frozen=True)
class Words:
    """The texts of one place in one language."""

    lang: str
    texts: Mapping[str, str]
    numbers: Mapping[str, str]

    def __call__(self, key: str, **fields: object) -> str:
        """The text of that key, its {fields} filled in; forms of words go with whole numbers and with `number`s."""
        return Texts(self.lang).format(self.texts[key], **fields)

    def number(self, value: float, decimals: int = 0, sign: bool = False) -> Number:
        """A number as the language writes it: 1,234.5 or 1 234,5; where asked with its sign, + too, unless it is 0."""
        text = f"{value:{'+' if sign else ''},.{decimals}f}"
        if float(text.replace(",", "")) == 0:
            text = text.lstrip("+-")
        marks = str.maketrans({",": self.numbers["thousands"], ".": self.numbers["decimal"], "-": "−"})
        return Number(text.translate(marks), Decimal(text.replace(",", "")))

    def short(self, value: float, sign: bool = False) -> Number:
        """A number as short as it can be written, to six digits: 0.2, 1,500."""
        digits = Decimal(f"{value:.6g}").normalize()
        exponent = digits.as_tuple().exponent
        return self.number(float(digits), max(0, -exponent) if isinstance(exponent, int) else 0, sign)

    def span(self, low: str, high: str) -> str:
        """From one number to another, briefly."""
        return f"{low} {self.numbers['to']} {high}"

    def values(self, taker: Takes) -> str:
        """The values that a rule or a parameter takes: `0 to 60`, `most | least`."""
        return " | ".join(taker.words) or self.span(str(taker.low), str(taker.high))

    def listed(self, items: Iterable[str]) -> str:
        """The items in a row: "a, b and c"."""
        *first, last = items
        return f"{', '.join(first)} {self.numbers['and']} {last}" if first else last


def words(lang: str, place: str) -> Words:
    """The texts that a place speaks in a language; a UsageError where the language is not known."""
    texts = catalogue(lang)
    return Words(lang, texts[place], texts["numbers"])


def own_words(game: str, place: str, key: str, lang: str) -> str:
    """The text of that key: the game's own where it has one (one that is no game has none), else the place's."""
    own = catalogue(lang).get(game, {})
    return Words(lang, own if key in own else catalogue(lang)[place], catalogue(lang)["numbers"])(key)


def is_singular(lang: str, number: Decimal | int) -> bool:
    """Whether words that go with the number are in the singular; they are not with what is no number."""
    return Decimal(number).is_finite() and _plural_rule(lang)(number) == "one"


@functools.cache
def _plural_rule(lang: str) -> Callable[[Decimal | int], str]:
    from babel import Locale

    return Locale(lang).plural_form


@functools.cache
def catalogue(lang: str) -> dict[str, Any]:
    """All texts of a language, by place and key."""
    if lang not in LANGUAGES:
        raise UsageError(f"no language '{lang}'{suggest(lang, LANGUAGES)}; languages: {', '.join(LANGUAGES)}")
    file = resources.files("cactus_sim.report") / "locales" / f"{lang}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))
