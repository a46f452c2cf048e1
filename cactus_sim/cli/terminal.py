"""The streams that a command speaks to: terminals, pipes and files, in whatever encoding; or closed ones."""

from __future__ import annotations

import codecs
import io
import sys

import click

from cactus_sim.errors import CactusSimError
from cactus_sim.report.visible import visible

PLAINER = {
    "♠": "S", "♥": "H", "♦": "D", "♣": "C", "±": "+/-", "×": "x", "−": "-", "–": "-", "─": "-", "≈": "~", "·": ".",
    "…": "...", "‘": "'", "’": "'", "“": '"', "”": '"', "«": '"', "»": '"', "\u202f": " ", "\u00a0": " ", "œ": "oe",
}  # fmt: skip
"""What stands for a character where an encoding has not got it; for all others "?"."""


def _plainer(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(PLAINER.get(c, "?") for c in error.object[error.start : error.end]), error.end


codecs.register_error("cactus_sim_plainer", _plainer)


def prepare() -> None:
    """Sees to it that no character is too much for stdout and stderr."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="cactus_sim_plainer")


def check_stdout() -> None:
    """Raises a CactusSimError where stdout is closed, so that a result would be lost."""
    if sys.stdout is None or sys.stdout.closed:
        raise CactusSimError("stdout is closed: the result has nowhere to go; give -o FILE")


def put(text: str, *, for_people: bool = True, colour: bool = False) -> None:
    """Puts a part of the result on stdout. Text for programs is written as it is, unless it goes to a terminal."""
    shown = text if colour or not (for_people or sys.stdout.isatty()) else visible(text)
    click.echo(shown, nl=False, color=colour or None)
