"""The rows of cards in a game of Cactus that is told from its trace, and what each player knows of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from cactus_sim.cards import parse_card
from cactus_sim.games.base import Event
from cactus_sim.games.cactus.rules import card_points

Place = tuple[int, int]
"""Whose row, and which slot of it."""


def owner_of(event: Event) -> int:
    """Whose row an event is about: the target's, else the player's own."""
    return int(event["target"] if "target" in event else event["player"])


def first_owner(event: Event) -> int:
    """Whose row the first card of an exchange lies in."""
    return int(event["from"] if "from" in event else event["player"])


class Rows:
    """The rows as they lie, and which of their cards each player knows.

    What a player forgets of others' cards is no event: with an imperfect memory, a card that comes to a player by an
    exchange may be shown as known to one who has forgotten it.
    """

    def __init__(self, event: Event) -> None:
        self.rules: Mapping[str, Any] = event["rules"]
        self.rows: list[list[str | None]] = [list(hand) for hand in event["hands"]]
        self.known: list[set[Place]] = [{(player, slot) for slot in seen} for player, seen in enumerate(event["seen"])]

    def at(self, player: int, slot: int) -> str:
        """The card in a slot, "" where there is none."""
        row = self.rows[player]
        return (row[slot] if slot < len(row) else None) or ""

    def total(self, player: int) -> int:
        """The points of a row."""
        return sum(card_points(self.rules, parse_card(card)) for card in self.rows[player] if card)

    def lay(self, player: int, slot: int, card: str, known_to: Iterable[int] = ()) -> None:
        """A card, or none, is in a slot from now on."""
        row = self.rows[player]
        row.extend([None] * (slot + 1 - len(row)))
        row[slot] = card or None
        for known in self.known:
            known.discard((player, slot))
        for who in known_to:
            self.known[who].add((player, slot))

    def swap(self, a: Place, b: Place) -> None:
        """Two cards, or a card and an empty slot, change places; whoever knew a card knows where it went."""
        here, there = self.at(*a), self.at(*b)
        knew_here = [who for who, known in enumerate(self.known) if a in known]
        knew_there = [who for who, known in enumerate(self.known) if b in known]
        self.lay(*a, there, knew_there)
        self.lay(*b, here, knew_here)

    def show(self, player: int, slot: int) -> None:
        """A card is shown to all and stays where it is."""
        for known in self.known:
            known.add((player, slot))

    def follow(self, event: Event) -> None:
        """Does to the cards what an event says."""
        kind, player = event["e"], event["player"]
        owner = owner_of(event)
        match kind:
            case "take":
                self.lay(player, event["slot"], event["in"], range(len(self.rows)))
            case "swap":
                self.lay(player, event["slot"], event["in"], [player])
            case "swap_many":
                self.swap_many(event)
            case "peek" | "look":
                self.known[player].add((owner, event["slot"]))
            case "exchange" | "give":
                self.swap((first_owner(event), event["slot"]), (owner, event["target_slot"]))
            case "throw" if event["match"] or (owner == player and self.rules["wrong_card"] == "stays"):
                self.lay(owner, event["slot"], "")
            case "return":
                self.show(owner, event["slot"])
            case "penalty":
                self.draw_penalty(event)
            case "forget":
                self.known[player].discard((player, event["slot"]))

    def swap_many(self, event: Event) -> None:
        """A drawn card comes for several others, or beside them where they are not equal."""
        player = event["player"]
        for slot in event["slots"]:
            if event["match"]:
                self.lay(player, slot, "")
            else:
                self.show(player, slot)
        if event["slot"] is not None:
            self.lay(player, event["slot"], event["in"], [player])

    def draw_penalty(self, event: Event) -> None:
        """Cards come that nobody has seen."""
        for slot, card in zip(event["slots"], event["cards"], strict=True):
            self.lay(event["player"], slot, card)
