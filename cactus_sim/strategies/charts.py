"""Charts as strategies play by them: files of policies, and policies laid out in memory for hooks to read.

A chart file is JSON (`schema_version`, `charts`); of each chart only what it decides is read here.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from cactus_sim.errors import UsageError, suggest
from cactus_sim.strategies.declare import Parameter, Value

SCHEMA_VERSION = 1
OWN = "own"
"""The value of a chart parameter that stands for the charts of the package, one for each number of players."""
MAX_FILE = 64_000_000
"""Bytes; no chart file is nearly so large."""

IntArray = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Policy:
    """What a chart decides."""

    kind: str
    """The name of the decision."""
    players: int
    sizes: tuple[int, ...]
    """The length of each axis, 1 where the chart leaves it out."""
    options: IntArray
    """The option of each cell, −1 where the chart is silent; cells in the order of the axes, the last fastest."""


class ChartParameter(Parameter):
    """A parameter that names a chart file; a hook sees the address of the chart in memory."""

    def __init__(self, game: str) -> None:
        super().__init__(
            OWN, doc="the chart's file; own: the charts that come with the package",
            fr="le fichier du tableau ; own : les tableaux fournis",
        )  # fmt: skip
        self.game = game

    @property
    def kind(self) -> Any:
        """What kind of value the parameter takes."""
        return "chart"

    @property
    def words(self) -> tuple[str, ...]:
        """The values that the parameter takes."""
        return OWN, "FILE.json"

    def fault(self) -> str:
        """Nothing can be wrong with the declaration."""
        return ""

    def parse(self, given: object) -> Value:
        """The file's name; ValueError where it is no chart of the game."""
        name = str(given)
        try:
            policies(self.game, name)
        except UsageError as error:
            raise ValueError(f"is no chart that can be played: {error}") from None
        return name

    def encode(self, value: Value) -> float:
        """The address of the chart in memory."""
        return float(address_of(memory(self.game, str(value))))

    def text(self, value: Value) -> str:
        """The file's name."""
        return str(value)


_kept: dict[str, tuple[Policy, ...]] = {}
"""Charts that are in no file, by the names that entries give them."""


def keep(game: str, charts: Iterable[Policy]) -> str:
    """A name by which entries of this program can play charts that are in no file: `chart(file=name)`."""
    name = f"{game}-chart-{len(_kept) + 1}"
    _kept[name] = tuple(charts)
    return name


def kept_charts(names: Iterable[str]) -> dict[str, tuple[Policy, ...]]:
    """Those of the names that charts in no file have, with the charts."""
    return {name: _kept[name] for name in names if name in _kept}


def keep_all(charts: Mapping[str, tuple[Policy, ...]]) -> None:
    """Keeps charts under the names that they have in another program."""
    for name, policies_of_name in charts.items():
        if name not in _kept:
            _kept[name] = policies_of_name


@functools.cache
def memory(game: str, name: str) -> IntArray:
    """The charts of a file (or OWN) in memory; they stay there as long as the program runs."""
    return lay_out(game, policies(game, name))


def policies(game: str, name: str) -> tuple[Policy, ...]:
    """What the charts of a file decide; of the package's own charts where the name is OWN."""
    if name == OWN:
        folder = resources.files(f"cactus_sim.games.{game}.strategies").joinpath("charts")
        files = sorted(folder.iterdir(), key=lambda file: file.name) if folder.is_dir() else []
        texts = [file.read_text("utf-8") for file in files if file.name.endswith(".json")]
        return tuple(policy for text in texts for policy in read_policies(text, game, "the package's chart"))
    if name in _kept:
        return _kept[name]
    path = Path(name)
    try:
        if path.stat().st_size > MAX_FILE:
            raise UsageError(f"chart file {name} is too large to be one")
        text = path.read_text("utf-8-sig")
    except OSError as error:
        raise UsageError(f"chart file {name}: {error.strerror}; make one with cactus-sim chart … -o {name}") from None
    except UnicodeDecodeError:
        raise UsageError(f"chart file {name} is no text; make one with cactus-sim chart … -o FILE.json") from None
    return read_policies(text, game, f"chart file {name}")


def read_policies(text: str, game: str, where: str) -> tuple[Policy, ...]:
    """What the charts of a chart file's text decide. Raises a UsageError that says what is wrong with the file."""
    from cactus_sim import games

    try:
        content = json.loads(text)
        version, charts = content["schema_version"], content["charts"]
    except (ValueError, RecursionError):
        raise UsageError(f"{where} is no JSON; make one with cactus-sim chart … -o FILE.json") from None
    except (KeyError, TypeError):
        raise UsageError(f"{where} is no chart file; make one with cactus-sim chart … -o FILE.json") from None
    if version != SCHEMA_VERSION:
        raise UsageError(f"{where} has schema_version {version!r}; this version reads {SCHEMA_VERSION}: make it anew")
    if not isinstance(charts, list) or not charts:
        raise UsageError(f"{where} has no charts")
    known = {decision.name: decision for decision in games.get(game).decisions}
    found = []
    for chart in charts:
        try:
            kind, players, of_game = chart["kind"], chart["players"], chart["game"]
            sizes = tuple(axis["size"] for axis in chart["axes"])
            letters = chart["policy"]
        except (KeyError, TypeError):
            raise UsageError(f"{where}: a chart lacks kind, players, game, axes or policy; make it anew") from None
        if of_game != game:
            raise UsageError(f"{where} has a chart of {of_game}, not of {game}")
        if kind not in known:
            raise UsageError(f"{where}: {game} has no decision '{kind}'{suggest(str(kind), known)}")
        whole = known[kind].sizes([axis.name for axis in known[kind].axes])
        if len(sizes) != len(whole) or any(size not in (1, most) for size, most in zip(sizes, whole, strict=True)):
            raise UsageError(f"{where}: the axes of its {kind} chart are not those of this version; make it anew")
        if isinstance(players, bool) or not isinstance(players, int) or not 1 <= players <= 8:
            raise UsageError(f"{where}: players {players!r} of its {kind} chart: a whole number from 1 to 8")
        options = _options(letters, len(known[kind].options), int(np.prod(sizes)))
        if options is None:
            raise UsageError(f"{where}: the policy of its {kind} chart is damaged; make it anew")
        found.append(Policy(kind, players, sizes, options))
    return tuple(found)


def policy_text(options: IntArray) -> str:
    """A policy as a chart file has it: a digit for each cell, `-` where the chart is silent."""
    return "".join("-" if option < 0 else str(int(option)) for option in options)


def _options(letters: object, options: int, cells: int) -> IntArray | None:
    """The options of a policy's text, None where it is none of so many options and cells."""
    if not isinstance(letters, str) or len(letters) != cells:
        return None
    places = {"-": -1, **{str(option): option for option in range(options)}}
    if any(letter not in places for letter in set(letters)):
        return None
    return np.array([places[letter] for letter in letters], np.int64)


def lay_out(game: str, charts: Iterable[Policy]) -> IntArray:
    """The memory that hooks read, with a policy for each kind and number of players (see `games.deciding`).

    A number of players that has no chart of its own uses the chart for the nearest number.
    """
    from cactus_sim import games
    from cactus_sim.games.deciding import HEAD, MAX_TABLE, POLICIES

    kinds = [decision.name for decision in games.get(game).decisions]
    by_kind: dict[str, dict[int, Policy]] = {}
    for chart in charts:
        by_kind.setdefault(chart.kind, {})[chart.players] = chart
    parts = [np.zeros(HEAD, np.int64)]
    places: dict[tuple[str, int], int] = {}
    end = HEAD
    for kind, of_kind in by_kind.items():
        for players, chart in of_kind.items():
            places[kind, players] = end
            parts.append(np.concatenate([np.array(chart.sizes, np.int64), chart.options]))
            end += len(parts[-1])
    laid_out = np.concatenate(parts)
    for kind, of_kind in by_kind.items():
        for players in range(1, MAX_TABLE + 1):
            nearest = min(of_kind, key=lambda own: (abs(own - players), own))
            laid_out[POLICIES + kinds.index(kind) * (MAX_TABLE + 1) + players] = places[kind, nearest]
    return laid_out


def address_of(numbers: IntArray) -> int:
    """Where an array's numbers are, as hooks name them; the array must be kept as long as a hook may read it."""
    from cactus_sim import jit

    if jit.DISABLED:
        key = numbers.ctypes.data % (1 << 52)
        jit.MEMORY[key] = numbers
        return key
    return numbers.ctypes.data


def policy_of(memory_of_chart: IntArray, game: str, kind: str, players: int) -> IntArray:
    """The options of one policy within a chart's memory: a view, so that setting them changes what hooks decide."""
    from cactus_sim import games
    from cactus_sim.games.deciding import MAX_TABLE, POLICIES
    from cactus_sim.games.decisions import MAX_AXES

    kinds = [decision.name for decision in games.get(game).decisions]
    place = int(memory_of_chart[POLICIES + kinds.index(kind) * (MAX_TABLE + 1) + players])
    sizes = memory_of_chart[place : place + MAX_AXES]
    return memory_of_chart[place + MAX_AXES : place + MAX_AXES + int(np.prod(sizes))]
