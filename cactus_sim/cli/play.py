"""`cactus-sim play`: one game, in words or as JSON events."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import click

from cactus_sim.cli import options
from cactus_sim.cli.console import Console


@click.command("play", short_help="Play one game and tell it in words, or as JSON events.")
@options.game_argument
@click.option("-s", "--strategy", "line_up", multiple=True, metavar="ENTRY", help="a player: NAME(parameter=value, …)")
@click.option(
    "--deal", type=options.DEAL, default="0", envvar="CACTUS_SIM_DEAL", show_default=True, help="number of the deal"
)
@click.option(
    "--rotation",
    type=options.SMALL,
    default="0",
    envvar="CACTUS_SIM_ROTATION",
    show_default=True,
    help="how many seats each player moves on",
)
@click.option("--json", "as_json", is_flag=True, envvar="CACTUS_SIM_JSON", help="one JSON object an event")
@options.table
@options.rules
@options.seed_option
@click.option(
    "-o", "--output", type=options.FILE, envvar="CACTUS_SIM_OUTPUT", metavar="FILE", help="write the game to FILE"
)
@options.manners
def command(
    console: Console,
    game: str,
    line_up: tuple[str, ...],
    deal: int,
    rotation: int,
    as_json: bool,
    players: int | None,
    unit: str | None,
    rules: str | None,
    changes: dict[str, str],
    rules_file: Path | None,
    seed: int | None,
    output: Path | None,
) -> None:
    """Plays one game: the same that `simulate` counts at that seed, deal and rotation.

    \b
    Examples:
      cactus-sim play cactus --seed 1
      cactus-sim play cactus -s early -s patient -s random --seed 1 --deal 42 --lang fr
      cactus-sim play cactus --rules dutch --seed 1 --json
    """  # noqa: D301 - click reads the \b
    from cactus_sim.report.files import output_file
    from cactus_sim.simulate.experiment import simulation
    from cactus_sim.simulate.playing import trace

    experiment = simulation(
        game,
        line_up or None,
        rules=rules,
        changes=changes,
        rules_file=rules_file,
        players=players,
        unit=unit,
        seed=seed,
    )
    with output_file(output) as file:
        if seed is None:
            console.say("seed", seed=experiment.seed)
        console.say_compiling(experiment.game)
        events = trace(experiment, deal, rotation)
        lines: Iterator[str] = (
            (json.dumps(event, ensure_ascii=False, separators=(",", ":")) for event in events)
            if as_json
            else experiment.game.tell(events, console.lang)
        )
        if file is None:
            for line in lines:
                click.echo(line)
        else:
            file.write("".join(f"{line}\n" for line in lines).encode())
            console.say("wrote", file=output)
