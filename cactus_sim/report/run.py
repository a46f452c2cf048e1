"""A kept run for people: what was asked, how far it is, how long it took, and what came out."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from cactus_sim.report.tables import Document, Table
from cactus_sim.report.words import Words, words

KINDS = ("estimates", "effects")
"""Where results hold their figures, one record each."""
FIGURES = ("estimate", "se", "low", "high")


def document(
    manifest: Mapping[str, Any], results: Mapping[str, Any] | None, played: Sequence[tuple[int, int]], lang: str
) -> Document:
    """The run; `results` are None where it is not finished, and `played` says how far its parts are."""
    w = words(lang, "run")
    records = [] if results is None else _records(results)
    tables = [Table("", (w("what"), w("that")), list(_facts(manifest, played, w)), left=2)]
    if records:
        tables.append(_figures(records, w))
    whole = {"schema_version": 1, "manifest": dict(manifest), "results": results}
    return Document(tables, lambda: records, lambda: json.dumps(whole, ensure_ascii=False, indent=2) + "\n")


def _facts(manifest: Mapping[str, Any], played: Sequence[tuple[int, int]], w: Words) -> list[tuple[str, str]]:
    experiment = manifest["experiment"]
    options = " ".join(f"--{name} {_value(value)}".rstrip() for name, value in manifest["options"].items())
    rows = [
        (w("command"), f"{manifest['command']} {options}"),
        (w("game"), f"{experiment['game']}, {experiment['unit']}, {w('seed', seed=experiment['seed'])}"),
        (w("deals"), ", ".join(f"{first}–{first + blocks - 1}" for first, blocks in experiment["deals"])),
    ]
    rows += [(w("arm", arm=arm["label"]), f"{', '.join(arm['line_up'])}; {arm['rules']}") for arm in experiment["arms"]]
    if manifest["state"] == "done":
        rows.append((w("state"), w("done")))
    else:
        rows += [
            (w("state"), w("part", part=part, done=w.number(done), all=w.number(whole)))
            for part, (done, whole) in enumerate(played, start=1)
        ] or [(w("state"), w("nothing"))]
    for session in manifest["sessions"]:
        rows.append((w("session", started=session["started"]), _session(session, w)))
    versions = ", ".join(f"{name} {version}" for name, version in manifest["packages"].items())
    rows.append((w("version"), f"cactus-sim {manifest['version']}; {versions}"))
    return rows


def _session(session: Mapping[str, Any], w: Words) -> str:
    seconds = float(session["seconds"])
    known = words(w.lang, "progress")
    times = ", ".join(
        known(f"time_{name}", time=w.number(spent, 2)) for name, spent in session["times"].items()
        if f"time_{name}" in known.texts
    )  # fmt: skip
    return w(
        "spent", games=w.number(session["games"]), time=w.number(seconds, 2),
        rate=w.number(session["games"] / max(seconds, 1e-9)), times=times, on=session["on"],
    )  # fmt: skip


def _figures(records: Sequence[Mapping[str, Any]], w: Words) -> Table:
    """All figures, the columns that say what they are first."""
    columns = [name for name in records[0] if name not in FIGURES]
    texts = [name for name in columns if any(isinstance(record.get(name), str) for record in records)]
    numbers = [name for name in columns if name not in texts]
    headings = (*texts, *(name for name in FIGURES if name in records[0]), *numbers)
    rows = [tuple(_cell(record.get(name), w) for name in headings) for record in records]
    return Table("", tuple(str(name) for name in headings), rows, left=len(texts))


def _records(results: Mapping[str, Any]) -> list[dict[str, Any]]:
    for kind in KINDS:
        found = results.get(kind)
        if isinstance(found, list) and found and all(isinstance(record, dict) for record in found):
            return found
    return []


def _cell(value: Any, w: Words) -> str:
    if value is None:
        return ""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return w.short(value)
    return _value(value)


def _value(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return "" if value is True else str(value)
