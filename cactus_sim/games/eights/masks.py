"""Sets of cards as 64-bit masks: bit c is set when card c is in the set.

Bits 4r … 4r + 3 are the cards of rank r, every fourth bit is a suit, bits 52 and 53 are the jokers.
"""

from __future__ import annotations

from typing import Final

from cactus_sim.jit import bits_set, jit, lowest_bit

SUIT_MASK: Final = 0x1111111111111
"""The cards of suit 0; those of suit s are SUIT_MASK << s."""
RANK_MASK: Final = 0xF
"""The cards of rank 0; those of rank r are RANK_MASK << 4r."""
JOKERS: Final = 0x3 << 52

lowest_of = lowest_bit
"""The lowest card of a set that is not empty."""
count_of = bits_set
"""How many cards a set has."""


@jit
def nth_of(mask, n):
    """The n-th card (from 0) of a set that has more than n."""
    for _ in range(n):
        mask &= mask - 1
    return lowest_of(mask)


@jit
def has(mask, card):
    """Whether a set has a card."""
    return (mask >> card) & 1 == 1


@jit
def of_suit(mask, suit):
    """The cards of one suit in a set."""
    return mask & (SUIT_MASK << suit)


@jit
def of_rank(mask, rank):
    """The cards of one rank in a set."""
    return mask & (RANK_MASK << (4 * rank))
