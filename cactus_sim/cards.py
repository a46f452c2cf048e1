"""Cards: a card is a number 0…53, rank × 4 + suit; ranks 0…12 are A 2 … 10 J Q K, suits 0…3 are S H D C.

52 and 53 are the jokers X1 and X2 (rank 13). Packs mixed together repeat the numbers.
"""

from __future__ import annotations

from typing import Final

from cactus_sim.errors import UsageError
from cactus_sim.jit import jit

RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS: Final = ("S", "H", "D", "C")
SUIT_SYMBOLS: Final = ("♠", "♥", "♦", "♣")
FRENCH_RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "V", "D", "R")
JOKER_RANK: Final = 13
CARDS: Final = 54
"""How many different cards there are, the two jokers included."""


@jit
def rank_of(card: int) -> int:
    """The rank 0…12 of a card, 13 for a joker."""
    return card >> 2


@jit
def suit_of(card: int) -> int:
    """The suit 0…3 of a card (a joker has none: the answer means nothing)."""
    return card & 3


def card_text(card: int) -> str:
    """The card as traces write it: `10H`, `KS`, `X1`."""
    if card >= 52:
        return f"X{card - 51}"
    return RANKS[card >> 2] + SUITS[card & 3]


def card_name(card: int, lang: str = "en") -> str:
    """The card as people read it: `10♥`, `K♠` (in French `R♠`), `joker`."""
    if card >= 52:
        return "joker"
    ranks = FRENCH_RANKS if lang == "fr" else RANKS
    return ranks[card >> 2] + SUIT_SYMBOLS[card & 3]


def parse_card(text: str) -> int:
    """The number of a card written as in traces; a UsageError names what can't be read."""
    word = text.strip().upper()
    if word in ("X1", "X2"):
        return 51 + int(word[1])
    if word[:-1] in RANKS and word[-1:] in SUITS:
        return RANKS.index(word[:-1]) * 4 + SUITS.index(word[-1])
    raise UsageError(f"'{text}' is not a card: write rank then suit, such as 10H, AS, KD; jokers are X1 and X2")


def pack(packs: int, jokers: int) -> list[int]:
    """The cards of `packs` packs of 52 with `jokers` jokers each, in order."""
    one = list(range(52)) + [52 + joker % 2 for joker in range(jokers)]
    return one * packs
