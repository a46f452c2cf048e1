"""A slow, readable player of Cactus for the `random` strategy, written from the rules page with Python's own dice.

`play(players, rng, rules)` plays a round and gives its result with a full trace; `play_match` plays rounds up to
`match_points`. Players remember perfectly and are equally quick. The `random` strategy never swaps several cards at
once and never throws cards of others, so `multi_swap` and `throw: any` change nothing here.
"""

import random
from typing import Any

from tests.cactus.house import MOST_THROWS, house_rules, power, rank
from tests.cactus.twin_table import Event, Outcome, Place, RoundOver, TwinTable

THROW_ONE_IN = 8


class Twin(TwinTable):
    """One round between `random` players."""

    def play(self) -> Outcome:
        """Play to the end."""
        try:
            if self.pile and self.rules["throw_on_start"]:
                self.showing()
            self.turn_loop()
        except RoundOver as over:
            return self.result(str(over))
        raise AssertionError("a round ends by RoundOver")

    def turn_loop(self) -> None:
        """Turns clockwise; the caller's are skipped and count for the round number."""
        index = -1
        while True:
            index += 1
            p = (self.first + index) % self.n
            if self.caller is not None and self.left == 0:
                raise RoundOver("called")
            if p == self.caller:
                continue
            if index // self.n + 1 > self.rules["stall_rounds"]:
                raise RoundOver("stalled")
            self.left -= self.caller is not None
            self.turns, self.rounds = self.turns + 1, index // self.n + 1
            self.throws = 0
            self.tell("turn", player=p, round=self.rounds)
            self.turn(p)

    def turn(self, p: int) -> None:
        """A turn: uniform among the legal ones of call, take and draw; a call that is not instead of the turn is as
        likely as it would be then."""
        when = self.rules["call_time"]
        choices = ["draw"]
        if self.rules["take_discard"] and self.pile and self.slots(p):
            choices.append("take")
        if when == "instead" and self.may_call(p):
            choices.append("call")
        if when == "before" and self.may_call(p) and self.rng.randrange(len(choices) + 1) == 0:
            self.call(p)
        choice = self.rng.choice(choices)
        if choice == "call":
            self.call(p)
        elif choice == "take":
            self.take(p)
        else:
            self.draw_and_play(p)
        if when == "after" and self.may_call(p) and self.rng.randrange(len(choices) + 1) == 0:
            self.call(p)

    def call(self, p: int) -> None:
        """« Cactus ! »"""
        self.caller, self.left = p, (self.n - 1) * self.rules["final_turns"]
        self.tell("call", player=p)

    def take(self, p: int) -> None:
        """The top discard for a uniformly chosen own card."""
        slot = self.rng.choice(self.slots(p))
        card, out = self.pile.pop(), self.card((p, slot))
        self.tell("take", player=p, slot=slot, **{"in": card, "out": out})
        self.replace(p, slot, card)
        self.public.add((p, slot))
        self.put_down(p, out)

    def draw_and_play(self, p: int) -> None:
        """Draw, then uniform among discarding and each own slot; a power card may have to be discarded."""
        card = self.draw()
        self.tell("draw", player=p, card=card)
        own: list[int | None] = list(self.slots(p)) if self.may_keep(card) else []
        slot = self.rng.choice([None, *own])
        if slot is not None:
            out = self.card((p, slot))
            self.tell("swap", player=p, slot=slot, **{"in": card, "out": out})
            self.replace(p, slot, card)
            self.put_down(p, out)
            return
        self.use_power(p, card)
        self.tell("discard", player=p, card=card)
        self.pile.append(card)
        self.showing()

    def may_keep(self, card: str) -> bool:
        """Whether a drawn card may go to the row."""
        return bool(self.rules["power_card_kept"]) or power(card, self.rules) == "none"

    def replace(self, p: int, slot: int, card: str) -> None:
        """A card that its player knows goes to an own place."""
        self.lost((p, slot))
        self.rows[p][slot] = card
        self.known[p].add((p, slot))

    def put_down(self, p: int, out: str) -> None:
        """A card from the row ends the turn on the discard pile."""
        self.pile.append(out)
        if self.rules["power_when"] != "drawn":
            self.use_power(p, out)
        self.showing()

    # Throws

    def showing(self) -> None:
        """Ask all in a random order for as long as cards come to lie on the pile."""
        barred: int | None = None
        going = self.rules["throw"] != "none"
        while going:
            going = False
            order = self.rng.sample(range(self.n), self.n)
            for position, p in enumerate(order):
                slot = None if p == barred else self.wants_to_throw(p)
                if slot is None:
                    continue
                card = self.card((p, slot))
                match = rank(card) == rank(self.pile[-1])
                self.throws += 1
                self.tell("throw", player=p, slot=slot, card=card, match=match)
                if match:
                    self.throw_right(p, slot, card)
                    if self.rules["throw_who"] == "first":
                        self.tell_late([late for late in order[position + 1 :] if late != barred])
                        return
                    barred, going = None, True
                    break
                self.throw_wrong(p, slot, card)
                if self.rules["wrong_card"] == "stays":
                    barred, going = p, True
                    break

    def wants_to_throw(self, p: int) -> int | None:
        """The slot that a player throws when asked, if any: one time in eight, any own card that may be thrown."""
        may = self.slots(p) and self.throws < MOST_THROWS and (p != self.caller or self.rules["caller_throws"])
        if not may or self.rng.randrange(THROW_ONE_IN):
            return None
        slots, limit = self.slots(p), self.rules["wrong_throws_max"]
        if limit and self.wrong[p] >= limit:
            top = rank(self.pile[-1])
            slots = [slot for slot in slots if (p, slot) in self.known[p] and rank(self.card((p, slot))) == top]
        return self.rng.choice(slots) if slots else None

    def tell_late(self, others: list[int]) -> None:
        """Those who would have thrown after the fastest."""
        for p in others:
            slot = self.wants_to_throw(p)
            if slot is not None:
                self.tell("late", player=p, slot=slot)

    def throw_right(self, p: int, slot: int, card: str) -> None:
        """The card leaves the row."""
        self.right[p] += 1
        self.rows[p][slot] = None
        self.lost((p, slot))
        self.pile.append(card)
        self.check_empty(p)
        if self.rules["power_when"] == "any_discard":
            self.use_power(p, card)

    def throw_wrong(self, p: int, slot: int, card: str) -> None:
        """The card stays on the pile or returns; the penalty comes unseen."""
        self.wrong[p] += 1
        if self.rules["wrong_card"] == "stays":
            self.rows[p][slot] = None
            self.lost((p, slot))
            self.pile.append(card)
        else:
            self.public.add((p, slot))
            self.known[p].add((p, slot))
            self.tell("return", player=p, slot=slot)
        self.penalty(p, slot)
        self.check_empty(p)

    def penalty(self, p: int, emptied: int) -> None:
        """Unseen cards into the emptied slot, then into new ones; told in one event unless the pile runs out."""
        slots: list[int] = []
        for _ in range(self.rules["penalty_cards"]):
            where = emptied if self.rows[p][emptied] is None else self.new_slot(p)
            if where is None:
                break
            if not self.stock:
                self.tell_penalty(p, slots)
                slots = []
            self.lay(p, where, self.draw())
            slots.append(where)
        self.tell_penalty(p, slots)

    def tell_penalty(self, p: int, slots: list[int]) -> None:
        """The penalty cards drawn so far."""
        if slots:
            self.tell("penalty", player=p, slots=slots, cards=[self.card((p, slot)) for slot in slots])

    def check_empty(self, p: int) -> None:
        """A hand emptied by a throw may end the round or count as a call."""
        if not self.slots(p):
            if self.rules["empty_hand"] == "ends":
                raise RoundOver("empty")
            if self.rules["empty_hand"] == "calls" and self.caller is None:
                self.call(p)

    # Powers

    def use_power(self, p: int, card: str) -> None:
        """Uniform among not using the power and each possible target."""
        name = power(card, self.rules)
        mine = [(p, slot) for slot in self.reach(p)]
        others = [(q, slot) for q in range(self.n) if q != p for slot in self.reach(q)]
        targets: dict[str, list[Any]] = {
            "none": [],
            "peek_own": mine,
            "look_other": others,
            "look_swap": mine + others,
            "swap_blind": [(a, b) for a in mine for b in others],
            "swap_any": [(a, b) for a in mine + others for b in mine + others if a < b],
            "give": [(a, (q, slot)) for a in mine for q, slot in self.new_places(p)],
        }
        target = self.rng.choice([None, *targets[name]])
        if target is None:
            return
        if name == "peek_own":
            self.known[p].add(target)
            self.tell("peek", player=p, slot=target[1], card=self.card(target))
        elif name in ("look_other", "look_swap"):
            self.known[p].add(target)
            self.tell("look", player=p, target=target[0], slot=target[1], card=self.card(target))
            if name == "look_swap":
                pairs = [(target, b) for b in others] if target[0] == p else [(a, target) for a in mine]
                pair = self.rng.choice([None, *pairs])
                if pair is not None:
                    self.exchange(p, *pair)
        elif name == "give":
            self.give(p, *target)
        else:
            self.exchange(p, *target)

    def reach(self, p: int) -> list[int]:
        """The slots of a player that powers may touch."""
        return [] if p == self.caller and self.rules["caller_frozen"] else self.slots(p)

    def new_places(self, p: int) -> list[Place]:
        """Where a card of p may be given."""
        takers = [q for q in range(self.n) if q != p and not (q == self.caller and self.rules["caller_frozen"])]
        return [(q, slot) for q in takers if (slot := self.new_slot(q)) is not None]

    def exchange(self, p: int, a: Place, b: Place) -> None:
        """Two cards change places; p is who uses the power."""
        owner = {} if a[0] == p else {"from": a[0]}
        self.tell("exchange", player=p, **owner, slot=a[1], target=b[0], target_slot=b[1])
        self.rows[a[0]][a[1]], self.rows[b[0]][b[1]] = self.card(b), self.card(a)
        self.moved(a, b)

    def give(self, p: int, a: Place, b: Place) -> None:
        """An own card goes to an opponent."""
        self.tell("give", player=p, slot=a[1], target=b[0], target_slot=b[1])
        self.lay(*b, self.card(a))
        self.rows[p][a[1]] = None
        self.moved(a, b)


def play(
    players: int, rng: random.Random, rules: dict[str, Any] | None = None, rotation: int = 0, hand: int = 0
) -> Outcome:
    """Play one round between `random` players."""
    return Twin(players, rng, rules or house_rules(), rotation, hand).play()


def play_match(players: int, rng: random.Random, rules: dict[str, Any], rotation: int = 0) -> list[Event]:
    """The trace of a match between `random` players."""
    events: list[Event] = []
    totals = [0] * players
    fallen = [False] * players
    hand = 0
    while max(totals) < rules["match_points"]:
        outcome = play(players, rng, rules, rotation, hand)
        outcome.events[0]["hand"] = hand
        events += outcome.events
        for p in range(players):
            totals[p] += outcome.points[p]
            falls = rules["bounce"] == "always" or (rules["bounce"] == "once" and not fallen[p])
            if falls and totals[p] == rules["match_points"]:
                totals[p], fallen[p] = rules["match_points"] // 2, True
        hand += 1
    winners = [p for p in range(players) if totals[p] == min(totals)]
    return [*events, {"e": "match", "totals": totals, "winners": winners}]
