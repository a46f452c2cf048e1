"""`cactus-sim show`: a kept run: what was asked, how far it is, what came out."""

from __future__ import annotations

from pathlib import Path

import click

from cactus_sim.cli import options
from cactus_sim.cli.console import Console
from cactus_sim.cli.emit import destination


@click.command("show", short_help="Show a kept run: what was asked, how far it is, what came out.")
@click.argument("directory", type=options.FILE)
@options.output
@options.manners
def command(console: Console, directory: Path, form: str | None, output: Path | None) -> None:
    """Shows a run that was kept by --run: its command, line-ups, rules, times and figures. Nothing is played, and no
    strategy file is run.

    \b
    Examples:
      cactus-sim show runs/first
      cactus-sim show runs/first --format csv -o figures.csv
    """  # noqa: D301 - click reads the \b
    from cactus_sim.report.run import document
    from cactus_sim.simulate.kept_run import played, results_of
    from cactus_sim.simulate.manifest import read_manifest

    manifest = read_manifest(directory)
    results = results_of(directory) if manifest["state"] == "done" else None
    with destination(output, form, console) as out:
        out.write(document(manifest, results, played(directory), console.lang))
