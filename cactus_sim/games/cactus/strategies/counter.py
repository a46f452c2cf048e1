"""Counts cards."""

from __future__ import annotations

from cactus_sim.games.cactus.rules import THROW_NONE
from cactus_sim.games.cactus.strategies.base import MUCH, CactusStrategy
from cactus_sim.games.cactus.view import NOTHING, expected_total, first_of, known_at, unseen_mean
from cactus_sim.strategies import Parameter, helper

LEAST_PART = 0.25
"""However late in the round, an opponent's unknown card is not reckoned under this part of the pack's mean."""


@helper
def worst(mine, table, curiosity):
    """The slot to be rid of first and what that is worth: its points, or for an unknown card its mean points and more
    for knowing what then lies there. (NOTHING, −1000) in an empty row.
    """
    slot, most = NOTHING, float(-MUCH)
    unknown = first_of(mine.held & ~mine.known)
    if unknown != NOTHING:
        slot, most = unknown, unseen_mean(mine, table) + (curiosity if table.throw != THROW_NONE else 0.0)
    mask = mine.known
    while mask:
        known = first_of(mask)
        mask &= mask - 1
        if table.points_of[mine.hand[known]] > most:
            slot, most = known, float(table.points_of[mine.hand[known]])
    return slot, most


@helper
def gain_of_drawing(mine, table, most):
    """What a card from the draw pile gains on average if it may replace a card worth `most` points."""
    gain, cards = 0.0, 0
    for rank in range(14):
        count = table.unseen_ranks[rank]
        # Kings of two colours may differ: the mean of a spade and a heart stands for the rank.
        points = 0.5 * (table.points_of[4 * rank] + table.points_of[4 * rank + 1])
        gain += count * max(0.0, most - points)
        cards += count
    return gain / cards if cards > 0 else 0.0


@helper
def least_of_others(mine, table, shrink):
    """The lowest total that an opponent is reckoned to have: known cards, and others worth less each round."""
    least = float(MUCH)
    mean = table.pack_mean * max(LEAST_PART, 1.0 - shrink * table.round)
    for player in range(table.players):
        if player != mine.me:
            total, mask = 0.0, table.held[player]
            while mask:
                slot = first_of(mask)
                mask &= mask - 1
                card = known_at(mine, table, player, slot)
                total += table.points_of[card] if card >= 0 else mean
            least = min(least, total)
    return least


class Counter(CactusStrategy):
    """Counts the cards that are out, and so knows the mean of those it has not seen and what drawing would gain it. It
    is curious: it replaces the cards it does not know first, because only a card that it knows can be thrown. It takes
    the top discard only where that gains a good deal more than drawing. Its limit for calling falls from round to
    round, and it calls only if it seems to be about as low as any opponent, by how many cards they have and which of
    them it has seen; late in the round it stops waiting.
    """

    fr = """Compte les cartes sorties : connaît ainsi la moyenne de celles qui restent cachées, et ce que
    piocher lui rapporterait. Curieux, il remplace d’abord ses cartes inconnues, car seule une carte connue
    peut être jetée. Il ne prend la carte visible de la défausse que si elle rapporte bien plus que piocher.
    Sa limite pour annoncer baisse de tour en tour, et il n’annonce que s’il semble à peu près aussi bas que
    tout adversaire, d’après le nombre de leurs cartes et celles qu’il a vues ; tard dans la manche, il
    n’attend plus."""

    call_at = Parameter(
        5.0,
        -10.0,
        60.0,
        "calls at this expected total or less in the first round",
        fr="annonce au premier tour à ce total attendu ou moins",
    )
    falls = Parameter(
        0.2,
        0.0,
        10.0,
        "points by which that limit is lower in each further round",
        fr="points dont cette limite baisse à chaque tour suivant",
    )
    falls_to = Parameter(3.0, -10.0, 60.0, "the limit falls no lower than this", fr="la limite ne descend pas plus bas")
    lead = Parameter(
        -1.0,
        -60.0,
        60.0,
        "calls only with so many points fewer than any opponent is reckoned to have",
        fr="n’annonce qu’avec tant de points de moins que ce qu’il prête à tout adversaire",
    )
    late_round = Parameter(
        10,
        1,
        1000,
        "from this round on it calls at call_at, and a point more each round, whatever others have",
        fr="à partir de ce tour, annonce à call_at, plus un point par tour, quoi qu’aient les autres",
    )
    shrink = Parameter(
        0.12,
        0.0,
        1.0,
        "part of its points that an opponent's unknown card is reckoned to lose a round",
        fr="part de ses points que perd à chaque tour, croit-il, une carte inconnue d’un adversaire",
    )
    curiosity = Parameter(
        8.0,
        -20.0,
        60.0,
        "points that it is worth to know a card instead of not knowing it",
        fr="points que vaut le fait de connaître une carte",
    )
    prefer_draw = Parameter(
        4.0,
        -20.0,
        60.0,
        "points by which the top discard must gain more than drawing",
        fr="points dont la carte visible de la défausse doit rapporter plus que piocher",
    )

    @staticmethod
    def call(mine, table, p):
        """Calls at a limit that falls, if no opponent seems to be better; late, at one that rises; always at 0."""
        total = expected_total(mine, table)
        if total <= 0.0:
            return True
        if table.round >= p.late_round:
            return total <= p.call_at + table.round - p.late_round
        limit = max(p.call_at - p.falls * (table.round - 1), p.falls_to)
        return total <= limit and total + p.lead <= least_of_others(mine, table, p.shrink)

    @staticmethod
    def take(mine, table, p):
        """Takes the top discard where it gains enough."""
        slot, most = worst(mine, table, p.curiosity)
        gain = most - table.top_points
        return slot if gain > 0.0 and gain > gain_of_drawing(mine, table, most) + p.prefer_draw else NOTHING

    @staticmethod
    def place(mine, table, p):
        """Replaces an unknown card or the worst one, where that is worth it."""
        slot, most = worst(mine, table, p.curiosity)
        return slot if most > table.points_of[mine.drawn] else NOTHING
