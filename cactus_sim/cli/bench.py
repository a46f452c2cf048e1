"""`cactus-sim bench`: games a second, on one thread and on all."""

from __future__ import annotations

from pathlib import Path

import click

from cactus_sim.cli import options
from cactus_sim.cli.console import Console
from cactus_sim.cli.emit import destination


@click.command("bench", short_help="Measure games a second, on one thread and on all.")
@click.argument("game", required=False, envvar="CACTUS_SIM_GAME")
@click.option(
    "-s", "--strategy", "line_up", multiple=True, metavar="ENTRY", help="a player of the line-up that is measured"
)
@options.table
@options.rules
@click.option(
    "--games",
    "-n",
    type=options.GAMES,
    default="200_000",
    envvar="CACTUS_SIM_GAMES",
    show_default=True,
    help="games of each measurement; the best of three counts",
)
@click.option(
    "--jobs",
    "-j",
    type=options.Whole(1, 1024),
    envvar="CACTUS_SIM_JOBS",
    help="threads of the second measurement [default: one a core]",
)
@options.output
@options.manners
def command(
    console: Console,
    game: str | None,
    line_up: tuple[str, ...],
    players: int | None,
    unit: str | None,
    rules: str | None,
    changes: dict[str, str],
    rules_file: Path | None,
    games: int,
    jobs: int | None,
    form: str | None,
    output: Path | None,
) -> None:
    """Measures how many games a second are played, kernel, tallies and all, once everything is compiled.

    Without -s: the default line-up, and each of its players against copies of itself.

    \b
    Examples:
      cactus-sim bench
      cactus-sim bench cactus -s random --players 4 --games 1e6
    """  # noqa: D301 - click reads the \b
    from cactus_sim import games as known
    from cactus_sim.report.bench import document
    from cactus_sim.simulate.bench import line_ups, measure
    from cactus_sim.simulate.experiment import simulation
    from cactus_sim.simulate.runner import check_jobs

    experiments = [
        simulation(
            name,
            entries,
            rules=rules,
            changes=changes,
            rules_file=rules_file,
            players=players,
            unit=unit,
            seed=1,
            games_asked=games,
        )
        for name in ([game] if game else known.names())
        for entries in ([line_up] if line_up else line_ups(known.get(name), players))
    ]
    threads = sorted({1, check_jobs(jobs)})
    with destination(output, form, console) as out:
        for experiment in {experiment.game.name: experiment for experiment in experiments}.values():
            console.say_compiling(experiment.game)
        out.write(document([measure(experiment, threads) for experiment in experiments], console.lang))
