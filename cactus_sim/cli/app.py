"""The command `cactus-sim`: its group, and how it ends: exit codes, errors, closed pipes."""

from __future__ import annotations

import importlib
import io
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import click
from click.core import ParameterSource

from cactus_sim import __version__
from cactus_sim.cli.terminal import prepare
from cactus_sim.errors import CactusSimError, suggest
from cactus_sim.report.visible import visible

COMMANDS = (
    "play", "simulate", "sweep", "compare", "house-rules", "tournament", "strategies", "rules", "bench",
    "when-to-call", "chart", "advise", "seats", "card", "report", "show", "rerun", "merge",
)  # fmt: skip
UNDECIDED = 3
INTERRUPTED = 130

HELP = """Plays millions of games of Cactus, 8 Américain and CACTUS (the stacking game, `balance`)
to tell how strategies and house rules fare.

\b
Examples:
  cactus-sim when-to-call                            when should I call Cactus?
  cactus-sim sweep cactus --vary call_at=0:12        at what total to call?
  cactus-sim simulate cactus -s early -s patient -s random
  cactus-sim compare cactus -a patient -b early      which of two is better?
  cactus-sim house-rules cactus --each               what does a house rule change?
  cactus-sim tournament cactus --players 3           who is best, in which company?
  cactus-sim advise cactus --hand "K 3 ? ?"          what to do now?
  cactus-sim play cactus --seed 1                    one game told in words
  cactus-sim play balance --plot game.png            one game of the stacking game, drawn
  cactus-sim rules cactus dutch                      the rules of a preset
  cactus-sim strategies cactus                       who can play
  cactus-sim simulate --resume DIR                   go on with a run kept by --run DIR

Options may be written in a file too (--experiment FILE.toml), or stand in the environment: CACTUS_SIM_GAMES=1e6 is
--games 1e6; CACTUS_SIM_CACHE names the folder for compiled code. An option given counts before the environment, and
that before the file. Results are in English or French (--lang); errors are in English.

\b
Exit codes: 0 done, 1 failed, 2 wrong usage, 3 undecided, 130 interrupted.
"""


@dataclass
class State:
    """What is known of a call even where it fails."""

    debug: bool = False
    experiment: Path | None = None
    """The file that options were read from."""


class Commands(click.Group):
    """The group, which imports a command when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """The commands, in the order of the help page."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:  # noqa: ARG002
        """The command of that name."""
        if name not in COMMANDS:
            return None
        command: click.Command = importlib.import_module(f"cactus_sim.cli.{name.replace('-', '_')}").command
        named = [option.envvar for option in command.params if isinstance(option.envvar, str)]
        command.epilog = f"Environment: {', '.join(named)}." if named else None
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the arguments name; a usage error suggests one where there is none."""
        if args and not args[0].startswith("-") and args[0] not in COMMANDS:
            raise click.UsageError(f"no command '{args[0]}'{suggest(args[0], COMMANDS)}", ctx)
        return super().resolve_command(ctx, args)


@click.command(cls=Commands, help=HELP, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="cactus-sim")
def group() -> None:
    """Plays millions of games."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command line; returns the exit code."""
    if "_CACTUS_SIM_COMPLETE" in os.environ:
        group.main(prog_name="cactus-sim")
    state = State()
    prepare()
    try:
        code = _run(list(sys.argv[1:] if arguments is None else arguments), state)
        if sys.stdout is not None:
            sys.stdout.flush()
        return code
    except click.ClickException as error:
        said = io.StringIO()
        error.show(said)
        _say(said.getvalue().rstrip("\n") + _origin(error, state))
        return error.exit_code
    except (KeyboardInterrupt, click.Abort):
        _say("Interrupted before anything was done.")
        return INTERRUPTED
    except BrokenPipeError:
        _leave_closed_pipe()
        return 0
    except Exception as error:
        if state.debug:
            raise
        return _fail(error, state)


def _run(arguments: list[str], state: State) -> int:
    try:
        with group.make_context("cactus-sim", arguments, obj=state) as context:
            group.invoke(context)
    except click.exceptions.Exit as ending:
        return ending.exit_code
    return 0


def _origin(error: click.ClickException, state: State) -> str:
    """Where a wrong value came from, if it was not from the command line."""
    if not isinstance(error, click.BadParameter):
        return ""
    parameter, context = error.param, error.ctx
    source = context.get_parameter_source(parameter.name) if parameter and parameter.name and context else None
    if source is ParameterSource.DEFAULT_MAP and state.experiment is not None:
        return f" (in {state.experiment})"
    if source is ParameterSource.ENVIRONMENT and parameter is not None:
        return f" (in the environment: {parameter.envvar})"
    return ""


def _fail(error: Exception, state: State) -> int:
    if isinstance(error, CactusSimError):
        path = state.experiment
        also = (
            f" (options come from {path} too)" if path and error.exit_code == 2 and str(path) not in str(error) else ""
        )
        _say(f"Error: {error}{also}")
        return error.exit_code
    if isinstance(error, OSError):
        _say(f"Error: {error.strerror or error}{f': {error.filename}' if error.filename else ''}")
    else:
        _say(f"Error: {type(error).__name__}: {error} (a fault in cactus-sim; --debug shows where)")
    return 1


def _say(text: str) -> None:
    click.echo(visible(text), err=True)


def _leave_closed_pipe() -> None:
    """Whoever read the output has seen enough: Python's own last flush must not complain."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, sys.stdout.fileno())
