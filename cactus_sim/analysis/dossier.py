"""Dossiers: all that a report on a game is made from, played in one go and kept as one JSON file.

Each part is what the command of its name gives as JSON, so a part can be repeated by itself; see `commands`.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from cactus_sim.analysis.chart import Chart, chart_file
from cactus_sim.analysis.charting import make_chart, plan_chart
from cactus_sim.analysis.halves import halved, whole
from cactus_sim.analysis.house_rules import house_rules
from cactus_sim.analysis.ranges import ranges
from cactus_sim.analysis.seats import MARGIN, Seats, Table, seats
from cactus_sim.analysis.sweep import sweep
from cactus_sim.analysis.thumb import Thumb, rules_of_thumb
from cactus_sim.analysis.told import told
from cactus_sim.analysis.tournament import tournament
from cactus_sim.errors import UsageError
from cactus_sim.simulate.experiment import check_seed, game_called
from cactus_sim.simulate.playing import play
from cactus_sim.simulate.result import SCHEMA_VERSION, read_json, without_nan
from cactus_sim.simulate.simulation import simulate
from cactus_sim.stats.intervals import Estimate

if TYPE_CHECKING:
    from cactus_sim.games.base import Game

PARTS: Final = ("chart", "tournament", "simulate", "ranges", "sweep", "house_rules", "seats", "examples", "told")
"""The parts of a dossier, in the order of a report."""
LEAST: Final = 600
"""Games of a part, at least."""
MIXES_SHARE: Final = 50
"""A mix of the tournament is played one in so many of the games asked."""
CHART_TIMES: Final = 4
"""A chart is measured by so many times the games asked."""
LOOKED_AT: Final = 40
"""Deals among which example games are chosen."""


@dataclass(frozen=True)
class Dossier:
    """What a report is made from: the parts as their commands write them as JSON."""

    game: Game
    seed: int
    games: int
    version: str
    strategies: tuple[str, ...]
    """Who entered the tournament."""
    parts: Mapping[str, Any]

    @property
    def command(self) -> str:
        """The command that makes it again."""
        own = "" if self.strategies == self.game.report_strategies else f" {_entries(self.strategies)}"
        return f"cactus-sim report {self.game.name}{own} --games {self.games} --seed {self.seed}"

    @property
    def commands(self) -> Mapping[str, str]:
        """For each part the command that repeats it."""
        changes = " ".join(f"--change {rule}={value}" for rule, value in self.game.card_rules)
        own, seed = self.game.name, f"--unit round --seed {self.seed}"
        few = _part(self.games, MIXES_SHARE)
        found = {
            "tournament": f"tournament {own} {_entries(self.strategies)} --games {few} {seed}",
            "simulate": f"simulate {own} {_entries(self.game.unequal_line_up)} --games {self.games} {seed}",
            "sweep": f'sweep {own} --vary "{self.game.report_sweep}" --games {self.games} {seed}',
            "house_rules": f"house-rules {own} {changes} --games {self.games} {seed}",
            "seats": f"seats {own} --games {self.games} --seed {self.seed}",
        }
        for document in self.parts["chart"]:
            kind = document["charts"][0]["kind"]
            found[f"chart {kind}"] = (
                f"chart {own} {kind} --equilibrium --games {CHART_TIMES * self.games} --seed {self.seed}"
            )
        return {part: f"cactus-sim {text}" for part, text in found.items()}

    def to_json(self) -> str:
        """The dossier as JSON, a line a part; of the tallies, which are symmetric, the lower half."""
        head = {
            "schema_version": SCHEMA_VERSION, "version": self.version, "game": self.game.name, "seed": self.seed,
            "games": self.games, "strategies": self.strategies, "command": self.command, "commands": self.commands,
        }  # fmt: skip
        parts = {part: halved(value) for part, value in self.parts.items()}
        lines = [f"  {json.dumps(key)}: {_text(value)}" for key, value in {**head, **parts}.items()]
        return "{\n" + ",\n".join(lines) + "\n}\n"

    @classmethod
    def from_json(cls, text: str) -> Dossier:
        """The dossier that to_json wrote; a UsageError where it is none."""
        data = read_json(text)
        try:
            parts = {part: whole(data[part]) for part in PARTS}
            strategies = tuple(data["strategies"])
            return cls(game_called(data["game"]), data["seed"], data["games"], data["version"], strategies, parts)
        except KeyError as missing:
            raise UsageError(
                f"this is no results file of a report: it has no {missing}; "
                "the command report writes one beside its pages"
            ) from None


def make_dossier(
    game: str | Game,
    games: int = 100_000,
    seed: int | None = None,
    *,
    strategies: Sequence[str] | None = None,
    jobs: int | None = None,
) -> Dossier:
    """Plays everything that a report on a game tells.

    `strategies`: who enters the tournament, by default the game's own choice of a few. `games`: how many of each
    line-up, rule set and value of the parameter; of each mix of the tournament one in MIXES_SHARE of them, and
    CHART_TIMES as many for each chart. Rounds are played, never matches.
    """
    from cactus_sim import __version__

    found, seed = game_called(game), check_seed(seed)
    shared: dict[str, Any] = {"unit": "round", "seed": seed, "jobs": jobs}
    parts: dict[str, Any] = {"chart": [_chart(chart, jobs) for chart in _charts(found, games, seed, jobs)]}
    few, entered = _part(games, MIXES_SHARE), tuple(strategies or found.report_strategies)
    parts["tournament"] = json.loads(tournament(found, entered, games=few, **shared).to_json())
    parts["simulate"] = json.loads(simulate(found, found.unequal_line_up, games=games, **shared).to_json())
    parts["ranges"] = ranges(found, games, seed, jobs).to_data() if found.unsure else None
    parts["sweep"] = json.loads(sweep(found, found.report_sweep, games=games, **shared).to_json())
    changes = [{rule: value} for rule, value in found.card_rules]
    house = house_rules(found, changes, games=games, **shared) if changes else None
    parts["house_rules"] = None if house is None else json.loads(house.to_json())
    parts["seats"] = _seats(seats(found, games=games, seed=seed, jobs=jobs))
    parts["examples"] = list(_examples(found, seed))
    parts["told"] = told(found, entered, parts["sweep"]["sweep"])
    return Dossier(found, seed, games, __version__, entered, parts)


def _entries(entries: Sequence[str]) -> str:
    """A line-up as options that a shell takes."""
    return " ".join(f"-s {shlex.quote(entry)}" for entry in entries)


def _part(games: int, one_in: int) -> int:
    return max(LEAST, games // one_in)


def _charts(game: Game, games: int, seed: int, jobs: int | None) -> Iterator[Chart]:
    """The equilibrium charts of the decisions that come up under the default rules."""
    in_use = game.hooks_in_use(game.rule_book.resolve(None))
    for decision in game.decisions:
        if decision.hook in in_use:
            plan = plan_chart(game, decision.name, equilibrium=True, games_asked=CHART_TIMES * games, seed=seed)
            chart = make_chart(plan, jobs)
            if chart.cells:
                yield chart


def _chart(chart: Chart, jobs: int | None) -> Any:
    """The chart file of a chart, with its rules of thumb where there are some."""
    thumb: Thumb | None = None if chart.found.endless else rules_of_thumb(chart, jobs=jobs)
    return {**json.loads(chart_file([chart], thumb)), "thumb_games": thumb.games if thumb else 0}


def _seats(found: Seats) -> dict[str, Any]:
    return {
        "strategy": found.strategy, "games": found.games, "margin": MARGIN,
        "seats": [without_nan(record) for record in found.records()],
    }  # fmt: skip


def seats_of(dossier: Dossier) -> Seats:
    """The seats' part as the result that it was."""
    data = dossier.parts["seats"]
    tables: dict[tuple[str, int], list[Any]] = {}
    for record in data["seats"]:
        tables.setdefault((record["rules"], record["players"]), []).append(record)
    found = tuple(
        Table(
            rules, players, tuple(Estimate(seat["estimate"], seat["se"], seat["n"]) for seat in each),
            tuple(seat["verdict"] for seat in each),
        )
        for (rules, players), each in tables.items()
    )  # fmt: skip
    game = dossier.game
    return Seats(game, game.seat_metrics[0], data["strategy"], dossier.seed, data["games"], found)


def _examples(game: Game, seed: int) -> Iterator[dict[str, Any]]:
    """A short, a middling and a long game of the unequal line-up among the first deals, told in every language."""
    from cactus_sim.report.words import LANGUAGES

    games = [(play(game, game.unequal_line_up, unit="round", seed=seed, deal=deal), deal) for deal in range(LOOKED_AT)]
    games.sort(key=lambda played: (len(played[0]), played[1]))
    command = f"cactus-sim play {game.name} {_entries(game.unequal_line_up)} --unit round --seed {seed}"
    for kind, (events, deal) in (("short", games[0]), ("middling", games[len(games) // 2]), ("long", games[-1])):
        yield {
            "kind": kind,
            "deal": deal,
            "events": len(events),
            "command": f"{command} --deal {deal}",
            "told": {lang: list(game.tell(events, lang)) for lang in LANGUAGES},
        }


def _text(value: Any) -> str:
    """JSON on one line; a list of objects has a line an object."""
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return "[\n    " + ",\n    ".join(map(_text, value)) + "\n  ]"
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
