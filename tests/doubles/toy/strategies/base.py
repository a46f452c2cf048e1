from cactus_sim.strategies import Strategy


class ToyStrategy(Strategy):
    """Base class."""

    @staticmethod
    def call(mine, table, p):
        return 0
