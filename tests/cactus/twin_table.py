"""Cards, knowledge and result of a round as the twin keeps them; `twin.py` plays with it."""

import random
from dataclasses import dataclass, field
from typing import Any

from tests.cactus.house import MOST_PLACES, fewest_points, pack, points

Event = dict[str, Any]
Place = tuple[int, int]


@dataclass
class Outcome:
    """What a round came to. `rounds` is the round of the last turn, `calls` and `failed` are per player."""

    reason: str
    totals: list[int]
    winners: list[int]
    caller: int | None
    points: list[int]
    rounds: int
    turns: int
    right: list[int]
    wrong: list[int]
    calls: list[int]
    failed: list[int]
    royal: list[int]
    events: list[Event] = field(repr=False)


class RoundOver(Exception):  # noqa: N818 - not an error
    """The round ends at once; its argument is the reason."""


class TwinTable:
    """One round's cards, who knows which, and the trace so far."""

    def __init__(
        self, players: int, rng: random.Random, rules: dict[str, Any], rotation: int = 0, hand: int = 0
    ) -> None:
        self.n, self.rng, self.rules, self.rotation = players, rng, rules, rotation
        self.first = (hand - rotation) % players
        self.stock = pack(rules)
        rng.shuffle(self.stock)  # the last card is the top of the pile
        self.rows: list[list[str | None]] = [[] for _ in range(players)]
        for seat in range(players):
            self.rows[(seat - rotation) % players] = [self.stock.pop() for _ in range(rules["hand_cards"])]
        self.pile = [self.stock.pop()] if rules["discard_start"] else []
        looked = range(min(rules["looked_at"], rules["hand_cards"]))
        # The places whose cards each player remembers, and those whose cards are known to all.
        self.known: list[set[Place]] = [{(p, slot) for slot in looked} for p in range(players)]
        self.public: set[Place] = set()
        self.caller: int | None = None
        self.left = 0
        self.throws = 0
        self.turns = self.rounds = 0
        self.right, self.wrong = [0] * players, [0] * players
        self.events: list[Event] = []
        self.tell(
            "deal", game="cactus", rules=rules, seed=0, deal=0, rotation=rotation, players=players,
            line_up=["random"] * players, first=self.first, hands=[list(row) for row in self.rows],
            seen=[list(looked)] * players, discard=self.pile[0] if self.pile else None,
        )  # fmt: skip

    def tell(self, kind: str, **fields: Any) -> None:
        """Add an event to the trace."""
        self.events.append({"e": kind, **fields})

    def slots(self, p: int) -> list[int]:
        """The occupied slots of a player."""
        return [slot for slot, card in enumerate(self.rows[p]) if card is not None]

    def card(self, place: Place) -> str:
        """The card at an occupied place."""
        card = self.rows[place[0]][place[1]]
        assert card is not None
        return card

    def draw(self) -> str:
        """The next card of the pile, after a reshuffle if need be; without one the round is over."""
        if not self.stock:
            if self.rules["stock_out"] == "end" or len(self.pile) < 2:
                raise RoundOver("stock")
            self.stock, self.pile = self.pile[:-1], self.pile[-1:]
            self.rng.shuffle(self.stock)
            self.tell("reshuffle", cards=len(self.stock))
        return self.stock.pop()

    # Knowledge

    def lost(self, place: Place) -> None:
        """The card of a place is gone."""
        for known in (*self.known, self.public):
            known.discard(place)

    def moved(self, a: Place, b: Place) -> None:
        """Two places change cards; whoever knew one knows it at its new place."""
        swap = {a: b, b: a}
        self.known = [{swap.get(place, place) for place in known} for known in self.known]
        self.public = {swap.get(place, place) for place in self.public}
        for place in self.public & {a, b}:
            self.known[place[0]].add(place)

    def may_call(self, p: int) -> bool:
        """Nobody has called, and known points plus the least the others can be are under `call_under`."""
        if self.caller is not None:
            return False
        least = fewest_points(self.rules)
        could = [
            points(self.card((p, slot)), self.rules) if (p, slot) in self.known[p] else least for slot in self.slots(p)
        ]
        return self.rules["call_under"] == 0 or sum(could) < int(self.rules["call_under"])

    def new_slot(self, p: int) -> int | None:
        """One past the end of the row, or the lowest empty place once there are 32 places."""
        if len(self.rows[p]) < MOST_PLACES:
            return len(self.rows[p])
        return self.rows[p].index(None) if None in self.rows[p] else None

    def lay(self, p: int, slot: int, card: str) -> None:
        """A card goes to an empty or new place, unseen."""
        self.rows[p] += [None] * (slot + 1 - len(self.rows[p]))
        self.rows[p][slot] = card

    def result(self, reason: str) -> Outcome:
        """All cards are shown and counted."""
        rules, caller = self.rules, self.caller
        totals = [sum(points(self.card((p, slot)), rules) for slot in self.slots(p)) for p in range(self.n)]
        failed = [int(p == caller and totals[p] > rules["cactus_max"]) for p in range(self.n)]
        most = rules["cactus_max"] if rules["winner_needs_cactus"] else max(totals)
        ranked = sorted((totals[p], p) for p in range(self.n) if not failed[p] and totals[p] <= most)
        winners = [p for total, p in ranked if total == ranked[0][0]]
        if caller in winners and rules["tie"] == "caller":
            winners = [p for p in winners if p == caller]
        if caller in winners and rules["tie"] == "others" and len(winners) > 1:
            winners.remove(caller)
        scores = self.scores(totals, winners, failed)
        royal = [p for p in range(self.n) if totals[p] == 0]
        self.tell(
            "end", reason=reason, hands=[list(row) for row in self.rows], totals=totals, caller=caller,
            winners=winners, royal=royal, points=scores,
        )  # fmt: skip
        calls = [int(p == caller) for p in range(self.n)]
        return Outcome(
            reason, totals, winners, caller, scores, self.rounds, self.turns, self.right, self.wrong, calls, failed,
            royal, self.events,
        )  # fmt: skip

    def scores(self, totals: list[int], winners: list[int], failed: list[int]) -> list[int]:
        """The points of the round."""
        rules, scores = self.rules, []
        hands = [sorted(points(self.card((p, slot)), rules) for slot in self.slots(p)) for p in range(self.n)]
        for p, total in enumerate(totals):
            lowest = total == min(totals)
            extra = failed[p] * rules["fail_points"]
            extra += rules["not_lowest_points"] if p == self.caller and not lowest else 0
            zero = rules["winner_zero"] and p in winners
            zero = zero or (rules["caller_zero"] and p == self.caller and lowest and not failed[p])
            scores.append(0 if zero else total + extra)
        if rules["kamikaze_hand"] and [12, 12, 13, 13] in hands:
            return [0 if hand == [12, 12, 13, 13] else rules["kamikaze_hand"] for hand in hands]
        return scores
