"""The errors a user can meet, each with the exit code that the command line gives it."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class CactusSimError(Exception):
    """Something failed while running; the message is one paragraph for people."""

    exit_code = 1


class UsageError(CactusSimError):
    """A name, a value or a file that was given is wrong; the message says a way out."""

    exit_code = 2


class StrategyError(UsageError):
    """A strategy can't be loaded or compiled, or one of its hooks gave an impossible answer."""


def counted(number: int, noun: str) -> str:
    """The number and what is counted, in an error's English: 1 player, 4,000 games."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def suggest(word: str, known: Iterable[str]) -> str:
    """The words " — did you mean 'x'?" for the known name nearest to `word`, else ""."""
    near = difflib.get_close_matches(word.lower(), [name.lower() for name in known], n=1, cutoff=0.6)
    by_lower = {name.lower(): name for name in known}
    return f" — did you mean '{by_lower[near[0]]}'?" if near else ""
