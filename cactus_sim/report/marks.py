"""Colours and markers of strategies: each has its own, the same in every picture of a result.

They go by the order in which strategies were entered, so that the same entrants look alike whatever is drawn of them
and whoever fares best. Up to six have the colours of Petroff's palette of six, up to eight those of his palette of
eight (arXiv:2107.02270): told apart by the colour-blind, and in grey by the markers. Beyond eight, the eight colours
come again with other markers, so that no two of 88 look the same; after these it starts anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

PETROFF_6: Final = ("#5790fc", "#f89c20", "#e42536", "#964a8b", "#9c9ca1", "#7a21dd")
PETROFF_8: Final = ("#1845fb", "#ff5e02", "#c91f16", "#c849a9", "#adad7d", "#86c8dd", "#578dff", "#656364")
MARKERS: Final = ("o", "s", "^", "D", "v", "P", "X", "*", "<", ">", "p")
"""As many as have no common factor with the eight colours: their pairs are all different."""


@dataclass(frozen=True)
class Mark:
    """How a strategy is drawn."""

    colour: str
    marker: str


Marks = Mapping[str, Mark]


def marks_of(strategies: Iterable[str]) -> dict[str, Mark]:
    """The mark of each strategy, in the order given; who is named twice counts once."""
    names = list(dict.fromkeys(strategies))
    colours = PETROFF_6 if len(names) <= len(PETROFF_6) else PETROFF_8
    return {
        name: Mark(colours[place % len(colours)], MARKERS[place % len(MARKERS)]) for place, name in enumerate(names)
    }
