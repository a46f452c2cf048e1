"""Speeds for people."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cactus_sim.report.simulation import line_up_text
from cactus_sim.report.tables import Document, Table
from cactus_sim.report.words import words

if TYPE_CHECKING:
    from cactus_sim.simulate.bench import Speed


def document(speeds: Sequence[Speed], lang: str) -> Document:
    """A row for each line-up and number of threads."""
    w = words(lang, "bench")
    records: list[dict[str, Any]] = [
        {
            "game": speed.experiment.game.name,
            "rules": speed.experiment.arms[0].rules.name,
            "line_up": line_up_text(speed.experiment.arms[0].entry_labels),
            "threads": threads,
            "games_a_second": round(rate),
            "ratio": round(rate / speed.rates[1], 2),
        }
        for speed in speeds
        for threads, rate in speed.rates.items()
    ]
    rows = [
        (
            record["game"],
            record["line_up"],
            str(record["threads"]),
            w.number(record["games_a_second"]),
            w.number(record["ratio"], 2),
        )
        for record in records
    ]
    headings = tuple(w(key) for key in ("game", "line_up", "threads", "rate", "ratio"))
    whole = {"schema_version": 1, "speeds": records}
    table = Table(w("title"), headings, rows, left=2)
    return Document((table,), lambda: records, lambda: json.dumps(whole, ensure_ascii=False, indent=2) + "\n")
