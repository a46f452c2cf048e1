"""Giving the command of a kept run again, as `rerun` and `merge` do."""

from __future__ import annotations

import click

from cactus_sim.errors import UsageError


def invoke(name: str, arguments: list[str]) -> int:
    """Runs the command of that name: its exit code. A UsageError where it is none that keeps runs."""
    from cactus_sim.cli.app import COMMANDS, group

    context = click.get_current_context()
    command = group.get_command(context, name) if name in COMMANDS else None
    if command is None or not any(parameter.name == "resume" for parameter in command.params):
        raise UsageError(f"'{name}' is no command that keeps runs: the manifest was not written by cactus-sim")
    try:
        with command.make_context(name, arguments, parent=context.parent) as own:
            command.invoke(own)
    except click.exceptions.Exit as ending:
        return ending.exit_code
    return 0
