from cactus_sim.games.pairs.strategies.base import PairsStrategy

from cactus_sim.strategies import Parameter


class Steady(PairsStrategy):
    """Calls at a total. Never takes.

    Nothing more.
    """

    call_at = Parameter(5, 0, 60, "calls at this total or less")

    @staticmethod
    def call(mine, table, p):
        return mine.known_points + 6 * mine.unknown <= p.call_at


class SteadyTaker(Steady):
    """Calls as Steady does, and takes a card once in a while."""

    margin = Parameter(0.5, 0.0, 9.0, "takes where the mean is over it")
    bluffs = Parameter(False, doc="takes slot 3, come what may")
    wants = Parameter("low", choices=("low", "high", "red"), doc="which slot it takes")
    traits = {"memory": 0.9}

    @staticmethod
    def take(mine, table, p):
        if p.bluffs:
            return 3
        return p.wants if table.average > p.margin else -1
