"""`cactus-sim rules`: every rule of a game, or how two presets differ."""

from __future__ import annotations

from pathlib import Path

import click

from cactus_sim.cli import options
from cactus_sim.cli.console import Console
from cactus_sim.cli.emit import destination


@click.command("rules", short_help="List a game's rules: value, meaning, where each comes from.")
@options.game_argument
@click.argument("preset", required=False)
@click.option("--diff", nargs=2, metavar="A B", help="the rules in which two presets differ")
@options.output
@options.manners
def command(
    console: Console, game: str, preset: str | None, diff: tuple[str, str] | None, form: str | None, output: Path | None
) -> None:
    """Lists every rule under a preset, or the rules in which two presets differ.

    \b
    Examples:
      cactus-sim rules cactus
      cactus-sim rules cactus dutch
      cactus-sim rules cactus --diff gamelia cabo
    """  # noqa: D301 - click reads the \b
    from cactus_sim import games
    from cactus_sim.report.rules import differences, listing

    if preset and diff:
        raise click.UsageError("give a preset or --diff A B, not both")
    found = games.get(game)
    document = differences(found, *diff, console.lang) if diff else listing(found, preset, console.lang)
    with destination(output, form, console) as out:
        out.write(document)
