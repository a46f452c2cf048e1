"""Which values of the rules of CACTUS houses play, and when a rule matters at all."""

from __future__ import annotations

from typing import Final

from cactus_sim.games.variants import BOUND, WHO_PLAYS, Variants

VARIANTS: Final = {
    "players_min": Variants(need=WHO_PLAYS),
    "players_max": Variants(need=WHO_PLAYS),
    "flowers_each": Variants(
        (1, 3, 5), counts=(("flower to begin with", "flowers to begin with"), ("fleur au départ", "fleurs au départ"))
    ),
    "flowers_reserve": Variants((5, 10, 20)),
    "die_colour": Variants((1, 2, 3)),
    "die_shape": Variants((1, 2, 3)),
    "die_special": Variants((1, 2, 3)),
    "claim_third": Variants((0, 1, 2)),
    "claim_fifth": Variants((0, 2, 3)),
    "claim_five_colours": Variants((0, 2, 3)),
    "touch_cost": Variants((0, 1, 2)),
    "fall_cost": Variants((0, 1, 2)),
    "hand_mm": Variants((3.0, 4.5, 6.0)),
    "attempts": Variants(need=BOUND),
    "stall_turns": Variants(need=BOUND),
}
"""By rule; numbers that are not named here are not varied."""
