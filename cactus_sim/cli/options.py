"""Options that commands share, and their manners: defaults < --experiment file < CACTUS_SIM_* < flags."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar, cast

import click

from cactus_sim.cli.console import Console
from cactus_sim.errors import UsageError, suggest
from cactus_sim.report.tables import FORMATS
from cactus_sim.report.words import LANGUAGES

F = TypeVar("F", bound=Callable[..., Any])


class Whole(click.ParamType[int]):
    """A whole number, written 1000000, 1_000_000 or 1e6, from `low` on."""

    name = "number"

    def __init__(self, low: int, most: int) -> None:
        self.low, self.most = low, most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number that was written."""
        text = str(value).strip()
        match = re.fullmatch(r"([+-]?\d+(?:_\d+)*)(?:\.(\d+))?(?:[eE]\+?(\d{1,3}))?", text)
        if not match:
            self.fail(f"'{value}' is no whole number; write it as 1000000, 1_000_000 or 1e6", param, ctx)
        whole, fraction, exponent = match[1].replace("_", ""), match[2] or "", int(match[3] or 0)
        if len(whole) + exponent > 40:
            self.fail(f"{value}: must be at most {self.most:_}", param, ctx)
        digits = fraction.rstrip("0")
        if len(digits) > exponent:
            self.fail(f"{value} is no whole number", param, ctx)
        number = int(whole + digits.ljust(exponent, "0"))
        if number < self.low:
            self.fail(f"{value}: must be at least {self.low}", param, ctx)
        if number > self.most:
            self.fail(f"{value}: must be at most {self.most:_}", param, ctx)
        return number


GAMES = Whole(1, 10**14)
SEED = Whole(0, (1 << 63) - 1)
DEAL = Whole(0, (1 << 40) - 1)
SMALL = Whole(0, 10_000)


class File(click.Path):
    """The name of a file or folder, which may be there or not."""

    def __init__(self) -> None:
        super().__init__(path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path; what no file can be called is refused."""
        if not str(value) or "\0" in str(value):
            self.fail("a file must have a name, without NUL characters", param, ctx)
        return super().convert(value, param, ctx)


FILE = File()


class Single(click.Option):
    """An option that takes one value where others like it may be repeated, so that a second is no change of mind."""


class Once(click.Command):
    """A command that refuses a `Single` option given twice, rather than drop the first."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parses the arguments; a usage error names an option that was repeated."""
        if not ctx.resilient_parsing:
            _, _, order = self.make_parser(ctx).parse_args(args=list(args))
            for option in order:
                if isinstance(option, Single) and order.count(option) > 1:
                    raise click.UsageError(f"{option.opts[-1]} was given more than once; it takes one value", ctx)
        return super().parse_args(ctx, args)


def manners(function: F, languages: Sequence[str] = LANGUAGES) -> F:
    """Options of every command; the command gets a Console as its first argument.

    A command whose result may be in several languages at once has a word for that among its `languages`, and finds it
    in click's context; what it says meanwhile is English.
    """

    def command(*args: Any, quiet: bool, verbose: bool, lang: str, **kwargs: Any) -> Any:
        return function(Console(lang if lang in LANGUAGES else LANGUAGES[0], quiet, verbose), *args, **kwargs)

    options = (
        click.option("--experiment", type=FILE, is_eager=True, expose_value=False, callback=_read_experiment,
                     envvar="CACTUS_SIM_EXPERIMENT", help="TOML file with any of these options: games = 1_000_000"),
        click.option("--lang", type=click.Choice(languages), default="en", envvar="CACTUS_SIM_LANG", show_default=True,
                     help="language of the result; errors are in English"),
        click.option("-q", "--quiet", is_flag=True, envvar="CACTUS_SIM_QUIET", help="the result and nothing else"),
        click.option("-v", "--verbose", is_flag=True, envvar="CACTUS_SIM_VERBOSE", help="say more of what is done"),
        click.option("--debug", is_flag=True, is_eager=True, expose_value=False, callback=_set_debug,
                     envvar="CACTUS_SIM_DEBUG", help="show where an error comes from"),
    )  # fmt: skip
    return _with(options)(cast("F", functools.update_wrapper(command, function)))


def output(function: F) -> F:
    """How and where the result is written."""
    options = (
        click.option("--format", "form", type=click.Choice(FORMATS), envvar="CACTUS_SIM_FORMAT",
                     help="of the result; by default as FILE's name says, else a table"),
        output_option("write the result to FILE"),
    )  # fmt: skip
    return _with(options)(function)


def output_option(says: str) -> Callable[[F], F]:
    """The option for the file of the result, with its help; `-` is stdout, which is meant where none is given."""
    return click.option(
        "-o", "--output", type=FILE, envvar="CACTUS_SIM_OUTPUT", metavar="FILE", help=says,
        callback=lambda _ctx, _param, path: None if str(path) == "-" else path,
    )  # fmt: skip


def rules(function: F) -> F:
    """Which rules are played."""
    options = (
        click.option("--rules", envvar="CACTUS_SIM_RULES", metavar="PRESET",
                     help="named rule set [default: the game's]"),
        click.option("--set", "changes", multiple=True, metavar="RULE=VALUE", callback=_changes, help="change a rule"),
        click.option("--rules-file", type=FILE, envvar="CACTUS_SIM_RULES_FILE", metavar="FILE.toml",
                     help="preset and changes from a file"),
    )  # fmt: skip
    return _with(options)(function)


def table(function: F) -> F:
    """How many play, and what a game is."""
    options = (
        click.option("--players", type=SMALL, envvar="CACTUS_SIM_PLAYERS", help="repeat the entries up to so many"),
        click.option("--unit", envvar="CACTUS_SIM_UNIT", metavar="UNIT", help="what is played: round or match"),
    )
    return _with(options)(function)


def run(function: F) -> F:
    """How much is played."""
    options = (
        click.option("--games", "-n", type=GAMES, default="100_000", envvar="CACTUS_SIM_GAMES", show_default=True,
                     help="games to play (whole deals)"),
        first_deal_option,
        seed_option,
        jobs_option,
    )  # fmt: skip
    return _with(options)(function)


seed_option = click.option(
    "--seed", type=SEED, envvar="CACTUS_SIM_SEED", help="names the deals, and all luck [default: drawn and told]"
)

first_deal_option = click.option(
    "--first-deal",
    envvar="CACTUS_SIM_FIRST_DEAL",
    metavar="DEAL",
    help="play the deals from this one on, for runs that are merged [default: 0]",
)

jobs_option = click.option(
    "--jobs",
    "-j",
    type=Whole(1, 1024),
    envvar="CACTUS_SIM_JOBS",
    help="threads [default: one a core]; the result does not depend on it",
)

cluster_option = click.option(
    "--cluster",
    envvar="CACTUS_SIM_CLUSTER",
    metavar="ADDRESS",
    help="play on a dask cluster: tcp://HOST:PORT of its scheduler, or local:N for N processes here",
)

game_argument = click.argument("game", envvar="CACTUS_SIM_GAME")


def _with(options: tuple[Callable[[Any], Any], ...]) -> Callable[[F], F]:
    """The options as one decorator, in the order of the help page."""
    return lambda function: functools.reduce(lambda made, option: option(made), reversed(options), function)


def _set_debug(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    if ctx.obj is not None and value:
        ctx.obj.debug = True


def _changes(_ctx: click.Context, _param: click.Parameter, items: tuple[str, ...]) -> dict[str, str]:
    """The pairs of `--set rule=value`."""
    return pairs_of(items, "--set penalty_cards=2")


def pairs_of(items: Sequence[str], example: str) -> dict[str, str]:
    """Rules and values, each written rule=value as in the example."""
    changes: dict[str, str] = {}
    for item in items:
        name, equals, value = (part.strip() for part in str(item).partition("="))
        if not (name and equals and value):
            raise click.BadParameter(f"'{item}': write rule=value, as in {example}")
        if name in changes:
            raise click.BadParameter(f"rule {name} is set twice")
        changes[name] = value
    return changes


def _read_experiment(ctx: click.Context, _param: click.Parameter, path: Path | None) -> None:
    """Takes the file's values as the command's defaults, below environment and flags."""
    if path is None:
        return
    from cactus_sim.games.rule_book import read_toml

    parameters = {key_of(parameter): parameter for parameter in ctx.command.params if key_of(parameter) != "experiment"}
    defaults: dict[str, Any] = {}
    if ctx.obj is not None:
        ctx.obj.experiment = path
    for key, value in read_toml(path).items():
        parameter = parameters.get(key.replace("_", "-"))
        if parameter is None or parameter.name is None:
            known = ", ".join(parameters)
            raise UsageError(f"{path}: unknown key '{key}'{suggest(key, parameters)}; {ctx.info_name} has: {known}")
        defaults[parameter.name] = _as_given(path, key, parameter, value)
    ctx.default_map = defaults


def key_of(parameter: click.Parameter) -> str:
    """A parameter's name in an experiment file: its long option without the dashes."""
    return max(parameter.opts, key=len).lstrip("-")


def _as_given(path: Path, key: str, parameter: click.Parameter, value: Any) -> Any:
    """A TOML value as the command line would give it: a table as name=value pairs, numbers and names as text."""
    if isinstance(value, dict) and not parameter.multiple:
        remedy = "; changes of the rules go in a table [set]" if key == "rules" else ""
        raise UsageError(f"{path}: {key} takes one value, not a table{remedy}")
    if isinstance(value, dict):
        value = [f"{name}={_text(item)}" for name, item in value.items()]
    if parameter.multiple or parameter.nargs > 1:
        items = value if isinstance(value, list) else [value]
        return [_text(item) for item in items]
    if isinstance(value, list):
        raise UsageError(f"{path}: {key} takes one value, not a list")
    return value if isinstance(value, bool) else _text(value)


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
