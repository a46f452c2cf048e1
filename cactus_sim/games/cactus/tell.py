"""A game of Cactus told in words: the events of a trace as lines that a person can follow."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from cactus_sim.cards import card_name, parse_card
from cactus_sim.games.base import Event
from cactus_sim.games.cactus.rows import Rows, first_owner, owner_of
from cactus_sim.report.words import words

_ACT: Final = "  "
_REACTION: Final = "      "


def tell(events: Iterable[Event], lang: str) -> Iterator[str]:
    """The lines of a game, or of a match, in a language ("en" or "fr"); the reader is shown every card.

    Raises a UsageError where the language is not known.
    """
    teller = _Teller(lang)
    for event in events:
        yield from teller.see(event)


class _Teller:
    """Puts events into sentences; what one player does on end is one sentence."""

    def __init__(self, lang: str) -> None:
        self.words = words(lang, "cactus")
        self.lang = lang
        self.names: list[str] = []
        self.speaker = -1
        self.clauses: list[str] = []
        self.last = ""
        self.indent = _ACT
        self.forgotten: list[str] = []
        self.round = 0
        self.lines: list[str] = []

    def see(self, event: Event) -> Iterator[str]:
        """The lines that an event completes."""
        kind = event["e"]
        if kind == "forget":
            slot = event["slot"]
            card = self.cards.at(event["player"], slot)
            self.forgotten.append(self.words("forget_card", slot=slot + 1, plain=self.plain(card)))
            self.cards.follow(event)
        elif kind in ("deal", "turn", "reshuffle", "end", "match"):
            yield from self.flush()
            yield from getattr(self, f"_{kind}")(event)
        else:
            yield from self.act(event)

    def flush(self) -> Iterator[str]:
        """The sentence begun, and what its player has forgotten after it."""
        if self.clauses:
            yield self.indent + self.sentence(self.clauses)
        if self.forgotten:
            yield _REACTION + self.sentence([self.words("forget", cards=self.words.listed(self.forgotten))])
        self.clauses, self.forgotten = [], []

    def sentence(self, clauses: Sequence[str]) -> str:
        """What the speaker does: "early draws 9♠ and discards it."."""
        return self.words("line", player=self.names[self.speaker], clauses=self.words.listed(clauses))

    def act(self, event: Event) -> Iterator[str]:
        """A player does something: the next clause of a sentence, or the first of a new one."""
        if event["e"] == "exchange" and event["target"] == event["player"] and "from" in event:
            event = {**event, "slot": event["target_slot"], "target": event["from"], "target_slot": event["slot"]}
            del event["from"]
        kind, player = event["e"], event["player"]
        reaction = kind in ("throw", "late")
        if reaction or player != self.speaker or (kind == "call" and self.indent == _REACTION):
            yield from self.flush()
            self.speaker, self.indent = player, _REACTION if reaction else _ACT
        self.clauses.append(self.clause(event))
        self.last = kind
        self.cards.follow(event)

    def clause(self, event: Event) -> str:
        """What a player does, in words that follow the player's name."""
        kind, player = event["e"], event["player"]
        owner = owner_of(event)
        fields: dict[str, Any] = {
            name: event[name] + 1 for name in ("slot", "target_slot") if event.get(name) is not None
        }
        fields["target"] = self.names[owner]
        match kind:
            case "call":
                fields["points"] = self.points(self.cards.total(player))
            case "draw" | "discard" | "peek" | "look" | "throw":
                fields |= self.card(event["card"])
            case "swap" | "take":
                fields |= {"out": self.card(event["out"])["card"], **self.card(event["in"])}
            case "swap_many":
                fields |= {
                    "out": self.words.listed(self.card(card)["card"] for card in event["out"]),
                    "slots": self.words.listed(str(slot + 1) for slot in event["slots"]),
                    **self.card(event["in"]),
                }
            case "penalty":
                fields |= {"count": len(event["cards"]), "plain": self.plain(*event["cards"])}
            case "give":
                fields |= self.card(self.cards.at(player, event["slot"]))
            case "return":
                fields |= self.card(self.cards.at(owner, event["slot"]))
            case "exchange":
                first = first_owner(event)
                fields |= {
                    "owner": self.names[first],
                    "plain": self.plain(self.cards.at(first, event["slot"])),
                    "other": self.plain(self.cards.at(owner, event["target_slot"])),
                }
        return self.words(self.key(event), **fields)

    def key(self, event: Event) -> str:
        """Which words an event takes."""
        kind, player = str(event["e"]), event["player"]
        owner = owner_of(event)
        match kind:
            case "discard" if self.last != "draw":
                return "discard_named"
            case "look" if owner == player:
                return "peek"
            case "exchange" if first_owner(event) != player:
                return "exchange_others"
            case "exchange" if owner == player:
                return "exchange_own"
            case "swap_many" if not event["match"]:
                return "swap_many_wrong"
            case "penalty":
                return "penalty_one" if len(event["cards"]) == 1 else "penalty_many"
            case "throw" if not event["match"]:
                return "throw_wrong" if owner == player else "throw_theirs_wrong"
            case "throw" if owner == player and sum(card is not None for card in self.cards.rows[player]) == 1:
                return "throw_last"
            case "throw" | "late" | "return" if owner != player:
                return f"{kind}_theirs"
        return kind

    def _deal(self, event: Event) -> Iterator[str]:
        self.cards = Rows(event)
        self.names = names(event["line_up"])
        self.speaker, self.round, self.lines = -1, 0, []
        first = self.names[event["first"]]
        hand = event.get("hand")
        if not hand:
            yield self.words("game", seed=event["seed"], deal=event["deal"], rotation=event["rotation"])
            yield self.words("legend")
            throw, who = event["rules"]["throw"], event["rules"]["throw_who"]
            yield self.words("throws_none" if throw == "none" else f"throws_{throw}_{who}")
        if hand is not None:
            yield ""
            yield self.words("hand", number=hand + 1)
        yield from self.rows([self.cards.total(player) for player in range(len(self.names))])
        start = event["discard"]
        beginning = self.words("start", **self.card(start)) if start else self.words("no_start")
        yield _ACT + beginning + " " + self.words("first", player=first)

    def _turn(self, event: Event) -> Iterator[str]:
        if event["round"] != self.round:
            if self.round:
                yield from self.rows([self.cards.total(player) for player in range(len(self.names))])
            self.round = event["round"]
            yield self.words("round", round=self.round)
        self.speaker = -1

    def _reshuffle(self, event: Event) -> Iterator[str]:
        yield _ACT + self.words("reshuffle", cards=event["cards"])
        self.speaker = -1

    def _end(self, event: Event) -> Iterator[str]:
        self.cards.rows = [list(hand) for hand in event["hands"]]
        everybody = range(len(self.names))
        for player in everybody:
            for known in self.cards.known:
                known.update((player, slot) for slot in range(len(self.cards.rows[player])))
        emptied = [name for name, row in zip(self.names, event["hands"], strict=True) if not any(row)]
        yield self.words(f"end_{event['reason']}", players=self.words.listed(emptied or self.names))
        self.lines = []
        yield from self.rows(event["totals"])
        yield from self.verdict(event)
        if event["points"] != event["totals"]:
            yield self.words("written", scores=self.scores(event["points"]))

    def verdict(self, event: Event) -> Iterator[str]:
        """Who won and why."""
        totals, winners, caller = event["totals"], event["winners"], event["caller"]
        most = self.cards.rules["cactus_max"]
        if caller is not None:
            total, fewest = totals[caller], min(totals)
            if total > most:
                why = "failed"
            elif total > fewest:
                why = "beaten"
            else:
                why = f"tie_{self.cards.rules['tie']}" if totals.count(fewest) > 1 else "tie_all"
            if why != "tie_all":
                yield self.words(why, player=self.names[caller], points=self.points(total), most=self.points(most))
        if event["royal"]:
            yield self.words("royal", players=self.words.listed(self.names[player] for player in event["royal"]))
        if winners:
            yield self.won(winners, totals)
        else:
            yield self.words("nobody", most=self.points(most))

    def _match(self, event: Event) -> Iterator[str]:
        yield ""
        yield self.words("match_end", scores=self.scores(event["totals"]))
        yield self.won(event["winners"], event["totals"])

    def won(self, winners: Sequence[int], totals: Sequence[int]) -> str:
        """The sentence that names the winners."""
        names = self.words.listed(self.names[player] for player in winners)
        return self.words("wins" if len(winners) == 1 else "win", players=names, points=self.points(totals[winners[0]]))

    # Words and numbers

    def rows(self, totals: Sequence[int]) -> Iterator[str]:
        """Every player's row and total, one to a line; nothing where all is as it was."""
        lines = []
        for player, row in enumerate(self.cards.rows):
            cells = []
            for slot, card in enumerate(row):
                known = (player, slot) in self.cards.known[player]
                text = self.plain(card) if card else self.words("gone")
                cells.append(text if known or not card else self.words("unknown", card=text))
            lines.append("  ".join(f"{cell:<5}" for cell in cells))
        if lines == self.lines:
            return
        self.lines = lines
        name_width, width = max(map(len, self.names)), max(map(len, lines))
        for name, line, total in zip(self.names, lines, totals, strict=True):
            yield f"    {name:<{name_width}}   {line:<{width}}  {self.words.number(total):>3}"

    def scores(self, points: Sequence[int]) -> str:
        """Every player's points in a row."""
        scores = zip(self.names, points, strict=True)
        return self.words.listed(self.words("score", player=name, points=self.words.number(n)) for name, n in scores)

    def points(self, number: int) -> str:
        """A number of points in words."""
        key = {0: "points_zero", 1: "points_one"}.get(abs(number), "points_many")
        return self.words(key, points=self.words.number(number))

    def plain(self, *cards: str) -> str:
        """The names of cards: "9♠, K♥"."""
        return ", ".join(card_name(parse_card(card), self.lang) for card in cards)

    def card(self, card: str) -> dict[str, str]:
        """A card as sentences need it: with its article, plain, and the pronoun for it."""
        plain = self.plain(card)
        form = {"Q": "feminine", "A": "elided"}.get(card[0], "masculine")
        it = "feminine" if form == "feminine" else "masculine"
        return {"card": self.words(f"card_{form}", card=plain), "plain": plain, "it": self.words(f"it_{it}")}


def names(labels: Sequence[str]) -> list[str]:
    """What players are called: their entry, a file's path left out, and a number where several are equal."""
    short = [re.sub(r"^.*\.py:", "", label) for label in labels]
    counts, seen = Counter(short), Counter[str]()
    called = []
    for label in short:
        seen[label] += 1
        called.append(f"{label} {seen[label]}" if counts[label] > 1 else label)
    return called
