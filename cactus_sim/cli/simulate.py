"""`cactus-sim simulate`: one line-up, played many times."""

from __future__ import annotations

from pathlib import Path

import click

from cactus_sim.cli import options
from cactus_sim.cli.app import INTERRUPTED
from cactus_sim.cli.console import Console
from cactus_sim.cli.emit import destination
from cactus_sim.cli.record import recorded


@click.command("simulate", short_help="Play a line-up many times: who wins, how often, with what errors.")
@options.game_argument
@click.option("-s", "--strategy", "line_up", multiple=True, metavar="ENTRY", help="a player: NAME(parameter=value, …)")
@options.table
@options.rules
@options.run
@recorded
@options.output
@options.manners
def command(
    console: Console,
    game: str,
    line_up: tuple[str, ...],
    players: int | None,
    unit: str | None,
    rules: str | None,
    changes: dict[str, str],
    rules_file: Path | None,
    games: int,
    first_deal: str | None,
    seed: int | None,
    jobs: int | None,
    form: str | None,
    output: Path | None,
) -> None:
    """Plays a line-up many times, each deal once for every seat rotation.

    \b
    Examples:
      cactus-sim simulate cactus -s early -s patient -s random --games 1e6
      cactus-sim simulate cactus -s "threshold(call_at=4, memory=0.9)" -s threshold --players 4
      cactus-sim simulate cactus -s ./mine.py:Bold -s threshold -s royal --rules dutch --set penalty_cards=2
      cactus-sim simulate cactus --seed 1 --format csv -o result.csv
    """  # noqa: D301 - click reads the \b
    from cactus_sim.report.simulation import document, line_up_text
    from cactus_sim.simulate.experiment import simulation
    from cactus_sim.simulate.runner import check_jobs
    from cactus_sim.simulate.simulation import run_experiment

    experiment = simulation(
        game, line_up or None, rules=rules, changes=changes, rules_file=rules_file, players=players, unit=unit,
        seed=seed, games_asked=games, first_deal=first_deal,
    )  # fmt: skip
    with destination(output, form, console) as out:
        if not line_up:
            console.say("line_up", line_up=line_up_text(experiment.arms[0].entry_labels))
        console.say_experiment(experiment, seed is not None)
        with console.progress() as progress:
            result = run_experiment(experiment, check_jobs(jobs), progress)
        if result.partial:
            console.say("interrupted")
        out.write(document(result, experiment.game, games, console.lang))
    if result.partial:
        click.get_current_context().exit(INTERRUPTED)
