"""Findings over a range: who does better, under settings of what nobody knows of a game, at tables of all sizes.

A game names such settings (`Game.unsure`) and the two ways to play whose contest is followed through them
(`Game.contest`); a game of which all is known has none.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from cactus_sim.analysis.compare import compare
from cactus_sim.simulate.experiment import value_text
from cactus_sim.simulate.result import without_nan
from cactus_sim.stats.families import verdicts
from cactus_sim.stats.intervals import Estimate

if TYPE_CHECKING:
    from cactus_sim.analysis.comparison import ComparisonResult
    from cactus_sim.games.base import Game
    from cactus_sim.games.rule_book import Value

MARGIN: Final = 0.002
"""A difference of shares that does not count."""


@dataclass(frozen=True)
class Contest:
    """How the two ways to play fare against each other under one setting, at a table of one size."""

    changes: Mapping[str, Value]
    """The rules that differ from the default."""
    players: int
    difference: Estimate
    """How much more of the share the first one has, in the same seat and company on the same deals."""
    verdict: str
    """Of `stats.families`: with Holm's correction over all contests."""
    effects: Mapping[str, Estimate]
    """What games are like under this setting, of the metrics of games among `Game.effects`."""
    command: str


@dataclass(frozen=True)
class Ranges:
    """A contest under every setting of what is not known, at tables of all sizes."""

    game: Game
    games: int
    seed: int
    contests: tuple[Contest, ...]

    def to_data(self) -> dict[str, Any]:
        """All of it as JSON has it."""
        first, second = self.game.contest
        return {
            "a": first, "b": second, "games": self.games, "seed": self.seed, "margin": MARGIN,
            "contests": [
                {
                    "changes": dict(each.changes), "players": each.players,
                    "difference": _data(each.difference), "verdict": each.verdict,
                    "effects": {name: _data(estimate) for name, estimate in each.effects.items()},
                    "command": each.command,
                }
                for each in self.contests
            ],
        }  # fmt: skip

    @classmethod
    def from_data(cls, game: Game, data: Mapping[str, Any]) -> Ranges:
        """What `to_data` gave."""
        contests = tuple(
            Contest(
                each["changes"], each["players"], _estimate(each["difference"]), each["verdict"],
                {name: _estimate(value) for name, value in each["effects"].items()}, each["command"],
            )
            for each in data["contests"]
        )  # fmt: skip
        return cls(game, data["games"], data["seed"], contests)


def ranges(game: Game, games: int, seed: int, jobs: int | None = None) -> Ranges:
    """Plays the game's contest under each of its settings, `games` games of each at tables of every size."""
    low, high = game.players_allowed(game.rule_book.resolve(None))
    places = [(changes, players) for changes in game.unsure for players in range(low, high + 1)]
    first, second = game.contest
    found = [
        compare(game, first, second, changes=changes, players=players, unit="round", games=games, seed=seed, jobs=jobs)
        for changes, players in places
    ]
    differences = [each.difference for each in found]
    said = verdicts(differences, [MARGIN] * len(differences))
    contests = tuple(
        Contest(
            changes, players, each.difference, verdict.word, dict(_effects(game, each)),
            _command(game, changes, players, games, seed),
        )
        for (changes, players), each, verdict in zip(places, found, said, strict=True)
    )  # fmt: skip
    return Ranges(game, games, seed, contests)


def _command(game: Game, changes: Mapping[str, Value], players: int, games: int, seed: int) -> str:
    """The command that repeats one contest."""
    first, second = game.contest
    settings = "".join(f" --set {rule}={value_text(value)}" for rule, value in changes.items())
    return (
        f"cactus-sim compare {game.name} -a {first} -b {second} --players {players}{settings} --unit round "
        f"--games {games} --seed {seed}"
    )


def _effects(game: Game, found: ComparisonResult) -> list[tuple[str, Estimate]]:
    """What the games in which the first of the two sat were like."""
    names = {metric.name for metric in game.game_metrics}
    return [(name, found.result.estimate(name, row=None, arm=0)) for name in game.effects if name in names]


def _data(estimate: Estimate) -> dict[str, Any]:
    return without_nan({"estimate": estimate.value, "se": estimate.se, "n": estimate.n})


def _estimate(data: Mapping[str, Any]) -> Estimate:
    value, se = (math.nan if data[key] is None else data[key] for key in ("estimate", "se"))
    return Estimate(value, se, data["n"])
