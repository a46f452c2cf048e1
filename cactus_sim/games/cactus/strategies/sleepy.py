"""A casual player."""

from __future__ import annotations

from cactus_sim.games.cactus.strategies.threshold import Threshold


class Sleepy(Threshold):
    """A casual player with one eye on the game: plays as `threshold` does, but at the end of each of its turns forgets
    one in ten of the cards it knew, and misses one in three chances to throw a card. What it has forgotten it counts
    as a mean card again, and it replaces such cards rather than look for them. `memory` and `attention` set how
    sleepy.
    """

    fr = """Joueur distrait, qui ne suit que d’un œil : joue comme `threshold`, mais oublie à la fin de chacun
    de ses tours une carte sur dix de celles qu’il connaissait, et laisse passer une occasion de jeter sur
    trois. Une carte oubliée compte de nouveau pour une carte moyenne, et il la remplace plutôt que de la
    chercher. `memory` et `attention` règlent sa distraction."""

    traits = {"memory": 0.9, "attention": 0.67}
