"""Asks the hooks of strategies of the toy game, in this process or in a new one.

As a program: `python asking.py ENTRY HOOK` prints what the hook answers and how often numba found code on disk.
"""

from __future__ import annotations

import functools
import os
import subprocess
import sys
from pathlib import Path

import numba
import numpy as np
from numba.core import types

import cactus_sim.games
from cactus_sim import jit
from cactus_sim.strategies import compile as compiler
from cactus_sim.strategies import parse_entry

ROOT = Path(__file__).parent.parent.parent
DOUBLES = ROOT / "tests" / "doubles"


def _probe(address, mines, tables):
    return jit.ask(address, mines[0], tables[0])


@functools.cache
def probe(game):
    """A function that asks the hook at an address, compiled."""
    if jit.DISABLED:
        return _probe
    mine, table = (numba.from_dtype(dtype) for dtype in compiler._views(game.name))
    return jit.compile_cached(_probe, types.int64(types.int64, mine[::1], table[::1]), game.name)


def views(game, entry, mine, table):
    """Records of one player's view, with the entry's parameters in it."""
    mines, tables = (np.zeros(1, dtype) for dtype in compiler._views(game.name))
    mines["p"] = compiler.compile_entries(game, [entry], ()).entries["p"]
    for records, values in ((mines, mine), (tables, table)):
        for name, value in values.items():
            records[name] = value
    return mines, tables


def answer(game, entry, hook, mine=None, table=None):
    """What one hook of an entry answers."""
    if isinstance(entry, str):
        entry = parse_entry(entry, game)
    address = compiler.hook_address(game, entry.strategy, hook)
    seen = views(game, entry, mine or {}, table or {})
    return int(probe(game)(address, *map(jit.readable, seen)))


def loads(game):
    """How many of the hooks compiled so far were found on disk."""
    return sum(sum(code.stats.cache_hits.values()) for _, code in compiler._compiled.values())


def asking(entry, hook="call"):
    """The command that asks in another process."""
    return [sys.executable, __file__, entry, hook]


def environment(**more):
    """The environment of that command."""
    return {**os.environ, "PYTHONPATH": str(ROOT), **more}


def in_new_process(entry, **more):
    """(answer, hooks found on disk) of another process."""
    result = subprocess.run(
        asking(entry), capture_output=True, text=True, timeout=120, check=False, env=environment(**more)
    )
    assert result.returncode == 0, result.stderr
    said, found = result.stdout.split()
    return int(said), int(found)


if __name__ == "__main__":
    cactus_sim.games.__path__.append(os.environ.get("DOUBLES", str(DOUBLES)))
    from cactus_sim.games.pairs import GAME

    print(answer(GAME, sys.argv[1], sys.argv[2]), loads(GAME) if not jit.DISABLED else 0)
