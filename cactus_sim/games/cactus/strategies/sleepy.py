"""A casual player."""

from __future__ import annotations

from cactus_sim.games.cactus.strategies.threshold import Threshold


class Sleepy(Threshold):
    """A casual player with one eye on the game: plays as `threshold` does, but at the end of each of its turns forgets
    one in ten of the cards it knew, and misses one in three chances to throw a card. What it has forgotten it counts
    as a mean card again, and it replaces such cards rather than look for them. `memory` and `attention` set how
    sleepy.
    """

    traits = {"memory": 0.9, "attention": 0.67}
