"""Texts in English and French, from the files in locales/.

A locale file has a table for each place that speaks: `[sweep]` for the sweep command, `[cactus]` for telling a game of
Cactus. All languages have the same keys with the same {fields}.
"""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any

from cactus_sim.errors import UsageError, suggest

LANGUAGES = ("en", "fr")


@dataclass(frozen=True)
class Words:
    """The texts of one place in one language."""

    lang: str
    texts: Mapping[str, str]
    numbers: Mapping[str, str]

    def __call__(self, key: str, **fields: object) -> str:
        """The text of that key, its {fields} filled in."""
        return self.texts[key].format(**fields)

    def number(self, value: float, decimals: int = 0) -> str:
        """A number as the language writes it: 1,234.5 or 1 234,5."""
        text = f"{value:,.{decimals}f}"
        if float(text.replace(",", "")) == 0:
            text = text.removeprefix("-")
        marks = str.maketrans({",": self.numbers["thousands"], ".": self.numbers["decimal"], "-": "−"})
        return text.translate(marks)

    def listed(self, items: Iterable[str]) -> str:
        """The items in a row: "a, b and c"."""
        *first, last = items
        return f"{', '.join(first)} {self.numbers['and']} {last}" if first else last


def words(lang: str, place: str) -> Words:
    """The texts that a place speaks in a language; a UsageError where the language is not known."""
    texts = catalogue(lang)
    return Words(lang, texts[place], texts["numbers"])


@functools.cache
def catalogue(lang: str) -> dict[str, Any]:
    """All texts of a language, by place and key."""
    if lang not in LANGUAGES:
        raise UsageError(f"no language '{lang}'{suggest(lang, LANGUAGES)}; languages: {', '.join(LANGUAGES)}")
    file = resources.files("cactus_sim.report") / "locales" / f"{lang}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))
