from cactus_sim.games.toy.strategies.base import ToyStrategy

from cactus_sim.strategies import Parameter


class Plain(ToyStrategy):
    """Rolls and adds its skill. Nothing else."""

    skill = Parameter(0, 0, 9, "added to the roll")
    style = Parameter("calm", choices=("calm", "loud"), doc="makes no difference")


class Faulty(Plain):
    """Has a fault that shows when it plays."""


class Other(ToyStrategy):
    """Has no skill."""
