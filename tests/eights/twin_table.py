"""Cards, trace and result of a round as the twin keeps them; `twin.py` plays with it."""

import random
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from tests.eights.house import MOST_REDRAWS, hand_cards, in_order, must_redraw, pack, points

Event = dict[str, Any]


@dataclass
class Outcome:
    """What a round came to; lists are by player. `moves` counts what players chose, forced choices included:
    cards played, draws (an attack taken is one), passes and suits named. `beginner` had the first turn."""

    reason: str
    dealer: int
    beginner: int
    winners: list[int]
    points: list[int]
    cards_left: list[int]
    moves: list[int]
    plays: int
    draws: int
    cards_drawn: int
    passes: int
    named: int
    turns: int
    events: list[Event] = field(repr=False)


class RoundOver(Exception):  # noqa: N818 - not an error
    """The round ends at once; its argument is the reason."""


class TwinTable:
    """One round's cards and the trace so far."""

    def __init__(
        self, players: int, rng: random.Random, rules: dict[str, Any], rotation: int = 0, hand: int = 0
    ) -> None:
        self.n, self.rng, self.rules = players, rng, rules
        last = (hand - 1 - rotation) % players
        self.dealer = rng.randrange(players) if rules["dealer"] == "random" else last
        self.stock = pack(rules, players)
        rng.shuffle(self.stock)  # the last card is the top of the pile
        self.hands: list[list[str]] = [[] for _ in range(players)]
        for _ in range(hand_cards(rules, players)):
            for place in range(1, players + 1):
                self.hands[(self.dealer + place) % players].append(self.stock.pop())
        redrawn = []
        while must_redraw(self.stock[-1], rules) and len(redrawn) < MOST_REDRAWS:
            redrawn.append(self.stock[-1])
            rng.shuffle(self.stock)
        self.pile = [self.stock.pop()]
        self.plays = self.draws = self.cards_drawn = self.passes = self.named = self.turns = 0
        self.moves = [0] * players
        self.beginner: int | None = None
        self.out: int | None = None
        self.events: list[Event] = []
        self.tell(
            "deal", game="eights", rules=rules, seed=0, deal=0, rotation=rotation, players=players,
            line_up=["random"] * players, dealer=self.dealer, first=(self.dealer + 1) % players,
            hands=[in_order(one) for one in self.hands], top=self.pile[0], redrawn=redrawn,
        )  # fmt: skip

    @property
    def top(self) -> str:
        """The card that lies open."""
        return self.pile[-1]

    def tell(self, kind: str, **fields: Any) -> None:
        """Add an event to the trace."""
        self.events.append({"e": kind, **fields})

    def choose(self, moves: Iterable[str]) -> str:
        """One of different moves, equally likely (put in order, so that a seed repeats a game)."""
        return self.rng.choice(sorted(moves))

    def shuffle_if_empty(self) -> None:
        """An empty draw pile is made anew at once from the discards, the top stays."""
        if not self.stock and len(self.pile) > 1 and self.rules["reshuffle"]:
            self.stock, self.pile = self.pile[:-1], self.pile[-1:]
            self.rng.shuffle(self.stock)
            self.tell("reshuffle", cards=len(self.stock))

    def draw(self, p: int, cards: int, why: str) -> list[str]:
        """Up to so many cards from the pile to a hand; told in parts if the pile is made anew in between."""
        drawn: list[str] = []
        part: list[str] = []
        while self.stock and len(drawn) < cards:
            card = self.stock.pop()
            self.hands[p].append(card)
            drawn.append(card)
            part.append(card)
            if not self.stock or len(drawn) == cards:
                self.tell("draw", player=p, cards=part, why=why)
                part = []
                self.shuffle_if_empty()
        self.cards_drawn += len(drawn)
        return drawn

    def result(self, reason: str) -> Outcome:
        """All cards left are counted."""
        score = [sum(points(card, self.rules) for card in hand) for hand in self.hands]
        winners = [p for p in range(self.n) if score[p] == min(score)] if self.out is None else [self.out]
        self.tell(
            "end", reason=reason, winner=self.out, winners=winners,
            hands=[in_order(hand) for hand in self.hands],
            points=score,
        )  # fmt: skip
        assert self.beginner is not None
        return Outcome(
            reason, self.dealer, self.beginner, winners, score, [len(hand) for hand in self.hands],
            self.moves,
            self.plays, self.draws, self.cards_drawn, self.passes, self.named, self.turns, self.events,
        )  # fmt: skip
