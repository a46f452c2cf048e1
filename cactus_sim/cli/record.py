"""Options of commands that play games: where the run is kept, and who plays it; `--run`, `--resume`, `--cluster`."""

from __future__ import annotations

import functools
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click

from cactus_sim.cli import options
from cactus_sim.cli.console import Console
from cactus_sim.errors import UsageError
from cactus_sim.simulate.experiment import value_text

if TYPE_CHECKING:
    from cactus_sim.simulate.run_directory import RunDirectory

F = TypeVar("F", bound=Callable[..., Any])

NOT_OF_THE_EXPERIMENT = frozenset(
    ("experiment", "lang", "quiet", "verbose", "debug", "format", "output", "plot", "jobs", "run", "resume",
     "save-games", "cluster", "batch-limit", "checkpoint-every")
)  # fmt: skip
"""Options on which no result depends. None of them is in a manifest: what goes on, or is repeated, writes only where
it is told to by whoever starts it."""

MOST_SECONDS = 1e6


class Seconds(click.ParamType[float]):
    """A time of at least `low` seconds."""

    name = "seconds"

    def __init__(self, low: float) -> None:
        self.low = low

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The number that was written."""
        try:
            seconds = float(value)
        except ValueError:
            self.fail(f"'{value}' is no number of seconds", param, ctx)
        # Written so that nan is refused too.
        if not self.low <= seconds <= MOST_SECONDS:
            self.fail(f"{value}: from {self.low:g} to {MOST_SECONDS:g} seconds", param, ctx)
        return seconds


def recorded(function: F) -> F:
    """Options for keeping a run and for playing it elsewhere; the command plays within a session of theirs."""

    def command(
        *, run: Path | None, resume: Path | None, save_games: bool, cluster: str | None,
        batch_limit: float, checkpoint_every: float, **kwargs: Any,
    ) -> Any:  # fmt: skip
        console = Console(kwargs["lang"], kwargs["quiet"], kwargs["verbose"])
        if run is not None and resume is not None:
            raise UsageError("--run begins a run and --resume goes on with one: give one of the two")
        if save_games and run is None and resume is None:
            raise UsageError("--save-games keeps every game in the run's directory: add --run DIR")
        if run is not None and kwargs["seed"] is None:
            kwargs["seed"] = click.get_current_context().params["seed"] = secrets.randbelow(1 << 32)
            console.say("seed", seed=kwargs["seed"])
        asked = None if run is None and resume is None else (run or resume, resume is not None, save_games)
        with _session(console, asked, kwargs, cluster, batch_limit, checkpoint_every):
            return function(**kwargs)

    added = (
        click.option("--run", type=options.FILE, metavar="DIR", help="keep the run in a new directory, so that nothing "
                     "is lost: manifest, checkpoints, results, tallies"),
        click.option("--resume", type=options.FILE, metavar="DIR", is_eager=True, callback=_as_begun,
                     help="go on with a run that was kept by --run; no other option of the experiment is needed"),
        click.option("--save-games", is_flag=True, help="keep every game too, in DIR/games.parquet: a row a seat"),
        options.cluster_option,
        click.option("--batch-limit", type=Seconds(0.01), default=600,
                     envvar="CACTUS_SIM_BATCH_LIMIT", show_default=True, metavar="SECONDS",
                     help="a batch of games that takes longer hangs in a strategy's loop: the run ends"),
        click.option("--checkpoint-every", type=Seconds(0), default=10,
                     envvar="CACTUS_SIM_CHECKPOINT_EVERY", show_default=True, metavar="SECONDS",
                     help="with --run: how often what was played is saved"),
    )  # fmt: skip
    wrapped = cast("F", functools.update_wrapper(command, function))
    return functools.reduce(lambda made, option: option(made), reversed(added), wrapped)


@contextmanager
def _session(
    console: Console, asked: tuple[Any, bool, bool] | None, kwargs: dict[str, Any], cluster: str | None,
    batch_limit: float, checkpoint_every: float,
) -> Iterator[None]:  # fmt: skip
    from cactus_sim.simulate.session import Session, playing

    session = Session(batch_seconds=batch_limit)
    if asked is not None:
        session.directory = _directory(console, *asked, checkpoint_every)
    started, start = datetime.now(UTC).isoformat(timespec="seconds"), time.monotonic()
    try:
        if cluster is not None:
            from cactus_sim.simulate.cluster import Cluster

            with session.timed("starting"):
                session.cluster = Cluster.at(cluster, console.say)
        with playing(session):
            yield
    finally:
        if session.cluster is not None:
            session.cluster.close()
        seconds = time.monotonic() - start
        if session.games:
            console.say_times(session.games, seconds, session.times, shown=session.directory is not None)
        if session.directory is not None:
            on = cluster or f"threads: {kwargs.get('jobs') or 'one a core'}"
            if session.interrupted and session.directory.has_played:
                console.say("go_on", directory=session.directory.path)
            session.directory.close(
                {"started": started, "seconds": seconds, "games": session.games, "on": on, "times": session.times}
            )


def _directory(console: Console, path: Path, resume: bool, save_games: bool, every: float) -> RunDirectory:
    from cactus_sim.simulate.run_directory import Asked, RunDirectory

    context = click.get_current_context()
    asked = Asked(str(context.command.name), experiment_options(context), save_games)
    return RunDirectory(path, asked, console.say, resume=resume, every_seconds=every)


def experiment_options(context: click.Context) -> dict[str, Any]:
    """The options of a call on which its results depend, as an experiment file would have them, files resolved."""
    found: dict[str, Any] = {}
    for parameter in context.command.params:
        key = options.key_of(parameter)
        value = context.params.get(str(parameter.name))
        if key in NOT_OF_THE_EXPERIMENT or value is None or value in ((), {}, []):
            continue
        if value is not False or parameter.default is True:
            found[key] = _as_given(value)
    if "rules-file" in found and "rules" not in found:
        from cactus_sim import games

        path = found.pop("rules-file")
        found["rules"], from_file = games.get(found["game"]).rule_book.read_file(path)
        found["set"] = _as_given({**from_file, **context.params["changes"]})
    if "game" in found:
        for key in found.keys() & {"set", "change"}:
            found[key] = [_with_files_read(found["game"], item, bundled=key == "change") for item in found[key]]
    return found


def _with_files_read(game: str, item: str, bundled: bool) -> str:
    """A change of rules, several where they are bundled, with what a file says in the place of the file's name."""
    from cactus_sim import games

    rules = games.get(game).rule_book.rules
    given = []
    for pair in item.split(",") if bundled else [item]:
        name, _, value = (part.strip() for part in pair.partition("="))
        reads = rules[name].reads if name in rules else None
        given.append(f"{name}={reads(value)}" if reads else pair)
    return ",".join(given)


def _as_given(value: Any) -> Any:
    """A value as an experiment file gives it: rules as rule=value, numbers as text."""
    if isinstance(value, dict):
        return [f"{name}={value_text(item)}" for name, item in value.items()]
    if isinstance(value, list | tuple):
        return [",".join(_as_given(item)) if isinstance(item, dict) else str(item) for item in value]
    return value if isinstance(value, bool) else str(value)


def _as_begun(context: click.Context, _parameter: click.Parameter, path: Path | None) -> Path | None:
    """Takes the options with which a run was begun as the command's defaults, once its files are seen to be as then."""
    if path is None:
        return None
    from cactus_sim.simulate.manifest import check_files, check_program, read_manifest

    manifest = read_manifest(path)
    check_program(manifest, path)
    check_files(manifest, path)
    parameters = {options.key_of(parameter): parameter.name for parameter in context.command.params}
    if manifest["command"] == context.command.name:
        for key in manifest["options"]:
            if key not in parameters or key in NOT_OF_THE_EXPERIMENT:
                raise UsageError(f"{path}: its manifest has an option '{key}' that {context.command.name} has not")
        context.default_map = {
            **{str(parameters[key]): value for key, value in manifest["options"].items()},
            "save_games": manifest["save_games"],
        }
    return path
