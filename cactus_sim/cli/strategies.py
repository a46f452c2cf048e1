"""`cactus-sim strategies`: who can play, with which parameters; and a template for one's own."""

from __future__ import annotations

from pathlib import Path

import click

from cactus_sim.cli import options
from cactus_sim.cli.console import Console
from cactus_sim.cli.emit import destination


@click.command("strategies", short_help="List strategies and their parameters, or write a template for your own.")
@click.argument("game", required=False, envvar="CACTUS_SIM_GAME")
@click.argument("name", required=False)
@click.option("--new", type=options.FILE, metavar="FILE", help="write a commented strategy file to begin with")
@options.output
@options.manners
def command(
    console: Console, game: str | None, name: str | None, new: Path | None, form: str | None, output: Path | None
) -> None:
    """Lists the strategies of a game (of all games), or tells of one.

    \b
    Examples:
      cactus-sim strategies
      cactus-sim strategies cactus threshold
      cactus-sim strategies cactus --new mine.py
    """  # noqa: D301 - click reads the \b
    from cactus_sim import games

    if new is not None:
        if name or output or form:
            raise click.UsageError("--new FILE writes a file; it goes with a game only")
        _write_template(console, game or games.names()[0], new)
        return
    from cactus_sim.report.strategies import listing, telling

    chosen = [games.get(game)] if game else [games.get(each) for each in games.names()]
    document = telling(chosen[0], name, console.lang) if name else listing(chosen, console.lang)
    with destination(output, form, console) as out:
        out.write(document)


def _write_template(console: Console, game: str, path: Path) -> None:
    from cactus_sim import games
    from cactus_sim.errors import UsageError
    from cactus_sim.report.files import output_file
    from cactus_sim.strategies import template
    from cactus_sim.strategies.load import from_file

    found = games.get(game)
    if path.suffix != ".py":
        raise UsageError(f"{path}: a strategy file's name ends in .py")
    if path.exists():
        raise UsageError(f"{path} is there already; choose another name")
    with output_file(path) as file:
        if file is not None:
            file.write(template(found).encode())
    strategy = from_file(str(path), "", found).__name__
    rival, players = found.default_line_up[0], len(found.default_line_up)
    console.say("template", file=path, game=game, name=strategy, rival=rival, players=players)
