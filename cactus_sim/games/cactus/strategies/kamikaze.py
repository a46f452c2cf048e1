"""Throws bad cards away on purpose."""

from __future__ import annotations

from cactus_sim.games.cactus.strategies.base import NOTHING, match_of, worst_known
from cactus_sim.games.cactus.strategies.threshold import Threshold
from cactus_sim.strategies import Parameter


class Kamikaze(Threshold):
    """Throws a card of `throw_from` points or more wrongly and on purpose, at any showing, to have an unseen card in its
    place. That pays when the bad card is much worse than the mean of the unseen cards (a 10 against 5.8 gains 4.2
    points early in the round, and it costs no turn), one penalty card is drawn, and the thrown card does not help
    others; it does not pay with two penalty cards or where a wrong card goes back, and then it is not done.
    """

    throw_from = Parameter(10, 1, 60, "throws known cards of at least so many points on purpose")
    throws_on_purpose = True

    @staticmethod
    def throw(mine, table, p):
        """An equal card if there is one, else the worst card if it is bad enough."""
        slot = match_of(mine, table.top_rank)
        if slot >= 0:
            return slot if table.points_of[mine.hand[slot]] >= 0 else NOTHING
        if mine.may_throw_wrong == 0 or table.penalty_cards > 1 or table.wrong_returns:
            return NOTHING
        worst = worst_known(mine, table)
        return worst if worst >= 0 and table.points_of[mine.hand[worst]] >= p.throw_from else NOTHING
