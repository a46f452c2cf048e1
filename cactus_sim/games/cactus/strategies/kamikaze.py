"""Throws bad cards away on purpose."""

from __future__ import annotations

from cactus_sim.games.cactus.strategies.base import other_match
from cactus_sim.games.cactus.strategies.threshold import Threshold
from cactus_sim.games.cactus.view import NOTHING, match_of, worst_known
from cactus_sim.strategies import Parameter

ONLY_CALLED = 1  # the place of "called" among the choices of `when`


class Kamikaze(Threshold):
    """Throws a card of `throw_from` points or more wrongly and on purpose, at any showing, to have an unseen card in
    its place. A 10 against the mean of 5.8 gains 4.2 points early in the round and costs no turn, yet by the source's
    rules it costs wins: the bad card would have gone at the next turn anyway, and the unseen one in its place can't be
    thrown on an equal card. It pays where no penalty card is drawn (`penalty_cards=0`: the row gets shorter), and a
    little once somebody has called and no turn is left to be rid of the card (`when=called`). With two penalty cards,
    or where a wrong card goes back, the row gets longer, and it is not done.
    """

    fr = """Se trompe exprès : jette à tort une carte d’au moins `throw_from` points, sur n’importe quelle
    carte montrée, pour avoir à sa place une carte inconnue. Un 10 contre la moyenne de 5,8 rapporte 4,2
    points en début de manche et ne coûte pas de tour ; avec les règles de la source cela coûte pourtant des
    victoires : la mauvaise carte serait partie au tour suivant, et l’inconnue qui la remplace ne peut pas
    être jetée sur une carte égale. C’est payant là où il n’y a pas de carte de pénalité (`penalty_cards=0` :
    la rangée raccourcit), et un peu quand quelqu’un a annoncé et qu’il ne reste pas de tour pour se défaire
    de la carte (`when=called`). Avec deux cartes de pénalité, ou quand une mauvaise carte revient, la rangée
    s’allonge : il s’en garde."""

    throw_from = Parameter(
        10,
        1,
        60,
        "throws known cards of at least so many points on purpose",
        fr="jette exprès les cartes connues d’au moins tant de points",
    )
    when = Parameter(
        "always",
        choices=("always", "called"),
        doc="throws on purpose at any time, or only after a call",
        fr="jette exprès à tout moment (always), ou seulement après une annonce (called)",
    )
    throws_on_purpose = True

    @staticmethod
    def throw(mine, table, p):
        """An equal card if there is one, else the worst card if it is bad enough."""
        slot = match_of(mine, table.top_rank)
        if slot >= 0:
            return slot if table.points_of[mine.hand[slot]] >= 0 else other_match(mine, table)
        if mine.may_throw_wrong == 0 or table.penalty_cards > 1 or table.wrong_returns:
            return NOTHING
        if p.when == ONLY_CALLED and table.caller < 0:
            return NOTHING
        worst = worst_known(mine, table)
        return worst if worst >= 0 and table.points_of[mine.hand[worst]] >= p.throw_from else NOTHING
