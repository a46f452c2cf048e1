from cactus_sim.strategies import Strategy


class PairsStrategy(Strategy):
    """What strategies of the toy game do unless they say otherwise."""

    @staticmethod
    def call(mine, table, p):
        return False

    @staticmethod
    def take(mine, table, p):
        return -1
