"""Pictures with what nobody sees taken out of them."""

from __future__ import annotations

import re
from collections import Counter
from string import ascii_lowercase
from typing import Final

COMMENT: Final = re.compile(r"<!--.*?-->", re.DOTALL)
DOCTYPE: Final = re.compile(r"<!DOCTYPE[^<>]*>")
METADATA: Final = re.compile(r"<metadata>.*?</metadata>", re.DOTALL)
BETWEEN: Final = re.compile(r">\s*\n\s*<")
FONTS: Final = re.compile(r"font-family: 'DejaVu Sans'(?:, '[^'<>]*')*, sans-serif")
UNTURNED: Final = re.compile(r' transform="rotate\(-0 [^"<>]*\)"')
IDENTITY: Final = re.compile(r' id="([^"<>]*)"')
USED: Final = re.compile(r"#([\w.-]+)")
GROUP: Final = re.compile(r"<g>|<g [^<>]*?(/?)>|<g/>|</g>")
PLACES: Final = re.compile(r' (?:x|y|width|height)="[^"<>]*"')
PATH: Final = re.compile(r' d="([^"<>]*)"')
FINE: Final = re.compile(r"-?\d+\.\d+")
STYLE: Final = re.compile(r' style="([^"<>]*)"')
STRAIGHT: Final = re.compile(r"[MLz\d\s.-]*")
STEP: Final = re.compile(r"([ML]) (\S+) (\S+)|(z)")


def slim(svg: bytes) -> bytes:
    """The same picture without comments, metadata, lists of fonts and idle groups, places to a tenth of a point.

    Styles that elements share are written once. Text is left as it is.
    """
    plain = FONTS.sub("font-family: sans-serif", METADATA.sub("", COMMENT.sub("", DOCTYPE.sub("", svg.decode()))))
    plain = BETWEEN.sub("><", UNTURNED.sub("", plain))
    plain = _ungrouped(_unnamed(plain))
    plain = PATH.sub(lambda found: f' d="{_path(found[1])}"', plain)
    plain = PLACES.sub(lambda found: FINE.sub(_tenth, found[0]), plain)
    return _classed(plain).encode()


def _unnamed(svg: str) -> str:
    """Without the ids that nothing in the picture goes by."""
    used = set(USED.findall(svg))
    return IDENTITY.sub(lambda found: found[0] if found[1] in used else "", svg)


def _ungrouped(svg: str) -> str:
    """Without groups that say nothing of what is in them."""
    parts: list[str] = []
    kept: list[bool] = []
    end = 0
    for tag in GROUP.finditer(svg):
        parts.append(svg[end : tag.start()])
        end = tag.end()
        if tag[0] == "</g>":
            parts.append("</g>" if kept.pop() else "")
        elif tag[0] != "<g/>":
            says = tag[0] != "<g>"
            parts.append(tag[0] if says else "")
            if not tag[1]:
                kept.append(says)
    return "".join([*parts, svg[end:]])


def _path(steps: str) -> str:
    """A path's steps to a tenth of a point, level and upright ones by the place that changes."""
    if not STRAIGHT.fullmatch(steps):
        return FINE.sub(_tenth, " ".join(steps.split()))
    written, last = [], ("", "")
    for step in STEP.finditer(steps):
        if step[4]:
            written.append("z")
            continue
        place = (FINE.sub(_tenth, step[2]), FINE.sub(_tenth, step[3]))
        if step[1] == "L" and place[1] == last[1]:
            written.append(f"H{place[0]}")
        elif step[1] == "L" and place[0] == last[0]:
            written.append(f"V{place[1]}")
        else:
            written.append(f"{step[1]}{place[0]} {place[1]}")
        last = place
    return "".join(written)


def _tenth(number: re.Match[str]) -> str:
    text = f"{float(number[0]):.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def _classed(svg: str) -> str:
    """With the styles that come more than once as classes."""
    shared = [style for style, times in Counter(STYLE.findall(svg)).items() if times > 1]
    names = {style: _name(place) for place, style in enumerate(shared)}
    rules = "".join(f".{name}{{{style.replace(': ', ':').replace('; ', ';')}}}" for style, name in names.items())
    plain = STYLE.sub(lambda found: f' class="{names[found[1]]}"' if found[1] in names else found[0], svg)
    return plain.replace("</style>", f"{rules}</style>", 1) if "</style>" in plain else svg


def _name(place: int) -> str:
    """A name for the class of that place: a, b, … z, ba, bb, …"""
    name = ""
    while True:
        place, letter = divmod(place, len(ascii_lowercase))
        name = ascii_lowercase[letter] + name
        if not place:
            return name
