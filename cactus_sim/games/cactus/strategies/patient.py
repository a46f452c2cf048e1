"""Waits for a good hand, or for danger."""

from __future__ import annotations

from cactus_sim.games.cactus.strategies.base import CactusStrategy
from cactus_sim.games.cactus.view import expected_total, first_of
from cactus_sim.strategies import Parameter, helper

LOW = 2


@helper
def cards_that_may_be_bad(mine, table, player):
    """How many cards of an opponent are not known to all as being of 2 points or less."""
    count, mask = table.cards[player], table.held[player]
    while mask:
        slot = first_of(mask)
        mask &= mask - 1
        card = table.public[player, slot]
        count -= int(card >= 0 and table.points_of[card] <= LOW)
    return count


@helper
def in_danger(mine, table, few_cards, late_round):
    """Whether an opponent has few cards that may be bad, or the round is late."""
    if table.round >= late_round:
        return True
    for player in range(table.players):
        if player != mine.me and cards_that_may_be_bad(mine, table, player) <= few_cards:
            return True
    return False


class Patient(CactusStrategy):
    """Plays on until its expected total is next to nothing (`call_at`), so that its calls hardly ever lose. It settles
    for `danger_at` as soon as it sees danger: round `late_round`, or an opponent with at most `few_cards` cards that
    may be bad (cards of 2 points or less that all have seen are not). It counts an unknown card as the mean of those
    that it has not seen.
    """

    fr = """Continue jusqu’à ce que son total attendu soit presque nul (`call_at`) : ses annonces ne perdent
    presque jamais. Il se contente de `danger_at` dès qu’il voit un danger : le tour `late_round`, ou un
    adversaire qui n’a plus que `few_cards` cartes peut-être mauvaises (celles de 2 points ou moins que tous
    ont vues n’en sont pas). Une carte inconnue compte pour la moyenne de celles qu’il n’a pas vues."""

    call_at = Parameter(1, -10, 60, "calls at this expected total or less", fr="annonce à ce total attendu ou moins")
    danger_at = Parameter(
        5,
        -10,
        60,
        "calls at this expected total or less in danger",
        fr="en danger, annonce à ce total attendu ou moins",
    )
    few_cards = Parameter(
        2,
        0,
        32,
        "danger: an opponent has at most so many cards that may be bad",
        fr="danger : un adversaire a au plus tant de cartes peut-être mauvaises",
    )
    late_round = Parameter(6, 1, 1000, "danger: this round or a later one", fr="danger : ce tour ou un suivant")

    @staticmethod
    def call(mine, table, p):
        """Calls at next to nothing, or in danger at the higher limit."""
        total = expected_total(mine, table)
        return total <= p.call_at or (total <= p.danger_at and in_danger(mine, table, p.few_cards, p.late_round))
