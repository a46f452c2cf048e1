"""The keyed streams written again from their description: plain whole numbers, and numpy for many keys at once."""

import numpy as np

WORD = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15
MIX = (0xBF58476D1CE4E5B9, 0x94D049BB133111EB)
STEP_MIX = (0xFF51AFD7ED558CCD, 0xC4CEB9FE1A85EC53)
ALTERNATE = 0xAAAAAAAAAAAAAAAA


def mix(z: int) -> int:
    """Stafford's variant 13, as SplitMix64 has it."""
    z = ((z ^ z >> 30) * MIX[0]) & WORD
    z = ((z ^ z >> 27) * MIX[1]) & WORD
    return z ^ z >> 31


def unshift(z: int, shift: int) -> int:
    """The x of which x ^ x >> shift is z."""
    x = z
    for _ in range(64 // shift):
        x = z ^ x >> shift
    return x


def unmix(z: int) -> int:
    """The word that `mix` makes z of."""
    z = unshift(z, 31) * pow(MIX[1], -1, 1 << 64) & WORD
    z = unshift(z, 27) * pow(MIX[0], -1, 1 << 64) & WORD
    return unshift(z, 30)


def key(deal: int, hand: int, purpose: int, seat: int) -> int:
    """40 bits of the deal, 12 of the hand, 6 of the purpose, 6 of the seat."""
    return deal << 24 | hand << 12 | purpose << 6 | seat


def stream(seed: int, word: int) -> tuple[int, int]:
    """Where the stream of a key starts, and its step."""
    z = (word + mix(seed ^ STEP_MIX[1])) & WORD
    z = ((z ^ z >> 33) * STEP_MIX[0]) & WORD
    z = ((z ^ z >> 33) * STEP_MIX[1]) & WORD
    z = (z ^ z >> 33) | 1
    if (z ^ z >> 1).bit_count() < 24:
        z ^= ALTERNATE
    return mix(mix((seed + GOLDEN) & WORD) ^ word), z


def words(start: int, step: int, count: int) -> list[int]:
    """The first words of a stream."""
    return [mix((start + k * step) & WORD) for k in range(1, count + 1)]


def below(start: int, step: int, n: int) -> tuple[int, int]:
    """A number 0…n−1 and the state after it: of 32 bits, those that would favour some number are passed over."""
    while True:
        start = (start + step) & WORD
        high = mix(start) >> 32
        number, rest = divmod(high * n, 1 << 32)
        if rest >= (1 << 32) % n:
            return number, start


def many_starts(seeds: np.ndarray, keys: np.ndarray) -> np.ndarray:
    """The starts of all streams of some seeds (plain numbers) and keys: [seed, key]."""
    with np.errstate(over="ignore"):
        whole = [np.uint64(mix((int(seed) + GOLDEN) & WORD)) ^ keys for seed in seeds]
        z = np.array(whole)
        z = (z ^ z >> np.uint64(30)) * np.uint64(MIX[0])
        z = (z ^ z >> np.uint64(27)) * np.uint64(MIX[1])
        return z ^ z >> np.uint64(31)
