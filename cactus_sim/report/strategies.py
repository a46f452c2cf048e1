"""Strategies for people: a list, or all about one."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cactus_sim.report.tables import Document, Table
from cactus_sim.report.words import words
from cactus_sim.simulate.experiment import value_text
from cactus_sim.strategies import TRAITS, parse_entry, registry

if TYPE_CHECKING:
    from cactus_sim.games.base import Game
    from cactus_sim.strategies import Strategy


def listing(games: Sequence[Game], lang: str) -> Document:
    """Every strategy of the games: its parameters' defaults and its first sentence."""
    w = words(lang, "strategies")
    tables, records = [], []
    for game in games:
        known = registry(game)
        rows = [(name, _defaults(strategy), strategy.summary(lang)) for name, strategy in known.items()]
        headings = (w("strategy"), w("parameter"), w("summary"))
        tables.append(Table(w("title", game=game.title[lang]), headings, rows, left=3))
        records += [_record(game, name, strategy, lang) for name, strategy in known.items()]
    return _document(tables, records, ())


def telling(game: Game, name: str, lang: str) -> Document:
    """All about one strategy, named as entries name it: its paragraph, its parameters, the traits of all players."""
    w = words(lang, "strategies")
    entry = parse_entry(name, game)
    name, strategy = entry.name, entry.strategy
    headings = (w("parameter"), w("default"), w("values"), w("meaning"))
    tables = []
    if strategy.parameters:
        own = [
            (key, parameter.text(parameter.default), w.values(parameter), parameter.meaning(lang))
            for key, parameter in strategy.parameters.items()
        ]
        tables.append(Table("", headings, own, left=4))
    traits = [
        (
            trait,
            str(strategy.traits.get(trait, TRAITS[trait].default)),
            w.values(TRAITS[trait]),
            TRAITS[trait].meaning(lang),
        )
        for trait in game.traits
    ]
    tables.append(Table(w("traits"), headings, traits, left=4))
    about = Table(w("title_one", game=game.title[lang], name=name), (), [], (strategy.about(lang),))
    return _document([about, *tables], [_record(game, name, strategy, lang)], ())


def _defaults(strategy: type[Strategy]) -> str:
    return ", ".join(f"{key}={parameter.text(parameter.default)}" for key, parameter in strategy.parameters.items())


def _record(game: Game, name: str, strategy: type[Strategy], lang: str) -> dict[str, Any]:
    return {
        "game": game.name,
        "strategy": name,
        "parameters": _defaults(strategy),
        "traits": ", ".join(f"{trait}={value_text(skill)}" for trait, skill in strategy.traits.items()),
        "about": strategy.about(lang),
    }


def _document(tables: list[Table], records: list[dict[str, Any]], lines: tuple[str, ...]) -> Document:
    whole = {"schema_version": 1, "strategies": records}
    return Document(tables, lambda: records, lambda: json.dumps(whole, ensure_ascii=False, indent=2) + "\n", lines)
