"""A referee that replays a trace: it re-derives the legality of every event and the result, from the rules page alone.

`check(events)` refuses an illegal trace with a `RefereeError` that names the rule and the event. `replay(events)` gives
the referee after each event, whose `views()` tell what every player may know at that moment.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from tests.cactus import powers, throws, turns
from tests.cactus.house import CARDS, GAMELIA
from tests.cactus.knowledge import Views, player_view, table_view
from tests.cactus.round import (
    AFTER,
    BEGIN,
    CLOSING,
    DRAW,
    DRAWN,
    GIFT,
    PENALTY,
    RETURN,
    USED,
    Event,
    Round,
)  # fmt: skip
from tests.cactus.scoring import MatchScore
from tests.cactus.table import RefereeError, Table, need

__all__ = ["Referee", "RefereeError", "check", "replay"]

Handler = Callable[[Round, Event], None]
EVERYWHERE = (AFTER, BEGIN, CLOSING, DRAW, DRAWN, GIFT, PENALTY, RETURN, USED)


@dataclass(frozen=True)
class Kind:
    """One kind of event: fields it must have, fields it may have, when it is legal, the rule that says so."""

    handler: Handler
    fields: tuple[str, ...]
    parts: tuple[str, ...]
    rule: str
    optional: tuple[str, ...] = ()


def give(round_: Round, event: Event) -> None:
    """A gift owed for an opponent's card, or a card given by a power."""
    (throws.gift if round_.part == GIFT else powers.give)(round_, event)


POWER_PARTS = (AFTER, DRAWN, USED)
KINDS: dict[str, Kind] = {
    "turn": Kind(turns.turn, ("player", "round"), (AFTER, CLOSING), "C6"),
    "call": Kind(turns.call, ("player",), (BEGIN, AFTER, CLOSING), "C12"),
    "take": Kind(turns.take, ("player", "slot", "in", "out"), (BEGIN,), "C6"),
    "draw": Kind(turns.draw, ("player", "card"), (BEGIN, DRAW), "C6"),
    "swap": Kind(turns.swap, ("player", "slot", "in", "out"), (DRAWN, USED), "C6"),
    "swap_many": Kind(turns.swap_many, ("player", "slots", "in", "out", "match", "slot"), (DRAWN, USED), "C7"),
    "discard": Kind(turns.discard, ("player", "card"), (DRAWN, USED), "C6"),
    "peek": Kind(powers.peek, ("player", "slot", "card"), POWER_PARTS, "C7"),
    "look": Kind(powers.look, ("player", "target", "slot", "card"), POWER_PARTS, "C7"),
    "exchange": Kind(
        powers.exchange, ("player", "slot", "target", "target_slot"), POWER_PARTS, "C7", optional=("from",)
    ),
    "give": Kind(give, ("player", "slot", "target", "target_slot"), (*POWER_PARTS, GIFT), "C7"),
    "throw": Kind(throws.throw, ("player", "slot", "card", "match"), (AFTER,), "C8", optional=("target",)),
    "late": Kind(throws.late, ("player", "slot"), (AFTER,), "C8", optional=("target",)),
    "return": Kind(throws.give_back, ("player", "slot"), (RETURN,), "C9", optional=("target",)),
    "penalty": Kind(throws.penalty, ("player", "slots", "cards"), (PENALTY,), "C9"),
    "forget": Kind(turns.forget, ("player", "slot"), (AFTER, CLOSING), "memory"),
    "reshuffle": Kind(turns.reshuffle, ("cards",), (BEGIN, PENALTY), "C16"),
    "end": Kind(turns.end, ("reason", "hands", "totals", "caller", "winners", "royal", "points"), EVERYWHERE, "C13"),
}
DEAL_FIELDS = ("game", "rules", "seed", "deal", "rotation", "players", "line_up", "first", "hands", "seen", "discard")
WHOLE = ("player", "slot", "target", "target_slot", "from", "round")
ONE_CARD = ("card", "in")


def well_formed(event: Event, kind: Kind) -> None:
    """Refuse missing or unknown fields and values of the wrong type."""
    name = event["e"]
    missing = set(kind.fields) - set(event)
    unknown = set(event) - set(kind.fields) - set(kind.optional) - {"e"}
    need(not missing, "trace", f"`{name}` lacks {sorted(missing)}")
    need(not unknown, "trace", f"`{name}` has no field {sorted(unknown)}")
    for field in set(WHOLE) & set(event):
        need(is_whole(event[field]), "trace", f"`{field}` of `{name}` is not a whole number from 0")
    for field in set(ONE_CARD) & set(event):
        need(event[field] in CARDS, "trace", f"`{field}` of `{name}` is not a card")
    need(all(is_whole(slot) for slot in event.get("slots", [])), "trace", "`slots` are whole numbers from 0")


def is_whole(value: Any) -> bool:
    """Whether a value is a whole number from 0, and no boolean."""
    return type(value) is int and value >= 0


class Referee:
    """Sees one event after the other, and refuses the first illegal one.

    `lapses=False` says that all players remember perfectly: then nothing is forgotten, and calls are judged strictly
    (what an imperfect memory loses of others' cards is in no event)."""

    def __init__(self, lapses: bool = True) -> None:
        self.lapses = lapses
        self.index = -1
        self.round: Round | None = None
        self.match: MatchScore | None = None
        self.deal: Event = {}
        self.round_ended = False
        self.over = False

    def see(self, event: Event) -> None:
        """Accept the next event, or raise a RefereeError with its index."""
        self.index += 1
        try:
            self.judge(event)
        except RefereeError as error:
            error.index = self.index
            raise

    def judge(self, event: Event) -> None:
        """Route an event to what judges it."""
        need("e" in event, "trace", "an event is an object with an `e`")
        need(not self.over, "trace", "the game is over")
        name = event["e"]
        if name == "deal":
            self.begin(event)
        elif name == "match":
            self.close_match(event)
        else:
            need(name in KINDS, "trace", f"there is no event `{name}`")
            self.play(event, KINDS[name])
        assert self.round is not None
        self.round.table.audit()

    def begin(self, event: Event) -> None:
        """A deal: the first one, or the next of a match."""
        missing = set(DEAL_FIELDS) - set(event)
        need(not missing, "trace", f"`deal` lacks {sorted(missing)}")
        hand = event.get("hand")
        if self.round is None:
            missing = set(GAMELIA) - set(event["rules"])
            need(not missing, "trace", f"the rules lack {sorted(missing)}")
            self.deal = event
            self.match = None if hand is None else MatchScore(event["players"], event["rules"])
        else:
            need(self.round_ended, "trace", "a deal in the middle of a round")
            for field in ("game", "rules", "seed", "deal", "rotation", "players", "line_up"):
                need(event[field] == self.deal[field], "trace", f"`{field}` changes within a match")
        if self.match is not None:
            need(hand == self.match.hands, "C18", f"this is hand {self.match.hands} of the match")
            need(not self.match.over(), "C18", "the match is over")
        self.round = dealt(event, hand or 0, self.lapses)
        self.round_ended = False

    def play(self, event: Event, kind: Kind) -> None:
        """An event within a round."""
        round_ = self.round
        if round_ is None or self.round_ended:
            raise RefereeError("trace", f"`{event['e']}` outside a round")
        well_formed(event, kind)
        name = event["e"]
        need(event.get("player", 0) < round_.players, "trace", "there is no such player")
        if round_.must_end is not None:
            need(name == "end", "C15", "a hand was emptied: the round is over")
        if round_.owed_call is not None:
            need(name == "call", "C15", f"player {round_.owed_call} emptied a hand, which counts as a call")
        need(round_.part in kind.parts, kind.rule, f"`{name}` when {round_.part}")
        kind.handler(round_, event)
        if name == "end":
            self.end_round(event)

    def end_round(self, event: Event) -> None:
        """Count a finished round; a single one finishes the game."""
        self.round_ended = True
        if self.match is None:
            self.over = True
        else:
            self.match.add(event["points"])

    def close_match(self, event: Event) -> None:
        """The end of a match."""
        match = self.match
        if match is None or not self.round_ended:
            raise RefereeError("C18", "a match closes after a round of a match")
        need(set(event) == {"e", "totals", "winners"}, "trace", "`match` has totals and winners")
        need(match.over(), "C18", "nobody reached the points that end the match")
        need(event["totals"] == match.totals, "C18", f"the totals are {match.totals}")
        need(event["winners"] == match.winners(), "C18", f"the winners are {match.winners()}")
        self.over = True

    def finish(self) -> None:
        """Refuse a trace that stops too early."""
        if not self.over:
            raise RefereeError("trace", "the trace stops before the end", self.index + 1)

    def views(self) -> Views:
        """What every player may know now; refused before the deal."""
        round_ = self.round
        if round_ is None:
            raise RefereeError("trace", "nothing is dealt", self.index)
        on_turn, held = round_.player, round_.table.held
        return Views(
            table_view(round_.table, round_.knowledge, on_turn, round_.number, round_.caller),
            tuple(
                player_view(round_.table, round_.knowledge, p, held if p == on_turn else None)
                for p in range(round_.players)
            ),
        )


def dealt(event: Event, hand: int, lapses: bool) -> Round:
    """The round that a legal deal begins (C1–C5)."""
    rules, players, hands = event["rules"], event["players"], event["hands"]
    need(event["game"] == "cactus", "trace", "the game is cactus")
    allowed = max(2, rules["players_min"]) <= players <= min(8, rules["players_max"])
    need(allowed, "C2", f"{players} players")
    need(len(event["line_up"]) == players, "C2", "the line-up has an entry for each player")
    need(0 <= event["rotation"] < players, "C5", "a rotation is less than the number of players")
    first = (hand - event["rotation"]) % players
    need(event["first"] == first, "C5", f"player {first} begins")
    need(len(hands) == players, "C3", f"{players} hands are dealt")
    need(all(len(cards) == rules["hand_cards"] for cards in hands), "C3", f"a hand has {rules['hand_cards']} cards")
    need((event["discard"] is not None) == rules["discard_start"], "C3", "the first discard is not as the rules say")
    seen = list(range(min(rules["looked_at"], rules["hand_cards"])))
    need(event["seen"] == [seen] * players, "C4", f"each player looks at {seen}")
    round_ = Round(rules, Table(rules, hands, event["discard"]), first, lapses)
    for p in range(players):
        for slot in seen:
            round_.knowledge.learn(p, (p, slot), hands[p][slot])
    if event["discard"] is not None and rules["throw_on_start"]:
        round_.show()
    return round_


def replay(events: Iterable[Event], lapses: bool = True) -> Iterator[tuple[Event, Referee]]:
    """Each event with the referee after it (the same object throughout); refuses an illegal or unfinished trace."""
    referee = Referee(lapses)
    for event in events:
        referee.see(event)
        yield event, referee
    referee.finish()


def check(events: Iterable[Event], lapses: bool = True) -> Referee:
    """The referee after a whole legal trace; RefereeError otherwise."""
    referee = Referee(lapses)
    for event in events:
        referee.see(event)
    referee.finish()
    return referee
