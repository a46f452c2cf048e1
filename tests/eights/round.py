"""State of one round as the referee follows it: whose turn it is, what is in force, owed and legal."""

from collections import deque
from dataclasses import dataclass
from typing import Any

from tests.eights import house
from tests.eights.house import ANY, NONE, Rules
from tests.eights.knowledge import Knowledge
from tests.eights.table import Table, need

Event = dict[str, Any]


@dataclass
class Duty:
    """What has to come next: `colour`, `reverse`, `draw` or `skip` of a player, and the rule for it."""

    kind: str
    player: int
    rule: str
    cards: int = 0
    why: str = ""


@dataclass(frozen=True)
class Legal:
    """What the player on turn may do."""

    plays: frozenset[str]
    draw: bool
    passing: bool


class Round:
    """One round from its deal on; `turns.py` changes it event by event."""

    def __init__(self, rules: Rules, players: int, dealer: int, table: Table) -> None:
        self.rules, self.players, self.table = rules, players, table
        self.knowledge = Knowledge(players)
        self.direction = 1
        self.in_force = ANY if table.top in house.JOKERS else house.suit(table.top)
        self.pending = 0
        self.player: int | None = None
        self.following = (dealer + 1) % players
        self.choosing = False
        self.drawn: list[str] = []
        self.draws = 0
        self.why = ""
        self.turns = self.plays = self.passes = 0
        self.duties: deque[Duty] = deque()
        self.may_say: int | None = None
        self.forgetter: int | None = None
        self.must_end: str | None = None
        if rules["first_card"].startswith("acts"):
            self.act(dealer, table.top)

    def after(self, player: int, direction: int) -> int:
        """The neighbour of a player in a direction."""
        return (player + direction) % self.players

    def act(self, player: int, card: str) -> None:
        """What a card does that goes on: the suit in force, then what is owed, in the order of the trace."""
        rules = self.rules
        if house.names_suit(card, rules):
            self.duties.append(Duty("colour", player, "E6"))
        self.in_force = self.suit_after(card)
        turned = house.reverses(card, rules)
        direction = -self.direction if turned else self.direction
        if turned:
            self.duties.append(Duty("reverse", player, "E8"))
        victim = self.after(player, direction)
        self.following = victim
        size = house.attack(card, rules)
        if size and rules["stack"] != "none":
            self.pending = self.pending + size if self.table.drawable() else 0
        elif size and self.table.drawable():
            self.duties.append(Duty("draw", victim, "E5", size, "attack"))
            self.skip(victim, direction, "E5")
        elif house.skips(card, rules):
            self.skip(victim, direction, "E7")
        elif turned and self.players == 2 and rules["reverse_2p"] == "skip":
            self.skip(victim, direction, "E8")

    def skip(self, victim: int, direction: int, rule: str) -> None:
        """A player misses the next turn."""
        self.duties.append(Duty("skip", victim, rule))
        self.following = self.after(victim, direction)

    def suit_after(self, card: str) -> str:
        """What is in force once a card is on top, before a suit is named (E4, E6)."""
        if card not in house.JOKERS:
            return house.suit(card)
        return {"free": ANY, "blocked": NONE}.get(self.rules["joker_next"], self.in_force)

    def playable(self, player: int) -> set[str]:
        """Cards in a hand that may follow now, drawn or not."""
        top, rules, hand = self.table.top, self.rules, self.table.hands[player]
        if self.pending:
            able = {card for card in hand if house.answers(card, top, rules)}
        else:
            able = {card for card in hand if house.playable(card, top, self.in_force, rules)}
        if hand.total() > 1:
            return able
        return {card for card in able if self.may_be_last(card)}

    def may_be_last(self, card: str) -> bool:
        """Whether a player may go out with a card (E12)."""
        kept = {"any": False, "not_special": house.is_special(card, self.rules)}
        return not kept.get(self.rules["last_card"], house.is_eight(card, self.rules))

    def can_draw(self) -> bool:
        """Whether a card is there and the draws of this turn are not used up (E9)."""
        bound = self.rules["draw_max"]
        return self.table.drawable() and (bound == 0 or self.draws < bound)

    def legal(self) -> Legal:
        """What the player on turn may do (E4, E5, E9)."""
        assert self.player is not None
        able = frozenset(self.playable(self.player))
        if self.pending:
            return Legal(able, draw=self.table.drawable(), passing=False)
        wish = bool(self.rules["voluntary_draw"])
        if self.rules["play_drawn"] == "anew":
            can_draw = self.can_draw()
            return Legal(able, draw=can_draw and (wish or not able), passing=not can_draw)
        if self.draws == 0:
            can_draw = self.table.drawable()
            return Legal(able, draw=can_draw and (wish or not able), passing=not able and not can_draw)
        drawn = able & set(self.drawn)
        if self.rules["draw_until"] and not drawn and self.can_draw():
            return Legal(frozenset(), draw=True, passing=False)
        how = self.rules["play_drawn"]
        plays = frozenset() if how == "no" else drawn
        return Legal(plays, draw=False, passing=how != "must" or not plays)

    def reason(self, player: int) -> str:
        """Why a player draws on turn: nothing to play, or a wish; draws that must follow are for the same."""
        if self.draws and self.rules["play_drawn"] != "anew":
            return self.why
        return "wants" if self.playable(player) else "cannot"

    def begin_draw(self, player: int, cards: int, why: str, rule: str) -> None:
        """A draw of some cards becomes the first duty."""
        self.duties.appendleft(Duty("draw", player, rule, cards, why))

    def serve_draw(self, player: int, cards: list[str], why: str) -> None:
        """The first duty is a draw: as much of it as the pile holds must come at once."""
        duty = self.duties[0]
        need((player, why) == (duty.player, duty.why), duty.rule, f"player {duty.player} draws for {duty.why}")
        due = min(duty.cards, self.table.stock_size())
        need(len(cards) == due, duty.rule, f"{due} cards are to be drawn")
        self.table.draw(player, cards)
        self.drawn += cards if duty.why in ("cannot", "wants") else []
        self.knowledge.drew(player, len(cards))
        duty.cards -= len(cards)
        self.drop_idle_draws()

    def drop_idle_draws(self) -> None:
        """A draw that is paid, or for which nothing is left, is no duty any more."""
        while self.duties and self.duties[0].kind == "draw":
            if self.duties[0].cards and self.table.drawable():
                return
            self.duties.popleft()

    def reshuffle_due(self) -> bool:
        """Whether the pile is empty while discards lie under the top (E10)."""
        return self.table.stock_size() == 0 and self.table.to_shuffle() > 0

    def over(self) -> str | None:
        """Why the round ends now, if it does (E10, E12, E15)."""
        if self.must_end is None and not self.choosing and self.turns >= self.rules["stall_turns"]:
            return "stalled"
        return self.must_end
