"""Points and winners of a round, and the running totals of a match (E12–E14)."""

from collections import Counter
from collections.abc import Sequence

from tests.eights.house import MOST_ROUNDS, Rules, points

Hands = Sequence[Counter[str]]


def round_points(hands: Hands, rules: Rules) -> list[int]:
    """Points left in each hand."""
    return [sum(points(card, rules) * count for card, count in hand.items()) for hand in hands]


def winners(score: list[int], out: int | None) -> list[int]:
    """Who is out, alone; if nobody is, all who have the fewest points."""
    if out is not None:
        return [out]
    return [p for p, value in enumerate(score) if value == min(score)]


class MatchScore:
    """Running totals of a match."""

    def __init__(self, players: int, rules: Rules) -> None:
        self.limit = rules["match_points"]
        self.totals = [0] * players
        self.rounds = 0

    def add(self, score: list[int]) -> None:
        """Count one round."""
        self.rounds += 1
        self.totals = [total + value for total, value in zip(self.totals, score, strict=True)]

    def over(self) -> bool:
        """Whether a total reached the limit, or the most rounds a match may have are played."""
        return max(self.totals) >= self.limit or self.rounds >= MOST_ROUNDS

    def winners(self) -> list[int]:
        """The lowest totals; ties share."""
        return [p for p, total in enumerate(self.totals) if total == min(self.totals)]
