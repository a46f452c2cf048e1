"""CACTUS, the stacking game: the game as the rest of the package knows it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from cactus_sim.games.balance import metrics, record, rules
from cactus_sim.games.balance.decisions import DECISIONS
from cactus_sim.games.base import Hook
from cactus_sim.games.kernel_game import KernelGame
from cactus_sim.games.rule_book import Value

if TYPE_CHECKING:
    from cactus_sim.strategies import Strategy

_HOOKS: Final = (
    Hook("place", "your turn: a piece of mine.pieces and a place of mine.open[piece], as piece * 64 + place"),
)


class Balance(KernelGame):
    """The Game contract (`games.base.Game`) for CACTUS, the stacking game."""

    name = "balance"
    title: Mapping[str, str] = {"en": "CACTUS, the stacking game", "fr": "CACTUS, le jeu d’équilibre"}
    rule_book = rules.RULE_BOOK
    hooks = _HOOKS
    traits = ("attention", "dexterity")
    seat_metrics = metrics.SEAT_METRICS
    game_metrics = metrics.GAME_METRICS
    histograms = metrics.HISTOGRAMS
    controls = None
    decisions = DECISIONS
    units = ("round",)
    unsure = (
        {"hand_mm": 1.5},
        {"hand_mm": 3.0},
        {},
        {"hand_mm": 6.0},
        {"hand_mm": 9.0},
        {"die_special": 1, "die_colour": 3},
        {"die_special": 1, "die_shape": 3},
        {"die_special": 4, "die_colour": 1, "die_shape": 1},
    )
    contest = ("careful", "gatherer")
    draws = True
    once_a_round: frozenset[str] = frozenset()
    default_line_up = ("gatherer", "careful", "gatherer", "careful")
    unequal_line_up = ("gatherer", "careful", "setter", "random")
    card_rules = (("fallen", "returned"), ("hand_mm", "9"))
    report_strategies = ("gatherer", "careful", "setter", "saboteur", "random")
    report_sweep = "weight=0:6"
    effects = ("turns", "fallen_pieces", "flowers_paid", "first_share", "ended_piece", "ended_specials")

    @property
    def base(self) -> type[Strategy]:
        """The class that strategies of CACTUS derive from."""
        from cactus_sim.games.balance.strategies.base import BalanceStrategy

        return BalanceStrategy

    def hooks_in_use(self, values: Mapping[str, Value]) -> frozenset[str]:  # noqa: ARG002 - whatever the rules are
        """The hooks that these rules can ask."""
        return frozenset({"place"})

    def rules_record(self, values: Mapping[str, Value]) -> npt.NDArray[np.void]:
        """The rules as the kernel takes them."""
        return record.rules_record(values)

    def check_rules(self, values: Mapping[str, Value], players: int) -> None:
        """Raises a UsageError where so many players can't play by these rules."""
        rules.check_rules(values, players)

    def situation(self, hook: Hook, table: Any, view: Any) -> str:  # noqa: ARG002 - there is one hook
        """The turn, and what the player could have answered."""
        pieces = [piece for piece in range(rules.PIECES) if int(view["pieces"]) >> piece & 1]
        piece = next((piece for piece in pieces if view["open"][piece]), pieces[0])
        places = [place for place in range(record.PLACES) if int(view["open"][piece]) >> place & 1]
        return (
            f"turn {int(table['turn'])}; it could place piece {', '.join(map(str, pieces))}; "
            f"piece {piece} at place {', '.join(map(str, places))}"
        )


GAME: Final = Balance()
