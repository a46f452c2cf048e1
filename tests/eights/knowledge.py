"""What each player may know: own hand, open cards, hand sizes, and who could not follow which suit."""

from collections import Counter
from dataclasses import dataclass

from tests.eights.table import Table


@dataclass
class Miss:
    """A player showed to have no card of a suit (an 8 may be kept back); `drawn` counts cards drawn since."""

    turn: int
    drawn: int = 0


class Knowledge:
    """What has become known to all in one deal."""

    def __init__(self, players: int) -> None:
        self.misses: list[dict[str, Miss]] = [{} for _ in range(players)]
        self.shown: list[list[str]] = [[] for _ in range(players)]

    def missed(self, player: int, suit: str, turn: int) -> None:
        """A player can't follow a suit now."""
        self.misses[player][suit] = Miss(turn)

    def drew(self, player: int, cards: int) -> None:
        """Unseen cards come to a hand."""
        for miss in self.misses[player].values():
            miss.drawn += cards

    def played(self, player: int, card: str) -> None:
        """A card comes from a hand to the table."""
        self.shown[player].append(card)


@dataclass(frozen=True)
class TableView:
    """What all see. `discards` lie open since the last reshuffle, the top last; `unseen` is all the rest of
    the pack; `misses` has by player what suits were missed, `shown` what cards each has played."""

    top: str
    in_force: str
    direction: int
    pending: int
    player: int | None
    turn: int
    passes: int
    hand_sizes: tuple[int, ...]
    stock: int
    discards: tuple[str, ...]
    unseen: Counter[str]
    misses: tuple[dict[str, Miss], ...]
    shown: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class PlayerView:
    """What one player knows besides: the own hand, what of it was drawn this turn, cards seen nowhere, and on
    turn what may be played, drawn or passed."""

    hand: Counter[str]
    drawn: tuple[str, ...]
    unseen: Counter[str]
    plays: frozenset[str]
    may_draw: bool
    may_pass: bool


@dataclass(frozen=True)
class Views:
    """The table and every player's view at one moment."""

    table: TableView
    players: tuple[PlayerView, ...]


def unseen(table: Table, player: int | None = None) -> Counter[str]:
    """Cards of the pack that lie neither open nor in the hand of a player (if one is given)."""
    hand: Counter[str] = Counter() if player is None else table.hands[player]
    return table.pack - Counter(table.discards) - hand
