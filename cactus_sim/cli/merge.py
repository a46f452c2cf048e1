"""`cactus-sim merge`: runs of one experiment over different deals, added up."""

from __future__ import annotations

from pathlib import Path

import click

from cactus_sim.cli import options
from cactus_sim.cli.again import invoke
from cactus_sim.cli.console import Console


@click.command("merge", short_help="Add up kept runs of one experiment over different deals.")
@click.argument("directories", type=options.FILE, nargs=-1, required=True)
@click.option("--run", type=options.FILE, required=True, metavar="DIR", help="the new directory of the whole")
@options.output
@options.manners
def command(console: Console, directories: tuple[Path, ...], run: Path, form: str | None, output: Path | None) -> None:
    """Adds up finished runs that differ in their deals alone, and shows the whole as the command itself does: it is the
    run that played all the deals. Runs of different experiments, or with deals in common, are refused.

    \b
    Examples:
      cactus-sim simulate cactus --seed 1 --games 1e6 --run runs/one
      cactus-sim simulate cactus --seed 1 --games 1e6 --first-deal 250_000 --run runs/two
      cactus-sim merge runs/one runs/two --run runs/whole
    """  # noqa: D301 - click reads the \b
    from cactus_sim.errors import UsageError
    from cactus_sim.simulate.merge import merge

    if len(directories) < 2:
        raise UsageError(f"{directories[0]} alone: name two run directories or more")
    name = merge(directories, run)
    console.say_run("merged", directories=", ".join(map(str, directories)), directory=run)
    arguments = ["--resume", str(run), "--lang", console.lang]
    arguments += ["--quiet"] if console.quiet else []
    arguments += ["--format", form] if form else []
    arguments += ["--output", str(output)] if output else []
    if code := invoke(name, arguments):
        click.get_current_context().exit(code)
