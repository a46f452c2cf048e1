"""Attacks players who are nearly out."""

from __future__ import annotations

from cactus_sim.games.eights.strategies.base import EightsStrategy, lowest_of, most_points, next_player
from cactus_sim.strategies import Parameter


class Attacker(EightsStrategy):
    """Keeps the cards that make others draw until the next player has `low` cards or fewer, then plays the heaviest. At
    other times it plays the card with the most points among the rest, and an attack only when nothing else fits.
    """

    fr = """Garde les cartes qui font prendre jusqu’à ce que le joueur suivant ait `low` cartes ou moins, puis
    pose la plus lourde. Sinon il pose, parmi les autres, la carte qui vaut le plus de points, et n’attaque
    que si rien d’autre ne va."""

    low = Parameter(
        3,
        1,
        20,
        "attacks when the next player has so many cards or fewer",
        fr="attaque quand le joueur suivant a au plus tant de cartes",
    )

    @staticmethod
    def play(mine, table, p):
        """The heaviest attack on a player who is low; else a card that does not attack."""
        attacks = mine.playable & table.attackers
        others = mine.playable & ~table.attackers
        if attacks == 0 or (others and table.cards[next_player(mine, table)] > p.low):
            return most_points(table, others)
        best, most = -1, -1
        while attacks:
            card = lowest_of(attacks)
            attacks &= attacks - 1
            if table.attack_of[card] > most:
                best, most = card, table.attack_of[card]
        return best
