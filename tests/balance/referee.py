"""A referee that replays a trace: it re-derives the legality of every event and the result from the rules.

`check(events)` refuses an illegal trace with a `RefereeError` that names the rule and the event. What chance decides
(the die, how hands err, hits, touches, attention) is taken from the trace; all that follows from it is not.
"""

import re
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from tests.balance.measures import BASIC_SHAPES, COLOURS, colour_of, shape_of
from tests.balance.stacks import Stacks

Event = dict[str, Any]
Where = tuple[str, str]

GRID = 1 << 20
FIELDS = {
    "deal": ("game", "rules", "seed", "deal", "rotation", "players", "line_up", "first", "specials"),
    "turn": ("player",),
    "roll": ("player", "face", "cactus"),
    "piece": ("player", "piece", "kind", "worked_in"),
    "place": ("player", "cactus", "perch", "aim", "offset", "slips"),
    "touch": ("player", "cost"),
    "shift": ("player", "cactus", "perch", "x"),
    "fallen": ("player", "piece", "cactus", "perch"),
    "fall": ("player", "pieces", "cost"),
    "claim": ("player", "asked", "flowers", "why"),
    "missed": ("player", "flowers", "why"),
    "end": ("reason", "flowers", "winners"),
}


class RefereeError(Exception):
    """A trace breaks a rule."""


def need(holds: bool, rule: str, what: str) -> None:
    """Refuse the trace where something does not hold."""
    if not holds:
        raise RefereeError(f"{rule}: {what}")


def on_grid(number: Any) -> Fraction:
    """A length of a trace, which must be a whole number of grid steps."""
    need(type(number) is float, "trace", f"{number!r} is no length")
    exact = Fraction(number)
    need(exact * GRID == int(exact * GRID), "trace", f"{number} is no whole number of grid steps")
    return exact


def tokens(flowers: int) -> int:
    """The fewest tokens, worth 1 or 3, that make so much."""
    return flowers // 3 + flowers % 3


def check(events: Iterable[Event]) -> "Referee":
    """Replays a whole game; a RefereeError names what is wrong."""
    referee = Referee(list(events))
    at = 0
    try:
        referee.play()
    except RefereeError as error:
        at = referee.at
        raise RefereeError(f"event {at} {referee.events[min(at, len(referee.events) - 1)]}: {error}") from None
    return referee


class Referee:
    """A game as its trace tells it."""

    def __init__(self, events: list[Event]) -> None:
        self.events, self.at = events, 0

    # Reading events

    def next_is(self, *kinds: str) -> bool:
        """Whether an event of one of these kinds comes next."""
        return self.at < len(self.events) and self.events[self.at].get("e") in kinds

    def take(self, kind: str, player: int | None = None) -> Event:
        """The next event, which must be of a kind, and of a player."""
        need(self.next_is(kind), "trace", f"`{kind}` is due")
        event = self.events[self.at]
        need(set(event) == {"e", *FIELDS[kind]}, "trace", f"`{kind}` has the fields {FIELDS[kind]}")
        need(player is None or (type(event["player"]) is int and event["player"] == player), "B2", "not that player")
        self.at += 1
        return event

    # The game

    def play(self) -> None:
        """From the deal to the end."""
        self.deal(self.take("deal"))
        reason = None
        while reason is None:
            reason = self.turn()
        self.end(self.take("end"), reason)
        need(self.at == len(self.events), "trace", "events after the end")

    def deal(self, event: Event) -> None:
        """B1."""
        rules = self.rules = event["rules"]
        self.players = event["players"]
        need(2 <= self.players <= 5 and len(event["line_up"]) == self.players, "B1", "players")
        need(event["game"] == "balance" and 0 <= event["rotation"] < self.players, "trace", "game or rotation")
        need(event["first"] == -event["rotation"] % self.players, "B2", "who begins")
        self.attention = [self.attention_of(label) for label in event["line_up"]]
        self.stacks = Stacks(rules["cacti"])
        self.cacti = list(dict.fromkeys(ledge.cactus for ledge in self.stacks.ledges.values()))
        self.supply = {f"{shape}-{colour}" for shape in BASIC_SHAPES for colour in COLOURS}
        self.row = list(event["specials"])
        shapes = {name for name, form in self.stacks.forms.items() if form.special}
        need({shape_of(piece) for piece in self.row} == shapes and len(self.row) == 10, "B1", "ten special pieces")
        colours = sorted(map(colour_of, self.row))
        need(colours == (sorted(COLOURS * 2) if rules["special_colours"] else [""] * 10), "B1", "their colours")
        self.all_pieces = sorted([*self.supply, *self.row])
        self.out: list[str] = []
        self.flowers = [rules["flowers_each"]] * self.players
        self.tokens = self.players * rules["flowers_each"] + rules["flowers_reserve"]
        self.player, self.turns = event["first"], 0
        self.cactus: str | None = None
        self.colour = self.shape = ""

    @staticmethod
    def attention_of(label: str) -> float:
        """The attention that a label of the line-up names."""
        found = re.search(r"attention=([0-9.]+)", label)
        return float(found[1]) if found else 1.0

    def turn(self) -> str | None:
        """A turn; gives why the game ends with it, None where it goes on (B2 to B8)."""
        rules = self.rules
        if self.turns == rules["stall_turns"]:
            return "stalled"
        self.turns += 1
        player = self.player
        self.take("turn", player)
        allowed = self.roll(self.take("roll", player))
        if not allowed or not any(self.room(piece) for piece in allowed):
            return "piece"
        forced = not any(self.open(piece) for piece in allowed)
        event = self.take("piece", player)
        piece = event["piece"]
        need(piece in allowed, "B3", f"the roll does not allow {piece}")
        need(event["kind"] == ("basic" if piece in self.supply else "special"), "B1", "kind")
        need(event["worked_in"] is forced, "B4", "worked in or not")
        if piece in self.supply:
            self.supply.remove(piece)
        else:
            need(self.row.pop(0) == piece, "B3", "not the leftmost special piece")
        self.fallen: list[str] = []
        self.place_until_it_rests(player, piece)
        self.pay_or_earn(player, piece)
        self.colour = colour_of(piece) or self.colour
        self.shape = shape_of(piece) if shape_of(piece) in BASIC_SHAPES else self.shape
        self.player = (player + 1) % self.players
        standing = [*self.stacks.pieces(), *self.supply, *self.row, *self.out]
        need(sorted(standing) == self.all_pieces, "B7", "pieces were lost or made")
        if sum(self.flowers) == 3 * self.tokens:
            return "flowers"
        return None if self.row else "specials"

    def roll(self, event: Event) -> list[str]:
        """The pieces that a roll allows (B3)."""
        face, rules = event["face"], self.rules
        if self.turns == 1:
            need(face == "free" and event["cactus"] is None, "B2", "the first player chooses freely")
            return sorted(self.supply)
        if self.cactus is None:
            raise AssertionError
        self.cactus = self.cacti[(self.cacti.index(self.cactus) + 1) % len(self.cacti)]
        need(event["cactus"] == self.cactus, "B2", f"the next cactus is {self.cactus}")
        need(face in ("colour", "shape", "special") and rules[f"die_{face}"] > 0, "B3", "no such face")
        if face == "colour":
            # Before any piece had a colour that counts, the first one's is in force.
            return sorted(piece for piece in self.supply if colour_of(piece) == self.colour)
        if face == "shape":
            return sorted(piece for piece in self.supply if shape_of(piece) == self.shape)
        return self.row[:1]

    def places(self) -> list[Where]:
        """The perches of the turn's cactus; all on the first turn."""
        return [where for where in self.stacks.ledges if self.cactus in (None, where[0])]

    def open(self, piece: str) -> list[Where]:
        """Where a piece may go (B4)."""
        return [where for where in self.places() if self.stacks.is_open(piece, where)]

    def room(self, piece: str) -> list[Where]:
        """Where there is room."""
        return [where for where in self.places() if self.stacks.has_room(where)]

    def place_until_it_rests(self, player: int, piece: str) -> None:
        """Attempts, until the piece stays (B7)."""
        attempt = 0
        while True:
            if self.next_is("touch"):
                event = self.take("touch", player)
                need(self.rules["touch"] > 0, "B6", "nobody touches under these rules")
                need(event["cost"] == self.lose(player, self.rules["touch_cost"]), "B6", "cost")
            event = self.take("place", player)
            where = event["cactus"], event["perch"]
            allowed = self.open(piece) or self.room(piece)
            need(where in allowed, "B4", f"{piece} may not go to {where}")
            if self.put(piece, where, event, held=attempt >= self.rules["attempts"]):
                if self.cactus is None:
                    self.cactus = where[0]
                return
            attempt += 1

    def put(self, piece: str, where: Where, event: Event, held: bool) -> bool:
        """One attempt; whether the piece rests (P2 to P5)."""
        stacks, rules = self.stacks, self.rules
        aim, offset = on_grid(event["aim"]), on_grid(event["offset"])
        need(abs(aim - stacks.aim(piece, where)) < Fraction(2, GRID), "P2", "the aim")
        steady = held or rules["hand_mm"] == 0
        need(offset == aim if steady else True, "B7", "a held piece lands where it is aimed")
        x = stacks.ledges[where].x + offset
        slips = stacks.slips(piece, where, x)
        need(event["slips"] is slips, "P2", "slips or not")
        unsettled = {where}
        if not steady and rules["jostle"] > 0:
            for other in [where, *stacks.neighbours(where)]:
                if stacks.on[other]:
                    self.shift(other)
                    unsettled.add(other)
        if slips:
            unsettled |= self.hits(where)
        else:
            stacks.on[where].append((piece, x))
        return self.settle(piece, unsettled) and not slips

    def shift(self, where: Where) -> None:
        """The pieces of a perch come to lie elsewhere, nobody knows why (P4)."""
        event = self.take("shift", self.player)
        need((event["cactus"], event["perch"]) == where, "P4", f"the pieces of {where} shift first")
        stack = self.stacks.on[where]
        need(isinstance(event["x"], list) and len(event["x"]) == len(stack), "P4", "a place for each piece")
        self.stacks.on[where] = [(piece, on_grid(x)) for (piece, _), x in zip(stack, event["x"], strict=True)]

    def hits(self, where: Where) -> set[Where]:
        """The lower neighbours that a falling piece hits, as the trace tells (P5)."""
        stacks, hit = self.stacks, set()
        for other in stacks.neighbours(where):
            lower = stacks.on[other] and stacks.ledges[other].z < stacks.ledges[where].z
            if lower and self.next_is("shift"):
                event = self.events[self.at]
                if (event.get("cactus"), event.get("perch")) == other:
                    need(self.rules["hit"] > 0, "P5", "nothing hits under these rules")
                    self.shift(other)
                    hit.add(other)
        return hit

    def settle(self, piece: str, unsettled: set[Where]) -> bool:
        """What does not stand falls, until all is at rest (P3); whether `piece` did not."""
        stacks, rests = self.stacks, True
        while unsettled:
            where = min(unsettled, key=lambda each: stacks.ledges[each].place)
            unsettled.remove(where)
            while (level := stacks.lowest_fall(where)) is not None:
                while len(stacks.on[where]) > level:
                    down, _ = stacks.on[where].pop()
                    event = self.take("fallen", self.player)
                    told = event["piece"], event["cactus"], event["perch"]
                    need(told == (down, *where), "P3", f"{down} falls from {where} first")
                    if down == piece:
                        rests = False
                    else:
                        self.fallen.append(down)
                        self.take_away(down)
                    unsettled |= self.hits(where)
        return rests

    def take_away(self, piece: str) -> None:
        """What becomes of a fallen piece (B7)."""
        if shape_of(piece) not in BASIC_SHAPES:
            self.row.append(piece)
        elif self.rules["fallen"] == "returned":
            self.supply.add(piece)
        else:
            self.out.append(piece)

    # Flowers

    def reserve(self) -> int:
        """The tokens that no player has."""
        return self.tokens - sum(map(tokens, self.flowers))

    def change(self, player: int, by: int) -> int:
        """Flowers change as far as tokens allow; by how much they did (B1, B7)."""
        before = self.flowers[player]
        most = tokens(before) + self.reserve()
        after = max(value for value in range(max(before + by, 0) + 1) if tokens(value) <= most)
        self.flowers[player] = after
        return after - before

    def lose(self, player: int, cost: int) -> int:
        """Flowers are lost; how many."""
        return -self.change(player, -cost)

    def pay_or_earn(self, player: int, piece: str) -> None:
        """Fallen pieces cost flowers and the turn earns none (B7); else it earns what is noticed (B5)."""
        if self.fallen:
            event = self.take("fall", player)
            need(event["pieces"] == self.fallen, "B7", "the pieces that fell")
            need(event["cost"] == self.lose(player, self.rules["fall_cost"] * len(self.fallen)), "B7", "their cost")
            return
        due = self.reasons(piece)
        if self.next_is("missed"):
            event = self.take("missed", player)
            need(self.attention[player] < 1, "B5", "the attentive miss nothing")
            missed = self.part_of(due, event)
            need(event["flowers"] == self.worth(missed), "B5", "flowers missed")
            due = [why for why in due if why not in missed]
        if due:
            event = self.take("claim", player)
            need(event["why"] == due, "B5", f"claims are {due}")
            asked = self.worth(due)
            need(event["asked"] == asked, "B5", "flowers asked")
            need(event["flowers"] == self.change(player, asked), "B5", "flowers paid")

    @staticmethod
    def part_of(due: list[str], event: Event) -> list[str]:
        """The reasons of a `missed`, which must be among what was due, in order."""
        why: list[str] = event["why"]
        need(bool(why) and why == [reason for reason in due if reason in why], "B5", "reasons")
        return why

    def reasons(self, piece: str) -> list[str]:
        """Why the piece just placed earns flowers (B5)."""
        standing = self.stacks.pieces()
        found = []
        if colour := colour_of(piece):
            count = sum(colour_of(other) == colour for other in standing)
            found += [f"colour{count}"] if count in (3, 5) else []
        if (shape := shape_of(piece)) in BASIC_SHAPES:
            count = sum(shape_of(other) == shape for other in standing)
            found += [f"shape{count}"] if count in (3, 5) else []
        where = next(where for where, stack in self.stacks.on.items() if piece in (name for name, _ in stack))
        here = [colour_of(name) for each, stack in self.stacks.on.items() if each[0] == where[0] for name, _ in stack]
        if colour and here.count(colour) == 1 and set(COLOURS) <= set(here):
            found.append("five_colours")
        return found

    def worth(self, why: list[str]) -> int:
        """What a claim for these reasons asks."""
        rules = self.rules
        each = {"3": rules["claim_third"], "5": rules["claim_fifth"], "s": rules["claim_five_colours"]}
        return sum(each[reason[-1]] for reason in why)

    def end(self, event: Event, reason: str) -> None:
        """B8."""
        need(event["reason"] == reason, "B8", f"it ends by {reason}")
        need(event["flowers"] == self.flowers, "B8", f"flowers are {self.flowers}")
        most = max(self.flowers)
        winners = [player for player in range(self.players) if self.flowers[player] == most]
        need(event["winners"] == winners, "B8", f"winners are {winners}")
