"""`cactus-sim play`: one game, in words or as JSON events."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cactus_sim.cli import options
from cactus_sim.cli.console import Console
from cactus_sim.cli.terminal import check_stdout, put
from cactus_sim.errors import UsageError
from cactus_sim.report.visible import visible

if TYPE_CHECKING:
    from cactus_sim.games.base import Game

FOR_EVENTS = (".jsonl", ".ndjson")
NOT_FOR_A_GAME = (".json", ".csv", ".parquet", ".png", ".svg", ".pdf", ".html")


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
@click.option(
    "--plot",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="draw the game too, where it can be: png, svg or pdf",
)
@click.option("--animate", type=click.Path(path_type=Path), metavar="FILE", help="draw it turn by turn: gif, webp")
@click.option("--json", "as_json", is_flag=True, envvar="CACTUS_SIM_JSON", help="one JSON object an event")
@options.table
@options.rules
@options.seed_option
@options.output_option("write the game to FILE: words, or events where it ends in .jsonl")
@options.manners
def command(
    console: Console,
    game: str,
    line_up: tuple[str, ...],
    deal: int,
    rotation: int,
    plot: Path | None,
    animate: Path | None,
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
      cactus-sim play balance --seed 1 --plot game.png --animate game.gif
    """  # noqa: D301 - click reads the \b
    from cactus_sim.report.files import output_file
    from cactus_sim.report.words import words
    from cactus_sim.simulate.experiment import simulation
    from cactus_sim.simulate.playing import trace

    as_json = as_json or _is_for_events(output)
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
    kinds = _kinds(experiment.game, plot, animate)
    with output_file(output) as file, output_file(plot) as plot_file, output_file(animate) as animate_file:
        if file is None:
            check_stdout()
        if seed is None:
            console.say("seed", seed=experiment.seed)
        console.say_compiling(experiment.game)
        events = list(trace(experiment, deal, rotation))
        lines: Iterator[str]
        if as_json:
            lines = (json.dumps(event, ensure_ascii=False, separators=(",", ":")) for event in events)
        else:
            rules_line = words(console.lang, "play")("rules", rules=experiment.arms[0].rules.name)
            lines = chain([rules_line], experiment.game.tell(events, console.lang))
        if file is None:
            for line in lines:
                put(f"{line}\n", for_people=not as_json)
        else:
            file.write_text("".join(f"{line if as_json else visible(line)}\n" for line in lines))
            console.say("wrote", file=output)
        if plot_file:
            from cactus_sim.report.figures import saved

            plot_file.write(saved(experiment.game.picture(events, console.lang), kinds["plot"]))
            console.say("wrote", file=plot)
        if animate_file:
            from cactus_sim.report.animation import animation

            animate_file.write(animation(experiment.game.frames(events, console.lang), kinds["animate"]))
            console.say("wrote", file=animate)


def _kinds(game: Game, plot: Path | None, animate: Path | None) -> dict[str, str]:
    """The kinds of picture that the files' names ask for; a UsageError where the game is none that can be drawn."""
    from cactus_sim import games
    from cactus_sim.report import animation, figures

    asked = {"plot": plot, "animate": animate}
    for option, path in asked.items():
        if path and not game.draws:
            drawn = ", ".join(name for name in games.names() if games.get(name).draws)
            raise UsageError(f"--{option} {path}: a game of {game.name} can't be drawn; games that can: {drawn}")
    if plot and plot == animate:
        raise UsageError(f"--plot and --animate name the same file, {plot}: give two")
    kinds = {}
    if plot:
        kinds["plot"] = figures.check_suffix(plot)
    if animate:
        kinds["animate"] = animation.check_suffix(animate)
    return kinds


def _is_for_events(output: Path | None) -> bool:
    """Whether a file's name asks for events; a UsageError where it asks for what a game can't be written as."""
    suffix = output.suffix.lower() if output else ""
    if suffix in NOT_FOR_A_GAME:
        raise UsageError(
            f"{output}: a game is written in words, or as JSON events, one a line: name the file .txt or .jsonl"
        )
    return suffix in FOR_EVENTS
