"""Waits for a good hand, or for danger."""

from __future__ import annotations

from cactus_sim.games.cactus.strategies.base import CactusStrategy
from cactus_sim.games.cactus.view import expected_total
from cactus_sim.strategies import Parameter, helper


@helper
def low_cards(table, player, points):
    """How many cards of at most so many points all know a player to have."""
    count, slots, slot = 0, table.held[player], 0
    while slots >> slot:
        card = table.public[player, slot]
        count += int(card >= 0 and table.points_of[card] <= points)
        slot += 1
    return count


@helper
def in_danger(mine, table, p):
    """Whether an opponent has few cards, or has taken several low ones, or the round is late."""
    if table.round >= p.late_round:
        return True
    for player in range(table.players):
        if player != mine.me:
            unread = table.cards[player] - low_cards(table, player, 2)
            if unread <= p.few_cards:
                return True
    return False


class Patient(CactusStrategy):
    """Plays on until its expected total is next to nothing (`call_at`), so that its calls hardly ever lose. It settles
    for `danger_at` as soon as it sees danger: an opponent with at most `few_cards` cards (cards of 2 points or less that
    all have seen it take do not count), or round `late_round`. It counts an unknown card as the mean of those it has not
    seen.
    """

    call_at = Parameter(1, -10, 60, "calls at this expected total or less")
    danger_at = Parameter(5, -10, 60, "calls at this expected total or less in danger")
    few_cards = Parameter(2, 0, 32, "danger: an opponent has at most so many cards that may be bad")
    late_round = Parameter(6, 1, 1000, "danger: this round or a later one")

    @staticmethod
    def call(mine, table, p):
        """Calls at next to nothing, or in danger at the higher limit."""
        total = expected_total(mine, table)
        return total <= p.call_at or (total <= p.danger_at and in_danger(mine, table, p))
