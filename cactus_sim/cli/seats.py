"""`cactus-sim seats`: is going first an advantage?"""

from __future__ import annotations

from pathlib import Path

import click

from cactus_sim.cli import options
from cactus_sim.cli.console import Console
from cactus_sim.cli.emit import destination
from cactus_sim.cli.record import recorded


@click.command("seats", short_help="Is going first an advantage? The luck of the seat, by players and rules.")
@options.game_argument
@click.option("-s", "--strategy", metavar="ENTRY", envvar="CACTUS_SIM_STRATEGY",
              help="whom all seats play [default: the first of the default line-up]")  # fmt: skip
@click.option("--players", type=options.SMALL, multiple=True, help="how many play [default: each number allowed]")
@click.option("--rules", multiple=True, metavar="PRESET", help="named rule set [default: the game's own]")
@click.option("--set", "changes", multiple=True, metavar="RULE=VALUE", help="change a rule")
@click.option("--plot", type=options.FILE, envvar="CACTUS_SIM_PLOT", metavar="FILE", help="draw it: .png, .svg or .pdf")
@click.option("--games", "-n", type=options.GAMES, default="100_000", envvar="CACTUS_SIM_GAMES", show_default=True,
              help="rounds at each table")  # fmt: skip
@options.seed_option
@options.jobs_option
@recorded
@options.output
@options.manners
def command(
    console: Console,
    game: str,
    strategy: str | None,
    players: tuple[int, ...],
    rules: tuple[str, ...],
    changes: tuple[str, ...],
    plot: Path | None,
    games: int,
    seed: int | None,
    jobs: int | None,
    form: str | None,
    output: Path | None,
) -> None:
    """Plays rounds among players who are all alike, and says what each seat wins: the one that begins, the next one …

    \b
    Examples:
      cactus-sim seats cactus
      cactus-sim seats cactus --players 4 --rules gamelia --rules dutch --plot seats.png
      cactus-sim seats eights -s shedder --games 1e6
    """  # noqa: D301 - click reads the \b
    from cactus_sim import games as all_games
    from cactus_sim.analysis.seats import seats
    from cactus_sim.report.figures import check_suffix
    from cactus_sim.report.files import output_file
    from cactus_sim.report.seats import document, seats_picture
    from cactus_sim.simulate.experiment import check_seed

    kind = check_suffix(plot) if plot else ""
    changed = options.pairs_of(changes, "--set penalty_cards=2")
    drawn = check_seed(seed)
    with destination(output, form, console) as out, output_file(plot) as picture:
        if seed is None:
            console.say("seed", seed=drawn)
        console.say_game(all_games.get(game))
        with console.progress() as progress:
            found = seats(
                game, strategy, players=players or None, rules=rules or None, changes=changed, games=games, seed=drawn,
                jobs=jobs, progress=progress,
            )  # fmt: skip
        out.write(document(found, console.lang))
        if picture is not None:
            picture.write(seats_picture(found, console.lang, kind))
            console.say("wrote", file=plot)
