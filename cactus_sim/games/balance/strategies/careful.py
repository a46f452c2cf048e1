"""Lets nothing fall."""

from __future__ import annotations

from cactus_sim.games.balance.strategies.base import BalanceStrategy


class Careful(BalanceStrategy):
    """Places each piece where the chance of a fall is least, whatever it earns; of equals where it earns most. The
    yardstick for all other strategies.
    """

    fr = """Pose chaque pièce là où le risque de chute est le plus faible, quoi qu’elle rapporte ; à risque égal,
    là où elle rapporte le plus. L’étalon des autres stratégies."""
