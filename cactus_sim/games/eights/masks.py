"""Sets of cards as 64-bit masks: bit c is set when card c is in the set.

Bits 4r … 4r + 3 are the cards of rank r, every fourth bit is a suit, bits 52 and 53 are the jokers.
"""

from __future__ import annotations

from typing import Any, Final

from numba.core import types
from numba.extending import intrinsic

from cactus_sim.jit import DISABLED, jit

SUIT_MASK: Final = 0x1111111111111
"""The cards of suit 0; those of suit s are SUIT_MASK << s."""
RANK_MASK: Final = 0xF
"""The cards of rank 0; those of rank r are RANK_MASK << 4r."""
JOKERS: Final = 0x3 << 52

if DISABLED:

    def lowest_of(mask: int) -> int:
        """The lowest card of a set that is not empty."""
        whole = int(mask)
        return (whole & -whole).bit_length() - 1

    def count_of(mask: int) -> int:
        """How many cards a set has."""
        return int(mask).bit_count()

else:

    @intrinsic  # type: ignore[untyped-decorator]
    def lowest_of(_typing_context: Any, mask: Any) -> Any:
        """The lowest card of a set that is not empty."""

        def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            return builder.cttz(arguments[0], context.get_constant(types.boolean, True))

        return types.int64(types.int64), generate

    @intrinsic  # type: ignore[untyped-decorator]
    def count_of(_typing_context: Any, mask: Any) -> Any:
        """How many cards a set has."""

        def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            return builder.ctpop(arguments[0])

        return types.int64(types.int64), generate


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
