"""Where the numbers of a page come from: the figures of its results file, by section, and what follows from them.

A page is made twice, as people read it and with every number written out in full (`in_full`). Text by text the two must
say the same; what is written out in full must be a figure of the results file, and any other number must be a name or a
whole number of it, or stand in one of the phrases of ALLOWED.
"""

from __future__ import annotations

import contextlib
import json
import math
import re
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from html.parser import HTMLParser
from typing import Any

import numpy as np

from cactus_sim.analysis.chart import FEW_VISITS
from cactus_sim.analysis.dossier import Dossier
from cactus_sim.analysis.kept_chart import chart_of
from cactus_sim.report.words import Number, Words
from cactus_sim.stats.intervals import Estimate

FULL = re.compile("⟦([^⟧]*)⟧")
SHOWN = "([+−]?[\\d,.\u202f]*\\d)"
RAW = re.compile(r"(?<![\w.])\d+(?:[.,]\d+)?")
UNSOURCED = ("tally", "cells", "estimates")
"""Keys whose whole numbers say nothing by themselves."""

ALLOWED = {
    "en": (
        r"(95|50) %", r"95 of 100", r"5 %", r"[Oo]f 100\b", r"in 100\b", r"2–4", r"reaches 0", r"cut at 0 and 100 %",
        r"(within|under) 0\.2 points", r"rival rated 0", r"their mean is 0", r"[Ss]eat 1 begins", r"total of 0 points",
    ),
    "fr": (
        r"(95|50) %", r"95 expériences pareilles", r"5 %", r"[Ss]ur 100\b", r"2–4", r"jusqu’à 0", r"à 0 et 100 %",
        r"(à|moins de) 0,2 point", r"cotée 0", r"moyenne est 0", r"[Ll]a place 1 commence", r"total de 0 point",
    ),
}  # fmt: skip
"""Numbers that belong to the methods, and not to what was found: each in its phrase."""


class Texts(HTMLParser):
    """The texts of a page, each with the section that it stands in: what is read, and what is read aloud."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, str]] = []
        self._section, self._style = "", False

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """A tag: sections have an id; pictures and regions say what they are."""
        given = dict(attributes)
        self._style = tag == "style"
        if tag == "section":
            self._section = given["id"] or ""
        self.found += [(self._section, given[name] or "") for name in ("alt", "aria-label") if name in given]

    def handle_endtag(self, tag: str) -> None:
        """The end of a tag."""
        self._style = False

    def handle_data(self, data: str) -> None:
        """Text."""
        if not self._style and data.strip():
            self.found.append((self._section, data))


def texts(content: str) -> list[tuple[str, str]]:
    """(section, text) of a page, spaces being of one kind."""
    reader = Texts()
    reader.feed(content)
    return [(section, text.replace("\u00a0", " ").strip()) for section, text in reader.found]


@contextlib.contextmanager
def in_full() -> Iterator[None]:
    """While it lasts numbers are written as ⟦…⟧, with all their digits."""
    number, short = Words.number, Words.short

    def whole(self: Words, value: float, decimals: int = 0, sign: bool = False) -> Number:
        return Number(f"⟦{float(value)!r}⟧", number(self, value, decimals, sign).value)

    def whole_short(self: Words, value: float, sign: bool = False) -> Number:
        return Number(f"⟦{float(value)!r}⟧", Decimal(repr(float(value))))

    Words.number, Words.short = whole, whole_short
    try:
        yield
    finally:
        Words.number, Words.short = number, short


def faults(page: str, full: str, dossier: Dossier, lang: str) -> list[str]:
    """What is wrong with the numbers of a page, given the same page in full."""
    read, whole = texts(page), texts(full)
    if len(read) != len(whole):
        return [f"{len(read)} texts for {len(whole)}"]
    known = Known(dossier, lang)
    told = []
    for (section, text), (_, exact) in zip(read, whole, strict=True):
        told += [f"{section}: {fault}: {text}" for fault in _rounded(text, exact, lang)]
        told += [f"{section}: {fault}: {text}" for fault in known.unknown(section, exact)]
    return told


def _rounded(text: str, exact: str, lang: str) -> Iterator[str]:
    """Where a text is not the other one with its numbers rounded."""
    literal = FULL.split(exact)
    pattern = "".join(re.escape(part) if place % 2 == 0 else SHOWN for place, part in enumerate(literal))
    found = re.fullmatch(pattern, text)
    if found is None:
        yield f"not what the results say ({exact})"
        return
    for shown, value in zip(found.groups(), literal[1::2], strict=True):
        plain = shown.replace("\u202f", "").replace("−", "-").lstrip("+")
        plain = plain.replace(",", ".") if lang == "fr" else plain.replace(",", "")
        places = len(plain.partition(".")[2])
        if abs(float(plain) - float(value)) > 0.5 * 10**-places + 1e-9:
            yield f"{shown} is not {value}"


class Known:
    """What a page may say, by section."""

    def __init__(self, dossier: Dossier, lang: str) -> None:
        self._data = json.loads(dossier.to_json())
        self._parts: Mapping[str, Any] = {**dossier.parts}
        self._allowed = [re.compile(phrase) for phrase in ALLOWED[lang]]
        book = dossier.game.rule_book
        self._verbatim = {str(getattr(book.rules[rule], lang)) for rule, _ in dossier.game.card_rules}
        self._verbatim |= {text.replace("\u00a0", " ") for text in _strings(self._data) if re.search(r"\d", text)}
        self._verbatim |= {f"{text} --lang {lang}" for text in self._verbatim if text.startswith("cactus-sim")}
        house = self._parts["house_rules"]
        if house is not None:
            self._verbatim.add(" ".join(house["sentences"][lang]).replace("\u00a0", " "))
        self._verbatim.add(f"{dossier.command} --lang {lang} -o DIR")
        names = {
            name for text in (*_strings(self._data), dossier.game.title[lang]) for name in [text] if len(text) < 80
        }
        names |= set(_settings(self._parts["ranges"]))
        self._names = sorted((name for name in names if re.search(r"\d", name)), key=len, reverse=True)
        self._dossier, self._lang = dossier, lang
        self._kept: dict[str, tuple[Any, set[int]]] = {}

    def unknown(self, section: str, exact: str) -> Iterator[str]:
        """The numbers of a text in full that have no source."""
        lines = exact.split("\n")
        if all(line in self._verbatim or not re.search(r"\d", line) for line in lines):
            yield from self._checked_sentence(exact)
            return
        figures, whole = self._of(section)
        for value in FULL.findall(exact):
            number = abs(float(value))
            place = int(np.searchsorted(figures, number))
            near = figures[max(0, place - 1) : place + 1]
            if math.isfinite(number) and not any(
                math.isclose(number, known, rel_tol=1e-9, abs_tol=1e-9) for known in near
            ):
                yield f"{value} has no source"
        rest = FULL.sub("#", exact)
        for phrase in self._allowed:
            rest = phrase.sub("#", rest)
        for name in (each for each in self._names if each in rest):
            rest = re.sub(rf"(?<![\w.,]){re.escape(name)}(?![\w]|[.,]\d)", "#", rest)
        for raw in RAW.findall(rest):
            if not raw.isdigit() or int(raw) not in whole:
                yield f"{raw} has no source"

    def _checked_sentence(self, text: str) -> Iterator[str]:
        """House rules' sentences are kept as text: their numbers must be the effects', rounded."""
        house = self._parts["house_rules"]
        if house is None or text not in " ".join(house["sentences"][self._lang]).replace("\u00a0", " "):
            return
        known = [
            scale * abs(effect[key])
            for effect in house["effects"]
            for key in ("base", "difference", "low", "high")
            for scale in (1, 100)
            if effect[key] is not None
        ]
        known += [
            scale * abs(e["base"] + e["difference"]) for e in house["effects"] if e["difference"] for scale in (1, 100)
        ]
        whole = {len(house["effects"]), *range(len(house["effects"]))}
        whole |= {value for change in house["changes"] for _, *values in change["differs"] for value in values}
        rest = text
        for phrase in self._allowed:
            rest = phrase.sub("#", rest)
        for shown in re.findall(r"\d[\d\u202f]*(?:[.,]\d+)?", re.sub(r"\w+=\w+", "#", rest)):
            plain = float(shown.replace("\u202f", "").replace(",", "." if self._lang == "fr" else ""))
            places = len(re.split("[.,]", shown)[1]) if re.search("[.,]", shown) else 0
            if not any(abs(plain - number) <= 0.5 * 10**-places + 1e-9 for number in known) and plain not in whole:
                yield f"{shown} is no effect"

    def _of(self, section: str) -> tuple[Any, set[int]]:
        """The figures of a section, in order, and its whole numbers."""
        if section not in self._kept:
            data = list(self._data_of(section))
            figures = {abs(scale * value) for each in data for value in _figures(each) for scale in (1, 100)}
            whole = {number for each in data for number in _whole(each)}
            whole |= {self._dossier.seed, self._dossier.games, len(self._dossier.game.default_line_up)}
            for chart in self._charts(section):
                figures |= set(_of_chart(chart))
                whole |= set(_whole_of_chart(chart))
            if section in ("counts", "simulate"):
                figures |= set(_counted(self._parts["simulate"]))
                whole |= set(_values(self._parts["simulate"]))
            if section in ("tournament", "answers"):
                figures |= set(_of_tournament(self._parts["tournament"]))
            if section in ("seats", "answers"):
                figures |= set(_of_seats(self._parts["seats"]))
            self._kept[section] = np.array(sorted(figures | {float(number) for number in whole})), whole
        return self._kept[section]

    def _charts(self, section: str) -> Iterator[Any]:
        for file in self._parts["chart"]:
            if section in ("answers", "", f"chart-{file['charts'][0]['kind']}"):
                yield file

    def _data_of(self, section: str) -> Iterator[Any]:
        """The parts of the results file that a section tells of."""
        key = {"house-rules": "house_rules", "counts": "simulate", "range": "ranges"}.get(section, section)
        if section in ("answers", ""):
            yield from (self._parts[name] for name in self._parts if name not in ("examples", "chart"))
        elif section == "examples":
            yield [{**each, "told": None} for each in self._parts["examples"]]
        elif key in self._parts:
            yield self._parts[key]


def _settings(ranges: Mapping[str, Any] | None) -> Iterator[str]:
    """The settings of a contest over a range, as pages name them."""
    for contest in ranges["contests"] if ranges else ():
        yield from (f"{rule}={value}" for rule, value in contest["changes"].items())


def _strings(data: Any) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, Mapping):
        for key, value in data.items():
            yield str(key)
            yield from _strings(value)
    elif isinstance(data, list | tuple):
        for value in data:
            yield from _strings(value)


def _figures(data: Any) -> Iterator[float]:
    """All figures, with half the intervals of estimates."""
    if isinstance(data, float) and math.isfinite(data):
        yield data
    elif isinstance(data, Mapping):
        for key, value in data.items():
            if key != "tally":
                yield from _figures(value)
        for name, error in (
            ("estimate", "se"),
            ("difference", "se"),
            ("base", "base_se"),
            ("lag", "lag_se"),
            ("value", "se"),
        ):
            if isinstance(data.get(name), int | float) and isinstance(data.get(error), int | float) and "n" in data:
                yield float(data[name])
                yield from _ends(Estimate(float(data[name]), float(data[error]), data["n"]))
    elif isinstance(data, list | tuple):
        for value in data:
            yield from _figures(value)


def _ends(estimate: Estimate) -> Iterator[float]:
    half = estimate.half_width()
    if math.isfinite(half):
        yield from (half, *(min(1.0, max(-1.0, end)) for end in estimate.interval()), *estimate.interval(), 0.0, 1.0)


def _whole(data: Any) -> Iterator[int]:
    """Whole numbers that stand for themselves, and how many of something there are."""
    if isinstance(data, int) and not isinstance(data, bool):
        yield data
    elif isinstance(data, Mapping):
        for key, value in data.items():
            if key not in UNSOURCED:
                yield from _whole(value)
        for rank in ("rank_low", "rank_high", "n"):
            yield from (each[rank] for each in data.get("estimates", ()) if each.get(rank) is not None)
        if "effects" in data:
            yield from range(len(data["effects"]) + 1)
        if data.get("evolution"):
            yield from range(len(data["evolution"]["places"]) + 1)
        if "sweep" in data:
            yield len(data["sweep"]["values"]) - 1
    elif isinstance(data, list | tuple):
        yield len(data)
        for value in data:
            yield from _whole(value)


def _of_chart(file: Mapping[str, Any]) -> Iterator[float]:
    chart = file["charts"][0]
    for cell in chart["cells"]:
        yield from (100 * max(0.0, cell["cost"]), max(0.0, cell["cost"]))
    for estimate in [chart["gap"]] if chart["gap"] else []:
        found = Estimate(estimate["estimate"], estimate["se"], estimate["n"])
        yield from (100 * abs(number) for number in (found.value, *found.interval()))
    for rule in file.get("rules_of_thumb", ()):
        yield from (100 * abs(number) for number in _figures({**rule, "estimate": rule["cost"]}))
    yield from (float(chart["games"]), float(file["thumb_games"]))


def _whole_of_chart(file: Mapping[str, Any]) -> Iterator[int]:
    chart = chart_of(file["charts"][0])
    clear = [cell for cell in chart.cells if not cell.few and not cell.open]
    yield from (len(chart.cells), len(clear), FEW_VISITS, len(file["charts"][0]["rounds"]), chart.setting.players)
    yield from (sum(cell.option == place for cell in clear) for place in range(len(chart.setting.decision.options)))
    for axis, size in zip(chart.setting.decision.axes, chart.setting.sizes, strict=True):
        yield from (axis.low + place for place in range(size) if not axis.values)
        for text in (text for values in axis.values.values() for text in values):
            yield from map(int, re.findall(r"\d+", text))
    for rule in file.get("rules_of_thumb", ()):
        yield from (number for number in rule.get("thresholds", {}).values() if number is not None)


def _of_tournament(part: Mapping[str, Any]) -> Iterator[float]:
    """How often a strategy is ahead by its rating; the parts of populations."""
    for record in part["estimates"]:
        if record["table"] == "rating" and record["estimate"] is not None:
            yield 100 / (1 + math.exp(-record["estimate"]))
        if record["table"] == "resting":
            yield 100 * record["estimate"]
    yield from (0.5, 100 / (1 + math.exp(-0.5)), 0.0, 100.0)
    yield from (float(len(part[key])) for key in ("mixes", "fields"))


def _of_seats(part: Mapping[str, Any]) -> Iterator[float]:
    for seat in part["seats"]:
        yield 100 * abs(seat["estimate"] - seat["fair"])


def _bins(part: Mapping[str, Any]) -> Iterator[tuple[str, np.ndarray]]:
    """Each count of each strategy, by value."""
    start = 0
    for name, size in part["histograms"]:
        for row in part["tally"]["histograms"][0]:
            yield name, np.array(row[start : start + size])
        start += size


def _counted(part: Mapping[str, Any]) -> Iterator[float]:
    """In how much of a hundred a value was counted, values one by one and in steps."""
    for _, counted in _bins(part):
        for step in range(1, 8):
            padded = np.pad(counted, (0, -len(counted) % step)).reshape(-1, step).sum(axis=1)
            yield from (100 * padded / max(1, padded.sum())).tolist()


def _values(part: Mapping[str, Any]) -> Iterable[int]:
    """The values that were counted at all."""
    return range(1 + max((int(np.flatnonzero(counted)[-1]) for _, counted in _bins(part) if counted.any()), default=0))
