"""Rules for people: all of a preset, or what differs between two."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from cactus_sim.report.tables import Document, Table
from cactus_sim.report.words import words
from cactus_sim.simulate.experiment import value_text

if TYPE_CHECKING:
    from cactus_sim.games.base import Game


def listing(game: Game, preset: str | None, lang: str) -> Document:
    """Every rule of a preset (None: the default): number, name, value, meaning, values, and where it comes from."""
    w, book = words(lang, "rules"), game.rule_book
    chosen = book.preset(preset or book.default_preset)
    values = book.resolve(chosen.name)
    records = [
        {
            "rule": rule.name,
            "number": rule.number,
            "value": values[rule.name],
            "meaning": getattr(rule, lang),
            "values": w.values(rule),
            "origin": w("P" if values[rule.name] != rule.default else rule.origin),
        }
        for rule in book.rules.values()
    ]
    title = w("title", game=game.title[lang], preset=chosen.name, about=getattr(chosen, lang))
    headings = tuple(w(key) for key in ("rule", "number", "value", "meaning", "values", "origin"))
    about = {
        "game": game.name,
        "preset": chosen.name,
        "words": {word: book.glossary[word][lang] for word in book.glossary},
    }
    glossary = tuple(f"{word}: {meaning[lang]}" for word, meaning in book.glossary.items())
    notes = (*glossary, w("source", source=chosen.source), w("presets", presets=", ".join(book.presets)))
    return _document(title, headings, records, about, notes)


def differences(game: Game, first: str, second: str, lang: str) -> Document:
    """The rules in which two presets differ."""
    w, book = words(lang, "rules"), game.rule_book
    one, other = book.resolve(first), book.resolve(second)
    records = [
        {
            "rule": name,
            "number": book.rules[name].number,
            first: one[name],
            second: other[name],
            "meaning": getattr(book.rules[name], lang),
        }
        for name in book.differences(one, other)
    ]
    if not records:
        return _document(w("same", first=first, second=second), (), [], {"game": game.name}, ())
    title = w("title_diff", game=game.title[lang], first=first, second=second)
    headings = (w("rule"), w("number"), first, second, w("meaning"))
    return _document(title, headings, records, {"game": game.name, "presets": [first, second]}, ())


def _document(
    title: str, headings: tuple[str, ...], records: list[dict[str, Any]], about: dict[str, Any], notes: tuple[str, ...]
) -> Document:
    rows = [tuple(value_text(value) for value in record.values()) for record in records]
    whole = {"schema_version": 1, **about, "rules": records}
    table = Table(title, headings, rows, left=len(headings))
    return Document((table,), lambda: records, lambda: json.dumps(whole, ensure_ascii=False, indent=2) + "\n", notes)
