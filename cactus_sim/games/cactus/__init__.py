"""Cactus: the game as the rest of the package knows it."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from cactus_sim import jit
from cactus_sim.errors import StrategyError
from cactus_sim.games.base import CompiledLineUp, Event, Hook, IntArray
from cactus_sim.games.cactus import metrics, rules
from cactus_sim.games.cactus.controls import CactusControls
from cactus_sim.games.rule_book import Value

if TYPE_CHECKING:
    from cactus_sim.games.variants import Variants
    from cactus_sim.strategies import Strategy

_HOOKS: Final = (
    Hook("call", "on your turn, where it is legal: call « Cactus ! »? 1 or 0"),
    Hook("take", "take the top discard? the slot of the card to exchange for it, NOTHING to draw"),
    Hook("place", "you have drawn mine.drawn: the slot of the card it replaces, NOTHING to discard it"),
    Hook("place_many", "under multi_swap: the slots (bits) of equal cards it replaces at once, 0 for none"),
    Hook(
        "throw",
        "a card was put on the discard pile: the place of a card to throw on it, or NOTHING "
        "(asked only with an equal card in memory, unless the class says throws_on_purpose = True)",
    ),
    Hook("use_power", "use table.power? the place, or pair of places, it is used on, or NOTHING"),
    Hook("swap_seen", "under look_swap: the place to exchange with mine.looked_place, or NOTHING"),
    Hook("give_back", "you threw an opponent's card: the slot of the card you give for it"),
)


class Cactus:
    """The Game contract (`games.base.Game`) for Cactus."""

    name = "cactus"
    title: Mapping[str, str] = {"en": "Cactus", "fr": "Cactus"}
    rule_book = rules.RULE_BOOK
    hooks = _HOOKS
    traits = ("memory", "attention", "reflex")
    seat_metrics = metrics.SEAT_METRICS
    game_metrics = metrics.GAME_METRICS
    histograms = metrics.HISTOGRAMS
    controls = CactusControls()
    units = ("round", "match")
    default_line_up = ("threshold", "threshold", "threshold", "threshold")
    unequal_line_up = ("threshold", "early", "kamikaze", "sleepy")
    effects = ("turns", "rounds", "points", "called", "failed_calls", "royals", "first_share", "stalled")

    def __init__(self) -> None:
        self._kernels: dict[str, Any] = {}
        self._lock = threading.Lock()

    @property
    def base(self) -> type[Strategy]:
        """The class that strategies of Cactus derive from."""
        from cactus_sim.games.cactus.strategies.base import CactusStrategy

        return CactusStrategy

    @property
    def variants(self) -> Mapping[str, Variants]:
        """Which values of the rules houses play, and when a rule matters at all."""
        from cactus_sim.games.cactus.variants import VARIANTS

        return VARIANTS

    def players_allowed(self, values: Mapping[str, Value]) -> tuple[int, int]:
        """The least and the greatest number of players (C2)."""
        return int(values["players_min"]), int(values["players_max"])

    def hooks_in_use(self, values: Mapping[str, Value]) -> frozenset[str]:
        """The hooks that these rules can ask."""
        powers = {str(value) for name, value in values.items() if name.startswith("power_")}
        used = {
            "take": values["take_discard"],
            "place_many": values["multi_swap"],
            "throw": values["throw"] != "none",
            "use_power": bool(powers & set(rules.POWERS[1:])),
            "swap_seen": "look_swap" in powers,
            "give_back": values["throw"] == "any",
        }
        return frozenset({"call", "place"} | {name for name, asked in used.items() if asked})

    def rules_record(self, values: Mapping[str, Value]) -> npt.NDArray[np.void]:
        """The rules as the kernel takes them."""
        return rules.rules_record(values)

    def check_rules(self, values: Mapping[str, Value], players: int) -> None:
        """Raises a UsageError where so many players can't play by these rules."""
        rules.check_rules(values, players)

    def is_warm(self) -> bool:
        """Whether the kernel was compiled on this machine before."""
        return "blocks" in self._kernels or jit.is_warm(self.name)

    def compile(self) -> None:
        """Compiles the kernel, or loads it from the cache."""
        self._kernel("blocks")

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
        records = _records()
        states, tables, mine = records
        with np.errstate(over="ignore"):
            done = self._kernel("blocks")(
                jit.readable(rules), *map(jit.readable, records), jit.readable(line_up.entries), line_up.addresses,
                rows, self.units.index(unit), seed, first_deal, rotations, seat_values, game_values, histograms,
            )  # fmt: skip
        if not done:
            raise _fault(states[0], tables[0], mine, labels)

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
        from cactus_sim.games.cactus import events, trace

        records = _records()
        states, tables, mine = records
        players = len(labels)
        rows = np.arange(players, dtype=np.int64)
        buffer = np.zeros((1 << 12, events.COLUMNS), np.int64)
        while True:
            counts = [
                np.zeros((1, players, len(self.seat_metrics)), np.int64),
                np.zeros((1, len(self.game_metrics)), np.int64),
                np.zeros((players, sum(histogram.bins for histogram in self.histograms)), np.int64),
            ]
            with np.errstate(over="ignore"):
                done = self._kernel("traced")(
                    jit.readable(rules), *map(jit.readable, records), jit.readable(line_up.entries),
                    line_up.addresses, rows, self.units.index(unit), seed, deal, rotation, *counts, buffer,
                )  # fmt: skip
            written = int(states[0]["events"])
            if written <= len(buffer):
                break
            buffer = np.zeros((written, events.COLUMNS), np.int64)
        if not done:
            raise _fault(states[0], tables[0], mine, labels)
        return trace.decode(buffer[:written], rule_values, labels, unit, seed, deal, rotation)

    def tell(self, events: Iterable[Event], lang: str) -> Iterator[str]:
        """The events in words."""
        from cactus_sim.games.cactus.tell import tell

        return tell(events, lang)

    def _kernel(self, name: str) -> Any:
        """The compiled function that plays blocks ("blocks") or one traced game ("traced")."""
        with self._lock:
            if name not in self._kernels:
                from cactus_sim.games.cactus import kernel

                self._kernels[name] = kernel.compile_kernel(name)
            return self._kernels[name]


def _records() -> tuple[npt.NDArray[np.void], npt.NDArray[np.void], npt.NDArray[np.void]]:
    """Room for one game: state, table, and what each player knows."""
    from cactus_sim.games.cactus.state import STATE
    from cactus_sim.games.cactus.view import MINE, TABLE

    return np.zeros(1, STATE), np.zeros(1, TABLE), np.zeros(rules.MAX_PLAYERS, MINE)


def _fault(state: Any, table: Any, mine: Any, labels: tuple[str, ...]) -> StrategyError:
    """What is said of a hook that raised or gave an impossible answer, from the records as it left them."""
    player, hook, answer = int(state["fault_player"]), _HOOKS[int(state["fault_hook"])], int(state["fault_answer"])
    what = "raised an error" if answer == jit.HOOK_RAISED else f"answered {answer}, which is impossible there"
    held = [slot for slot in range(rules.MAX_PLACES) if int(mine[player]["held"]) >> slot & 1]
    return StrategyError(
        f"strategy {labels[player]}: its hook '{hook.name}' {what} "
        f"(deal {int(state['deal'])}, rotation {int(state['rotation'])}, round {int(table['round'])}; "
        f"its slots with cards: {', '.join(map(str, held)) or 'none'}). The hook's question: {hook.about}"
    )


GAME: Final = Cactus()
