"""`cactus-sim chart`: when to decide how, cell by cell of what a player knows."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from cactus_sim.cli import options
from cactus_sim.cli.console import Console
from cactus_sim.cli.emit import destination
from cactus_sim.cli.record import recorded

F = TypeVar("F", bound=Callable[..., Any])


def chart_options(function: F) -> F:
    """The options of a chart, but for what it is of."""
    made = (
        click.option("--players", type=options.SMALL, envvar="CACTUS_SIM_PLAYERS", help="how many play"),
        click.option("--field", multiple=True, metavar="ENTRY",
                     help="another player [default: the rest of the default line-up]"),
        click.option("--equilibrium", is_flag=True, help="all seats follow the chart, in place of a field"),
        click.option("--decider", metavar="ENTRY", help="who decides: chart(memory=0.9), say [default: chart]"),
        click.option("--by", multiple=True, metavar="AXIS", help="something more to go by, such as fewest"),
        click.option("--objective", metavar="METRIC", envvar="CACTUS_SIM_OBJECTIVE", help="[default: share of wins]"),
        click.option("--unit", envvar="CACTUS_SIM_UNIT", metavar="UNIT", help="round or match [default: round]"),
        click.option("--thumb/--no-thumb", default=True, help="rules of thumb, and what they cost [default: yes]"),
        click.option("--plot", type=options.FILE, envvar="CACTUS_SIM_PLOT", metavar="FILE",
                     help="draw it: .png, .svg or .pdf"),
        options.rules,
        click.option("--games", "-n", type=options.GAMES, default="400_000", envvar="CACTUS_SIM_GAMES",
                     show_default=True, help="games to measure the chart by"),
        options.seed_option,
        options.jobs_option,
        recorded,
        options.output,
        options.manners,
    )  # fmt: skip
    return functools.reduce(lambda wrapped, option: option(wrapped), reversed(made), function)


@click.command("chart", short_help="A decision chart: what to do by what you know, and what it costs not to.")
@options.game_argument
@click.argument("kind")
@chart_options
def command(console: Console, game: str, kind: str, **given: Any) -> None:
    """Makes a chart of one kind of decision: for each cell of what a player knows, the best option and what the other
    one costs. It is the best reply to a field, or with --equilibrium what all can follow. Written to a .json file it is
    a chart that players follow: `chart(file=FILE.json)`.

    \b
    Kinds: cactus call | take | kamikaze
           eights colour | hold
           balance risk
    Examples:
      cactus-sim chart cactus call --players 5 --field counter
      cactus-sim chart cactus kamikaze --set penalty_cards=0
      cactus-sim chart cactus call --equilibrium --by fewest -o mine.json
      cactus-sim simulate cactus -s "chart(file=mine.json)" -s threshold -s counter -s patient
    """  # noqa: D301 - click reads the \b
    run_chart(console, game, kind, **given)


def run_chart(
    console: Console,
    game: str,
    kind: str,
    *,
    plot: Path | None,
    thumb: bool,
    games: int,
    jobs: int | None,
    form: str | None,
    output: Path | None,
    seed: int | None,
    **asked: Any,
) -> None:
    """Makes, shows, writes and draws a chart."""
    from cactus_sim.analysis.charting import make_chart, plan_chart
    from cactus_sim.analysis.thumb import rules_of_thumb
    from cactus_sim.report.chart import document
    from cactus_sim.report.chart_sheet import Sheet
    from cactus_sim.report.figures import check_suffix
    from cactus_sim.report.files import output_file

    plan = plan_chart(game, kind, games_asked=games, seed=seed, **asked)
    picture_kind = check_suffix(plot) if plot else ""
    with destination(output, form, console) as out, output_file(plot) as picture:
        if seed is None:
            console.say("seed", seed=plan.seed)
        console.say_game(plan.setting.game)
        with console.progress() as progress:
            chart = make_chart(plan, jobs, progress, lambda one: console.say_more("search", **vars(one)))
            simple = thumb and bool(Sheet(chart).cells) and not chart.found.endless
            rules = rules_of_thumb(chart, jobs=jobs) if simple else None
        out.write(document(chart, rules, console.lang))
        if picture is not None:
            from cactus_sim.report.chart_figure import chart_picture

            picture.write(chart_picture(chart, rules, console.lang, picture_kind))
            console.say("wrote", file=plot)
