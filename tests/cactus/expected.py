"""What a hook should be shown, by the referee's account of a game: every field of `mine` and `table`."""

from typing import Any

import numpy as np

from cactus_sim.cards import parse_card
from cactus_sim.games.cactus.view import MINE, TABLE
from tests.cactus.house import CARDS, Rules, fewest_points, pack, points, power, rank
from tests.cactus.mixes import POWERS
from tests.cactus.playing import Table
from tests.cactus.referee import Referee
from tests.cactus.round import Event

PLACES, PLAYERS = 32, 8
ORDER = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "X")
Fields = dict[str, Any]


def bits(slots: Any) -> int:
    """A bit mask of slots."""
    return sum(1 << slot for slot in slots)


def by_rank(counts: dict[str, int]) -> list[int]:
    """Counts of ranks, aces first, jokers last."""
    return [counts.get(name, 0) for name in ORDER]


class Account:
    """Follows a round event by event; knows what the referee does not keep."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.rules: Rules = table.values
        self.turn = self.may_take = self.must_discard = self.call_round = 0
        self.looked = -1

    def see(self, event: Event, referee: Referee) -> None:
        """An event that the referee has just accepted."""
        round_ = referee.round
        assert round_ is not None
        match event["e"]:
            case "turn":
                self.turn += 1
                cards = round_.table.cards_of(event["player"])
                self.may_take = int(self.rules["take_discard"] and round_.table.top is not None and bool(cards))
            case "draw":
                forced = power(event["card"], self.rules) != "none" and not self.rules["power_card_kept"]
                self.must_discard = int(forced or not round_.table.cards_of(event["player"]))
            case "call":
                self.call_round = round_.number
            case "look":
                own = event["target"] == event["player"]
                self.looked = event["slot"] if own else PLACES * (1 + event["target"]) + event["slot"]

    def of_table(self, referee: Referee, hook: str) -> Fields:
        """The fields of `table` now."""
        view, round_, rules = referee.views().table, referee.round, self.rules
        assert round_ is not None
        cards = pack(rules)
        public = np.full((PLAYERS, PLACES), -1)
        for (player, slot), card in view.public.items():
            public[player, slot] = parse_card(card)
        rows = round_.table.rows
        empty = [0] * (PLAYERS - len(rows))
        top = -1 if view.top is None else parse_card(view.top)
        return {
            "players": len(rows),
            "first": round_.first,
            "active": -1 if view.player is None else view.player,
            "turn": self.turn,
            "round": view.round,
            "caller": -1 if view.caller is None else view.caller,
            "call_round": self.call_round,
            "final_turns": round_.final_turns_left,
            "top": top,
            "top_rank": -1 if view.top is None else ORDER.index(rank(view.top)),
            "top_points": 0 if view.top is None else points(view.top, rules),
            "may_take": self.may_take,
            "must_discard": self.must_discard,
            "power": POWERS.index(round_.offer.power) if hook == "use_power" and round_.offer else 0,
            "pile": view.stock,
            "cards": [*view.hand_sizes, *empty],
            "held": [*(bits(s for s, card in enumerate(row) if card) for row in rows), *empty],
            "public": public,
            "unseen_cards": view.unseen_cards,
            "unseen_points": view.unseen_points,
            "unseen_ranks": by_rank(view.unseen),
            "points_of": [points(card, rules) for card in CARDS],
            "pack_mean": sum(points(card, rules) for card in cards) / len(cards),
            "least": fewest_points(rules),
            "throw": ("none", "own", "any").index(rules["throw"]),
            "call_under": rules["call_under"],
            "cactus_max": rules["cactus_max"],
            "penalty_cards": rules["penalty_cards"],
            "wrong_returns": int(rules["wrong_card"] == "returns"),
            "caller_frozen": int(rules["caller_frozen"]),
            "multi_swap": int(rules["multi_swap"]),
        }

    def of_player(self, referee: Referee, hook: str, shown: np.void) -> Fields:
        """The fields of `mine` of the player who is shown them now.

        What an imperfect memory may have lost without an event is taken as it is shown, if that is one of the two.
        """
        player, round_, entry = int(shown["me"]), referee.round, self.table.entries[int(shown["me"])]
        assert round_ is not None
        view = referee.views().players[player]
        own = {
            slot: parse_card(card)
            for slot, card in view.cards.items()
            if (player, slot) not in view.unsure or shown["hand"][slot] >= 0
        }
        held = [slot for slot, card in enumerate(round_.table.rows[player]) if card]
        hand = np.full(PLACES, -1)
        for slot, card in own.items():
            hand[slot] = card
        theirs = np.full((PLAYERS, PLACES), -1)
        for place, text in view.others.items():
            known = place in round_.knowledge.memory[player]
            lost = place in view.unsure and shown["theirs"][place] < 0
            # A card that all see may have been looked at before or not: that is no matter.
            private = known if place not in round_.knowledge.public else shown["theirs"][place] >= 0
            theirs[place] = parse_card(text) if private and not lost else -1
        limit = self.rules["wrong_throws_max"]
        return {
            "me": player,
            "cards": len(held),
            "unknown": len(held) - len(own),
            "known_points": sum(points(CARDS[card], self.rules) for card in own.values()),
            "ranks": bits({card >> 2 for card in own.values()}),
            "held": bits(held),
            "known": bits(own),
            "drawn": -1 if view.drawn is None else parse_card(view.drawn),
            "looked_place": self.looked if hook == "swap_seen" else -1,
            "may_throw_wrong": int(not limit or round_.wrong[player] < limit),
            "hand": hand,
            "theirs": theirs,
            "p": self.table.line_up.entries[player]["p"],
            **{trait: entry.traits[trait] for trait in ("memory", "attention", "reflex")},
        }


def differences(shown: np.void, expected: Fields, dtype: np.dtype) -> list[str]:
    """The visible fields that are not as they should be."""
    names = {name for name in dtype.names or () if not name.startswith("_")}
    assert names == set(expected), names ^ set(expected)
    return [
        f"{name}: shown {shown[name]}, should be {expected[name]}"
        for name in sorted(names)
        if not np.array_equal(shown[name], expected[name])
    ]


def faults(shown_mine: np.void, shown_table: np.void, account: Account, referee: Referee, hook: str) -> list[str]:
    """What is wrong with what a hook was shown."""
    mine = account.of_player(referee, hook, shown_mine)
    return differences(shown_mine, mine, MINE) + differences(shown_table, account.of_table(referee, hook), TABLE)
