"""`cactus-sim compare`: is one player better than another?"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cactus_sim.cli import options
from cactus_sim.cli.app import INTERRUPTED, UNDECIDED
from cactus_sim.cli.console import Console, ProgressLine
from cactus_sim.cli.emit import destination
from cactus_sim.cli.record import recorded

if TYPE_CHECKING:
    from cactus_sim.analysis.comparison import ComparisonResult


@click.command("compare", short_help="Is A better than B? The same seat, the same deals, the same field.")
@options.game_argument
@click.option("-a", "a", required=True, metavar="ENTRY", envvar="CACTUS_SIM_A", help="player A")
@click.option("-b", "b", required=True, metavar="ENTRY", envvar="CACTUS_SIM_B", help="player B")
@click.option(
    "--field", multiple=True, metavar="ENTRY", help="another player [default: the rest of the game's default line-up]"
)
@click.option("--mirror", is_flag=True, envvar="CACTUS_SIM_MIRROR", help="A and B half a table each, no field")
@click.option(
    "--objective", metavar="METRIC", envvar="CACTUS_SIM_OBJECTIVE", help="what is compared [default: share of wins]"
)
@click.option(
    "--margin",
    type=float,
    default=0.2,
    envvar="CACTUS_SIM_MARGIN",
    show_default=True,
    help="a smaller difference does not count: percentage points, or the objective's own unit",
)
@click.option("--sequential", is_flag=True, envvar="CACTUS_SIM_SEQUENTIAL", help="stop as soon as there is a verdict")
@click.option(
    "--target-se",
    type=float,
    metavar="SE",
    envvar="CACTUS_SIM_TARGET_SE",
    help="stop as soon as the difference's standard error is SE, in the unit of --margin",
)
@click.option(
    "--max-games",
    type=options.GAMES,
    envvar="CACTUS_SIM_MAX_GAMES",
    help="the most that a run which stops by itself may play [default: 100 times --games]",
)
@click.option("--plain", is_flag=True, envvar="CACTUS_SIM_PLAIN", help="without control variates and pilot deals")
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
    a: str,
    b: str,
    field: tuple[str, ...],
    mirror: bool,
    objective: str | None,
    margin: float,
    sequential: bool,
    target_se: float | None,
    max_games: int | None,
    plain: bool,
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
    """Plays A and B in the same seat, on the same deals and against the same field: better, worse or equivalent?

    With --sequential or --target-se the run stops by itself; --games is then the number it is planned for. Exit code 3
    says that it did not stop before --max-games.

    \b
    Examples:
      cactus-sim compare cactus -a "threshold(call_at=4)" -b threshold
      cactus-sim compare cactus -a patient -b early --field royal --field threshold --sequential
      cactus-sim compare cactus -a ./mine.py:Bold -b threshold --mirror --margin 0.1 --games 1e6
      cactus-sim compare eights -a shedder -b hoarder --objective points --margin 1 --plot points.png
    """  # noqa: D301 - click reads the \b
    from cactus_sim.analysis.compare import run_comparison
    from cactus_sim.analysis.rivals import plan_comparison
    from cactus_sim.report.comparison import document
    from cactus_sim.report.figures import check_suffix
    from cactus_sim.report.files import output_file
    from cactus_sim.simulate.runner import check_jobs

    plan = plan_comparison(
        game, a, b, field=field or None, mirror=mirror, rules=rules, changes=changes, rules_file=rules_file,
        players=players, unit=unit, objective=objective, margin=margin, sequential=sequential, target_se=target_se,
        games_asked=games, first_deal=first_deal, max_games=max_games, plain=plain, seed=seed,
    )  # fmt: skip
    kind = check_suffix(plot) if plot else ""
    with destination(output, form, console) as out, output_file(plot) as picture:
        console.say_experiment(plan.experiment, seed is not None)
        with console.progress() as progress:
            found = run_comparison(plan, check_jobs(jobs), progress, _looks(console, progress))
        if found.result.partial:
            console.say("interrupted")
        out.write(document(found, console.lang))
        if picture is not None:
            from cactus_sim.report.comparison_figure import comparison_picture

            picture.write(comparison_picture(found, console.lang, kind))
            console.say("wrote", file=plot)
    if found.result.partial:
        click.get_current_context().exit(INTERRUPTED)
    if found.undecided:
        click.get_current_context().exit(UNDECIDED)


def _looks(console: Console, line: ProgressLine) -> Callable[[ComparisonResult], None]:
    """Shows what is known so far in place of the progress line; with -v as a line whenever it is twice as much."""
    from cactus_sim.report.comparison import interim

    next_told = 0

    def look(found: ComparisonResult) -> None:
        nonlocal next_told
        line.note = interim(found, console.lang)
        if found.result.blocks >= next_told:
            next_told = 2 * found.result.blocks
            console.tell_more(line.note)

    return look
