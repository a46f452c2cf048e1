"""Figures of the rules page that can be counted out: playable cards, nothing to play, points of a card."""

from fractions import Fraction
from itertools import combinations

from tests.eights.house import SEED, pack, playable, points, rank, suit


def others(top: str) -> list[str]:
    """The pack of the seed without its top card."""
    cards = pack(SEED)
    cards.remove(top)
    return cards


def ordinary_tops() -> list[str]:
    """Cards that are no 8 and no joker: what follows is bound by their suit and rank."""
    return [card for card in pack(SEED) if suit(card) and rank(card) != "8"]


def playable_on(top: str) -> int:
    """How many of the other cards may be played on a top card whose own suit is in force."""
    return sum(playable(card, top, suit(top), SEED) for card in others(top))


def nothing_playable(top: str, hand_cards: int) -> Fraction:
    """The chance that a hand of the other cards has nothing playable, dealt card by card."""
    rest = len(others(top))
    bad = rest - playable_on(top)
    chance = Fraction(1)
    for dealt in range(hand_cards):
        chance *= Fraction(bad - dealt, rest - dealt)
    return chance


def nothing_playable_counted(top: str, hand_cards: int) -> Fraction:
    """The same by going through every hand: for small hands only."""
    able = [playable(card, top, suit(top), SEED) for card in others(top)]
    hands = list(combinations(able, hand_cards))
    return Fraction(sum(not any(hand) for hand in hands), len(hands))


def mean_points() -> Fraction:
    """The mean of the points of all cards of the pack."""
    cards = pack(SEED)
    return Fraction(sum(points(card, SEED) for card in cards), len(cards))
