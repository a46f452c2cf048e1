"""Cactus: the game as the rest of the package knows it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from cactus_sim.games.base import CompiledLineUp, Hook, Position, PositionOption
from cactus_sim.games.cactus import metrics, rules
from cactus_sim.games.cactus.controls import CactusControls
from cactus_sim.games.cactus.decisions import DECISIONS
from cactus_sim.games.kernel_game import KernelGame
from cactus_sim.games.rule_book import Value

if TYPE_CHECKING:
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


class Cactus(KernelGame):
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
    decisions = DECISIONS
    units = ("round", "match")
    once_a_round = frozenset({"calls", "royals", "emptied"})
    default_line_up = ("threshold", "threshold", "threshold", "threshold")
    unequal_line_up = ("threshold", "early", "kamikaze", "sleepy")
    card_rules = (("penalty_cards", "2"), ("call_time", "after"))
    report_strategies = ("threshold", "patient", "counter", "early", "kamikaze")
    report_sweep = "call_at=0:12"
    effects = ("turns", "rounds", "points", "called", "failed_calls", "royals", "first_share", "stalled")

    @property
    def base(self) -> type[Strategy]:
        """The class that strategies of Cactus derive from."""
        from cactus_sim.games.cactus.strategies.base import CactusStrategy

        return CactusStrategy

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

    @property
    def position_options(self) -> tuple[PositionOption, ...]:
        """What describes a position."""
        from cactus_sim.games.cactus import position

        return position.OPTIONS

    def position(
        self, values: Mapping[str, Value], line_up: CompiledLineUp, given: Mapping[str, str], seed: int
    ) -> Position:
        """The position that the options describe."""
        from cactus_sim.games.cactus import position

        return position.place(self.rules_record(values), line_up, given, int(values["hand_cards"]), seed)

    def situation(self, hook: Hook, table: Any, view: Any) -> str:  # noqa: ARG002 - the same for all hooks
        """The round, and where the player has cards."""
        held = [slot for slot in range(rules.MAX_PLACES) if int(view["held"]) >> slot & 1]
        slots = ", ".join(map(str, held)) or "none"
        return f"round {int(table['round'])}; its slots with cards: {slots}"


GAME: Final = Cactus()
