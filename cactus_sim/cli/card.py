"""`cactus-sim card`: one A4 page of strategy to take to the table."""

from __future__ import annotations

import json
from pathlib import Path

import click

from cactus_sim.cli import options
from cactus_sim.cli.console import Console


@click.command("card", short_help="A strategy card: one A4 page to take to the table.")
@options.game_argument
@click.option("--kind", metavar="KIND", help="the decision that it is about [default: the game's first]")
@click.option("--players", type=options.SMALL, envvar="CACTUS_SIM_PLAYERS", help="how many play")
@click.option("--rules", envvar="CACTUS_SIM_RULES", metavar="PRESET", help="named rule set [default: the game's]")
@click.option("--set", "changes", multiple=True, metavar="RULE=VALUE", help="change a rule")
@click.option("--house-rule", "house_rules", multiple=True, metavar="RULE=VALUE",
              help="a house rule whose changes are told [default: the two most asked for]")  # fmt: skip
@click.option("--games", "-n", type=options.GAMES, default="400_000", envvar="CACTUS_SIM_GAMES", show_default=True,
              help="games to measure each chart by")  # fmt: skip
@click.option("--seed", type=options.SEED, default="1", envvar="CACTUS_SIM_SEED", show_default=True,
              help="names the deals, and all luck")  # fmt: skip
@options.jobs_option
@click.option("-o", "--output", type=options.FILE, required=True, envvar="CACTUS_SIM_OUTPUT", metavar="FILE",
              help="the card: .pdf, .png or .svg; or .json for what is on it")  # fmt: skip
@options.manners
def command(
    console: Console,
    game: str,
    kind: str | None,
    players: int | None,
    rules: str | None,
    changes: tuple[str, ...],
    house_rules: tuple[str, ...],
    games: int,
    seed: int,
    jobs: int | None,
    output: Path,
) -> None:
    """Makes a strategy card: the chart of a decision that all players may follow, rules of thumb and what they cost,
    what house rules change in it, what to beware of, and the command that makes it again.

    \b
    Examples:
      cactus-sim card cactus --players 4 -o card.pdf
      cactus-sim card cactus --players 5 --rules dutch --lang fr -o carte.png
      cactus-sim card eights --kind hold -o eights.svg
      cactus-sim card balance --lang fr -o carte.pdf
    """  # noqa: D301 - click reads the \b
    from cactus_sim import games as all_games
    from cactus_sim.analysis.card import make_card
    from cactus_sim.report.card import card_picture
    from cactus_sim.report.figures import check_suffix
    from cactus_sim.report.files import output_file

    found = all_games.get(game)
    as_json = output.suffix.lower() == ".json"
    form = "json" if as_json else check_suffix(output)
    own = options.pairs_of(changes, "--set penalty_cards=2")
    asked = options.pairs_of(house_rules, "--house-rule penalty_cards=2") if house_rules else dict(found.card_rules)
    book = found.rule_book
    pairs = [(rule, book.resolve(rules, {**own, rule: value})[rule]) for rule, value in asked.items()]
    kind = kind or found.decisions[0].name
    parts = [
        f"cactus-sim card {game} --kind {kind}", f"--players {players}" if players else "",
        f"--rules {rules}" if rules else "", *(f"--set {rule}={value}" for rule, value in own.items()),
        *(f"--house-rule {rule}={value}" for rule, value in asked.items() if house_rules),
        f"--games {games} --seed {seed} --lang {console.lang} -o FILE",
    ]  # fmt: skip
    with output_file(output) as file:
        console.say_game(found)
        with console.progress() as progress:
            card = make_card(
                found, kind, players=players, rules=rules, changes=own, house_rules=pairs, games=games, seed=seed,
                command=" ".join(part for part in parts if part), jobs=jobs, progress=progress,
            )  # fmt: skip
        if file is not None:
            content = (
                (json.dumps(card.document(), ensure_ascii=False, indent=1) + "\n").encode()
                if as_json
                else card_picture(card, console.lang, form)
            )
            file.write(content)
            console.say("wrote", file=output)
