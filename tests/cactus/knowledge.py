"""What each player may know: cards remembered at places, cards known to all, cards not seen since the last shuffle.

Knowledge is tied to places (player, slot) and follows cards that change places before everyone's eyes.
"""

from collections import Counter
from dataclasses import dataclass

from tests.cactus.house import points, rank
from tests.cactus.table import Place, Table


class Knowledge:
    """Memories of one deal."""

    def __init__(self, players: int) -> None:
        self.memory: list[dict[Place, str]] = [{} for _ in range(players)]
        self.public: dict[Place, str] = {}
        # Others' cards that an imperfect memory may have dropped without an event saying so.
        self.unsure: list[set[Place]] = [set() for _ in range(players)]

    def learn(self, player: int, place: Place, card: str) -> None:
        """A player sees a card at its place."""
        self.memory[player][place] = card
        self.unsure[player].discard(place)

    def publish(self, place: Place, card: str) -> None:
        """All see a card at its place."""
        self.vanish(place)
        self.public[place] = card
        self.learn(place[0], place, card)

    def vanish(self, place: Place) -> None:
        """Nobody knows any more what lies at a place: its card left."""
        self.public.pop(place, None)
        for memory, unsure in zip(self.memory, self.unsure, strict=True):
            memory.pop(place, None)
            unsure.discard(place)

    def exchange(self, one: Place, other: Place) -> None:
        """The cards of two places change hands (or one moves to an empty place): what is known moves with them."""
        for known in (*self.memory, self.public):
            here, there = known.pop(one, None), known.pop(other, None)
            if here is not None:
                known[other] = here
            if there is not None:
                known[one] = there
        for unsure in self.unsure:
            moved = {other if place == one else one for place in unsure & {one, other}}
            unsure -= {one, other}
            unsure |= moved
        for place in (one, other):
            if place in self.public:
                self.learn(place[0], place, self.public[place])

    def forget(self, player: int, slot: int) -> None:
        """A player no longer remembers an own card; if all know it the others still do."""
        del self.memory[player][player, slot]
        self.unsure[player].discard((player, slot))

    def turn_over(self, player: int) -> None:
        """A turn of a player ended: any memory of others' cards may have lapsed, unreported."""
        self.unsure[player] |= {place for place in self.memory[player] if place[0] != player}

    def knows(self, player: int, place: Place) -> bool:
        """Whether a player may remember the card at a place."""
        return place in self.memory[player] or (place[0] != player and place in self.public)


@dataclass(frozen=True)
class TableView:
    """What all see. `unseen` counts cards by rank that are neither in the discard pile nor known to all in a row."""

    top: str | None
    player: int | None
    round: int
    caller: int | None
    hand_sizes: tuple[int, ...]
    row_lengths: tuple[int, ...]
    public: dict[Place, str]
    discards: tuple[str, ...]
    stock: int
    unseen: dict[str, int]
    unseen_cards: int
    unseen_points: int


@dataclass(frozen=True)
class PlayerView:
    """What one player knows besides. `others` holds remembered and public cards of opponents by place;
    `unsure` the own slots and places of others that an imperfect memory may have lost; `unseen` is by rank, of cards
    the player knows nowhere."""

    cards: dict[int, str]
    known_points: int
    unknown: int
    others: dict[Place, str]
    unsure: frozenset[Place]
    drawn: str | None
    unseen: dict[str, int]
    unseen_points: int


@dataclass(frozen=True)
class Views:
    """The table and every player's view at one moment."""

    table: TableView
    players: tuple[PlayerView, ...]


def by_rank(cards: Counter[str]) -> dict[str, int]:
    """Counts of cards by rank, ranks that are all gone left out."""
    counts: Counter[str] = Counter()
    for card, count in cards.items():
        counts[rank(card)] += count
    return {name: count for name, count in counts.items() if count}


def table_view(table: Table, knowledge: Knowledge, player: int | None, round_: int, caller: int | None) -> TableView:
    """The view all players share."""
    unseen = table.pack - Counter(table.discards) - Counter(knowledge.public.values())
    return TableView(
        top=table.top,
        player=player,
        round=round_,
        caller=caller,
        hand_sizes=tuple(len(table.cards_of(p)) for p in range(len(table.rows))),
        row_lengths=tuple(len(row) for row in table.rows),
        public=dict(knowledge.public),
        discards=tuple(table.discards),
        stock=table.stock_size(),
        unseen=by_rank(unseen),
        unseen_cards=unseen.total(),
        unseen_points=sum(points(card, table.rules) * count for card, count in unseen.items()),
    )


def player_view(table: Table, knowledge: Knowledge, player: int, drawn: str | None) -> PlayerView:
    """One player's own view; `drawn` is the card in that player's hand, if it is theirs."""
    memory = knowledge.memory[player]
    own = {slot: card for (owner, slot), card in sorted(memory.items()) if owner == player}
    others = {place: card for place, card in (knowledge.public | memory).items() if place[0] != player}
    unseen = table.pack - Counter(table.discards) - Counter((knowledge.public | memory).values())
    if drawn is not None:
        unseen -= Counter([drawn])
    return PlayerView(
        cards=own,
        known_points=sum(points(card, table.rules) for card in own.values()),
        unknown=len(table.cards_of(player)) - len(own),
        others=others,
        unsure=frozenset(knowledge.unsure[player]),
        drawn=drawn,
        unseen=by_rank(unseen),
        unseen_points=sum(points(card, table.rules) * count for card, count in unseen.items()),
    )
