"""The decisions of 8 Américain that charts are made of: which suit to name, and when to spend an eight."""

from __future__ import annotations

from typing import Final

from cactus_sim.games.deciding import decide, place_on
from cactus_sim.games.decisions import Axis, Decision, Option
from cactus_sim.games.eights.masks import count_of, of_suit
from cactus_sim.games.eights.view import drawn_since, next_player, points_in, wild
from cactus_sim.jit import jit

COLOUR, HOLD = range(2)
"""Places of the kinds in DECISIONS."""

OTHER, EIGHT, DRAWING = range(3)
"""The options of HOLD."""

_CARDS: Final = Axis("cards", {"en": "cards in hand", "fr": "cartes en main"}, 1, 12)
_FEWEST: Final = Axis(
    "fewest", {"en": "fewest cards another player holds", "fr": "plus petit nombre de cartes d'un autre joueur"}, 1, 8
)
_WILD: Final = Axis("eights", {"en": "eights in hand", "fr": "huit en main"}, 1, 4)
_POINTS: Final = Axis(
    "points", {"en": "tens of points in hand", "fr": "dizaines de points en main"}, 0, 10, standard=False
)
_LEAD: Final = Axis(
    "lead",
    {"en": "cards more than of the second suit", "fr": "cartes de plus que dans la deuxième couleur"},
    0,
    6,
)
_SHORT: Final = Axis(
    "short",
    {"en": "the next player is known to lack", "fr": "le joueur suivant n'a pas"},
    -1,
    5,
    values={
        "en": ("no suit", "my first suit", "my second suit", "my third suit", "my fourth suit"),
        "fr": ("rien de connu", "ma 1re couleur", "ma 2e couleur", "ma 3e couleur", "ma 4e couleur"),
    },
)
_NEXT: Final = Axis("next", {"en": "cards of the next player", "fr": "cartes du joueur suivant"}, 1, 8, standard=False)


def _suit(name: str, place_en: str, place_fr: str, letter: str) -> Option:
    return Option(
        name,
        {"en": letter, "fr": letter},
        {"en": f"name the suit held {place_en}", "fr": f"annoncer la {place_fr} couleur en nombre"},
    )


DECISIONS: Final = (
    Decision(
        "colour",
        "name_suit",
        {"en": "Which suit to name after an eight?", "fr": "Quelle couleur annoncer après un huit ?"},
        (
            _suit("first", "most", "première", "1"),
            _suit("second", "second most", "deuxième", "2"),
            _suit("third", "third most", "troisième", "3"),
            _suit("fourth", "least", "quatrième", "4"),
        ),
        (_LEAD, _SHORT, _CARDS, _NEXT),
        rows=1,
    ),
    Decision(
        "hold",
        "play",
        {"en": "When to spend an eight?", "fr": "Quand jouer un huit ?"},
        (
            Option("other", {"en": "O", "fr": "A"}, {"en": "play another card", "fr": "jouer une autre carte"}),
            Option("eight", {"en": "8", "fr": "8"}, {"en": "play an eight", "fr": "jouer un huit"}),
            Option("draw", {"en": "D", "fr": "P"}, {"en": "draw", "fr": "piocher"}),
        ),
        (_CARDS, _FEWEST, _WILD, _POINTS),
        rows=1,
    ),
)


@jit
def strength(mine, table, suit):
    """By what suits are ranked: cards held of it, then their points, then its number; eights and jokers apart."""
    held = of_suit(mine.hand, suit) & ~wild(table)
    twice = of_suit(mine.twice, suit) & ~wild(table)
    points = points_in(table, held) + points_in(table, twice)
    return ((count_of(held) + count_of(twice)) * 1024 + points) * 4 + 3 - suit


@jit
def ranked_suit(mine, table, rank):
    """The suit that so many suits are ahead of."""
    for suit in range(4):
        ahead, own = 0, strength(mine, table, suit)
        for other in range(4):
            if strength(mine, table, other) > own:
                ahead += 1
        if ahead == rank:
            return suit
    return 0


@jit
def held_of(mine, table, suit):
    """How many cards are held of a suit, eights and jokers apart."""
    return count_of(of_suit(mine.hand, suit) & ~wild(table)) + count_of(of_suit(mine.twice, suit) & ~wild(table))


@jit
def decide_colour(chart, mine, table):
    """What a chart says of the suit to name: a suit, −1 where it is silent."""
    first, second = ranked_suit(mine, table, 0), ranked_suit(mine, table, 1)
    lead = held_of(mine, table, first) - held_of(mine, table, second)
    player, short = next_player(mine, table), -1
    fewest = 1000
    for rank in range(4):
        since = drawn_since(table, player, ranked_suit(mine, table, rank))
        if 0 <= since < fewest:
            short, fewest = rank, since
    option = decide(
        chart, COLOUR, mine, table,
        place_on(lead, 0, 6), place_on(short, -1, 5), place_on(table.cards[mine.me], 1, 12),
        place_on(table.cards[player], 1, 8), 0b1111,
    )  # fmt: skip
    return ranked_suit(mine, table, option) if option >= 0 else -1


@jit
def decide_hold(chart, mine, table):
    """What a chart says where an eight may be played or not: OTHER, EIGHT or DRAWING; −1 where it is silent."""
    eights = mine.playable & table.eights
    other = mine.playable & ~wild(table)
    legal = int(other != 0) << OTHER | int(eights != 0) << EIGHT | int(mine.may_draw != 0) << DRAWING
    if eights == 0 or legal & (legal - 1) == 0 or table.attack > 0:
        return -1
    fewest = 1000
    for player in range(table.players):
        if player != mine.me and table.cards[player] < fewest:
            fewest = table.cards[player]
    points = points_in(table, mine.hand) + points_in(table, mine.twice)
    return decide(
        chart, HOLD, mine, table,
        place_on(table.cards[mine.me], 1, 12), place_on(fewest, 1, 8), place_on(count_of(eights), 1, 4),
        place_on(points // 10, 0, 10), legal,
    )  # fmt: skip
