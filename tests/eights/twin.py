"""A slow, readable player of 8 Américain for the `random` strategy, with Python's own dice.

`play(players, rng, rules)` plays a round and gives its result with a full trace; `play_match` plays rounds up
to `match_points`. All players notice with the same `attention`.
"""

import random
from typing import Any

from tests.eights import house
from tests.eights.house import ANY, JOKERS, NONE, SUITS, house_rules
from tests.eights.twin_table import Event, Outcome, RoundOver, TwinTable

DRAW, PASS = "draw", "pass"


class Twin(TwinTable):
    """One round between `random` players."""

    def __init__(
        self, players: int, rng: random.Random, rules: dict[str, Any], rotation: int = 0, hand: int = 0,
        attention: float = 1.0,
    ) -> None:  # fmt: skip
        super().__init__(players, rng, rules, rotation, hand)
        self.attention = attention
        self.step = 1
        self.owed = 0
        self.dry_passes = 0
        self.silent = False
        self.following = (self.dealer + 1) % players
        self.in_force = ANY if self.top in JOKERS else house.suit(self.top)

    def play(self) -> Outcome:
        """Play to the end."""
        try:
            if self.rules["first_card"] in ("acts", "acts_redraw_eights"):
                self.effects(self.dealer, self.top)
                self.moves = [0] * self.n
                self.named = 0
            while self.turns < self.rules["stall_turns"]:
                self.turn(self.following)
        except RoundOver as over:
            return self.result(str(over))
        return self.result("stalled")

    def turn(self, p: int) -> None:
        """One turn, whatever kind it is, and then perhaps a forgotten « carte »."""
        self.turns += 1
        self.beginner = p if self.beginner is None else self.beginner
        self.following = (p + self.step) % self.n
        self.tell("turn", player=p)
        if self.owed:
            self.under_attack(p)
        elif self.rules["play_drawn"] == "anew":
            self.free_turn(p)
        else:
            self.plain_turn(p)
        if self.silent:
            self.catch(p)

    def able(self, p: int) -> set[str]:
        """The cards of a hand that may be played now."""
        hand, rules = self.hands[p], self.rules
        if self.owed:
            cards = {card for card in hand if house.answers(card, self.top, rules)}
        else:
            cards = {card for card in hand if house.playable(card, self.top, self.in_force, rules)}
        if len(hand) == 1 and rules["last_card"] == "not_special":
            return {card for card in cards if not house.is_special(card, rules)}
        if len(hand) == 1 and rules["last_card"] == "not_eight":
            return {card for card in cards if not house.is_eight(card, rules)}
        return cards

    def under_attack(self, p: int) -> None:
        """Answer an attack or take it."""
        move = self.choose([*self.able(p), DRAW] if self.stock else self.able(p) or [PASS])
        if move not in (DRAW, PASS):
            self.put(p, move)
            return
        if move == DRAW:
            self.act(p)
            self.draw(p, self.owed, "attack")
        self.owed = 0
        self.tell("skip", player=p)

    def act(self, p: int) -> None:
        """A draw that the player chooses or must make."""
        self.moves[p] += 1
        self.draws += 1
        self.dry_passes = 0

    def draw_for(self, p: int, why: str) -> list[str]:
        """One draw on turn."""
        self.act(p)
        return self.draw(p, self.rules["draw_cards"], why)

    def free_turn(self, p: int) -> None:
        """Choose anew after each draw, from the whole hand; pass only when no draw is left."""
        draws = 0
        while True:
            able = self.able(p)
            drawable = bool(self.stock) and not 0 < self.rules["draw_max"] <= draws
            moves = [*able]
            if drawable and (self.rules["voluntary_draw"] or not able):
                moves.append(DRAW)
            if not drawable:
                moves.append(PASS)
            move = self.choose(moves)
            if move == DRAW:
                self.draw_for(p, "wants" if able else "cannot")
                draws += 1
            elif move == PASS:
                self.pass_turn(p)
                return
            else:
                self.put(p, move)
                return

    def plain_turn(self, p: int) -> None:
        """Play a card of the hand, or draw and perhaps play what was drawn."""
        able = self.able(p)
        moves = [*able]
        if self.stock and (self.rules["voluntary_draw"] or not able):
            moves.append(DRAW)
        move = self.choose(moves or [PASS])
        if move == DRAW:
            move = self.after_drawing(p)
        if move == PASS:
            self.pass_turn(p)
        else:
            self.put(p, move)

    def after_drawing(self, p: int) -> str:
        """Draw once, or until something can be played; then what is done with it."""
        why = "wants" if self.able(p) else "cannot"
        drawn = self.draw_for(p, why)
        draws = 1
        while self.rules["draw_until"] and not self.able(p) & set(drawn) and self.stock:
            if 0 < self.rules["draw_max"] <= draws:
                break
            drawn += self.draw_for(p, why)
            draws += 1
        able = self.able(p) & set(drawn)
        how = self.rules["play_drawn"]
        if how == "no" or not able:
            return PASS
        return self.choose(able if how == "must" else [*able, PASS])

    def pass_turn(self, p: int) -> None:
        """No card; when all pass in a row with nothing to draw the round is blocked."""
        self.moves[p] += 1
        self.passes += 1
        self.dry_passes = 0 if self.stock else self.dry_passes + 1
        self.tell("pass", player=p)
        if self.dry_passes == self.n + self.rules["blocked_extra"]:
            raise RoundOver("blocked")

    def put(self, p: int, card: str) -> None:
        """A card goes on the discard pile and acts; the round may end with it."""
        self.moves[p] += 1
        self.plays += 1
        self.dry_passes = 0
        self.hands[p].remove(card)
        self.pile.append(card)
        self.tell("play", player=p, card=card)
        self.shuffle_if_empty()
        if not self.hands[p]:
            self.out = p
            size = house.attack(card, self.rules)
            if size and self.rules["last_attack"]:
                self.draw((p + self.step) % self.n, size + self.owed, "attack")
            raise RoundOver("out")
        if self.plays == self.rules["plays_max"]:
            raise RoundOver("stalled")
        if len(self.hands[p]) == 1 and self.rules["carte_cards"]:
            if self.rng.random() < self.attention:
                self.tell("carte", player=p)
            else:
                self.silent = True
        self.effects(p, card)

    def effects(self, p: int, card: str) -> None:
        """Suit, direction, attack or skip."""
        if card not in JOKERS:
            self.in_force = house.suit(card)
        elif self.rules["joker_next"] in ("free", "blocked"):
            self.in_force = ANY if self.rules["joker_next"] == "free" else NONE
        if house.names_suit(card, self.rules):
            self.in_force = self.rng.choice(SUITS)
            self.moves[p] += 1
            self.named += 1
            self.tell("colour", player=p, suit=self.in_force)
        skipping = house.skips(card, self.rules)
        if house.reverses(card, self.rules):
            self.step = -self.step
            self.tell("reverse", player=p)
            skipping = self.n == 2 and self.rules["reverse_2p"] == "skip"
        victim = (p + self.step) % self.n
        self.following = victim
        size = house.attack(card, self.rules)
        if size and self.rules["stack"] == "none" and self.stock:
            self.draw(victim, size, "attack")
            skipping = True
        elif size and self.rules["stack"] != "none":
            self.owed = self.owed + size if self.stock else 0
        if skipping:
            self.tell("skip", player=victim)
            self.following = (victim + self.step) % self.n

    def catch(self, p: int) -> None:
        """The others, in the order of play, may notice that p did not say « carte »."""
        self.silent = False
        for place in range(1, self.n):
            q = (p + place * self.step) % self.n
            if self.rng.random() < self.attention:
                self.tell("caught", player=p, by=q)
                self.draw(p, self.rules["carte_cards"], "carte")
                return


def play(
    players: int, rng: random.Random, rules: dict[str, Any] | None = None, rotation: int = 0, hand: int = 0,
    attention: float = 1.0,
) -> Outcome:  # fmt: skip
    """Play one round between `random` players."""
    return Twin(players, rng, rules or house_rules(), rotation, hand, attention).play()


def play_match(
    players: int, rng: random.Random, rules: dict[str, Any], rotation: int = 0, attention: float = 1.0
) -> list[Event]:
    """The trace of a match between `random` players."""
    events: list[Event] = []
    totals = [0] * players
    hand = 0
    while max(totals) < rules["match_points"]:
        outcome = play(players, rng, rules, rotation, hand, attention)
        outcome.events[0]["hand"] = hand
        events += outcome.events
        totals = [total + value for total, value in zip(totals, outcome.points, strict=True)]
        hand += 1
    winners = [p for p in range(players) if totals[p] == min(totals)]
    return [*events, {"e": "match", "totals": totals, "winners": winners}]
