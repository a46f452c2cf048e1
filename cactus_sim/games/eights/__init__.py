"""8 Américain: the game as the rest of the package knows it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from cactus_sim.cards import CARDS, card_text
from cactus_sim.games.base import CompiledLineUp, Hook, Position, PositionOption
from cactus_sim.games.eights import metrics, record, rules
from cactus_sim.games.eights.decisions import DECISIONS
from cactus_sim.games.kernel_game import KernelGame
from cactus_sim.games.rule_book import Value

if TYPE_CHECKING:
    from cactus_sim.strategies import Strategy

_HOOKS: Final = (
    Hook("play", "your turn: a card of mine.playable, or DRAW where mine.may_draw, or PASS where mine.may_pass"),
    Hook("name_suit", "you have played a card that names the suit: the suit in force from now on, 0 to 3 (S H D C)"),
)


class Eights(KernelGame):
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
    decisions = DECISIONS
    units = ("match", "round")
    once_a_round: frozenset[str] = frozenset()
    default_line_up = ("greedy", "shedder", "greedy", "shedder")
    unequal_line_up = ("shedder", "greedy", "blocker", "hoarder")
    card_rules = (("draw_until", "true"), ("stack", "any"))
    report_strategies = ("shedder", "greedy", "blocker", "hoarder", "attacker")
    report_sweep = "danger=0:6"
    effects = ("turns", "rounds", "points", "cards_drawn", "first_share", "blocked", "stalled")

    @property
    def base(self) -> type[Strategy]:
        """The class that strategies of 8 Américain derive from."""
        from cactus_sim.games.eights.strategies.base import EightsStrategy

        return EightsStrategy

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

    @property
    def position_options(self) -> tuple[PositionOption, ...]:
        """What describes a position."""
        from cactus_sim.games.eights import position

        return position.OPTIONS

    def position(
        self, values: Mapping[str, Value], line_up: CompiledLineUp, given: Mapping[str, str], seed: int
    ) -> Position:
        """The position that the options describe."""
        from cactus_sim.games.eights import position

        return position.place(self.rules_record(values), line_up, given, seed)

    def situation(self, hook: Hook, table: Any, view: Any) -> str:
        """The turn, and what the player could have answered."""
        turn = f"turn {int(table['turn'])}; "
        if hook.name == "name_suit":
            return turn + "a suit is 0 to 3"
        playable = [f"{card} ({card_text(card)})" for card in range(CARDS) if int(view["playable"]) >> card & 1]
        playable += ["DRAW"] * int(view["may_draw"]) + ["PASS"] * int(view["may_pass"])
        return f"{turn}it could answer {', '.join(playable)}"


GAME: Final = Eights()
