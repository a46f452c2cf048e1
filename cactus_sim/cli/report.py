"""`cactus-sim report`: everything about a game, as pages to read."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cactus_sim.cli import options
from cactus_sim.cli.console import Console
from cactus_sim.report.words import LANGUAGES

if TYPE_CHECKING:
    from cactus_sim.analysis.dossier import Dossier

BOTH = "both"


@click.command("report", short_help="A report on a game: pages in HTML and Markdown, English and French.")
@click.argument("games_asked", metavar="[GAME]...", nargs=-1)
@click.option("-s", "--strategy", "strategies", multiple=True, metavar="ENTRY",
              help="who enters the tournament; one game only [default: a few of the game's own]")  # fmt: skip
@click.option("--from", "source", type=options.FILE, metavar="FILE.json",
              help="make the pages from this results file, and play nothing")  # fmt: skip
@click.option("--games", "-n", type=options.GAMES, default="100_000", envvar="CACTUS_SIM_GAMES", show_default=True,
              help="games of each line-up, rule set and value; more for charts, fewer for mixes")  # fmt: skip
@click.option("--seed", type=options.SEED, default="1", envvar="CACTUS_SIM_SEED", show_default=True,
              help="names the deals, and all luck")  # fmt: skip
@options.jobs_option
@click.option("-o", "--output", type=options.FILE, required=True, metavar="DIR", help="the folder for the pages")
@functools.partial(options.manners, languages=(*LANGUAGES, BOTH))
def command(
    console: Console,
    games_asked: tuple[str, ...],
    strategies: tuple[str, ...],
    source: Path | None,
    games: int,
    seed: int,
    jobs: int | None,
    output: Path,
) -> None:
    """Makes a report on each GAME (by default on all): what to decide, who wins, what house rules do, what it is worth
    to go first, how long games are, example games, how it was found and what it does not tell. DIR gets GAME-en.html
    or GAME-fr.html (one file that needs no other), the same as Markdown with pictures, and GAME.json, from which
    --from makes the pages again.

    \b
    Examples:
      cactus-sim report cactus --lang both -o reports
      cactus-sim report --lang fr --games 1e6 --seed 2 -o rapports
      cactus-sim report cactus -s threshold -s ./mine.py:Bold -o mine
      cactus-sim report --from reports/cactus.json -o again
    """  # noqa: D301 - click reads the \b
    from cactus_sim import games as all_games
    from cactus_sim.analysis.dossier import Dossier, make_dossier
    from cactus_sim.errors import UsageError

    if source is not None and (games_asked or strategies):
        raise UsageError("--from FILE.json holds the game and who plays it: leave GAME and -s out")
    if strategies and len(games_asked) != 1:
        raise UsageError("-s ENTRY: name the one GAME that the strategies play")
    try:
        output.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"-o {output}: can't be made a folder ({error.strerror})") from None
    asked = click.get_current_context().params["lang"]
    langs = LANGUAGES if asked == BOTH else (asked,)
    if source is not None:
        _write(Dossier.from_json(_text_of(source)), langs, output, console)
        return
    found = [all_games.get(name) for name in games_asked or all_games.names()]
    for game in found:
        console.say_compiling(game)
        dossier = make_dossier(game, games, seed, strategies=strategies or None, jobs=jobs)
        _write(dossier, langs, output, console)


def _text_of(source: Path) -> str:
    from cactus_sim.errors import UsageError

    try:
        return source.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is no text"
        raise UsageError(f"--from {source}: {why}") from None


def _write(dossier: Dossier, langs: tuple[str, ...], folder: Path, console: Console) -> None:
    from cactus_sim.report.files import output_file
    from cactus_sim.report.pages.files import report_files

    for name, content in report_files(dossier, langs).items():
        with output_file(folder / name) as file:
            if file is not None:
                file.write(content)
    for lang in langs:
        console.say("wrote", file=folder / f"{dossier.game.name}-{lang}.html")
