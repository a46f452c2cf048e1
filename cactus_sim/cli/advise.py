"""`cactus-sim advise`: what to do in a position typed in."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

import click

from cactus_sim.cli import options
from cactus_sim.cli.console import Console
from cactus_sim.cli.emit import destination


class Advise(click.Command):
    """The command, whose options for a position come from the games: these are loaded when it is called, not before."""

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """The game, what describes a position, and the rest."""
        game, *rest = super().get_params(ctx)
        return [game, *_position_options(), *rest]


@functools.cache
def _position_options() -> tuple[click.Option, ...]:
    """What describes a position, of all games: an option's help says which games have it."""
    from cactus_sim import games

    help_of: dict[str, list[str]] = {}
    for name in games.names():
        for option in games.get(name).position_options:
            help_of.setdefault(option.name, []).append(f'{name}: {option.about} ("{option.example}")')
    return tuple(click.Option([f"--{name}"], help="; ".join(texts)) for name, texts in help_of.items())


@click.command("advise", cls=Advise, short_help="What to do now? Advice for a position typed in.")
@options.game_argument
@click.option("--kind", metavar="KIND", help="one kind of decision alone, such as call [default: all there are]")
@click.option("--field", multiple=True, metavar="ENTRY", help="the other players [default: the package's charts]")
@click.option("--players", type=options.SMALL, envvar="CACTUS_SIM_PLAYERS", help="how many play")
@click.option("--objective", metavar="METRIC", envvar="CACTUS_SIM_OBJECTIVE", help="[default: share of wins]")
@click.option("--explain", is_flag=True, help="say why, in words")
@click.option("--play-outs", type=options.GAMES, default="20_000", show_default=True, help="of the position")
@click.option("--seed", type=options.SEED, default="1", envvar="CACTUS_SIM_SEED", show_default=True, help="of the luck")
@options.rules
@options.jobs_option
@options.output
@options.manners
def command(
    console: Console,
    game: str,
    kind: str | None,
    field: tuple[str, ...],
    players: int | None,
    objective: str | None,
    explain: bool,
    play_outs: int,
    seed: int,
    rules: str | None,
    changes: dict[str, str],
    rules_file: Path | None,
    jobs: int | None,
    form: str | None,
    output: Path | None,
    **position: Any,
) -> None:
    """Says what to do in a position, with the chance to win of each option.

    Where the package's chart for that table has seen enough such cells, its figures are the answer; elsewhere the
    position itself is played on, with what is hidden dealt anew each time.

    \b
    Examples:
      cactus-sim advise cactus --players 4 --hand "K 3 ? ?" --round 4 --opponents 4,3,4
      cactus-sim advise cactus --hand "2 2" --round 3 --explain
      cactus-sim advise eights --hand "8H 5S KD" --top 5C --counts 4,3,7
    """  # noqa: D301 - click reads the \b
    from cactus_sim import games
    from cactus_sim.analysis.advice import checked_position, position_of
    from cactus_sim.analysis.charting import plan_chart
    from cactus_sim.analysis.decide import advise
    from cactus_sim.report.advice import document

    given = {name: value for name, value in position.items() if value is not None}
    table: dict[str, Any] = {
        "players": players, "field": field or None, "rules": rules, "changes": changes, "rules_file": rules_file,
        "objective": objective, "seed": seed,
    }  # fmt: skip
    with destination(output, form, console) as out:
        advice = advise(game, given, kind=kind, play_outs=play_outs, jobs=jobs, **table)
        plan = advice[0].plan if advice else plan_chart(game, games.get(game).decisions[0].name, **table)
        placed = position_of(plan, checked_position(plan.setting.game, given))
        out.write(document(advice, placed, game, plan.setting.rules.name, console.lang, explain))
