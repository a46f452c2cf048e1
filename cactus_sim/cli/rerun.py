"""`cactus-sim rerun`: a kept run played again: does it give the same?"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import click

from cactus_sim.cli import options
from cactus_sim.cli.again import invoke
from cactus_sim.cli.app import INTERRUPTED
from cactus_sim.cli.console import Console


@click.command("rerun", short_help="Play a kept run again: are its results the same?")
@click.argument("directory", type=options.FILE)
@options.jobs_option
@options.cluster_option
@options.manners
def command(console: Console, directory: Path, jobs: int | None, cluster: str | None) -> None:
    """Plays a finished run again, as its manifest says, and tells whether the results are the same byte for byte. Exit
    code 1 says that they are not. Nothing is written; the run's strategy files are run, if they are what they were.

    \b
    Examples:
      cactus-sim rerun runs/first
      cactus-sim rerun runs/first --jobs 1
    """  # noqa: D301 - click reads the \b
    from cactus_sim import __version__
    from cactus_sim.simulate.checkpoint import write_whole
    from cactus_sim.simulate.kept_run import differences, results_of, tallies_of
    from cactus_sim.simulate.manifest import program_digest, read_manifest, to_bytes

    manifest = read_manifest(directory)
    results_of(directory)
    tallies_of(directory)
    if (manifest["version"], manifest["program"]) != (__version__, program_digest()):
        console.say_run("other_version", directory=directory, version=manifest["version"])
    with tempfile.TemporaryDirectory(prefix="cactus-sim-rerun-") as folder:
        again = Path(folder) / "run"
        again.mkdir()
        begun = {"version": __version__, "program": program_digest(), "state": "running", "save_games": False}
        write_whole(again / "manifest.json", to_bytes({**manifest, **begun, "sessions": []}))
        arguments = ["--resume", str(again), "--quiet", "--output", os.devnull, "--format", "json"]
        arguments += ["--jobs", str(jobs)] if jobs else []
        arguments += ["--cluster", cluster] if cluster else []
        if invoke(manifest["command"], arguments) == INTERRUPTED:
            click.get_current_context().exit(INTERRUPTED)
        found = differences(directory, again)
    if found:
        console.say_result("differs", directory=directory, files=", ".join(found))
        click.get_current_context().exit(1)
    console.say_result("identical", directory=directory)
