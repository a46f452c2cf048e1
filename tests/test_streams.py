"""The keyed random streams: reference vectors, exactness, uniformity, independence, and keys that never collide."""

import functools
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import numba
import numpy as np
import pytest

from cactus_sim import jit, streams
from tests import pure_streams as pure
from tests.cactus.exact import chi_square_is_plausible

GAMES_OF_ONE_RUN = 1_000_000


@functools.cache
def compiled(function: Callable[..., Any]) -> Any:
    """A loop over a stream function as numba compiles it, or as it is where nothing is compiled."""
    return function if jit.DISABLED else numba.njit(**jit.OPTIONS)(function)


def run(function: Callable[..., Any], *arguments: Any) -> Any:
    """What the loop gives; plain Python warns of words that overflow, as they should."""
    with np.errstate(over="ignore"):
        return compiled(function)(*arguments)


def _streams(seed, words, out):
    for i in range(words.shape[0]):
        out[i, 0] = streams.start_of(seed, words[i])
        out[i, 1] = streams.step_of(seed, words[i])


def _words(start, step, out):
    for k in range(out.shape[0]):
        out[k] = streams.word_at(start, step, k + 1)


def _keys(parts, out):
    for i in range(parts.shape[0]):
        out[i] = streams.key_word(parts[i, 0], parts[i, 1], parts[i, 2], parts[i, 3])


def _below(states, n, out):
    for i in range(states.shape[0]):
        out[i] = streams.below(states[i], n)


def _units(seed, words, k, out):
    for i in range(words.shape[0]):
        out[i] = streams.luck_at(seed, words[i], k)


def _deal(seed, deals, cards, out):
    """The first cards of many deals, drawn as a pack is shuffled."""
    stream = out[0, -2:]
    for deal in range(deals):
        word = streams.key_word(deal, 0, streams.PACK, 0)
        stream[0] = streams.start_of(seed, word)
        stream[1] = streams.step_of(seed, word)
        for i in range(cards):
            out[deal + 1, i] = streams.below(stream, 52 - i)


def keyed(seed: int, keys: list[int]) -> list[tuple[int, int]]:
    out = np.zeros((len(keys), 2), np.uint64)
    run(_streams, seed, np.array(keys, np.uint64), out)
    return [(int(start), int(step)) for start, step in out]


def first_words(start: int, step: int, count: int) -> list[int]:
    out = np.zeros(count, np.uint64)
    run(_words, np.uint64(start), np.uint64(step), out)
    return [int(word) for word in out]


def numbers_below(states: list[tuple[int, int]], n: int) -> tuple[list[int], list[int]]:
    array, out = np.array(states, np.uint64), np.zeros(len(states), np.int64)
    run(_below, array, n, out)
    return out.tolist(), [int(state) for state in array[:, 0]]


# Vectors

STREAM = (13667696025105371377, 17891438678920121795)
WORDS = [18045675797036387271, 11367482173970730165, 16990071755017067328]


def test_splitmix64_reference() -> None:
    """The values that are handed round with Steele, Lea and Flood's generator, at seed 1234567."""
    assert first_words(1234567, pure.GOLDEN, 5) == [
        6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821,
    ]  # fmt: skip


def test_keyed_streams_stay_as_they_are() -> None:
    """Words of our own streams: a change of them changes every result."""
    key = pure.key(deal=123_456, hand=7, purpose=streams.LAPSE, seat=3)
    assert keyed(2024, [key]) == [STREAM]
    assert first_words(*STREAM, 3) == WORDS


@pytest.mark.parametrize("seed", [0, 1, 2024, (1 << 63) - 1])
def test_streams_are_as_described(seed: int) -> None:
    """Starts, steps and words, against whole numbers of plain Python."""
    rng = random.Random(seed)
    parts = [
        (rng.choice((0, 1, (1 << 40) - 1, rng.randrange(1 << 40))), rng.randrange(1 << 12), rng.randrange(6),
         rng.randrange(64))
        for _ in range(500)
    ]  # fmt: skip
    words = np.zeros(len(parts), np.uint64)
    run(_keys, np.array(parts, np.int64), words)
    keys = [pure.key(*part) for part in parts]
    assert words.tolist() == keys
    found = keyed(seed, keys)
    assert found == [pure.stream(seed, key) for key in keys]
    assert all(step & 1 and (step ^ step >> 1).bit_count() >= 24 for _, step in found)
    for start, step in found[:20]:
        assert first_words(start, step, 10) == pure.words(start, step, 10)


def test_steps_with_few_changes_are_mended() -> None:
    """Both branches of a step are taken among these keys."""
    keys = list(range(3000))
    mended = 0
    for (_, step), key in zip(keyed(5, keys), keys, strict=True):
        assert step == pure.stream(5, key)[1]
        mended += (step ^ pure.ALTERNATE) & 1 == 1 and (
            (step ^ pure.ALTERNATE) ^ (step ^ pure.ALTERNATE) >> 1
        ).bit_count() < 24
    assert mended > 0


def test_luck_is_had_without_those_before_it() -> None:
    keys = [pure.key(deal, 0, streams.RACE, 2) for deal in range(50)]
    for k in (1, 2, 1000, 123_456_789):
        out = np.zeros(50)
        run(_units, 9, np.array(keys, np.uint64), k, out)
        expected = [pure.mix((start + k * step) & pure.WORD) >> 11 for start, step in (pure.stream(9, w) for w in keys)]
        assert out.tolist() == [word / (1 << 53) for word in expected]


# Whole numbers


@pytest.mark.parametrize("n", [1, 2, 3, 5, 6, 7, 12, 13, 51, 52, 64, 1000, (1 << 31) + 1, (1 << 32) - 1])
def test_below_is_exact(n: int) -> None:
    """Of the 2³² values of a word's upper half, ⌊2³² / n⌋ make each number, and the rest are passed over: looked at
    where one number ends and the next begins.
    """
    each = (1 << 32) // n
    step = pure.stream(1, 77)[1]
    numbers = {0, 1, 2, n // 2, n - 2, n - 1}
    for number in sorted(number for number in numbers if 0 <= number < n):
        first = -(-number * (1 << 32) // n)
        least = (1 << 32) % n
        while first * n % (1 << 32) < least:
            first += 1
        for half, made in ((first, True), (first + each - 1, True), (first - 1, False), (first + each, False)):
            if 0 <= half < 1 << 32:
                state = (pure.unmix(half << 32 | 12_345) - step) & pure.WORD
                found, after = numbers_below([(state, step)], n)
                assert (found, after) == tuple([x] for x in pure.below(state, step, n))
                passed_over = after[0] != (state + step) & pure.WORD
                assert (found == [number] and not passed_over) == made


def test_below_passes_over_what_would_favour_a_number() -> None:
    """2³² = 3 · 1,431,655,765 + 1: with an upper half of 0 the next word is taken; with 4 nothing is left over."""
    step = pure.stream(1, 78)[1]
    state = (pure.unmix(99) - step) & pure.WORD
    found, after = numbers_below([(state, step)], 3)
    assert after == [(state + 2 * step) & pure.WORD]
    assert found == [(pure.mix((state + 2 * step) & pure.WORD) >> 32) * 3 >> 32]
    assert numbers_below([(state, step)], 4) == ([0], [(state + step) & pure.WORD])


def test_unmix_of_the_tests() -> None:
    rng = random.Random(1)
    assert all(pure.mix(pure.unmix(z)) == z for z in (rng.randrange(1 << 64) for _ in range(100)))


# Uniformity and independence


def test_first_cards_over_all_deals() -> None:
    """The first card of the pack is any of 52, the next any of 51, and each pair of them as likely as another."""
    deals = GAMES_OF_ONE_RUN if not jit.DISABLED else 20_000
    out = np.zeros((deals + 1, 4), np.uint64)
    run(_deal, 1, deals, 2, out)
    places = out[1:, :2].astype(np.int64)
    for column, cards in ((0, 52), (1, 51)):
        counts = np.bincount(places[:, column], minlength=cards)
        assert len(counts) == cards
        assert plausible(counts)
    pairs = np.bincount(places[:, 0] * 51 + places[:, 1], minlength=52 * 51)
    assert plausible(pairs)


def plausible(counts: np.ndarray) -> bool:
    """Whether counts come from a uniform distribution, to five deviations of their chi-square."""
    expected = counts.sum() / len(counts)
    return chi_square_is_plausible(float(((counts - expected) ** 2 / expected).sum()), len(counts) - 1)


def test_no_two_keys_start_alike() -> None:
    """Seeds × deals × hands × purposes × seats: several millions of streams, all different."""
    deals, hands, purposes, seats = np.meshgrid(
        np.r_[0:4000, (1 << 40) - 1000 : 1 << 40], np.array([0, 1, 4095]), np.arange(6), np.arange(8), indexing="ij"
    )
    keys = (deals << 24 | hands << 12 | purposes << 6 | seats).ravel().astype(np.uint64)
    seeds = [0, 1, 2, 1234567, (1 << 63) - 1]
    starts = pure.many_starts(np.array(seeds, object), keys)
    assert starts.size > 3_000_000
    assert len(np.unique(starts)) == starts.size
    sample = random.Random(3).sample(range(len(keys)), 400)
    for place, seed in enumerate(seeds):
        module = keyed(seed, [int(keys[i]) for i in sample])
        assert [start for start, _ in module] == [int(starts[place, i]) for i in sample]


def neighbours() -> dict[str, tuple[tuple[int, int], tuple[int, int]]]:
    """(seed, key) of two streams that are next to each other in one part of the key; the deal is added to both."""
    base = pure.key(0, 0, streams.PACK, 0)
    return {
        "deal": ((1, base), (1, pure.key(1, 0, streams.PACK, 0))),
        "hand": ((1, base), (1, pure.key(0, 1, streams.PACK, 0))),
        "purpose": ((1, base), (1, pure.key(0, 0, streams.RESHUFFLE, 0))),
        "seat": ((1, base), (1, pure.key(0, 0, streams.PACK, 1))),
        "seed": ((1, base), (2, base)),
    }


@pytest.mark.parametrize("part", neighbours())
@pytest.mark.parametrize("k", [1, 2, 40])
def test_neighbouring_streams_have_nothing_to_do_with_each_other(part: str, k: int) -> None:
    """Over many deals their numbers are uncorrelated, and so is each with the next of its own stream."""
    n = 100_000 if not jit.DISABLED else 2000
    deals = np.arange(n, dtype=np.uint64) << np.uint64(25)  # every second deal: so the next one is not another's first
    one, other, later = np.zeros(n), np.zeros(n), np.zeros(n)
    (seed, key), (other_seed, other_key) = neighbours()[part]
    run(_units, seed, deals | np.uint64(key), k, one)
    run(_units, other_seed, deals | np.uint64(other_key), k, other)
    run(_units, seed, deals | np.uint64(key), k + 1, later)
    for numbers in (other, later):
        assert abs(np.corrcoef(one, numbers)[0, 1]) < 5 / np.sqrt(n)
        squares = np.histogram2d(one, numbers, bins=8, range=[[0, 1], [0, 1]])[0]
        assert plausible(squares.ravel())


def test_words_of_neighbouring_keys_differ_in_half_their_bits() -> None:
    counts: Counter[int] = Counter()
    for key in range(3000):
        one, other = keyed(1, [key, key + 1])
        counts[(first_words(*one, 1)[0] ^ first_words(*other, 1)[0]).bit_count()] += 1
    mean = sum(bits * n for bits, n in counts.items()) / 3000
    assert abs(mean - 32) < 5 * 4 / np.sqrt(3000)
