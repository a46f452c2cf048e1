"""Tables of mixed company: many line-ups of the same entries, all on the same deals, counted as one.

The seats of a table are filled in every circular order in turn, a range of deals each, so that who sits before whom
says nothing on who is better; and each deal is played in every rotation.
"""

from __future__ import annotations

import functools
import itertools
import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final

import numpy as np

from cactus_sim.games.base import CompiledLineUp
from cactus_sim.simulate.apart import ReadyArm, play_apart
from cactus_sim.simulate.crew import Recipe
from cactus_sim.simulate.interrupts import interrupts_kept
from cactus_sim.simulate.runner import prepare
from cactus_sim.simulate.schedule import Batch, batches
from cactus_sim.simulate.session import current
from cactus_sim.simulate.tally import FloatArray, Tally, count, empty

if TYPE_CHECKING:
    from cactus_sim.games.base import Game, IntArray
    from cactus_sim.simulate.experiment import Arm
    from cactus_sim.simulate.games_file import Rows

DEALS_AN_ORDER: Final = 64
MOST_ORDERS: Final = 120
ORDERS_SEED: Final = 7
GAMES_A_BATCH: Final = 32_768


@dataclass(frozen=True)
class Company:
    """The strategies entered, and how they are played."""

    game: Game
    arm: Arm
    """All strategies as one line-up, under the rules."""
    unit: str
    seed: int
    players: int
    """How many sit at a table; each deal is played at as many rotations."""
    deals_an_order: int
    """So many deals in a row are played in the same order and, in a race, against the same field."""
    fields: tuple[tuple[int, ...], ...] = ((),)
    """In a race: the fields, as entries in their seats, that are met in turn, before the order changes."""

    def order(self, deal: int) -> tuple[int, ...]:
        """The circular order in which the seats of a table are filled at this deal and its neighbours."""
        orders = circular_orders(self.players)
        return orders[deal // self.deals_an_order // len(self.fields) % len(orders)]

    def field(self, deal: int) -> tuple[int, ...]:
        """The field that is met at this deal and its neighbours."""
        return self.fields[deal // self.deals_an_order % len(self.fields)]

    def ranges(self, batch: Batch) -> list[Batch]:
        """A batch cut where the order changes."""
        size = self.deals_an_order
        first = min(batch.blocks, -batch.first_deal % size)
        rest = batches(batch.first_deal + first, batch.blocks - first, size)
        return [*([Batch(batch.first_deal, first)] if first else []), *rest]

    @property
    def cycle(self) -> int:
        """After so many deals every field was met equally often."""
        return self.deals_an_order * len(self.fields)

    def batch_size(self, games_a_block: int, blocks: int, jobs: int) -> int:
        """How many deals a batch should hold: whole ranges."""
        ranges = min(GAMES_A_BATCH // games_a_block, blocks // (4 * jobs)) // self.deals_an_order
        return self.deals_an_order * max(1, ranges)


@functools.cache
def circular_orders(players: int) -> tuple[tuple[int, ...], ...]:
    """All orders round a table that differ when it is turned, shuffled; a sample of them where they are many."""
    rng = random.Random(ORDERS_SEED)
    rest = range(1, players)
    if math.factorial(players - 1) <= MOST_ORDERS:
        orders = [(0, *order) for order in itertools.permutations(rest)]
        return tuple(sorted(orders, key=lambda _: rng.random()))
    return tuple((0, *sorted(rest, key=lambda _: rng.random())) for _ in range(MOST_ORDERS))


def deals_an_order(players: int, blocks: int) -> int:
    """How many deals in a row are played in one order, so that a run of so many blocks sees every order."""
    return max(1, min(DEALS_AN_ORDER, blocks // len(circular_orders(players))))


def ready(company: Company) -> ReadyArm:
    """Compiles kernel and hooks."""
    with interrupts_kept(), current().timed("compiling"):
        company.game.compile()
        return prepare(company.game, company.arm)


class Tables:
    """Plays tables of a company on one thread, always into the same arrays. Only seat metrics are looked at."""

    def __init__(self, company: Company, arm: ReadyArm, rows: int) -> None:
        game, blocks = company.game, company.deals_an_order
        self._company, self._arm = company, arm
        self._seat_values = np.empty((blocks, rows, len(game.seat_metrics)), np.int64)
        self._game_values = np.empty((blocks, len(game.game_metrics)), np.int64)
        self._bins = np.empty((rows, sum(histogram.bins for histogram in game.histograms)), np.int64)

    def play(self, seats: Sequence[int], rows: Sequence[int], part: Batch, games: list[Rows] | None) -> IntArray:
        """What the deals of one range count: [block, row, metric], until the next table is played.

        `seats` are the entries at the table, `rows` the tally row of each. Where there is a list for `games`, all of
        them are added to it.
        """
        company, arm = self._company, self._arm
        order = company.order(part.first_deal)
        entries = np.array([seats[place] for place in order])
        line_up = CompiledLineUp(arm.line_up.entries[entries], np.ascontiguousarray(arm.line_up.addresses[:, entries]))
        seat_values = self._seat_values[: part.blocks]
        seat_values[:] = 0
        labels = tuple(arm.labels[entry] for entry in entries)
        table = ReadyArm(arm.rules, line_up, labels, np.array([rows[place] for place in order], np.int64))
        game_values = self._game_values[: part.blocks]
        if games is not None:
            games += play_apart(
                company.game, table, ", ".join(labels), company.unit, company.seed, part, company.players, seat_values,
                game_values, self._bins,
            )  # fmt: skip
            return seat_values
        company.game.play_blocks(
            table.rules, table.line_up, table.labels, table.rows, company.unit, company.seed, part.first_deal,
            company.players, seat_values, game_values, self._bins,
        )  # fmt: skip
        return seat_values


class MixWorker:
    """Plays every mix of a tournament. A block's numbers are, in the order of the columns:

    for every mix and every strategy in it the sum of the objective over rotations and seats, mix by mix; then for every
    strategy the sum of AHEAD over all mixes, rotations and seats.
    """

    keeps_games: ClassVar[bool] = True

    def __init__(
        self, company: Company, arm: ReadyArm, mixes: Sequence[Sequence[int]], objective: int, ahead: int
    ) -> None:
        """`mixes` holds the entries at each table; `objective` and `ahead` are places among the seat metrics."""
        self.kept_games: list[Rows] | None = None
        self.recipe = Recipe(_mix_worker, (company, tuple(map(tuple, mixes)), objective, ahead))
        self._company, self._mixes, self._metrics = company, mixes, (objective, ahead)
        self._strategies = len(arm.labels)
        self._tables = Tables(company, arm, self._strategies)
        self._payoffs = sum(len(set(seats)) for seats in mixes)
        self._data = np.ones((1, company.deals_an_order, 1 + self._payoffs + self._strategies))

    def nothing(self) -> Tally:
        """The tally of no blocks."""
        return empty(1, self._payoffs + self._strategies, 1, 0)

    def play(self, batch: Batch) -> Tally:
        """The tally of a batch."""
        total = self.nothing()
        for part in self._company.ranges(batch):
            total = total + count(self._fill(part), total.histograms)
        return total

    def _fill(self, part: Batch) -> FloatArray:
        data = self._data[:, : part.blocks]
        rivals = data[0, :, 1 + self._payoffs :]
        rivals[:] = 0
        objective, ahead = self._metrics
        column = 1
        for seats in self._mixes:
            values = self._tables.play(seats, seats, part, self.kept_games)
            present = sorted(set(seats))
            data[0, :, column : column + len(present)] = values[:, present, objective]
            column += len(present)
            rivals += values[:, :, ahead]
        return data


class FocalWorker:
    """Plays candidates in the same seat, against the same field on each deal.

    A block's numbers are, for every candidate, the sum of the objective over the rotations.
    """

    keeps_games: ClassVar[bool] = True

    def __init__(self, company: Company, arm: ReadyArm, candidates: Sequence[int], objective: int) -> None:
        """`candidates` are entries of the company; `objective` is a place among the seat metrics."""
        self.kept_games: list[Rows] | None = None
        self.recipe = Recipe(_focal_worker, (company, tuple(candidates), objective))
        self._company, self._candidates, self._objective = company, candidates, objective
        self._tables = Tables(company, arm, 2)
        self._rows = (0,) + (1,) * (company.players - 1)
        self._data = np.ones((1, company.deals_an_order, 1 + len(candidates)))

    def nothing(self) -> Tally:
        """The tally of no blocks."""
        return empty(1, len(self._candidates), 1, 0)

    def play(self, batch: Batch) -> Tally:
        """The tally of a batch."""
        total = self.nothing()
        for part in self._company.ranges(batch):
            field = self._company.field(part.first_deal)
            data = self._data[:, : part.blocks]
            for column, candidate in enumerate(self._candidates, start=1):
                values = self._tables.play((candidate, *field), self._rows, part, self.kept_games)
                data[0, :, column] = values[:, 0, self._objective]
            total = total + count(data, total.histograms)
        return total


def _mix_worker(company: Company, mixes: Sequence[Sequence[int]], objective: int, ahead: int) -> MixWorker:
    return MixWorker(company, ready(company), mixes, objective, ahead)


def _focal_worker(company: Company, candidates: Sequence[int], objective: int) -> FocalWorker:
    return FocalWorker(company, ready(company), candidates, objective)
