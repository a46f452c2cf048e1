"""The file that `cactus-sim strategies --new` writes: a strategy that runs at once and explains itself.

The text is the game's own, `games/GAME/strategies/template.txt`; its hooks and what a view holds are filled in here.
"""

from __future__ import annotations

import importlib
import string
import textwrap
from collections.abc import Iterable
from importlib import resources
from pathlib import PurePath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cactus_sim.games.base import Game


def template(game: Game, file: str = "mine.py") -> str:
    """The text of a strategy file for a game; `file` is the name by which its comment calls it."""
    view = importlib.import_module(f"cactus_sim.games.{game.name}.view")
    text = resources.files(f"cactus_sim.games.{game.name}.strategies").joinpath("template.txt").read_text("utf-8")
    return string.Template(text).substitute(
        file=PurePath(file).as_posix(),
        hooks="\n".join(_comment(f"{hook.name}: {hook.about}", "#   ") for hook in game.hooks),
        mine=_comment(", ".join(_open(view.MINE.names)), "#   "),
        table=_comment(", ".join(_open(view.TABLE.names)), "#   "),
    )


def _open(names: Iterable[str]) -> list[str]:
    """The fields that a strategy may read: not the kernel's own, nor `p`, which hooks are given apart."""
    return [name for name in names if not name.startswith("_") and name != "p"]


def _comment(text: str, indent: str) -> str:
    """Lines of a comment, the second and later ones of an item set in."""
    return textwrap.fill(text, 110, initial_indent=indent, subsequent_indent=indent + "  ", break_on_hyphens=False)
