"""Compiled code on disk that is damaged, by a full disk or a crash, is compiled anew."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from typing import TypeVar

from cactus_sim import jit

T = TypeVar("T")


def loaded(game: str, load: Callable[[], T]) -> T:
    """What `load` gives, which loads compiled code of a game; where that fails, the code on disk is thrown away first.

    Any error may come of a damaged file, so each has a second chance, and is raised where it comes again.
    """
    try:
        return load()
    except Exception:
        folder = jit.cache_dir() / jit.sources_digest(game)
        if jit.DISABLED or not folder.is_dir():
            raise
        shutil.rmtree(folder, ignore_errors=True)
        return load()
