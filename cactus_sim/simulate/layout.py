"""What the numbers of a tally stand for: all that is needed to read one, without the game that filled it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from cactus_sim.errors import UsageError, suggest

if TYPE_CHECKING:
    from cactus_sim.games.base import Game
    from cactus_sim.games.rule_book import Value
    from cactus_sim.simulate.experiment import Experiment


@dataclass(frozen=True)
class Quantity:
    """A counted whole number: its name, its scale (1 stands for 1/scale), and the quantity it is a ratio to, if any."""

    name: str
    scale: int
    per: str


@dataclass(frozen=True)
class ArmFacts:
    """An arm as a result remembers it."""

    label: str
    rules_name: str
    rules: Mapping[str, Value]
    line_up: tuple[str, ...]
    row_entries: tuple[int, ...]
    """How many entries of the line-up each row holds."""


@dataclass(frozen=True)
class Layout:
    """The shape of an experiment's tally. Columns are row by row the seat quantities, then the game quantities."""

    game: str
    unit: str
    rotations: int
    rows: tuple[str, ...]
    seat: tuple[Quantity, ...]
    table: tuple[Quantity, ...]
    """Quantities counted once a game."""
    histograms: tuple[tuple[str, int], ...]
    """Name and number of bins of each."""
    arms: tuple[ArmFacts, ...]

    def row(self, row: int | str) -> int:
        """The index of a row, given that or its name."""
        return _index(row, self.rows, "row")

    def arm(self, arm: int | str) -> int:
        """The index of an arm, given that or its label."""
        return _index(arm, tuple(facts.label for facts in self.arms), "arm")

    def quantity(self, metric: str, row: int | None) -> Quantity:
        """The seat quantity of that name, or with row None the game quantity."""
        known = self.table if row is None else self.seat
        return known[_index(metric, tuple(quantity.name for quantity in known), "metric")]

    def column(self, metric: str, row: int | None) -> int:
        """The column in which a quantity is counted."""
        names = [quantity.name for quantity in (self.table if row is None else self.seat)]
        start = len(self.rows) * len(self.seat) if row is None else row * len(self.seat)
        return start + _index(metric, tuple(names), "metric")

    def per_game(self, metric: str, row: int | None, arm: int) -> Fraction:
        """What one counted unit a block means: the figure for one game (and one entry of the row)."""
        entries = 1 if row is None else self.arms[arm].row_entries[row]
        return Fraction(1, self.quantity(metric, row).scale * self.rotations * entries)

    def bins(self, histogram: str) -> slice:
        """Where a histogram's bins are among all."""
        index = _index(histogram, tuple(name for name, _ in self.histograms), "histogram")
        start = sum(bins for _, bins in self.histograms[:index])
        return slice(start, start + self.histograms[index][1])

    def as_dict(self) -> dict[str, Any]:
        """The layout as JSON holds it."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Layout:
        """The layout that as_dict wrote."""
        quantities = {key: tuple(Quantity(**item) for item in data[key]) for key in ("seat", "table")}
        arms = tuple(
            ArmFacts(**{**arm, "line_up": tuple(arm["line_up"]), "row_entries": tuple(arm["row_entries"])})
            for arm in data["arms"]
        )
        histograms = tuple((name, bins) for name, bins in data["histograms"])
        return cls(**{**data, **quantities, "rows": tuple(data["rows"]), "histograms": histograms, "arms": arms})


def layout_of(experiment: Experiment) -> Layout:
    """The layout of an experiment's tally."""
    game = experiment.game
    rows = range(len(experiment.row_names))
    return Layout(
        game.name,
        experiment.unit,
        experiment.rotations,
        experiment.row_names,
        _quantities(game, "seat_metrics"),
        _quantities(game, "game_metrics"),
        tuple((histogram.name, histogram.bins) for histogram in game.histograms),
        tuple(
            ArmFacts(
                arm.label,
                arm.rules.name,
                dict(arm.rules.values),
                arm.entry_labels,
                tuple(arm.rows.count(row) for row in rows),
            )
            for arm in experiment.arms
        ),
    )


def _quantities(game: Game, which: str) -> tuple[Quantity, ...]:
    return tuple(Quantity(metric.name, metric.scale, metric.per) for metric in getattr(game, which))


def _index(key: int | str, names: tuple[str, ...], what: str) -> int:
    if isinstance(key, int):
        return range(len(names))[key]
    if key not in names:
        raise UsageError(f"no {what} is called '{key}'{suggest(key, names)}; there are: {', '.join(names)}")
    return names.index(key)
