"""A slow, readable player of CACTUS: turns, hands, falls and flowers from the same keyed streams, in exact numbers.

`Twin(…).play()` gives the trace of a game. What players choose is asked of a `choose`: the twin's own `random`, or
whoever repeats what was chosen elsewhere.
"""

import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from tests.balance.measures import BASIC_SHAPES, COLOURS, colour_of, shape_of
from tests.balance.stacks import Stacks
from tests.balance.twin_hand import ATTENTION, CHANCE, DIE, HANDS, PACK, ROW, Luck

Event = dict[str, Any]
Where = tuple[str, str]
Way = tuple[str, Where]
"""A piece, and the perch where it is put."""
Choose = Callable[["Twin", list[Way]], Way]

GRID = 1 << 20


def on_grid(x: Fraction | float) -> Fraction:
    """A length rounded to the grid of positions."""
    return Fraction(math.floor(Fraction(x) * GRID + Fraction(1, 2)), GRID)


def by_chance(twin: "Twin", ways: list[Way]) -> Way:
    """As `random` chooses: any way, by the player's own dice."""
    return ways[twin.dice[twin.player].below(len(ways))]


class Twin:
    """One game."""

    def __init__(
        self, rules: dict[str, Any], line_up: list[str], attention: list[float], dexterity: list[float],
        choose: Choose, seed: int, deal: int, rotation: int,
    ) -> None:  # fmt: skip
        self.rules, self.attention, self.dexterity, self.choose = rules, attention, dexterity, choose
        self.seed, self.deal, self.rotation, self.n = seed, deal, rotation, len(line_up)
        self.stacks = Stacks(rules["cacti"])
        self.cacti = list(dict.fromkeys(cactus for cactus, _ in self.stacks.ledges))
        self.supply = [f"{shape}-{colour}" for shape in BASIC_SHAPES for colour in COLOURS]
        self.basics = list(self.supply)
        self.row = self.shuffled()
        self.die = Luck(seed, deal, 0, PACK, DIE)
        self.dice = [Luck(seed, deal, 0, CHANCE, self.seat(player)) for player in range(self.n)]
        self.flowers = [rules["flowers_each"]] * self.n
        self.tokens = self.n * rules["flowers_each"] + rules["flowers_reserve"]
        self.player, self.turns = -rotation % self.n, 0
        self.cactus: str | None = None
        self.colour = self.shape = ""
        self.events: list[Event] = []
        self.tell(
            "deal", game="balance", rules=rules, seed=seed, deal=deal, rotation=rotation, players=self.n,
            line_up=line_up, first=self.player, specials=list(self.row),
        )  # fmt: skip

    def shuffled(self) -> list[str]:
        """The special pieces as they are laid out: each place in turn takes one of those that are left (B1)."""
        names = [name for name, form in self.stacks.forms.items() if form.special]
        if self.rules["special_colours"]:
            names = [f"{name}-{COLOURS[place % 5]}" for place, name in enumerate(names)]
        luck = Luck(self.seed, self.deal, 0, PACK, ROW)
        for place in range(len(names) - 1):
            other = place + luck.below(len(names) - place)
            names[place], names[other] = names[other], names[place]
        return names

    def seat(self, player: int) -> int:
        """Where a player sits."""
        return (player + self.rotation) % self.n

    def tell(self, kind: str, /, **fields: Any) -> None:
        """Adds an event to the trace."""
        self.events.append({"e": kind, **fields})

    # Turns

    def play(self) -> list[Event]:
        """From the first turn to the end (B8)."""
        reason = None
        while reason is None:
            reason = "stalled" if self.turns == self.rules["stall_turns"] else self.turn()
        most = max(self.flowers)
        winners = [player for player in range(self.n) if self.flowers[player] == most]
        self.tell("end", reason=reason, flowers=self.flowers, winners=winners)
        return self.events

    def turn(self) -> str | None:
        """One turn; why the game ends with it, None where it goes on."""
        self.turns += 1
        self.luck = Luck(self.seed, self.deal, self.turns, HANDS, self.seat(self.player))
        self.tell("turn", player=self.player)
        pieces = self.roll()
        ways, worked_in = self.ways(pieces)
        if not ways:
            return "piece"
        piece = self.place_until_it_rests(ways, worked_in)
        self.colour = colour_of(piece) or self.colour
        self.shape = shape_of(piece) if piece in self.basics else self.shape
        self.player = (self.player + 1) % self.n
        if self.reserve() == 0 and all(flowers % 3 == 0 for flowers in self.flowers):
            return "flowers"
        return None if self.row else "specials"

    def roll(self) -> list[str]:
        """Rolls, and gives the pieces to choose from (B2, B3)."""
        if self.cactus is None:
            self.tell("roll", player=self.player, face="free", cactus=None)
            return self.supply
        self.cactus = self.cacti[(self.cacti.index(self.cactus) + 1) % len(self.cacti)]
        kinds = ("colour", "shape", "special")
        faces = [face for face in kinds for _ in range(self.rules[f"die_{face}"])]
        face = faces[self.die.below(len(faces))]
        self.tell("roll", player=self.player, face=face, cactus=self.cactus)
        if face == "special":
            return self.row[:1]
        if face == "colour":
            return [piece for piece in self.supply if colour_of(piece) == self.colour]
        return [piece for piece in self.supply if shape_of(piece) == self.shape]

    def ways(self, pieces: list[str]) -> tuple[list[Way], bool]:
        """Where each of the pieces may go, and whether it has to be worked in there (B4, B9)."""
        places = [where for where in self.stacks.ledges if self.cactus in (None, where[0])]
        places.sort(key=lambda where: self.stacks.ledges[where].place)
        free = [(piece, where) for piece in pieces for where in places if self.stacks.is_open(piece, where)]
        if free:
            return free, False
        return [(piece, where) for piece in pieces for where in places if self.stacks.has_room(where)], True

    def place_until_it_rests(self, ways: list[Way], worked_in: bool) -> str:
        """Chooses and places, again where it comes off; then pays or earns. Gives the piece (B5 to B7)."""
        self.fallen: list[str] = []
        attempt = 0
        while True:
            piece, where = self.choose(self, ways)
            if attempt == 0:
                (self.supply if piece in self.basics else self.row).remove(piece)
                kind = "basic" if piece in self.basics else "special"
                self.tell("piece", player=self.player, piece=piece, kind=kind, worked_in=worked_in)
            self.touch()
            if self.put(piece, where, attempt >= self.rules["attempts"], worked_in):
                break
            attempt += 1
            ways, worked_in = self.ways([piece])
        if self.fallen:
            cost = self.lose(self.rules["fall_cost"] * len(self.fallen))
            self.tell("fall", player=self.player, pieces=self.fallen, cost=cost)
        else:
            self.claim(piece, where[0])
        self.cactus = where[0]
        return piece

    # Hands and falls

    def touch(self) -> None:
        """The hand may touch what it should not (B6)."""
        chance = self.rules["touch"]
        if chance and self.luck.unit() < chance / self.dexterity[self.player]:
            self.tell("touch", player=self.player, cost=self.lose(self.rules["touch_cost"]))

    def put(self, piece: str, where: Where, held: bool, worked_in: bool) -> bool:
        """One attempt; whether the piece rests (P2 to P5)."""
        stacks, rules = self.stacks, self.rules
        miss = rules["hand_mm"] / self.dexterity[self.player] * float(1 + stacks.top(where) / rules["steady_mm"])
        self.miss = 0.0 if held else miss
        aim = offset = on_grid(self.aim(piece, where))
        if not held:
            offset = on_grid(aim + Fraction(self.miss * self.luck.normal()))
        x = stacks.ledges[where].x + offset
        slips = stacks.slips(piece, where, x)
        self.tell(
            "place", player=self.player, cactus=where[0], perch=where[1], aim=float(aim), offset=float(offset),
            slips=slips,
        )  # fmt: skip
        jostle = self.miss * rules["jostle"] * (rules["push"] if worked_in else 1)
        unsettled = {where}
        if jostle:
            self.shift(where, jostle)
            for other in stacks.neighbours(where):
                self.shift(other, jostle / 2)
                unsettled.add(other)
        if slips:
            unsettled |= set(self.hits(where))
        else:
            stacks.on[where].append((piece, x))
        self.settle(piece, unsettled)
        return not slips and piece in stacks.pieces()

    def aim(self, piece: str, where: Where) -> float:
        """The offset aimed at, the middle of where all would stand (P2).

        It is in doubles, from the top down: halfway between two points of the grid the last bit decides, so that exact
        numbers would now and then give the other point.
        """
        stacks, form = self.stacks, self.stacks.form(piece)
        mass, levels = float(form.mass), len(stacks.on[where])
        middle, half = map(float, stacks.support(where, levels))
        low, high = middle - half, middle + half
        weight = moment = 0.0
        for level in reversed(range(levels)):
            below, x = stacks.on[where][level]
            own = float(stacks.form(below).mass)
            weight += own
            moment += own * (float(x) + float(stacks.form(below).off))
            ledge, width = map(float, stacks.support(where, level))
            low = max(low, ((ledge - width) * (weight + mass) - moment) / mass)
            high = min(high, ((ledge + width) * (weight + mass) - moment) / mass)
        centre = min(max((low + high) / 2, middle - half), middle + half)
        return centre - float(form.off) - float(stacks.ledges[where].x)

    def shift(self, where: Where, spread: float) -> None:
        """The pieces of a perch shift, each by an error of its own (P4)."""
        stack = self.stacks.on[where]
        if not stack:
            return
        stack[:] = [(piece, on_grid(x + Fraction(spread * self.luck.normal()))) for piece, x in stack]
        self.tell("shift", player=self.player, cactus=where[0], perch=where[1], x=[float(x) for _, x in stack])

    def hits(self, where: Where) -> Iterator[Where]:
        """The lower neighbours that a piece hits as it falls, whose pieces shift (P5)."""
        for other in self.stacks.neighbours(where):
            lower = self.stacks.ledges[other].z < self.stacks.ledges[where].z
            if lower and self.stacks.on[other] and self.luck.unit() < self.rules["hit"]:
                self.shift(other, self.miss * self.rules["hit_shift"])
                yield other

    def settle(self, placed: str, unsettled: set[Where]) -> None:
        """What does not stand falls, from the top down, until all is at rest (P3)."""
        while unsettled:
            where = min(unsettled, key=lambda each: self.stacks.ledges[each].place)
            level = self.stacks.lowest_fall(where)
            if level is None:
                unsettled.remove(where)
                continue
            while len(self.stacks.on[where]) > level:
                piece, _ = self.stacks.on[where].pop()
                self.tell("fallen", player=self.player, piece=piece, cactus=where[0], perch=where[1])
                if piece != placed:
                    self.take_away(piece)
                unsettled |= set(self.hits(where))

    def take_away(self, piece: str) -> None:
        """A fallen piece goes where the rules say (B7)."""
        self.fallen.append(piece)
        if piece not in self.basics:
            self.row.append(piece)
        elif self.rules["fallen"] == "returned":
            self.supply = [other for other in self.basics if other in self.supply or other == piece]

    # Flowers

    def reserve(self, but: int | None = None) -> int:
        """The tokens that players do not need, each with as few as can be; of one of them as if he had none."""
        return self.tokens - sum(sum(divmod(self.flowers[player], 3)) for player in range(self.n) if player != but)

    def change(self, by: int) -> int:
        """The player's flowers change as far as there are tokens; by how much (B1, B7)."""
        before, left = self.flowers[self.player], self.reserve(but=self.player)
        after = max(before + by, 0)
        while sum(divmod(after, 3)) > left:
            after -= 1
        self.flowers[self.player] = after
        return after - before

    def lose(self, flowers: int) -> int:
        """The player loses flowers; how many."""
        return -self.change(-flowers)

    def claim(self, placed: str, cactus: str) -> None:
        """What the piece earns, as far as it is noticed (B5)."""
        rules, standing = self.rules, self.stacks.pieces()
        colours = [colour_of(piece) for piece in standing]
        shapes = [shape_of(piece) for piece in standing]
        there = [
            colour_of(piece) for where, stack in self.stacks.on.items() if where[0] == cactus for piece, _ in stack
        ]
        colour, shape = colour_of(placed), shape_of(placed)
        due = {
            "colour3": (colour != "" and colours.count(colour) == 3, rules["claim_third"]),
            "colour5": (colour != "" and colours.count(colour) == 5, rules["claim_fifth"]),
            "shape3": (shapes.count(shape) == 3, rules["claim_third"]),
            "shape5": (shapes.count(shape) == 5, rules["claim_fifth"]),
            "five_colours": (
                colour != "" and there.count(colour) == 1 and set(COLOURS) <= set(there),
                rules["claim_five_colours"],
            ),
        }
        luck = Luck(self.seed, self.deal, self.turns, ATTENTION, self.seat(self.player))
        noticed = {why: luck.unit() < self.attention[self.player] for why in due}
        missed = [why for why, (holds, _) in due.items() if holds and not noticed[why]]
        claimed = [why for why, (holds, _) in due.items() if holds and noticed[why]]
        if missed:
            self.tell("missed", player=self.player, flowers=sum(due[why][1] for why in missed), why=missed)
        if claimed:
            asked = sum(due[why][1] for why in claimed)
            self.tell("claim", player=self.player, asked=asked, flowers=self.change(asked), why=claimed)
