"""Keyed random streams: SplitMix64 with a step of its own for every stream.

A stream belongs to (seed, deal, hand, purpose, seat). Its start and its step (an odd "gamma") are both mixed from
that key; within one seed no two keys have the same start, since the key is a 64-bit word and the mixing is a
bijection. Number k of a stream can be had without those before it, which is how a seat's luck at one event does not
depend on what happened before.

Source: Steele, Lea, Flood, "Fast splittable pseudorandom number generators" (OOPSLA 2014), mix variant 13 by Stafford.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from cactus_sim.jit import bits_set, jit

PACK: Final = 0
RESHUFFLE: Final = 1
RACE: Final = 2
LAPSE: Final = 3
ATTENTION: Final = 4
CHANCE: Final = 5
HANDS: Final = 6
"""What a stream is for: the pack's order, a reshuffle, reaction times, lapses of memory, notice, a strategy's dice, how
a hand errs."""

MAX_DEAL: Final = 1 << 40
MAX_HAND: Final = 1 << 12
MAX_SEED: Final = (1 << 63) - 1

GOLDEN: Final = np.uint64(0x9E3779B97F4A7C15)
_M1: Final = np.uint64(0xBF58476D1CE4E5B9)
_M2: Final = np.uint64(0x94D049BB133111EB)
_G1: Final = np.uint64(0xFF51AFD7ED558CCD)
_G2: Final = np.uint64(0xC4CEB9FE1A85EC53)
_ODD_BITS: Final = np.uint64(0xAAAAAAAAAAAAAAAA)
_U1: Final = np.uint64(1)
_U11: Final = np.uint64(11)
_U27: Final = np.uint64(27)
_U30: Final = np.uint64(30)
_U31: Final = np.uint64(31)
_U32: Final = np.uint64(32)
_U33: Final = np.uint64(33)
_LOW32: Final = np.uint64(0xFFFFFFFF)


@jit
def mix(z):
    """A bijection of 64-bit words whose every output bit depends on every input bit."""
    z = (z ^ (z >> _U30)) * _M1
    z = (z ^ (z >> _U27)) * _M2
    return z ^ (z >> _U31)


@jit
def key_word(deal, hand, purpose, seat):
    """The word that names a stream within a seed: deal < 2**40, hand < 2**12, purpose and seat < 2**6."""
    return np.uint64((deal << 24) | (hand << 12) | (purpose << 6) | seat)


@jit
def start_of(seed, word):
    """Where a stream starts."""
    return mix(mix(np.uint64(seed) + GOLDEN) ^ np.uint64(word))


@jit
def step_of(seed, word):
    """The odd step of a stream, with enough changes between neighbouring bits (as in Java's SplittableRandom)."""
    z = np.uint64(word) + mix(np.uint64(seed) ^ _G2)
    z = (z ^ (z >> _U33)) * _G1
    z = (z ^ (z >> _U33)) * _G2
    z = (z ^ (z >> _U33)) | _U1
    if bits_set(z ^ (z >> _U1)) < 24:
        z ^= _ODD_BITS
    return z


@jit
def word_at(start, step, k):
    """The k-th word of a stream (k from 1)."""
    return mix(np.uint64(start) + np.uint64(step) * np.uint64(k))


@jit
def unit(word):
    """A word as a number in [0, 1)."""
    return np.float64(np.uint64(word) >> _U11) * (1.0 / 9007199254740992.0)


@jit
def luck_at(seed, word, k):
    """The k-th number in [0, 1) of the stream named by `word`, without stepping through it."""
    return unit(word_at(start_of(seed, word), step_of(seed, word), k))


@jit
def below(stream, n):
    """A whole number 0…n−1, each equally likely (n < 2**32); `stream` is uint64[2], (state, step), and moves on.

    Lemire, "Fast random integer generation in an interval" (2019): exact, by rejection in n of 2**32 cases.
    """
    bound = np.uint64(n)
    stream[0] += stream[1]
    product = (mix(stream[0]) >> _U32) * bound
    if (product & _LOW32) < bound:
        least = ((_U1 << _U32) - bound) % bound
        while (product & _LOW32) < least:
            stream[0] += stream[1]
            product = (mix(stream[0]) >> _U32) * bound
    return np.int64(product >> _U32)


@jit
def chance(mine, n):
    """A whole number 0…n−1 from a player's own dice, each equally likely; `mine` is what the player sees."""
    if mine._dice[1] == 0:
        mine._dice[0] = start_of(mine._seed, mine._dice_word)
        mine._dice[1] = step_of(mine._seed, mine._dice_word)
    return below(mine._dice, n)
