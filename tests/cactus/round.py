"""The state of one round as the referee tracks it: whose turn, which part of it, what must come next."""

from dataclasses import dataclass, field
from typing import Any

from tests.cactus.house import MOST_PLACES, Rules, fewest_points, points, power
from tests.cactus.knowledge import Knowledge
from tests.cactus.table import Place, RefereeError, Table

Event = dict[str, Any]

# The parts of a round. An event is legal in some of them only.
BEGIN = "a turn begins"
DRAW = "the pile was shuffled for a draw"
DRAWN = "a drawn card is in hand"
USED = "the power of the drawn card was used"
AFTER = "cards lie, throws may follow"
RETURN = "a wrong card goes back"
PENALTY = "a penalty is due"
GIFT = "a gift is due"
CLOSING = "the turn is over"


@dataclass
class Showing:
    """A card came to lie on the discard pile: `out` are players not asked (any more), `over` after a `first` throw,
    `gone` the places which that throw and the gift for it emptied."""

    out: set[int] = field(default_factory=set)
    over: bool = False
    gone: set[Place] = field(default_factory=set)


@dataclass
class Offer:
    """A power that a player may use now; `looked` is the place a `look_swap` has looked at."""

    player: int
    power: str
    looked: Place | None = None


@dataclass
class Debt:
    """What a throw still asks for: who pays, whose card it was, the emptied slot, cards still to be drawn."""

    player: int
    owner: int
    slot: int
    cards: int = 0


class Round:
    """One deal under way."""

    def __init__(self, rules: Rules, table: Table, first: int, lapses: bool) -> None:
        self.rules = rules
        self.table = table
        self.players = len(table.rows)
        self.knowledge = Knowledge(self.players)
        self.first = first
        self.lapses = lapses
        self.index = -1  # turns since the deal, the caller's skipped ones included
        self.part = AFTER
        self.showing: Showing | None = None
        self.offer: Offer | None = None
        self.debt: Debt | None = None
        self.caller: int | None = None
        self.final_turns_left = 0
        self.owed_call: int | None = None
        self.must_end: str | None = None
        self.throws = 0
        self.wrong = [0] * self.players

    @property
    def player(self) -> int | None:
        """Who is on turn; nobody before the first turn."""
        return None if self.index < 0 else self.player_at(self.index)

    @property
    def number(self) -> int:
        """The round count of the present turn, from 1; 0 before the first turn."""
        return 0 if self.index < 0 else self.index // self.players + 1

    def player_at(self, index: int) -> int:
        """The player whose turn has this index: clockwise from the one who begins."""
        return (self.first + index) % self.players

    def next_index(self) -> int:
        """Index of the next turn; the caller's turns are skipped (C13)."""
        index = self.index + 1
        if self.caller is not None and self.player_at(index) == self.caller:
            index += 1
        return index

    def over(self) -> str | None:
        """Why the round ends now that a turn is over, or None if it goes on."""
        if self.caller is not None and self.final_turns_left == 0:
            return "called"
        if self.next_index() // self.players + 1 > self.rules["stall_rounds"]:
            return "stalled"
        return None

    def frozen(self, player: int) -> bool:
        """Whether powers and gifts keep off this player's cards (C13)."""
        return bool(self.rules["caller_frozen"]) and self.caller is not None and player == self.caller

    def show(self, out: set[int] | None = None) -> None:
        """A card came to lie on the discard pile (C8)."""
        self.showing = None if self.rules["throw"] == "none" else Showing(out or set())

    def offer_power(self, player: int, card: str, *whens: str) -> None:
        """Let a player use the power of a card, if it has one and the rules grant it on this occasion (C7)."""
        self.offer = None
        name = power(card, self.rules)
        if name != "none" and self.rules["power_when"] in whens:
            self.offer = Offer(player, name)

    def call(self, player: int) -> None:
        """A call stands: the others have their final turns from the next turn on (C13)."""
        self.caller = player
        self.final_turns_left = (self.players - 1) * self.rules["final_turns"]

    def may_call(self, player: int) -> bool:
        """Known points plus the least that the unknown cards can be is under `call_under` (C12).

        A remembered card that an imperfect memory may have lost counts as the better of known and unknown."""
        limit = int(self.rules["call_under"])
        if limit == 0:
            return True
        least = fewest_points(self.rules)
        memory, unsure = self.knowledge.memory[player], self.knowledge.unsure[player]
        total = 0
        for slot, card in enumerate(self.table.rows[player]):
            if card is None:
                continue
            place = (player, slot)
            total += points(card, self.rules) if place in memory and place not in unsure else least
        return total < limit

    def penalty_due(self, player: int) -> int:
        """Penalty cards a wrong thrower draws: no more than the row can hold (C9)."""
        room = MOST_PLACES - len(self.table.cards_of(player))
        return min(int(self.rules["penalty_cards"]), room)

    def settle(self, player: int) -> None:
        """A throw is done with: an emptied row may end the round or count as a call (C15)."""
        self.part = AFTER
        self.debt = None
        if self.table.cards_of(player):
            return
        if self.rules["empty_hand"] == "ends":
            self.must_end = "empty"
        elif self.rules["empty_hand"] == "calls" and self.caller is None:
            self.owed_call = player

    def views_drawn(self) -> str | None:
        """The card in the hand of the player on turn."""
        return self.table.held


def same_player(round_: Round, player: int, rule: str) -> None:
    """Refuse an event of a player who is not on turn."""
    if player != round_.player:
        raise RefereeError(rule, f"player {player} acts on the turn of player {round_.player}")


def legal_place(round_: Round, player: int, slot: int, rule: str) -> Place:
    """A place with a card on it, refused otherwise."""
    round_.table.at((player, slot), rule)
    return player, slot
