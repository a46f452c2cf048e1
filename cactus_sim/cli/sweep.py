"""`cactus-sim sweep`: one parameter, trait or rule varied on the same deals."""

from __future__ import annotations

from pathlib import Path

import click

from cactus_sim.cli import options
from cactus_sim.cli.app import INTERRUPTED
from cactus_sim.cli.console import Console
from cactus_sim.cli.emit import destination
from cactus_sim.cli.record import recorded


@click.command("sweep", cls=options.Once, short_help="Vary a parameter, trait or rule: which value is best?")
@options.game_argument
@click.option(
    "--vary",
    cls=options.Single,
    required=True,
    metavar="NAME=LOW:HIGH[:STEP]",
    envvar="CACTUS_SIM_VARY",
    help="what is varied; or NAME=VALUE,VALUE,…",
)
@click.option(
    "-s",
    "--strategy",
    "focal",
    cls=options.Single,
    metavar="ENTRY",
    envvar="CACTUS_SIM_STRATEGY",
    help="the player whose parameter it is [default: the first of the default line-up that has it]",
)
@click.option("--field", multiple=True, metavar="ENTRY", help="another player [default: the rest of that line-up]")
@click.option(
    "--objective", metavar="METRIC", envvar="CACTUS_SIM_OBJECTIVE", help="what is compared [default: share of wins]"
)
@click.option("--plot", type=options.FILE, envvar="CACTUS_SIM_PLOT", metavar="FILE", help="draw it: .png, .svg or .pdf")
@options.table
@options.rules
@options.run
@recorded
@options.output
@options.manners
def command(
    console: Console,
    game: str,
    vary: str,
    focal: str | None,
    field: tuple[str, ...],
    objective: str | None,
    plot: Path | None,
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
    """Varies one thing, plays every value on the same deals against the same field, and says which is best.

    \b
    Examples:
      cactus-sim sweep cactus --vary call_at=0:12
      cactus-sim sweep cactus --vary call_at=0:12 -s threshold --field early --field royal --plot call_at.png
      cactus-sim sweep cactus --vary memory=0.8:1:0.05 --games 1e6
      cactus-sim sweep cactus --vary tie=all,caller,others --rules dutch
    """  # noqa: D301 - click reads the \b
    from cactus_sim.analysis.plan import plan_sweep
    from cactus_sim.analysis.sweep import run_sweep
    from cactus_sim.report.figures import check_suffix, sweep_picture
    from cactus_sim.report.files import output_file
    from cactus_sim.report.sweep import document
    from cactus_sim.simulate.runner import check_jobs

    plan = plan_sweep(
        game, vary, focal=focal, field=field or None, objective=objective, rules=rules, changes=changes,
        rules_file=rules_file, players=players, unit=unit, seed=seed, games_asked=games, first_deal=first_deal,
    )  # fmt: skip
    kind = check_suffix(plot) if plot else ""
    with destination(output, form, console) as out, output_file(plot) as picture:
        console.say_experiment(plan.experiment, seed is not None)
        with console.progress() as progress:
            found = run_sweep(plan, check_jobs(jobs), progress)
        if found.result.partial:
            console.say("interrupted")
        out.write(document(found, plan.experiment.game, games, console.lang))
        if picture is not None:
            picture.write(sweep_picture(found, plan.experiment.game, games, console.lang, kind))
            console.say("wrote", file=plot)
    if found.result.partial:
        click.get_current_context().exit(INTERRUPTED)
