"""8 Américain: the game as the rest of the package knows it."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from cactus_sim import jit
from cactus_sim.cards import CARDS, card_text
from cactus_sim.errors import StrategyError
from cactus_sim.games.base import CompiledLineUp, Event, Hook, IntArray
from cactus_sim.games.eights import metrics, record, rules
from cactus_sim.games.rule_book import Value

if TYPE_CHECKING:
    from cactus_sim.games.variants import Variants
    from cactus_sim.strategies import Strategy

_HOOKS: Final = (
    Hook("play", "your turn: a card of mine.playable, or DRAW where mine.may_draw, or PASS where mine.may_pass"),
    Hook("name_suit", "you have played a card that names the suit: the suit in force from now on, 0 to 3 (S H D C)"),
)


class Eights:
    """The Game contract (`games.base.Game`) for 8 Américain."""

    name = "eights"
    title: Mapping[str, str] = {"en": "8 Américain", "fr": "8 Américain"}
    rule_book = rules.RULE_BOOK
    hooks = _HOOKS
    traits = ("attention",)
    seat_metrics = metrics.SEAT_METRICS
    game_metrics = metrics.GAME_METRICS
    histograms = metrics.HISTOGRAMS
    controls = None
    units = ("match", "round")
    default_line_up = ("greedy", "shedder", "greedy", "shedder")
    unequal_line_up = ("shedder", "greedy", "blocker", "hoarder")
    effects = ("turns", "rounds", "points", "cards_drawn", "first_share", "blocked", "stalled")

    def __init__(self) -> None:
        self._kernels: dict[str, Any] = {}
        self._lock = threading.Lock()

    @property
    def base(self) -> type[Strategy]:
        """The class that strategies of 8 Américain derive from."""
        from cactus_sim.games.eights.strategies.base import EightsStrategy

        return EightsStrategy

    @property
    def variants(self) -> Mapping[str, Variants]:
        """Which values of the rules houses play, and when a rule matters at all."""
        from cactus_sim.games.eights.variants import VARIANTS

        return VARIANTS

    def players_allowed(self, values: Mapping[str, Value]) -> tuple[int, int]:
        """The least and the greatest number of players (E1)."""
        return int(values["players_min"]), int(values["players_max"])

    def hooks_in_use(self, values: Mapping[str, Value]) -> frozenset[str]:
        """The hooks that these rules can ask."""
        named = values["eight_rank"] != "none" or (values["jokers"] and values["joker_next"] == "names_suit")
        return frozenset({"play", "name_suit"} if named else {"play"})

    def rules_record(self, values: Mapping[str, Value]) -> npt.NDArray[np.void]:
        """The rules as the kernel takes them."""
        return record.rules_record(values)

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
        from cactus_sim.games.eights import events, trace

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
        from cactus_sim.games.eights.tell import tell

        return tell(events, lang)

    def _kernel(self, name: str) -> Any:
        """The compiled function that plays blocks ("blocks") or one traced game ("traced")."""
        with self._lock:
            if name not in self._kernels:
                from cactus_sim.games.eights import kernel

                self._kernels[name] = kernel.compile_kernel(name)
            return self._kernels[name]


def _records() -> tuple[npt.NDArray[np.void], npt.NDArray[np.void], npt.NDArray[np.void]]:
    """Room for one game: state, table, and what each player knows."""
    from cactus_sim.games.eights.state import STATE
    from cactus_sim.games.eights.view import MINE, TABLE

    return np.zeros(1, STATE), np.zeros(1, TABLE), np.zeros(rules.MAX_PLAYERS, MINE)


def _fault(state: Any, table: Any, mine: Any, labels: tuple[str, ...]) -> StrategyError:
    """What is said of a hook that raised or gave an impossible answer, from the records as it left them."""
    player, hook, answer = int(state["fault_player"]), _HOOKS[int(state["fault_hook"])], int(state["fault_answer"])
    what = "raised an error" if answer == jit.HOOK_RAISED else f"answered {answer}, which is impossible there"
    return StrategyError(
        f"strategy {labels[player]}: its hook '{hook.name}' {what} "
        f"(deal {int(state['deal'])}, rotation {int(state['rotation'])}, turn {int(table['turn'])}; "
        f"{_situation(hook, mine[player])}). The hook's question: {hook.about}"
    )


def _situation(hook: Hook, view: Any) -> str:
    """What a player could have answered."""
    if hook.name == "name_suit":
        return "a suit is 0 to 3"
    playable = [f"{card} ({card_text(card)})" for card in range(CARDS) if int(view["playable"]) >> card & 1]
    playable += ["DRAW"] * int(view["may_draw"]) + ["PASS"] * int(view["may_pass"])
    return f"it could answer {', '.join(playable)}"


GAME: Final = Eights()
