"""What games with a compiled kernel have in common: compiling it, running blocks, tracing a game, faults of hooks.

Such a game's folder has the rooms `rules` (MAX_PLAYERS), `state` (STATE, fault fields), `view` (MINE, TABLE), `events`
(COLUMNS), `kernel` (play_blocks, play_traced), `trace` (decode), `tell` (tell), `variants`
(VARIANTS).
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
from cactus_sim.games.base import CompiledLineUp, Event, Hook, IntArray, Metric
from cactus_sim.games.rule_book import RuleBook, Value

if TYPE_CHECKING:
    from cactus_sim.games.base import Histogram
    from cactus_sim.games.variants import Variants

Records = tuple[npt.NDArray[np.void], npt.NDArray[np.void], npt.NDArray[np.void]]
"""Room for one game: its state, the table, and what each player knows."""


class KernelGame:
    """The part of the Game contract (`games.base.Game`) that does not depend on the game."""

    name: ClassVar[str]
    rule_book: ClassVar[RuleBook]
    hooks: ClassVar[tuple[Hook, ...]]
    units: ClassVar[tuple[str, ...]]
    seat_metrics: ClassVar[tuple[Metric, ...]]
    game_metrics: ClassVar[tuple[Metric, ...]]
    histograms: ClassVar[tuple[Histogram, ...]]

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

    def rules_record(self, rules: Mapping[str, Value]) -> npt.NDArray[np.void]:
        """The rules as the kernel takes them: an array of one record."""
        raise NotImplementedError

    def situation(self, hook: Hook, table: Any, view: Any) -> str:
        """What is said of the situation in which a hook was at fault: when it was, and what could be answered."""
        raise NotImplementedError

    def _room(self, name: str) -> Any:
        """A module of the game."""
        return importlib.import_module(f"cactus_sim.games.{self.name}.{name}")

    def _records(self) -> Records:
        state, view, rules = self._room("state"), self._room("view"), self._room("rules")
        return np.zeros(1, state.STATE), np.zeros(1, view.TABLE), np.zeros(rules.MAX_PLAYERS, view.MINE)

    def _fault(self, records: Records, labels: tuple[str, ...]) -> StrategyError:
        """What is said of a hook that raised or gave an impossible answer, from the records as it left them."""
        state, table, player = records[0][0], records[1][0], int(records[0][0]["fault_player"])
        hook, answer = self.hooks[int(state["fault_hook"])], int(state["fault_answer"])
        what = "raised an error" if answer == jit.HOOK_RAISED else f"answered {answer}, which is impossible there"
        return StrategyError(
            f"strategy {labels[player]}: its hook '{hook.name}' {what} "
            f"(deal {int(state['deal'])}, rotation {int(state['rotation'])}, "
            f"{self.situation(hook, table, records[2][player])}). The hook's question: {hook.about}"
        )

    def _kernel(self, name: str) -> Any:
        """The kernel's function of that name, play_blocks or play_traced, compiled."""
        with self._lock:
            if name not in self._kernels:
                rules = self.rules_record(self.rule_book.resolve())
                dtypes = [array.dtype for array in (rules, *self._records())]
                signature = _signature(dtypes, traced=name == "play_traced")
                self._kernels[name] = jit.compile_cached(getattr(self._room("kernel"), name), signature, self.name)
            return self._kernels[name]


def _signature(dtypes: list[np.dtype[np.void]], *, traced: bool) -> Any:
    """The types that a kernel's play_blocks takes, given its records', or play_traced, with an event buffer besides."""
    from numba import from_dtype
    from numba.core import types

    from cactus_sim.strategies.compile import ENTRY_DTYPE

    def ints(dimensions: int) -> Any:
        return types.Array(types.int64, dimensions, "C")

    records = [types.Array(from_dtype(dtype), 1, "C") for dtype in (*dtypes, ENTRY_DTYPE)]
    numbers = [types.int64] * 4  # unit, seed, (first) deal, rotation(s)
    buffer = [ints(2)] if traced else []
    return types.boolean(*records, ints(2), ints(1), *numbers, ints(3), ints(2), ints(2), *buffer)
