"""Where every card is: rows, draw pile, discard pile and the card in a player's hand."""

from collections import Counter

from tests.cactus.house import MOST_PLACES, Rules, pack

Place = tuple[int, int]


class RefereeError(AssertionError):
    """A trace breaks a rule. `rule` is its number (`C6`) or `trace` for the event format, `index` the event's place."""

    def __init__(self, rule: str, text: str, index: int | None = None) -> None:
        super().__init__(text)
        self.rule = rule
        self.text = text
        self.index = index

    def __str__(self) -> str:
        return f"{self.rule}, event {self.index}: {self.text}"


def need(condition: bool, rule: str, text: str) -> None:
    """Refuse the event under the given rule unless the condition holds."""
    if not condition:
        raise RefereeError(rule, text)


class Table:
    """The cards of one deal. The draw pile is a bag: a trace does not tell its order beforehand."""

    def __init__(self, rules: Rules, hands: list[list[str]], discard: str | None) -> None:
        self.rules = rules
        self.pack = Counter(pack(rules))
        self.rows: list[list[str | None]] = [list(hand) for hand in hands]
        self.discards: list[str] = [] if discard is None else [discard]
        dealt = Counter(card for hand in hands for card in hand) + Counter(self.discards)
        extra = dealt - self.pack
        need(not extra, "C1", f"dealt more often than the pack has them: {sorted(extra)}")
        self.stock = self.pack - dealt
        self.ahead: Counter[str] = Counter()  # rest of the old pile, to be drawn before the reshuffled one
        self.held: str | None = None

    @property
    def top(self) -> str | None:
        """The visible discard."""
        return self.discards[-1] if self.discards else None

    def stock_size(self) -> int:
        """Cards left to draw without a reshuffle."""
        return self.stock.total() + self.ahead.total()

    def cards_of(self, player: int) -> list[str]:
        """The cards in a player's row, empty places left out."""
        return [card for card in self.rows[player] if card is not None]

    def at(self, place: Place, rule: str) -> str:
        """The card at a place; refused under `rule` where there is none."""
        player, slot = place
        need(0 <= player < len(self.rows), rule, f"there is no player {player}")
        row = self.rows[player]
        card = row[slot] if 0 <= slot < len(row) else None
        if card is None:
            raise RefereeError(rule, f"player {player} has no card in slot {slot}")
        return card

    def new_slot(self, player: int) -> int | None:
        """Where a further card of a player goes, or None when the row holds 32 cards."""
        row = self.rows[player]
        if len(row) < MOST_PLACES:
            return len(row)
        return row.index(None) if None in row else None

    def put(self, place: Place, card: str) -> None:
        """Lay a card on an empty or new place."""
        player, slot = place
        row = self.rows[player]
        if slot == len(row):
            row.append(None)
        row[slot] = card

    def pick_up(self, place: Place, rule: str) -> str:
        """Take the card away from a place, leaving it empty."""
        card = self.at(place, rule)
        self.rows[place[0]][place[1]] = None
        return card

    def exchange(self, one: Place, other: Place) -> None:
        """Swap the cards of two occupied places."""
        first, second = self.at(one, "C7"), self.at(other, "C7")
        self.rows[one[0]][one[1]] = second
        self.rows[other[0]][other[1]] = first

    def draw(self, card: str) -> str:
        """Take a card from the draw pile; refused if it can't lie there."""
        pile = self.ahead or self.stock
        need(self.stock_size() > 0, "C16", f"{card} is drawn from an empty pile")
        need(pile[card] > 0, "C1", f"{card} is drawn but is not in the draw pile")
        pile[card] -= 1
        if not pile[card]:
            del pile[card]
        return card

    def can_reshuffle(self) -> bool:
        """Whether an empty draw pile can be made anew (C16)."""
        return self.rules["stock_out"] == "reshuffle" and len(self.discards) > 1

    def reshuffle(self, cards: int) -> None:
        """All discards but the top become the draw pile; what was left of the old one is drawn first."""
        need(self.rules["stock_out"] == "reshuffle", "C16", "the rules end the round when the pile is empty")
        need(len(self.discards) > 1, "C16", "there is nothing to shuffle")
        need(cards == len(self.discards) - 1, "C16", f"{len(self.discards) - 1} cards are shuffled, not {cards}")
        self.ahead = self.stock
        self.stock = Counter(self.discards[:-1])
        self.discards = self.discards[-1:]

    def audit(self) -> None:
        """Every card of the pack is somewhere exactly once (C1)."""
        there = Counter(card for row in self.rows for card in row if card is not None)
        there.update(self.discards)
        there.update(self.stock)
        there.update(self.ahead)
        if self.held is not None:
            there[self.held] += 1
        need(there == self.pack, "C1", f"cards lost {self.pack - there}, cards too many {there - self.pack}")
