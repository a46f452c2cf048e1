"""What games with a compiled kernel have in common: compiling it, running blocks, tracing a game, faults of hooks.

Such a game's folder has the rooms `rules` (MAX_PLAYERS), `state` (STATE, fault fields), `view` (MINE, TABLE), `events`
(COLUMNS), `kernel` (play_blocks, play_traced, play_forks), `trace` (decode), `tell` (tell), `variants`
(VARIANTS), and where it `draws` `drawing` (picture, frames).
"""

from __future__ import annotations

import importlib
import threading
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import numpy.typing as npt

from cactus_sim import jit
from cactus_sim.errors import StrategyError
from cactus_sim.games import kernel_cache
from cactus_sim.games.base import (
    CompiledLineUp,
    Event,
    Hook,
    IntArray,
    Metric,
    Position,
    PositionOption,
    Records,
    Study,
)
from cactus_sim.games.decisions import Decision
from cactus_sim.games.rule_book import RuleBook, Value

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from cactus_sim.games.base import Histogram
    from cactus_sim.games.variants import Variants


ONE_IN_A_MATCH = 8
"""Of the decisions of a match one in so many is played on from: all of a match, not the first ones alone."""


class KernelGame:
    """The part of the Game contract (`games.base.Game`) that does not depend on the game."""

    name: ClassVar[str]
    rule_book: ClassVar[RuleBook]
    hooks: ClassVar[tuple[Hook, ...]]
    units: ClassVar[tuple[str, ...]]
    seat_metrics: ClassVar[tuple[Metric, ...]]
    game_metrics: ClassVar[tuple[Metric, ...]]
    histograms: ClassVar[tuple[Histogram, ...]]
    decisions: ClassVar[tuple[Decision, ...]] = ()
    card_rules: ClassVar[tuple[tuple[str, str], ...]] = ()
    report_strategies: ClassVar[tuple[str, ...]]
    report_sweep: ClassVar[str]
    unsure: ClassVar[tuple[Mapping[str, Value], ...]] = ()
    contest: ClassVar[tuple[str, str]] = ("", "")
    draws: ClassVar[bool] = False

    def __init__(self) -> None:
        self._kernels: dict[str, Any] = {}
        self._lock = threading.Lock()

    @property
    def variants(self) -> Mapping[str, Variants]:
        """Which values of the rules houses play, and when a rule matters at all."""
        variants: Mapping[str, Variants] = self._room("variants").VARIANTS
        return variants

    def players_allowed(self, values: Mapping[str, Value]) -> tuple[int, int]:
        """The least and the greatest number of players."""
        return int(values["players_min"]), int(values["players_max"])

    def is_warm(self) -> bool:
        """Whether the kernel was compiled on this machine before."""
        return "play_blocks" in self._kernels or jit.is_warm(self.name)

    def compile(self) -> None:
        """Compiles the kernel, or loads it from the cache."""
        self._kernel("play_blocks")

    def compile_study(self, positions: bool = False) -> None:
        """Compiles what studies of decisions, or of positions, play with, or loads it from the cache."""
        self._kernel("play_positions" if positions else "play_forks")

    def play_blocks(
        self,
        rules: npt.NDArray[np.void],
        line_up: CompiledLineUp,
        labels: tuple[str, ...],
        rows: IntArray,
        unit: str,
        seed: int,
        first_deal: int,
        rotations: int,
        seat_values: IntArray,
        game_values: IntArray,
        histograms: IntArray,
    ) -> None:
        """Plays whole blocks and counts them (see `Game.play_blocks`)."""
        records = self._records()
        with np.errstate(over="ignore"):
            done = self._kernel("play_blocks")(
                jit.readable(rules), *map(jit.readable, records), jit.readable(line_up.entries), line_up.addresses,
                rows, self.units.index(unit), seed, first_deal, rotations, seat_values, game_values, histograms,
            )  # fmt: skip
        if not done:
            raise self._fault(records, labels)

    def explore(
        self,
        rules: npt.NDArray[np.void],
        line_up: CompiledLineUp,
        labels: tuple[str, ...],
        unit: str,
        seed: int,
        first_deal: int,
        blocks: int,
        rotations: int,
        study: Study,
        totals: IntArray,
        game_values: IntArray,
        start: Records | None = None,
    ) -> None:
        """Plays on from every decision of a kind, once for each option (see `Game.explore`)."""
        players = len(labels)
        games = [*(self._records(players) for _ in range(3)), start or self._records(players)]
        options = len(study.decision.options)
        one_in = study.decision.one_in * (ONE_IN_A_MATCH if unit == "match" else 1)
        cells, slots, _ = totals.shape
        counts = [
            np.zeros((2, players, len(self.seat_metrics)), np.int64),
            np.zeros((2, len(self.game_metrics)), np.int64),
            np.zeros((players, sum(histogram.bins for histogram in self.histograms)), np.int64),
            np.zeros(options, np.int64),
            np.zeros((cells, slots, 2), np.int64),
            np.zeros(cells, np.int64),
        ]
        with np.errstate(over="ignore"):
            done = self._kernel("play_positions" if start else "play_forks")(
                jit.readable(rules), *(tuple(map(jit.readable, records)) for records in games),
                jit.readable(line_up.entries), line_up.addresses, np.arange(players), study.memory,
                self.units.index(unit), seed, first_deal, blocks, rotations, study.focal,
                int(study.decision.own_turn), one_in, options, study.objective, *counts, totals,
            )  # fmt: skip
        if not done:
            at_fault = next(records for records in games if records[0][0]["fault_player"] >= 0)
            raise self._fault(at_fault, labels)
        game_values += counts[1][0]

    def trace(
        self,
        rules: npt.NDArray[np.void],
        rule_values: Mapping[str, Value],
        line_up: CompiledLineUp,
        labels: tuple[str, ...],
        unit: str,
        seed: int,
        deal: int,
        rotation: int,
    ) -> Iterator[Event]:
        """The events of one game, played by the kernel that counts games."""
        records = self._records()
        players, columns = len(labels), self._room("events").COLUMNS
        rows = np.arange(players, dtype=np.int64)
        buffer = np.zeros((1 << 12, columns), np.int64)
        while True:
            counts = [
                np.zeros((1, players, len(self.seat_metrics)), np.int64),
                np.zeros((1, len(self.game_metrics)), np.int64),
                np.zeros((players, sum(histogram.bins for histogram in self.histograms)), np.int64),
            ]
            with np.errstate(over="ignore"):
                done = self._kernel("play_traced")(
                    jit.readable(rules), *map(jit.readable, records), jit.readable(line_up.entries),
                    line_up.addresses, rows, self.units.index(unit), seed, deal, rotation, *counts, buffer,
                )  # fmt: skip
            written = int(records[0][0]["events"])
            if written <= len(buffer):
                break
            buffer = np.zeros((written, columns), np.int64)  # the game was longer than the buffer: once more
        if not done:
            raise self._fault(records, labels)
        events: Iterator[Event] = self._room("trace").decode(
            buffer[:written], rule_values, labels, unit, seed, deal, rotation
        )
        return events

    def tell(self, events: Iterable[Event], lang: str) -> Iterator[str]:
        """The events in words."""
        lines: Iterator[str] = self._room("tell").tell(events, lang)
        return lines

    def picture(self, events: Iterable[Event], lang: str) -> Figure:
        """A game in one picture, of a game that `draws`."""
        found: Figure = self._room("drawing").picture(events, lang)
        return found

    def frames(self, events: Iterable[Event], lang: str) -> Iterator[Figure]:
        """A game step by step, a picture each, of a game that `draws`."""
        found: Iterator[Figure] = self._room("drawing").frames(events, lang)
        return found

    def rules_record(self, rules: Mapping[str, Value]) -> npt.NDArray[np.void]:
        """The rules as the kernel takes them: an array of one record."""
        raise NotImplementedError

    @property
    def position_options(self) -> tuple[PositionOption, ...]:
        """What describes a position: nothing, where the game has no advice to give."""
        return ()

    def position(
        self, rules: Mapping[str, Value], line_up: CompiledLineUp, given: Mapping[str, str], seed: int
    ) -> Position:
        """The position that the options describe."""
        raise NotImplementedError

    def situation(self, hook: Hook, table: Any, view: Any) -> str:
        """What is said of the situation in which a hook was at fault: when it was, and what could be answered."""
        raise NotImplementedError

    def _room(self, name: str) -> Any:
        """A module of the game."""
        return importlib.import_module(f"cactus_sim.games.{self.name}.{name}")

    def _records(self, players: int | None = None) -> Records:
        """Room for a game of so many players, or of as many as there can be."""
        state, view, rules = self._room("state"), self._room("view"), self._room("rules")
        seats = players or rules.MAX_PLAYERS
        return np.zeros(1, state.STATE), np.zeros(1, view.TABLE), np.zeros(seats, view.MINE)

    def _fault(self, records: Records, labels: tuple[str, ...]) -> StrategyError:
        """What is said of a hook that raised or gave an impossible answer, from the records as it left them."""
        state, table, player = records[0][0], records[1][0], int(records[0][0]["fault_player"])
        hook, answer = self.hooks[int(state["fault_hook"])], int(state["fault_answer"])
        what, why = f"answered {answer}, which is impossible there", ""
        if answer == jit.HOOK_RAISED:
            what, why = "raised an error", " It divided by 0, read outside its view, or raised one itself."
        return StrategyError(
            f"strategy {labels[player]}: its hook '{hook.name}' {what} "
            f"(deal {int(state['deal'])}, rotation {int(state['rotation'])}, "
            f"{self.situation(hook, table, records[2][player])}).{why} The hook's question: {hook.about}"
        )

    def _kernel(self, name: str) -> Any:
        """The kernel's function of that name, play_blocks, play_traced, play_forks or play_positions, compiled."""
        with self._lock:
            if name not in self._kernels:
                rules = self.rules_record(self.rule_book.resolve())
                dtypes = [array.dtype for array in (rules, *self._records())]
                signature = _signature(name, dtypes)
                function = getattr(self._room("kernel"), name)
                self._kernels[name] = kernel_cache.loaded(
                    self.name, lambda: jit.compile_cached(function, signature, self.name)
                )
            return self._kernels[name]


def _signature(name: str, dtypes: list[np.dtype[np.void]]) -> Any:
    """The types that a kernel's function takes, given the types of rules and records."""
    from numba import from_dtype
    from numba.core import types

    from cactus_sim.strategies.compile import ENTRY_DTYPE

    def ints(dimensions: int) -> Any:
        return types.Array(types.int64, dimensions, "C")

    rules, *records, entries = (types.Array(from_dtype(dtype), 1, "C") for dtype in (*dtypes, ENTRY_DTYPE))
    if name in ("play_forks", "play_positions"):
        game = types.Tuple(records)  # type: ignore[no-untyped-call]
        # unit, seed, first deal, blocks, rotations, focal, own turn, one in, options, objective
        numbers = [types.int64] * 10
        counts = [ints(3), ints(2), ints(2), ints(1), ints(3), ints(1), ints(3)]
        return types.boolean(rules, game, game, game, game, entries, ints(2), ints(1), ints(1), *numbers, *counts)
    numbers = [types.int64] * 4  # unit, seed, (first) deal, rotation(s)
    buffer = [ints(2)] if name == "play_traced" else []
    return types.boolean(rules, *records, entries, ints(2), ints(1), *numbers, ints(3), ints(2), ints(2), *buffer)
