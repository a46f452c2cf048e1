"""A game of CACTUS in pictures: the five cacti from the side, to scale, with the pieces that stand on them."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import numpy as np
import numpy.typing as npt

from cactus_sim.games.balance.tables import Perch, Shape, cacti, shapes

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from cactus_sim.games.base import Event
    from cactus_sim.report.words import Words

FILL: Final = {"yellow": "#F2C230", "red": "#D1402B", "blue": "#3B74B9", "green": "#3F9B5F", "pink": "#E58BB5"}
"""Of the pieces; each says its colour's letter too."""
_NO_COLOUR: Final = "#D8D2C4"
_CACTUS, _EDGE, _LEDGE = "#C9DCC6", "#8FAE8B", "#4F6B4D"
_GROUND, _FLOOR = -46.0, -8.0
"""Heights down to which is drawn, in millimetres: where pieces fall, and where none do."""
ROWS: Final = 4
"""Moments of a game that one picture shows."""


@dataclass
class Standing:
    """What stands after a turn, and what fell in it."""

    turn: int = 0
    stacks: dict[tuple[str, str], list[tuple[str, float]]] = field(default_factory=dict)
    """By cactus and perch: pieces from the lowest up, each with the middle of its flat from the cactus's axis."""
    fallen: list[tuple[str, str]] = field(default_factory=list)
    """Pieces that fell since the picture before, with the cactus that they fell from."""
    told: str = ""


def standings(events: Iterable[Event], perches: dict[tuple[str, str], Perch]) -> Iterator[Standing]:
    """What stands after each turn of a trace; `perches` are those of its cacti."""
    now, in_hand = Standing(), ""
    for event in events:
        kind = event["e"]
        if kind in ("turn", "end"):
            if now.turn:
                yield copy.deepcopy(now)
            now.turn += 1
            now.fallen = []
        elif kind == "piece":
            in_hand = event["piece"]
        elif kind == "place" and not event["slips"]:
            where = event["cactus"], event["perch"]
            now.stacks.setdefault(where, []).append((in_hand, perches[where].x + event["offset"]))
        elif kind == "shift":
            stack = now.stacks[event["cactus"], event["perch"]]
            for level, x in enumerate(event["x"]):
                stack[level] = stack[level][0], x
        elif kind == "fallen":
            now.stacks[event["cactus"], event["perch"]].pop()
            if event["piece"] != in_hand:
                now.fallen.append((event["piece"], event["cactus"]))


def picture(events: Iterable[Event], lang: str) -> Figure:
    """The whole game at ROWS moments, the last one its end; a row each."""
    from cactus_sim.report.words import words

    w, game = words(lang, "balance"), _Game(list(events))
    turns = len(game.moments)
    shown = sorted({round(turns * (row + 1) / ROWS) for row in range(ROWS)} - {0})
    figure, rows = _figure(game, len(shown), lang)
    before = 0
    for axes, turn in zip(rows, shown, strict=True):
        moment = game.moments[turn - 1]
        moment.fallen = [piece for earlier in game.moments[before:turn] for piece in earlier.fallen]
        _row(axes, game, moment, w)
        axes[0].set_ylabel(w("after_turn", turn=turn), fontsize=9)
        before = turn
    end = game.events[-1]
    scores = zip(game.events[0]["line_up"], end["flowers"], strict=True)
    flowers = w.listed(f"{label} ({player}) {number}" for player, (label, number) in enumerate(scores))
    title = f"{w('end_' + end['reason'])} {w('picture_flowers', flowers=flowers)}"
    figure.suptitle(title, x=0.01, ha="left", fontsize=12, fontweight="bold")
    deal = game.events[0]
    origin = w("game", seed=deal["seed"], deal=deal["deal"], rotation=deal["rotation"])
    figure.supxlabel(f"{w('picture_key')}\n{origin}", x=0.01, ha="left", fontsize=8, color="#404040")
    return figure


def frames(events: Iterable[Event], lang: str) -> Iterator[Figure]:
    """The game turn by turn, a figure each."""
    from cactus_sim.games.balance.tell import tell
    from cactus_sim.report.words import words

    w, game = words(lang, "balance"), _Game(list(events))
    lines = [line for line in tell(game.events, lang) if line[:1].isdigit()]
    last = list(tell(game.events, lang))[-1]
    for place, moment in enumerate(game.moments):
        figure, rows = _figure(game, 1, lang)
        _row(rows[0], game, moment, w)
        told = lines[place] if place < len(lines) else ""
        figure.suptitle(_wrapped(told), x=0.01, ha="left", fontsize=10)
        figure.supxlabel(last if place + 1 == len(game.moments) else w("picture_key"), x=0.01, ha="left", fontsize=8)
        yield figure


class _Game:
    """A trace, and what stands after each of its turns."""

    def __init__(self, events: list[Event]) -> None:
        self.events = events
        self.cacti = cacti(str(events[0]["rules"]["cacti"]))
        self.perches = {(perch.cactus, perch.name): perch for cactus in self.cacti for perch in cactus}
        self.moments = list(standings(events, self.perches))
        self.shapes = {shape.name: shape for shape in shapes()}
        self.height = self._height()
        self.ground = _GROUND if any(moment.fallen for moment in self.moments) else _FLOOR

    def _height(self) -> float:
        """The greatest height that anything reaches."""
        tops = [perch.height for perch in self.perches.values()]
        for moment in self.moments:
            for where, stack in moment.stacks.items():
                thick = sum(self.shape(piece).thickness for piece, _ in stack)
                tops.append(self.perches[where].height + thick)
        return max(tops)

    def shape(self, piece: str) -> Shape:
        """What a piece measures, by the name that traces give it."""
        return self.shapes[piece.partition("-")[0]]


def _figure(game: _Game, rows: int, lang: str) -> tuple[Figure, list[Sequence[Axes]]]:
    """A figure with a row of cacti for each moment, to one scale."""
    from matplotlib.figure import Figure

    from cactus_sim.report.words import words

    w = words(lang, "balance")
    widths = [_reach(cactus) for cactus in game.cacti]
    spans = [high - low for low, high in widths]
    wide = 13.0
    tall = wide * (game.height + 16 - game.ground) / sum(spans)
    figure = Figure(figsize=(wide, rows * tall + 1.3), dpi=110, layout="constrained")
    grid = figure.subplots(rows, len(game.cacti), squeeze=False, width_ratios=spans)
    for axes in grid:
        for axis, (low, high) in zip(axes, widths, strict=True):
            axis.set_xlim(low, high)
            axis.set_ylim(game.ground, game.height + 16)
            axis.set_aspect("equal")
            axis.set_xticks([])
            axis.set_yticks([])
            axis.spines[["top", "right", "left", "bottom"]].set_visible(False)
    for axis, cactus in zip(grid[0], game.cacti, strict=True):
        key = f"cactus_{cactus[0].cactus}"
        axis.set_title(w(key) if key in w.texts else cactus[0].cactus, fontsize=9)
    return figure, [list(axes) for axes in grid]


def _reach(cactus: Sequence[Perch]) -> tuple[float, float]:
    """From where to where a cactus and pieces on it reach."""
    return min(perch.x for perch in cactus) - 34, max(perch.x for perch in cactus) + 34


def _row(axes: Sequence[Axes], game: _Game, moment: Standing, w: Words) -> None:
    for axis, cactus in zip(axes, game.cacti, strict=True):
        _cactus(axis, cactus)
        for perch in cactus:
            z = perch.height
            for piece, x in moment.stacks.get((perch.cactus, perch.name), ()):
                _piece(axis, game.shape(piece), piece, x, z, w)
                z += game.shape(piece).thickness
        down = [piece for piece, name in moment.fallen if name == cactus[0].cactus]
        for place, piece in enumerate(down):
            shape = game.shape(piece)
            x = (place - (len(down) - 1) / 2) * 30
            _piece(axis, shape, piece, x, _GROUND + 2, w, fallen=True)


def _cactus(axis: Axes, cactus: Sequence[Perch]) -> None:
    """A trunk with its arms, and a ledge at each perch."""
    low, high = axis.get_xlim()
    axis.plot([low + 4, high - 4], [0, 0], color=_LEDGE, linewidth=1.2, zorder=0)
    trunk = max(cactus, key=lambda perch: perch.height)
    for perch in sorted(cactus, key=lambda perch: perch is trunk):
        width = 0.8 * perch.half_width
        elbow = max(0.45 * perch.height, 8)
        if perch is not trunk:
            ends = sorted((perch.x, trunk.x))
            axis.fill_between(ends, elbow - 0.7 * width, elbow + 0.7 * width, color=_CACTUS, ec=_EDGE, lw=0.6, zorder=1)
        foot = 0.0 if perch is trunk else elbow - 0.7 * width
        axis.fill_between(
            [perch.x - width, perch.x + width], foot, perch.height, color=_CACTUS, ec=_EDGE, lw=0.6, zorder=1
        )
        axis.plot(
            [perch.x - perch.half_width, perch.x + perch.half_width], [perch.height] * 2, color=_LEDGE, linewidth=2.4,
            solid_capstyle="butt", zorder=2,
        )  # fmt: skip


def _piece(axis: Axes, shape: Shape, piece: str, x: float, z: float, w: Words, fallen: bool = False) -> None:
    """A piece whose flat has its middle at x, its underside at height z."""
    from matplotlib.patches import Polygon

    name, _, colour = piece.partition("-")
    outline = _outline(shape) + np.array([x, z])
    axis.add_patch(
        Polygon(
            outline, facecolor=FILL.get(colour, _NO_COLOUR), edgecolor="#303030", linewidth=1.0 if fallen else 0.8,
            linestyle="--" if fallen else "-", alpha=0.45 if fallen else 1.0, zorder=3,
            hatch="..." if shape.special else None,
        )
    )  # fmt: skip
    letter = w(f"letter_{colour}") if colour else ""
    text = f"{w(f'shape_{name}')[:3]}\n{letter}".strip() if shape.special else letter
    axis.text(
        x, z + shape.thickness / 2, f"✕ {letter}" if fallen else text, ha="center", va="center", zorder=4,
        fontsize=5 if shape.special else 6, linespacing=0.9,
        bbox={"boxstyle": "round,pad=0.1", "facecolor": "white", "edgecolor": "none", "alpha": 0.75},
    )  # fmt: skip


def _outline(shape: Shape) -> npt.NDArray[np.float64]:
    """The side view of a shape about the middle of its flat: flats below and above, sides of its own."""
    half, tall = shape.half_width, shape.thickness
    height = np.linspace(0.0, 1.0, 15)
    bulge = 1.0 - (2.0 * height - 1.0) ** 2
    side = {
        "disc": half + (tall / 2 - half) * np.sqrt(bulge),
        "wedge": half - 0.55 * half * (1.0 - np.abs(2.0 * height - 1.0)),
    }.get(shape.name, half + (0.25 * half * bulge if shape.special else 0.0 * height))
    right = np.column_stack([side, height * tall])
    left = np.column_stack([-side, height * tall])[::-1]
    if shape.name != "arch":
        return np.vstack([right, left])
    angle = np.linspace(np.pi, 0.0, 15)
    hole = np.column_stack([0.5 * half * np.cos(angle), 0.6 * tall * np.sin(angle)])
    return np.vstack([right, left, hole])


def _wrapped(text: str) -> str:
    import textwrap

    return textwrap.fill(text, 170)
