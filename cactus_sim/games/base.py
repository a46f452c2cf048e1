"""The Game contract: what every game hands the rest of the package."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import numpy.typing as npt

from cactus_sim.games.decisions import Decision
from cactus_sim.games.rule_book import RuleBook, Value

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from cactus_sim.games.variants import Variants
    from cactus_sim.strategies import Strategy

Event = dict[str, Any]
"""One event of a trace, as trace JSON has it: "e" is its kind."""

IntArray = npt.NDArray[np.int64]

ROUND = "round"
"""The unit in which a game is a single round."""

Records = tuple[npt.NDArray[np.void], npt.NDArray[np.void], npt.NDArray[np.void]]
"""Room for one game: its state, the table, and what each player knows."""

AHEAD = "ahead"
"""The seat metric, of scale 2, that tells finishing orders: 2 for every other player of the table that this one
finished ahead of, 1 for every one tied with, by the game's own order. Two seats of one row share 2 whatever happens,
so a row's sum is what it has against the other rows and a constant."""


@dataclass(frozen=True)
class Metric:
    """A whole number counted for every seat and game (or once a game).

    A value read from a tally is sum / (scale × n), n being games, or the sum of the metric `per` where it is named:
    `failed_calls` per `calls`.
    """

    name: str
    en: str
    fr: str
    scale: int = 1
    per: str = ""
    percent: bool = False
    """Shown as a percentage (a share or a chance) rather than as a number."""
    shown: bool = True
    """Whether the simulate table shows it."""
    better: int = 0
    """+1 where more is better, −1 where less is, 0 where it is no objective. Objectives are shown with their error."""


@dataclass(frozen=True)
class Histogram:
    """Counts of a whole number for every seat and game: bin i counts the value i, the last also all above."""

    name: str
    bins: int
    en: str
    fr: str


@dataclass(frozen=True)
class Hook:
    """A question that a strategy answers: its name, what is asked and what the answer means."""

    name: str
    about: str


@dataclass(frozen=True)
class CompiledLineUp:
    """A line-up as a kernel takes it."""

    entries: npt.NDArray[np.void]
    """One record an entry: parameters, traits, flags (strategies.compile.ENTRY_DTYPE)."""
    addresses: IntArray
    """[hook, entry]: where each hook's compiled code is, 0 where the rules never ask it."""


@dataclass(frozen=True)
class Study:
    """What a study of decisions listens to, and what it values options by."""

    decision: Decision
    memory: IntArray
    """The chart that the focal players play by, as `games.deciding` lays it out; it says what is studied."""
    focal: int
    """Whose decisions are studied (bit p: entry p of the line-up)."""
    objective: int
    """The place of the objective among the seat metrics."""


@dataclass(frozen=True)
class PositionOption:
    """Something that a position is described by."""

    name: str
    example: str
    about: str
    """What it is, for help."""
    default: str | None = None
    """None where it must be given."""


@dataclass(frozen=True)
class Position:
    """A position: what is known in it is placed, and what is hidden is dealt anew each time that it is played."""

    start: Records
    assumed: tuple[str, ...]
    """Keys of the game's texts that say what is assumed of what is hidden."""
    facts: Mapping[str, float]
    """What the player can work out, by the key of the game's text that says it with its {number}."""
    forced: str = ""
    """The key of the game's text for the only thing that is allowed, where it is one."""
    forced_card: int = -1
    """The card in that text."""


class Controls(Protocol):
    """Whole numbers of a deal that go with who is lucky in it, and whose exact mean over all deals is known.

    They take the luck of the deals off a comparison (control variates), so none may depend on how the deal is played.
    """

    names: tuple[str, ...]

    def means(self, rules: Mapping[str, Value], players: int) -> tuple[Fraction, ...]:
        """The exact mean of each over all deals."""

    def count(self, rules: npt.NDArray[np.void], players: int, seed: int, first_deal: int, values: IntArray) -> None:
        """Writes values [block, control] of the deals first_deal, first_deal + 1 …, as `play_blocks` deals them."""


def in_percent(game: Game, metric: Metric, unit: str) -> bool:
    """Whether a metric's figure is a percentage where that unit is played: not where a game can count it twice."""
    return metric.percent and (unit == ROUND or metric.name not in game.once_a_round)


class Game(Protocol):
    """A game, as schedule, runner, tallies, reports and command line know it."""

    name: str
    title: Mapping[str, str]
    """The game's name in titles, by language."""
    rule_book: RuleBook
    hooks: tuple[Hook, ...]
    traits: tuple[str, ...]
    seat_metrics: tuple[Metric, ...]
    """The first is `share`, the default objective; one is AHEAD."""
    game_metrics: tuple[Metric, ...]
    histograms: tuple[Histogram, ...]
    controls: Controls | None
    """None where none was seen to gain anything."""
    decisions: tuple[Decision, ...]
    """The kinds of decision that charts can be made of."""
    units: tuple[str, ...]
    once_a_round: frozenset[str]
    """Seat metrics that count what happens once a round at most: in a match of several they are no chances."""
    default_line_up: tuple[str, ...]
    unequal_line_up: tuple[str, ...]
    """Strategies of unequal skill, to see how much skill decides under given rules."""
    card_rules: tuple[tuple[str, str], ...]
    """The two house rules most asked for, whose changes a strategy card tells."""
    report_strategies: tuple[str, ...]
    """The strategies whose tournament a report tells: few, as its results are kept whole."""
    report_sweep: str
    """What a report varies, as `sweep --vary` takes it."""
    effects: tuple[str, ...]
    """The metrics, of seats or of games, by which house rules are compared."""
    unsure: tuple[Mapping[str, Value], ...]
    """Settings of what nobody knows of the game, over which findings are reported as a range; none where all is
    known. One is the default."""
    contest: tuple[str, str]
    """The two ways to play whose contest reports follow over those settings."""
    draws: bool
    """Whether a game can be drawn."""

    @property
    def variants(self) -> Mapping[str, Variants]:
        """By rule: which of its values houses play, and when it matters at all."""

    @property
    def base(self) -> type[Strategy]:
        """The class that the game's strategies derive from."""

    def players_allowed(self, rules: Mapping[str, Value]) -> tuple[int, int]:
        """The least and the greatest number of players under these rules."""

    def hooks_in_use(self, rules: Mapping[str, Value]) -> frozenset[str]:
        """The names of the hooks that these rules can ask."""

    def rules_record(self, rules: Mapping[str, Value]) -> npt.NDArray[np.void]:
        """The rules as the kernel takes them: an array of one record."""

    def check_rules(self, rules: Mapping[str, Value], players: int) -> None:
        """Raises a UsageError where the values can't be played together, or not by so many players."""

    def is_warm(self) -> bool:
        """Whether the kernel was compiled on this machine before."""

    def compile(self) -> None:
        """Compiles the kernel, or loads it from the cache."""

    def compile_study(self, positions: bool = False) -> None:
        """Compiles what studies of decisions, or of positions, play with, or loads it from the cache."""

    @property
    def position_options(self) -> tuple[PositionOption, ...]:
        """What describes a position, for `advise`."""

    def position(
        self,
        rules: Mapping[str, Value],
        line_up: CompiledLineUp,
        given: Mapping[str, str],
        seed: int,
    ) -> Position:
        """The position that the options describe, entry 0 to decide. Raises a UsageError that names what is wrong."""

    def play_blocks(
        self,
        rules: npt.NDArray[np.void],
        line_up: CompiledLineUp,
        labels: tuple[str, ...],
        rows: IntArray,
        unit: str,
        seed: int,
        first_deal: int,
        rotations: int,
        seat_values: IntArray,
        game_values: IntArray,
        histograms: IntArray,
    ) -> None:
        """Plays the deals first_deal … first_deal + blocks − 1, each at rotations 0 … rotations − 1.

        `rows` [entry] is the tally row of each entry of the line-up, `labels` names the entries in errors. Adds to
        seat_values [block, row, metric], game_values [block, metric] and histograms [row, bin of all histograms in
        order]. Raises a StrategyError where a hook raised or gave an impossible answer. Holds no GIL meanwhile.
        """

    def explore(
        self,
        rules: npt.NDArray[np.void],
        line_up: CompiledLineUp,
        labels: tuple[str, ...],
        unit: str,
        seed: int,
        first_deal: int,
        blocks: int,
        rotations: int,
        study: Study,
        totals: IntArray,
        game_values: IntArray,
        start: Records | None = None,
    ) -> None:
        """Plays whole blocks, and on from each decision studied once for each option, on the same streams.

        Adds to totals [cell, slot, moment] (see `games.forks`): a slot for each option, valued by the objective, and
        for each pair of options, valued by the difference. Raises a StrategyError as play_blocks does.
        """

    def trace(
        self,
        rules: npt.NDArray[np.void],
        rule_values: Mapping[str, Value],
        line_up: CompiledLineUp,
        labels: tuple[str, ...],
        unit: str,
        seed: int,
        deal: int,
        rotation: int,
    ) -> Iterator[Event]:
        """The events of one game: the same game that play_blocks counts at that deal and rotation."""

    def tell(self, events: Iterable[Event], lang: str) -> Iterator[str]:
        """The events in words, a line each, in the language `en` or `fr`."""

    def picture(self, events: Iterable[Event], lang: str) -> Figure:
        """A game in one picture, of a game that `draws`."""

    def frames(self, events: Iterable[Event], lang: str) -> Iterator[Figure]:
        """A game step by step, a picture each, of a game that `draws`."""
