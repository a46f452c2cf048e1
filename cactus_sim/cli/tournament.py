"""`cactus-sim tournament`: every mix of the entered strategies; or with --race, the best of them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from cactus_sim.cli import options
from cactus_sim.cli.app import INTERRUPTED, UNDECIDED
from cactus_sim.cli.console import Console
from cactus_sim.cli.emit import destination
from cactus_sim.cli.record import recorded
from cactus_sim.report.words import words

if TYPE_CHECKING:
    from cactus_sim.analysis.entrants import Contest
    from cactus_sim.analysis.league import TournamentResult
    from cactus_sim.analysis.racing import RaceResult
    from cactus_sim.report.tables import Document


NOTABLY: Final = 1.1
"""A race rounded up by less than this factor is not told of."""


@click.command("tournament", short_help="Every mix of strategies at the table: ranks, duels, ratings, evolution.")
@options.game_argument
@click.option(
    "-s",
    "--strategy",
    "strategies",
    multiple=True,
    metavar="ENTRY",
    help="a strategy to enter: NAME(parameter=value, …) [default: every one of the game]",
)
@click.option(
    "--players",
    type=options.SMALL,
    envvar="CACTUS_SIM_PLAYERS",
    help="players at a table [default: as in the game's default line-up]",
)
@click.option("--unit", envvar="CACTUS_SIM_UNIT", metavar="UNIT", help="what is played: round or match")
@click.option("--race", is_flag=True, envvar="CACTUS_SIM_RACE", help="only find the best: drop the beaten early")
@click.option(
    "--mixes",
    type=options.Whole(1, 100_000),
    default="400",
    envvar="CACTUS_SIM_MIXES",
    show_default=True,
    help="mixes to play at most; where there are more, a balanced sample",
)
@click.option(
    "--objective", metavar="METRIC", envvar="CACTUS_SIM_OBJECTIVE", help="what is compared [default: share of wins]"
)
@click.option("--plot", type=options.FILE, envvar="CACTUS_SIM_PLOT", metavar="FILE", help="draw it: .png, .svg or .pdf")
@options.rules
@click.option(
    "--games",
    "-n",
    type=options.GAMES,
    default="10_000",
    envvar="CACTUS_SIM_GAMES",
    show_default=True,
    help="games of each mix; in a race, of each strategy against each field at most",
)
@options.first_deal_option
@options.seed_option
@options.jobs_option
@recorded
@options.output
@options.manners
def command(
    console: Console,
    game: str,
    strategies: tuple[str, ...],
    players: int | None,
    unit: str | None,
    race: bool,
    mixes: int,
    objective: str | None,
    plot: Path | None,
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
    """Plays every mix of the entered strategies on the same deals: who is best, against whom, in which company?

    With --race the beaten are dropped as soon as that is plain, and the winner is confirmed on fresh deals. Exit code 3
    says that several were left.

    \b
    Examples:
      cactus-sim tournament cactus -s threshold -s early -s kamikaze -s counter
      cactus-sim tournament cactus --players 3 --games 1e5 --plot league.png
      cactus-sim tournament cactus --race -s "threshold(call_at=3)" -s "threshold(call_at=4)" -s counter
      cactus-sim tournament eights -s greedy -s shedder -s hoarder --objective points
    """  # noqa: D301 - click reads the \b
    from cactus_sim.analysis.entrants import enter
    from cactus_sim.analysis.tournament import run_race, run_tournament
    from cactus_sim.report.figures import check_suffix
    from cactus_sim.report.files import output_file
    from cactus_sim.simulate.runner import check_jobs

    entrants = enter(
        game, strategies or None, rules=rules, changes=changes, rules_file=rules_file, players=players, unit=unit,
        objective=objective, mixes=mixes, games_asked=games, first_deal=first_deal, seed=seed, race=race,
    )  # fmt: skip
    kind = check_suffix(plot) if plot else ""
    threads = check_jobs(jobs)
    with destination(output, form, console) as out, output_file(plot) as picture:
        if seed is None:
            console.say("seed", seed=entrants.contest.seed)
        _say_rounded(console, entrants.contest, games, race)
        console.say_game(entrants.company.game)
        with console.progress() as progress:
            found = (run_race if race else run_tournament)(entrants, threads, progress)
        if found.partial:
            console.say("interrupted")
        out.write(_document(found, games, console.lang))
        if picture is not None:
            picture.write(_picture(found, games, console.lang, kind))
            console.say("wrote", file=plot)
    if code := _code(found):
        click.get_current_context().exit(code)


def _document(found: TournamentResult | RaceResult, asked: int, lang: str) -> Document:
    from cactus_sim.analysis.racing import RaceResult
    from cactus_sim.report import race, tournament

    return race.document(found, lang) if isinstance(found, RaceResult) else tournament.document(found, asked, lang)


def _picture(found: TournamentResult | RaceResult, asked: int, lang: str, kind: str) -> bytes:
    from cactus_sim.analysis.racing import RaceResult
    from cactus_sim.report.race_figure import race_picture
    from cactus_sim.report.tournament_figures import tournament_picture

    if isinstance(found, RaceResult):
        return race_picture(found, lang, kind)
    return tournament_picture(found, asked, lang, kind)


def _code(found: TournamentResult | RaceResult) -> int:
    from cactus_sim.analysis.racing import RaceResult

    if found.partial:
        return INTERRUPTED
    return UNDECIDED if isinstance(found, RaceResult) and not found.winner else 0


def _say_rounded(console: Console, contest: Contest, asked: int, race: bool) -> None:
    """Says so where whole deals, or the least that a race takes, are more games than were asked for."""
    w, played = words(console.lang, "progress"), contest.blocks * contest.players
    if race and played > NOTABLY * asked * contest.fields:
        console.say("race_rounded", asked=w.number(asked), games=w.number(played), fields=w.number(contest.fields))
    elif not race and played != asked:
        console.say("rounded", asked=w.number(asked), games=w.number(played), rotations=contest.players)
