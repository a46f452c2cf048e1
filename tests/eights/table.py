"""Where every card is: hands, draw pile and discard pile."""

from collections import Counter

from tests.cactus.table import RefereeError, need
from tests.eights.house import Rules, pack

__all__ = ["RefereeError", "Table", "need"]


class Table:
    """The cards of one deal. The draw pile is a bag: a trace does not tell its order beforehand."""

    def __init__(self, rules: Rules, hands: list[list[str]], top: str) -> None:
        self.rules = rules
        self.pack = Counter(pack(rules, len(hands)))
        self.hands = [Counter(hand) for hand in hands]
        self.discards = [top]
        dealt = Counter(card for hand in hands for card in hand) + Counter(self.discards)
        extra = dealt - self.pack
        need(not extra, "E1", f"dealt more often than the pack has them: {sorted(extra)}")
        self.stock = self.pack - dealt
        self.ahead: Counter[str] = Counter()  # rest of the old pile, to be drawn before the reshuffled one

    @property
    def top(self) -> str:
        """The card that lies open."""
        return self.discards[-1]

    def size(self, player: int) -> int:
        """Cards in a hand."""
        return self.hands[player].total()

    def stock_size(self) -> int:
        """Cards left to draw without a reshuffle."""
        return self.stock.total() + self.ahead.total()

    def to_shuffle(self) -> int:
        """Cards that a reshuffle would bring."""
        return len(self.discards) - 1 if self.rules["reshuffle"] else 0

    def drawable(self) -> bool:
        """Whether a card can be drawn, after a reshuffle if need be."""
        return self.stock_size() > 0 or self.to_shuffle() > 0

    def draw(self, player: int, cards: list[str]) -> None:
        """Cards come from the draw pile to a hand; refused if they can't lie there."""
        for card in cards:
            pile = self.ahead or self.stock
            need(self.stock_size() > 0, "E10", f"{card} is drawn from an empty pile")
            need(pile[card] > 0, "E1", f"{card} is drawn but is not in the draw pile")
            pile[card] -= 1
            self.hands[player][card] += 1
        self.stock, self.ahead = +self.stock, +self.ahead

    def play(self, player: int, card: str) -> None:
        """A card goes from a hand to the discard pile."""
        hand = self.hands[player]
        need(hand[card] > 0, "E4", f"player {player} has no {card}")
        hand[card] -= 1
        self.hands[player] = +hand
        self.discards.append(card)

    def reshuffle(self, cards: int) -> None:
        """All discards but the top become the draw pile; what was left of the old one is drawn first."""
        need(bool(self.rules["reshuffle"]), "E10", "the rules know no reshuffle")
        need(len(self.discards) > 1, "E10", "there is nothing to shuffle")
        need(
            cards == len(self.discards) - 1,
            "E10",
            f"{len(self.discards) - 1} cards are shuffled, not {cards}",
        )
        self.ahead = self.stock
        self.stock = Counter(self.discards[:-1])
        self.discards = self.discards[-1:]

    def audit(self) -> None:
        """Every card of the pack is somewhere exactly once (E1)."""
        there = Counter(self.discards)
        for cards in (*self.hands, self.stock, self.ahead):
            there.update(cards)
        need(there == self.pack, "E1", f"cards lost {self.pack - there}, cards too many {there - self.pack}")
