"""Words that a dossier keeps: what its strategies do, so that pages can be made without the files they came from."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cactus_sim.strategies import parse_entry

if TYPE_CHECKING:
    from cactus_sim.games.base import Game
    from cactus_sim.strategies import Entry


def told(game: Game, entered: Sequence[str], swept: Mapping[str, Any]) -> dict[str, Any]:
    """What each strategy does, and what the swept parameter is; `swept` is what a sweep's JSON says it asked."""
    from cactus_sim.report.words import LANGUAGES

    entries = [parse_entry(entry, game) for entry in dict.fromkeys((*entered, *game.unequal_line_up))]
    parameter = parse_entry(swept["focal"], game).strategy.parameters.get(swept["name"])
    return {
        "strategies": [
            {"strategy": entry.label, **{lang: summary(entry, lang) for lang in LANGUAGES}} for entry in entries
        ],
        "swept": {lang: "" if parameter is None else parameter.meaning(lang) for lang in LANGUAGES},
    }


def summary(entry: Entry, lang: str) -> str:
    """What the strategy does, the values of its parameters in place of their names."""
    from cactus_sim.report.words import words

    def value(name: re.Match[str]) -> str:
        parameter, given = entry.strategy.parameters.get(name[1]), entry.parameters.get(name[1])
        if isinstance(given, float):
            return words(lang, "report").short(given)
        return name[1] if parameter is None or given is None else parameter.text(given)

    return re.sub(r"`(\w+)`", value, entry.strategy.summary(lang))
