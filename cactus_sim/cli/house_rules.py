"""`cactus-sim house-rules`: what changes of the rules do, each on the same deals as the base."""

from __future__ import annotations

from pathlib import Path

import click

from cactus_sim.cli import options
from cactus_sim.cli.app import INTERRUPTED
from cactus_sim.cli.console import Console
from cactus_sim.cli.emit import destination
from cactus_sim.cli.record import recorded


def _bundles(_ctx: click.Context, _param: click.Parameter, items: tuple[str, ...]) -> list[dict[str, str]]:
    """The rules of each `--change rule=value,rule=value`, which change together."""
    return [options.pairs_of(item.split(","), "--change penalty_cards=2,tie=caller") for item in items]


@click.command("house-rules", short_help="What do house rules change? Length, points, luck, who is best.")
@options.game_argument
@click.option(
    "--change",
    "bundles",
    multiple=True,
    metavar="RULE=VALUE[,RULE=VALUE…]",
    callback=_bundles,
    help="a change of the base; rules in one --change change together",
)
@click.option("--preset", "presets", multiple=True, metavar="NAME", help="a named rule set in the base's place")
@click.option(
    "--each", is_flag=True, envvar="CACTUS_SIM_EACH", help="every change of a single rule that houses may play"
)
@click.option(
    "-s",
    "--strategy",
    "line_up",
    multiple=True,
    metavar="ENTRY",
    help="a player: NAME(parameter=value, …) [default: players of unequal skill]",
)
@click.option(
    "--metric",
    metavar="METRIC",
    envvar="CACTUS_SIM_METRIC",
    help="what changes are ordered by and what is drawn: turns, points, share:STRATEGY, … [default: skill]",
)
@click.option(
    "--margin",
    type=float,
    default=0.2,
    show_default=True,
    envvar="CACTUS_SIM_MARGIN",
    help="percentage points within which a difference does not count",
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
    bundles: list[dict[str, str]],
    presets: tuple[str, ...],
    each: bool,
    line_up: tuple[str, ...],
    metric: str | None,
    margin: float,
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
    """Plays the base's rules and every change of them on the same deals, and says what each change does.

    \b
    Examples:
      cactus-sim house-rules cactus --change penalty_cards=2
      cactus-sim house-rules cactus --each --metric turns --plot turns.png
      cactus-sim house-rules cactus --rules dutch --change tie=all,winner_zero=true --preset cabo
      cactus-sim house-rules eights --each -s shedder -s hoarder --metric share:hoarder
    """  # noqa: D301 - click reads the \b
    from cactus_sim.analysis.house_plan import plan_house_rules
    from cactus_sim.analysis.house_rules import run_house_rules
    from cactus_sim.report.figures import check_suffix
    from cactus_sim.report.files import output_file
    from cactus_sim.report.house_rules import document
    from cactus_sim.report.simulation import line_up_text
    from cactus_sim.simulate.runner import check_jobs

    plan = plan_house_rules(
        game, bundles, presets=presets, each=each, line_up=line_up or None, rules=rules, base_changes=changes,
        rules_file=rules_file, players=players, unit=unit, metric=metric, margin=margin, games_asked=games,
        first_deal=first_deal, seed=seed,
    )  # fmt: skip
    kind = check_suffix(plot) if plot else ""
    with destination(output, form, console) as out, output_file(plot) as picture:
        if not line_up:
            console.say("line_up", line_up=line_up_text(entry.label for entry in plan.line_up))
        console.say_experiment(plan.pair(plan.changes[0]), seed is not None)
        with console.progress() as progress:
            found = run_house_rules(plan, check_jobs(jobs), progress)
        if found.partial:
            console.say("interrupted")
        out.write(document(found, console.lang))
        if picture is not None:
            from cactus_sim.report.house_figure import house_picture

            picture.write(house_picture(found, console.lang, kind))
            console.say("wrote", file=plot)
    if found.partial:
        click.get_current_context().exit(INTERRUPTED)
