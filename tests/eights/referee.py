"""A referee that replays a trace: it re-derives the legality of every event and the result from the rules.

`check(events)` refuses an illegal trace with a `RefereeError` that names the rule and the event.
`replay(events)` gives the referee after each event,
whose `views()` tell what every player may know at that moment.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from tests.eights import house, turns
from tests.eights.house import CARDS, MOST_REDRAWS, SEED
from tests.eights.knowledge import PlayerView, TableView, Views, unseen
from tests.eights.round import Event, Legal, Round
from tests.eights.scoring import MatchScore
from tests.eights.table import RefereeError, Table, need

__all__ = ["Referee", "RefereeError", "check", "replay"]


@dataclass(frozen=True)
class Kind:
    """One kind of event: what judges it, its fields, the rule it belongs to."""

    handler: Callable[[Round, Event], None]
    fields: tuple[str, ...]
    rule: str


KINDS: dict[str, Kind] = {
    "turn": Kind(turns.turn, ("player",), "E3"),
    "play": Kind(turns.play, ("player", "card"), "E4"),
    "colour": Kind(turns.colour, ("player", "suit"), "E6"),
    "draw": Kind(turns.draw, ("player", "cards", "why"), "E9"),
    "pass": Kind(turns.pass_turn, ("player",), "E9"),
    "skip": Kind(turns.skip, ("player",), "E7"),
    "reverse": Kind(turns.reverse, ("player",), "E8"),
    "carte": Kind(turns.carte, ("player",), "E11"),
    "caught": Kind(turns.caught, ("player", "by"), "E11"),
    "reshuffle": Kind(turns.reshuffle, ("cards",), "E10"),
    "end": Kind(turns.end, ("reason", "winner", "winners", "hands", "points"), "E12"),
}
DEAL_FIELDS = (
    "game", "rules", "seed", "deal", "rotation", "players", "line_up", "dealer", "first", "hands", "top",
    "redrawn",
)  # fmt: skip


def is_whole(value: Any) -> bool:
    """Whether a value is a whole number from 0, and no boolean."""
    return type(value) is int and value >= 0


def well_formed(event: Event) -> None:
    """Refuse missing or unknown fields and values of the wrong type."""
    name = event["e"]
    fields = {"e", *KINDS[name].fields}
    need(set(event) == fields, "trace", f"`{name}` has the fields {sorted(fields)}")
    for field in {"player", "by"} & set(event):
        need(is_whole(event[field]), "trace", f"`{field}` of `{name}` is not a whole number from 0")
    if name == "play":
        need(event["card"] in CARDS, "trace", "`card` of `play` is not a card")
    if name == "draw":
        cards = event["cards"]
        need(bool(cards) and all(card in CARDS for card in cards), "trace", "`cards` of `draw` are not cards")


def well_formed_deal(event: Event) -> None:
    """Refuse a deal that lacks fields or has values of the wrong type."""
    missing = set(DEAL_FIELDS) - set(event)
    need(not missing, "trace", f"`deal` lacks {sorted(missing)}")
    for field in ("players", "rotation", "dealer", "first"):
        need(is_whole(event[field]), "trace", f"`{field}` of `deal` is not a whole number from 0")
    hands = event["hands"]
    need(all(isinstance(hand, list) for hand in hands), "trace", "`hands` are lists")
    shown = [event["top"], *event["redrawn"], *(card for hand in hands for card in hand)]
    need(all(card in CARDS for card in shown), "trace", "`hands`, `top` and `redrawn` of `deal` are cards")
    need(hands == [house.in_order(hand) for hand in hands], "trace", "hands are sorted")


class Referee:
    """Sees one event after the other, and refuses the first illegal one.

    `lapses=False` says that all players are attentive: then nobody forgets « carte »."""

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
            self.play(event)
        assert self.round is not None
        self.round.drop_idle_draws()
        self.round.table.audit()

    def begin(self, event: Event) -> None:
        """A deal: the first one, or the next of a match."""
        well_formed_deal(event)
        hand = event.get("hand")
        if self.round is None:
            need(set(event["rules"]) == set(SEED), "trace", "the rules are not those of the rules page")
            self.deal = event
            self.match = None if hand is None else MatchScore(event["players"], event["rules"])
        else:
            need(self.round_ended, "trace", "a deal in the middle of a round")
            for field in ("game", "rules", "seed", "deal", "rotation", "players", "line_up"):
                need(event[field] == self.deal[field], "trace", f"`{field}` changes within a match")
        if self.match is not None:
            need(hand == self.match.rounds, "E14", f"this is round {self.match.rounds} of the match")
            need(not self.match.over(), "E14", "the match is over")
        self.round = dealt(event, hand or 0)
        self.round_ended = False

    def play(self, event: Event) -> None:
        """An event within a round."""
        round_ = self.round
        if round_ is None or self.round_ended:
            raise RefereeError("trace", f"`{event['e']}` outside a round")
        well_formed(event)
        need(event.get("player", 0) < round_.players, "trace", "there is no such player")
        name = event["e"]
        if name == "reshuffle" or round_.reshuffle_due():
            need(round_.reshuffle_due(), "E10", "there is no need to shuffle")
            need(name == "reshuffle", "E10", "the draw pile is empty: the discards are shuffled")
        elif name != "carte":
            self.not_said(round_)
        if round_.duties and name not in ("carte", "reshuffle"):
            self.serve(round_, event)
            return
        if round_.must_end is not None and name not in ("end", "reshuffle"):
            raise RefereeError("E12", f"the round is over: {round_.must_end}")
        need(name not in ("colour", "reverse", "skip") or self.may_be_idle(round_, name), KINDS[name].rule,
             f"`{name}` is not due")  # fmt: skip
        KINDS[name].handler(round_, event)
        if name == "end":
            self.end_round(event)

    def not_said(self, round_: Round) -> None:
        """The moment for « carte » is over."""
        if round_.may_say is not None:
            need(self.lapses, "E11", f"player {round_.may_say} must say « carte »")
            round_.forgetter, round_.may_say = round_.may_say, None

    def may_be_idle(self, round_: Round, name: str) -> bool:
        """Whether an event owed by no card may come: a skip where nothing is left to draw."""
        return name == "skip" and round_.choosing

    def serve(self, round_: Round, event: Event) -> None:
        """What is owed comes first."""
        duty, name = round_.duties[0], event["e"]
        need(name == duty.kind, duty.rule, f"`{duty.kind}` of player {duty.player} is due")
        need(event["player"] == duty.player, duty.rule, f"`{duty.kind}` is of player {duty.player}")
        if name == "draw":
            round_.serve_draw(event["player"], event["cards"], event["why"])
        else:
            round_.duties.popleft()
            KINDS[name].handler(round_, event)

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
            raise RefereeError("E14", "a match closes after a round of a match")
        need(set(event) == {"e", "totals", "winners"}, "trace", "`match` has totals and winners")
        need(match.over(), "E14", "nobody reached the points that end the match")
        need(event["totals"] == match.totals, "E14", f"the totals are {match.totals}")
        need(event["winners"] == match.winners(), "E14", f"the winners are {match.winners()}")
        self.over = True

    def finish(self) -> None:
        """Refuse a trace that stops too early."""
        if not self.over:
            raise RefereeError("trace", "the trace stops before the end", self.index + 1)

    def views(self) -> Views:
        """What every player may know now; refused before the deal."""
        if self.round is None:
            raise RefereeError("trace", "nothing is dealt", self.index)
        return views(self.round)


def dealt(event: Event, hand: int) -> Round:
    """The round that a legal deal begins (E1–E3)."""
    rules, players, hands = event["rules"], event["players"], event["hands"]
    need(event["game"] == "eights", "trace", "the game is eights")
    allowed = max(2, rules["players_min"]) <= players <= min(8, rules["players_max"])
    need(allowed, "E1", f"{players} players")
    need(len(event["line_up"]) == players, "E1", "the line-up has an entry for each player")
    cards = house.hand_cards(rules, players)
    need([len(one) for one in hands] == [cards] * players, "E2", f"each player has {cards} cards")
    table = Table(rules, hands, event["top"])
    redrawn(event, table)
    need(0 <= event["rotation"] < players, "E3", "a rotation is less than the number of players")
    dealer, last = event["dealer"], (hand - 1 - event["rotation"]) % players
    need(dealer < players, "E3", "the dealer is a player")
    need(rules["dealer"] == "random" or dealer == last, "E3", f"the dealer is player {last}")
    need(event["first"] == (dealer + 1) % players, "E3", "the player after the dealer is first")
    return Round(rules, players, dealer, table)


def redrawn(event: Event, table: Table) -> None:
    """Cards turned before the first that stays (E2)."""
    rules, cards = event["rules"], event["redrawn"]
    free = table.stock + Counter([table.top])
    need(all(free[card] > 0 for card in cards), "E1", "a card was turned that does not lie in the pile")
    need(all(house.must_redraw(card, rules) for card in cards), "E2", "a card was put back that may stay")
    need(len(cards) <= MOST_REDRAWS, "E2", "too many cards were put back")
    stays = not house.must_redraw(table.top, rules) or len(cards) == MOST_REDRAWS
    need(stays, "E2", f"{table.top} may not begin the discard pile")


def views(round_: Round) -> Views:
    """The table as all see it, and what each player sees besides."""
    table, known = round_.table, round_.knowledge
    seen = TableView(
        top=table.top,
        in_force=round_.in_force,
        direction=round_.direction,
        pending=round_.pending,
        player=round_.player,
        turn=round_.turns,
        passes=round_.passes,
        hand_sizes=tuple(table.size(p) for p in range(round_.players)),
        stock=table.stock_size(),
        discards=tuple(table.discards),
        unseen=unseen(table),
        misses=tuple(dict(misses) for misses in known.misses),
        shown=tuple(tuple(cards) for cards in known.shown),
    )
    return Views(seen, tuple(player_view(round_, p) for p in range(round_.players)))


def player_view(round_: Round, player: int) -> PlayerView:
    """One player's own view."""
    waiting = round_.duties or round_.reshuffle_due() or not round_.choosing or player != round_.player
    legal = Legal(frozenset(), draw=False, passing=False) if waiting else round_.legal()
    return PlayerView(
        hand=Counter(round_.table.hands[player]),
        drawn=tuple(round_.drawn) if player == round_.player else (),
        unseen=unseen(round_.table, player),
        plays=legal.plays,
        may_draw=legal.draw,
        may_pass=legal.passing,
    )


def replay(events: Iterable[Event], lapses: bool = True) -> Iterator[tuple[Event, Referee]]:
    """Each event with the referee (one object) that has just accepted it; the trace must be whole."""
    referee = Referee(lapses)
    for event in events:
        referee.see(event)
        yield event, referee
    referee.finish()


def check(events: Iterable[Event], lapses: bool = True) -> None:
    """Refuse an illegal or unfinished trace."""
    for _ in replay(events, lapses):
        pass
