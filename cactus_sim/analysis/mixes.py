"""Which tables a tournament plays: mixes of the entered strategies, and the fields of rivals that each one faces."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from cactus_sim.errors import UsageError

Counts = tuple[int, ...]
"""How many of each strategy sit at a table, or in a field of rivals."""

MOST_MIXES: Final = 400
"""Above so many mixes a sample is played, unless another number is asked for."""

SAMPLE_SEED: Final = 2013
"""The sample is the same for everyone: it depends on the numbers of strategies and of players alone."""


@dataclass(frozen=True)
class Mixes:
    """The mixes to be played, and the fields: each strategy faces every field, which makes a mix of those played."""

    mixes: tuple[Counts, ...]
    fields: tuple[Counts, ...]
    complete: bool
    """Whether these are all mixes, and all fields."""


def mixes_of(strategies: int, players: int, most: int = MOST_MIXES) -> Mixes:
    """All mixes of that many strategies at a table, or a balanced sample where they are more than `most`.

    The sample: each strategy faces the same fields. These are drawn at random, each with its copies in which all
    strategies are shifted round; so every strategy is met equally often, and every two of them sit together somewhere.
    """
    if math.comb(strategies + players - 1, players) <= most:
        return Mixes(tuple(counts_of(strategies, players)), tuple(counts_of(strategies, players - 1)), True)
    families = most // strategies**2
    if families < 1:
        raise UsageError(
            f"{strategies} strategies at tables of {players} take {strategies**2} mixes at least, and {most} are "
            "allowed: enter fewer strategies or give --mixes"
        )
    rng = random.Random(SAMPLE_SEED)
    fields: dict[Counts, None] = {}
    while families:
        field = _drawn(strategies, players - 1, rng)
        if field not in fields:
            fields.update(dict.fromkeys(field[i:] + field[:i] for i in range(strategies)))
            families -= 1
    met = {joined(field, strategy): None for field in fields for strategy in range(strategies)}
    return Mixes(tuple(met), tuple(fields), False)


def counts_of(strategies: int, seats: int) -> Iterator[Counts]:
    """Every way to fill the seats, the first strategy most often first."""
    for chosen in itertools.combinations_with_replacement(range(strategies), seats):
        yield tuple(chosen.count(strategy) for strategy in range(strategies))


def joined(field: Counts, strategy: int) -> Counts:
    """The mix that a strategy and a field make."""
    return tuple(count + (other == strategy) for other, count in enumerate(field))


def seats_of(counts: Counts) -> tuple[int, ...]:
    """The strategy in each seat, like beside like."""
    return tuple(strategy for strategy, count in enumerate(counts) for _ in range(count))


def _drawn(strategies: int, seats: int, rng: random.Random) -> Counts:
    """A field, each with the same chance: seats and the walls between strategies, in a random order."""
    places = sorted((rng.random(), place) for place in range(seats + strategies - 1))
    walls = sorted(place for _, place in places[: strategies - 1])
    ends = [-1, *walls, seats + strategies - 1]
    return tuple(after - before - 1 for before, after in itertools.pairwise(ends))
